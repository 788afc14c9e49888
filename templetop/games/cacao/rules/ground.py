"""The ground: a chessboard without an edge.

Worker tiles lie on squares and jungle tiles on spaces, which alternate like black and white. The
board is 32 by 32 and closed upon itself: what leaves it in the east comes back in the west. Nobody
can ever notice (3.1.6): 28 jungle tiles never reach over more than 28 columns, worker tiles reach
one column further on either side, and two columns always stay empty between the two ends. With more
jungle tiles the board grows as it has to.

There are 512 squares and 512 spaces, each numbered row by row from the north-west.
"""

import numpy as np

from templetop.engine.bits import ONE, WORD
from templetop.engine.compile import rule
from templetop.games.cacao.rules.pieces import EAST, MOST_JUNGLE, NORTH, SIDES, SOUTH

BEYOND = 4  # columns: one of worker tiles at either end, and two that stay empty
SIZE = MOST_JUNGLE + BEYOND + MOST_JUNGLE % 2  # even: on a closed board colours have to alternate
HALF = SIZE // 2  # squares, and spaces, in a row
SPOTS = SIZE * HALF  # squares, and as many spaces
SQUARE_WORDS = (SPOTS + WORD - 1) // WORD

NO_SQUARE = -1
MIDDLE = 15, 15  # the first plantation, a space; anywhere is as good, and so it is always p25

LETTERS = "abcdefghijklmnopqrstuvwxyz"
COLUMN_NAMES = [*LETTERS, *(first + second for first in LETTERS for second in LETTERS)][:SIZE]
ROW_NAMES = [str(row + 10) for row in range(SIZE)]
assert len(ROW_NAMES[-1]) == 2, f"Rows have names of two digits: {SIZE} are too many."


def is_space(column: int, row: int) -> bool:
    """Does a jungle tile belong there? Else a worker tile does."""
    return (column + row) % 2 == 0


def number_at(column: int, row: int) -> int:
    """The number of the square or the space there; numbers beyond the board come in again."""
    return row % SIZE * HALF + column % SIZE // 2


def place_of_square(square: int) -> tuple[int, int]:
    """Its column and row."""
    row, half = divmod(int(square), HALF)
    return 2 * half + 1 - row % 2, row


def place_of_space(space: int) -> tuple[int, int]:
    """Its column and row."""
    row, half = divmod(int(space), HALF)
    return 2 * half + row % 2, row


def place_name(column: int, row: int) -> str:
    return f"{COLUMN_NAMES[column % SIZE]}{ROW_NAMES[row % SIZE]}"


def square_name(square: int) -> str:
    """q25 is the square in the east of the first plantation, which lies on p25."""
    return place_name(*place_of_square(square))


def space_name(space: int) -> str:
    return place_name(*place_of_space(space))


OPPOSITE = np.array([(side + 2) % SIDES for side in range(SIDES)], np.int8)

START_PLANTATION = number_at(*MIDDLE)
START_MARKET = number_at(MIDDLE[0] + 1, MIDDLE[1] + 1)


@rule
def space_beside(square, side):
    """3.1.5  The space on that side of a square. The squares of even rows are in odd columns."""
    return beside(int(square), side, 1 - int(square) // HALF % 2)


@rule
def square_beside(space, side):
    """3.1.5  The square on that side of a space. The spaces of odd rows are in odd columns."""
    return beside(int(space), side, int(space) // HALF % 2)


@rule
def beside(number, side, odd):
    """3.1.6  What lies there, across the edge of the board too; is the column we come from odd?

    Reckoned, not looked up: a GPU keeps a copy of a table for every place where it is used.
    """
    row, half = number // HALF, number % HALF
    if side == NORTH:
        row += SIZE - 1
    elif side == EAST:
        half += odd
    elif side == SOUTH:
        row += 1
    else:
        half += HALF - 1 + odd
    return row % SIZE * HALF + half % HALF


@rule
def first_side(sides):
    """The first of a set of sides, from the north clockwise."""
    side = 0
    while not sides >> side & 1:
        side += 1
    return side


@rule
def includes(squares, square):
    """Is the square in the set?"""
    return (squares[square >> 6] >> np.uint64(square & 63)) & ONE != np.uint64(0)


@rule
def add(squares, square):
    squares[square >> 6] |= ONE << np.uint64(square & 63)


@rule
def remove(squares, square):
    squares[square >> 6] &= ~(ONE << np.uint64(square & 63))
