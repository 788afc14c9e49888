"""How sure a figure is."""

import numpy as np
import pytest

from templetop.intervals import GROUPS
from templetop.study.sure import Estimate, deviation, mean, of_part, share

DEALS = np.arange(1000)


def test_an_interval_is_as_wide_as_theory_says() -> None:
    values = np.random.default_rng(3).normal(5.0, 2.0, 1000)
    found = mean(values, DEALS)
    assert found.value == pytest.approx(values.mean())
    assert found.high - found.low == pytest.approx(2 * 1.96 * 2.0 / np.sqrt(1000), rel=0.15)
    assert deviation(values, DEALS).value == pytest.approx(values.std())


def test_games_of_one_deal_belong_together() -> None:
    """Every result twice is nothing new: the interval stays as wide."""
    values = np.random.default_rng(4).normal(size=300)
    once = mean(values, np.arange(300))
    twice = mean(np.repeat(values, 2), np.repeat(np.arange(300), 2))
    assert (twice.low, twice.high) == pytest.approx((once.low, once.high))


def test_nobody_is_sure_after_a_few_games() -> None:
    found = share(np.ones(6), np.arange(6))
    assert found.value == 1.0
    assert found.low < 0.9
    assert found.high == 1.0
    too_few = share(np.ones(4), np.arange(4))
    assert too_few.interval is None
    assert not too_few.is_surely_not(0.2)


def test_what_is_told_of_a_part_is_not_below_nothing() -> None:
    column = np.array([-0.01, -0.02, *[-0.01] * (GROUPS - 1)])
    found = Estimate(column, 100, of_part)
    assert found.value == found.low == 0
    assert found.high > 0


def test_a_difference_on_the_same_deals_is_surer_than_its_parts() -> None:
    luck = np.random.default_rng(5).normal(0, 10, 1000)
    gap = mean(luck + 0.2, DEALS) - mean(luck, DEALS)
    assert gap.value == pytest.approx(0.2)
    assert gap.is_surely_not(0)
    assert not mean(luck, DEALS).is_surely_not(mean(luck + 0.2, DEALS).value)


def test_one_game_of_many_is_no_sure_difference() -> None:
    deals = np.arange(100)
    first, second = np.zeros(100), np.zeros(100)
    first[7] = 1
    gap = share(first, deals) - share(second, deals)
    assert gap.low < 0 < gap.high
    same = share(first, deals) - share(first, deals)
    assert (same.value, same.interval) == (0, None)
