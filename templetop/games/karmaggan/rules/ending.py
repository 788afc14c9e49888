"""Who has won, who plays with whom, and what is counted."""

from templetop.engine.compile import rule
from templetop.games.karmaggan.rules.state import FALLEN, NOBODY_CARRIES, NOT_ENDED, TEAMS
from templetop.games.karmaggan.rules.table import are_partners


@rule
def first_player(state):
    """2.5  Whoever was drawn."""
    return int(state.first)


@rule
def points(state, points):
    """1.13  Blood coins; they decide nothing."""
    for seat in range(state.seats):
        points[seat] = state.players[seat].coins


@rule
def sides(state, sides):
    """2.2  Teams; 7.5  without teams the dead are on one side: the number of the first of them."""
    for seat in range(state.seats):
        sides[seat] = side_of(state, seat)


@rule
def side_of(state, seat):
    if state.mode == TEAMS:
        return seat % 2
    if state.players[seat].life != FALLEN:
        return seat
    other = 0
    while state.players[other].life != FALLEN:
        other += 1
    return other


@rule
def places(state, places):
    """9  The winners are first, and everybody if it is a draw; before that, who has the Egg."""
    ahead = 0
    for seat in range(state.seats):
        ahead += is_ahead(state, seat)
    for seat in range(state.seats):
        places[seat] = 1 if is_ahead(state, seat) else 1 + max(ahead, 1)


@rule
def is_ahead(state, seat):
    if state.ending != NOT_ENDED:
        return int(state.winners) >> seat & 1 == 1
    if state.carrier == NOBODY_CARRIES or state.carrier == seat:
        return True
    return are_partners(state, seat, int(state.carrier))
