"""How good a move looks at first sight, and what may come of it."""

from heist.rules.state import CARDS, RUN, SNEAK, TOGETHER
from templetop.engine.compile import rule

POINT = 1000


@rule
def appeal(state, seat, move):
    """Run when one is behind, sneak when one is ahead; steal with a bad card on the left."""
    left = int(state.corridor) - int(state.steps[seat])
    if move == SNEAK:
        return POINT * (2 if left <= state.rounds else 1)
    if move == RUN:
        return POINT * (3 if left > state.rounds else 1)
    return POINT * 2 * (CARDS // 2 - int(state.loot[seat, 0])) // CARDS


@rule
def prospect(state, seat):
    """Steps made, and what the own cards are worth at the end of the corridor."""
    if state.mode == TOGETHER:
        return chance_of_all(state)
    own = int(state.loot[seat, 0]) + int(state.loot[seat, 1])
    return POINT * int(state.steps[seat]) + 100 * own


@rule
def chance_of_all(state):
    """4.6  All have to be out: in thousandths, the share of the way that they have made."""
    made = 0
    for seat in range(state.seats):
        made += min(int(state.steps[seat]), int(state.corridor))
    return 1000 * made // (int(state.seats) * int(state.corridor))
