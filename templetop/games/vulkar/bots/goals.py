"""What a figure is after, and how much a space promises: the sense of direction of greedy bots.

Everything is worth thousandths of a point. A goal pulls the weaker the farther away it is.
"""

import numpy as np

from templetop.engine.compile import rule
from templetop.games.vulkar.lines import lines
from templetop.games.vulkar.rules.ending import set_points
from templetop.games.vulkar.rules.ground import neighbour, steps_between
from templetop.games.vulkar.rules.island import (
    CAVE_1,
    DIRECTIONS,
    HEART,
    HEART_SPACE,
    HELIPAD_SPACE,
    KIND,
    LANE_STATIONS,
    MOST_NEIGHBOURS,
    NEXT_LANES,
    NOWHERE,
    PIT_LANE,
    PITS,
    REGION,
    REGIONS,
    SNAPSHOT,
    SNAPSHOTS,
    SPACE_LANE,
    SPACES,
    STEPS,
    TO_HELIPAD,
    TREASURE,
    TREASURES,
)
from templetop.games.vulkar.rules.pieces import (
    NO_TOKEN,
    PICTURE_LANES,
    SLAB,
    SLABS,
    TOKEN_COLOURS,
)
from templetop.games.vulkar.rules.state import AWAY, HERE, IN_MAW, ON_SLAB
from templetop.games.vulkar.rules.table import (
    has_all_pictures,
    has_picture,
    has_set,
    is_curse,
    is_curse_broken,
    is_taken,
)
from templetop.games.vulkar.rules.tokens import number_of
from templetop.games.vulkar.rules.walking import can_photograph, may_grab

POINT = 1000
WHOLE = 1024
FARTHEST = int(STEPS.max())
PULL = np.array([WHOLE * 0.78**steps for steps in range(FARTHEST + 1)], np.int16)
STRIDE = 5  # spaces that a card goes, more or less
EXPOSED = 500  # to end a walk in a lane

# ── What embers can reach ────────────────────────────────────────────────────────────────────────


def share_of_lanes(pit: int) -> dict[int, float]:
    """How likely an ember that leaves its pit comes into each lane, if forks were fair."""
    shares: dict[int, float] = {}
    wave = {PIT_LANE + pit: 1.0}
    while wave:
        following: dict[int, float] = {}
        for lane, share in wave.items():
            shares[lane] = shares.get(lane, 0.0) + share
            ways = [int(way) for way in NEXT_LANES[lane] if way != NOWHERE]
            for way in ways:
                following[way] = following.get(way, 0.0) + share / len(ways)
        wave = following
    return shares


REACH = np.zeros((PITS, SPACES), np.int16)  # how likely an ember runs over a space, of WHOLE
SIGHT = np.zeros((len(REGIONS), PITS), np.int16)  # and past a picture space of a region
for pit in range(PITS):
    shares = share_of_lanes(pit)
    for lane, share in shares.items():
        for space in LANE_STATIONS[lane][LANE_STATIONS[lane] != NOWHERE]:
            REACH[pit, space] += int(WHOLE * share)
    for region in range(len(REGIONS)):
        seen = [share for lane, share in shares.items() if PICTURE_LANES[region, lane]]
        SIGHT[region, pit] = int(WHOLE * max(seen, default=0.0))


def way_out(pit: int) -> int:
    """The direction in which its lane leaves a pit."""
    east, north = lines()[PIT_LANE + pit].way_at(0)
    degrees = float(np.degrees(np.arctan2(north, east)))
    return round(degrees / (360 / DIRECTIONS)) % DIRECTIONS


WAY_OUT = np.array([way_out(pit) for pit in range(PITS)], np.int8)

# ── What things are worth ────────────────────────────────────────────────────────────────────────


@rule
def token_worth(state, figure, colour):
    """How much one more token of a colour is worth."""
    if is_curse(state):
        return want(state, figure, colour)
    number = number_of(state.figures[figure], colour)
    more = set_points(state, number + 1) - set_points(state, number)
    return POINT * more + (300 if number < 5 else 100)


@rule
def token_loss(state, figure, colour):
    """How much the loss of a token would cost."""
    if is_curse(state):
        return want(state, figure, colour)
    number = number_of(state.figures[figure], colour)
    return POINT * (set_points(state, number) - set_points(state, number - 1)) + 100 * number


@rule
def own_colour(state, figure):
    """The colour in which a figure is nearest to its set; at the beginning by its number."""
    best, most = 0, -1
    for colour in range(TOKEN_COLOURS):
        one = state.figures[figure]
        number = min(number_of(one, colour), int(state.needed))
        merit = 8 * number + 8 * int(has_picture(one, colour))
        merit += 3 * int(figure % TOKEN_COLOURS == colour)
        if merit > most:
            best, most = colour, merit
    return best


@rule
def want(state, figure, colour):
    """12.12  How much a figure wants one more token of a colour under the Curse."""
    if colour != own_colour(state, figure):
        return 100
    return 3 * POINT if number_of(state.figures[figure], colour) < state.needed else 50


