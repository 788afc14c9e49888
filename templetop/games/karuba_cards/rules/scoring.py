"""Points and places: who reaches its temple, by which path, and what lies on it."""

from typing import Any

import numpy as np

from templetop.engine.bits import bits_in
from templetop.engine.compile import rule
from templetop.games.karuba_cards.rules.island import (
    FRAME,
    NO_SPACE,
    NOWHERE,
    ONE_SPACE,
    SIDE,
    SPACES,
    first_of,
    just,
    one_step,
    ways_on,
)
from templetop.games.karuba_cards.rules.pieces import (
    ADVENTURER,
    ADVENTURERS,
    COLOURS,
    TEMPLE,
)

NO_WAY = 99  # as many steps as if there were no path at all

# Purses are numbers of 8 bits in one word, one for each space that so many steps can lead to: every
# other one of the frame, as on a chessboard. Of the four rows of a frame no two are the same modulo
# four, and so it is with its columns.
PURSE = np.uint64(255)
PURSE_OF = np.array(
    [
        8 * ((FRAME * (space // SIDE % FRAME) + space % SIDE % FRAME) // 2)
        for space in range(SPACES)
    ],
    np.uint64,
)
EMPTY_PURSES = np.uint64(0)

SCORE = np.uint64(1023)  # everyone's points in one word, 10 bits for each seat
SCORE_BITS = 10
NO_SCORES = np.uint64(0)


# ── Ways ─────────────────────────────────────────────────────────────────────────────────────────


@rule
def steps_between(start, goal, spaces, ways):
    """4.3  The length of the shortest path over these spaces, or NO_WAY."""
    level = start
    steps = 0
    while level != NO_SPACE:
        if level & goal != NO_SPACE:
            return steps
        spaces = np.uint64(spaces & ~level)
        level = np.uint64(one_step(level, ways[0], ways[1]) & spaces)
        steps += 1
    return NO_WAY


@rule
def comes_home(state, island, start, goal, free):
    """4.2  A path leads to the temple; 4.6  free of others, and 4.3, 4.8  the shortest."""
    ways = ways_on(island)
    steps = steps_between(start, goal, free, ways)
    if steps == NO_WAY:
        return False
    return state.detours != 0 or steps == steps_between(start, goal, island.laid, ways)


# ── Treasure on the way ──────────────────────────────────────────────────────────────────────────


@rule
def worth(state, island, spaces):
    """4.9  What the crystals and the gold on these spaces are worth."""
    crystals, gold = bits_in(island.crystals & spaces), bits_in(island.gold & spaces)
    return int(state.crystal_worth) * crystals + int(state.gold_worth) * gold


@rule
def treasure_on_the_way(state, island, start, goal, free):
    """4.5  Among equally short paths, the most that gold and crystals on one of them are worth."""
    ways = ways_on(island)
    purses = EMPTY_PURSES
    level = start
    while level & goal == NO_SPACE:
        free = np.uint64(free & ~level)
        beyond = np.uint64(one_step(level, ways[0], ways[1]) & free)
        purses = carried_on(state, island, purses, level, beyond, ways)
        level = beyond
    return fullest(purses, goal)


@rule
def carried_on(state, island, purses, level, beyond, ways):
    """4.5, 4.9  The purses of the spaces one step beyond a level, given those of the level."""
    filled = EMPTY_PURSES
    while beyond != NO_SPACE:
        space = first_of(beyond)
        here = just(space)
        before = np.uint64(one_step(here, ways[0], ways[1]) & level)
        most = worth(state, island, here) + fullest(purses, before)
        filled = np.uint64(filled | (np.uint64(most) << PURSE_OF[space]))
        beyond = np.uint64(beyond & (beyond - ONE_SPACE))
    return filled


@rule
def fullest(purses, spaces):
    """4.5  The most that can be carried to one of these spaces."""
    most = 0
    while spaces != NO_SPACE:
        most = max(most, int((purses >> PURSE_OF[first_of(spaces)]) & PURSE))
        spaces = np.uint64(spaces & (spaces - ONE_SPACE))
    return most


# ── Points and places ────────────────────────────────────────────────────────────────────────────


@rule
def points_between(state, island, start, goal, free):
    """4.2, 4.9  What one adventurer is worth: 3 points and the treasure on its way, or nothing."""
    if not comes_home(state, island, start, goal, free):
        return 0
    return int(state.home_worth) + treasure_on_the_way(state, island, start, goal, free)


@rule
def place_of(player, card):
    """The space where a card lies, as a set; no space if it does not lie on the island."""
    place = player.places[card]
    return NO_SPACE if place == NOWHERE else just(place)


@rule
def without_others(player, colour):
    """4.6  The spaces of the island where no adventurer of another colour is."""
    free = player.laid
    for other in range(ADVENTURERS):
        if other != colour:
            free = np.uint64(free & ~place_of(player, ADVENTURER[other]))
    return free


@rule
def points_for(state, player, colour):
    """4.2  The points of one colour as they stand."""
    start = place_of(player, ADVENTURER[colour])
    goal = place_of(player, TEMPLE[colour])
    return points_between(state, player, start, goal, without_others(player, colour))


@rule
def points_of(state, player):
    """4.11  The points of all adventurers; shared stretches count for each."""
    total = 0
    for colour in range(ADVENTURERS):
        total += points_for(state, player, colour)
    return total


@rule
def points(state, points):
    """4  The points of every seat as they stand."""
    for seat in range(state.seats):
        points[seat] = points_of(state, state.players[seat])


@rule
def all_scores(state):
    """Everyone's points, in one word."""
    scores = NO_SCORES
    for seat in range(state.seats):
        mine = np.uint64(points_of(state, state.players[seat]))
        scores = np.uint64(scores | (mine << np.uint64(SCORE_BITS * seat)))
    return scores


@rule
def score_at(scores, seat):
    return int((scores >> np.uint64(SCORE_BITS * seat)) & SCORE)


@rule
def places(state, places):
    """4.12  The most points win; 4.13  equals share a place."""
    scores = all_scores(state)
    for seat in range(state.seats):
        places[seat] = 1
        for other in range(state.seats):
            if score_at(scores, other) > score_at(scores, seat):
                places[seat] += 1


def breakdown(state: Any, seat: int) -> dict[str, int]:
    """4.2  What the points are made of: those of each colour."""
    player = state.players[seat]
    return {name: int(points_for(state, player, n)) for n, name in enumerate(COLOURS)}
