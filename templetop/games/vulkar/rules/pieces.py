"""What is in the box: cards, souvenirs, treasures, and what they are worth."""

import numpy as np

from templetop.games.vulkar.lines import lines
from templetop.games.vulkar.rules.island import (
    COLOURS,
    LANES,
    PIT_LANE,
    REGION,
    REGIONS,
    SNAPSHOTS,
    SPACE_AT,
    SPACES,
    TREASURES,
)

# ── Treasures and pictures (1.2 to 1.5, 10.10 to 10.12) ──────────────────────────────────────────

TOKEN_COLOURS = len(COLOURS)
SLABS = len(TREASURES)
TOKENS = SLABS // TOKEN_COLOURS  # of each colour
PICTURES = 4  # of each colour
SET_POINTS = (0, 1, 3, 6, 10, 15)  # for so many tokens of a colour; more are not worth more
HEART_POINTS, PENNY_POINTS, PICTURE_POINTS, SELFIE_POINTS = 7, 6, 5, 2
NO_TOKEN = -1

SLAB = np.full(SPACES, -1, np.int8)  # the slab beside a treasure space
SLAB[TREASURES] = np.arange(SLABS)

# ── Action cards (1.8) ───────────────────────────────────────────────────────────────────────────

LEAST, MOST = 3, 8  # spaces on a card
LENGTHS = MOST - LEAST + 1
ACTION_CARDS = [
    # how many go       3  4  5  6  7  8  spaces
    ("Cataclysm!",     (1, 1, 2, 1, 1, 0)),
    ("Flame Geyser",   (0, 1, 2, 1, 1, 1)),
    ("Lava Blast",     (1, 1, 2, 1, 1, 0)),
    ("Vul-Kar Turns",  (0, 1, 2, 1, 0, 1)),
    ("Roots Stir",     (0, 1, 1, 0, 1, 1)),
    ("Gift Shop",      (1, 1, 1, 0, 0, 0)),
]  # fmt: skip
ACTIONS = tuple(name for name, _ in ACTION_CARDS)
CATACLYSM, FLAME_GEYSER, LAVA_BLAST, VULKAR_TURNS, ROOTS_STIR, GIFT_SHOP = range(len(ACTIONS))
CATACLYSMS = ACTION_CARDS[CATACLYSM][1]
DECK = np.array([number for _, row in ACTION_CARDS for number in row], np.int8)
FACES = len(DECK)  # a card is its action, and its length
ACTION = np.repeat(np.arange(len(ACTIONS), dtype=np.int8), LENGTHS)
LENGTH = np.tile(np.arange(LEAST, MOST + 1, dtype=np.int8), len(ACTIONS))
TREES_TURNED = np.array([0, 0, 1, 0, 2, 0], np.int8)  # by each action, at most
NO_CARD = -1
HAND = 2
SLOTS = 3  # of the tracker

# ── Souvenirs (1.9) ──────────────────────────────────────────────────────────────────────────────

SOUVENIRS = (
    "Selfie Stick", "Tote Bag", "Snow Globe", "Hiking Boots", "Umbrella", "Trail Map",
)  # fmt: skip
SELFIE_STICK, TOTE_BAG, SNOW_GLOBE, HIKING_BOOTS, UMBRELLA, TRAIL_MAP = range(len(SOUVENIRS))
SOUVENIR_KINDS = len(SOUVENIRS)
COPIES = 2
NOT_IN_CURSE = (TOTE_BAG, SNOW_GLOBE)
STRIDES = 2  # spaces that Hiking Boots add, at most

# ── The rest ─────────────────────────────────────────────────────────────────────────────────────

FIREBALLS = 4
MOST_FIGURES = 4
ROUNDS = 30
HEAD_STARTS = (0, 2, 6, 11)  # spaces more in the first walk, in the order of play
LAST_TURNS = 2
NEEDED = 6  # tokens of one colour, under the Curse
SECOND_PILES = (0, 0, 1, 1)  # times that used cards come back then, with one to four seats
REMOVED_CARDS = (18, 9, 13, 2)  # that stay in the box then
LEAST_LEFT = 4  # cards that are no Cataclysm!, so that there are three of them for the tracker
LEAST_OF_EACH = 2  # cards of every other action that a designer must leave
MOST_REMOVED = int(DECK[LENGTHS:].sum()) - LEAST_LEFT

# 12.18  Lanes that run past a picture space of a region; the short lanes of the pits do not count.
IN_SIGHT = 100  # millimetres
PICTURE_LANES = np.zeros((len(REGIONS), LANES), np.int8)
for snapshot in SNAPSHOTS:
    for lane in range(PIT_LANE):
        far = np.linalg.norm(lines()[lane].points - SPACE_AT[snapshot], axis=1).min()
        PICTURE_LANES[REGION[snapshot], lane] |= int(far < IN_SIGHT)
