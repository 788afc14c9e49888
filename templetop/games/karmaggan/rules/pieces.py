"""What is in the box: the board as it is drawn, the decks, and what the cards are worth in battle.

The board is read from the drawing below. A row is drawn from twelve o'clock on, clockwise; all but
the Inner ring repeat a block.
"""

import numpy as np

from templetop.engine.seats import MOST_SEATS

# ── The board (1.1 to 1.9) ───────────────────────────────────────────────────────────────────────
# . empty   # abyss   O object   T temple   B blood   P passage   S starting point

OUTER_A = "..#..S.O.O.S.#.T" * 4
OUTER_B = "B#.T.##.#.##.T.#" * 4
OUTER_C = "O..#P.T.#.T.O#.." * 4
MIDDLE_D = ".O#..B.T" * 4
MIDDLE_E = "T..#O..." * 4
INNER = ".#OT..OT.#OT..OT"
CENTRE_TILE = "T"

# The wall around a ring, part by part, which turns with it: . a gap   | plain wall   * a trap: fire
# in the Central wall, acid in the Inner wall, arrows in the Middle wall.
CENTRAL_WALL = ".*|.*|*|.*|.*|*|"
INNER_WALL = "*.||*|.*" * 4
MIDDLE_WALL = "|.*|.|**|.|**|.*" * 4
GAP, TRAP = ".", "*"

# Walls that run outwards, across a ring: each stands before this column.
OUTER_BARS = (8, 24, 40, 56)
MIDDLE_BARS = (0, 16)

# What never turns: columns of the Outer ring as the world counts them.
GATE_WIDTH = 3
SUN_GATES = (4, 20, 36, 52)
MOON_GATES = (10, 26, 42, 58)
GATES = tuple(sorted(SUN_GATES + MOON_GATES))
ROLLERS = (8, 40)  # each hangs before this column

RINGS = ("Central", "Inner", "Middle", "Outer")
CENTRAL_RING, INNER_RING, MIDDLE_RING, OUTER_RING = range(len(RINGS))
SECTORS = 16

TILES = ("empty", "abyss", "object", "temple", "blood", "passage", "dark", "light")
EMPTY, ABYSS, OBJECT, TEMPLE, BLOOD, PASSAGE, DARK, LIGHT = range(len(TILES))
KINDS = len(TILES)
DRAWN = {".": EMPTY, "#": ABYSS, "O": OBJECT, "T": TEMPLE, "B": BLOOD, "P": PASSAGE, "S": EMPTY}

# ── Object cards (1.10, 6.4) ─────────────────────────────────────────────────────────────────────

VALUES = ("null", "attack", "counter", "power", "sword")
NULL, ATTACK, COUNTER, POWER, SWORD_VALUE = range(len(VALUES))

CARDS = [
    # name       in the deck  battle value
    ("",                  0,  NULL),
    ("fingers",           3,  ATTACK),
    ("mishmash",          5,  NULL),
    ("pole",              5,  ATTACK),
    ("gaze",              5,  COUNTER),
    ("spell",             5,  COUNTER),
    ("stone",             5,  NULL),
    ("dull helmet",       1,  NULL),
    ("horned helmet",     1,  ATTACK),
    ("mirror helmet",     3,  COUNTER),
    ("sparks",            5,  ATTACK),
    ("sword",             2,  SWORD_VALUE),
    ("saliva",            6,  NULL),
    ("eclipse",           1,  POWER),
    ("carving",           3,  COUNTER),
    ("twins",             6,  NULL),
    ("tar",              13,  NULL),
    ("dagger",            5,  ATTACK),
]  # fmt: skip
(
    NO_CARD, FINGERS, MISHMASH, POLE, GAZE, SPELL, STONE, DULL_HELMET, HORNED_HELMET,
    MIRROR_HELMET, SPARKS, SWORD, SALIVA, ECLIPSE, CARVING, TWINS, TAR, DAGGER,
) = range(len(CARDS))  # fmt: skip
FACES = len(CARDS)
CARD_NAMES = tuple(name for name, _, _ in CARDS)
DECK = np.array([number for _, number, _ in CARDS], np.int8)
VALUE = np.array([value for _, _, value in CARDS], np.int8)
HAND = 8  # at most
FIRST_HAND = 4
AFTER_BATTLE = 3  # one draws up to so many

# A row beats these columns: null, attack, counter, power, sword.
BEATS = np.array([
    (0, 0, 0, 0, 0),
    (1, 0, 0, 0, 0),
    (0, 1, 0, 0, 0),
    (1, 1, 1, 0, 0),
    (1, 1, 1, 1, 0),
], np.int8)  # fmt: skip

# ── Temple cards (1.11) ──────────────────────────────────────────────────────────────────────────

TEMPLE_CARDS = [
    # name                           in the deck
    ("Central ring clockwise",                2),
    ("Central ring counterclockwise",         2),
    ("Inner ring clockwise",                  3),
    ("Inner ring counterclockwise",           3),
    ("Middle ring clockwise",                 3),
    ("Middle ring counterclockwise",          3),
    ("Outer ring clockwise",                  3),
    ("Outer ring counterclockwise",           3),
    ("arrows",                                4),
    ("acid",                                  4),
    ("fire",                                  4),
    ("piston",                                2),
    ("battering ram",                         2),
    ("iris flash",                            3),
    ("calm",                                  5),
    ("plenty",                                2),
    ("Sun gates open",                        2),
    ("Moon gates open",                       2),
    ("Sun gates close",                       3),
    ("Moon gates close",                      3),
    ("all gates close",                       2),
]  # fmt: skip
TEMPLE_KINDS = len(TEMPLE_CARDS)
TEMPLE_NAMES = tuple(name for name, _ in TEMPLE_CARDS)
TEMPLE_DECK = np.array([number for _, number in TEMPLE_CARDS], np.int8)
ROTATIONS = 2 * len(RINGS)  # the first kinds: two for each ring, clockwise first
(
    ARROWS, ACID, FIRE, PISTON, RAM, FLASH, CALM, PLENTY,
    SUN_OPEN, MOON_OPEN, SUN_CLOSE, MOON_CLOSE, ALL_CLOSE,
) = range(ROTATIONS, TEMPLE_KINDS)  # fmt: skip
GATE_CARDS = TEMPLE_KINDS - SUN_OPEN
FEW_SEATS = 3  # with so many or fewer, gates open more rarely
RAM_CARDS = 4
PLENTY_CARDS = 2

# ── Blood, medallions, dice (1.12 to 1.14) ───────────────────────────────────────────────────────

BLOOD_FACES = ("2", "3", "4", "M")  # coins, or a medallion
MEDALLION = 3  # the face that is one
BLOOD_BAG = (3, 2, 1, 2)  # how many of each face
COINS = (3, 3, 4, 4, 4, 5, 5)  # at the start, with two seats, three …
MEDALLIONS = 1
ROUNDS = 60
DIE = 6
MOST_SPAWNS = 6  # of a swarm
SWARMS = 2
PIECES = MOST_SEATS + SWARMS * MOST_SPAWNS  # raiders by their seats, then the spawns
FIRST_SPAWN = MOST_SEATS
