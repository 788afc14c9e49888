"""What lies on the table, and the numbers of moves and events.

LARGER  + place          the larger die moves a checker from there     25 moves
SMALLER + place          the smaller die does                          25 moves

ROLL + 6 * one + other   one and the other die, less 1                 36 events

A place is OFF the board, a point from 1 to 24, or the BAR; each seat counts them its own way, and
always moves from high to low ones. A set of places is a number with a bit for each, so all moves
with one die are found in a few steps, however many checkers there are.
"""

import numpy as np

from templetop.engine.compile import record
from templetop.engine.kinds import Phase

CHECKERS = 15
HOME = 6  # and the points below it
POINTS = 24
OFF, BAR = 0, POINTS + 1
PLACES = BAR + 1
FACES = 6

LARGER = 0
SMALLER = 32
ROLL = 0

PHASES = (
    Phase("beginning", "It is time to roll for who begins.", "2.1", waits="2.1"),
    Phase("rolling", "It is time to roll the dice.", "2.2", waits="2.2"),
    Phase("moving", "It is time to move a checker.", "2.3", waits="2.2"),
    Phase("over", "The game is over.", "4.1"),
)
BEGINNING, ROLLING, MOVING, OVER = range(len(PHASES))

State = record([
    ("open",     np.int64),               # the moves that can be made now, a bit each
    ("held",     np.int32, 2),            # where a seat has checkers, as it counts
    ("walls",    np.int32, 2),            # where it has two or more, as the other one counts
    ("checkers", np.int8, (2, PLACES)),   # how many a seat has in each place
    ("dice",     np.int8, 2),             # the larger and the smaller one; 0 when it is played
    ("again",    np.int8),                # 1: a double is to be played once more, else 0
    ("turn",     np.int8),                # the seat that moves, or is to roll
    ("seats",    np.int8),
    ("scoring",  np.int8),
    ("phase",    np.int8),
])  # fmt: skip
