"""The turn. Rules are short functions that cite their sentence; they draw no random numbers.

phase      who      decides        and then
DECIDING   a seat   roll or hold   ROLLING; or DECIDING for the next seat, or OVER
ROLLING    chance   the die        DECIDING, for the next seat after a 1
"""

from templetop.engine.bits import clear, put
from templetop.engine.compile import rule
from templetop.engine.seats import CHANCE, EVEN, NOBODY

from .state import DECIDING, FACES, HOLD, OVER, ROLL, ROLLING, SHOW


@rule
def new(state, seats, options):
    """1  Nobody has points, and the pot is empty: a new record is all zeros."""
    state.seats = seats
    state.goal = options[0]
    state.phase = DECIDING


@rule
def to_move(state):
    """2.1, 2.2  A bit for each seat that is asked; or CHANCE, or NOBODY."""
    if state.phase == OVER:
        return NOBODY
    return CHANCE if state.phase == ROLLING else 1 << int(state.turn)


@rule
def legal(state, seat, moves):
    """2.2  Roll; 2.6  or hold what was rolled."""
    clear(moves)
    put(moves, ROLL)
    if state.pot > 0:
        put(moves, HOLD)


@rule
def odds(state, events, weights):
    """2.3  Each face is as likely."""
    clear(events)
    for face in range(FACES):
        put(events, SHOW + face)
    return EVEN


@rule
def play(state, decisions):
    """2.2  The die is rolled; 2.5  or the pot is taken, 3.1  perhaps to win."""
    if decisions[state.turn] == ROLL:
        state.phase = ROLLING
        return
    state.banked[state.turn] += state.pot
    if state.banked[state.turn] >= state.goal:
        state.phase = OVER
    else:
        next_turn(state)


@rule
def happen(state, event):
    """2.3  The pot grows; 2.4  a 1 ends the turn."""
    state.phase = DECIDING
    if event == SHOW:
        next_turn(state)
    else:
        state.pot += event - SHOW + 1


@rule
def next_turn(state):
    """2.1  The turn goes round; 1.1  the pot is empty again."""
    state.pot = 0
    state.turn = (int(state.turn) + 1) % int(state.seats)


@rule
def points(state, points):
    """2.5  What everybody has got by holding."""
    for seat in range(state.seats):
        points[seat] = state.banked[seat]


@rule
def places(state, places):
    """3.1  More points are a better place, and equals share one."""
    for seat in range(state.seats):
        place = 1
        for other in range(state.seats):
            place += int(state.banked[other] > state.banked[seat])
        places[seat] = place
