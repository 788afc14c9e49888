"""What a game answers that says nothing about it."""

from templetop.engine.compile import rule
from templetop.engine.seats import EVEN


@rule
def odds(state, events, weights):
    """There is no chance."""
    return EVEN


@rule
def happen(state, event):
    """Nothing ever does."""


@rule
def points(state, points):
    """Nothing is counted."""
    for seat in range(state.seats):
        points[seat] = 0


@rule
def sides(state, sides):
    """Every seat is for itself."""
    for seat in range(state.seats):
        sides[seat] = seat


@rule
def first_player(state):
    """The first seat begins."""
    return 0


@rule
def imagine(state, seat, random):
    """Nothing is hidden."""


@rule
def observe(state, seat, numbers):
    """There are no numbers."""


@rule
def appeal(state, seat, move):
    """All moves look alike."""
    return 0


@rule
def prospect(state, seat):
    """Nobody can tell."""
    return 0
