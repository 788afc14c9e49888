"""A few games by the interpreter, before the rules of a game first become machine code.

Machine code checks nothing: it reads beyond the ends of arrays, cuts off what does not fit into a
field, and goes on for ever where a game never ends. Its figures then look like any others. So the
rules of somebody's own game are first played under watch, once for each version of their sources.
"""

import functools
import time
from collections.abc import Callable, Iterator, Sequence
from operator import itemgetter
from random import Random
from typing import Any

import numpy as np

from templetop.engine import faults, usual
from templetop.engine.bits import MoveSet, members
from templetop.engine.faults import (
    MOST_STEPS,
    at,
    is_set_of_seats,
    never_ends,
    no_kind,
    no_number,
    no_seats,
    nothing_to_do,
)
from templetop.engine.game import Game
from templetop.engine.kinds import Kinds
from templetop.engine.random import generator
from templetop.engine.seats import CHANCE, EVEN, MOST_SEATS, NOBODY, decisions

GAMES, STEPS, SECONDS = 24, 1500, 1.0  # after any of these no other game is begun
LEAST = 2  # games in any case: one at random, one by appeal
APPEALS = 4  # moves of a decision that are looked at, before one of them is made
LOOKS = 8  # at every so manieth step, what bots ask is asked
FULL = np.uint64(0xFFFFFFFFFFFFFFFF)


def try_out(game: Game, clock: Callable[[], float] = time.monotonic) -> None:
    """Play a few games under watch; refuse a game in which something goes wrong."""
    steps, begin = 0, clock()
    for seed in range(GAMES):
        steps += sum(1 for _ in play_watched(game, seed))
        is_enough = steps >= STEPS or clock() - begin >= SECONDS
        if is_enough and seed + 1 >= LEAST:
            return


def setting(game: Game, seed: int) -> tuple[int, dict[str, str]]:
    """How many sit at the table in game number so-and-so, and what they have agreed on.

    Every game takes the next number of seats, the fewest first and then the most, and the next
    choice of every option.
    """
    choices = {
        option.name: option.choices[(seed + n) % len(option.choices)].name if seed else option.usual
        for n, option in enumerate(game.options)
        if option.choices
    }
    able = game.seats_for(choices)
    if not able:
        choices, able = {}, game.seats_for()
    in_turn = sorted(able, key=lambda seats: min(seats - able[0], able[-1] - seats))
    return in_turn[seed % len(in_turn)], choices


def play_watched(game: Game, seed: int) -> Iterator[tuple[Any, Sequence[tuple[int, int]]]]:
    """One game with everything checked: before each step, the table and what is done there.

    Every other game is played by appeal. All exceptions of the rules come out as `FaultInGame`.
    """
    try:
        with np.errstate(over="raise", divide="raise", invalid="raise"):
            yield from Watch(game, seed).play()
    except Exception as error:
        fault = faults.fault_of(error, [game.folder] if game.folder else [])
        if fault is None or fault is error:
            raise
        raise fault from error


