"""The rule text and the fact sheet, typed by hand.

Nothing here comes from the game's own tables, which are held against it.
"""

# The board. . empty   # abyss   O object   T temple   B blood   P passage   S starting point
BOARD = {
    "A": "..#..S.O.O.S.#.T" * 4,
    "B": "B#.T.##.#.##.T.#" * 4,
    "C": "O..#P.T.#.T.O#.." * 4,
    "D": ".O#..B.T" * 4,
    "E": "T..#O..." * 4,
    "F": ".#OT..OT.#OT..OT",
    "G": "T",
}
TILES = {
    "empty": 134,
    "start": 8,
    "abyss": 58,
    "object": 28,
    "temple": 32,
    "blood": 8,
    "passage": 4,
}

# The parts of the walls that have a gap or a trap: around the centre, the Inner, the Middle ring.
CENTRAL_GAPS = {0, 3, 8, 11}
INNER_GAPS = {8 * block + part for block in range(4) for part in (1, 6)}
MIDDLE_GAPS = {16 * block + part for block in range(4) for part in (1, 4, 9, 14)}
FIRE = {1, 4, 6, 9, 12, 14}
ACID = {8 * block + part for block in range(4) for part in (0, 4, 7)}
ARROWS = {16 * block + part for block in range(4) for part in (2, 6, 7, 11, 12, 15)}
OUTER_BARS = {8, 24, 40, 56}
MIDDLE_BARS = {0, 16}

SUN_GATES = [(4, 5, 6), (20, 21, 22), (36, 37, 38), (52, 53, 54)]
MOON_GATES = [(10, 11, 12), (26, 27, 28), (42, 43, 44), (58, 59, 60)]
STARTS = [5, 11, 21, 27, 37, 43, 53, 59]
ROLLERS = {8, 40}  # before these columns

OBJECT_CARDS = {
    "fingers": 3, "mishmash": 5, "pole": 5, "gaze": 5, "spell": 5, "stone": 5,
    "dull helmet": 1, "horned helmet": 1, "mirror helmet": 3, "sparks": 5, "sword": 2,
    "saliva": 6, "eclipse": 1, "carving": 3, "twins": 6, "tar": 13, "dagger": 5,
}  # fmt: skip
VALUES = {
    "null": ["tar", "saliva", "twins", "mishmash", "stone", "dull helmet"],
    "attack": ["dagger", "pole", "sparks", "fingers", "horned helmet"],
    "counter": ["spell", "gaze", "carving", "mirror helmet"],
    "power": ["eclipse"],
    "sword": ["sword"],
}
HOW_MANY_OF_A_VALUE = {"null": 36, "attack": 19, "counter": 16, "power": 1, "sword": 2}
BEATEN_BY = {
    "null": "",
    "attack": "null",
    "counter": "attack",
    "power": "null attack counter",
    "sword": "null attack counter power",
}

TEMPLE_CARDS = {
    "Outer ring clockwise": 3, "Outer ring counterclockwise": 3,
    "Middle ring clockwise": 3, "Middle ring counterclockwise": 3,
    "Inner ring clockwise": 3, "Inner ring counterclockwise": 3,
    "Central ring clockwise": 2, "Central ring counterclockwise": 2,
    "arrows": 4, "acid": 4, "fire": 4, "piston": 2,
    "Sun gates open": 2, "Moon gates open": 2,
    "Sun gates close": 3, "Moon gates close": 3, "all gates close": 2,
    "battering ram": 2, "iris flash": 3, "calm": 5, "plenty": 2,
}  # fmt: skip

BLOOD = {"2": 3, "3": 2, "4": 1, "M": 2}
COINS = {2: 3, 3: 3, 4: 4, 5: 4, 6: 4, 7: 5, 8: 5}  # others say 2 for two seats
