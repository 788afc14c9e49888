"""Everything that a seat cannot know, exchanged by hand.

`imagine` does so too, but whoever is tested against it alone would share its mistakes. So it is
written once more for each game, without it: what others hold is taken from what they have not
drawn yet, as much of it as can be, and what they have decided unseen is something else.
"""

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np

from templetop.engine import ask
from templetop.engine.match import legal_moves
from templetop.games.karuba.state import NO_CHOICE
from templetop.games.karuba_cards import state as cards

from .tables import copy_of

Swap = Callable[[Any, int, Random], None]


def swapped(state: Any, seat: int, random: Random) -> Any:
    """Another table, which looks the same from that seat."""
    world = copy_of(state)
    swap = BY_GAME[ask.game_of(state).id]
    for rival in range(int(state.seats)):
        if rival != seat:
            swap(world, rival, random)
    return world


def karuba(world: Any, rival: int, random: Random) -> None:
    """All lies open but what was decided."""
    decide_otherwise(world, rival, random, NO_CHOICE)


def karuba_cards(world: Any, rival: int, random: Random) -> None:
    """Its hand, and then what it has decided to do with it."""
    player = world.players[rival]
    hand, pile = bits(player.hand), bits(player.pile)
    new_hand, new_pile = exchanged(hand, pile, random)
    player.hand, player.pile = number_of(new_hand), number_of(new_pile)
    decide_otherwise(world, rival, random, cards.NO_CHOICE)


def cacao(world: Any, rival: int, random: Random) -> None:
    """Its hand; nothing is decided unseen."""
    player = world.players[rival]
    hand, deck = exchanged(tiles(player.hand), tiles(player.deck), random)
    for kind in range(len(player.hand)):
        player.hand[kind], player.deck[kind] = hand.count(kind), deck.count(kind)


BY_GAME: dict[str, Swap] = {"karuba": karuba, "karuba_cards": karuba_cards, "cacao": cacao}


def exchanged(held: list[int], hidden: list[int], random: Random) -> tuple[list[int], list[int]]:
    """As many are held as before, at first those that were not."""
    order = random.sample(hidden, len(hidden)) + random.sample(held, len(held))
    return order[: len(held)], order[len(held) :]


def decide_otherwise(world: Any, rival: int, random: Random, undecided: int) -> None:
    player = world.players[rival]
    if player.choice == undecided:
        return
    before = int(player.choice)
    others = [move for move in legal_moves(world, rival) if move != before]
    player.choice = random.choice(others or [before])


def bits(word: Any) -> list[int]:
    return [bit for bit in range(32) if int(word) >> bit & 1]


def number_of(word: list[int]) -> Any:
    return np.uint32(sum(1 << bit for bit in word))


def tiles(counts: Any) -> list[int]:
    return [kind for kind, count in enumerate(counts) for _ in range(int(count))]