@rule
def picture_worth(state, figure, colour):
    """5.2  A picture scores aboard, and three call the copter."""
    if not can_photograph(state, figure, colour):
        return 0
    if is_curse(state):
        return 5 * POINT if colour == own_colour(state, figure) else 100
    return (int(state.numbers.picture_points) + 1) * POINT


@rule
def heart_worth(state):
    """5.5  Where it lies on its slab."""
    if state.heart != ON_SLAB or not may_grab(state):
        return 0
    return 30 * POINT if is_curse(state) else (int(state.numbers.heart_points) - 2) * POINT


@rule
def home_worth(state, figure):
    """10.4  What it is worth to be in the copter, or to call it."""
    one = state.figures[figure]
    if is_curse(state):
        return 60 * POINT if state.heart == figure and is_curse_broken(state) else 0
    pictures = 0
    for colour in range(TOKEN_COLOURS):
        pictures += int(has_picture(one, colour))
    worth = pictures * int(state.numbers.picture_points) * POINT
    if state.penny == IN_MAW:
        worth += int(state.numbers.penny_points) * POINT
    if state.copter == HERE or (state.copter == AWAY and has_all_pictures(state, figure)):
        return worth
    return 0


# All this as one row of numbers: it is asked once, and then for many spaces.
A_TOKEN, A_PICTURE, THE_HEART, HOME = 0, TOKEN_COLOURS, 2 * TOKEN_COLOURS, 2 * TOKEN_COLOURS + 1


@rule
def wishes(state, figure):
    """Tokens and pictures by their colours, the Heart, and to be at home."""
    return (
        int(token_worth(state, figure, 0)),
        int(token_worth(state, figure, 1)),
        int(token_worth(state, figure, 2)),
        int(picture_worth(state, figure, 0)),
        int(picture_worth(state, figure, 1)),
        int(picture_worth(state, figure, 2)),
        int(heart_worth(state)),
        int(home_worth(state, figure)),
    )


# ── Where to go ──────────────────────────────────────────────────────────────────────────────────


@rule
def pull(space, goal):
    return int(PULL[steps_between(space, goal)])


@rule
def promise(state, wished, space):
    """How good it is to be on a space: all that can be had from there, the near things first."""
    total = 0
    for slab in range(SLABS):
        if state.slabs[slab] != NO_TOKEN and TREASURES[slab] != space:
            total += wished[A_TOKEN + int(state.slabs[slab])] * pull(space, TREASURES[slab])
    for place in range(len(SNAPSHOTS)):
        goal = int(SNAPSHOTS[place])
        if goal != space:
            total += wished[A_PICTURE + int(REGION[goal])] * pull(space, goal)
    if space != HEART_SPACE:
        total += wished[THE_HEART] * pull(space, HEART_SPACE)
    return total // (2 * WHOLE) + way_home(wished, space)


@rule
def way_home(wished, space):
    """The way to the copter counts evenly, step by step."""
    return wished[HOME] * (FARTHEST - int(TO_HELIPAD[space])) // FARTHEST


@rule
def gain(state, figure, wished, space):
    """What is had at once by entering a space."""
    if is_taken(state, space, figure):
        return 0
    kind = int(KIND[space])
    if kind == TREASURE and state.slabs[SLAB[space]] != NO_TOKEN:
        return wished[A_TOKEN + int(state.slabs[SLAB[space]])]
    if kind == SNAPSHOT:
        return wished[A_PICTURE + int(REGION[space])]
    return wished[THE_HEART] if kind == HEART else 0


@rule
def ends_walk(state, figure, space):
    """4.4, 4.5  Bridges, the ladder and caves."""
    return KIND[space] >= CAVE_1 and not is_taken(state, space, figure)


@rule
def step_worth(state, figure, wished, space):
    return gain(state, figure, wished, space) + promise(state, wished, space)


@rule
def best_step(state, figure, wished, here, came):
    """The neighbour that is worth most, as one comes along."""
    best, most = NOWHERE, -(1 << 40)
    for way in range(MOST_NEIGHBOURS):
        space = neighbour(here, way)
        if space != NOWHERE and space != came:
            worth = step_worth(state, figure, wished, space)
            if worth > most:
                best, most = space, worth
    return best


@rule
def walk_worth(state, figure, length):
    """What a walk of so many spaces brings, step by step the best one, and where it ends."""
    here, came = int(state.figures[figure].at), NOWHERE
    wished = wishes(state, figure)
    total = 0
    if here == NOWHERE:
        here = HELIPAD_SPACE
        length -= 1
    for _ in range(length):
        following = best_step(state, figure, wished, here, came)
        came = here
        here = following
        total += gain(state, figure, wished, here)
        if ends_walk(state, figure, here):
            break
    exposed = EXPOSED if SPACE_LANE[here] != NOWHERE else 0
    return total + promise(state, wished, here) - exposed


@rule
def helps_somebody(state, figure, colour):
    """12.10  Would another figure rather have this token?"""
    for other in range(state.count):
        if other != figure and not has_set(state, other) and want(state, other, colour) > POINT:
            return True
    return False
