"""The turn: a stone falls, and four in a line win."""

import numpy as np

from connect_four.rules.state import COLUMNS, DROP, DROPPING, OVER, ROW, ROWS
from templetop.engine.bits import bits_in
from templetop.engine.compile import rule
from templetop.engine.seats import NOBODY

EVERY_COLUMN = (1 << COLUMNS) - 1
FIRST_COLUMN = sum(1 << row * ROW for row in range(ROWS))
TOP_ROW = (ROWS - 1) * ROW
LINES = (1, ROW, ROW - 1, ROW + 1)  # from space to space: across, upright, and both ways slanting


@rule
def new(state, seats, options):
    """1.3  An empty grid; 2.1  the first seat begins."""
    state.seats = seats
    state.turn = 0
    state.phase = DROPPING


@rule
def to_move(state):
    """2.1  One after the other; 3  until it is over."""
    return NOBODY if state.phase == OVER else 1 << int(state.turn)


@rule
def legal(state, seat, moves):
    """2.2  Into every column that is not full."""
    moves[0] = np.uint64(open_columns(state) << DROP)


@rule
def open_columns(state):
    """2.2  A bit for each column whose highest space is free."""
    return ~(taken(state) >> TOP_ROW) & EVERY_COLUMN


@rule
def taken(state):
    """2.3  The spaces with a stone of either colour."""
    return int(state.stones[0]) | int(state.stones[1])


@rule
def landing(state, column):
    """2.3  The space that a stone falls to."""
    below = bits_in(taken(state) & FIRST_COLUMN << column)
    return 1 << below * ROW + column


@rule
def play(state, decisions):
    """2.2, 2.3  The stone falls; 2.1  then it is the other's turn, 3  or nobody's."""
    seat = int(state.turn)
    state.stones[seat] = int(state.stones[seat]) | landing(state, int(decisions[seat]) - DROP)
    if has_four(int(state.stones[seat])) or not open_columns(state):
        state.phase = OVER
    else:
        state.turn = 1 - seat


@rule
def has_four(stones):
    """3.1  Two neighbours, and two spaces on two neighbours more."""
    found = 0
    for step in LINES:
        pairs = stones & stones >> step
        found |= pairs & pairs >> 2 * step
    return found != 0


@rule
def places(state, places):
    """3.1  Who has four in a line is first; 3.2  else both are."""
    for seat in range(2):
        places[seat] = 2 if has_four(int(state.stones[1 - seat])) else 1
