"""What a seat may know, as numbers from 0 to about 1 for a network.

for each of the six seats, its own first, then in the order of the seats
    49 spaces      which of the 16 cards lies there; whether it can still be inside the frame
    16 + 16 + 16   the cards played and still to be laid, the discards, and those not seen yet
    1 + 1 + 1      the cards in hand and in the pile, has decided
then
    16 + 16        this seat's own hand and pile
    8 + 5          the round, the phase
    6 + 6          how many seats, which of them this is
    1 + 1          the reading of blocking, what this seat itself has decided
"""

import numpy as np

from templetop.engine.bits import bits_in
from templetop.engine.compile import rule
from templetop.games.karuba_cards.hand import HAND, has_card
from templetop.games.karuba_cards.island import NO_SPACE, NOWHERE, SPACES, just
from templetop.games.karuba_cards.moves import SEAT_MOVES
from templetop.games.karuba_cards.pieces import CARDS, MAX_SEATS, ROUNDS
from templetop.games.karuba_cards.state import NO_CHOICE, OVER

PLANES = CARDS + 1
ISLAND = PLANES * SPACES
COUNTS = 3
SEAT = ISLAND + 3 * CARDS + COUNTS
SHARED = 2 * CARDS + ROUNDS + (OVER + 1) + 2 * MAX_SEATS + 2
OBSERVATION = MAX_SEATS * SEAT + SHARED


@rule
def observe(state, seat, numbers):
    """Fill in the table as this seat sees it."""
    for n in range(OBSERVATION):
        numbers[n] = 0
    at = 0
    for turn in range(MAX_SEATS):
        if turn < state.seats:
            observe_seat(state.players[(seat + turn) % int(state.seats)], numbers, at)
        at += SEAT
    observe_shared(state, seat, numbers, at)


@rule
def observe_seat(player, numbers, at):
    """What everyone sees of a seat."""
    observe_island(player, numbers, at)
    at += ISLAND
    at = each_card(numbers, at, player.played)
    at = each_card(numbers, at, player.discards)
    at = each_card(numbers, at, np.uint32(player.hand | player.pile))
    numbers[at] = bits_in(player.hand) / HAND
    numbers[at + 1] = bits_in(player.pile) / CARDS
    numbers[at + 2] = 1 if player.choice != NO_CHOICE else 0


@rule
def observe_island(player, numbers, at):
    for card in range(1, CARDS + 1):
        if player.places[card] != NOWHERE:
            numbers[at + PLANES * int(player.places[card]) + card - 1] = 1
    for space in range(SPACES):
        if player.frame & just(space) != NO_SPACE:
            numbers[at + PLANES * space + CARDS] = 1


@rule
def observe_shared(state, seat, numbers, at):
    player = state.players[seat]
    at = each_card(numbers, at, player.hand)
    at = each_card(numbers, at, player.pile)
    at = one_of(numbers, at, ROUNDS, int(state.rounds) - 1)
    at = one_of(numbers, at, OVER + 1, int(state.phase))
    at = one_of(numbers, at, MAX_SEATS, int(state.seats) - 1)
    at = one_of(numbers, at, MAX_SEATS, seat)
    numbers[at] = state.detours
    numbers[at + 1] = (int(player.choice) + 1) / (SEAT_MOVES + 1)


@rule
def each_card(numbers, at, cards):
    """A number for each card: is it one of these? Returns where the next numbers go."""
    for card in range(1, CARDS + 1):
        if has_card(cards, card):
            numbers[at + card - 1] = 1
    return at + CARDS


@rule
def one_of(numbers, at, how_many, which):
    """Set one of so many numbers; returns where the next numbers go."""
    numbers[at + which] = 1
    return at + how_many
