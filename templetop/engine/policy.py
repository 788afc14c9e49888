"""What a seat or chance does at once, without looking ahead; for any game."""

from templetop.engine.ask import appeal, legal, odds
from templetop.engine.bits import count, has, nth
from templetop.engine.compile import compiled, rule
from templetop.engine.game import EVEN
from templetop.engine.random import below

POLICIES = ("random", "greedy")
RANDOM, GREEDY = range(len(POLICIES))


@rule
def any_move(moves, random):
    """Any move of the set, each equally likely."""
    return nth(moves, below(random, count(moves)))


@rule
def chance_move(state, random, moves, weights):
    """What chance does, as likely as the game says."""
    total = odds(state, moves, weights)
    if total == EVEN:
        return any_move(moves, random)
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
def greedy_move(state, seat, moves, random):
    """The legal move with the most appeal; any of them if several have as much."""
    best = -1
    most = 0
    equals = 0
    for n in range(count(moves)):
        move = nth(moves, n)
        how_much = appeal(state, seat, move)
        if best < 0 or how_much > most:
            best, most, equals = move, how_much, 1
        elif how_much == most:
            equals += 1
            if below(random, equals) == 0:
                best = move
    return best


@rule
def seat_move(state, seat, policies, random, moves):
    """What the seat does by its policy; without policies everyone plays at random."""
    legal(state, seat, moves)
    if policies is None:
        return any_move(moves, random)
    if policies[seat] == GREEDY:
        return greedy_move(state, seat, moves, random)
    return any_move(moves, random)


@compiled
def think(states, seat, policies, random, moves):
    """One decision of a seat, as machine code."""
    return seat_move(states[0], seat, policies, random, moves)
