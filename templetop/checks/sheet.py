"""Every question that a game answers, put to one table and written down on one sheet.

`play_and_ask` answers with machine code, `play_and_ask.plain` by the interpreter.
"""

from typing import Any, NamedTuple

import numpy as np

from templetop.engine.ask import (
    appeal,
    game_of,
    happen,
    imagine,
    legal,
    observe,
    odds,
    places,
    play,
    points,
    prospect,
    sides,
    to_move,
)
from templetop.engine.bits import count, nth
from templetop.engine.compile import compiled, rule
from templetop.engine.game import Game
from templetop.engine.match import Moves
from templetop.engine.random import start
from templetop.engine.seats import CHANCE, NO_MOVE, Array, decisions

NO_EVENT = -1


class Sheet(NamedTuple):
    """The answers, a row for each seat where each is asked."""

    deciding: Array
    legal: Array
    events: Array  # what can happen, its weights, and what `odds` returned
    weights: Array
    total: Array
    points: Array
    places: Array
    sides: Array
    prospect: Array
    appeal: Array
    numbers: Array  # of `observe`
    worlds: Array  # as each seat imagines the table
    random: Array


def empty_sheet(game: Game, seats: int) -> Sheet:
    return Sheet(
        deciding=np.zeros(1, np.int64),
        legal=np.zeros((seats, len(game.move_set())), np.uint64),
        events=game.event_set(),
        weights=game.weights(),
        total=np.zeros(1, np.int64),
        points=np.zeros(seats, np.int16),
        places=np.zeros(seats, np.int8),
        sides=np.zeros(seats, np.int8),
        prospect=np.zeros(seats, np.int64),
        appeal=np.zeros((seats, game.moves.count), np.int64),
        numbers=np.zeros((seats, game.observation), np.float32),
        worlds=game.state(seats),
        random=np.zeros(1, np.uint64),
    )


def row_of(step: Moves) -> tuple[Array, int]:
    """What is done at the same time, as `play_and_ask` is given it: decisions, or an event."""
    if step and step[0][0] == CHANCE:
        return decisions(), step[0][1]
    return decisions(dict(step)), NO_EVENT


@compiled
def play_and_ask(states: Any, decided: Any, event: int, appeals: int, sheet: Sheet) -> None:
    """Let something be done, if anything is, and fill in the sheet.

    What takes long is asked only if any `appeals` are wanted: how good the moves of each seat look,
    so many of them; points and places; what each seat knows; and what it imagines.
    """
    state = states[0]
    if event != NO_EVENT:
        happen(state, event)
    elif has_decisions(decided):
        play(state, decided)
    sheet.deciding[0] = to_move(state)
    if sheet.deciding[0] == CHANCE:
        sheet.total[0] = odds(state, sheet.events, sheet.weights)
    else:
        ask_seats(state, appeals, sheet)
    if appeals:
        look_round(state, sheet)


@rule
def has_decisions(decided: Any) -> Any:
    for seat in range(len(decided)):
        if decided[seat] != NO_MOVE:
            return True
    return False


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
    sides(state, sheet.sides)
    for seat in range(len(sheet.worlds)):
        sheet.prospect[seat] = prospect(state, seat)
        observe(state, seat, sheet.numbers[seat])
        start(sheet.random, np.uint64(seat), np.uint64(0))
        sheet.worlds[seat] = state
        imagine(sheet.worlds[seat], seat, sheet.random)


def answers(state: Any, seats: int) -> Sheet:
    """Everything about a table, to the first so many seats, by machine code."""
    game = game_of(state)
    states = game.state()
    states[0] = state
    sheet = empty_sheet(game, seats)
    play_and_ask(states, decisions(), NO_EVENT, game.moves.count, sheet)
    return sheet
