"""What bots do that do not look ahead, and what chance does."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from templetop.engine import policy
from templetop.engine.bits import put
from templetop.engine.match import legal_moves
from templetop.engine.policy import (
    GREEDY,
    POLICIES,
    RANDOM,
    any_event,
    any_move,
    greedy_move,
    seat_move,
    think,
    weighted_event,
)
from templetop.engine.random import generator

from .chance import chi_square, is_even
from .toy import NUMBERS, ROLL, TOY, WEIGHTS


def deciding(seats: int = 2, **options: str) -> Any:
    """A table at which everybody has to bid."""
    state = TOY.start(seats, options)
    TOY.happen(state, ROLL + 2)
    return state


def set_of(moves: list[int]) -> Any:
    numbers = TOY.event_set()
    for move in moves:
        put(numbers, move)
    return numbers


def test_policies_have_names_and_numbers() -> None:
    assert POLICIES[RANDOM] == "random"
    assert POLICIES[GREEDY] == "greedy"


def test_a_random_move_is_any_of_them() -> None:
    moves, random = set_of([1, 5, 63, 64, 72]), generator(1)
    drawn = Counter(any_move(moves, random) for _ in range(5000))
    assert sorted(drawn) == [1, 5, 63, 64, 72]
    assert is_even(list(drawn.values()))


# ── Greedy ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("best", [2, 17, 40, 70])
def test_greedy_takes_what_appeals_most(best: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy, "appeal", lambda state, seat, move: -abs(move - best) - 100)
    assert greedy_move(deciding(), 0, set_of([2, 17, 40, 70]), generator(best)) == best


@pytest.mark.parametrize("equals", [2, 3, 5])
def test_greedy_takes_equals_equally_often(equals: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy, "appeal", lambda state, seat, move: 4 if move > 9 else -7)
    alike = [10 + 9 * n for n in range(equals)]
    state, moves, random = deciding(), set_of([0, 3, *alike]), generator(equals)
    taken = Counter(greedy_move(state, 0, moves, random) for _ in range(3000))
    assert sorted(taken) == alike
    assert is_even(list(taken.values()))


def test_greedy_takes_equals_equally_often_wherever_they_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The one found first must have no advantage over those found after a better one."""
    monkeypatch.setattr(policy, "appeal", lambda state, seat, move: (move >= 2) + (move >= 4))
    state, moves, random = deciding(), set_of([0, 1, 2, 3, 4, 5]), generator(8)
    taken = Counter(greedy_move(state, 0, moves, random) for _ in range(3000))
    assert sorted(taken) == [4, 5]
    assert is_even(list(taken.values()))


# ── Chance ───────────────────────────────────────────────────────────────────────────────────────


def test_every_event_has_as_many_tickets_as_its_weight() -> None:
    weights = TOY.weights()
    weights[[3, 4, 70]] = 2, 5, 1
    weights[50] = 1000  # of an event that cannot happen
    events = set_of([3, 4, 70])
    drawn = [weighted_event(events, weights, ticket) for ticket in range(8)]
    assert drawn == [3, 3, 4, 4, 4, 4, 4, 70]
    assert weighted_event(events, weights, 8) == -1


@pytest.mark.parametrize(("die", "shares"), [("fair", [1, 1, 1]), ("loaded", WEIGHTS[1:])])
def test_chance_rolls_each_number_as_often_as_the_odds_say(die: str, shares: Any) -> None:
    state, random = TOY.start(1, {"die": die}), generator(5)
    events, weights = TOY.event_set(), TOY.weights()
    rolled = Counter(any_event(state, random, events, weights) - ROLL for _ in range(20_000))
    assert sorted(rolled) == list(range(1, NUMBERS + 1))
    assert abs(chi_square([rolled[number] for number in sorted(rolled)], shares)) < 5


# ── Seats ────────────────────────────────────────────────────────────────────────────────────────


def test_each_seat_plays_by_its_own_policy() -> None:
    state, moves, random = deciding(2), TOY.move_set(), generator(3)
    policies = np.array([GREEDY, RANDOM], np.int8)
    taken = [
        {seat_move(state, seat, policies, random, moves) for _ in range(200)} for seat in range(2)
    ]
    assert taken == [{2, 3}, {0, 1, 2, 3}]  # what appeals most, and anything
    assert sorted(taken[1]) == legal_moves(state, 1)


def test_thinking_is_the_same_as_machine_code() -> None:
    states = TOY.state()
    states[0] = deciding(3)
    policies = np.array([GREEDY, RANDOM, GREEDY], np.int8)
    for seat in range(3):
        plain, machine = generator(seat), generator(seat)
        moves = TOY.move_set()
        for _ in range(50):
            expected = think.plain(states, seat, policies, plain, moves)
            assert think(states, seat, policies, machine, moves) == expected
        assert plain[0] == machine[0]
