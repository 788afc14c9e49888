"""Every question that a game answers, put to one table and written down on one sheet.

`play_and_ask` answers with machine code, `play_and_ask.plain` by the interpreter.
"""

from typing import Any, NamedTuple

import numpy as np

from templetop.engine.ask import (
    appeal,
    game_of,
    imagine,
    legal,
    observe,
    odds,
    places,
    play,
    points,
    to_move,
)
from templetop.engine.bits import count, nth
from templetop.engine.compile import compiled, rule
from templetop.engine.game import CHANCE, Array, Game
from templetop.engine.random import start

NO_MOVE = -1


class Sheet(NamedTuple):
    """The answers, a row for each seat where each is asked."""

    deciding: Array
    legal: Array
    chance: Array  # what can happen, its weights, and what `odds` returned
    weights: Array
    total: Array
    points: Array
    places: Array
    appeal: Array
    numbers: Array  # of `observe`
    worlds: Array  # as each seat imagines the table
    random: Array
    moves: Array  # scratch


def empty_sheet(game: Game, seats: int) -> Sheet:
    words = len(game.move_set())
    return Sheet(
        deciding=np.zeros(1, np.int64),
        legal=np.zeros((seats, words), np.uint64),
        chance=np.zeros(words, np.uint64),
        weights=np.zeros(game.moves, np.int64),
        total=np.zeros(1, np.int64),
        points=np.zeros(seats, np.int16),
        places=np.zeros(seats, np.int8),
        appeal=np.zeros((seats, game.moves), np.int64),
        numbers=np.zeros((seats, game.observation), np.float32),
        worlds=game.state(seats),
        random=np.zeros(1, np.uint64),
        moves=np.zeros(words, np.uint64),
    )


@compiled
def play_and_ask(states: Any, seat: int, move: int, appeals: int, sheet: Sheet) -> None:
    """Make a move, or NO_MOVE, and fill in the sheet.

    What takes long is asked only if any `appeals` are wanted: how good the moves of each seat look,
    so many of them; points and places; what each seat knows; and what it imagines.
    """
    state = states[0]
    if move != NO_MOVE:
        play(state, seat, move)
    sheet.deciding[0] = to_move(state)
    if sheet.deciding[0] == CHANCE:
        sheet.total[0] = odds(state, sheet.chance, sheet.weights)
    else:
        ask_seats(state, appeals, sheet)
    if appeals:
        look_round(state, sheet)


@rule
def ask_seats(state: Any, appeals: int, sheet: Sheet) -> None:
    """What may everyone do whose decision is awaited, and how good does it look?"""
    for seat in range(len(sheet.legal)):
        if (sheet.deciding[0] >> seat) & 1:
            legal(state, seat, sheet.legal[seat])
            ask_appeals(state, seat, sheet.legal[seat], appeals, sheet.appeal[seat])


@rule
def ask_appeals(state: Any, seat: int, moves: Any, appeals: int, appeal_of: Any) -> None:
    """How good do so many of the moves look, spread over all of them? Others look like 0."""
    for move in range(len(appeal_of)):
        appeal_of[move] = 0
    here = count(moves)
    for n in range(min(here, appeals)):
        move = nth(moves, n * here // min(here, appeals))
        appeal_of[move] = appeal(state, seat, move)


@rule
def look_round(state: Any, sheet: Sheet) -> None:
    """How do things stand, what does each seat know, and what may it imagine?"""
    points(state, sheet.points)
    places(state, sheet.places)
    for seat in range(len(sheet.worlds)):
        observe(state, seat, sheet.numbers[seat])
        start(sheet.random, np.uint64(seat), np.uint64(0))
        sheet.worlds[seat] = state
        imagine(sheet.worlds[seat], seat, sheet.random, sheet.moves)


def answers(state: Any, seats: int) -> Sheet:
    """Everything about a table, to the first so many seats, by machine code."""
    game = game_of(state)
    states = game.state()
    states[0] = state
    sheet = empty_sheet(game, seats)
    play_and_ask(states, CHANCE, NO_MOVE, game.moves, sheet)
    return sheet
