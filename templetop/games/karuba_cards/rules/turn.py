"""The round: everyone chooses two cards, the lowest discard one, all lay the rest and draw.

    phase       who         the move decides           and then
    DRAWING     chance      which card a seat draws    CHOOSING once all have drawn; in the eighth
                                                       round all play both cards: DISCARDING
    CHOOSING    all         which card is kept         DISCARDING
    DISCARDING  the lowest  which of two is discarded  LAYING
    LAYING      all         which card is laid where   LAYING while cards are left, then DRAWING, or
                                                       OVER

The phase changes only in `all_have_drawn`, `play`, `let_lay` and `end_round`.
"""

import numpy as np

from templetop.engine.bits import WORD, bits_in, clear
from templetop.engine.compile import rule
from templetop.engine.random import below
from templetop.engine.seats import CHANCE, EVEN, NO_MOVE, NOBODY
from templetop.games.karuba_cards.rules.hand import (
    NO_CARDS,
    NO_SEAT,
    ONE_CARD,
    drawer,
    higher_of,
    lower_of,
    only,
    sum_of,
)
from templetop.games.karuba_cards.rules.island import (
    FRAMES_AROUND,
    MIDDLE,
    NO_SPACE,
    beside,
    just,
)
from templetop.games.karuba_cards.rules.moves import (
    DISCARD,
    DRAW,
    KEEP,
    LAY_HIGHER,
    LAY_LOWER,
    card_named,
    card_of_lay,
    is_keep,
    is_lay,
    space_of_lay,
)
from templetop.games.karuba_cards.rules.pieces import (
    CRYSTALS,
    EAST,
    NO_CARD,
    NORTH,
    NUGGETS,
    ROUNDS,
    SOUTH,
    WEST,
)
from templetop.games.karuba_cards.rules.state import CHOOSING, DISCARDING, DRAWING, LAYING, OVER

LOWER_WORD = LAY_LOWER // WORD
HIGHER_WORD = LAY_HIGHER // WORD
CARDS_WORD = KEEP // WORD
KEEP_SHIFT = np.uint64(KEEP % WORD)
DISCARD_SHIFT = np.uint64(DISCARD % WORD)
DRAW_WORD = DRAW // WORD
HIGHEST_SUM = 99


# ── Whose move it is, and what may be done ───────────────────────────────────────────────────────


@rule
def to_move(state):
    """3.1.2, 3.2.3, 3.3.2  All who are asked decide at once; 3.4.4  chance gives the cards."""
    if state.phase == DRAWING:
        return CHANCE
    if state.phase == CHOOSING:
        return (1 << int(state.seats)) - 1
    if state.phase == DISCARDING:
        return lowest(state)
    return with_cards_to_lay(state) if state.phase == LAYING else NOBODY


@rule
def lowest(state):
    """3.2.1, 3.2.4  The seats with the lowest sum, a bit each."""
    least, seats = HIGHEST_SUM, 0
    for seat in range(state.seats):
        own = sum_of(state.players[seat].turned)
        if own < least:
            least, seats = own, 0
        if own == least:
            seats |= 1 << seat
    return seats


@rule
def with_cards_to_lay(state):
    """3.3.1  The seats that have cards to lay, a bit each."""
    seats = 0
    for seat in range(state.seats):
        if state.players[seat].played != NO_CARDS:
            seats |= 1 << seat
    return seats


@rule
def legal(state, seat, moves):
    """3.1.1, 3.2.2, 3.3.1  Keep a card of the hand, discard one of the two played, or lay one."""
    clear(moves)
    player = state.players[seat]
    if state.phase == CHOOSING:
        moves[CARDS_WORD] = np.uint64(player.hand) << KEEP_SHIFT
    elif state.phase == DISCARDING:
        moves[CARDS_WORD] = np.uint64(player.played) << DISCARD_SHIFT
    elif state.phase == LAYING:
        moves[LOWER_WORD] = open_spaces(player)
        if higher_of(player.played) != NO_CARD:
            moves[HIGHER_WORD] = open_spaces(player)


@rule
def open_spaces(player):
    """3.3.3, 3.3.6  Where a card may lie: inside the frame, edge to edge with another."""
    return np.uint64(beside(player.laid) & player.frame & ~player.laid)


