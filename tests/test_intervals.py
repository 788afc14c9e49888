"""Intervals that hold the truth in 95 of 100 cases."""

import numpy as np
import pytest

from bench.coverage import misses, modelled, of_arenas, of_simulations, of_studies
from templetop.intervals import (
    GROUPS,
    LEAST,
    Doubt,
    doubt_about,
    doubt_in,
    left_out,
    of_count,
    of_number,
    of_share,
    of_spread,
    student,
)
from tests.parameters import slow, slow_rows

TIMES = 500  # repetitions: 95 of 100 come out between 92 and 98
SLACK = 0.02  # for so few


@pytest.mark.parametrize(
    ("freedom", "wide"), [(4, 2.776), (5, 2.571), (9, 2.262), (30, 2.042), (399, 1.966)]
)
def test_few_deals_make_an_interval_wider(freedom: int, wide: float) -> None:
    assert student(freedom) == pytest.approx(wide, abs=0.001)


def test_of_too_few_deals_there_is_none() -> None:
    doubt = Doubt(0.01, LEAST - 1)
    for kind in (of_number, of_share, of_count, of_spread):
        assert kind(0.5, doubt) is None
        assert kind(0.5, doubt._replace(deals=LEAST)) is not None


def test_where_nothing_varies_nobody_knows_how_much_it_could() -> None:
    assert of_number(4.0, Doubt(0.0, 100)) is None
    assert of_count(4.0, Doubt(0.0, 100)) is None


def test_a_share_stays_between_0_and_1_and_none_is_not_never() -> None:
    nothing = of_share(0.0, Doubt(0.0, 100))
    assert nothing is not None
    assert nothing.low == 0
    assert nothing.high == pytest.approx(0.037, abs=0.001)  # Wilson's
    everything = of_share(1.0, Doubt(0.0, 100))
    assert everything is not None
    assert everything.low == pytest.approx(1 - nothing.high)
    never = of_count(0.0, Doubt(0.0, 100))
    assert never is not None
    assert never.low == 0 < never.high < 0.05


def test_a_mean_reaches_further_to_where_a_few_deals_count_for_much() -> None:
    values = np.array([0.0] * 95 + [10.0] * 5)
    found = of_number(values.mean(), doubt_about(values))
    assert found is not None
    assert found.high - values.mean() > 1.2 * (values.mean() - found.low)


def test_a_mean_of_many_is_as_wide_as_theory_says() -> None:
    values = np.random.default_rng(3).normal(5.0, 2.0, 1000)
    for doubt in (doubt_about(values), doubt_in(left_out(values) / left_out(np.ones(1000)), 1000)):
        found = of_number(values.mean(), doubt)
        assert found is not None
        assert found.high - found.low == pytest.approx(2 * 1.96 * 2.0 / np.sqrt(1000), rel=0.1)


def test_of_very_many_deals_some_are_left_out_together() -> None:
    sums = left_out(np.ones((1000, 2)))
    assert sums.shape == (GROUPS + 1, 2)
    assert sums[0].tolist() == [1000, 1000]
    assert (sums[0] - sums[1:]).sum(axis=0).tolist() == [1000, 1000]


# ── How often they hold the truth ────────────────────────────────────────────────────────────────
# A few repetitions of what `python -m bench.coverage` measures.


def lowest(figures: dict[str, dict[str, float]]) -> tuple[float, str]:
    return min((one["held"], name) for name, one in figures.items() if one["printed"] > 0.5)


@pytest.mark.parametrize("games", [20, *slow(200)])
def test_intervals_of_studies_hold_the_truth(games: int) -> None:
    found = of_studies(modelled(2, 0.5), games, 1, TIMES)
    assert "Seats: seat 1 wins" in found
    assert lowest(found) > (0.95 - 1.5 * SLACK, "")
    assert ("Luck and skill: due to the deal" in found) == (games > 20)


@pytest.mark.parametrize(("bots", "games"), [(2, 20), *slow_rows((2, 200), (3, 200), (5, 200))])
def test_intervals_of_tournaments_hold_the_truth(bots: int, games: int) -> None:
    found = of_arenas(2, bots, games, TIMES, luck=0.5)
    assert {*found} == {"rating", "wins", "one against another"}
    assert lowest(found) > (0.95 - SLACK, "")


def test_intervals_of_simulations_hold_the_truth() -> None:
    assert lowest(of_simulations(modelled(4, 0.25), 20, TIMES)) > (0.95 - 1.5 * SLACK, "")


def test_what_does_not_hold_is_told() -> None:
    held = {"fine": 0.95, "too narrow": 0.92, "too wide": 0.97, "edge": 0.99}
    figures = {
        name: {"truth": 0.0 if name == "edge" else 0.3, "printed": 1.0, "held": share}
        for name, share in held.items()
    }
    assert misses("study", 200, figures, 2000) == ["too narrow", "too wide"]
    assert misses("study", 20, figures, 2000) == ["too narrow"]
