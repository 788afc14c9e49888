"""The pieces as numbers: worker tiles, jungle tiles, and what a player's board has room for."""

from typing import Any

import numpy as np

from templetop.games.cacao.rules.box import JUNGLE_TILES, MODULES, WORKER_TILES

MAX_SEATS = 4
COLOURS = ("red", "purple", "white", "yellow")
HAND = 3
DISPLAY = 2
STORAGE = 5  # fruits
SUN_PLACES = 3
WATER_TRACK = (-10, -4, -1, 0, 2, 4, 7, 11, 16)
LAST_FIELD = len(WATER_TRACK) - 1
SUN_WORTH = 1
DEAREST = 4  # that a market may be: gold of one turn is a set of 63 bits (trades.py)
PRIZES = (6, 3)  # of a temple, for the most workers and for the second most

# ── Jungle tiles ─────────────────────────────────────────────────────────────────────────────────

NO_TILE = 0
FIRST_KIND = 1
JUNGLE_KINDS = len(JUNGLE_TILES)
KINDS = FIRST_KIND + JUNGLE_KINDS  # they are counted from 1
MARKS = (".", *(row[0] for row in JUNGLE_TILES))
NAMES = ("nothing", *(row[1] for row in JUNGLE_TILES))
DEEDS = ("wait", *(row[2] for row in JUNGLE_TILES))
MARKETS = tuple(MARKS.index(mark) for mark in ("M2", "M3", "M4"))
MINES = tuple(MARKS.index(mark) for mark in ("G1", "G2"))
PLANTATION, MARKET_2, TEMPLE = MARKS.index("P1"), MARKS.index("M2"), MARKS.index("TE")

CACAO, GOLD, STEPS, SUNS, IN_THE_BOX, FEWER_FOR_TWO = (
    np.array([0, *(row[column] for row in JUNGLE_TILES)], np.int64) for column in range(3, 9)
)
IS_KNOWN = (np.minimum(np.minimum(GOLD, STEPS), SUNS) >= 0) & (
    (CACAO >= 0) | (CACAO == -1) & (GOLD > 0) & (STEPS + SUNS == 0)
)
assert IS_KNOWN.all(), "A jungle tile gives something for nothing, or gold for one fruit."

# Plantations and markets, where the order of edges may matter; they are counted from 1, too.
TRADED = np.array([NO_TILE, *np.flatnonzero(CACAO)], np.int64)
TRADES = len(TRADED)
TRADE_OF = np.zeros(KINDS, np.int64)
TRADE_OF[TRADED] = range(TRADES)

# ── Worker tiles ─────────────────────────────────────────────────────────────────────────────────

WORKER_KINDS = len(WORKER_TILES)
MOST_WORKERS = max(max(edges) for edges, *_ in WORKER_TILES)  # on one edge

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

# A tile on the ground is its face, so many times its owner, and more if another lies on it, or it
# on another.
OWNER = 1 << (FACES - 1).bit_length()
BUILT_OVER = OWNER * MAX_SEATS
assert 2 * BUILT_OVER <= 256, f"A tile on the ground is one byte: {FACES} faces are too many."
assert len({*FACE_EDGES}) == FACES, "Two kinds of worker tiles are the same when turned."


def kind_name(kind: int) -> str:
    """2-1-0-1: the edges of a worker tile, clockwise."""
    return "-".join(map(str, WORKER_TILES[kind][0]))


def face_name(face: int) -> str:
    """1210: the workers in the north, east, south and west."""
    return "".join(map(str, FACE_EDGES[face]))


def kind_with(edges: tuple[int, ...]) -> int:
    """The kind of worker tile with these edges, clockwise."""
    return [row[0] for row in WORKER_TILES].index(edges)


# ── How many of each ─────────────────────────────────────────────────────────────────────────────
# The game itself comes first, then what each module changes. All for 0 to 4 seats, of which 2 to 4
# can play.

PARTS = 1 + len(MODULES)
TILES_FOR = np.zeros((PARTS, MAX_SEATS + 1, WORKER_KINDS), np.int8)
JUNGLE_FOR = np.zeros((PARTS, MAX_SEATS + 1, KINDS), np.int8)
for kind, (_, *counts) in enumerate(WORKER_TILES):
    TILES_FOR[0, 2:, kind] = counts
JUNGLE_FOR[0, 2:] = IN_THE_BOX
JUNGLE_FOR[0, 2] -= FEWER_FOR_TWO.astype(np.int8)
for part, module in enumerate(MODULES, start=1):
    for edges, count in module.worker_tiles.items():
        TILES_FOR[part, 2:, kind_with(edges)] = count
    for mark, count in module.jungle_tiles.items():
        JUNGLE_FOR[part, 3:, MARKS.index(mark)] = count
    for mark, count in module.jungle_tiles_for_two.items():
        JUNGLE_FOR[part, 2, MARKS.index(mark)] = count


def most(counts: np.ndarray[Any, Any], seats: int) -> int:
    """As many tiles as there can be for so many seats, with any of the modules."""
    game, *modules = (int(part.sum()) for part in counts[:, seats])
    return game + sum(more for more in modules if more > 0)


EVERYONE = range(2, MAX_SEATS + 1)
MOST_LAID = max(seats * most(TILES_FOR, seats) for seats in EVERYONE)  # worker tiles in one game
MOST_JUNGLE = max(most(JUNGLE_FOR, seats) for seats in EVERYONE)  # jungle tiles in one game
assert max(MOST_LAID, MOST_JUNGLE) < 128, "Tiles of one game are counted in a byte."
assert len(MODULES) <= 8, "A table has a bit for each of eight modules."
