"""Which checkers can be moved, by one die and by both."""

from backgammon.rules.state import BAR, HOME, LARGER, OFF, SMALLER
from templetop.engine.bits import bits_in
from templetop.engine.compile import rule

ON_THE_BAR = 1 << BAR
EVERY_POINT = ON_THE_BAR - 2
AT_HOME = (2 << HOME) - 2


@rule
def open_moves(state):
    """2.5  The moves after which both dice are played, if that can be; 2.6  else those of one.

    Of a double no move stands in the way of another, so any of them will do.
    """
    seat = int(state.turn)
    free = EVERY_POINT & ~int(state.walls[1 - seat])
    larger, smaller = int(state.dice[0]), int(state.dice[1])
    by_larger = movable(int(state.held[seat]), free, larger)
    by_smaller = movable(int(state.held[seat]), free, smaller)
    if larger == smaller:
        return by_larger << LARGER
    if larger == 0 or smaller == 0:  # one is played already
        return by_larger << LARGER | by_smaller << SMALLER
    first = leaving(state, seat, free, by_larger, larger, by_smaller, smaller)
    second = leaving(state, seat, free, by_smaller, smaller, by_larger, larger)
    if first or second:
        return first << LARGER | second << SMALLER
    return by_larger << LARGER if by_larger else by_smaller << SMALLER


@rule
def movable(held, free, die):
    """3.1, 3.2  Where checkers stand that this die can move; 3.4  first of all from the bar."""
    if die == 0:
        return 0
    if held & ON_THE_BAR:
        return ON_THE_BAR & free << die
    if held & ~AT_HOME:
        return held & free << die
    return held & free << die | borne_off(held, die)


@rule
def borne_off(held, die):
    """3.5  With the very die; 3.6  or from the highest point, if that is lower."""
    if held >> die:
        return held & 1 << die
    below = held | held >> 1
    below |= below >> 2
    below |= below >> 4
    return below ^ below >> 1


@rule
def leaving(state, seat, free, places, die, others, other):
    """2.5  Of these places, those from which the die leaves the other one something to move.

    If that one can move from several places, any of them is enough; from one, all but this place.
    """
    doubtful = places if others == 0 else places & others
    if bits_in(others) > 1:
        doubtful = 0
    kept = places & ~doubtful
    while doubtful:
        place = bits_in((doubtful & -doubtful) - 1)
        doubtful &= doubtful - 1
        if movable(held_after(state, seat, place, die), free, other):
            kept |= 1 << place
    return kept


@rule
def held_after(state, seat, place, die):
    """3.1  Where the seat would have checkers after this move."""
    held = int(state.held[seat])
    if state.checkers[seat, place] == 1:
        held &= ~(1 << place)
    return held | 1 << place - die if place - die > OFF else held
