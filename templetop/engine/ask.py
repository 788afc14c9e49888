"""The questions any game answers. The type of the record says which game is asked.

Called from Python, a question is looked up and answered by the interpreter. In compiled code and on
a GPU it *is* the game's own rule: that choice is made while compiling, once for each game.
"""

from typing import Any

from templetop.engine.compile import dispatched
from templetop.engine.game import Game

known_games: dict[Any, Game] = {}


def know(game: Game) -> Game:
    """From now on states of this game can be asked."""
    known_games[game.State] = game
    return game


def game_of(state: Any) -> Game:
    """The game that a state belongs to."""
    return known_games[state.dtype]


def rule_of_the_game(question: str, state: Any, *others: Any) -> Any:
    """Which rule answers the question in compiled code, for a state of this type."""
    from numba import from_dtype

    for game in known_games.values():
        if from_dtype(game.State) == state:
            return getattr(game, question)
    return None


question = dispatched(rule_of_the_game)


@question
def to_move(state):
    """The seats that must decide now, a bit each; or CHANCE; or NOBODY, when the game is over."""
    return game_of(state).to_move(state)


@question
def legal(state, seat, moves):
    """Make `moves` the set of the seat's legal moves."""
    return game_of(state).legal(state, seat, moves)


@question
def odds(state, moves, weights):
    """When chance is to move: make `moves` the set of what can happen.

    Returns EVEN if all of it is equally likely, else the sum of the weights it filled in.
    """
    return game_of(state).odds(state, moves, weights)


@question
def play(state, seat, move):
    """Make one legal move; the seat is CHANCE for a move of chance."""
    return game_of(state).play(state, seat, move)


@question
def points(state, points):
    """Fill in every seat's points as they stand."""
    return game_of(state).points(state, points)


@question
def places(state, places):
    """Fill in every seat's place as things stand, from 1; equals share a place."""
    return game_of(state).places(state, places)


@question
def imagine(state, seat, random, moves):
    """Redraw all that this seat cannot know, in agreement with all it knows (`moves`: scratch)."""
    return game_of(state).imagine(state, seat, random, moves)


@question
def observe(state, seat, numbers):
    """Fill in, as numbers for a network, what this seat may know."""
    return game_of(state).observe(state, seat, numbers)


@question
def appeal(state, seat, move):
    """How good a legal move looks at first sight: a whole number, more is better."""
    return game_of(state).appeal(state, seat, move)


@question
def prospect(state, seat):
    """What the seat's points may come to in the end, in thousandths of a point."""
    return game_of(state).prospect(state, seat)
