"""What the points may come to in the end."""

from templetop.engine.compile import rule
from templetop.games.vulkar.bots.goals import FARTHEST, POINT
from templetop.games.vulkar.rules.ending import (
    ANYBODY,
    points_of_seat,
    progress_of_all,
    steps_back,
)
from templetop.games.vulkar.rules.pieces import (
    FIREBALLS,
    TOKEN_COLOURS,
)
from templetop.games.vulkar.rules.state import ABOARD, HERE, ON_SLAB, WON
from templetop.games.vulkar.rules.table import (
    has_picture,
    has_set,
    is_curse,
    is_curse_broken,
    souvenirs_of,
)

STRIDE = 5


@rule
def prospect(state, seat):
    """The points as they stand, and pictures by how likely they come home."""
    if is_curse(state):
        return prospect_of_curse(state)
    total = POINT * points_of_seat(state, seat, ANYBODY) + 400 * souvenirs_of(state, seat)
    for figure in range(seat, int(state.count), int(state.seats)):
        total += pictures_home(state, figure)
    return total


@rule
def pictures_home(state, figure):
    """10.12  Pictures count as much as there is time to bring them into the copter."""
    one = state.figures[figure]
    if one.posture == ABOARD:
        return 0
    pictures = 0
    for colour in range(TOKEN_COLOURS):
        pictures += int(has_picture(one, colour))
    return pictures * int(state.numbers.picture_points) * chance_of_home(state, one)


@rule
def chance_of_home(state, figure):
    """In thousandths: turns that are left against steps that are to go."""
    steps = min(steps_back(figure), FARTHEST)
    if state.copter != HERE:
        return 800 - 10 * steps - 40 * int(state.scar == FIREBALLS)
    turns = int(state.turns_left) // int(state.count)
    reach = STRIDE * turns
    return max(0, min(950, 500 + 90 * (reach - steps)))


@rule
def prospect_of_curse(state):
    """12.12 to 12.14  How far all have come, and how far the Heart has."""
    total = POINT * progress_of_all(state)
    for figure in range(state.count):
        total += 2 * POINT * int(has_set(state, figure))
    if is_curse_broken(state):
        total += 4 * POINT
    if state.heart != ON_SLAB and state.heart >= 0:
        steps = min(steps_back(state.figures[state.heart]), FARTHEST)
        total += int(state.numbers.heart_points) * POINT + 300 * (FARTHEST - steps)
    return total + (30 * POINT if state.ending == WON else 0)
