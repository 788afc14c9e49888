"""The round.

    phase      who      decides                     and then
    DEALING    chance   the next card of a seat     PLANNING when all have two
    PLANNING   all      sneak, run or steal         TAKING for each thief, ROLLING for each runner
    TAKING     chance   left or right               the next thief, or runner, or round
    ROLLING    chance   what the guard rolls        the next runner, or round, or OVER

The phase changes only in `go_on`.
"""

import numpy as np

from heist.rules.state import (
    ALONE,
    CARDS,
    DEAL,
    DEALING,
    DIE,
    HAND,
    NO_CARD,
    NOBODY_ROBBED,
    OVER,
    PLANNING,
    ROLL,
    ROLLING,
    RUN,
    SNEAK,
    STEAL,
    TAKE,
    TAKING,
    TEAMS,
    TOGETHER,
)
from templetop.engine.bits import bits_in, clear, nth_bit, put
from templetop.engine.compile import rule
from templetop.engine.game import Choice, Numbers, Option
from templetop.engine.random import below
from templetop.engine.seats import CHANCE, EVEN, MOST_SEATS, NOBODY

OPTIONS = (
    Option(
        "mode",
        "Who plays against whom.",
        (
            Choice("alone", "Everyone for themselves (2.2).", tuple(range(2, 9))),
            Choice("teams", "Two teams (2.3).", (4, 6, 8)),
            Choice("together", "All against the museum (2.4)."),
        ),
    ),
    Numbers("corridor", "How many steps the corridor has (1.2).", (5,), 1, 20),
    Numbers("rounds", "How many rounds the night has (1.3).", (8,), 1, 50),
    Numbers("caught", "Up to which roll the guard catches a runner (3.6).", (2,), 0, 5),
)
MODE, CORRIDOR, ROUNDS, CAUGHT = range(4)

ALL_CARDS = np.uint32(2 ** (CARDS + 1) - 2)
ONE = np.uint32(1)
NO_SEAT = -1
SIDES_OF_TEAMS = 2


@rule
def new(state, seats, options):
    """1, 2  Everyone at the near end, and all cards in the deck."""
    state.seats = seats
    state.mode = options[MODE]
    state.corridor = options[CORRIDOR]
    state.rounds = options[ROUNDS]
    state.caught = options[CAUGHT]
    state.deck = ALL_CARDS
    state.phase = DEALING
    for seat in range(MOST_SEATS):
        state.victim[seat] = NOBODY_ROBBED


# ── Whose move it is, and what may be done ───────────────────────────────────────────────────────


@rule
def to_move(state):
    """3.1  All who are in the corridor decide at the same time; the rest is chance."""
    if state.phase == OVER:
        return NOBODY
    return in_corridor(state) if state.phase == PLANNING else CHANCE


@rule
def in_corridor(state):
    """3.1, 4.2  A bit for each seat that is not out."""
    seats = 0
    for seat in range(state.seats):
        if not is_out(state, seat):
            seats |= 1 << seat
    return seats


@rule
def is_out(state, seat):
    """1.2  At the far end of the corridor."""
    return state.steps[seat] >= state.corridor


@rule
def legal(state, seat, moves):
    """3.2, 3.3, 3.6  Sneak, run, or steal from somebody else in the corridor."""
    clear(moves)
    put(moves, SNEAK)
    put(moves, RUN)
    for other in range(state.seats):
        if may_steal(state, seat, other):
            put(moves, STEAL + other)


@rule
def may_steal(state, seat, other):
    """3.3  From others in the corridor; 3.8  but not when all play together."""
    return other != seat and not is_out(state, other) and state.mode != TOGETHER


@rule
def odds(state, events, weights):
    """2.1, 3.4, 3.6  Every card of the deck, both cards, every roll: each is as likely."""
    clear(events)
    if state.phase == DEALING:
        for card in range(1, CARDS + 1):
            if (state.deck >> np.uint32(card)) & ONE:
                put(events, DEAL + card)
    elif state.phase == TAKING:
        for side in range(HAND):
            put(events, TAKE + side)
    else:
        for number in range(1, DIE + 1):
            put(events, ROLL + number - 1)
    return EVEN


# ── What is done ─────────────────────────────────────────────────────────────────────────────────


@rule
def play(state, decisions):
    """3.7  First all sneak; then it is seen who steals from whom, and who runs."""
    running = 0
    for seat in range(state.seats):
        move = decisions[seat]
        if move == SNEAK:
            state.steps[seat] += 1
        elif move == RUN:
            running |= 1 << seat
        elif move >= STEAL and decisions[move - STEAL] == SNEAK:  # 3.3
            state.victim[seat] = move - STEAL
    state.running = running
    go_on(state)


@rule
def happen(state, event):
    """2.1, 3.4, 3.6  A card is dealt or taken, or the guard rolls."""
    if state.phase == DEALING:
        deal(state, event - DEAL)
    elif state.phase == TAKING:
        take(state, thief_of(state), event - TAKE)
    else:
        roll(state, event - ROLL + 1)
    go_on(state)


