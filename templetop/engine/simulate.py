"""Whole games, many at a time: on one thread, on all cores, on a GPU; always the same games.

Game number n of a seed draws from stream n of that seed, wherever it is played.
"""

import os
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from templetop.engine.ask import first_player, happen, places, play, points, sides, to_move
from templetop.engine.compile import compiled, record, rule
from templetop.engine.game import Game
from templetop.engine.policy import POLICIES, RANDOM, any_event, seat_move
from templetop.engine.random import SEEDS, is_seed, start
from templetop.engine.refusal import Refusal
from templetop.engine.seats import CHANCE, MOST_SEATS, NO_MOVE, NOBODY, Array, decisions
from templetop.engine.words import compiling

SHARE = 2048  # games a thread takes at a time, at most:
LONG = 0.25  # seconds; of games that take long, fewer, so that Ctrl-C is soon heard

Outcome = record([
    ("length", np.int32),               # how many decisions the seats made
    ("points", np.int16, MOST_SEATS),
    ("places", np.int8, MOST_SEATS),
    ("sides", np.int8, MOST_SEATS),
    ("first", np.int8),                 # the seat that had the first turn
])  # fmt: skip


NO_SEED = f"A seed is a whole number from {SEEDS[0]} to {SEEDS[-1]}."


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
    outcome.first = first_player(state)


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
        """What every seat had in the end: whole numbers, (games, seats)."""
        return np.asarray(self.outcomes["points"][:, : self.seats])

    @property
    def places(self) -> Array:
        """The place of every seat in the end, from 1; equals share one: (games, seats)."""
        return np.asarray(self.outcomes["places"][:, : self.seats])

    @property
    def lengths(self) -> Array:
        """How many decisions all seats together made: (games,)."""
        return np.asarray(self.outcomes["length"])

    @property
    def sides(self) -> Array:
        """The side of every seat; partners have the same number: (games, seats)."""
        return np.asarray(self.outcomes["sides"][:, : self.seats])

    @property
    def first(self) -> Array:
        """The seat that had the first turn, counted from 0: (games,)."""
        return np.asarray(self.outcomes["first"])

    def in_order(self, columns: Array) -> Array:
        """Columns by seat as columns by order of play: first who began, then clockwise."""
        order = (self.first[:, None] + np.arange(self.seats)) % self.seats
        return np.take_along_axis(columns, order, axis=1)

    def has_order(self) -> bool:
        """Does not always the same seat begin, so that order of play is not order of seats?"""
        return bool((self.first != self.first[0]).any())

    def won(self) -> Array:
        """Each seat's share of the win in each game: partners have as much as their side.

        A win that several sides share is split; where the game has beaten all, nobody has any.
        """
        first = self.places == 1
        sides = np.where(first, np.uint8(1) << self.sides.astype(np.uint8), np.uint8(0))
        winning = np.bitwise_count(np.bitwise_or.reduce(sides, axis=1))
        return np.asarray(first / np.maximum(winning, 1)[:, None])

    def wins(self) -> Array:
        """Each seat's share of all wins: `won` in the mean."""
        return np.asarray(self.won().mean(axis=0))

    def summary(self) -> dict[str, Any]:
        """The figures, for programs."""
        moves = int(self.lengths.sum(dtype=np.int64))
        low, middle, high = np.percentile(self.lengths, [10, 50, 90])
        by_order = self.in_order(self.won()).mean(axis=0).tolist() if self.has_order() else None
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
            "wins_by_order": by_order,
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


def check_game(game: Game) -> None:
    """The name of a game is not the game."""
    if not isinstance(game, Game):
        raise CannotSimulate(f"Hand over the game itself: tt.take({game!r}).")


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
    check_game(game)
    for bot in bots:
        if bot not in POLICIES:
            raise CannotSimulate(f"There is no bot {bot!r}; there are {' and '.join(POLICIES)}.")
    if len(bots) not in (1, seats):
        raise CannotSimulate(f"Name one bot for all seats, or one for each of the {seats}.")
    if games < 1:
        raise CannotSimulate("At least one game has to be played.")
    if not is_seed(seed):
        raise CannotSimulate(NO_SEED)
    fresh = game.state()
    fresh[0] = game.start(seats, options)
    everyone = tuple(bots) * seats if len(bots) == 1 else tuple(bots)
    return Wanted(game, seats, games, everyone, int(seed), fresh)


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

    def play_share(share: range) -> None:
        mine = outcomes[share.start : share.stop]
        tables = wanted.game.state() if states is None else states[share.start : share.stop]
        play_games(*arguments(wanted, share.start, mine, tables))

    make_ready(wanted, say)
    begin = time.perf_counter()
    by_shares(play_share, wanted.games, threads, progress)
    seconds = time.perf_counter() - begin
    return Results(wanted.game, wanted.seats, wanted.bots, wanted.seed, seconds, outcomes, states)


def by_shares(
    play_share: Callable[[range], None],
    games: int,
    threads: int,
    progress: Callable[[int], None],
    clock: Callable[[], float] = time.perf_counter,
) -> None:
    """Have all games played, a share at a time on each thread.

    Only a few shares wait for a thread at any time, and none of them takes long: who stops it does
    not wait for the others.
    """

    def play_timed(share: range) -> tuple[range, float]:
        begin = clock()
        play_share(share)
        return share, clock() - begin

    size, following = 1, 0
    running: set[Future[tuple[range, float]]] = set()
    with ThreadPoolExecutor(threads) as pool:
        try:
            while running or following < games:
                while following < games and len(running) < 2 * threads:
                    share = range(following, min(following + size, games))
                    running.add(pool.submit(play_timed, share))
                    following = share.stop
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for share, seconds in (future.result() for future in done):
                    progress(len(share))
                    size = next_size(size, len(share), seconds)
        finally:
            for future in running:
                future.cancel()


def next_size(size: int, games: int, seconds: float) -> int:
    """How many games the next share has, after one of so many that took so long."""
    if seconds > LONG:
        return max(1, min(size, games // 2))
    return min(SHARE, 2 * size) if games == size and 2 * seconds < LONG else size


def arguments(wanted: Wanted, first: int, outcomes: Array, states: Array) -> tuple[Any, ...]:
    """What `play_games` is called with."""
    seed = np.uint64(wanted.seed & 0xFFFFFFFFFFFFFFFF)
    room = scratch_for(wanted.game)
    return (wanted.fresh, first, seed, wanted.policies, outcomes, states, room)


def make_ready(wanted: Wanted, say: Callable[[str], None]) -> None:
    """Compile the rules, or load them if this machine has compiled them before."""
    call = arguments(wanted, 0, np.zeros(1, Outcome), wanted.game.state())
    if not play_games.is_on_disk(*call):
        say(compiling(wanted.game))
    play_games.prepare(*call)
