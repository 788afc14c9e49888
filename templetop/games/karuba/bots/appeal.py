"""How good a move looks at first sight: to a greedy bot, or to a search that begins somewhere.

A move is judged by the points it gains and by the island it leaves behind: how far every adventurer
still is from its temple, and what lies on the paths that they can walk.
"""

from typing import Any, NamedTuple

import numpy as np

from templetop.engine.bits import bits_in
from templetop.engine.compile import rule
from templetop.games.karuba.rules.island import (
    BEACH,
    BEACH_SPACE,
    COLUMNS,
    NO_SPACE,
    SPACES,
    TEMPLE,
    TEMPLE_SPACE,
    just,
    one_step,
    opens_to_beach,
    opens_to_temple,
    ways_east,
    ways_south,
)
from templetop.games.karuba.rules.moves import SITE, goal_of, is_lay, is_walk, walker
from templetop.games.karuba.rules.pieces import (
    ADVENTURERS,
    CRYSTAL,
    EAST,
    GOLD,
    NORTH,
    SOUTH,
    TREASURE,
    WEST,
)
from templetop.games.karuba.rules.scoring import points_of, worth
from templetop.games.karuba.rules.start import last_tile_is_revealed
from templetop.games.karuba.rules.state import CALLING, DECIDING
from templetop.games.karuba.rules.turn import empty_spaces

# Found by playing thousands of games with other numbers. Each may be off by a fifth without harm;
# without STEP or HASTE, a quarter of the adventurers who get home now would not.
POINT = 1000  # everything is counted in thousandths of a point
STEP = 350  # for each step still to go, so that even the longest way is worth shortening
LYING = 200  # for each point on a path that can be walked: only a walk that ends there takes it
HASTE = 4  # a treasure has half its charm when it is a step away for every so many turns left
LAYING = 5  # a missing tile is like so many steps: a turn to lay it, and the wait for a fitting one
MOST_STEPS = 4  # in a turn: what is farther away than the turns left allow is out of reach anyway
FAR = 64  # steps, where there is no way at all
FINE_WAY = 5  # rows and columns to cross: after shorter ways the game ends with gold left behind

NOBODY_WALKS = -1
NONE_WAITING = (NO_SPACE,) * LAYING


class Island(NamedTuple):
    """A player's island as a move would leave it, as far as it matters here."""

    north: Any
    east: Any
    south: Any
    west: Any
    lying_crystals: Any
    lying_gold: Any
    adventurers: Any


@rule
def appeal(state, seat, move):
    """How good a legal move looks: the points it gains and the outlook after it."""
    if state.phase != DECIDING:
        return placing(state, move)
    player = state.players[seat]
    if is_lay(move):
        return outlook(state, after_laying(state, player, move))
    if is_walk(move):
        gained = points_gained(state, player, walker(move), goal_of(move))
        return POINT * gained + outlook(state, after_walking(player, walker(move), goal_of(move)))
    return outlook(state, after_walking(player, NOBODY_WALKS, TEMPLE))


@rule
def prospect(state, seat):
    """What the points may come to: those the seat has, and how its island looks."""
    if state.phase < CALLING:
        return 0
    player = state.players[seat]
    return POINT * points_of(state, player) + outlook(state, player)


# ── What a move changes ──────────────────────────────────────────────────────────────────────────


@rule
def after_laying(state, player, space):
    """The island with the called tile on this space."""
    tile = state.tile
    shift = np.uint32(space)
    has_gold = TREASURE[tile] == GOLD and state.gold != 0
    return Island(
        np.uint32(player.north | (NORTH[tile] << shift)),
        np.uint32(player.east | (EAST[tile] << shift)),
        np.uint32(player.south | (SOUTH[tile] << shift)),
        np.uint32(player.west | (WEST[tile] << shift)),
        np.uint32(player.lying_crystals | (just(space) if TREASURE[tile] == CRYSTAL else NO_SPACE)),
        np.uint32(player.lying_gold | (just(space) if has_gold else NO_SPACE)),
        standing(player, NOBODY_WALKS, TEMPLE),
    )


@rule
def after_walking(player, adventurer, goal):
    """The island with this adventurer at its goal, and what lay there taken."""
    left = ~(just(goal) if goal < SPACES else NO_SPACE)
    return Island(
        player.north,
        player.east,
        player.south,
        player.west,
        np.uint32(player.lying_crystals & left),
        np.uint32(player.lying_gold & left),
        standing(player, adventurer, goal),
    )


