"""The fact sheet, typed by hand: the tiles and the numbers on the shore.

Nothing here comes from the game's own tables, which are held against it.
"""

import re

# For each tile its number, the edges its paths lead to, and c for a crystal or g for gold.
TILE_SHEET = """
     1 EW       2 EW       3 ES c     4 SW c     5 ESW      6 ESW
     7 NESW     8 NESW     9 NE c    10 NW c    11 NEW c   12 NEW
    13 EW c    14 EW g    15 EW c    16 EW g    17 NS      18 NS
    19 EW      20 EW      21 ES      22 SW      23 NES     24 NSW
    25 NESW    26 NESW    27 NE c    28 NW      29 NES     30 NSW
    31 NS c    32 NS g    33 NS c    34 NS g    35 NS      36 NS
"""

# For each number its edge of the island, and the row and column of its space, counted from 1.
BEACH_SHEET = """
    10 W 1 1    20 W 2 1    30 W 3 1    40 W 4 1    50 W 5 1
    60 S 5 1    70 S 5 2    80 S 5 3    90 S 5 4   100 S 5 5   110 S 5 6
"""
TEMPLE_SHEET = """
    10 N 1 1    20 N 1 2    30 N 1 3    40 N 1 4    50 N 1 5    60 N 1 6
    70 E 1 6    80 E 2 6    90 E 3 6   100 E 4 6   110 E 5 6
"""

TILES = re.findall(r"(\d+) ([NESW]+)(?: ([cg]))?", TILE_SHEET)
EDGES = {int(number): edges for number, edges, _ in TILES}
SHOWS = {
    int(number): {"": "nothing", "c": "crystal", "g": "gold"}[sign] for number, _, sign in TILES
}


def shore(sheet: str) -> dict[int, tuple[str, tuple[int, int]]]:
    """For each number its edge and its space."""
    found = re.findall(r"(\d+) ([NESW]) (\d) (\d)", sheet)
    return {int(number): (edge, (int(row), int(column))) for number, edge, row, column in found}


BEACHES = shore(BEACH_SHEET)
TEMPLES = shore(TEMPLE_SHEET)
