"""How good a move looks at first sight: to the greedy bot, and to a search that has to begin.

An island is judged by the points it has and by how few cards are missing between each adventurer
and its temple; a card by the island it would make; two cards also by the chance that their sum is
the lowest.
"""

from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from templetop.engine.compile import rule
from templetop.games.karuba_cards.rules.hand import (
    has_card,
    higher_of,
    lower_of,
    only,
)
from templetop.games.karuba_cards.rules.island import (
    FIRST_COLUMN,
    FRAMES_AROUND,
    LAST_COLUMN,
    MIDDLE,
    NO_SPACE,
    NOWHERE,
    ONE_SPACE,
    ROW,
    first_of,
    just,
    one_step,
    ways_on,
)
from templetop.games.karuba_cards.rules.moves import (
    card_named,
    card_of_lay,
    is_keep,
    is_lay,
    space_of_lay,
)
from templetop.games.karuba_cards.rules.pieces import (
    ADVENTURER,
    ADVENTURERS,
    CARDS,
    CRYSTALS,
    EAST,
    MAX_SEATS,
    NO_CARD,
    NORTH,
    NUGGETS,
    PATH_CARDS,
    SOUTH,
    TEMPLE,
    WEST,
)
from templetop.games.karuba_cards.rules.scoring import (
    place_of,
    points_between,
)
from templetop.games.karuba_cards.rules.turn import open_spaces

# Found by playing thousands of games with other numbers. All of them may be off by a fifth without
# much harm, except that NEITHER has to be small, or the cards of a colour are kept apart.
POINT = 1000  # everything is counted in thousandths of a point
PROMISE = np.array([0, 350, 220, 90, 45, 20, 10, 0, 0, 0], np.int64)  # so many cards are missing
FITTING = np.array([0, 700, 900, *[1000] * 6], np.int64)  # so many cards would do
WAITING = 850  # only the card of the temple, or of the adventurer, is missing
NEITHER = 200  # neither lies yet
LOST = 1000  # what a discarded card costs besides, whatever it is
FAR = 8  # as many missing cards as if there were no hope at all

# For so many seats and two cards with such a sum: how often, in thousandths, no sum is lower.
CERTAIN = 1000
PAIRS = [one + other for one, other in combinations(range(1, CARDS + 1), 2)]
LOSES = np.array(
    [
        [
            CERTAIN * (sum(pair >= lowest for pair in PAIRS) / len(PAIRS)) ** max(seats - 1, 0)
            for lowest in range(2 * CARDS)
        ]
        for seats in range(MAX_SEATS + 1)
    ]
).astype(np.int64)


class Island(NamedTuple):
    """A player's island as a move would leave it, as far as it matters here."""

    north: Any
    east: Any
    south: Any
    west: Any
    crystals: Any
    gold: Any
    laid: Any
    frame: Any
    card: Any  # the one that has just been laid, and where
    space: Any
    left: Any  # the cards that may still come


@rule
def appeal(state, seat, move):
    """How good a legal move looks: the outlook after it."""
    player = state.players[seat]
    left = cards_left(player)
    if is_lay(move):
        card = card_of_lay(player, move)
        return outlook(state, player, after_laying(player, card, space_of_lay(move), left))
    card = card_named(move)
    if is_keep(move):
        return outlook_of_playing(state, player, np.uint32(player.hand & ~only(card)), left)
    other = lower_of(np.uint32(player.played & ~only(card)))
    return best_outlook(state, player, other, np.uint32(left & ~only(card)))


@rule
def prospect(state, seat):
    """What the points may come to: how the island looks as it is."""
    player = state.players[seat]
    return outlook(state, player, as_it_is(player, cards_left(player)))


# ── Cards ────────────────────────────────────────────────────────────────────────────────────────


@rule
def cards_left(player):
    """The cards that are not laid and not discarded yet."""
    return np.uint32(player.hand | player.pile | player.played)


@rule
def outlook_of_playing(state, player, two, left):
    """What comes of playing these two cards, whether or not their sum is the lowest."""
    lower, higher = lower_of(two), higher_of(two)
    risk = LOSES[state.seats, lower + higher]
    win = outlook_with_both(state, player, lower, higher, left)
    lose = max(
        best_outlook(state, player, lower, np.uint32(left & ~only(higher))),
        best_outlook(state, player, higher, np.uint32(left & ~only(lower))),
    )
    return (win * (CERTAIN - risk) + (lose - LOST) * risk) // CERTAIN


@rule
def outlook_with_both(state, player, lower, higher, left):
    """The outlook with both cards laid, as if neither changed anything for the other."""
    now = outlook(state, player, as_it_is(player, left))
    one = best_outlook(state, player, lower, left)
    return one + best_outlook(state, player, higher, left) - now


@rule
def best_outlook(state, player, card, left):
    """The outlook with this card laid where it looks best."""
    spaces = just(MIDDLE) if player.laid == NO_SPACE else open_spaces(player)
    best = 0
    while spaces != NO_SPACE:
        island = after_laying(player, card, first_of(spaces), left)
        best = max(best, outlook(state, player, island))
        spaces = np.uint64(spaces & (spaces - ONE_SPACE))
    return best


# ── What a card changes ──────────────────────────────────────────────────────────────────────────


