"""What a seat or chance does at once, without looking ahead; for any game."""

from templetop.engine import usual
from templetop.engine.ask import appeal, legal, odds
from templetop.engine.bits import count, has, nth
from templetop.engine.compile import compiled, rule
from templetop.engine.game import Game
from templetop.engine.random import below
from templetop.engine.seats import EVEN
from templetop.engine.speech import mark

POLICIES = ("random", "greedy")
RANDOM, GREEDY = range(len(POLICIES))
NO_APPEAL = mark(
    "The greedy bot knows nothing about this game, so it moves at random: bots/appeal.py is to say"
    " how good a move looks."
)


def greedy_is_random(game: Game) -> bool:
    """Does nothing tell the greedy bot how good a move looks in this game?"""
    return game.appeal is usual.appeal


@rule
def any_move(moves, random):
    """Any move of the set, each equally likely."""
    return nth(moves, below(random, count(moves)))


@rule
def any_event(state, random, events, weights):
    """What chance does, as likely as the game says."""
    total = odds(state, events, weights)
    if total == EVEN:
        return any_move(events, random)
    return weighted_event(events, weights, below(random, total))


@rule
def weighted_event(events, weights, ticket):
    """The event whose share of the weights the ticket falls into."""
    for event in range(len(weights)):
        if has(events, event):
            ticket -= int(weights[event])
            if ticket < 0:
                return event
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
