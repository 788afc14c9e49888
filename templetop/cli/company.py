"""The bots at a person's table, and the names they go by."""

from collections.abc import Sequence

from templetop.cli.parameters import numbered
from templetop.engine.policy import POLICIES

# Enough for every seat of the largest table; a bot of a kind that is not here is named after it.
NAMES = {
    "greedy": ("Jaguar", "Condor", "Puma", "Caiman", "Ocelot", "Piranha", "Harpy", "Anaconda"),
    "random": ("Sloth", "Tapir", "Toucan", "Iguana", "Macaw", "Agouti", "Tamarin", "Capybara"),
}


def named(bots: Sequence[str]) -> list[str]:
    """A name for each, none of them twice."""
    names = []
    for seat, name in enumerate(numbered(tuple(bots))):
        known, before = NAMES.get(bots[seat], ()), bots[:seat].count(bots[seat])
        names.append(known[before] if before < len(known) else name)
    return names


def bot_of(name: str) -> str:
    """The bot that sits under this name, in a file as well; nothing for a person's name."""
    for bot, names in NAMES.items():
        if name in names:
            return bot
    first = name.split()[0] if name.split() else ""
    return first if first in POLICIES else ""
