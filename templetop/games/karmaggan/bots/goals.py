"""What a seat is after, as a set of spaces, and how far away it is."""

import numpy as np

from templetop.engine.compile import rule
from templetop.games.karmaggan.rules.ground import (
    GATE_AT,
    GROUP,
    MOON,
    OUTER_COLUMNS,
    OUTER_OPEN,
    SUN,
    TRAIL,
    ZERO,
    all_inside,
    beside_by,
    both,
    either,
    includes,
    is_any,
    kept,
    nothing,
    only,
    roller_sides,
    turned64,
    without,
)
from templetop.games.karmaggan.rules.pieces import BLOOD, OUTER_RING, PASSAGE, TEMPLE
from templetop.games.karmaggan.rules.state import NOBODY_CARRIES
from templetop.games.karmaggan.rules.table import (
    abysses,
    are_allies,
    are_partners,
    is_inside,
    space_of_egg,
)


def columns_of(group: int) -> np.uint64:
    """The columns of the world before the gates of a group."""
    found = [n for n in range(OUTER_COLUMNS) if GATE_AT[n] >= 0 and GROUP[GATE_AT[n]] & group]
    return np.uint64(sum(1 << column for column in found))


SUN_COLUMNS, MOON_COLUMNS = columns_of(SUN), columns_of(MOON)
BOLD = 4  # so many coins are enough to cross a roller
THIRSTY = 2  # who has so few coins looks for blood
FARTHEST = 24  # beyond that it is all the same


# ── Distances ────────────────────────────────────────────────────────────────────────────────────


@rule
def wider(state, reached, ground, sides):
    """What is one step farther away."""
    return both(either(reached, beside_by(state, reached, sides)), ground)


@rule
def sides_for(state, seat):
    """What a seat may cross of the Outer ring: with little blood left, no roller."""
    is_bold = state.players[seat].coins >= BOLD
    return OUTER_OPEN if is_bold else OUTER_OPEN & ~roller_sides(state)


@rule
def through_passages(state, reached):
    """From any passage to all of them."""
    passages = kept(state.tiles[PASSAGE])
    return either(reached, passages) if is_any(both(reached, passages)) else reached


@rule
def way(state, goal, space, sides):
    """How many steps from a space to a goal."""
    ground = without(all_inside(), abysses(state))
    reached = goal
    for steps in range(FARTHEST):
        if includes(reached, space):
            return steps
        reached = wider(state, through_passages(state, reached), ground, sides)
    return FARTHEST


@rule
def way_on_foot(state, goal, space, sides):
    """The same without passages."""
    ground = without(all_inside(), abysses(state))
    reached = goal
    for steps in range(FARTHEST):
        if includes(reached, space):
            return steps
        reached = wider(state, reached, ground, sides)
    return FARTHEST


@rule
def progress(state, goal, here, there, sides):
    """How much nearer the goal is from there than from here.

    Who stands on a passage has to step off it and on it again.
    """
    ground = without(all_inside(), abysses(state))
    reached = goal
    from_here, from_there = FARTHEST, FARTHEST
    for steps in range(FARTHEST):
        if from_here == FARTHEST and includes(reached, here):
            from_here = steps
        reached = through_passages(state, reached)
        if from_there == FARTHEST and includes(reached, there):
            from_there = steps
        if from_here == FARTHEST and includes(reached, here):
            from_here = steps + 2
        if from_here < FARTHEST and from_there < FARTHEST:
            break
        reached = wider(state, reached, ground, sides)
    return from_here - from_there


# ── Goals ────────────────────────────────────────────────────────────────────────────────────────


@rule
def exits(state):
    """The spaces before gates that are open."""
    columns = ZERO
    if int(state.gates) & SUN:
        columns |= SUN_COLUMNS
    if int(state.gates) & MOON:
        columns |= MOON_COLUMNS
    row = turned64(columns, -4 * int(state.offsets[OUTER_RING]))
    return without((row, ZERO, ZERO, ZERO, ZERO), abysses(state))


@rule
def unused_temples(state, seat):
    """Temple tiles that still act on the seat in this turn, once it is off its own."""
    tiles = without(kept(state.tiles[TEMPLE]), kept(state.used[seat]))
    return without(tiles, only(int(state.at[seat])))


@rule
def goal_of(state, seat):
    """Where a raider wants to go."""
    carrier = int(state.carrier)
    if carrier == seat:
        return goal_of_carrier(state, seat)
    if is_thirsty(state, seat):
        blood = kept(state.tiles[BLOOD])
        if is_any(blood):
            return blood
    if carrier == NOBODY_CARRIES:
        return only(int(state.egg))
    if are_partners(state, seat, carrier):
        return goal_of_partner(state, seat, carrier)
    return goal_of_hunter(state, carrier)


@rule
def is_thirsty(state, seat):
    return state.players[seat].coins <= THIRSTY and is_any(kept(state.tiles[BLOOD]))


@rule
def goal_of_carrier(state, seat):
    """An open gate; as long as there is none, temple tiles, that one may open."""
    gates = exits(state)
    return gates if is_any(gates) else unused_temples(state, seat)


@rule
def goal_of_partner(state, seat, carrier):
    """Open a gate for the carrier; then keep the rivals busy."""
    if not is_any(exits(state)):
        return unused_temples(state, seat)
    return rivals_of(state, carrier)


@rule
def rivals_of(state, piece):
    """The raiders that are no allies."""
    spaces = nothing()
    for other in range(state.seats):
        if is_inside(state, other) and not are_allies(state, piece, other):
            spaces = either(spaces, only(int(state.at[other])))
    return spaces


@rule
def goal_of_hunter(state, carrier):
    """The carrier, or the gate behind which it is."""
    space = int(state.at[carrier])
    if space < TRAIL:
        return only(space)
    gate = space - TRAIL
    columns = ZERO
    for column in range(OUTER_COLUMNS):
        if GATE_AT[column] == gate and int(state.gates) & int(GROUP[gate]):
            columns |= np.uint64(1) << np.uint64(column)
    return turned64(columns, -4 * int(state.offsets[OUTER_RING])), ZERO, ZERO, ZERO, ZERO


@rule
def prey(state, piece):
    """Whom a spawn is after: a rival that carries the Egg, else any; none inside: the Egg."""
    carrier = int(state.carrier)
    is_there = carrier != NOBODY_CARRIES and is_inside(state, carrier)
    if is_there and not are_allies(state, piece, carrier):
        return only(int(state.at[carrier]))
    rivals = rivals_of(state, piece)
    return rivals if is_any(rivals) else only(min(space_of_egg(state), TRAIL - 1))
