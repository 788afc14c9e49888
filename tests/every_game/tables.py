"""Every game on the shelf, the tables it can be played at, and whole games played there.

A game that lies outside the package is on the shelf, too: what holds for all games holds for it.
"""

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module, util
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from templetop.checks.sheet import answers
from templetop.engine import ask
from templetop.engine.game import Game, Numbers, Option
from templetop.engine.match import Match, Moves, legal_moves, make, seats_to_move
from templetop.engine.policy import GREEDY, RANDOM
from templetop.engine.seats import CHANCE, NOBODY, Array
from templetop.games.shelf import put, ready_games, take

from .pairwise import pairwise

TESTS = Path(__file__).parents[1]
ROOT = TESTS.parent
EXAMPLES = ROOT / "examples"
OUTSIDE = EXAMPLES / "heist"
MANY_ROUNDS, FEW_ROUNDS = 20, "4"

if OUTSIDE.is_dir():
    put(OUTSIDE)


@dataclass(frozen=True)
class Table:
    """So many seats, and what they agreed on."""

    game: Game
    seats: int
    choices: tuple[str, ...]  # one for each option

    def __str__(self) -> str:
        return "-".join([self.game.id, str(self.seats), *self.choices])

    @property
    def options(self) -> dict[str, str]:
        names = [option.name for option in options_of(self.game)]
        return dict(zip(names, self.choices, strict=True))

    def start(self) -> Any:
        return self.game.start(self.seats, self.options)

    def match(self) -> Match:
        names = [f"Player {seat + 1}" for seat in range(self.seats)]
        return Match.new(self.game, names, self.options)


def games() -> list[Game]:
    return [take(name) for name in ready_games()]


def companion(game: Game, name: str) -> ModuleType | None:
    """What the tests of a game bring along for the tests of all games, if they do."""
    full_name = f"tests.{game.id}.{name}"
    try:
        found = util.find_spec(full_name)
    except ModuleNotFoundError:
        return None
    return import_module(full_name) if found else None


def games_with(name: str) -> list[Game]:
    return [game for game in games() if companion(game, name) is not None]


def options_of(game: Game) -> list[Option]:
    return [option for option in game.options if isinstance(option, Option)]


def cut_short(game: Game) -> dict[str, str]:
    """What is agreed on where a match is played for something else than to see how it ends.

    A game of many rounds is over after a few, if that can be agreed on.
    """
    rounds = next((option for option in game.options if option.name == "rounds"), None)
    is_long = isinstance(rounds, Numbers) and rounds.values[0] > MANY_ROUNDS
    return {"rounds": FEW_ROUNDS} if is_long else {}


def every_table() -> list[Table]:
    """Each number of seats, with every pair of choices of two options."""
    return [table for game in games() for table in tables_of(game)]


def tables_of(game: Game) -> list[Table]:
    rows = pairwise([[*map(str, game.seats)], *names_of_choices(game)])
    tables = {fitting(game, int(seats), tuple(choices)): None for seats, *choices in rows}
    return sorted(tables, key=str)


def fitting(game: Game, seats: int, choices: tuple[str, ...]) -> Table:
    """The table, or the next one with so many choices where not so many can play."""
    table = Table(game, seats, choices)
    able = game.seats_for(table.options)
    return table if seats in able else Table(game, able[seats % len(able)], choices)


def some_tables(of: Sequence[Game] | None = None) -> list[Table]:
    """Each number of seats with each choice of every option, but not every combination."""
    tables = {
        fitting(game, seats, mixed_choices(game, seats, turn)): None
        for game in (games() if of is None else of)
        for seats in game.seats
        for turn in range(max(map(len, names_of_choices(game)), default=1))
    }
    return [*tables]


def seated_tables(of: Sequence[Game] | None = None) -> list[Table]:
    """One table for each number of seats."""
    tables = {(table.game.id, table.seats): table for table in some_tables(of)}
    return list(tables.values())


def few_of(tables: Sequence[Table]) -> list[Any]:
    """For a test: the tables that have something no other has, and the rest for `make test-all`."""
    return others_slow(tables, needed_of(tables))


def few_or_every(among: Sequence[Game] | None = None) -> list[Any]:
    """For a test: the same few tables as of `some_tables`, and for `make test-all` every table."""
    chosen = games() if among is None else among
    few = needed_of(some_tables(chosen))
    every = [table for game in chosen for table in tables_of(game)]
    return others_slow([*dict.fromkeys([*few, *every])], few)


def smallest_and_largest_of(tables: Sequence[Table]) -> list[Any]:
    """For a test: of each game the fewest and the most seats; the rest for `make test-all`."""
    return others_slow(tables, [*ends_of(tables)])


