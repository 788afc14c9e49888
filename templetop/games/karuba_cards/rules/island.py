"""The island: cards on a field of 7 x 7 spaces, with the first of them in its middle.

An island is at most 4 x 4 cards, and whichever way it grows from the middle, the field holds it.
Spaces are numbered row by row from the north-west; a set of spaces is 64 bits, one for each.
"""

import numpy as np

from templetop.engine.bits import bits_in
from templetop.engine.compile import rule
from templetop.engine.grid import Grid
from templetop.engine.paths import paths_on

FRAME = 4  # an island is at most so many cards wide and high
SIDE = 2 * FRAME - 1
GRID = Grid(columns=SIDE, rows=SIDE, word=np.uint64)
SPACES = GRID.spaces
MIDDLE = SPACES // 2
NOWHERE = -1  # the place of a card that does not lie on the island

NO_SPACE, ONE_SPACE, ROW = GRID.nowhere, GRID.one, GRID.row
FIELD, FIRST_COLUMN, LAST_COLUMN = GRID.everywhere, GRID.first_column, GRID.last_column


def space_name(space: int) -> str:
    """a1 is the space in the north-west, d4 the middle, g7 the one in the south-east."""
    return GRID.name(space)


def frames_around(space: int) -> int:
    """The spaces that fit into one frame with this one: at most 3 rows and columns away."""
    row, column = divmod(space, SIDE)
    return sum(
        1 << other
        for other in range(SPACES)
        if abs(other // SIDE - row) < FRAME and abs(other % SIDE - column) < FRAME
    )


FRAMES_AROUND = np.array([frames_around(space) for space in range(SPACES)], np.uint64)


just, ways_east, ways_south, one_step = paths_on(GRID)  # 4.2


@rule
def first_of(spaces):
    """The first space of a set that is not empty."""
    return bits_in(~spaces & (spaces - ONE_SPACE))


@rule
def beside(spaces):
    """The spaces that share an edge with one of these; perhaps some of these among them."""
    return np.uint64(
        ((spaces & ~LAST_COLUMN) << ONE_SPACE)
        | ((spaces & ~FIRST_COLUMN) >> ONE_SPACE)
        | ((spaces << ROW) & FIELD)
        | (spaces >> ROW)
    )


@rule
def ways_on(island):
    """The ways to the east and those to the south, from which spaces they lead."""
    return ways_east(island), ways_south(island)
