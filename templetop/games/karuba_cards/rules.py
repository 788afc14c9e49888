"""The round: everyone chooses two cards, the lowest discard one, all lay the rest and draw.

    phase     who         the move decides              and then
    DRAW      chance      which card a seat draws       CHOOSE once all have drawn; in the eighth
                                                        round all play both cards: DISCARD
    CHOOSE    all         which card is kept            DISCARD
    DISCARD   the lowest  which of two is discarded     LAY
    LAY       all         which card is laid where      LAY while cards are left, then DRAW, or OVER

Who decides at the same time decides unseen; when the last has, all of it is carried out. The phase
changes only in `all_have_drawn`, `compare`, `let_lay` and `end_round`.
"""

import numpy as np

from templetop.engine.bits import WORD, bits_in, clear, count, nth
from templetop.engine.compile import rule
from templetop.engine.game import CHANCE, EVEN
from templetop.engine.random import below
from templetop.games.karuba_cards import moves as numbers
from templetop.games.karuba_cards.hand import (
    NO_CARDS,
    NO_SEAT,
    drawer,
    higher_of,
    lower_of,
    only,
    sum_of,
)
from templetop.games.karuba_cards.island import (
    FRAMES_AROUND,
    MIDDLE,
    NO_SPACE,
    beside,
    just,
)
from templetop.games.karuba_cards.moves import (
    KEEP,
    LAY_HIGHER,
    LAY_LOWER,
    card_named,
    card_of_lay,
    is_keep,
    is_lay,
    space_of_lay,
)
from templetop.games.karuba_cards.pieces import (
    CRYSTALS,
    EAST,
    NO_CARD,
    NORTH,
    NUGGETS,
    ROUNDS,
    SOUTH,
    WEST,
)
from templetop.games.karuba_cards.state import CHOOSE, DISCARD, DRAW, LAY, NO_CHOICE, OVER

LOWER_WORD = LAY_LOWER // WORD
HIGHER_WORD = LAY_HIGHER // WORD
CARDS_WORD = KEEP // WORD
KEEP_SHIFT = np.uint64(KEEP % WORD)
DISCARD_SHIFT = np.uint64(numbers.DISCARD % WORD)
DRAW_SHIFT = np.uint64(numbers.DRAW % WORD)
HIGHEST_SUM = 99


# ── Whose move it is, and what may be done ───────────────────────────────────────────────────────


@rule
def to_move(state):
    """3.1.1, 3.2.2, 3.3.2  All decide at the same time; 3.4.4  chance gives the cards."""
    return CHANCE if state.phase == DRAW else int(state.deciding)


@rule
def legal(state, seat, moves):
    """3.1.1, 3.2.2, 3.3.1  Keep a card of the hand, discard one of the two played, or lay one."""
    clear(moves)
    player = state.players[seat]
    if state.phase == CHOOSE:
        moves[CARDS_WORD] = np.uint64(player.hand) << KEEP_SHIFT
    elif state.phase == DISCARD:
        moves[CARDS_WORD] = np.uint64(player.played) << DISCARD_SHIFT
    elif state.phase == LAY:
        moves[LOWER_WORD] = open_spaces(player)
        if higher_of(player.played) != NO_CARD:
            moves[HIGHER_WORD] = open_spaces(player)


@rule
def open_spaces(player):
    """3.3.3, 3.3.6  Where a card may lie: inside the frame, edge to edge with another."""
    return np.uint64(beside(player.laid) & player.frame & ~player.laid)


@rule
def odds(state, moves, weights):
    """3.4.4  Any card of the pile of the seat that draws, each equally likely."""
    clear(moves)
    moves[CARDS_WORD] = np.uint64(state.players[drawer(state)].pile) << DRAW_SHIFT
    return EVEN


# ── What a move does ─────────────────────────────────────────────────────────────────────────────


@rule
def play(state, seat, move):
    """3  One move, by a seat or by chance."""
    if state.phase == DRAW:
        draw(state, only(card_named(move)))
    else:
        decide(state, seat, move)


