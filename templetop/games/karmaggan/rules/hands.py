"""Hands and decks: drawing, discarding, stealing; and who knows which card.

A hand is kept in order, so that equal hands are equal records. Of equal cards nobody can say which
is which: a seat that has seen two of a kind knows of two. So what is known is kept in order too: a
card that several have seen comes first, and it is the first that is taken away.
"""

from templetop.engine.bits import put
from templetop.engine.compile import rule
from templetop.engine.random import below
from templetop.games.karmaggan.rules.pieces import FACES, HAND, NO_CARD

EVERYONE = 255


# ── A hand ───────────────────────────────────────────────────────────────────────────────────────


@rule
def cards_in(player):
    """How many cards a hand has: everyone can see that."""
    number = 0
    for place in range(HAND):
        number += int(player.cards[place] != NO_CARD)
    return number


@rule
def place_of(player, card):
    """Where the first such card is, or -1."""
    for place in range(HAND):
        if player.cards[place] == card:
            return place
    return -1


@rule
def has_card(player, card):
    return place_of(player, card) >= 0


@rule
def number_of(player, card):
    number = 0
    for place in range(HAND):
        number += int(player.cards[place] == card)
    return number


@rule
def add_card(player, card, known):
    """A card joins the hand, seen by these seats, and is put in order."""
    place = cards_in(player)
    while place > 0 and player.cards[place - 1] > card:
        player.cards[place] = player.cards[place - 1]
        player.known[place] = player.known[place - 1]
        place -= 1
    player.cards[place] = card
    player.known[place] = known
    sift(player, place)


@rule
def sift(player, place):
    """Of equal cards, the first is known to whoever knows any of them, and so on."""
    while place > 0 and player.cards[place - 1] == player.cards[place]:
        one, other = int(player.known[place - 1]), int(player.known[place])
        player.known[place - 1] = one | other
        player.known[place] = one & other
        place -= 1


@rule
def remove_card(player, card):
    """The first such card leaves the hand."""
    for place in range(place_of(player, card), HAND - 1):
        player.cards[place] = player.cards[place + 1]
        player.known[place] = player.known[place + 1]
    player.cards[HAND - 1] = NO_CARD
    player.known[HAND - 1] = 0


@rule
def forget_one_of_each(player, stolen, knowing):
    """2.8  Whoever did not see which card is gone knows of one less of each kind.

    Of the stolen kind there is one less already; who has seen it, knows that no other is gone.
    """
    for place in range(HAND):
        card = int(player.cards[place])
        if card not in (NO_CARD, stolen):
            is_last = place == HAND - 1 or player.cards[place + 1] != card
            others = 0 if is_last else int(player.known[place + 1]) & ~knowing
            player.known[place] = int(player.known[place]) & knowing | others


@rule
def who_can_tell(player):
    """2.8  Who has seen that all cards of a hand are alike, and so knows which one is stolen."""
    seats = EVERYONE
    for place in range(cards_in(player)):
        is_alike = player.cards[place] == player.cards[0]
        seats = seats & int(player.known[place]) if is_alike else 0
    return seats


# ── The object deck ──────────────────────────────────────────────────────────────────────────────


@rule
def cards_of(pile):
    number = 0
    for card in range(len(pile)):
        number += int(pile[card])
    return number


@rule
def take_back(pile, discards):
    """5.3  Discards are shuffled back only when a card is needed and none is left."""
    if cards_of(pile) == 0:
        for card in range(len(pile)):
            pile[card] += discards[card]
            discards[card] = 0


@rule
def has_top(pile, discards):
    """5.3  Is there a card for somebody who needs one?"""
    take_back(pile, discards)
    return cards_of(pile) > 0


@rule
def likely(pile, first, events, weights):
    """Each card is as likely as there are of it."""
    total = 0
    for card in range(len(pile)):
        if pile[card] > 0:
            put(events, first + card)
            weights[first + card] = int(pile[card])
            total += int(pile[card])
    return total


@rule
def likely_of_hand(player, first, events, weights):
    """5.10, 5.21  Any card of a hand."""
    for place in range(HAND):
        card = int(player.cards[place])
        if card != NO_CARD:
            put(events, first + card)
            weights[first + card] = number_of(player, card)
    return cards_in(player)


@rule
def draw(state, seat, card):
    """5.2  The top card goes to the hand; 5.13  perhaps all have seen it."""
    known = EVERYONE if state.shown == card else 1 << seat
    state.deck[card] -= 1
    state.shown = NO_CARD
    add_card(state.players[seat], card, known)


@rule
def discard(state, seat, card):
    """5.5  A card of the hand goes to the discards."""
    remove_card(state.players[seat], card)
    state.discards[card] += 1


@rule
def discard_hand(state, seat):
    player = state.players[seat]
    for place in range(HAND):
        if player.cards[place] != NO_CARD:
            state.discards[player.cards[place]] += 1
        player.cards[place] = NO_CARD
        player.known[place] = 0


@rule
def steal(state, thief, victim, card):
    """5.10  Both see the card; 2.8  what others know of the hand may have gone."""
    both = (1 << thief) | (1 << victim)
    known = both | who_can_tell(state.players[victim])
    remove_card(state.players[victim], card)
    forget_one_of_each(state.players[victim], card, both)
    add_card(state.players[thief], card, known)


# ── What a seat cannot know ──────────────────────────────────────────────────────────────────────


@rule
def imagine(state, seat, random):
    """2.8  Cards in other hands that the seat has not seen may be any that it has not seen."""
    for other in range(state.seats):
        if other != seat:
            unseen_to_deck(state, state.players[other], seat, (1 << seat) | (1 << other))
    if state.shown != NO_CARD:  # 5.13  it stays on top
        state.deck[state.shown] -= 1
    for other in range(state.seats):
        if other != seat:
            redraw(state, other, random)
    if state.shown != NO_CARD:
        state.deck[state.shown] += 1


@rule
def unseen_to_deck(state, player, seat, certain):
    """The deck takes the unseen cards; their owners keep a mark for each, at the end of the hand.

    That others have seen a card is not certain, even where the seat has seen it itself; that
    everyone has is.
    """
    unseen = 0
    kept = 0
    for place in range(HAND):
        card = int(player.cards[place])
        known = int(player.known[place])
        if card != NO_CARD and not known >> seat & 1:
            state.deck[card] += 1
            unseen += 1
        elif card != NO_CARD:
            player.cards[kept] = card
            player.known[kept] = known if known == EVERYONE else known & certain
            kept += 1
    for place in range(kept, HAND):
        player.cards[place] = UNSEEN if place < kept + unseen else NO_CARD
        player.known[place] = 0


UNSEEN = FACES  # stands for a card that is drawn anew


@rule
def redraw(state, other, random):
    """As many cards from the deck as the hand has marks."""
    player = state.players[other]
    while has_card(player, UNSEEN):
        remove_card(player, UNSEEN)
        card = card_at(state.deck, below(random, cards_of(state.deck)))
        state.deck[card] -= 1
        add_card(player, card, 1 << other)


@rule
def card_at(pile, ticket):
    """The card in that place of a pile, kind by kind."""
    card = 0
    while ticket >= int(pile[card]):
        ticket -= int(pile[card])
        card += 1
    return card
