"""The turn.

phase       who      decides                      and then
BEGINNING   chance   who begins, and the dice     MOVING
ROLLING     chance   the dice                     MOVING, or ROLLING for the other one
MOVING      a seat   one checker, by one die      MOVING, ROLLING for the other one, or OVER
"""

import numpy as np

from backgammon.rules.moves import open_moves
from backgammon.rules.state import (
    BAR,
    BEGINNING,
    CHECKERS,
    FACES,
    HOME,
    MOVING,
    OFF,
    OVER,
    POINTS,
    ROLL,
    ROLLING,
    SMALLER,
)
from templetop.engine.compile import rule
from templetop.engine.game import Choice, Option
from templetop.engine.seats import CHANCE, EVEN, NOBODY

OPTIONS = (
    Option(
        "scoring",
        "What a win is worth.",
        (
            Choice("wins", "One point (4.2)."),
            Choice("gammons", "Two points if the loser has not borne off a checker (4.3)."),
            Choice("backgammons", "And three if the loser also has one far from home (4.4)."),
        ),
    ),
)
WINS, GAMMONS, BACKGAMMONS = range(3)

START = ((24, 2), (13, 5), (8, 3), (6, 5))
EVERY_ROLL = (1 << FACES * FACES) - 1
DOUBLES = sum(1 << (FACES + 1) * face for face in range(FACES))
FAR = POINTS - HOME  # beyond this point the other one's home begins


@rule
def new(state, seats, options):
    """1.3  The checkers are set up; 2.1  and it is rolled who begins."""
    state.seats = seats
    state.scoring = options[0]
    state.phase = BEGINNING
    for seat in range(2):
        for point, count in START:
            for _ in range(count):
                put(state, seat, point)


@rule
def to_move(state):
    """2.2  Dice are rolled by chance, checkers moved by the seat whose turn it is."""
    if state.phase == MOVING:
        return 1 << int(state.turn)
    return NOBODY if state.phase == OVER else CHANCE


@rule
def legal(state, seat, moves):
    """2.5  What can be moved was found when it became the seat's turn to move."""
    moves[0] = np.uint64(state.open)


@rule
def odds(state, events, weights):
    """2.2  Every roll; 2.1  but for the first, equal dice are rolled again."""
    events[0] = np.uint64(EVERY_ROLL & ~DOUBLES if state.phase == BEGINNING else EVERY_ROLL)
    return EVEN


# ── What is done ─────────────────────────────────────────────────────────────────────────────────


@rule
def happen(state, event):
    """2.1, 2.2  The dice are rolled; 2.4  a double is played twice."""
    one, other = (event - ROLL) // FACES + 1, (event - ROLL) % FACES + 1
    if state.phase == BEGINNING:
        state.turn = int(other > one)
    state.dice[0], state.dice[1] = max(one, other), min(one, other)
    state.again = int(one == other)
    go_on(state)


@rule
def play(state, decisions):
    """2.3  A die moves a checker; 2.4  when both have, a double is played again."""
    seat = int(state.turn)
    which, place = divmod(int(decisions[seat]), SMALLER)
    die = int(state.dice[which])
    move(state, seat, place, die)
    state.dice[which] = 0
    if state.again and state.dice[0] == state.dice[1]:
        state.dice[0], state.dice[1] = die, die
        state.again = 0
    go_on(state)


@rule
def go_on(state):
    """2.7  Who can move goes on, 4.1  until it is over; the only place where the phase changes."""
    state.open = open_moves(state)
    if state.open:
        state.phase = MOVING
    elif state.checkers[state.turn, OFF] == CHECKERS:
        state.phase = OVER
    else:
        state.phase = ROLLING
        state.turn = 1 - int(state.turn)
        state.dice[0], state.dice[1] = 0, 0
        state.again = 0


# ── Checkers ─────────────────────────────────────────────────────────────────────────────────────


@rule
def move(state, seat, place, die):
    """3.1  A checker goes on, 3.3  hits another one, 3.5  or leaves the board."""
    to = max(place - die, OFF)
    take(state, seat, place)
    put(state, seat, to)
    there = seen_from(to)
    if to > OFF and state.checkers[1 - seat, there] == 1:
        take(state, 1 - seat, there)
        put(state, 1 - seat, BAR)


@rule
def seen_from(place):
    """1.1  What the other one calls a point."""
    return POINTS + 1 - place


@rule
def put(state, seat, place):
    """A checker more is there: the first one holds a point, the second makes it a wall."""
    state.checkers[seat, place] += 1
    if place > OFF:
        state.held[seat] |= 1 << place
    if OFF < place < BAR and state.checkers[seat, place] == 2:
        state.walls[seat] |= 1 << seen_from(place)


@rule
def take(state, seat, place):
    """A checker less is there."""
    state.checkers[seat, place] -= 1
    if state.checkers[seat, place] == 0:
        state.held[seat] &= ~(1 << place)
    if place < BAR and state.checkers[seat, place] == 1:
        state.walls[seat] &= ~(1 << seen_from(place))


# ── How it ended ─────────────────────────────────────────────────────────────────────────────────


@rule
def points(state, points):
    """4.2  The winner has what the win is worth, and the loser nothing."""
    for seat in range(2):
        points[seat] = worth(state, 1 - seat) if has_won(state, seat) else 0


@rule
def has_won(state, seat):
    """4.1  All checkers are off."""
    return state.checkers[seat, OFF] == CHECKERS


@rule
def worth(state, loser):
    """4.2  One point; 4.3  or two, 4.4  or three."""
    if state.scoring == WINS or state.checkers[loser, OFF] > 0:
        return 1
    return 3 if state.scoring == BACKGAMMONS and int(state.held[loser]) >> FAR + 1 else 2


@rule
def places(state, places):
    """4.1  The winner is first; until then both are."""
    for seat in range(2):
        places[seat] = 2 if has_won(state, 1 - seat) else 1
