"""The large tables of the island, each read by one rule: so a GPU keeps one copy of it."""

from templetop.engine.compile import rule
from templetop.games.vulkar.rules.island import NEIGHBOURS, STEPS


@rule
def steps_between(one, other):
    """On foot."""
    return int(STEPS[one, other])


@rule
def neighbour(space, way):
    """Where a step leads, or NOWHERE."""
    return int(NEIGHBOURS[space, way])
