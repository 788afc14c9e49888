"""What lies on the table."""

from typing import Any

import numpy as np

from templetop.engine.compile import record
from templetop.engine.kinds import Phase
from templetop.games.cacao.rules.ground import SPOTS, SQUARE_WORDS
from templetop.games.cacao.rules.pieces import (
    KINDS,
    MAX_SEATS,
    MOST_LAID,
    MOST_WORKERS,
    NAMES,
    PRIZES,
    WATER_TRACK,
    WORKER_KINDS,
)
from templetop.games.cacao.words import t


def now_working(state: Any) -> str:
    return t("It is time to say how many act at the {tile}.", tile=NAMES[state.job])


PHASES = (
    Phase("dealing", "It is time to deal a worker tile.", "2.5", waits="2.5"),
    Phase("placing", "It is time to choose a square for a worker tile.", "3.1.1", waits="3.5.3"),
    Phase("turning", "It is time to lay a worker tile.", "3.1.2", waits="3.5.3"),
    Phase("filling", "It is time to fill a space.", "3.2.2", waits="3.2.3"),
    Phase("choosing", "It is time to say which edge acts first.", "3.3.4", waits="3.3.6"),
    Phase("working", now_working, "3.3.5", waits="3.3.6"),
    Phase("drawing", "It is time to draw a worker tile.", "3.5.1", waits="3.5.1"),
    Phase("revealing", "It is time to turn up a jungle tile.", "3.5.2", waits="3.5.2"),
    Phase("over", "The game is over.", "5.1.1"),
)
DEALING, PLACING, TURNING, FILLING, CHOOSING, WORKING, DRAWING, REVEALING, OVER = range(len(PHASES))

Player = record([
    ("gold",    np.int16),
    ("cacao",   np.int8),                        # fruits in the storage
    ("suns",    np.int8),
    ("water",   np.int8),                        # the field of the water track, from 0
    ("hand",    np.int8, WORKER_KINDS),          # how many worker tiles of each kind
    ("deck",    np.int8, WORKER_KINDS),          # not yet drawn
    ("jobs",    np.int8, (KINDS, MOST_WORKERS)),  # edges still to act: beside what, of how many
])  # fmt: skip

# What a designer may change besides; it stays the same for a whole match.
Numbers = record([
    ("gold",      np.int8, KINDS),               # that a worker gets beside each kind of tile
    ("sun_worth", np.int8),
])  # fmt: skip

State = record([
    ("players",  Player, MAX_SEATS),
    ("jungle",   np.int8, SPOTS),                # the kind of jungle tile on each space
    ("occupied", np.uint64, SQUARE_WORDS),       # the squares with a worker tile, a bit each
    ("open",     np.uint64, SQUARE_WORDS),       # those without, beside a jungle tile
    ("squares",  np.int16, MOST_LAID),           # of each worker tile, in the order of laying
    ("tiles",    np.uint8, MOST_LAID),           # its face, its owner, and whether it is built over
    ("pile",     np.int8, KINDS),                # how many jungle tiles of each kind
    ("display",  np.int8, KINDS),
    ("laid",     np.int8),                       # how many worker tiles
    ("blind",    np.int8),                       # 1: a third space is filled with a tile unseen
    ("declines", np.int8),                       # 1: any gain may be declined, 0: only sales
    ("seats",    np.int8),
    ("phase",    np.int8),
    ("active",   np.int8),                       # whose turn it is
    ("square",   np.int16),                      # where the worker tile of this turn is laid
    ("spaces",   np.int8),                       # sides of it that are to be filled, a bit each
    ("filled",   np.int8),                       # the sides that have been filled in this turn
    ("working",  np.int8),                       # how many seats after the active one is at work
    ("job",      np.int8),                       # the kind of tile that workers are asked about
    ("workers",  np.int8),                       # how many workers it is about
    ("modules",  np.uint8),                      # what is played besides the game, a bit each
    ("prizes",   np.int8, len(PRIZES)),          # of a temple: for the most workers, and for the
                                                 # second most
    ("water_track", np.int8, len(WATER_TRACK)),  # what each field is worth
    ("by_tile",  np.int8),                       # 1: a tile on another may be built over, too
    ("numbers",  Numbers),
])  # fmt: skip
