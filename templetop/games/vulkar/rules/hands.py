"""Cards and souvenirs: drawing, discarding, the tracker; and what a seat cannot know."""

from templetop.engine.bits import put
from templetop.engine.compile import rule
from templetop.engine.random import below
from templetop.games.vulkar.rules.agenda import add
from templetop.games.vulkar.rules.pieces import (
    ACTION,
    CATACLYSM,
    FACES,
    HAND,
    NO_CARD,
    SLOTS,
    SOUVENIR_KINDS,
    TOKEN_COLOURS,
)
from templetop.games.vulkar.rules.state import DRAWING, GIVING
from templetop.games.vulkar.rules.table import cards_in, hand_size, is_curse, seat_of
from templetop.games.vulkar.rules.tokens import EVERYONE, add_token

# ── Cards ────────────────────────────────────────────────────────────────────────────────────────


@rule
def likely(pile, first, events, weights):
    """Each is as likely as there are of it."""
    total = 0
    for kind in range(len(pile)):
        if pile[kind] > 0:
            put(events, first + kind)
            weights[first + kind] = int(pile[kind])
            total += int(pile[kind])
    return total


@rule
def likely_calm(pile, first, events, weights):
    """12.4  The same without Cataclysm! cards."""
    total = 0
    for card in range(FACES):
        if pile[card] > 0 and ACTION[card] != CATACLYSM:
            put(events, first + card)
            weights[first + card] = int(pile[card])
            total += int(pile[card])
    return total


@rule
def add_card(state, seat, card):
    """Into the hand, in order."""
    place = hand_size(state, seat)
    state.hands[seat, place] = card
    if place > 0 and state.hands[seat, place - 1] > card:
        state.hands[seat, place] = state.hands[seat, place - 1]
        state.hands[seat, place - 1] = card


@rule
def remove_card(state, seat, card):
    """Out of the hand; the other one comes first."""
    if state.hands[seat, 0] == card:
        state.hands[seat, 0] = state.hands[seat, 1]
    state.hands[seat, HAND - 1] = NO_CARD


@rule
def discard_hand(state, seat):
    """13.4  No card of it goes to the tracker."""
    for place in range(HAND):
        card = int(state.hands[seat, place])
        if card != NO_CARD:
            state.discards[card] += 1
        state.hands[seat, place] = NO_CARD


@rule
def draw(state, figure, card):
    """3.4  Into the hand; 12.15  under the Curse into the tracker."""
    state.deck[card] -= 1
    if is_curse(state):
        state.tracker[card] += 1
    else:
        add_card(state, seat_of(state, figure), card)


@rule
def wants_card(state, figure):
    """3.4  As long as the hand has fewer than two; 12.15  or the tracker fewer than three."""
    if is_curse(state):
        return cards_in(state.tracker) < SLOTS
    return hand_size(state, seat_of(state, figure)) < HAND


@rule
def draw_up(state, figure):
    add(state, DRAWING, figure, 0, 0)


@rule
def pour(pile, onto):
    """All cards of a pile onto another one."""
    for card in range(FACES):
        onto[card] += pile[card]
        pile[card] = 0


# ── Souvenirs ────────────────────────────────────────────────────────────────────────────────────


@rule
def give_souvenirs(state, figure, many):
    """6.5, 8.6  A souvenir is drawn, or several; 13.1  as long as there are any."""
    many = min(many, cards_in(state.shop))
    if many > 0:
        add(state, GIVING, figure, 0, many)


@rule
def receive(state, figure, kind):
    """2.7  A souvenir, out of the shop."""
    state.shop[kind] -= 1
    state.souvenirs[seat_of(state, figure), kind] += 1


@rule
def use(state, seat, kind):
    """13.1  Back into the box."""
    state.souvenirs[seat, kind] -= 1
    state.gone[kind] += 1


# ── What a seat cannot know ──────────────────────────────────────────────────────────────────────


@rule
def imagine(state, seat, random):
    """5.3, 5.4  Other hands, other souvenirs, and tokens that were stolen unseen."""
    if is_curse(state):  # 12.1
        return
    imagine_cards(state, seat, random)
    imagine_souvenirs(state, seat, random)
    imagine_tokens(state, seat, random)


@rule
def drawn(pile, random):
    """One of a pile, which is one less."""
    ticket = below(random, cards_in(pile))
    kind = 0
    while ticket >= int(pile[kind]):
        ticket -= int(pile[kind])
        kind += 1
    pile[kind] -= 1
    return kind


@rule
def imagine_cards(state, seat, random):
    """All other hands go back into the pile, and are drawn anew."""
    for other in range(state.seats):
        for place in range(HAND):
            card = int(state.hands[other, place])
            if other != seat and card != NO_CARD:
                state.deck[card] += 1
    for other in range(state.seats):
        if other != seat:
            many = hand_size(state, other)
            for place in range(HAND):
                state.hands[other, place] = NO_CARD
            for _ in range(many):
                add_card(state, other, drawn(state.deck, random))


@rule
def imagine_souvenirs(state, seat, random):
    """The same with souvenirs; a hand keeps its size."""
    for kind in range(SOUVENIR_KINDS):
        for other in range(state.seats):
            if other != seat:
                state.shop[kind] += state.souvenirs[other, kind]
    for other in range(state.seats):
        if other != seat:
            many = cards_in(state.souvenirs[other])
            for kind in range(SOUVENIR_KINDS):
                state.souvenirs[other, kind] = 0
            for _ in range(many):
                state.souvenirs[other, drawn(state.shop, random)] += 1


@rule
def imagine_tokens(state, seat, random):
    """Tokens that the seat has not seen change places; the bag is empty by now, and lends room."""
    for figure in range(state.count):
        if seat_of(state, figure) != seat:
            unseen_to_bag(state, figure, seat)
    for figure in range(state.count):
        pile = state.figures[figure]
        for _ in range(unseen_in(pile)):
            pile.held -= 1  # the mark that comes last makes room
            add_token(pile, drawn(state.bag, random), 1 << seat_of(state, figure))


UNSEEN = TOKEN_COLOURS  # stands for a token that is drawn anew, at the end of its pile


@rule
def unseen_in(pile):
    number = 0
    for place in range(int(pile.held)):
        number += int(pile.tokens[place] == UNSEEN)
    return number


@rule
def unseen_to_bag(state, figure, seat):
    """Their owners keep a mark for each.

    That others have seen a token is not certain, even where the seat has seen it itself; that
    everyone has is.
    """
    pile = state.figures[figure]
    certain = 1 << seat | 1 << seat_of(state, figure)
    held, kept = int(pile.held), 0
    for place in range(held):
        colour, known = int(pile.tokens[place]), int(pile.known[place])
        if known >> seat & 1:
            pile.tokens[kept] = colour
            pile.known[kept] = known if known == EVERYONE else known & certain
            kept += 1
        else:
            state.bag[colour] += 1
    for place in range(kept, held):
        pile.tokens[place] = UNSEEN
        pile.known[place] = 0
