"""Moves against each other: who drops out, when, and when there is nothing left to think about."""

from math import inf

import numpy as np
import pytest

from templetop.bots.contest import (
    ENOUGH,
    FAINT,
    FOR_SURE,
    GLANCE,
    LOOK,
    MIXED,
    PERHAPS,
    REPEATED,
    SOMETIMES,
    Contest,
    Round,
    among_themselves,
    times_ahead,
)
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


# ── To the last figure ───────────────────────────────────────────────────────────────────────────


def test_at_first_all_are_left_and_nothing_is_known() -> None:
    moves = Contest(np.array([7, 9, 8]), np.zeros(3), 1.0, threads=2)
    assert moves.left.tolist() == [0, 1, 2]
    assert (moves.places, moves.deals, moves.simulations) == (3, 0, 0)
    assert [len(odds) for odds in moves.odds] == [3, 3]
    assert len(contest(3).odds) == 1
    assert not moves.is_joint
    assert not moves.is_decided
    assert [contest(number).rounds for number in (1, 2, 3, 4, 5, 16)] == [1, 1, 2, 2, 3, 4]


def test_one_is_only_decided_after_a_deal() -> None:
    moves = contest(1)
    assert not moves.is_decided
    moves.add(samples(luck(1)), SEAT)
    assert moves.is_decided
    two = contest(2)
    two.add(samples(luck(1), luck(1)), SEAT)
    assert not two.is_decided


def test_what_came_of_a_deal_is_added_for_those_that_are_left() -> None:
    moves = joint(luck(9, 1), luck(9, 2), luck(9, 3), rivals=SIGN[:9])
    moves.left = np.array([0, 2])
    rows = samples(luck(4, 4), luck(4, 5))
    rows["points"][:, :, 0] = 3.0
    rows["rivals"][:, 0] = [0, 0, 7, 0]
    before = moves.values.copy()
    moves.add(rows, SEAT)
    assert (moves.deals, moves.simulations) == (13, 9 * 3 + 4 * 2)
    assert moves.visits.tolist() == [13, 9, 13]
    assert moves.points[:, 0].tolist() == [12.0, 0.0, 12.0]
    gained = (moves.values - before)[:, SEAT]
    assert gained == pytest.approx([luck(4, 4).sum(), 0.0, luck(4, 5).sum()])
    assert moves.products[0, 2] == pytest.approx(
        luck(9, 1) @ luck(9, 3) + luck(4, 4) @ luck(4, 5), rel=1e-5
    )
    assert moves.products[1, 2] == pytest.approx(luck(9, 2) @ luck(9, 3), rel=1e-5)
    assert moves.ahead[0, 2] == (luck(9, 1) > luck(9, 3)).sum() + (luck(4, 4) > luck(4, 5)).sum()
    assert {did: deals for did, (deals, _) in moves.rivals.items()} == {0: 6, 1: 3, 2: 3, 7: 1}
    expected = [luck(4, 4)[2], 0.0, luck(4, 5)[2]]
    assert moves.rivals[7][1] == pytest.approx(expected, rel=1e-5)
    assert moves.rivals[1][1] == pytest.approx(
        [luck(9, n)[1::3].sum() for n in (1, 2, 3)], rel=1e-5
    )


def test_who_decides_alone_need_not_know_what_others_did() -> None:
    moves = contest(2)
    moves.add(samples(luck(9, 1), luck(9, 2)), SEAT)
    assert moves.rivals == {}
    assert not moves.ahead.any()


def test_ahead_is_only_who_was_better() -> None:
    rows = np.array([[0.5, 0.5, 0.2], [0.1, 0.3, 0.3], [0.9, 0.3, 0.1]])
    assert times_ahead(rows).tolist() == [[0, 1, 2], [1, 0, 2], [1, 0, 0]]


def fishers_f(values: Array, best: int, rivals: Array) -> float:
    """The greatest variance of a gap between what the rivals did, against that within."""
    found = []
    for other in range(len(values)):
        if other == best:
            continue
        gap = values[other] - values[best]
        groups = [gap[rivals == did] for did in np.unique(rivals)]
        between = sum(len(one) * (one.mean() - gap.mean()) ** 2 for one in groups)
        within = sum(((one - one.mean()) ** 2).sum() for one in groups)
        found.append(between / (len(groups) - 1) / (within / (len(gap) - len(groups))))
    return float(max(found))


@pytest.mark.parametrize("kinds", [2, 3, 5])
def test_the_dependence_is_fishers_f_of_the_gaps_to_the_best(kinds: int) -> None:
    rivals = np.arange(60) % kinds
    values = np.array([luck(60, 1), luck(60, 2) - 0.1 * (rivals == 1), luck(60, 3) + 0.05])
    best = int(values.sum(axis=1).argmax())
    found = joint(*values, rivals=rivals).dependence(SEAT)
    assert found == pytest.approx(fishers_f(values, best, rivals), rel=1e-3)


