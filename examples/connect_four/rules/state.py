"""What lies on the table, and the numbers of the moves.

DROP + column     let a stone fall into that column     7 moves

All stones of a seat are one number with a bit for each space. A row takes eight bits for seven
spaces, and the eighth is never set: so no line goes on from the end of a row in the next one.

    40 41 42 43 44 45 46  ·
    32 33 34 35 36 37 38  ·
    24 25 26 27 28 29 30  ·
    16 17 18 19 20 21 22  ·
     8  9 10 11 12 13 14  ·
     0  1  2  3  4  5  6  ·
"""

import numpy as np

from templetop.engine.compile import record
from templetop.engine.kinds import Phase

COLUMNS, ROWS = 7, 6
ROW = 8  # bits

DROP = 0

PHASES = (
    Phase("dropping", "It is time to drop a stone.", "2.2", waits="2.1"),
    Phase("over", "The game is over.", "3.1"),
)
DROPPING, OVER = range(len(PHASES))

State = record([
    ("stones", np.int64, 2),  # of each seat, a bit for each space
    ("turn",   np.int8),      # the seat that is to drop a stone, or has dropped the last one
    ("seats",  np.int8),
    ("phase",  np.int8),
])  # fmt: skip