@rule
def standing(player, walking, goal):
    """Where the adventurers stand once the walking one has reached its goal."""
    return (
        goal if walking == 0 else int(player.adventurers[0]),
        goal if walking == 1 else int(player.adventurers[1]),
        goal if walking == 2 else int(player.adventurers[2]),
        goal if walking == 3 else int(player.adventurers[3]),
    )


@rule
def points_gained(state, player, adventurer, goal):
    """What a walk to this goal is worth at once."""
    if goal == TEMPLE:
        return treasure(state, adventurer)
    return points_lying(state, player, just(goal))


@rule
def treasure(state, adventurer):
    """The best treasure left in its temple."""
    return int(state.treasures[state.taken[adventurer]])


@rule
def points_lying(state, island, spaces):
    """What the gold and crystals on these spaces are worth."""
    crystals = bits_in(island.lying_crystals & spaces)
    return worth(state, bits_in(island.lying_gold & spaces), crystals)


# ── How an island looks ──────────────────────────────────────────────────────────────────────────


@rule
def outlook(state, island):
    """What the treasures still to be had are worth to this island."""
    turns = turns_left(state)
    total = 0
    walkable = NO_SPACE
    for adventurer in range(ADVENTURERS):
        if island.adventurers[adventurer] != TEMPLE:
            steps = steps_to_temple(state, island, adventurer)
            total += promise(treasure(state, adventurer), steps, turns)
            walkable |= connected(island, foothold(state, island, adventurer))
    return total + LYING * points_lying(state, island, walkable)


@rule
def turns_left(state):
    """How many tiles are still to be played after this one; 4.3  perhaps not the last."""
    tiles = bits_in(state.stack) - int(state.numbers.left_over)
    return max(tiles - 1, 0) if last_tile_is_revealed(state) else tiles


@rule
def promise(points, steps, turns):
    """What points are worth that are so many steps away, with so many turns left to get there."""
    charm = POINT * points * turns // (turns + HASTE * steps)
    return charm - STEP * min(steps, MOST_STEPS * turns)


@rule
def foothold(state, island, adventurer):
    """The space it stands on, or the one it can step onto from its beach, if there is a path."""
    at = island.adventurers[adventurer]
    return opens_to_beach(island, state.beaches[adventurer]) if at == BEACH else just(at)


@rule
def connected(island, spaces):
    """All spaces that paths connect with these."""
    east = ways_east(island)
    south = ways_south(island)
    before = NO_SPACE
    while spaces != before:
        before = spaces
        spaces = np.uint32(spaces | one_step(spaces, east, south))
    return spaces


@rule
def steps_to_temple(state, island, adventurer):
    """Its shortest way, through empty spaces too: they may get any paths, but take longer."""
    empty = empty_spaces(island)
    dream = completed(island, empty)
    east = ways_east(dream)
    south = ways_south(dream)
    door = opens_to_temple(dream, state.temples[adventurer])
    entering = foothold(state, dream, adventurer)
    entered = entering
    waiting = NONE_WAITING
    for steps in range(1 if island.adventurers[adventurer] == BEACH else 0, FAR):
        leaving = np.uint32(entering & ~empty | waiting[-1])
        if leaving & door:
            return steps + 1
        waiting = (np.uint32(entering & empty),) + waiting[:-1]  # noqa: RUF005  Numba unpacks nothing
        entering = np.uint32(one_step(leaving, east, south) & ~entered)
        entered = np.uint32(entered | entering)
    return FAR


@rule
def completed(island, empty):
    """The island as one may dream of it: all paths on the spaces that are still empty."""
    return Island(
        np.uint32(island.north | empty),
        np.uint32(island.east | empty),
        np.uint32(island.south | empty),
        np.uint32(island.west | empty),
        island.lying_crystals,
        island.lying_gold,
        island.adventurers,
    )


# ── Setting up ───────────────────────────────────────────────────────────────────────────────────


@rule
def placing(state, move):
    """Alone, a way of middle length; with others all is alike, as they get the same island."""
    if state.seats > 1 or move < SITE:
        return 0
    return -abs(spaces_between(int(state.beaches[state.placing]), move - SITE) - FINE_WAY)


@rule
def spaces_between(beach, temple):
    """How many rows and columns a way from this beach to this temple must cross."""
    here, there = int(BEACH_SPACE[beach]), int(TEMPLE_SPACE[temple])
    rows = abs(here // COLUMNS - there // COLUMNS)
    return rows + abs(here % COLUMNS - there % COLUMNS)
