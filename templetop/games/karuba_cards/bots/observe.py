"""What a seat may know, as numbers from 0 to about 1 for a network."""

import numpy as np

from templetop.engine.bits import bits_in
from templetop.engine.compile import rule
from templetop.engine.game import Plane
from templetop.engine.observing import first_of, one_of, size_of
from templetop.games.karuba_cards.rules.hand import HAND, has_card
from templetop.games.karuba_cards.rules.island import NO_SPACE, NOWHERE, SPACES, just
from templetop.games.karuba_cards.rules.pieces import CARDS, MAX_SEATS, MOST_WORTH, ROUNDS
from templetop.games.karuba_cards.rules.state import OVER

# Of every seat, its own first, then in the order of the seats
SEAT_PLANES = (
    Plane("the card that lies on a space; can it be inside the frame", (SPACES, CARDS + 1)),
    Plane("the cards turned face up in this round", (CARDS,)),
    Plane("those still to be laid", (CARDS,)),
    Plane("the discards", (CARDS,)),
    Plane("the cards not seen yet", (CARDS,)),
    Plane("how many are in hand and in the pile", (2,)),
)
SEAT = size_of(SEAT_PLANES)
PLANES = (
    *(
        Plane(f"seat {turn} from here: {plane.name}", plane.shape)
        for turn in range(MAX_SEATS)
        for plane in SEAT_PLANES
    ),
    Plane("this seat's own hand", (CARDS,)),
    Plane("this seat's own pile", (CARDS,)),
    Plane("the round", (ROUNDS,)),
    Plane("the phase", (OVER + 1,)),
    Plane("how many seats", (MAX_SEATS,)),
    Plane("which of them this is", (MAX_SEATS,)),
    Plane("the reading of blocking", (1,)),
    Plane("what coming home, a crystal and gold are worth", (3,)),
)
OBSERVATION = size_of(PLANES)
SHARED = first_of(PLANES, "this seat's own hand")
ON_A_SPACE = CARDS + 1


@rule
def observe(state, seat, numbers):
    """Fill in the table as this seat sees it."""
    for n in range(OBSERVATION):
        numbers[n] = 0
    for turn in range(int(state.seats)):
        player = state.players[(seat + turn) % int(state.seats)]
        observe_seat(player, numbers, SEAT * turn)
    observe_shared(state, seat, numbers, SHARED)


@rule
def observe_seat(player, numbers, at):
    """What everyone sees of a seat."""
    observe_island(player, numbers, at)
    at += ON_A_SPACE * SPACES
    at = each_card(numbers, at, player.turned)
    at = each_card(numbers, at, player.played)
    at = each_card(numbers, at, player.discards)
    at = each_card(numbers, at, np.uint32(player.hand | player.pile))
    numbers[at] = bits_in(player.hand) / HAND
    numbers[at + 1] = bits_in(player.pile) / CARDS


@rule
def observe_island(player, numbers, at):
    for card in range(1, CARDS + 1):
        if player.places[card] != NOWHERE:
            numbers[at + ON_A_SPACE * int(player.places[card]) + card - 1] = 1
    for space in range(SPACES):
        if player.frame & just(space) != NO_SPACE:
            numbers[at + ON_A_SPACE * space + CARDS] = 1


@rule
def observe_shared(state, seat, numbers, at):
    at = each_card(numbers, at, state.players[seat].hand)
    at = each_card(numbers, at, state.players[seat].pile)
    at = one_of(numbers, at, ROUNDS, int(state.rounds) - 1)
    at = one_of(numbers, at, OVER + 1, int(state.phase))
    at = one_of(numbers, at, MAX_SEATS, int(state.seats) - 1)
    at = one_of(numbers, at, MAX_SEATS, seat)
    numbers[at] = state.detours
    numbers[at + 1] = state.home_worth / MOST_WORTH
    numbers[at + 2] = state.crystal_worth / MOST_WORTH
    numbers[at + 3] = state.gold_worth / MOST_WORTH


@rule
def each_card(numbers, at, cards):
    """A number for each card: is it one of these? Returns where the next numbers go."""
    for card in range(1, CARDS + 1):
        if has_card(cards, card):
            numbers[at + card - 1] = 1
    return at + CARDS