def test_where_nothing_can_be_said_about_it_nothing_depends_on_others() -> None:
    deals, other = luck(99, 1), against(1)
    assert joint(deals, other).dependence(SEAT) > 0
    assert joint(deals, other, rivals=np.zeros(99)).dependence(SEAT) == 0
    assert joint(deals).dependence(SEAT) == 0
    alone = contest(2)
    alone.add(samples(deals, other), SEAT)
    assert alone.dependence(SEAT) == 0
    same = np.minimum(np.arange(99), 99 - REPEATED - 1)  # all differ, but for the last ones
    assert joint(deals, other, rivals=same).dependence(SEAT) > 0
    fewer = np.minimum(np.arange(99), 99 - REPEATED)
    assert joint(deals, other, rivals=fewer).dependence(SEAT) == 0


def test_the_same_in_every_deal_is_surely_what_others_did() -> None:
    """Nothing varies where they do the same, so what there is would be divided by nothing."""
    gap = np.where(SIGN == 0, 0.25, -0.25)
    assert joint(np.full(99, 0.5), 0.5 + gap).dependence(SEAT) > 1e6


def at_dependence(monkeypatch: pytest.MonkeyPatch, much: float, *values: Array) -> Contest:
    moves = joint(*values)
    found = {SEAT: much}
    monkeypatch.setattr(Contest, "dependence", lambda contest, seat: found[seat])
    return moves


@pytest.mark.parametrize(("much", "left"), [(PERHAPS, 1), (PERHAPS + 0.01, MIXED)])
def test_at_more_than_perhaps_some_are_kept(
    monkeypatch: pytest.MonkeyPatch, much: float, left: int
) -> None:
    moves = at_dependence(monkeypatch, much, *(luck(99, seed) for seed in range(6)))
    for _ in range(4):
        moves.drop_half(SEAT)
    assert len(moves.left) == left
    best_first = np.argsort([-luck(99, seed).sum() for seed in range(6)])
    assert {*moves.left.tolist()} == {*best_first[:left].tolist()}


def test_of_an_odd_number_the_greater_half_stays() -> None:
    moves = contest(5)
    moves.add(samples(*(luck(9, 1) - 0.01 * n for n in range(5))), SEAT)
    sizes = []
    for _ in range(3):
        moves.drop_half(SEAT)
        sizes.append(len(moves.left))
    assert sizes == [3, 2, 1]


@pytest.mark.parametrize(("better", "stays"), [(10, True), (9, False)])
def test_what_was_better_at_times_stays_where_it_depends_on_others(
    monkeypatch: pytest.MonkeyPatch, better: int, stays: bool
) -> None:
    """One of ten times."""
    assert SOMETIMES == 0.1
    deals = luck(100)
    other = np.where(np.arange(100) < better, deals + 0.01, deals - 0.3)
    for much, expected in ((PERHAPS + 0.01, stays), (PERHAPS, False)):
        moves = contest(2, is_joint=True)
        moves.add(samples(deals, other), SEAT)
        found = {SEAT: much}
        monkeypatch.setattr(Contest, "dependence", lambda contest, seat, found=found: found[seat])
        moves.drop_hopeless(SEAT)
        assert moves.left.tolist() == ([0, 1] if expected else [0])


@pytest.mark.parametrize(("much", "mixed"), [(FOR_SURE, True), (FOR_SURE - 0.01, False)])
def test_odds_are_shared_where_it_surely_depends_on_others(
    monkeypatch: pytest.MonkeyPatch, much: float, mixed: bool
) -> None:
    moves = at_dependence(monkeypatch, much, luck(99) - 0.1, luck(99), luck(99) - 0.2)
    moves.odds = [moves.odds[0].copy(), moves.odds[0].copy()]
    moves.odds[0]["total"], moves.odds[1]["total"] = (3, 1, 0), (1, 1, 2)
    expected = [0.5, 0.25, 0.25] if mixed else [0, 1, 0]
    assert moves.shares(SEAT).tolist() == expected


def test_without_any_odds_the_best_is_for_sure(monkeypatch: pytest.MonkeyPatch) -> None:
    moves = at_dependence(monkeypatch, FOR_SURE, luck(99) - 0.1, luck(99))
    moves.odds[0]["total"] = 0
    assert moves.shares(SEAT).tolist() == [0, 1]


def test_what_is_as_faint_as_a_tenth_of_the_likeliest_is_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    moves = at_dependence(monkeypatch, FOR_SURE, luck(99), luck(99, 2), luck(99, 3))
    assert FAINT == 0.1
    moves.odds[0]["total"] = (50, 5, 4.9)
    assert moves.shares(SEAT) == pytest.approx([50 / 55, 5 / 55, 0])