class Watch:
    """One game under watch."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.random = Random(seed)
        self.draws = generator(seed)
        self.is_greedy = seed % 2 == 1
        self.seats, self.options = setting(game, seed)
        self.states = np.zeros(1, watched(game.State))
        self.state = self.states[0]
        self.steps = 0

    def play(self) -> Iterator[tuple[Any, Sequence[tuple[int, int]]]]:
        self.game.new(self.state, self.seats, self.game.settings(self.options))
        self.expect(
            int(self.state.seats) == self.seats,
            self.game.new,
            f"state.seats is {int(self.state.seats)} at a table for {self.seats}.",
        )
        self.expect(
            self.asked() != [],
            self.game.to_move,
            "The game is over before anybody has done anything: to_move returned NOBODY, which is"
            f" {NOBODY}, at the very beginning.",
        )
        yield from self.play_on()

    def play_on(self) -> Iterator[tuple[Any, Sequence[tuple[int, int]]]]:
        """From the table as it is now to the end."""
        while True:
            self.check_phase()
            asked = self.asked()
            self.look_round(asked)
            if not asked:
                return
            if self.steps == MOST_STEPS:
                raise never_ends(self.game)
            step = [(seat, self.chosen(seat)) for seat in asked]
            yield self.state, step
            self.steps += 1
            if asked == [CHANCE]:
                self.game.happen(self.state, step[0][1])
            else:
                self.game.play(self.state, decisions(dict(step)))

    def expect(self, holds: bool, rule: Any, what: str) -> None:
        if not holds:
            raise at(rule, what)

    def unchanged(self, rule: Any, *arguments: Any) -> Any:
        """What a rule answers that may only look at the table."""
        before = self.states.tobytes()
        answer = rule(self.state, *arguments)
        self.expect(
            self.states.tobytes() == before,
            rule,
            "This rule changes the table, though it is only asked. Only new, play, happen and"
            " imagine may change it.",
        )
        return answer

    def number(self, rule: Any, *arguments: Any) -> Any:
        """What a rule answers that has to return a number."""
        answer = self.unchanged(rule, *arguments)
        if not isinstance(answer, int | float | np.number | np.bool_):
            raise no_number(rule, answer)
        return answer

    # ── Whose move it is ─────────────────────────────────────────────────────────────────────────

    def check_phase(self) -> None:
        phase = int(self.state.phase)
        self.expect(
            0 <= phase < len(self.game.phases),
            self.game.to_move,
            f"state.phase is {phase} here, but PHASES only has 0 to {len(self.game.phases) - 1}.",
        )

    def asked(self) -> list[int]:
        """The seats that have to decide, or [CHANCE], or nobody."""
        deciding = self.unchanged(self.game.to_move)
        if deciding == CHANCE:
            return [CHANCE]
        if not is_set_of_seats(deciding, self.seats):
            raise no_seats(self.game, deciding, self.seats)
        return [seat for seat in range(self.seats) if int(deciding) >> seat & 1]

    # ── What can be done ─────────────────────────────────────────────────────────────────────────

    def chosen(self, seat: int) -> int:
        if seat == CHANCE:
            return self.event()
        moves = self.members(self.game.legal, self.game.move_set(), self.game.moves, seat)
        if not moves:
            raise nothing_to_do(self.game, self.state, seat)
        some = self.random.sample(moves, min(APPEALS, len(moves)))
        looks = [self.number(self.game.appeal, seat, move) for move in some]
        return some[looks.index(max(looks))] if self.is_greedy else some[0]

    def event(self) -> int:
        weights = self.game.weights()
        events = self.members(self.game.odds, self.game.event_set(), self.game.events, weights)
        if not events:
            raise nothing_to_do(self.game, self.state, CHANCE)
        total = self.number(self.game.odds, self.game.event_set(), weights)
        if total == EVEN:
            return self.random.choice(events)
        here = [int(weights[event]) for event in events]
        self.expect(
            min(here) > 0,
            self.game.odds,
            f"Event {events[here.index(min(here))]} can happen, but its weight is {min(here)}.",
        )
        self.expect(
            total == sum(here),
            self.game.odds,
            f"odds returned {total}, but the weights of what can happen add up to {sum(here)}.",
        )
        return self.random.choices(events, here)[0]

    def members(self, rule: Any, room: MoveSet, kinds: Kinds, *more: Any) -> list[int]:
        """The set that a rule fills in, whatever was in it before; every number has a kind."""
        arguments = (more[0], room) if rule is self.game.legal else (room, *more)
        self.unchanged(rule, *arguments)
        found = members(room)
        room[:] = FULL
        self.unchanged(rule, *arguments)
        if rule is not usual.odds:
            self.expect(
                members(room) == found,
                rule,
                "What was in the set before is still there. Begin with clear(moves), or write every"
                " word of it.",
            )
        for number in found:
            if kinds.kind_of(number) is None:
                raise no_kind(self.game, CHANCE if rule is self.game.odds else 0, number)
        return found

    # ── How things stand ─────────────────────────────────────────────────────────────────────────

    def look_round(self, asked: Sequence[int]) -> None:
        """Points, places and sides after each step; now and then, what bots ask."""
        places = room_for(np.int8)
        self.unchanged(self.game.points, room_for(np.int16))
        self.unchanged(self.game.places, places)
        self.unchanged(self.game.sides, room_for(np.int8))
        for seat in range(self.seats):
            place = int(places[seat])
            self.expect(
                1 <= place <= self.seats + 1,
                self.game.places,
                f"Seat {seat + 1} has place {place}; places go from 1 to {self.seats}.",
            )
        if self.steps % LOOKS == 0 or not asked:
            for seat in range(self.seats):
                self.ask_for_bots(seat)

    def ask_for_bots(self, seat: int) -> None:
        self.number(self.game.prospect, seat)
        numbers = np.zeros(self.game.observation, np.float32)
        self.unchanged(self.game.observe, seat, numbers)
        again = np.full(self.game.observation, 7, np.float32)
        self.unchanged(self.game.observe, seat, again)
        self.expect(
            numbers.tobytes() == again.tobytes(),
            self.game.observe,
            "Some of the numbers are not filled in, or filled in at random.",
        )
        world = np.zeros(1, self.states.dtype)
        world[0] = self.state
        self.game.imagine(world[0], seat, self.draws)


# ── Records under watch ──────────────────────────────────────────────────────────────────────────


class WatchedArray(np.ndarray[Any, Any]):
    """An array that refuses a number which does not fit; NumPy cuts off some of them."""

    def __setitem__(self, index: Any, value: Any) -> None:
        super().__setitem__(index, value)
        check_fits(self[index], value)


def room_for(kind: type[np.integer[Any]]) -> WatchedArray:
    """A number for each seat."""
    return np.zeros(MOST_SEATS, kind).view(WatchedArray)


def check_fits(kept: Any, value: Any) -> None:
    if isinstance(value, int | np.integer) and isinstance(kept, np.integer) and kept != int(value):
        raise OverflowError(f"Python integer {int(value)} out of bounds for {kept.dtype}")


def watched(kind: np.dtype[Any]) -> np.dtype[Any]:
    """The same record, whose fields refuse what does not fit."""
    if kind.subdtype is not None:
        base, shape = kind.subdtype
        return np.dtype((watched(base), shape))
    if kind.fields is None:
        return kind
    names = kind.names or ()
    plain = np.dtype(
        {
            "names": list(names),
            "formats": [watched(kind.fields[name][0]) for name in names],
            "offsets": [kind.fields[name][1] for name in names],
            "itemsize": kind.itemsize,
        }
    )
    return np.dtype((with_watched_fields(names), plain))


@functools.cache
def with_watched_fields(names: tuple[str, ...]) -> type:
    fields = {name: property(getter(name), putter(name)) for name in names}
    return type("Record", (np.void,), {**fields, "__slots__": ()})


def getter(name: str) -> Any:
    found = itemgetter(name)

    def get(record: Any) -> Any:
        value = found(record)
        return value.view(WatchedArray) if isinstance(value, np.ndarray) else value

    return get


def putter(name: str) -> Any:
    def put(record: Any, value: Any) -> None:
        record[name] = value
        check_fits(record[name], value)

    return put