@rule
def go_on(state):
    """3.7  What comes next; the only place where the phase changes."""
    if receiver(state) != NO_SEAT:
        state.phase = DEALING
    elif thief_of(state) != NO_SEAT:
        state.phase = TAKING
    elif state.running != 0:
        state.phase = ROLLING
    elif state.phase == DEALING:
        state.phase = PLANNING
    else:
        state.rounds -= 1
        state.phase = OVER if is_over(state) else PLANNING


@rule
def receiver(state):
    """2.1  The next seat that has not got two cards."""
    for seat in range(state.seats):
        if state.loot[seat, HAND - 1] == NO_CARD:
            return seat
    return NO_SEAT


@rule
def deal(state, card):
    """2.1  The card lies before the seat, on the left and then on the right."""
    seat = receiver(state)
    side = 0 if state.loot[seat, 0] == NO_CARD else 1
    state.deck &= ~(ONE << np.uint32(card))
    state.loot[seat, side] = card
    state.known[seat, side] = 1 << seat


@rule
def thief_of(state):
    """3.7  The next seat whose theft has worked."""
    for seat in range(state.seats):
        if state.victim[seat] != NOBODY_ROBBED:
            return seat
    return NO_SEAT


@rule
def take(state, thief, side):
    """3.4  Two cards change places; 3.5  both have seen both."""
    victim = int(state.victim[thief])
    taken, given = int(state.loot[victim, side]), int(state.loot[thief, 0])
    known_taken, known_given = int(state.known[victim, side]), int(state.known[thief, 0])
    both = (1 << thief) | (1 << victim)
    state.loot[thief, 0], state.known[thief, 0] = taken, known_taken | both
    state.loot[victim, side], state.known[victim, side] = given, known_given | both
    state.victim[thief] = NOBODY_ROBBED


@rule
def runner_of(state):
    """3.7  The next seat that runs."""
    for seat in range(state.seats):
        if int(state.running) >> seat & 1:
            return seat
    return NO_SEAT


@rule
def roll(state, number):
    """3.6  Caught and back to the near end, or two steps on."""
    seat = runner_of(state)
    state.running = int(state.running) & ~(1 << seat)
    state.steps[seat] = 0 if number <= state.caught else state.steps[seat] + 2


@rule
def is_over(state):
    """4.1  Somebody is out, or it was the last round; 4.2  together, all have to be out."""
    inside = bits_in(in_corridor(state))
    if state.rounds == 0 or inside == 0:
        return True
    return state.mode != TOGETHER and inside < state.seats


# ── How it ended ─────────────────────────────────────────────────────────────────────────────────


@rule
def points(state, points):
    """1.2  How far everyone has come; it decides nothing."""
    for seat in range(state.seats):
        points[seat] = min(int(state.steps[seat]), int(state.corridor))


@rule
def side_of(state, seat):
    """2.3  Every other seat is a partner; 2.4  or all are; 2.2  or nobody."""
    if state.mode == TEAMS:
        return seat % SIDES_OF_TEAMS
    return seat if state.mode == ALONE else 0


@rule
def sides(state, sides):
    """2  Who is on whose side."""
    for seat in range(state.seats):
        sides[seat] = side_of(state, seat)


@rule
def worth(state, side):
    """4.3, 4.4  What the cards of a side are worth, of those who are out."""
    total = 0
    for seat in range(state.seats):
        if side_of(state, seat) == side and is_out(state, seat):
            total += int(state.loot[seat, 0]) + int(state.loot[seat, 1])
    return total


@rule
def places(state, places):
    """4.3  The most loot is first; 4.5  of those who are out, or nobody is."""
    for seat in range(state.seats):
        places[seat] = place_of(state, side_of(state, seat))


@rule
def place_of(state, side):
    """4.5  The museum has the first place as long as nobody is out; 4.6  or not all."""
    if state.mode == TOGETHER:
        return 1 if in_corridor(state) == 0 else 2
    own = worth(state, side)
    ahead = 0
    best = 0
    for seat in range(state.seats):
        other = worth(state, side_of(state, seat))
        best = max(best, other)
        ahead += int(other > own)
    return 2 if best == 0 else 1 + ahead


# ── What a seat cannot know ──────────────────────────────────────────────────────────────────────


@rule
def imagine(state, seat, random):
    """2.1, 3.5  Cards that the seat has not seen may be any of those that it has not seen."""
    unseen = state.deck
    for other in range(state.seats):
        for side in range(HAND):
            if is_unseen(state, seat, other, side):
                unseen |= ONE << np.uint32(state.loot[other, side])
    for other in range(state.seats):
        for side in range(HAND):
            if is_unseen(state, seat, other, side):
                card = nth_bit(np.uint64(unseen), below(random, bits_in(unseen)))
                unseen &= ~(ONE << np.uint32(card))
                state.loot[other, side] = card
    state.deck = unseen


@rule
def is_unseen(state, seat, other, side):
    """3.5  A card lies there, and the seat has not seen it."""
    return state.loot[other, side] != NO_CARD and not int(state.known[other, side]) >> seat & 1
