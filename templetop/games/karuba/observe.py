"""What a seat may know, as numbers from 0 to about 1 for a network.

for each of the four islands, the seat's own first, then in the order of the seats
    30 spaces      paths to north, east, south, west; a crystal, gold lying there
    4 adventurers  each of the 30 spaces, the temple, the beach: 1 where it stands
    8              temple treasures taken (4), crystals, gold, tiles laid, has decided
then
    44 + 44        beach numbers and temple numbers, 11 for each colour
    16             the treasures left of each colour, the best first
    37 + 37        the tile called, the tiles still in the stack (number 0 is never set)
    5 + 5          the phase, the adventurer that is being placed (the fifth: none)
    4 + 4          how many seats, which of them this is
    3 + 1 + 1      the reading of the distance, who places, the gold in the supply
    1              what this seat itself has decided
"""

import numpy as np

from templetop.engine.compile import rule
from templetop.games.karuba.island import BEACH, NUMBERS, SPACES, just
from templetop.games.karuba.moves import SEAT_MOVES
from templetop.games.karuba.pieces import ADVENTURERS, MAX_SEATS, TILES, TREASURES
from templetop.games.karuba.start import ENOUGH_GOLD
from templetop.games.karuba.state import NO_CHOICE, OVER

PLANES = 6
PLACES = BEACH + 1  # the spaces, the temple, the beach
GATHERED = ADVENTURERS + 4
ISLAND = PLANES * SPACES + ADVENTURERS * PLACES + GATHERED
READINGS = 3
SHARED = (
    2 * ADVENTURERS * NUMBERS
    + ADVENTURERS * MAX_SEATS
    + 2 * (TILES + 1)
    + (OVER + 1)
    + (ADVENTURERS + 1)
    + 2 * MAX_SEATS
    + READINGS
    + 3
)
OBSERVATION = MAX_SEATS * ISLAND + SHARED

BEST_TREASURE = 5
A_LOT = 10  # of crystals or gold
PLENTY = 16  # nuggets: never out of reach


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
    observe_shared(state, seat, numbers, at)


@rule
def observe_island(state, seat, numbers, at):
    player = state.players[seat]
    for space in range(SPACES):
        here = just(space)
        numbers[at] = 1 if player.north & here else 0
        numbers[at + 1] = 1 if player.east & here else 0
        numbers[at + 2] = 1 if player.south & here else 0
        numbers[at + 3] = 1 if player.west & here else 0
        numbers[at + 4] = 1 if player.lying_crystals & here else 0
        numbers[at + 5] = 1 if player.lying_gold & here else 0
        at += PLANES
    for adventurer in range(ADVENTURERS):
        one_of(numbers, at, PLACES, player.adventurers[adventurer])
        at += PLACES
    observe_gathered(player, numbers, at)


@rule
def observe_gathered(player, numbers, at):
    for adventurer in range(ADVENTURERS):
        numbers[at + adventurer] = player.treasures[adventurer] / BEST_TREASURE
    at += ADVENTURERS
    numbers[at] = player.crystals / A_LOT
    numbers[at + 1] = player.gold / A_LOT
    numbers[at + 2] = player.laid / SPACES
    numbers[at + 3] = 1 if player.choice != NO_CHOICE else 0


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
    numbers[at] = state.chance_places
    numbers[at + 1] = 1 if state.gold == ENOUGH_GOLD else state.gold / PLENTY
    numbers[at + 2] = (int(state.players[seat].choice) + 1) / (SEAT_MOVES + 1)


@rule
def treasures_left(state, adventurer, numbers, at):
    """The values in a temple's stack, the best first; returns where the next numbers go."""
    for n in range(int(state.taken[adventurer]), MAX_SEATS):
        numbers[at + n] = TREASURES[state.stacks, n] / BEST_TREASURE
    return at + MAX_SEATS


@rule
def one_of(numbers, at, how_many, which):
    """Set one of so many numbers, if it is one of them; returns where the next numbers go."""
    if 0 <= which < how_many:
        numbers[at + int(which)] = 1
    return at + how_many
