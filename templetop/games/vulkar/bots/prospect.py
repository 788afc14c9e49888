"""What the points may come to in the end; under the Curse, how likely all win."""

from math import exp

import numpy as np

from templetop.engine.compile import rule
from templetop.games.vulkar.bots.goals import FARTHEST, POINT, STRIDE, own_colour
from templetop.games.vulkar.rules.ending import (
    ANYBODY,
    points_of_seat,
    steps_back,
)
from templetop.games.vulkar.rules.ground import steps_between
from templetop.games.vulkar.rules.island import (
    HEART_SPACE,
    HELIPAD_SPACE,
    NOWHERE,
    REGION,
    SNAPSHOTS,
    SPACES,
    TO_HELIPAD,
)
from templetop.games.vulkar.rules.pieces import (
    FIREBALLS,
    NO_CARD,
    TOKEN_COLOURS,
)
from templetop.games.vulkar.rules.state import ABOARD, DRAWING, HERE, NOT_ENDED, WON
from templetop.games.vulkar.rules.table import (
    cards_in,
    has_picture,
    is_curse,
    is_curse_broken,
    souvenirs_of,
)
from templetop.games.vulkar.rules.tokens import number_of


@rule
def prospect(state, seat):
    """The points as they stand, and pictures by how likely they come home; or the chance."""
    if is_curse(state):
        return chance_against_curse(state)
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


# ── Under the Curse ──────────────────────────────────────────────────────────────────────────────
# How likely all win, by a logistic regression over 3,000 games of greedy bots for each number of
# seats. The weights are hundredths of a logit: for each turn that a figure still has, for each
# stride that the farthest figure and all figures in the mean still need for their sets, and for
# each stride of the Heart's way; then for a Heart that is carried, for a Curse that is broken, and
# for each souvenir.

CONSTANT, A_TURN, THE_SLOWEST, THE_MEAN, THE_WAY, CARRIED, BROKEN, A_SOUVENIR = range(8)
WEIGHTS = np.array([
    (-532, 170, -64, -64, -109, 223, 188, 22),
    (-449, 142, -77, -47, -80, 174, 118, 17),
    (-434, 148, -85, -64, -86, 160, 106, 14),
    (-303, 69, -54, -35, -55, 89, 140, 6),
], np.int16)  # fmt: skip
A_TOKEN = 3  # as many steps does one token take that is missing
MOST_SCORE = 600
CHANCES = np.array(
    [round(1000 / (1 + exp(-score / 100))) for score in range(-MOST_SCORE, MOST_SCORE + 1)],
    np.int16,
)


def steps_to_pictures(colour: int) -> list[int]:
    """From each space to the nearest picture space of a colour."""
    goals = [int(space) for space in SNAPSHOTS if REGION[space] == colour]
    return [min(steps_between(space, goal) for goal in goals) for space in range(SPACES)]


TO_PICTURE = np.array([steps_to_pictures(colour) for colour in range(TOKEN_COLOURS)], np.int8)


@rule
def chance_against_curse(state):
    """12.12 to 12.15  How likely all win, in thousandths."""
    if state.ending != NOT_ENDED:
        return 1000 if state.ending == WON else 0
    weights = WEIGHTS[int(state.count) - 1]
    score = int(weights[CONSTANT]) + int(weights[A_TURN]) * strides_left(state) // STRIDE
    score += int(weights[THE_SLOWEST]) * steps_of_slowest(state) // STRIDE
    score += int(weights[THE_MEAN]) * steps_of_all(state) // (STRIDE * int(state.count))
    score += int(weights[THE_WAY]) * way_of_heart(state) // STRIDE
    score += int(weights[CARRIED]) * int(state.heart >= 0)
    score += int(weights[BROKEN]) * int(is_curse_broken(state))
    for seat in range(state.seats):
        score += int(weights[A_SOUVENIR]) * souvenirs_of(state, seat)
    return int(CHANCES[MOST_SCORE + max(-MOST_SCORE, min(MOST_SCORE, score))])


@rule
def strides_left(state):
    """12.15, 12.17  How far each figure can still walk before the cards run out, more or less."""
    turns = cards_in(state.deck)
    if state.second_piles > 0:
        turns += 1 + turns + cards_in(state.discards)
    return (STRIDE * turns + stride_of_turn(state)) // int(state.count)


@rule
def stride_of_turn(state):
    """How far the active figure goes in the turn that has begun."""
    if state.card == NO_CARD and state.phase != DRAWING:
        return STRIDE
    return min(STRIDE, int(state.steps))


@rule
def steps_to_set(state, figure):
    """12.12  How many steps a figure needs for its set: to tokens, and to its picture."""
    one = state.figures[figure]
    colour = own_colour(state, figure)
    missing = max(0, int(state.needed) - number_of(one, colour))
    return A_TOKEN * missing + (
        0 if has_picture(one, colour) else int(TO_PICTURE[colour, where(one)])
    )


@rule
def where(figure):
    """The space where a figure is; who has not landed yet will be on the helipad."""
    return HELIPAD_SPACE if figure.at == NOWHERE else int(figure.at)


@rule
def steps_of_slowest(state):
    most = 0
    for figure in range(state.count):
        most = max(most, steps_to_set(state, figure))
    return most


@rule
def steps_of_all(state):
    total = 0
    for figure in range(state.count):
        total += steps_to_set(state, figure)
    return total


@rule
def way_of_heart(state):
    """12.13, 12.14  The steps to the Heart, if nobody carries it, and to the copter."""
    if state.heart >= 0:
        return int(TO_HELIPAD[where(state.figures[state.heart])])
    nearest = FARTHEST
    for figure in range(state.count):
        nearest = min(nearest, steps_between(where(state.figures[figure]), HEART_SPACE))
    return nearest + int(TO_HELIPAD[HEART_SPACE])
