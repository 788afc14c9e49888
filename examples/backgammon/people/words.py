"""Moves and events in words: how they are told and typed, what they touch, and why not."""

from dataclasses import dataclass
from typing import Any, Literal

from backgammon.rules.moves import AT_HOME
from backgammon.rules.state import (
    BAR,
    BEGINNING,
    FACES,
    LARGER,
    MOVING,
    OFF,
    PLACES,
    ROLL,
    ROLLING,
    SMALLER,
)
from backgammon.rules.turn import happen, seen_from
from templetop.engine.kinds import NO_CODE, Kind, Kinds
from templetop.engine.refusal import IllegalMove


@dataclass(frozen=True)
class Move:
    """A checker, where it stands and where it goes, as its seat counts."""

    kind: Literal["move"]
    words: Literal["on", "hit", "off"]
    seat: int
    place: int  # 25 is the bar
    to: int  # 0 is off the board
    die: int


@dataclass(frozen=True)
class Roll:
    """What is rolled, and for whom."""

    kind: Literal["roll"]
    words: Literal["first", "moves", "stuck"]
    seat: int  # who moves then, or would if they could
    one: int
    other: int


# ── Moves ────────────────────────────────────────────────────────────────────────────────────────


def by_larger(state: Any, seat: int, place: int) -> Move:
    return move(state, seat, place, int(state.dice[0]))


def by_smaller(state: Any, seat: int, place: int) -> Move:
    return move(state, seat, place, int(state.dice[1]))


def move(state: Any, seat: int, place: int, die: int) -> Move:
    to = max(place - die, OFF)
    is_hit = to > OFF and state.checkers[1 - seat, seen_from(to)] == 1
    return Move("move", "hit" if is_hit else "on" if to > OFF else "off", seat, place, to, die)


def code_of_larger(state: Any, seat: int, place: int) -> str:
    return code(place, int(state.dice[0]))


def code_of_smaller(state: Any, seat: int, place: int) -> str:
    """2.4  Of a double, the larger die is played first."""
    return NO_CODE if state.dice[0] == state.dice[1] else code(place, int(state.dice[1]))


def code(place: int, die: int) -> str:
    if die == 0 or place == OFF:
        return NO_CODE
    return f"{name(place)}/{place - die}" if place > die else f"{name(place)}/off {die}"


def name(place: int) -> str:
    return "bar" if place == BAR else str(place)


def why_not_larger(state: Any, seat: int, place: int) -> IllegalMove:
    return why_not(state, seat, place, int(state.dice[0]))


def why_not_smaller(state: Any, seat: int, place: int) -> IllegalMove:
    return why_not(state, seat, place, int(state.dice[1]))


def why_not(state: Any, seat: int, place: int, die: int) -> IllegalMove:
    to, own = place - die, state.checkers[seat]
    if own[place] == 0:
        return IllegalMove(f"You have no checker on {spoken(place)}.", rule="3.1")
    if own[BAR] and place != BAR:
        return IllegalMove("Your checkers on the bar have to enter first.", rule="3.4")
    if to > OFF and state.checkers[1 - seat, seen_from(to)] > 1:
        return IllegalMove(f"Point {to} is held by two checkers or more.", rule="3.2")
    if to <= OFF and int(state.held[seat]) & ~AT_HOME:
        return IllegalMove("Not all your checkers are at home.", rule="3.5")
    if to < OFF and any(own[place + 1 :]):
        return IllegalMove("You have a checker further back.", rule="3.6")
    return IllegalMove("Both dice have to be played, or else the larger one.", rule="2.5")


def spoken(place: int) -> str:
    return "the bar" if place == BAR else f"point {place}"


# ── Rolls ────────────────────────────────────────────────────────────────────────────────────────


def roll(state: Any, seat: int, number: int) -> Roll:
    one, other = number // FACES + 1, number % FACES + 1
    then = state.copy()
    happen(then, ROLL + number)
    if state.phase == BEGINNING:
        return Roll("roll", "first", int(then.turn), one, other)
    words: Literal["moves", "stuck"] = "moves" if then.phase == MOVING else "stuck"
    return Roll("roll", words, int(state.turn), one, other)


WORDS = {
    "on": "{who} moves from {place:place} to {to:place}",
    "hit": "{who} moves from {place:place} to {to:place} and hits",
    "off": "{who} bears off from {place:place} with the {die}",
}
FORMATS = {"place": spoken}

MOVES = Kinds(
    Kind("larger", LARGER, PLACES, (MOVING,), WORDS,
         code_of_larger, by_larger, why_not_larger),
    Kind("smaller", SMALLER, PLACES, (MOVING,), WORDS,
         code_of_smaller, by_smaller, why_not_smaller),
    formats=FORMATS,
)  # fmt: skip

EVENTS = Kinds(
    Kind("roll", ROLL, FACES * FACES, (BEGINNING, ROLLING), {
        "first": "The first seat rolls {one}, the second {other}, and {seat:seat} begins",
        "moves": "{seat:seat} rolls {one} and {other}",
        "stuck": "{seat:seat} rolls {one} and {other}, and cannot move",
    }, target=roll),
)  # fmt: skip
