"""What is in the box: the 36 jungle tiles of a set, the temple treasures, gold and crystals."""

import re

import numpy as np

# One mark for each tile: its number, its paths as drawn on it, its treasure (◆ crystal, ● gold).
SHEET = """
     1─    2─    3┌◆   4┐◆   5┬    6┬
     7┼    8┼    9└◆  10┘◆  11┴◆  12┴
    13─◆  14─●  15─◆  16─●  17│   18│
    19─   20─   21┌   22┐   23├   24┤
    25┼   26┼   27└◆  28┘   29├   30┤
    31│◆  32│●  33│◆  34│●  35│   36│
"""

# Which edges of the tile each drawing reaches.
PATHS = {
    "─": "EW", "│": "NS",
    "┌": "ES", "┐": "SW", "└": "NE", "┘": "NW",
    "├": "NES", "┤": "NSW", "┬": "ESW", "┴": "NEW",
    "┼": "NESW",
}  # fmt: skip

TILES = 36
NO_TILE = 0

NOTHING, CRYSTAL, GOLD = range(3)
TREASURE_NAMES = ("nothing", "crystal", "gold")
TREASURE_MARKS = {"": NOTHING, "◆": CRYSTAL, "●": GOLD}

CRYSTALS = 64
GOLD_NUGGETS = 12
GOLD_WORTH = 2
CRYSTAL_WORTH = 1
MOST_WORTH = 20  # that a designer may give to either

COLOURS = ("brown", "blue", "purple", "yellow")
ADVENTURERS = len(COLOURS)
MAX_SEATS = 4

# The treasures in each temple's stack, the best on top, for so many seats.
STACKS = [
    # seats
    (),            # 0
    (5,),          # 1
    (5, 3),        # 2
    (5, 3, 2),     # 3
    (5, 4, 3, 2),  # 4
]  # fmt: skip

DRAWING = [""] * (TILES + 1)
TREASURE = np.zeros(TILES + 1, np.int8)
for number, drawing, mark in re.findall(r"(\d+)(\S)([◆●]?)", SHEET):
    DRAWING[int(number)] = drawing
    TREASURE[int(number)] = TREASURE_MARKS[mark]


def tiles_with_a_path_to(edge: str) -> np.ndarray[tuple[int], np.dtype[np.uint32]]:
    """For each tile 1 or 0: does a path reach that edge?"""
    return np.array([edge in PATHS.get(drawing, "") for drawing in DRAWING], np.uint32)


NORTH, EAST, SOUTH, WEST = (tiles_with_a_path_to(edge) for edge in "NESW")
STEPS = (NORTH + EAST + SOUTH + WEST).astype(np.int8)
