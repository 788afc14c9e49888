"""What lies on the table, and the numbers of moves and events.

ROLL            roll the die              1 move
HOLD            take the pot              1 move

SHOW + face     the die shows this         6 events
"""

import numpy as np

from templetop.engine.compile import record
from templetop.engine.game import Numbers
from templetop.engine.kinds import Phase
from templetop.engine.seats import MOST_SEATS

ROLL, HOLD = range(2)
SHOW = 0
FACES = 6

# What a designer may change: `--option goal=100`.
OPTIONS = (Numbers("goal", "How many points win (3.1).", (50,), 10, 500),)

# `state.phase` is the number of one of these; the words answer anyone who tries something else.
PHASES = (
    Phase("deciding", "It is time to roll or hold.", "2.2", waits="2.1"),
    Phase("rolling", "It is time for the die.", "2.3", waits="2.3"),
    Phase("over", "The game is over.", "3.1"),
)
DECIDING, ROLLING, OVER = range(len(PHASES))

# One record of fixed size. It needs `seats` and `phase`; all else is yours.
State = record([
    ("banked", np.int16, MOST_SEATS),  # everybody's points
    ("pot",    np.int16),
    ("goal",   np.int16),
    ("turn",   np.int8),
    ("seats",  np.int8),
    ("phase",  np.int8),
    ("starter", np.int8),  # unused: games are told apart by their records, so no two are the same
])  # fmt: skip