@rule
def after_laying(player, card, space, left):
    """The island with this card on that space."""
    shift = np.uint64(space)
    return Island(
        np.uint64(player.north | (NORTH[card] << shift)),
        np.uint64(player.east | (EAST[card] << shift)),
        np.uint64(player.south | (SOUTH[card] << shift)),
        np.uint64(player.west | (WEST[card] << shift)),
        np.uint64(player.crystals | (CRYSTALS[card] << shift)),
        np.uint64(player.gold | (NUGGETS[card] << shift)),
        np.uint64(player.laid | just(space)),
        np.uint64(player.frame & FRAMES_AROUND[space]),
        int(card),
        int(space),
        np.uint32(left & ~only(card)),
    )


@rule
def as_it_is(player, left):
    """The island without a further card."""
    return Island(
        player.north,
        player.east,
        player.south,
        player.west,
        player.crystals,
        player.gold,
        player.laid,
        player.frame,
        NO_CARD,
        NOWHERE,
        left,
    )


@rule
def place_then(player, island, card):
    """The space where a card lies on the island as it would be; no space if it does not."""
    return just(island.space) if card == island.card else place_of(player, card)


# ── How an island looks ──────────────────────────────────────────────────────────────────────────


@rule
def outlook(state, player, island):
    """The points of an island, and what it promises for the colours that are not home."""
    adventurers = all_adventurers(player, island)
    total = 0
    for colour in range(ADVENTURERS):
        start = place_then(player, island, ADVENTURER[colour])
        goal = place_then(player, island, TEMPLE[colour])
        free = np.uint64(island.laid & ~(adventurers & ~start))
        if start != NO_SPACE and goal != NO_SPACE:
            total += both_lie(state, island, start, goal, free)
        elif start != NO_SPACE:
            total += one_lies(state, island, start, free, TEMPLE[colour])
        elif goal != NO_SPACE:
            total += one_lies(state, island, goal, free, ADVENTURER[colour])
        else:
            total += neither_lies(state, island, colour)
    return total


@rule
def all_adventurers(player, island):
    """The spaces of all adventurers on the island."""
    spaces = NO_SPACE
    for colour in range(ADVENTURERS):
        spaces = np.uint64(spaces | place_then(player, island, ADVENTURER[colour]))
    return spaces


@rule
def both_lie(state, island, start, goal, free):
    """The points of a colour, or a part of them, the less the more cards are missing."""
    points = points_between(state, island, start, goal, free)
    if points > 0:
        return POINT * points
    fitting = cards_that_fit(island, start, goal, free)
    if fitting > 0:
        return int(state.home_worth) * FITTING[fitting]
    return int(state.home_worth) * PROMISE[cards_missing(island, start, goal, free)]


@rule
def one_lies(state, island, start, free, card):
    """What a colour promises of which the adventurer or the temple, this card, is still to come."""
    if not has_card(island.left, card):
        return 0
    if entered(card, gates_of(island, connected(start, free, ways_on(island)))) != NO_SPACE:
        return int(state.home_worth) * WAITING
    missing = 1 + cards_missing(island, start, empty_spaces(island), free)
    return int(state.home_worth) * PROMISE[missing]


@rule
def neither_lies(state, island, colour):
    """What a colour promises of which nothing lies yet."""
    if has_card(island.left, ADVENTURER[colour]) and has_card(island.left, TEMPLE[colour]):
        return int(state.home_worth) * NEITHER
    return 0


@rule
def empty_spaces(island):
    """The empty spaces that can be inside the frame."""
    return np.uint64(island.frame & ~island.laid)


@rule
def connected(reached, free, ways):
    """These spaces and all laid cards that paths connect with them."""
    before = NO_SPACE
    while reached != before:
        before = reached
        reached = np.uint64(reached | (one_step(reached, ways[0], ways[1]) & free))
    return reached


# One card would do


@rule
def cards_that_fit(island, start, goal, free):
    """How many of the path cards that are left would join the two, each on some space."""
    ways = ways_on(island)
    here = gates_of(island, connected(start, free, ways))
    there = gates_of(island, connected(goal, free, ways))
    fitting = 0
    for card in range(1, PATH_CARDS + 1):
        if has_card(island.left, card) and entered(card, here) & entered(card, there) != NO_SPACE:
            fitting += 1
    return fitting


@rule
def gates_of(island, reached):
    """The empty spaces that paths lead onto: from the north, the east, the south and the west."""
    empty = empty_spaces(island)
    return (
        np.uint64(((reached & island.south) << ROW) & empty),
        np.uint64(((reached & island.west & ~FIRST_COLUMN) >> ONE_SPACE) & empty),
        np.uint64(((reached & island.north) >> ROW) & empty),
        np.uint64(((reached & island.east & ~LAST_COLUMN) << ONE_SPACE) & empty),
    )


@rule
def entered(card, gates):
    """The spaces among these where a path of the card would go on."""
    return np.uint64(
        gates[0] * NORTH[card]
        | gates[1] * EAST[card]
        | gates[2] * SOUTH[card]
        | gates[3] * WEST[card]
    )


# More are missing


@rule
def cards_missing(island, start, goal, free):
    """How many spaces have still to be filled, at least, for a path between these."""
    empty = empty_spaces(island)
    ways = dreamt_ways(island, empty)
    reached = start
    for missing in range(FAR):
        reached = connected(reached, free, ways)
        if reached & goal != NO_SPACE:
            return missing
        reached = np.uint64(reached | (one_step(reached, ways[0], ways[1]) & empty))
    return FAR


@rule
def dreamt_ways(island, empty):
    """The ways to the east and the south, as if all paths were on the spaces still empty."""
    east = (island.east | empty) & ((island.west | empty) >> ONE_SPACE) & ~LAST_COLUMN
    south = (island.south | empty) & ((island.north | empty) >> ROW)
    return np.uint64(east), np.uint64(south)
