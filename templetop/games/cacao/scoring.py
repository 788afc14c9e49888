"""Points and places."""

from typing import Any

from templetop.engine.compile import rule
from templetop.games.cacao.ground import OPPOSITE, SPOTS, square_beside
from templetop.games.cacao.pieces import (
    FIRST_PRIZE,
    SECOND_PRIZE,
    SIDES,
    STORAGE,
    TEMPLE,
    WATER_TRACK,
    WORKERS,
)
from templetop.games.cacao.work import NOT_LAID, face_of, owner_of, tile_on

SEAT = 8  # so many bits for each seat, where the workers of all are counted in one number
ONES = 255


@rule
def workers_at(state, space):
    """5.2.1  The workers beside a space, of all seats in one number; 4.5  of upper tiles alone."""
    workers = 0
    for side in range(SIDES):
        tile = tile_on(state, square_beside(space, side))
        if tile != NOT_LAID:
            here = int(WORKERS[face_of(tile), int(OPPOSITE[side])])
            workers += here << (SEAT * owner_of(tile))
    return workers


@rule
def workers_of(workers, seat):
    return workers >> (SEAT * seat) & ONES


@rule
def temple_gold(workers, seats, seat):
    """5.2.2, 5.2.3  Six for the most workers, three for the second most; 5.2.5  ties share."""
    mine = workers_of(workers, seat)
    ahead = 0
    equal = 0
    for other in range(seats):
        theirs = workers_of(workers, other)
        ahead += int(theirs > mine)
        equal += int(theirs == mine)
    if mine == 0 or ahead > 1:  # 5.2.6, 5.2.4
        return 0
    return SECOND_PRIZE // equal if ahead else FIRST_PRIZE // equal


@rule
def gold_of(player):
    """5.3.1  Gold, and one for each sun; 5.3.2  and what the water carrier's field says."""
    return int(player.gold) + int(player.suns) + WATER_TRACK[player.water]


@rule
def points(state, points):
    """5  The points of every seat as they stand."""
    temples = gold_of_all_at_temples(state)
    for seat in range(state.seats):
        points[seat] = gold_of(state.players[seat]) + gold_for(temples, seat)


@rule
def gold_of_all_at_temples(state):
    """5.2.1  What every seat earns at all temples together, in one number as workers are."""
    gold = 0
    jungle = state.jungle
    for space in range(SPOTS):
        if jungle[space] == TEMPLE:
            workers = workers_at(state, space)
            for seat in range(state.seats):
                gold += temple_gold(workers, int(state.seats), seat) << (SEAT * seat)
    return gold


@rule
def gold_for(gold, seat):
    return gold >> (SEAT * seat) & ONES


@rule
def points_of(state, seat):
    """5  The points of one seat as they stand."""
    return gold_of(state.players[seat]) + gold_at_temples(state, seat)


@rule
def gold_at_temples(state, seat):
    """5.2.1  What one seat earns at all temples together."""
    total = 0
    jungle = state.jungle
    for space in range(SPOTS):
        if jungle[space] == TEMPLE:
            total += temple_gold(workers_at(state, space), int(state.seats), seat)
    return total


@rule
def places(state, places):
    """5.3.4  Everyone's place, from 1, by gold; 5.3.5  then by fruits; equals share it."""
    gold = gold_of_all_at_temples(state)
    ranks = (rank(state, gold, 0), rank(state, gold, 1), rank(state, gold, 2), rank(state, gold, 3))
    for seat in range(state.seats):
        places[seat] = 1
        for other in range(state.seats):
            if ranks[other] > ranks[seat]:
                places[seat] += 1


@rule
def rank(state, temples, seat):
    """5.3.4, 5.3.5  One number by which seats are compared: gold first, then fruits."""
    player = state.players[seat]
    return (STORAGE + 1) * (gold_of(player) + gold_for(temples, seat)) + int(player.cacao)


def breakdown(state: Any, seat: int) -> dict[str, int]:
    """5.2, 5.3  What the points are made of; 5.3.5  and what decides among equals."""
    player = state.players[seat]
    return {
        "gold": int(player.gold),
        "temples": int(gold_at_temples(state, seat)),
        "suns": int(player.suns),
        "water": int(WATER_TRACK[player.water]),
        "fruits": int(player.cacao),
    }