@rule
def draw(state, card):
    """3.4.4  The card goes from the pile into the hand; the last one begins the round."""
    player = state.players[drawer(state)]
    player.pile &= ~card
    player.hand |= card
    if drawer(state) == NO_SEAT:
        all_have_drawn(state)


@rule
def all_have_drawn(state):
    """3.1.1  All choose; 3.1.4  in the eighth round there is nothing to choose."""
    if state.rounds < ROUNDS:
        state.phase = CHOOSE
        state.deciding = (1 << int(state.seats)) - 1
        return
    for seat in range(state.seats):
        reveal(state.players[seat], NO_CARDS)
    compare(state)


@rule
def decide(state, seat, move):
    """3.1.2, 3.2.3, 3.3.2  A decision is kept unseen; the last one sets everything going."""
    state.players[seat].choice = move
    state.deciding = int(state.deciding) & ~(1 << int(seat))
    if state.deciding == 0:
        carry_out(state)


@rule
def carry_out(state):
    """3.1.3, 3.2.3, 3.3.2  What all have decided is done at the same time."""
    for seat in range(state.seats):
        player = state.players[seat]
        if player.choice != NO_CHOICE:
            do_as_decided(player, int(player.choice))
            player.choice = NO_CHOICE
    if state.phase == CHOOSE:
        compare(state)
    else:
        let_lay(state)


@rule
def do_as_decided(player, move):
    if is_lay(move):
        lay_card(player, card_of_lay(player, move), space_of_lay(move))
    elif is_keep(move):
        reveal(player, only(card_named(move)))
    else:
        discard(player, only(card_named(move)))


# ── Two cards of three ───────────────────────────────────────────────────────────────────────────


@rule
def reveal(player, kept):
    """3.1.3  The two cards are turned face up; the third stays in hand, unseen."""
    player.played = np.uint32(player.hand & ~kept)
    player.hand = kept


@rule
def compare(state):
    """3.2.1, 3.2.4  Every seat with the lowest sum has to discard."""
    lowest = lowest_sum(state)
    deciding = 0
    for seat in range(state.seats):
        if sum_of(state.players[seat].played) == lowest:
            deciding |= 1 << seat
    state.deciding = deciding
    state.phase = DISCARD


@rule
def lowest_sum(state):
    """3.2.1  The lowest sum of two cards on the table."""
    lowest = HIGHEST_SUM
    for seat in range(state.seats):
        lowest = min(lowest, sum_of(state.players[seat].played))
    return lowest


@rule
def discard(player, card):
    """3.2.2  One of the two goes to the discards, for the rest of the game."""
    player.played &= ~card
    player.discards |= card


# ── Laying ───────────────────────────────────────────────────────────────────────────────────────


@rule
def let_lay(state):
    """3.3.1  Everyone lays a card until all are laid; 3.3.5  a first card lies down by itself."""
    deciding = 0
    for seat in range(state.seats):
        player = state.players[seat]
        if player.laid == NO_SPACE:
            lay_card(player, lower_of(player.played), MIDDLE)
        if player.played != NO_CARDS:
            deciding |= 1 << seat
    state.deciding = deciding
    state.phase = LAY
    if deciding == 0:
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
    if state.rounds == ROUNDS:
        state.phase = OVER
    else:
        state.rounds += 1
        state.phase = DRAW


# ── What a seat cannot know ──────────────────────────────────────────────────────────────────────


@rule
def imagine(state, seat, random, moves):
    """3.1.2, 3.4.3  Redraw the hands of the others, and what they have decided unseen."""
    for other in range(state.seats):
        if other != seat:
            redraw_hand(state.players[other], random)
            if state.players[other].choice != NO_CHOICE:
                legal(state, other, moves)
                state.players[other].choice = nth(moves, below(random, count(moves)))


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
        cards = np.uint32(cards & (cards - np.uint32(1)))
    return lower_of(cards)
