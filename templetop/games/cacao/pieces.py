"""What is in the box: worker tiles, jungle tiles, and what a player's board has room for."""

import numpy as np

# What each worker beside the tile does: fruits and gold taken (less than 0: given), steps of the
# water carrier, suns. A module of jungle tiles is some more rows, and counts of its own.
JUNGLE_TILES = [
    # mark  name                 cacao  gold  steps  suns  in the box  fewer for two
    ("P1",  "plantation",            1,    0,     0,    0,          6,            2),
    ("P2",  "double plantation",     2,    0,     0,    0,          2,            0),
    ("M2",  "market of 2",          -1,    2,     0,    0,          2,            0),
    ("M3",  "market of 3",          -1,    3,     0,    0,          4,            1),
    ("M4",  "market of 4",          -1,    4,     0,    0,          1,            0),
    ("G1",  "gold mine of 1",        0,    1,     0,    0,          2,            1),
    ("G2",  "gold mine of 2",        0,    2,     0,    0,          1,            0),
    ("WA",  "water",                 0,    0,     1,    0,          3,            1),
    ("SU",  "sun site",              0,    0,     0,    1,          2,            1),
    ("TE",  "temple",                0,    0,     0,    0,          5,            1),
]  # fmt: skip

# The workers on the edges, clockwise. A tile may be turned and not flipped, so the last two differ.
WORKER_TILES = [
    # edges         for two  three  four
    ((1, 1, 1, 1),       4,     3,    3),
    ((2, 1, 0, 1),       5,     5,    4),
    ((3, 0, 0, 1),       1,     1,    1),
    ((3, 1, 0, 0),       1,     1,    1),
]  # fmt: skip

NO_TILE = 0
KINDS = 1 + len(JUNGLE_TILES)  # kinds of jungle tiles, from 1
MARKS = (".", *(row[0] for row in JUNGLE_TILES))
NAMES = ("nothing", *(row[1] for row in JUNGLE_TILES))
PLANTATION, DOUBLE_PLANTATION = MARKS.index("P1"), MARKS.index("P2")
MARKET_2, MARKET_3, MARKET_4 = MARKS.index("M2"), MARKS.index("M3"), MARKS.index("M4")
TEMPLE = MARKS.index("TE")
STORED = 1 + MARKET_4  # the kinds below this one fill or empty the storage of cacao

CACAO, GOLD, STEPS, SUNS, IN_THE_BOX, FEWER_FOR_TWO = (
    np.array([0, *(row[column] for row in JUNGLE_TILES)], np.int64) for column in range(2, 8)
)

MAX_SEATS = 4
COLOURS = ("red", "purple", "white", "yellow")
WORKER_KINDS = len(WORKER_TILES)
MOST_WORKERS = 3  # on one edge
MOST_LAID = 36  # worker tiles in one game: 2 x 11, 3 x 10, 4 x 9
HAND = 3
DISPLAY = 2
STORAGE = 5  # fruits
SUN_PLACES = 3
WATER_TRACK = np.array([-10, -4, -1, 0, 2, 4, 7, 11, 16], np.int64)
LAST_FIELD = len(WATER_TRACK) - 1
FIRST_PRIZE, SECOND_PRIZE = 6, 3  # of a temple

TILES_FOR = np.zeros((MAX_SEATS + 1, WORKER_KINDS), np.int8)
for kind, (_, *counts) in enumerate(WORKER_TILES):
    TILES_FOR[2:, kind] = counts

SIDES = 4
NORTH, EAST, SOUTH, WEST = range(SIDES)


def turned(edges: tuple[int, ...], quarters: int) -> tuple[int, ...]:
    """The tile after so many quarter turns clockwise."""
    return tuple(edges[(side - quarters) % SIDES] for side in range(SIDES))


# A face is a worker tile as it lies: its workers in the north, east, south and west.
ROTATIONS = [
    list(dict.fromkeys(turned(edges, quarters) for quarters in range(SIDES)))
    for edges, *_ in WORKER_TILES
]
FACE_EDGES = [edges for rotations in ROTATIONS for edges in rotations]
FACES = len(FACE_EDGES)
WORKERS = np.array(FACE_EDGES, np.int8)
KIND_OF = np.array([kind for kind, faces in enumerate(ROTATIONS) for _ in faces], np.int8)


def kind_name(kind: int) -> str:
    """2-1-0-1: the edges of a worker tile, clockwise."""
    return "-".join(map(str, WORKER_TILES[kind][0]))


def face_name(face: int) -> str:
    """1210: the workers in the north, east, south and west."""
    return "".join(map(str, FACE_EDGES[face]))
