"""What a seat cannot know, exchanged by hand: cards, souvenirs, and tokens stolen unseen."""

from collections.abc import Mapping
from random import Random
from typing import Any

from templetop.games.vulkar.rules.pieces import HAND, NO_CARD, NO_TOKEN, SLABS
from templetop.games.vulkar.rules.state import CURSE
from templetop.games.vulkar.rules.tokens import EVERYONE
from tests.every_game.swaps import exchanged

Token = tuple[int, int]  # its colour, and who has seen it


def hides(options: Mapping[str, str]) -> bool:
    """12.1  Under the Curse everything lies open."""
    return options["game"] == "standard"


def swap(world: Any, seat: int, rival: int, random: Random) -> None:
    """The cards and souvenirs of a rival, and the tokens that the seat has not seen."""
    if world.game == CURSE:
        return
    swap_cards(world, rival, random)
    swap_souvenirs(world, rival, random)
    swap_tokens(world, seat, random)


def swap_cards(world: Any, rival: int, random: Random) -> None:
    hand = [int(card) for card in world.hands[rival] if card != NO_CARD]
    held, rest = exchanged(hand, spread(world.deck), random)
    world.hands[rival] = [*sorted(held), *[NO_CARD] * (HAND - len(held))]
    world.deck[:] = [rest.count(card) for card in range(len(world.deck))]


def swap_souvenirs(world: Any, rival: int, random: Random) -> None:
    held, rest = exchanged(spread(world.souvenirs[rival]), spread(world.shop), random)
    world.souvenirs[rival] = [held.count(kind) for kind in range(len(world.shop))]
    world.shop[:] = [rest.count(kind) for kind in range(len(world.shop))]


def spread(pile: Any) -> list[int]:
    return [kind for kind, number in enumerate(pile) for _ in range(int(number))]


def swap_tokens(world: Any, seat: int, random: Random) -> None:
    """All tokens that the seat has not seen change places."""
    piles = [tokens_of(world, figure) for figure in range(world.count)]
    colours = [colour for pile in piles for colour, seen in pile if not seen >> seat & 1]
    random.shuffle(colours)
    for figure, pile in enumerate(piles):
        owner = 1 << figure % int(world.seats)
        mixed = [(c, seen) if seen >> seat & 1 else (colours.pop(), owner) for c, seen in pile]
        put(world.figures[figure], mixed)


def tokens_of(world: Any, figure: int) -> list[Token]:
    one = world.figures[figure]
    return [(int(one.tokens[n]), int(one.known[n])) for n in range(int(one.held))]


def put(figure: Any, tokens: list[Token]) -> None:
    """In order; of equal tokens the ones that more have seen come first."""
    for place in range(SLABS):
        figure.tokens[place], figure.known[place] = NO_TOKEN, 0
    for place, (colour, seen) in enumerate(sorted(tokens, key=lambda each: (each[0], -each[1]))):
        figure.tokens[place], figure.known[place] = colour, seen


def forget_rumours(world: Any, seat: int) -> None:
    """Who stole from whom is seen, but not what became of the token since."""
    for figure in range(world.count):
        owner = figure % int(world.seats)
        certain = 1 << seat | 1 << owner
        if owner != seat:
            tokens = tokens_of(world, figure)
            put(
                world.figures[figure],
                [(c, seen if seen == EVERYONE else seen & certain) for c, seen in tokens],
            )
