"""Cards that a seat has not seen, exchanged by hand."""

from random import Random
from typing import Any

from tests.every_game.swaps import exchanged

HAND = 2
CARDS = 18
NO_CARD = 0


def swap(world: Any, seat: int, rival: int, random: Random) -> None:
    """The cards of a rival that the seat has not seen, and those of the deck."""
    unseen = [
        side
        for side in range(HAND)
        if world.loot[rival, side] != NO_CARD and not int(world.known[rival, side]) >> seat & 1
    ]
    deck = [card for card in range(CARDS + 1) if int(world.deck) >> card & 1]
    held, rest = exchanged([int(world.loot[rival, side]) for side in unseen], deck, random)
    for side, card in zip(unseen, held, strict=True):
        world.loot[rival, side] = card
    world.deck = sum(1 << card for card in rest)
