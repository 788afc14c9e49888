"""Whole games, many at a time: on one thread, on all cores, on a GPU; always the same games.

Game number n of a seed draws from stream n of that seed, wherever it is played.
"""

import os
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from templetop.engine.ask import happen, places, play, points, sides, to_move
from templetop.engine.compile import compiled, record, rule
from templetop.engine.game import Game
from templetop.engine.policy import POLICIES, RANDOM, any_event, seat_move
from templetop.engine.random import start
from templetop.engine.refusal import Refusal
from templetop.engine.seats import CHANCE, MOST_SEATS, NO_MOVE, NOBODY, Array, decisions

SHARE = 2048  # games a thread takes at a time

Outcome = record([
    ("length", np.int32),               # how many decisions the seats made
    ("points", np.int16, MOST_SEATS),
    ("places", np.int8, MOST_SEATS),
    ("sides", np.int8, MOST_SEATS),
])  # fmt: skip


class CannotSimulate(Refusal):
    """What was asked for cannot be simulated, or not here."""


class Scratch(NamedTuple):
    """Scratch to play in: for one thread."""

    random: Any
    moves: Any
    events: Any
    weights: Any
    decided: Any


def scratch_for(game: Game) -> Scratch:
    return Scratch(
        np.zeros(1, np.uint64), game.move_set(), game.event_set(), game.weights(), decisions()
    )


@rule
def play_out(state, policies, room):
    """Play to the end; returns how many decisions the seats made."""
    random, moves, events, weights, decided = room  # once: taken from it anew each time, it is slow
    made = 0
    deciding = to_move(state)
    while deciding != NOBODY:
        if deciding == CHANCE:
            happen(state, any_event(state, random, events, weights))
        else:
            made += let_seats_decide(state, deciding, policies, random, moves, decided)
        deciding = to_move(state)
    return made


@rule
def let_seats_decide(state, deciding, policies, random, moves, decided):
    """Everyone whose decision is awaited makes it; then all of it is carried out."""
    made = 0
    for seat in range(MOST_SEATS):
        if deciding >> seat & 1:
            decided[seat] = seat_move(state, seat, policies, random, moves)
            made += 1
        else:
            decided[seat] = NO_MOVE
    play(state, decided)
    return made


@rule
def play_one(state, number, seed, policies, outcome, room):
    """Game number so-and-so of a seed, from the first decision to the outcome."""
    start(room.random, seed, np.uint64(number))
    outcome.length = play_out(state, policies, room)
    write_down(state, outcome)


@rule
def write_down(state, outcome):
    """How the game ended."""
    points(state, outcome.points)
    places(state, outcome.places)
    sides(state, outcome.sides)


@compiled
def play_games(fresh, first, seed, policies, outcomes, states, room):
    """Play one game for each outcome. The last states are kept if there are records for them."""
    for n in range(len(outcomes)):
        kept = n % len(states)
        states[kept] = fresh[0]
        play_one(states[kept], first + n, seed, policies, outcomes[n], room)


@dataclass(frozen=True)
class Results:
    """What came of the games, one row for each."""

    game: Game
    seats: int
    bots: tuple[str, ...]
    seed: int
    seconds: float  # of playing, without compiling
    outcomes: Array
    states: Array | None = None

    @property
    def points(self) -> Array:
        return np.asarray(self.outcomes["points"][:, : self.seats])

    @property
    def places(self) -> Array:
        return np.asarray(self.outcomes["places"][:, : self.seats])

    @property
    def lengths(self) -> Array:
        return np.asarray(self.outcomes["length"])

    @property
    def sides(self) -> Array:
        return np.asarray(self.outcomes["sides"][:, : self.seats])

    def wins(self) -> Array:
        """Each seat's share of the games: partners have as much as their side.

        A win that several sides share is split; where the game has beaten all, nobody has any.
        """
        first = self.places == 1
        sides = np.where(first, np.uint8(1) << self.sides.astype(np.uint8), np.uint8(0))
        winning = np.bitwise_count(np.bitwise_or.reduce(sides, axis=1))
        return np.asarray((first / np.maximum(winning, 1)[:, None]).mean(axis=0))

    def summary(self) -> dict[str, Any]:
        """The figures, for programs."""
        moves = int(self.lengths.sum(dtype=np.int64))
        low, middle, high = np.percentile(self.lengths, [10, 50, 90])
        return {
            "game": self.game.id,
            "seats": self.seats,
            "bots": list(self.bots),
            "seed": self.seed,
            "games": len(self.outcomes),
            "moves": moves,
            "seconds": self.seconds,
            "moves_per_second": moves / self.seconds,
            "games_per_second": len(self.outcomes) / self.seconds,
            "points": spread(self.points),
            "points_by_seat": [spread(seat) for seat in self.points.T],
            "wins": self.wins().tolist(),
            "length": {
                "mean": float(self.lengths.mean()),
                "p10": float(low),
                "p50": float(middle),
                "p90": float(high),
            },
        }


