"""How good a move looks at first sight, and what may come of it."""

from backgammon.rules.state import BAR, CHECKERS, HOME, OFF, SMALLER
from backgammon.rules.turn import seen_from
from templetop.engine.compile import rule

POINT = 1000
MOST_PIPS = 167  # at the beginning


@rule
def appeal(state, seat, move):
    """Hit, make walls, leave nobody alone, run from the far side, and bear off."""
    which, place = divmod(move, SMALLER)
    to = max(place - int(state.dice[which]), OFF)
    if to == OFF:
        return 2 * POINT
    found = POINT * place // BAR // 2
    if state.checkers[1 - seat, seen_from(to)] == 1:
        found += POINT + POINT * to // BAR
    if state.checkers[seat, to] == 1:
        found += POINT if to <= HOME + 2 else POINT // 2
    if state.checkers[seat, to] == 0:
        found -= POINT // 2
    if state.checkers[seat, place] == 2 and place < BAR:
        found -= POINT // 2
    return found


@rule
def prospect(state, seat):
    """Half a point, and more of it the further one is ahead in the race."""
    if state.checkers[seat, OFF] == CHECKERS or state.checkers[1 - seat, OFF] == CHECKERS:
        return POINT * int(state.checkers[seat, OFF] == CHECKERS)
    ahead = pips(state, 1 - seat) - pips(state, seat)
    return min(max(POINT // 2 + POINT * ahead // MOST_PIPS, 0), POINT)


@rule
def pips(state, seat):
    """How far all checkers of a seat still have to go."""
    total = 0
    for place in range(1, BAR + 1):
        total += place * int(state.checkers[seat, place])
    return total
