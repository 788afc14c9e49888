"""Everything that a seat cannot know, exchanged by hand.

`imagine` does so too, but whoever is tested against it alone would share its mistakes. So it is
written once more for each game, without it, in `swaps.py` of the game's own tests: what others hold
is taken from what they have not drawn yet, as much of it as can be.
"""

from random import Random
from typing import Any

from templetop.engine import ask

from .tables import Table, companion, copy_of, games_with, some_tables


def games_with_secrets() -> list[str]:
    return [game.id for game in games_with("swaps")]


def secretive_tables() -> list[Table]:
    """One table for each number of seats, of those where something is hidden from somebody."""
    tables = [table for table in some_tables(games_with("swaps")) if hides(table)]
    return [*{(table.game.id, table.seats): table for table in tables}.values()]


def hides(table: Table) -> bool:
    """A game may say at which tables nothing is hidden; from who plays alone nothing ever is."""
    own = companion(table.game, "swaps")
    says = getattr(own, "hides", None)
    return table.seats > 1 and (says is None or bool(says(table.options)))


def swapped(state: Any, seat: int, random: Random) -> Any:
    """Another table, which looks the same from that seat."""
    world = copy_of(state)
    own = companion(ask.game_of(state), "swaps")
    for rival in range(int(state.seats)):
        if rival != seat and own is not None:
            own.swap(world, seat, rival, random)
    return world


def as_far_as_is_told(state: Any, seat: int) -> Any:
    """The table without what the seat never imagines: what others may know of each other."""
    world = copy_of(state)
    own = companion(ask.game_of(state), "swaps")
    if own is not None and hasattr(own, "forget_rumours"):
        own.forget_rumours(world, seat)
    return world


def exchanged(held: list[int], hidden: list[int], random: Random) -> tuple[list[int], list[int]]:
    """As many are held as before, at first those that were not."""
    order = random.sample(hidden, len(hidden)) + random.sample(held, len(held))
    return order[: len(held)], order[len(held) :]
