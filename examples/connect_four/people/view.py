"""What a seat may see: everything."""

from dataclasses import dataclass
from typing import Any

from connect_four.rules.state import COLUMNS, PHASES, ROW, ROWS


@dataclass(frozen=True)
class ConnectFourView:
    """The table."""

    seat: int | None  # who looks at it
    phase: str
    turn: int
    rows: list[list[int | None]]  # the highest first: whose stone is where


def view(state: Any, seat: int | None) -> ConnectFourView:
    rows = [[owner(state, row, column) for column in range(COLUMNS)] for row in range(ROWS)]
    return ConnectFourView(seat, PHASES[state.phase].name, int(state.turn), rows[::-1])


def owner(state: Any, row: int, column: int) -> int | None:
    for seat in range(2):
        if int(state.stones[seat]) >> row * ROW + column & 1:
            return seat
    return None
