"""What a seat may know, as numbers from 0 to about 1 for a network."""

from templetop.engine.compile import rule
from templetop.engine.game import Plane
from templetop.engine.observing import one_of
from templetop.engine.seats import MOST_SEATS

from ..rules.state import OVER

PLANES = (
    Plane("points of each seat from here, as part of the goal", (MOST_SEATS,)),
    Plane("the pot, as part of the goal; the goal", (2,)),
    Plane("which seat this is, whose turn it is", (2, MOST_SEATS)),
    Plane("the phase", (OVER + 1,)),
)
MANY = 500


@rule
def observe(state, seat, numbers):
    """Fill in the table as this seat sees it."""
    for n in range(len(numbers)):
        numbers[n] = 0
    for turn in range(state.seats):
        numbers[turn] = state.banked[(seat + turn) % int(state.seats)] / state.goal
    numbers[MOST_SEATS] = state.pot / state.goal
    numbers[MOST_SEATS + 1] = state.goal / MANY
    at = one_of(numbers, MOST_SEATS + 2, MOST_SEATS, seat)
    at = one_of(numbers, at, MOST_SEATS, state.turn)
    one_of(numbers, at, OVER + 1, state.phase)
