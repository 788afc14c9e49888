"""Every game that is ready, the tables it can be played at, and whole games played there."""

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from templetop.engine import ask
from templetop.engine.game import CHANCE, NOBODY, Array, Game
from templetop.engine.match import Match, legal_moves, seats_to_move
from templetop.engine.policy import GREEDY, RANDOM
from templetop.games.shelf import ready_games, take

from .contract import answers

TESTS = Path(__file__).parents[1]
ROOT = TESTS.parent

Moves = list[tuple[int, int]]


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
        return {option.name: choice for option, choice in zip(self.game.options, self.choices)}

    def start(self) -> Any:
        return self.game.start(self.seats, self.options)

    def match(self) -> Match:
        names = [f"Player {seat + 1}" for seat in range(self.seats)]
        return Match.new(self.game, names, self.options)


def games() -> list[Game]:
    return [take(name) for name in ready_games()]


def every_table() -> list[Table]:
    """Each number of seats with each combination of options."""
    return [
        Table(game, seats, choices)
        for game in games()
        for seats in game.seats
        for choices in product(*names_of_choices(game))
    ]


def some_tables(of: Sequence[Game] = ()) -> list[Table]:
    """Each number of seats with each choice of every option, but not every combination."""
    return [
        Table(game, seats, mixed_choices(game, seats, turn))
        for game in of or games()
        for seats in game.seats
        for turn in range(max(map(len, names_of_choices(game)), default=1))
    ]


def seated_tables(of: Sequence[Game] = ()) -> list[Table]:
    """One table for each number of seats."""
    tables = {(table.game.id, table.seats): table for table in some_tables(of)}
    return list(tables.values())


def names_of_choices(game: Game) -> list[list[str]]:
    return [[choice.name for choice in option.choices] for option in game.options]


def mixed_choices(game: Game, seats: int, turn: int) -> tuple[str, ...]:
    """Every turn takes the next choice of each option, every number of seats begins elsewhere."""
    return tuple(
        names[(turn + seats * number) % len(names)]
        for number, names in enumerate(names_of_choices(game))
    )


# ── Whole games ──────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Story:
    """One game from the first move to the last: `states[n]` is the table before move n."""

    table: Table
    moves: Moves
    states: Array  # cannot be changed; `copy_of` gives a table to play on

    @property
    def end(self) -> Any:
        return self.states[-1]

    def moments(self, how_many: int) -> list[int]:
        """So many numbers of moves, spread over the game, the first and the last among them."""
        return sorted({round(n) for n in np.linspace(0, len(self.moves) - 1, how_many)})

    def match(self, moves: int) -> Match:
        """The match after so many moves."""
        match = self.table.match()
        match.moves = self.moves[:moves]
        match.state = copy_of(self.states[moves])
        return match


def copy_of(state: Any) -> Any:
    """A table of its own that looks the same."""
    states = np.zeros(1, state.dtype)
    states[0] = state
    return states[0]


@functools.cache
def story(table: Table, turn: int = 0) -> Story:
    """A game in which some seats play at random and others greedily.

    Greedy seats see parts of the game that chance alone would hardly ever come to.
    """
    random = Random(f"{table} {turn}")
    policies = np.array([random.choice([RANDOM, GREEDY]) for _ in range(table.seats)], np.int8)
    state = table.start()
    moves, states = [], [copy_of(state)]
    for seat, move in random_moves(state, random, policies):
        moves.append((seat, move))
        states.append(copy_of(state))
    return Story(table, moves, for_keeps(states))


def for_keeps(states: list[Any]) -> Array:
    """The same tables, never to be changed."""
    kept = np.zeros(len(states), states[0].dtype)
    for n, state in enumerate(states):
        kept[n] = state
    kept.flags.writeable = False
    return kept


def random_moves(state: Any, random: Random, policies: Array) -> Iterator[tuple[int, int]]:
    """Play to the end; those who decide at the same time decide in any order."""
    while ask.to_move(state) != NOBODY:
        seat = random.choice(seats_to_move(state))
        greedy = seat != CHANCE and policies[seat] == GREEDY
        move = random.choice(best_moves(state, seat) if greedy else legal_moves(state, seat))
        ask.play(state, seat, move)
        yield seat, move


def best_moves(state: Any, seat: int) -> list[int]:
    """Those with the most appeal; machine code is asked, as the interpreter takes long."""
    moves = legal_moves(state, seat)
    appeal = answers(state, seat + 1).appeal[seat]
    return [move for move in moves if appeal[move] == appeal[moves].max()]


def waiting_rivals(story: Story) -> list[int]:
    """The moments at which somebody has just decided, unseen by others who are still to decide."""
    return [
        n + 1
        for n, (seat, _) in enumerate(story.moves)
        if seat != CHANCE
        and set(seats_to_move(story.states[n])) - {seat} == awaited_after(story, n)
        if awaited_after(story, n)
    ]


def awaited_after(story: Story, n: int) -> set[int]:
    return set(seats_to_move(story.states[n + 1]))
