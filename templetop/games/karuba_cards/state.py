"""What lies on the table."""

import numpy as np

from templetop.engine.compile import record
from templetop.games.karuba_cards.pieces import CARDS, MAX_SEATS

PHASES = ("draw", "choose", "discard", "lay", "over")
DRAW, CHOOSE, DISCARD, LAY, OVER = range(len(PHASES))
NO_CHOICE = -1

Player = record([
    ("north",    np.uint64),            # the spaces whose card has a path to its north edge
    ("east",     np.uint64),
    ("south",    np.uint64),
    ("west",     np.uint64),
    ("crystals", np.uint64),            # the spaces whose card shows a crystal
    ("gold",     np.uint64),            # the spaces whose card shows gold
    ("laid",     np.uint64),            # the spaces where a card lies
    ("frame",    np.uint64),            # the spaces that can still be inside the 4 x 4 frame
    ("hand",     np.uint32),            # a bit for each card, by its number
    ("pile",     np.uint32),            # not drawn yet
    ("played",   np.uint32),            # turned face up and still to be laid
    ("discards", np.uint32),
    ("places",   np.int8, CARDS + 1),   # the space where each card lies, or NOWHERE
    ("choice",   np.int16),             # what it decided, unseen until all have
])  # fmt: skip

State = record([
    ("players",  Player, MAX_SEATS),
    ("seats",    np.int8),
    ("detours",  np.int8),              # 1: an adventurer may walk round others, 0: it may not
    ("rounds",   np.int8),              # how many have begun
    ("phase",    np.int8),
    ("deciding", np.int8),              # the seats that have not decided yet, a bit each
])  # fmt: skip
