"""The island: 5 rows of 6 jungle spaces, beaches in the west and south, temples north and east.

Spaces are numbered row by row from the north-west; a set of spaces is 32 bits, one for each.
"""

import numpy as np

from templetop.engine.compile import rule
from templetop.engine.grid import Grid
from templetop.engine.paths import paths_on

GRID = Grid(columns=6, rows=5, word=np.uint32)
COLUMNS, ROWS, SPACES = GRID.columns, GRID.rows, GRID.spaces

# Where an adventurer stands: on a space, or one of these.
TEMPLE = SPACES  # it has reached its temple
BEACH = SPACES + 1  # it has not set out yet
UNPLACED = SPACES + 2  # the set-up has not come to it yet

NUMBERS = 11  # beach numbers 10, 20 … 110, and as many temple numbers
NO_NUMBER = -1

BEACHES = [
    # number  edge  space
    (10,      "W",   0),
    (20,      "W",   6),
    (30,      "W",  12),
    (40,      "W",  18),
    (50,      "W",  24),
    (60,      "S",  24),
    (70,      "S",  25),
    (80,      "S",  26),
    (90,      "S",  27),
    (100,     "S",  28),
    (110,     "S",  29),
]  # fmt: skip
TEMPLES = [
    # number  edge  space
    (10,      "N",   0),
    (20,      "N",   1),
    (30,      "N",   2),
    (40,      "N",   3),
    (50,      "N",   4),
    (60,      "N",   5),
    (70,      "E",   5),
    (80,      "E",  11),
    (90,      "E",  17),
    (100,     "E",  23),
    (110,     "E",  29),
]  # fmt: skip

BEACH_SPACE = np.array([space for _, _, space in BEACHES], np.int8)
TEMPLE_SPACE = np.array([space for _, _, space in TEMPLES], np.int8)
WEST_BEACHES = sum(edge == "W" for _, edge, _ in BEACHES)
NORTH_TEMPLES = sum(edge == "N" for _, edge, _ in TEMPLES)

NO_SPACE, ISLAND = GRID.nowhere, GRID.everywhere


def space_name(space: int) -> str:
    """a1 is the space in the north-west, f5 the one in the south-east."""
    return GRID.name(space)


def number_name(number: int) -> int:
    """A beach or temple number as it is printed: 10 to 110."""
    return 10 * (int(number) + 1)


just, ways_east, ways_south, one_step = paths_on(GRID)  # 3.4.4


@rule
def opens_to_beach(player, beach):
    """The space at a beach number, if its tile has a path to that beach; else no space."""
    paths = player.west if beach < WEST_BEACHES else player.south
    return np.uint32(paths & just(BEACH_SPACE[beach]))


@rule
def opens_to_temple(player, temple):
    """The space at a temple number, if its tile has a path to that temple; else no space."""
    paths = player.north if temple < NORTH_TEMPLES else player.east
    return np.uint32(paths & just(TEMPLE_SPACE[temple]))
