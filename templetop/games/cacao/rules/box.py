"""What is in the box: rows of worker tiles, of jungle tiles and of modules.

Whatever depends on how many rows there are, and on what stands in them, is reckoned from here: the
numbers of moves, the size of the ground, the fields of a table. A row may be any tile that gives
something for nothing, or gold for one fruit; for what else a worker may do, rules are wanted first.

No module is part of the game yet (1.10). Where each will go, besides a row of MODULES:

    map           a second display on the table, and tokens of each seat; moves that fill from it
                  in `go_on_filling` and `begin_reveal`; it builds over earlier: `may_build_over`
    watering      a jungle tile: 4 fruits, 1 step back; so an edge at a water may have to act before
                  it or after it, which is to be asked in `trade`; another tile to start with
    chocolate     two jungle tiles; bars, a store that shares the room of the fruits: a field of
                  the seat, a column here and a line in each rule of deeds.py; which of the two
                  things is sold is one more question in `answer`
    huts          a table of huts here; bits for those left and for those of each seat; a phase to
                  buy one between WORKING and DRAWING, in `end_work`; what each does in the rule
                  that it changes, and its gold in `gold_of`
    gem mines     a jungle tile; gems on every mine and of each seat, laid by chance in `turn_up`;
                  a branch in deeds.py; masks and gems count in `gold_of`. That seats act in turn,
                  the active one first, is so already
    tree of life  a jungle tile: 1 gold; `call_edge` calls edges without workers as well
    emperor       his square on the table; `lay_tile` moves him and pays, `begin_turn` pays again
    new workers   worker tiles, and nothing else
    longer games  more tiles; the pages are told how large the ground is

Numbers of moves change with every row, so `RULES_VERSION` rises with a module. A table takes 992
bytes; a kind of jungle tile adds 14, a kind of worker tile 8, edges of four workers 44. With 45
jungle and 60 worker tiles it would be about 2,000, most of it ground: then jungle tiles had better
be a list, as worker tiles are.
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


# What each worker beside the tile does: its deed, by which it is told, fruits and gold taken (less
# than 0: given), steps of the water carrier, suns.
JUNGLE_TILES: list[tuple[str, str, str, int, int, int, int, int, int]] = [
    # mark  name                 deed     cacao  gold  steps  suns  box  fewer for two
    ("P1",  "plantation",        "pick",     1,    0,     0,    0,   6,            2),
    ("P2",  "double plantation", "pick",     2,    0,     0,    0,   2,            0),
    ("M2",  "market of 2",       "sell",    -1,    2,     0,    0,   2,            0),
    ("M3",  "market of 3",       "sell",    -1,    3,     0,    0,   4,            1),
    ("M4",  "market of 4",       "sell",    -1,    4,     0,    0,   1,            0),
    ("G1",  "gold mine of 1",    "dig",      0,    1,     0,    0,   2,            1),
    ("G2",  "gold mine of 2",    "dig",      0,    2,     0,    0,   1,            0),
    ("WA",  "water",             "fetch",    0,    0,     1,    0,   3,            1),
    ("SU",  "sun site",          "pray",     0,    0,     0,    1,   2,            1),
    ("TE",  "temple",            "wait",     0,    0,     0,    0,   5,            1),
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
