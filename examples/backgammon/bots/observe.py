"""What a seat may know, as numbers from 0 to about 1 for a network."""

from backgammon.rules.state import CHECKERS, FACES, OVER, PLACES
from templetop.engine.compile import rule
from templetop.engine.game import Plane
from templetop.engine.observing import one_of

FEW = 3  # checkers in a place are told one by one
PLANES = (
    Plane("own checkers and theirs, off, on points 1 to 24, on the bar: one, two, three, more",
          (2, PLACES, FEW + 1)),
    Plane("the larger and the smaller die", (2, FACES)),
    Plane("the first seat, whose turn it is, a double to be played again", (3,)),
    Plane("the phase", (OVER + 1,)),
    Plane("the scoring", (3,)),
)  # fmt: skip


@rule
def observe(state, seat, numbers):
    """Fill in the table as this seat sees it, each side counted its own way."""
    for n in range(len(numbers)):
        numbers[n] = 0
    at = 0
    for side in range(2):
        for place in range(PLACES):
            at = observe_place(int(state.checkers[(seat + side) % 2, place]), numbers, at)
    for die in range(2):
        at = one_of(numbers, at, FACES, int(state.dice[die]) - 1)
    numbers[at] = seat == 0
    numbers[at + 1] = seat == state.turn
    numbers[at + 2] = state.again
    at = one_of(numbers, at + 3, OVER + 1, state.phase)
    one_of(numbers, at, 3, state.scoring)


@rule
def observe_place(count, numbers, at):
    """At least one, at least two, at least three, and how many more."""
    for few in range(FEW):
        numbers[at + few] = count > few
    numbers[at + FEW] = max(count - FEW, 0) / CHECKERS
    return at + FEW + 1
