"""What a seat may know, as numbers from 0 to 1 for a network."""

from connect_four.rules.state import COLUMNS, OVER, ROW, ROWS
from templetop.engine.compile import rule
from templetop.engine.game import Plane

PLANES = (
    Plane("own stones and theirs, the lowest row first", (2, ROWS, COLUMNS)),
    Plane("the first seat, to move, over", (3,)),
)


@rule
def observe(state, seat, numbers):
    """Fill in the table as this seat sees it."""
    at = 0
    for turn in range(2):
        stones = int(state.stones[(seat + turn) % 2])
        for row in range(ROWS):
            for column in range(COLUMNS):
                numbers[at] = stones >> row * ROW + column & 1
                at += 1
    numbers[at] = seat == 0
    numbers[at + 1] = seat == state.turn
    numbers[at + 2] = state.phase == OVER