def test_the_first_sight_counts_as_much_as_some_deals() -> None:
    moves = Contest(np.arange(2), np.array([0.0, -0.4]), 5.0)
    moves.add(samples(np.full(15, 0.5), np.full(15, 0.6)), SEAT)
    assert moves.merits(SEAT) == pytest.approx([7.5 / 20, (9.0 - 2.0) / 20])


def test_what_is_said_of_a_thought() -> None:
    moves = Contest(np.array([7, 9, 8, 6]), np.zeros(4), 0.0)
    rows = samples(np.full(4, 0.25), np.full(4, 0.75), np.full(4, 0.5), np.full(4, 0.9))
    rows["values"][:, :, 0] = [0.3, 0.2, 0.1, 0.0]
    rows["points"][:, :, 0], rows["points"][:, :, 1] = [1, 2, 3, 0], [4, 5, 6, 0]
    moves.add(rows, SEAT)
    for left in ([0, 1, 2], [0, 2]):
        moves.left = np.array(left)
        moves.add(rows[:2, left], SEAT)
    thought = moves.thought(SEAT, 2, 1.5)
    assert (thought.simulations, thought.seconds) == (16 + 6 + 4, 1.5)
    assert [one.move for one in thought.weighed] == [8, 7, 9, 6]  # who dropped out first is last
    assert [one.visits for one in thought.weighed] == [8, 8, 6, 4]
    best = thought.weighed[0]
    assert best.values == pytest.approx((0.1, 0.5))
    assert best.points == pytest.approx((3.0, 6.0))
    assert thought.weighed[2].points == pytest.approx((2.0, 5.0))
    assert best.share == 0.0


def test_where_several_decide_the_likeliest_is_said_first(monkeypatch: pytest.MonkeyPatch) -> None:
    moves = at_dependence(monkeypatch, FOR_SURE, luck(99), luck(99) - 0.1, luck(99) - 0.2)
    moves.left = np.array([0, 1])
    moves.odds = [moves.odds[0][:2].copy()]
    moves.odds[0]["total"] = (1, 3)
    thought = moves.thought(SEAT, 2, 0.0)
    assert [(one.move, one.share) for one in thought.weighed] == [(1, 0.75), (0, 0.25), (2, 0.0)]


def test_without_shares_all_who_are_left_are_as_likely() -> None:
    odds = contest(2).odds[0]
    odds["share"] = 0.0
    assert among_themselves(odds)["share"].tolist() == [0.5, 0.5]


# ── By the clock ─────────────────────────────────────────────────────────────────────────────────


def test_one_deal_for_one_move() -> None:
    assert Round(contest(1), 400, inf).deals(4) == 1
    assert Round(contest(1), 400, 0.0).deals(4) == 1


def test_at_first_a_look_or_what_there_is_but_at_least_a_deal() -> None:
    assert Round(contest(4), 400, inf).deals(2) == 2 * LOOK
    assert Round(contest(4), 40, inf).deals(2) == 10
    assert Round(contest(4), 3, inf).deals(2) == 1
    assert Round(contest(4), 400, 1e9).deals(2) == 2  # nobody knows how long one takes
    assert Round(contest(4), 4, 1e9).deals(2) == 1


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """What the clock says, as the first of this list."""
    moment = [100.0]
    monkeypatch.setattr("templetop.bots.contest.time.perf_counter", lambda: moment[0])
    return moment


@pytest.mark.parametrize(
    ("until", "now", "threads", "deals"),
    [
        (110.0, 101.0, 1, 4 * GLANCE * 10),  # 40 in a second, until the next look
        (101.025, 101.0, 1, 1),  # only that much is left
        (110.0, 101.0, 3, 3),  # a deal for each thread in any case
        (101.0, 101.0, 1, 0),
        (100.5, 101.0, 1, 0),
        (inf, 101.0, 1, LOOK),
    ],
)
def test_so_many_until_the_next_look_at_the_clock(
    clock: list[float], until: float, now: float, threads: int, deals: float
) -> None:
    moves = contest(2)
    going = Round(moves, 10_000, until)
    moves.add(samples(luck(40, 1), luck(40, 2)), SEAT)
    clock[0] = now
    assert going.deals(threads) == deals


def test_only_the_deals_of_this_round_tell_the_pace(clock: list[float]) -> None:
    moves = contest(2)
    moves.add(samples(luck(80, 1), luck(80, 2)), SEAT)
    going = Round(moves, 10_000, 110.0)
    moves.add(samples(luck(40, 3), luck(40, 4)), SEAT)
    clock[0] = 101.0
    assert going.deals(1) == 2  # 40 in a second, for a twentieth of one
