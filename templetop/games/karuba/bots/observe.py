"""What a seat may know, as numbers from 0 to about 1 for a network. All of it lies open."""

import numpy as np

from templetop.engine.bits import ONE, bits_in
from templetop.engine.compile import rule
from templetop.engine.game import Plane
from templetop.engine.observing import first_of, one_of, size_of
from templetop.games.karuba.rules.island import BEACH, NUMBERS, SPACES
from templetop.games.karuba.rules.pieces import ADVENTURERS, MAX_SEATS, TILES
from templetop.games.karuba.rules.start import (
    ENOUGH_GOLD,
    chance_places,
    last_tile_is_revealed,
)
from templetop.games.karuba.rules.state import OVER

EDGES = 4
ON_A_SPACE = EDGES + 2
PLACES = BEACH + 1  # the spaces, the temple, the beach
READINGS = 3

# Of every island, the seat's own first, then in the order of the seats
ISLAND_PLANES = (
    Plane("paths to north, east, south and west; a crystal, gold lying", (SPACES, ON_A_SPACE)),
    Plane("where each adventurer stands: a space, the temple, the beach", (ADVENTURERS, PLACES)),
    Plane("temple treasures taken", (ADVENTURERS,)),
    Plane("crystals, gold and tiles laid", (3,)),
)
ISLAND = size_of(ISLAND_PLANES)
PLANES = (
    *(
        Plane(f"seat {turn} from here: {plane.name}", plane.shape)
        for turn in range(MAX_SEATS)
        for plane in ISLAND_PLANES
    ),
    Plane("beach numbers", (ADVENTURERS, NUMBERS)),
    Plane("temple numbers", (ADVENTURERS, NUMBERS)),
    Plane("treasures left, the best first", (ADVENTURERS, MAX_SEATS)),
    Plane("the tile called", (TILES + 1,)),
    Plane("the tiles in the stack", (TILES + 1,)),
    Plane("the phase", (OVER + 1,)),
    Plane("the adventurer that is being placed, or none", (ADVENTURERS + 1,)),
    Plane("how many seats", (MAX_SEATS,)),
    Plane("which of them this is", (MAX_SEATS,)),
    Plane("the reading of the distance", (READINGS,)),
    Plane("whether chance places, the gold in the supply, whether the last tile counts", (3,)),
)
OBSERVATION = size_of(PLANES)
SHARED = first_of(PLANES, "beach numbers")

BEST_TREASURE = 5
A_LOT = 10  # of crystals or gold
PLENTY = 16  # nuggets: never out of reach
HALF_A_WORD = np.uint64(32)


@rule
def observe(state, seat, numbers):
    """Fill in the table as this seat sees it."""
    for n in range(OBSERVATION):
        numbers[n] = 0
    at = 0
    for turn in range(MAX_SEATS):
        if turn < state.seats:
            observe_island(state, (seat + turn) % int(state.seats), numbers, at)
        at += ISLAND
    observe_shared(state, seat, numbers, SHARED)


@rule
def observe_island(state, seat, numbers, at):
    player = state.players[seat]
    mark_spaces(player.north, player.east, numbers, at)
    mark_spaces(player.south, player.west, numbers, at + 2)
    mark_spaces(player.lying_crystals, player.lying_gold, numbers, at + 4)
    at += SPACES * ON_A_SPACE
    for adventurer in range(ADVENTURERS):
        one_of(numbers, at, PLACES, player.adventurers[adventurer])
        at += PLACES
    observe_gathered(player, numbers, at)


@rule
def mark_spaces(spaces, others, numbers, at):
    """One by one: most spaces are empty, and memory is slower than a search for bits.

    Two sets in one word, as the end of a search is what a processor does not foresee.
    """
    left = np.uint64(spaces) | np.uint64(others) << HALF_A_WORD
    while left:
        lowest = left & (~left + ONE)
        place = bits_in(lowest - ONE)
        numbers[at + ON_A_SPACE * (place & 31) + (place >> 5)] = 1
        left ^= lowest


@rule
def observe_gathered(player, numbers, at):
    for adventurer in range(ADVENTURERS):
        numbers[at + adventurer] = player.treasures[adventurer] / BEST_TREASURE
    at += ADVENTURERS
    numbers[at] = player.crystals / A_LOT
    numbers[at + 1] = player.gold / A_LOT
    numbers[at + 2] = player.laid / SPACES


@rule
def observe_shared(state, seat, numbers, at):
    for adventurer in range(ADVENTURERS):
        at = one_of(numbers, at, NUMBERS, state.beaches[adventurer])
    for adventurer in range(ADVENTURERS):
        at = one_of(numbers, at, NUMBERS, state.temples[adventurer])
    for adventurer in range(ADVENTURERS):
        at = treasures_left(state, adventurer, numbers, at)
    at = one_of(numbers, at, TILES + 1, state.tile) if state.tile else at + TILES + 1
    for tile in range(TILES + 1):
        numbers[at + tile] = 1 if (state.stack >> np.uint64(tile)) & np.uint64(1) else 0
    at += TILES + 1
    at = one_of(numbers, at, OVER + 1, state.phase)
    at = one_of(numbers, at, ADVENTURERS + 1, state.placing)
    at = one_of(numbers, at, MAX_SEATS, int(state.seats) - 1)
    at = one_of(numbers, at, MAX_SEATS, seat)
    at = one_of(numbers, at, READINGS, state.distance)
    numbers[at] = 1 if chance_places(state) else 0
    numbers[at + 1] = 1 if state.gold == ENOUGH_GOLD else state.gold / PLENTY
    numbers[at + 2] = 0 if last_tile_is_revealed(state) else 1


@rule
def treasures_left(state, adventurer, numbers, at):
    """The values in a temple's stack, the best first; returns where the next numbers go."""
    for n in range(int(state.taken[adventurer]), int(state.stacks)):
        numbers[at + n] = state.treasures[n] / BEST_TREASURE
    return at + MAX_SEATS
