"""Points and places."""

from typing import Any

from templetop.engine.compile import rule
from templetop.games.karuba.rules.pieces import ADVENTURERS


@rule
def worth(state, gold, crystals):
    """5.2, 5.3  What so much gold and so many crystals are worth; 5.7  or what was agreed on."""
    return int(state.numbers.gold_worth) * gold + int(state.numbers.crystal_worth) * crystals


@rule
def points_of(state, player):
    """5.1, 5.2, 5.3  Treasures, gold and crystals taken; 5.4  what still lies counts nothing."""
    total = worth(state, int(player.gold), int(player.crystals))
    for adventurer in range(ADVENTURERS):
        total += int(player.treasures[adventurer])
    return total


@rule
def points(state, points):
    """5  The points of every seat as they stand."""
    for seat in range(state.seats):
        points[seat] = points_of(state, state.players[seat])


@rule
def is_ahead(state, player, other):
    """5.5, 5.6  More points are ahead; among equals, more tiles laid."""
    mine, theirs = points_of(state, player), points_of(state, other)
    return mine > theirs or (mine == theirs and player.laid > other.laid)


@rule
def places(state, places):
    """5.6  Everyone's place, from 1; equals share it."""
    for seat in range(state.seats):
        places[seat] = 1
        for other in range(state.seats):
            if is_ahead(state, state.players[other], state.players[seat]):
                places[seat] += 1


def breakdown(state: Any, seat: int) -> dict[str, int]:
    """5.1, 5.2, 5.3  What the points are made of; 5.6  and what decides among equals."""
    player = state.players[seat]
    return {
        "treasures": sum(int(treasure) for treasure in player.treasures),
        "gold": int(worth(state, int(player.gold), 0)),
        "crystals": int(worth(state, 0, int(player.crystals))),
        "tiles": int(player.laid),
    }
