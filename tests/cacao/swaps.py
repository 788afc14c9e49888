"""What others hold, exchanged by hand for what they have not drawn yet."""

from random import Random
from typing import Any

from tests.every_game.swaps import exchanged


def swap(world: Any, seat: int, rival: int, random: Random) -> None:
    """Its hand and its deck."""
    player = world.players[rival]
    hand, deck = exchanged(tiles(player.hand), tiles(player.deck), random)
    for kind in range(len(player.hand)):
        player.hand[kind], player.deck[kind] = hand.count(kind), deck.count(kind)


def tiles(counts: Any) -> list[int]:
    return [kind for kind, count in enumerate(counts) for _ in range(int(count))]
