"""What a seat imagines is what may be: every world that can be, as often as it should; no other.

The worlds that can be are found without `imagine`: by following everything that chance could have
done, and what others could have decided unseen, as long as the seat would have seen the same.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from math import sqrt
from typing import Any, NamedTuple

import numpy as np
import pytest

from templetop.engine import ask
from templetop.engine.game import CHANCE, EVEN
from templetop.engine.match import legal_moves, seats_to_move
from templetop.engine.random import generator

from .tables import Story, Table, copy_of, story

DRAWS_FOR_EACH = 20  # world, if all were equally likely
TOO_STRANGE = 4  # standard deviations of chi square
FEW = 40  # worlds are few enough to meet each of them in so many draws:
MANY_DRAWS = 1500


class World(NamedTuple):
    """A table that a seat may be at, for all it knows, and how likely that is."""

    state: Any
    likely: float


Worlds = dict[bytes, World]


# ── All worlds that can be ───────────────────────────────────────────────────────────────────────


def first_secret(told: Story, viewer: int) -> tuple[int, Worlds]:
    """When a seat is asked and something is hidden from the viewer for the first time."""
    worlds = {told.states[0].tobytes(): World(copy_of(told.states[0]), 1.0)}
    for n in range(len(told.moves)):
        worlds = worlds_after(told, n, worlds, viewer)
        if len(worlds) > 1 and seats_to_move(told.states[n + 1]) != [CHANCE]:
            return n + 1, worlds
    pytest.skip("Nothing is ever hidden at this table.")


def worlds_after(told: Story, n: int, before: Worlds, viewer: int) -> Worlds:
    """The worlds after move n; or after any other that would have looked the same."""
    seat, move = told.moves[n]
    seen = told.table.game.view(told.states[n + 1], viewer)
    moves = alike(told.states[n], seat, viewer, seen)
    found: defaultdict[bytes, float] = defaultdict(float)
    states = {}
    for state, likely in before.values():
        for other, odds in likely_moves(state, seat).items():
            if other == move or len(moves) > 1:
                then = after(state, seat, other)
                if told.table.game.view(then, viewer) == seen:
                    found[then.tobytes()] += likely * odds
                    states[then.tobytes()] = then
    return {key: World(states[key], likely / sum(found.values())) for key, likely in found.items()}


def alike(state: Any, seat: int, viewer: int, seen: Any) -> list[int]:
    """The moves after which the viewer sees this."""
    view = ask.game_of(state).view
    moves = legal_moves(state, seat)
    return [move for move in moves if view(after(state, seat, move), viewer) == seen]


def after(state: Any, seat: int, move: int) -> Any:
    then = copy_of(state)
    ask.play(then, seat, move)
    return then


def likely_moves(state: Any, seat: int) -> dict[int, float]:
    """What can be done, and how likely it is; nobody knows what a seat likes better."""
    moves = legal_moves(state, seat)
    weights = np.ones(ask.game_of(state).moves, np.int64)
    if seat == CHANCE and ask.odds(state, ask.game_of(state).move_set(), weights) == EVEN:
        weights[:] = 1
    return {move: weights[move] / weights[moves].sum() for move in moves}


def draws(state: Any, viewer: int, how_many: int) -> Iterator[Any]:
    """So many worlds that the viewer imagines, always the same ones."""
    random, scratch = generator(how_many, viewer), ask.game_of(state).move_set()
    for _ in range(how_many):
        world = copy_of(state)
        ask.imagine(world, viewer, random, scratch)
        yield world


# ── Imagined and possible worlds ─────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("viewer", [0, 1])
def test_every_world_that_can_be_is_imagined_as_often_as_it_should_and_no_other(
    for_two: Table, viewer: int
) -> None:
    told = story(for_two)
    n, worlds = first_secret(told, viewer)
    assert told.states[n].tobytes() in worlds
    how_many = DRAWS_FOR_EACH * len(worlds)
    imagined = Counter(world.tobytes() for world in draws(told.states[n], viewer, how_many))
    assert imagined.keys() <= worlds.keys(), "A seat imagines what cannot be."
    assert imagined.keys() >= worlds.keys(), "A seat never imagines what may well be."
    expected = {key: how_many * world.likely for key, world in worlds.items()}
    assert strangeness(imagined, expected) < TOO_STRANGE


def strangeness(counts: Counter[bytes], expected: dict[bytes, float]) -> float:
    """By how many standard deviations chi square is larger than chance would have it."""
    chi_square = sum((counts[key] - mean) ** 2 / mean for key, mean in expected.items())
    freedom = len(expected) - 1
    return (chi_square - freedom) / sqrt(2 * freedom)


def test_chi_square_would_notice() -> None:
    """Two worlds that should be equally likely are; or one of them is imagined too often."""
    even = {b"one": 500.0, b"other": 500.0}
    assert strangeness(Counter({b"one": 510, b"other": 490}), even) < TOO_STRANGE
    assert strangeness(Counter({b"one": 580, b"other": 420}), even) > TOO_STRANGE


def test_the_truth_is_imagined_where_few_worlds_are_possible(seated: Table) -> None:
    told = story(seated)
    for seat in range(seated.seats):
        for n in moments_of_few_worlds(told, seat):
            truth = told.states[n].tobytes()
            found = any(
                world.tobytes() == truth for world in draws(told.states[n], seat, MANY_DRAWS)
            )
            assert found, f"seat {seat} never imagines the truth before move {n}"


def moments_of_few_worlds(told: Story, seat: int) -> list[int]:
    """Some moments at which something is hidden from the seat, but not much; late ones first."""
    found = []
    for n in range(len(told.moves) - 1, 0, -5):
        worlds = {world.tobytes() for world in draws(told.states[n], seat, 2 * FEW)}
        if 1 < len(worlds) <= FEW:
            found.append(n)
        if len(found) == 3:
            break
    return found


def test_there_are_such_moments_in_every_game_that_hides_something(for_two: Table) -> None:
    assert moments_of_few_worlds(story(for_two), 0)
