"""What lies on the table."""

import numpy as np

from templetop.engine.compile import record
from templetop.engine.kinds import Phase
from templetop.games.karuba_cards.rules.pieces import CARDS, MAX_SEATS

PHASES = (
    Phase("drawing", "It is time to draw a card.", "3.4.4", waits="3.4.4"),
    Phase("choosing", "It is time to choose two cards and keep the third.", "3.1.1",
          waits="3.1.1", decided="3.1.2"),
    Phase("discarding", "It is time to discard one of the two cards played.", "3.2.2",
          waits="3.2.1", decided="3.2.3"),
    Phase("laying", "It is time to lay the cards played.", "3.3.1", waits="3.3.1", decided="3.3.2"),
    Phase("over", "The game is over.", "4.1"),
)  # fmt: skip
DRAWING, CHOOSING, DISCARDING, LAYING, OVER = range(len(PHASES))

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
    ("turned",   np.uint32),            # turned face up in this round, whatever became of them
    ("played",   np.uint32),            # those of them that are still to be laid
    ("discards", np.uint32),
    ("places",   np.int8, CARDS + 1),   # the space where each card lies, or NOWHERE
])  # fmt: skip

State = record([
    ("players",       Player, MAX_SEATS),
    ("seats",         np.int8),
    ("detours",       np.int8),         # 1: an adventurer may walk round others, 0: it may not
    ("home_worth",    np.int8),         # points for each adventurer that reaches its temple
    ("crystal_worth", np.int8),
    ("gold_worth",    np.int8),
    ("rounds",        np.int8),         # how many have begun
    ("phase",         np.int8),
])  # fmt: skip