def others_slow(tables: Sequence[Table], needed: Sequence[Table]) -> list[Any]:
    rest = [pytest.mark.slow]
    return [pytest.param(table, marks=[] if table in needed else rest) for table in tables]


def ends_of(tables: Sequence[Table]) -> set[Table]:
    """Of each game a table with the fewest seats and one with the most."""
    fewest = {table.game.id: table for table in sorted(tables, key=lambda table: -table.seats)}
    most = {table.game.id: table for table in sorted(tables, key=lambda table: table.seats)}
    return {*fewest.values(), *most.values()}


def needed_of(tables: Sequence[Table]) -> list[Table]:
    """Of each game the fewest and the most seats, and each choice of every option."""
    needed = ends_of(tables)
    seen = {about for table in needed for about in choices_at(table)}
    for table in tables:
        if not choices_at(table) <= seen:
            needed.add(table)
            seen |= choices_at(table)
    return [table for table in tables if table in needed]


def choices_at(table: Table) -> set[tuple[str, str, str]]:
    return {(table.game.id, name, choice) for name, choice in table.options.items()}


def names_of_choices(game: Game) -> list[list[str]]:
    return [[choice.name for choice in option.choices] for option in options_of(game)]


def mixed_choices(game: Game, seats: int, turn: int) -> tuple[str, ...]:
    """Every turn takes the next choice of each option, every number of seats begins elsewhere."""
    return tuple(
        names[(turn + seats * number) % len(names)]
        for number, names in enumerate(names_of_choices(game))
    )


# ── Whole games ──────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Story:
    """One game from beginning to end: `states[n]` is the table before step n.

    A step is what is done at the same time: an event, or what all who were asked decided.
    """

    table: Table
    steps: list[Moves]
    states: Array  # cannot be changed; `copy_of` gives a table to play on

    @property
    def end(self) -> Any:
        return self.states[-1]

    @property
    def moves(self) -> Moves:
        return [made for step in self.steps for made in step]

    def moments(self, how_many: int) -> list[int]:
        """So many numbers of steps, spread over the game, the first and the last among them."""
        return sorted({round(n) for n in np.linspace(0, len(self.steps) - 1, how_many)})

    def match(self, steps: int) -> Match:
        """The match after so many steps."""
        match = self.table.match()
        match.moves = [made for step in self.steps[:steps] for made in step]
        match.state = copy_of(self.states[steps])
        return match


def copy_of(state: Any) -> Any:
    """A table of its own that looks the same."""
    states = np.zeros(1, state.dtype)
    states[0] = state
    return states[0]


def after(state: Any, step: Moves) -> Any:
    """Another table, on which this was done."""
    copy = copy_of(state)
    make(copy, step)
    return copy


@functools.cache
def story(table: Table, turn: int = 0) -> Story:
    """A game in which some seats play at random and others greedily.

    Greedy seats see parts of the game that chance alone would hardly ever come to.
    """
    random = Random(f"{table} {turn}")
    policies = np.array([random.choice([RANDOM, GREEDY]) for _ in range(table.seats)], np.int8)
    state = table.start()
    steps, states = [], [copy_of(state)]
    for step in random_steps(state, random, policies):
        steps.append(step)
        states.append(copy_of(state))
    return Story(table, steps, for_keeps(states))


def for_keeps(states: list[Any]) -> Array:
    """The same tables, never to be changed."""
    kept = np.zeros(len(states), states[0].dtype)
    for n, state in enumerate(states):
        kept[n] = state
    kept.flags.writeable = False
    return kept


def random_steps(state: Any, random: Random, policies: Array) -> Iterator[Moves]:
    """Play to the end."""
    while ask.to_move(state) != NOBODY:
        step = [(seat, chosen(state, seat, random, policies)) for seat in seats_to_move(state)]
        make(state, step)
        yield step


def chosen(state: Any, seat: int, random: Random, policies: Array) -> int:
    greedy = seat != CHANCE and policies[seat] == GREEDY
    return random.choice(best_moves(state, seat) if greedy else legal_moves(state, seat))


def best_moves(state: Any, seat: int) -> list[int]:
    """Those with the most appeal; machine code is asked, as the interpreter takes long."""
    moves = legal_moves(state, seat)
    appeal = answers(state, seat + 1).appeal[seat]
    return [move for move in moves if appeal[move] == appeal[moves].max()]


def shared_decisions(told: Story) -> list[int]:
    """Before which steps several seats are asked at the same time."""
    return [n for n, step in enumerate(told.steps) if len(step) > 1]
