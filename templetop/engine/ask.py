"""The questions any game answers. The type of the record says which game is asked.

Called from Python, a question is looked up and answered by the interpreter. In compiled code and on
a GPU it *is* the game's own rule: that choice is made while compiling, once for each game.
"""

from typing import Any

from templetop.engine.compile import dispatched, protect
from templetop.engine.game import Game
from templetop.engine.refusal import Refusal

known_games: dict[Any, Game] = {}


class SameRecord(Refusal):
    """Two games cannot be told apart."""


def know(game: Game) -> Game:
    """From now on states of this game can be asked, and its tables cannot be changed."""
    other = known_games.get(game.State)
    if other is not None and other.id != game.id:
        raise SameRecord(
            f"{game.id} and {other.id} have identical records; give one of them another field."
        )
    protect(game)
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
def odds(state, events, weights):
    """When chance is to move: make `events` the set of what can happen.

    Returns EVEN if all of it is equally likely, else the sum of the weights it filled in.
    """
    return game_of(state).odds(state, events, weights)


@question
def play(state, decisions):
    """All who were asked have decided: `decisions` has a legal move for each of them.

    It has NO_MOVE for everybody else. What was decided at the same time is carried out at once.
    """
    return game_of(state).play(state, decisions)


@question
def happen(state, event):
    """Chance does one of the things that can happen."""
    return game_of(state).happen(state, event)


@question
def points(state, points):
    """Fill in every seat's points as they stand."""
    return game_of(state).points(state, points)


@question
def places(state, places):
    """Fill in every seat's place as things stand, from 1; equals and partners share a place.

    In the end, who has the first place has won. If the game itself has beaten all, nobody has it.
    """
    return game_of(state).places(state, places)


@question
def sides(state, sides):
    """Fill in every seat's side: partners have the same number."""
    return game_of(state).sides(state, sides)


@question
def first_player(state):
    """The seat that had the first turn, once that is known; play goes on from there by seats."""
    return game_of(state).first_player(state)


@question
def imagine(state, seat, random):
    """Redraw all that this seat cannot know, in agreement with all it knows."""
    return game_of(state).imagine(state, seat, random)


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
    """What the seat's points may come to in the end, in thousandths of a point.

    Where all win or lose as one, how likely they win, from 0 to 1000.
    """
    return game_of(state).prospect(state, seat)
