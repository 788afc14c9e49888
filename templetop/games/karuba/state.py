"""What lies on the table."""

import numpy as np

from templetop.engine.compile import record
from templetop.games.karuba.island import SPACES
from templetop.games.karuba.pieces import ADVENTURERS, MAX_SEATS

PHASES = ("place adventurer", "place temple", "call", "decide", "over")
PLACE_ADVENTURER, PLACE_TEMPLE, CALL, DECIDE, OVER = range(len(PHASES))
NO_CHOICE = -1

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
    ("crystals",       np.int8),                # taken
    ("gold",           np.int8),                # taken
    ("laid",           np.int8),                # how many tiles
    ("choice",         np.int16),               # what it decided, unseen until all have
])  # fmt: skip

State = record([
    ("players",  Player, MAX_SEATS),
    ("stack",    np.uint64),                    # the tiles not yet called, a bit for each number
    ("beaches",  np.int8, ADVENTURERS),         # each adventurer's beach number, from 0
    ("temples",  np.int8, ADVENTURERS),         # each temple's number, from 0
    ("taken",    np.int8, ADVENTURERS),         # how many treasures of each temple are gone
    ("stacks",   np.int8),                      # which row of TREASURES is on the table
    ("distance", np.int8),                      # how near a temple may be to its adventurer
    ("chance_places", np.int8),                 # 1: chance makes the set-up, 0: the players do
    ("gold",     np.int8),                      # nuggets in the supply, or ENOUGH_GOLD
    ("seats",    np.int8),
    ("phase",    np.int8),
    ("placing",  np.int8),                      # the adventurer that is being placed
    ("tile",     np.int8),                      # the tile called
    ("deciding", np.int8),                      # the seats that have not decided yet, a bit each
])  # fmt: skip
