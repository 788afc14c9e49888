"""A few cards of a set: in a hand, in a pile, played, discarded. A bit for each, by its number."""

from typing import Any

import numpy as np

from templetop.engine.bits import bits_in
from templetop.engine.compile import rule
from templetop.games.karuba_cards.rules.pieces import CARDS, NO_CARD, ROUNDS

NO_SEAT = -1
HAND = 3
LAST_HAND = 2  # in the eighth round, when the pile is used up

NO_CARDS = np.uint32(0)
ONE_CARD = np.uint32(1)
ALL_CARDS = np.uint32(2 ** (CARDS + 1) - 2)


def cards_in(cards: Any) -> list[int]:
    """The numbers of the cards, in order."""
    return [card for card in range(1, CARDS + 1) if int(cards) >> card & 1]


@rule
def only(card):
    """The set of this one card."""
    return np.uint32(ONE_CARD << np.uint32(card))


@rule
def has_card(cards, card):
    return (cards >> np.uint32(card)) & ONE_CARD != NO_CARDS


@rule
def lower_of(cards):
    """The lowest card; NO_CARD if there is none."""
    if cards == NO_CARDS:
        return NO_CARD
    return bits_in(~cards & (cards - ONE_CARD))


@rule
def higher_of(cards):
    """The second lowest card: the higher one of two; NO_CARD if there are not so many."""
    if cards == NO_CARDS:
        return NO_CARD
    return lower_of(np.uint32(cards & (cards - ONE_CARD)))


@rule
def sum_of(cards):
    """What the numbers of two cards add up to."""
    return lower_of(cards) + higher_of(cards)


# ── Drawing ──────────────────────────────────────────────────────────────────────────────────────


@rule
def hand_size(state):
    """3.4.1  Everyone has three cards in hand; 3.4.2  in the eighth round, the last two."""
    return LAST_HAND if state.rounds == ROUNDS else HAND


@rule
def drawer(state):
    """3.4.4  The first seat that has to draw; NO_SEAT when all have."""
    for seat in range(state.seats):
        if bits_in(state.players[seat].hand) < hand_size(state):
            return seat
    return NO_SEAT
