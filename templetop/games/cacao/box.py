"""What is in the box: rows of worker tiles, of jungle tiles and of modules.

Whatever depends on how many rows there are, and on what stands in them, is reckoned from here: the
numbers of moves, the size of the ground, the fields of a table. The end of the rulebook says where
each module of the printed game goes.
"""

from typing import NamedTuple


class Module(NamedTuple):
    """Something that a table may agree to play with: an option that is off unless it is chosen.

    It says how many more tiles of a kind there are, or fewer (less than 0). A tile that comes with
    a module is a row of the tables below with none of it in the box.
    """

    name: str
    says: str
    jungle_tiles: dict[str, int]  # by mark, with three or four seats
    jungle_tiles_for_two: dict[str, int]
    worker_tiles: dict[tuple[int, ...], int]  # of each seat, by edges


# What each worker beside the tile does: fruits and gold taken (less than 0: given), steps of the
# water carrier (less than 0: back), suns. What no column says is done in deeds.py.
JUNGLE_TILES: list[tuple[str, str, str, int, int, int, int, int, int]] = [
    # mark  name                 deed                 cacao  gold  steps  suns  box  fewer for two
    ("P1",  "plantation",        "pick 1 cacao each",    1,    0,     0,    0,   6,            2),
    ("P2",  "double plantation", "pick 2 cacao each",    2,    0,     0,    0,   2,            0),
    ("M2",  "market of 2",       "sell 1 cacao each",   -1,    2,     0,    0,   2,            0),
    ("M3",  "market of 3",       "sell 1 cacao each",   -1,    3,     0,    0,   4,            1),
    ("M4",  "market of 4",       "sell 1 cacao each",   -1,    4,     0,    0,   1,            0),
    ("G1",  "gold mine of 1",    "dig 1 gold each",      0,    1,     0,    0,   2,            1),
    ("G2",  "gold mine of 2",    "dig 2 gold each",      0,    2,     0,    0,   1,            0),
    ("WA",  "water",             "fetch water",          0,    0,     1,    0,   3,            1),
    ("SU",  "sun site",          "pray",                 0,    0,     0,    1,   2,            1),
    ("TE",  "temple",            "act",                  0,    0,     0,    0,   5,            1),
]  # fmt: skip

# The workers on the edges, clockwise. A tile may be turned and not flipped, so the last two differ.
WORKER_TILES: list[tuple[tuple[int, ...], int, int, int]] = [
    # edges         for two  three  four
    ((1, 1, 1, 1),       4,     3,    3),
    ((2, 1, 0, 1),       5,     5,    4),
    ((3, 0, 0, 1),       1,     1,    1),
    ((3, 1, 0, 0),       1,     1,    1),
]  # fmt: skip

MODULES: list[Module] = []
