"""Moves and events in words: how they are told and typed, what they touch, and why not."""

from dataclasses import dataclass
from typing import Any, Literal

from templetop.engine.kinds import Kind, Kinds
from templetop.engine.refusal import IllegalMove

from ..rules.state import DECIDING, FACES, HOLD, ROLL, ROLLING, SHOW

SYNONYMS = {"roll": "r", "hold": "h"}  # may be typed for the codes


@dataclass(frozen=True)
class Hold:
    """The pot that is taken."""

    kind: Literal["hold"]
    seat: int
    pot: int


@dataclass(frozen=True)
class Show:
    """What the die shows, and to whom."""

    kind: Literal["show"]
    words: Literal["more", "lost"]
    seat: int
    face: int


def hold(state: Any, seat: int, number: int) -> Hold:
    return Hold("hold", seat, int(state.pot))


def why_not_hold(state: Any, seat: int, number: int) -> IllegalMove:
    return IllegalMove("You have to roll first.", rule="2.6")


def show(state: Any, seat: int, number: int) -> Show:
    return Show("show", "more" if number else "lost", int(state.turn), number + 1)


MOVES = Kinds(
    Kind("roll", ROLL, 1, (DECIDING,), "{who} rolls", lambda *_: "r"),
    Kind("hold", HOLD, 1, (DECIDING,), "{who} holds and gets {pot}", lambda *_: "h", hold,
         why_not_hold),
)  # fmt: skip

EVENTS = Kinds(
    Kind("show", SHOW, FACES, (ROLLING,), {
        "more": "{seat:seat} rolls a {face}",
        "lost": "{seat:seat} rolls a 1 and loses the pot",
    }, target=show),
)  # fmt: skip
