"""Moves against each other: who drops out, when, and when there is nothing left to think about."""

from math import inf

import numpy as np

from templetop.bots.contest import ENOUGH, LOOK, Contest, Round
from templetop.bots.search import Sample
from templetop.bots.thinker import Budget
from templetop.engine.game import Array
from templetop.games.shelf import take
from tests.karuba import drawn as karuba

from .thinking import sight, thinker

SEAT = 1


def contest(moves: int) -> Contest:
    """Of moves that look alike at first sight."""
    return Contest(np.arange(moves), np.zeros(moves), trust=0.0)


def samples(*values: Array) -> Array:
    """What came of the same deals for each move, to the seat that decides."""
    rows = np.zeros((len(values[0]), len(values)), Sample)
    rows["values"][:, :, SEAT] = np.transpose(values)
    return rows


def luck(deals: int, seed: int = 1) -> Array:
    return np.random.default_rng(seed).uniform(0.3, 0.7, deals)


def test_a_move_that_is_worse_in_every_deal_drops_out_though_luck_is_much_greater() -> None:
    moves, deals = contest(3), luck(ENOUGH)
    moves.add(samples(deals, deals - 0.01, deals + 0.01), SEAT)
    moves.drop_hopeless(SEAT)
    assert moves.left.tolist() == [2]
    assert moves.is_decided


def test_moves_that_only_luck_tells_apart_all_stay() -> None:
    moves = contest(4)
    moves.add(samples(*(luck(ENOUGH, seed) for seed in range(4))), SEAT)
    moves.drop_hopeless(SEAT)
    assert moves.left.tolist() == [0, 1, 2, 3]


def test_after_a_few_deals_nothing_is_sure() -> None:
    moves, deals = contest(2), luck(ENOUGH - 1)
    moves.add(samples(deals, deals - 0.01), SEAT)
    moves.drop_hopeless(SEAT)
    assert moves.left.tolist() == [0, 1]


def test_only_what_it_is_worth_to_the_seat_that_decides_counts() -> None:
    moves, deals = contest(2), luck(ENOUGH)
    rows = samples(deals, luck(ENOUGH, 2))
    rows["values"][:, 0, 1 - SEAT] = 1.0
    moves.add(rows, SEAT)
    moves.drop_hopeless(SEAT)
    assert moves.left.tolist() == [0, 1]


def test_moves_that_came_to_the_same_in_every_deal_stay() -> None:
    moves, deals = contest(2), luck(ENOUGH)
    moves.add(samples(deals, deals), SEAT)
    moves.drop_hopeless(SEAT)
    assert moves.left.tolist() == [0, 1]


def test_deals_added_one_by_one_say_the_same_as_all_at_once() -> None:
    one_by_one, at_once = contest(3), contest(3)
    rows = samples(luck(40, 1), luck(40, 2), luck(40, 3))
    for n in range(40):
        one_by_one.add(rows[n : n + 1], SEAT)
    at_once.add(rows, SEAT)
    np.testing.assert_allclose(one_by_one.doubts(0, SEAT), at_once.doubts(0, SEAT))


def test_the_doubt_is_three_standard_errors_of_the_difference_deal_by_deal() -> None:
    moves, one, other = contest(2), luck(50, 1), luck(50, 2)
    moves.add(samples(one, other), SEAT)
    apart = one - other
    error = apart.std() / np.sqrt(50)
    np.testing.assert_allclose(moves.doubts(0, SEAT)[1], 3 * error - apart.mean(), rtol=1e-4)


def test_half_of_the_places_go_each_round_whoever_has_dropped_out_before() -> None:
    moves, deals = contest(8), luck(ENOUGH)
    worse = [deals - 0.01 * n for n in range(5)]
    moves.add(samples(deals, *[luck(ENOUGH, seed) for seed in (2, 3)], *worse), SEAT)
    moves.left = np.array([0, 1, 2])
    moves.drop_half(SEAT)
    assert moves.left.tolist() == [0, 1, 2]
    moves.drop_half(SEAT)
    assert len(moves.left) == 2


def test_what_one_leaves_over_is_for_the_others() -> None:
    moves = contest(4)
    going = Round(moves, simulations=400, until=inf)
    moves.add(samples(*(luck(50, seed) for seed in range(4))), SEAT)
    assert going.deals(1) == LOOK  # 200 are left, 50 deals for four
    moves.left = np.array([0, 1])
    moves.add(samples(*(luck(93, seed) for seed in range(2))), SEAT)
    assert going.deals(1) == 7  # 14 are left, 7 deals for two
    moves.add(samples(*(luck(7, seed) for seed in range(2))), SEAT)
    assert going.deals(1) == 0


def test_it_stops_thinking_when_the_move_is_clear() -> None:
    """The last turn: into the temple for five points, or one for a crystal, or nothing at all."""
    state = karuba.table("─ ─ ─ ─ ─ ─\n┐\n└ ┐◆", "", tile=karuba.TILE_WITH[2])
    karuba.leave_in_the_stack(state)
    karuba.stand(state, "brown", "e1")
    karuba.stand(state, "blue", "a3")
    thought = thinker(take("karuba"), budget=Budget(10_000)).think(sight(state, 0, 2), 1)
    assert take("karuba").say(state, 0, thought.move).endswith("walks brown into its temple")
    assert thought.simulations <= 8 * ENOUGH
