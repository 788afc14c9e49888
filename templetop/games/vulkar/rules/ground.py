"""The large tables of the island, each read by one rule: so a GPU keeps one copy of it.

They are to be asked with plain whole numbers: for every kind of number there would be another copy.
"""

import numpy as np

from templetop.engine.compile import rule
from templetop.games.vulkar.rules.island import NEIGHBOURS, SPACES, STEPS

# The way back is as long: half of the table is enough.
HALF_OF_STEPS = np.concatenate([STEPS[space, : space + 1] for space in range(SPACES)])


@rule
def steps_between(one, other):
    """On foot."""
    high, low = max(int(one), int(other)), min(int(one), int(other))
    return int(HALF_OF_STEPS[high * (high + 1) // 2 + low])


@rule
def neighbour(space, way):
    """Where a step leads, or NOWHERE."""
    return int(NEIGHBOURS[space, way])
