"""How many games follow from a table, move by move, as chess programs count them with perft."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from templetop.engine import ask
from templetop.engine.game import Game
from templetop.engine.match import known_moves, make, seats_to_move
from templetop.engine.seats import NOBODY

Decided = tuple[tuple[int, int], ...]  # who has decided before the others, and what
Position = tuple[bytes, Decided]
Ways = dict[Position, int]  # in how many ways each is reached
Options = dict[Position, tuple[int, list[int]]]  # whose turn it is there, and what may be done


def counts(state: Any, most: int) -> Iterator[int]:
    """In how many ways one move can be made, then two, and so on, as long as there are at most so
    many.

    Whatever a seat decides or chance does is a move. Those who decide at the same time do so one
    after the other, in the order of the seats.
    """
    game = ask.game_of(state)
    ways = beginning(state)
    while True:
        options = {at: choices(game, at) for at in ways}
        found = one_more(ways, options)
        if not 0 < found <= most:
            return
        yield found
        ways = one_move_further(game, ways, options)


def count(state: Any, depth: int) -> int:
    """In how many ways so many moves can be made; ways that end earlier do not count."""
    game = ask.game_of(state)
    ways = beginning(state)
    for _ in range(depth - 1):
        ways = one_move_further(game, ways, {at: choices(game, at) for at in ways})
    return one_more(ways, {at: choices(game, at) for at in ways})


def beginning(state: Any) -> Ways:
    return {(state.tobytes(), ()): 1}


def one_more(ways: Ways, options: Options) -> int:
    """In how many ways it can go on from all of them, by one move."""
    return sum(how_many * len(options[at][1]) for at, how_many in ways.items())


def one_move_further(game: Game, ways: Ways, options: Options) -> Ways:
    """All positions after one more move."""
    further: Ways = {}
    for at, how_many in ways.items():
        seat, numbers = options[at]
        for number in numbers:
            then = after(game, at, (seat, number))
            further[then] = further.get(then, 0) + how_many
    return further


def choices(game: Game, at: Position) -> tuple[int, list[int]]:
    """The first who has not decided, or chance, and what it can do; nothing when it is over."""
    table, decided = at
    seats = seats_to_move(np.frombuffer(table, game.State)[0])
    if not seats:
        return NOBODY, []
    seat = seats[len(decided)]
    return seat, known_moves(game, table, seat)


def after(game: Game, at: Position, move: tuple[int, int]) -> Position:
    """The position after one move; the last of those who are asked sets all decisions going."""
    table, decided = at
    together = (*decided, move)
    state = np.frombuffer(bytearray(table), game.State)[0]
    if len(together) < len(seats_to_move(state)):
        return table, together
    make(state, [*together])
    return state.tobytes(), ()
