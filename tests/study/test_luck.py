"""Luck against skill, where the truth is known."""

import numpy as np
import pytest

from templetop.study.luck import luck_of, skill_of

from .made import notes

RANDOM = np.random.default_rng(0)
DEALS = np.repeat(np.arange(2000), 2)  # each played twice


def test_what_comes_back_is_the_deal() -> None:
    """Gaps between two seats: a deal's own with variance 9, and 16 that is new every time."""
    gap = np.repeat(RANDOM.normal(0, 3, 2000), 2) + RANDOM.normal(0, 4, 4000)
    found = luck_of(notes(np.stack([gap, np.zeros(4000)], axis=1), DEALS))
    assert found is not None
    assert found.deal.low < 9 / 25 < found.deal.high
    assert found.deal.value == pytest.approx(9 / 25, abs=0.05)
    assert found.seat.value < 0.01
    assert found.fortune.value == pytest.approx(3, abs=0.3)
    assert found.seat.value + found.deal.value + found.play.value == pytest.approx(1)


def test_a_better_seat_is_no_luck_of_the_deal() -> None:
    gap = 2 + RANDOM.normal(0, 4, 4000)
    found = luck_of(notes(np.stack([gap, np.zeros(4000)], axis=1), DEALS))
    assert found is not None
    assert found.seat.value == pytest.approx(4 / 20, abs=0.04)
    assert found.deal.value < 0.05


def test_where_everything_is_the_same_there_is_nothing_to_tell() -> None:
    assert luck_of(notes(np.ones((8, 2)), np.repeat(np.arange(4), 2))) is None


def test_of_one_deal_nothing_is_sure_and_nothing_is_warned_of() -> None:
    points, deal = np.array([[20.0, 15.0], [12.0, 20.0], [21.0, 16.0], [13.0, 18.0]]), np.zeros(4)
    luck = luck_of(notes(points, deal.astype(np.int64)))
    assert luck is None or luck.fortune.interval is None
    rival = np.tile([[0, 1], [1, 0]], (2, 1))
    skill = skill_of(notes(points, deal.astype(np.int64), rival), "greedy", "random")
    assert skill is not None
    assert skill.gap.value == 5.75
    assert skill.gap.interval is None


def test_skill_is_what_a_weaker_bot_loses() -> None:
    rival = np.tile([[1, 0], [0, 1]], (500, 1))  # sits in at seat 1, then at seat 2
    points = 20 - 5 * rival + RANDOM.normal(0, 1, (1000, 2))
    found = skill_of(notes(points, np.repeat(np.arange(500), 2), rival), "greedy", "random")
    assert found is not None
    assert found.gap.value == pytest.approx(5, abs=0.2)
    assert found.wins.value < 0.01
    assert found.fair == 0.5
    assert found.skill.value > 0.8
