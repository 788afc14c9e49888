"""What others hold, exchanged by hand for what they have not drawn yet."""

from random import Random
from typing import Any

import numpy as np

from tests.every_game.swaps import exchanged


def swap(world: Any, seat: int, rival: int, random: Random) -> None:
    """Its hand and its pile."""
    player = world.players[rival]
    hand, pile = exchanged(bits(player.hand), bits(player.pile), random)
    player.hand, player.pile = number_of(hand), number_of(pile)


def bits(word: Any) -> list[int]:
    return [bit for bit in range(32) if int(word) >> bit & 1]


def number_of(word: list[int]) -> Any:
    return np.uint32(sum(1 << bit for bit in word))
