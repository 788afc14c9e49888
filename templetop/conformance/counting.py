"""How many games follow from a table, move by move, as chess programs count them with perft."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from templetop.engine import ask
from templetop.engine.game import Game
from templetop.engine.match import legal_moves, make, seats_to_move

Decided = tuple[tuple[int, int], ...]  # who has decided before the others, and what
Position = tuple[bytes, Decided]
Ways = dict[Position, int]  # in how many ways each is reached


def counts(state: Any, most: int) -> Iterator[int]:
    """In how many ways one move can be made, then two, and so on, as long as there are at most so
    many.

    Whatever a seat decides or chance does is a move. Those who decide at the same time do so one
    after the other, in the order of the seats.
    """
    game = ask.game_of(state)
    ways = beginning(state)
    while 0 < (found := one_more(game, ways)) <= most:
        yield found
        ways = one_move_further(game, ways)


def count(state: Any, depth: int) -> int:
    """In how many ways so many moves can be made; ways that end earlier do not count."""
    game = ask.game_of(state)
    ways = beginning(state)
    for _ in range(depth - 1):
        ways = one_move_further(game, ways)
    return one_more(game, ways)


def beginning(state: Any) -> Ways:
    return {(state.tobytes(), ()): 1}


def one_more(game: Game, ways: Ways) -> int:
    """In how many ways it can go on from all of them, by one move."""
    return sum(how_many * len(choices(game, at)[1]) for at, how_many in ways.items())


def one_move_further(game: Game, ways: Ways) -> Ways:
    """All positions after one more move."""
    further: Ways = {}
    for at, how_many in ways.items():
        seat, numbers = choices(game, at)
        for number in numbers:
            then = after(game, at, (seat, number))
            further[then] = further.get(then, 0) + how_many
    return further


def choices(game: Game, at: Position) -> tuple[int, list[int]]:
    """The first who has not decided, or chance, and what it can do; nothing when it is over."""
    state = table_of(game, at)
    seats = seats_to_move(state)
    if not seats:
        return 0, []
    seat = seats[len(at[1])]
    return seat, legal_moves(state, seat)


def after(game: Game, at: Position, move: tuple[int, int]) -> Position:
    """The position after one move; the last of those who are asked sets all decisions going."""
    table, decided = at
    together = (*decided, move)
    state = table_of(game, at).copy()
    if len(together) < len(seats_to_move(state)):
        return table, together
    make(state, [*together])
    return state.tobytes(), ()


def table_of(game: Game, at: Position) -> Any:
    """The table of a position, not to be changed."""
    return np.frombuffer(at[0], game.State)[0]
