"""Whole games, many at a time: on one thread, on all cores, on a GPU; always the same games."""

import numpy as np

from templetop.engine.ask import appeal, legal, odds, play, places, points, to_move
from templetop.engine.bits import count, nth, has
from templetop.engine.compile import compiled, rule
from templetop.engine.game import CHANCE, EVEN, NOBODY
from templetop.engine.random import below, start


@rule
def random_move(moves, random):
    """Any move of the set, each equally likely."""
    return nth(moves, below(random, count(moves)))


@rule
def chance_move(state, moves, weights, random):
    """What chance does, as likely as the game says."""
    total = odds(state, moves, weights)
    if total == EVEN:
        return random_move(moves, random)
    return weighted_move(moves, weights, below(random, total))


@rule
def weighted_move(moves, weights, ticket):
    """The move whose share of the weights the ticket falls into."""
    for move in range(len(weights)):
        if has(moves, move):
            ticket -= int(weights[move])
            if ticket < 0:
                return move
    return -1


@rule
def chosen_move(state, seat, bots, moves, random):
    legal(state, seat, moves)
    return random_move(moves, random)


@rule
def play_out(state, bots, random, moves, weights):
    """Play to the end; returns how many decisions the seats made."""
    decisions = 0
    while True:
        deciding = to_move(state)
        if deciding == NOBODY:
            return decisions
        if deciding == CHANCE:
            play(state, CHANCE, chance_move(state, moves, weights, random))
        else:
            decisions += let_seats_decide(state, deciding, bots, random, moves)


@rule
def let_seats_decide(state, deciding, bots, random, moves):
    """Everyone whose decision is awaited makes it, in the order of the seats."""
    decisions = 0
    seat = 0
    while deciding:
        if deciding & 1:
            play(state, seat, chosen_move(state, seat, bots, moves, random))
            decisions += 1
        deciding >>= 1
        seat += 1
    return decisions


@compiled
def play_games(fresh, first, seed, bots, lengths, all_points, all_places, states, moves, weights, random):
    for game in range(len(lengths)):
        start(random, seed, np.uint64(first + game))
        state = states[game % len(states)]
        states[game % len(states)] = fresh[0]
        lengths[game] = play_out(state, bots, random, moves, weights)
        points(state, all_points[game])
        places(state, all_places[game])