def spread(points: Array) -> dict[str, float]:
    return {
        "mean": float(points.mean()),
        "sd": float(points.std()),
        "min": int(points.min()),
        "max": int(points.max()),
    }


@dataclass(frozen=True)
class Wanted:
    """Which games are wanted."""

    game: Game
    seats: int
    games: int
    bots: tuple[str, ...]
    seed: int
    fresh: Array  # one record: the game as it begins

    @property
    def policies(self) -> Array | None:
        """A number for each seat; None when all play at random, which compiles to less code."""
        numbers = np.array([POLICIES.index(bot) for bot in self.bots], np.int8)
        return None if (numbers == RANDOM).all() else numbers


def wanted(
    game: Game,
    seats: int,
    games: int,
    bots: Sequence[str] = ("random",),
    seed: int = 0,
    options: Mapping[str, str] = {},
) -> Wanted:
    """Check what is asked for. One bot named stands for all seats."""
    for bot in bots:
        if bot not in POLICIES:
            raise CannotSimulate(f"There is no bot {bot!r}; there are {' and '.join(POLICIES)}.")
    if len(bots) not in (1, seats):
        raise CannotSimulate(f"Name one bot for all seats, or one for each of the {seats}.")
    if games < 1:
        raise CannotSimulate("At least one game has to be played.")
    fresh = game.state()
    fresh[0] = game.start(seats, options)
    everyone = tuple(bots) * seats if len(bots) == 1 else tuple(bots)
    return Wanted(game, seats, games, everyone, seed, fresh)


def simulate(
    game: Game,
    seats: int,
    games: int,
    bots: Sequence[str] = ("random",),
    seed: int = 0,
    options: Mapping[str, str] = {},
    device: str = "cpu",
    threads: int | None = None,
    keep_states: bool = False,
    progress: Callable[[int], None] = lambda games_played: None,
    say: Callable[[str], None] = lambda sentence: None,
) -> Results:
    """Play whole games; `keep_states` also brings home how each table looked at the end."""
    these = wanted(game, seats, games, bots, seed, options)
    if device == "cuda":
        from templetop.engine.gpu import simulate_on_gpu

        return simulate_on_gpu(these, keep_states, progress, say)
    if device != "cpu":
        raise CannotSimulate(f"Games are simulated on cpu or cuda, not on {device!r}.")
    return simulate_on_cpu(these, threads or cores(), keep_states, progress, say)


def cores() -> int:
    """How many this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def simulate_on_cpu(
    wanted: Wanted,
    threads: int,
    keep_states: bool,
    progress: Callable[[int], None],
    say: Callable[[str], None],
) -> Results:
    outcomes = np.zeros(wanted.games, Outcome)
    states = wanted.game.state(wanted.games) if keep_states else None

    def share(first: int) -> int:
        mine = outcomes[first : first + SHARE]
        tables = wanted.game.state() if states is None else states[first : first + SHARE]
        play_games(*arguments(wanted, first, mine, tables))
        return len(mine)

    make_ready(wanted, say)
    begin = time.perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        for games_played in pool.map(share, range(0, wanted.games, SHARE)):
            progress(games_played)
    seconds = time.perf_counter() - begin
    return Results(wanted.game, wanted.seats, wanted.bots, wanted.seed, seconds, outcomes, states)


def arguments(wanted: Wanted, first: int, outcomes: Array, states: Array) -> tuple[Any, ...]:
    """What `play_games` is called with."""
    seed = np.uint64(wanted.seed & 0xFFFFFFFFFFFFFFFF)
    room = scratch_for(wanted.game)
    return (wanted.fresh, first, seed, wanted.policies, outcomes, states, room)


def make_ready(wanted: Wanted, say: Callable[[str], None]) -> None:
    """Compile the rules, or load them if this machine has compiled them before."""
    call = arguments(wanted, 0, np.zeros(1, Outcome), wanted.game.state())
    if not play_games.is_on_disk(*call):
        say(f"Compiling the rules of {wanted.game.name} for this machine, once …")
    play_games.prepare(*call)