@rule
def odds(state, events, weights):
    """3.4.4  Any card of the pile of the seat that draws, each equally likely."""
    clear(events)
    events[DRAW_WORD] = np.uint64(state.players[drawer(state)].pile)
    return EVEN


# ── Drawing ──────────────────────────────────────────────────────────────────────────────────────


@rule
def happen(state, event):
    """3.4.4  A card goes from the pile into the hand; the last one begins the round."""
    player = state.players[drawer(state)]
    card = only(event - DRAW)
    player.pile &= ~card
    player.hand |= card
    if drawer(state) == NO_SEAT:
        all_have_drawn(state)


@rule
def all_have_drawn(state):
    """3.1.1  All choose; 3.1.4  in the eighth round there is nothing to choose."""
    if state.rounds < ROUNDS:
        state.phase = CHOOSING
        return
    for seat in range(state.seats):
        turn_up(state.players[seat], NO_CARDS)
    state.phase = DISCARDING


# ── What all have decided ────────────────────────────────────────────────────────────────────────


@rule
def play(state, decisions):
    """3.1.3, 3.2.3, 3.3.2  What all have decided is done at the same time."""
    for seat in range(state.seats):
        if decisions[seat] != NO_MOVE:
            do_as_decided(state.players[seat], int(decisions[seat]))
    if state.phase == CHOOSING:
        state.phase = DISCARDING
    else:
        let_lay(state)


@rule
def do_as_decided(player, move):
    """3.1.1, 3.2.2, 3.3.1  A card is kept, discarded or laid."""
    if is_lay(move):
        lay_card(player, card_of_lay(player, move), space_of_lay(move))
    elif is_keep(move):
        turn_up(player, only(card_named(move)))
    else:
        discard(player, only(card_named(move)))


@rule
def turn_up(player, kept):
    """3.1.3  The two cards are turned face up; the third stays in hand, unseen."""
    player.turned = np.uint32(player.hand & ~kept)
    player.played = player.turned
    player.hand = kept


@rule
def discard(player, card):
    """3.2.2  One of the two goes to the discards, for the rest of the game."""
    player.played &= ~card
    player.discards |= card


# ── Laying ───────────────────────────────────────────────────────────────────────────────────────


@rule
def let_lay(state):
    """3.3.1  Everyone lays a card until all are laid; 3.3.5  a first card lies down by itself."""
    for seat in range(state.seats):
        player = state.players[seat]
        if player.laid == NO_SPACE:
            lay_card(player, lower_of(player.played), MIDDLE)
    state.phase = LAYING
    if with_cards_to_lay(state) == NOBODY:
        end_round(state)


@rule
def lay_card(player, card, space):
    """3.3.3, 3.3.4  The card lies on the space as it is drawn, and the frame stays around it."""
    shift = np.uint64(space)
    player.north |= NORTH[card] << shift
    player.east |= EAST[card] << shift
    player.south |= SOUTH[card] << shift
    player.west |= WEST[card] << shift
    player.crystals |= CRYSTALS[card] << shift
    player.gold |= NUGGETS[card] << shift
    player.laid |= just(space)
    player.frame &= FRAMES_AROUND[space]
    player.places[card] = space
    player.played &= ~only(card)


@rule
def end_round(state):
    """3.4.1  All draw for the next round; 4.1  after the eighth the game is over."""
    for seat in range(state.seats):
        state.players[seat].turned = NO_CARDS
    if state.rounds == ROUNDS:
        state.phase = OVER
    else:
        state.rounds += 1
        state.phase = DRAWING


# ── What a seat cannot know ──────────────────────────────────────────────────────────────────────


@rule
def imagine(state, seat, random):
    """3.4.3  Redraw the hands of the others."""
    for other in range(state.seats):
        if other != seat:
            redraw_hand(state.players[other], random)


@rule
def redraw_hand(player, random):
    """3.4.3  As many cards as it holds, any of those that nobody else has seen."""
    wanted = bits_in(player.hand)
    player.pile |= player.hand
    player.hand = NO_CARDS
    for _ in range(wanted):
        card = only(nth_card(player.pile, below(random, bits_in(player.pile))))
        player.pile &= ~card
        player.hand |= card


@rule
def nth_card(cards, n):
    """The n-th card of a set, counting from 0."""
    for _ in range(n):
        cards = np.uint32(cards & (cards - ONE_CARD))
    return lower_of(cards)
