"""The large tables of the island, each read by one rule: so a GPU keeps one copy of it.

A rule is compiled once for each kind of number that it is given, each time with its tables; so they
are read with one kind alone.
"""

import numpy as np

from templetop.engine.compile import rule
from templetop.games.vulkar.rules.island import NEIGHBOURS, SPACES, STEPS

# The way back is as long: half of the table is enough.
HALF_OF_STEPS = np.concatenate([STEPS[space, : space + 1] for space in range(SPACES)])


@rule
def steps_between(one, other):
    """On foot."""
    return steps_at(np.int64(one), np.int64(other))


@rule
def steps_at(one, other):
    high, low = max(one, other), min(one, other)
    return int(HALF_OF_STEPS[high * (high + 1) // 2 + low])


@rule
def neighbour(space, way):
    """Where a step leads, or NOWHERE."""
    return neighbour_at(np.int64(space), np.int64(way))


@rule
def neighbour_at(space, way):
    return int(NEIGHBOURS[space, way])
