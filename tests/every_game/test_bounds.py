"""No rule reads beyond the ends of a list: machine code would not notice.

The interpreter does, and it goes by the same source. Games are played by machine code; of every
kind of move and event, in every phase, some are made again by the interpreter, and all is asked.
"""

import functools
import sys
from collections import defaultdict
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest

from templetop.checks.sheet import Sheet, empty_sheet, play_and_ask, row_of
from templetop.engine.bits import members
from templetop.engine.game import Game
from templetop.engine.match import Moves, seats_to_move
from templetop.engine.seats import CHANCE, NOBODY
from templetop.games.karmaggan.rules import start, turn
from templetop.games.shelf import take

from .tables import Table, copy_of, needed_of, some_tables

MOMENTS = {2: 150, 6: 400}  # of a game, for so many games at each table, or
FEWEST = 2  # of a kind, if there are many kinds
APPEALS = 3  # moves of each seat that are looked at


class Moment(NamedTuple):
    """A table, and what is done there."""

    table: Table
    before: Any
    step: Moves


# At each table: one at random and one greedily, or more.
GAMES = pytest.mark.parametrize("games", [2, pytest.param(6, marks=pytest.mark.slow)])


@GAMES
def test_no_rule_reaches_beyond_an_end_of_a_list(
    game: Game, games: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    moments = some_of_every_kind(game, games)
    watch_tables(game, monkeypatch)
    interpret(moments)


def test_one_that_does_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it is rare, too: a raider has to step on a passage for it."""
    moments = some_of_every_kind(take("karmaggan"), 2)
    monkeypatch.setattr(turn, "PASSAGE_SPACES", start.PASSAGE_SPACES[:-1])
    with pytest.raises(IndexError):
        interpret(moments)


@functools.cache
def some_of_every_kind(game: Game, games: int) -> list[Moment]:
    """Of many games, whatever can be done in any phase, and as much of everything."""
    found: dict[tuple[int, ...], list[Moment]] = defaultdict(list)
    for n in range(games):
        for table in some_tables([game]) if games > 2 else needed_of(some_tables([game])):
            for state, step in by_machine_code(table, n):
                alike = found[int(state.phase), *(number_of_kind(game, *made) for made in step)]
                if len(alike) < MOMENTS[games]:
                    alike.append(Moment(table, copy_of(state), step))
    each = max(FEWEST, MOMENTS[games] // len(found))
    return [moment for alike in found.values() for moment in spread(alike, each)]


def by_machine_code(table: Table, number: int) -> Iterator[tuple[Any, Moves]]:
    """One game: what is done, step by step, and the table before it.

    Every other one is played greedily, which comes to what hardly ever happens at random.
    """
    random, appeals = Random(f"{table} {number}"), table.game.moves.count if number % 2 else 0
    states, sheet = table.game.state(), empty_sheet(table.game, table.seats)
    states[0] = table.start()
    step: Moves = []
    play_and_ask(states, *row_of(step), appeals, sheet)
    while sheet.deciding[0] != NOBODY:
        seats = seats_to_move(states[0])
        step = [(seat, random.choice(wanted(seat, sheet, appeals))) for seat in seats]
        yield states[0], step
        play_and_ask(states, *row_of(step), appeals, sheet)


def wanted(seat: int, sheet: Sheet, appeals: int) -> list[int]:
    """Whatever is possible; if it is known how good moves look, the best."""
    moves = members(sheet.events if seat == CHANCE else sheet.legal[seat])
    if seat == CHANCE or not appeals:
        return moves
    looks = sheet.appeal[seat]
    return [move for move in moves if looks[move] == looks[moves].max()]


def number_of_kind(game: Game, seat: int, number: int) -> int:
    """The first number of its kind tells moves apart; those of chance are below 0."""
    kinds = game.events if seat == CHANCE else game.moves
    return -1 - kinds.kind(number).first if seat == CHANCE else kinds.kind(number).first


def spread(moments: list[Moment], how_many: int) -> list[Moment]:
    places = np.linspace(0, len(moments) - 1, min(how_many, len(moments)))
    return [moments[round(place)] for place in places]


def interpret(moments: list[Moment]) -> None:
    """What was done is done again, and everything is asked after it."""
    for table, before, step in moments:
        states = table.game.state()
        states[0] = before
        play_and_ask.plain(states, *row_of(step), APPEALS, empty_sheet(table.game, table.seats))


class Watched(np.ndarray[Any, Any]):
    """A table that does not count from its end: mostly a mistake, and no error anywhere."""

    def __getitem__(self, index: Any) -> Any:
        numbers = index if isinstance(index, tuple) else (index,)
        for number in numbers:
            assert not isinstance(number, int | np.integer) or number >= 0
        return super().__getitem__(index)


def watch_tables(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in modules_of(game):
        for name, table in list(vars(module).items()):
            if isinstance(table, np.ndarray) and table.ndim:
                monkeypatch.setattr(module, name, table.view(Watched))


def modules_of(game: Game) -> list[Any]:
    package = game.new.__module__.split(".rules")[0]
    return [module for name, module in sys.modules.items() if name.startswith(f"{package}.")]
