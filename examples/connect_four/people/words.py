"""Moves in words: how they are told and typed, what they touch, and why not."""

from dataclasses import dataclass
from typing import Any, Literal

from connect_four.rules.state import COLUMNS, DROP, DROPPING, ROW
from connect_four.rules.turn import landing
from templetop.engine.kinds import Kind, Kinds
from templetop.engine.refusal import IllegalMove

MEASURE = None  # nothing is counted
LETTERS = "abcdefg"


@dataclass(frozen=True)
class Drop:
    """Where a stone falls."""

    kind: Literal["drop"]
    seat: int
    column: str
    row: int  # from 1, the lowest


def drop(state: Any, seat: int, column: int) -> Drop:
    row = (landing(state, column).bit_length() - 1) // ROW
    return Drop("drop", seat, LETTERS[column], row + 1)


def letter(state: Any, seat: int, column: int) -> str:
    return LETTERS[column]


def why_not(state: Any, seat: int, column: int) -> IllegalMove:
    return IllegalMove(f"Column {LETTERS[column]} is full.", rule="2.2")


MOVES = Kinds(
    Kind("drop", DROP, COLUMNS, (DROPPING,), "{who} drops a stone into column {column}",
         letter, drop, why_not),
)  # fmt: skip
