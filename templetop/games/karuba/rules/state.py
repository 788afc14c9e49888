"""What lies on the table."""

from typing import Any

import numpy as np

from templetop.engine.compile import record
from templetop.engine.kinds import Phase
from templetop.games.karuba.rules.island import SPACES
from templetop.games.karuba.rules.pieces import ADVENTURERS, COLOURS, MAX_SEATS
from templetop.games.karuba.words import t


def now_placing(state: Any) -> str:
    colour = COLOURS[state.placing]
    if state.phase == PLACING_ADVENTURER:
        return t("It is time to place the {colour} adventurer.", colour=colour)
    return t("It is time to place the {colour} temple.", colour=colour)


PHASES = (
    Phase("placing adventurer", now_placing, "2.6", waits="2.6"),
    Phase("placing temple", now_placing, "2.6", waits="2.6"),
    Phase("calling", "It is time to call a tile.", "3.1.1", waits="3.1.1"),
    Phase("deciding", "It is time to lay or discard the called tile.", "3.2.1", decided="3.2.2"),
    Phase("over", "The game is over.", "4.2"),
)
PLACING_ADVENTURER, PLACING_TEMPLE, CALLING, DECIDING, OVER = range(len(PHASES))

# What players can agree on, a bit each
CHANCE_PLACES = 1
LAST_TILE_REVEALED = 2

Player = record([
    ("north",          np.uint32),              # the spaces whose tile has a path to its north edge
    ("east",           np.uint32),
    ("south",          np.uint32),
    ("west",           np.uint32),
    ("lying_crystals", np.uint32),              # the spaces where a crystal lies
    ("lying_gold",     np.uint32),              # the spaces where gold lies
    ("tiles",          np.int8, SPACES),        # the number of the tile on each space
    ("adventurers",    np.int8, ADVENTURERS),   # where each stands: a space, or BEACH, or TEMPLE
    ("treasures",      np.int8, ADVENTURERS),   # the temple treasure that each has taken
    ("crystals",       np.int16),               # taken; a designer's treasures may bring many
    ("gold",           np.int8),                # taken
    ("laid",           np.int8),                # how many tiles
])  # fmt: skip

# What a designer may change; it stays the same for a whole match.
Numbers = record([
    ("crystal_worth", np.int8),
    ("gold_worth",    np.int8),
    ("left_over",     np.int8),                 # tiles that are never called
])  # fmt: skip

State = record([
    ("players",  Player, MAX_SEATS),
    ("stack",    np.uint64),                    # the tiles not yet called, a bit for each number
    ("beaches",  np.int8, ADVENTURERS),         # each adventurer's beach number, from 0
    ("temples",  np.int8, ADVENTURERS),         # each temple's number, from 0
    ("taken",    np.int8, ADVENTURERS),         # how many treasures of each temple are gone
    ("treasures", np.int8, MAX_SEATS),          # in each temple's stack, the best first
    ("stacks",   np.int8),                      # how many of them there are
    ("distance", np.int8),                      # how near a temple may be to its adventurer
    ("agreed",   np.int8),                      # CHANCE_PLACES and LAST_TILE_REVEALED, a bit each
    ("gold",     np.int8),                      # nuggets in the supply, or ENOUGH_GOLD
    ("seats",    np.int8),
    ("phase",    np.int8),
    ("placing",  np.int8),                      # the adventurer that is being placed
    ("tile",     np.int8),                      # the tile called
    ("numbers",  Numbers),
])  # fmt: skip
