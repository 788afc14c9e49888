"""Moves against each other: who drops out, when, and when there is nothing left to think about."""

from math import inf

import numpy as np
import pytest

from templetop.bots.contest import ENOUGH, FOR_SURE, LOOK, MIXED, Contest, Round
from templetop.bots.search import Sample
from templetop.bots.thinker import Budget
from templetop.engine.match import say
from templetop.engine.seats import Array
from templetop.games.shelf import take
from tests.karuba import drawn as karuba

from .thinking import sight, thinker

SEAT = 1


def contest(moves: int, is_joint: bool = False) -> Contest:
    """Of moves that look alike at first sight."""
    return Contest(np.arange(moves), np.zeros(moves), 0.0, is_joint)


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


# ── Where several decide at once ─────────────────────────────────────────────────────────────────


SIGN = np.arange(99) % 3  # what the rival did


def joint(*values: Array, rivals: Array = SIGN) -> Contest:
    rows = samples(*values)
    rows["rivals"] = rivals[:, None]
    moves = contest(len(values), is_joint=True)
    moves.add(rows, SEAT)
    return moves


def test_what_is_better_only_against_some_answers_stays() -> None:
    """Alone, it would drop out: it is worse in the mean, and surely so."""
    deals = luck(99)
    other = np.where(SIGN == 0, deals + 0.1, deals - 0.2)
    moves, alone = joint(deals, other), contest(2)
    alone.add(samples(deals, other), SEAT)
    for one in (moves, alone):
        one.drop_hopeless(SEAT)
    assert moves.left.tolist() == [0, 1]
    assert alone.left.tolist() == [0]


def test_what_is_never_better_drops_out_there_too() -> None:
    deals = luck(99)
    moves = joint(deals, np.where(SIGN == 0, deals - 0.01, deals - 0.2))
    moves.drop_hopeless(SEAT)
    assert moves.left.tolist() == [0]


def test_luck_is_not_taken_for_what_others_did() -> None:
    moves = joint(*(luck(99, seed) for seed in range(5)))
    assert moves.dependence(SEAT) < FOR_SURE
    assert sorted(moves.shares(SEAT)) == [0, 0, 0, 0, 1]
    assert joint(luck(99), luck(99, 2), rivals=np.arange(99)).dependence(SEAT) == 0


def against(sign: int) -> Array:
    """What a sign is worth against rock, paper and scissors, with some luck."""
    return np.array([0.5, 0.3, 0.7])[(SIGN - sign) % 3] + luck(99, sign) / 4


def test_where_it_depends_on_others_some_are_kept_to_choose_among_by_odds() -> None:
    moves = joint(*(against(sign) for sign in range(3)), *(luck(99, seed) - 0.4 for seed in (5, 6)))
    assert moves.dependence(SEAT) > FOR_SURE
    for _ in range(4):
        moves.drop_half(SEAT)
    assert len(moves.left) == MIXED
    assert moves.odds[0]["column"].tolist() == moves.left.tolist()


def test_the_shares_add_up_to_one_and_what_is_faint_is_left_out() -> None:
    moves = joint(*map(against, range(3)))
    moves.odds[0]["total"] = (60, 38, 2)
    assert moves.shares(SEAT).tolist() == [60 / 98, 38 / 98, 0]
    assert contest(3).shares(SEAT).tolist() == [0, 0, 0]


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
    assert say(state, 0, thought.move).endswith("walks brown into its temple")
    assert thought.simulations <= 8 * ENOUGH


def test_what_those_had_who_drop_out_goes_to_those_who_are_left() -> None:
    contest = Contest(np.arange(3), np.zeros(3), 1.0, is_joint=True)
    contest.odds[0]["share"] = [0.5, 0.3, 0.2]
    contest.keep(np.array([0, 1]))
    assert contest.odds[0]["share"] == pytest.approx([0.625, 0.375])
