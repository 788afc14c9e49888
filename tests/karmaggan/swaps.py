"""Cards in other hands that a seat has not seen, exchanged by hand."""

from random import Random
from typing import Any

from templetop.games.karmaggan.rules.hands import EVERYONE
from templetop.games.karmaggan.rules.pieces import NO_CARD
from tests.every_game.swaps import exchanged


def swap(world: Any, seat: int, rival: int, random: Random) -> None:
    """The cards of a rival that the seat has not seen, and those of the deck.

    What has been shown stays on top of the deck.
    """
    player = world.players[rival]
    hand = [(int(card), int(seen)) for card, seen in zip(player.cards, player.known, strict=True)]
    known = [(card, seen) for card, seen in hand if card != NO_CARD and seen >> seat & 1]
    unseen = [card for card, seen in hand if card != NO_CARD and not seen >> seat & 1]
    deck = [card for card, number in enumerate(world.deck) for _ in range(int(number))]
    if world.shown != NO_CARD:
        deck.remove(int(world.shown))
    held, rest = exchanged(unseen, deck, random)
    put_in_hand(player, known + [(card, 1 << rival) for card in held])
    for card in range(len(world.deck)):
        world.deck[card] = rest.count(card) + int(card == world.shown != NO_CARD)


def forget_rumours(world: Any, seat: int) -> None:
    """Who stole a card from whom is seen, but not whether it has been played since."""
    for owner in range(int(world.seats)):
        player, certain = world.players[owner], 1 << seat | 1 << owner
        cards = [
            (int(card), int(seen) if seen == EVERYONE else int(seen) & certain)
            for card, seen in zip(player.cards, player.known, strict=True)
            if card != NO_CARD
        ]
        if owner != seat:
            put_in_hand(player, cards)


def put_in_hand(player: Any, cards: list[tuple[int, int]]) -> None:
    """In order; of equal cards the ones that more have seen come first."""
    for place in range(len(player.cards)):
        player.cards[place], player.known[place] = NO_CARD, 0
    for place, (card, seen) in enumerate(sorted(cards, key=lambda each: (each[0], -each[1]))):
        player.cards[place], player.known[place] = card, seen
