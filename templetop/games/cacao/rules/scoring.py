"""Points and places."""

from typing import Any

from templetop.engine.compile import rule
from templetop.games.cacao.rules.ground import OPPOSITE, SPOTS, square_beside
from templetop.games.cacao.rules.pieces import SIDES, STORAGE, TEMPLE, WORKERS
from templetop.games.cacao.rules.work import NOT_LAID, face_of, owner_of, tile_on

SEAT = 15  # so many bits for each seat, where workers, or gold, of all are counted in one number
ONES = (1 << SEAT) - 1


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
def part_of(all_seats, seat):
    """One seat's part of a number that has one for each."""
    return all_seats >> (SEAT * seat) & ONES


@rule
def temple_gold(state, workers, seat):
    """5.2.2, 5.2.3  Six for the most workers, three for the second most; 5.2.5  ties share."""
    mine = part_of(workers, seat)
    ahead = 0
    equal = 0
    for other in range(state.seats):
        theirs = part_of(workers, other)
        ahead += int(theirs > mine)
        equal += int(theirs == mine)
    if mine == 0 or ahead > 1:  # 5.2.6, 5.2.4
        return 0
    return int(state.prizes[ahead]) // equal


@rule
def gold_of(state, player):
    """5.3.1  Gold, and one for each sun; 5.3.2, 1.7  and the carrier's field."""
    field = int(state.water_track[player.water])
    return int(player.gold) + int(state.numbers.sun_worth) * int(player.suns) + field  # 5.3.6


@rule
def temples(state):
    """5.2.1  What everyone earns at all temples together, of all seats in one number."""
    gold = 0
    jungle = state.jungle
    for space in range(SPOTS):
        if jungle[space] == TEMPLE:
            workers = workers_at(state, space)
            for seat in range(state.seats):
                gold += temple_gold(state, workers, seat) << (SEAT * seat)
    return gold


@rule
def points(state, points):
    """5  The points of every seat as they stand."""
    count_points(state, temples(state), points)


@rule
def count_points(state, gold, points):
    """5  The same, where it is known what all earn at the temples."""
    for seat in range(state.seats):
        points[seat] = gold_of(state, state.players[seat]) + part_of(gold, seat)


@rule
def points_of(state, seat):
    """5  The points of one seat as they stand."""
    return gold_of(state, state.players[seat]) + part_of(temples(state), seat)


@rule
def places(state, places):
    """5.3.4  Everyone's place, from 1."""
    count_places(state, temples(state), places)


@rule
def count_places(state, gold, places):
    """5.3.4  Places go by gold; 5.3.5  then by fruits; equals share one."""
    ranks = (rank(state, 0, gold), rank(state, 1, gold), rank(state, 2, gold), rank(state, 3, gold))
    for seat in range(state.seats):
        places[seat] = 1
        for other in range(state.seats):
            if ranks[other] > ranks[seat]:
                places[seat] += 1


@rule
def rank(state, seat, gold):
    """5.3.4, 5.3.5  One number by which seats are compared: gold first, then fruits."""
    player = state.players[seat]
    return (STORAGE + 1) * (gold_of(state, player) + part_of(gold, seat)) + int(player.cacao)


def breakdown(state: Any, seat: int) -> dict[str, int]:
    """5.2, 5.3  What the points are made of; 5.3.5  and what decides among equals."""
    player = state.players[seat]
    return {
        "gold": int(player.gold),
        "temples": int(part_of(temples(state), seat)),
        "suns": int(state.numbers.sun_worth) * int(player.suns),
        "water": int(state.water_track[player.water]),
        "fruits": int(player.cacao),
    }
