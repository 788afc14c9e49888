"""What is in the box: the 16 cards of a set, whose faces are of our own design (rulebook, 1.5)."""

import re

import numpy as np

# One mark for each card: its number, its paths as drawn on it, its treasure (◆ crystal, ● gold),
# and who is on it: a small letter for an adventurer, a capital for a temple. Matches are kept with
# numbers of cards: whoever changes a card raises RULES_VERSION of the game.
SHEET = """
     1┼◆   2├◆   3┤◆   4─●
     5│●   6─◆   7│◆   8─
     9└b  10┐g  11┌o  12┘p
    13╵P  14╷O  15╷G  16╵B
"""

# Which edges of the card each drawing reaches.
PATHS = {
    "╵": "N", "╶": "E", "╷": "S", "╴": "W",
    "─": "EW", "│": "NS",
    "┌": "ES", "┐": "SW", "└": "NE", "┘": "NW",
    "├": "NES", "┤": "NSW", "┬": "ESW", "┴": "NEW",
    "┼": "NESW",
}  # fmt: skip

CARDS = 16
PATH_CARDS = 8  # those with the lowest numbers, with nobody on them
NO_CARD = 0

NOTHING, CRYSTAL, GOLD = range(3)
TREASURE_NAMES = ("nothing", "crystal", "gold")
TREASURE_MARKS = {"": NOTHING, "◆": CRYSTAL, "●": GOLD}
CRYSTAL_WORTH = 1
GOLD_WORTH = 2
HOME_WORTH = 3  # for each adventurer that reaches its temple
MOST_WORTH = 20  # that a designer can make of any of them: what is added up has room for as much

COLOURS = ("blue", "orange", "green", "purple")
LETTERS = "bogp"  # of the adventurers; their temples are the capitals
ADVENTURERS = len(COLOURS)
MAX_SEATS = 6
ROUNDS = 8

FACE = [""] * (CARDS + 1)
LETTER = [""] * (CARDS + 1)  # who is on the card
TREASURE = np.zeros(CARDS + 1, np.int8)
for number, drawing, mark, letter in re.findall(r"(\d+)(\S)([◆●]?)([a-zA-Z]?)", SHEET):
    FACE[int(number)] = drawing
    LETTER[int(number)] = letter
    TREASURE[int(number)] = TREASURE_MARKS[mark]

# The card of each colour's adventurer, and of its temple.
ADVENTURER = np.array([LETTER.index(letter) for letter in LETTERS], np.int8)
TEMPLE = np.array([LETTER.index(letter.upper()) for letter in LETTERS], np.int8)
# A path's treasure is counted from the card after the adventurer's own.
assert not TREASURE[ADVENTURER].any(), "An adventurer's own card shows no treasure (1.7)."


def cards_with_a_path_to(edge: str) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    """For each card 1 or 0: does a path reach that edge?"""
    return np.array([edge in PATHS.get(drawing, "") for drawing in FACE], np.uint64)


NORTH, EAST, SOUTH, WEST = (cards_with_a_path_to(edge) for edge in "NESW")


def cards_with(shown: int) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    """For each card 1 or 0: does it show that treasure?"""
    return np.array([treasure == shown for treasure in TREASURE], np.uint64)


CRYSTALS, NUGGETS = cards_with(CRYSTAL), cards_with(GOLD)
