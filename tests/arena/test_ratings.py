"""Ratings: known strengths are found again, and the intervals keep what they promise."""

import numpy as np
import pytest

from templetop.arena.ratings import ELO, fit, pull_of_prior, with_prior
from templetop.arena.results import SeatResult
from templetop.arena.standings import Standing, Standings, standings
from templetop.engine.seats import Array
from templetop.intervals import Interval

from .made import contest, played_by_strength

LADDER = {"random": 0.0, "greedy": 150.0, "level1": 230.0, "level3": 420.0, "level5": 640.0}


def table(*rows: str) -> Array:
    return np.array([[float(word) for word in row.split()] for row in rows])


# ── The fit ──────────────────────────────────────────────────────────────────────────────────────


def test_ten_to_one_is_400_apart() -> None:
    better, worse = fit(table("0 10", "1 0"))
    assert better - worse == pytest.approx(400)
    assert better + worse == pytest.approx(0)


def test_as_many_wins_as_defeats_are_no_difference() -> None:
    assert fit(table("0 5 7", "5 0 2", "7 2 0")) == pytest.approx([0, 0, 0])


def test_expected_wins_are_the_wins_there_were() -> None:
    wins = table("0 8 19", "4 0 11", "1 5 0")
    ratings = fit(wins) / ELO
    expected = 1 / (1 + np.exp(ratings[None, :] - ratings[:, None]))
    assert ((wins + wins.T) * expected).sum(axis=1) == pytest.approx(wins.sum(axis=1))


def test_those_who_never_met_are_compared_by_way_of_others() -> None:
    ratings = fit(table("0 3 0", "1 0 3", "0 1 0"))
    assert ratings[0] - ratings[2] == pytest.approx(2 * (ratings[0] - ratings[1]))


def test_a_stack_of_tables_is_fitted_as_each_alone() -> None:
    tables = np.random.default_rng(1).uniform(0.1, 300, (20, 4, 4)) * (1 - np.eye(4))
    assert fit(tables) == pytest.approx(np.array([fit(one) for one in tables]))


@pytest.mark.parametrize("matches", [1, 10, 1000, 1_000_000])
def test_who_won_all_matches_is_not_infinitely_good(matches: int) -> None:
    better, worse = fit(with_prior(table(f"0 {matches}", "0 0")))
    assert better - worse == pytest.approx(400 * np.log10((matches + 0.5) / 0.5))


# ── How sure we are ──────────────────────────────────────────────────────────────────────────────


def test_the_halves_of_the_prior_count_where_little_was_played() -> None:
    """What is due to them: one standard deviation of the difference between two bots."""
    for games, apart in ((2, (100, 240)), (2000, (0, 10))):
        wins = with_prior(table(f"0 {games / 2}", f"{games / 2} 0"))
        pulls = pull_of_prior(fit(wins), wins)
        doubt = np.sqrt(((pulls[0] - pulls[1]) ** 2).sum())
        assert apart[0] < doubt < apart[1]


# ── Whole tournaments ────────────────────────────────────────────────────────────────────────────


def ranked(seed: int, deals: int = 60) -> Standings:
    return standings(list(LADDER), played_by_strength(LADDER, deals, seed))


def rating(one: Standing) -> float:
    assert one.rating is not None
    return one.rating


def between(one: Standing) -> Interval:
    assert one.rating_interval is not None
    return one.rating_interval


def test_known_strengths_lie_in_their_intervals() -> None:
    inside = [
        between(one).low <= LADDER[one.bot] <= between(one).high
        for seed in range(12)
        for one in ranked(seed).bots
        if one.bot != "random"
    ]
    assert 0.85 < sum(inside) / len(inside) <= 1


def test_many_matches_find_the_strengths_again() -> None:
    found = {one.bot: one for one in ranked(1, deals=1500).bots}
    assert list(found) == sorted(LADDER, key=lambda bot: -LADDER[bot])
    assert found["random"].rating == 0
    assert found["random"].rating_interval is None  # it is 0 because ratings begin there
    for bot, strength in LADDER.items():
        assert found[bot].rating == pytest.approx(strength, abs=25)


def test_without_random_the_mean_is_0() -> None:
    strengths = {"a": 100.0, "b": 0.0, "c": -40.0}
    found = standings(list(strengths), played_by_strength(strengths, 50, seed=3)).bots
    assert sum(map(rating, found)) == pytest.approx(0)


def test_a_bot_that_won_all_of_a_few_matches_has_a_wide_interval() -> None:
    few, many = (
        standings(["a", "random"], [line for n in range(games) for line in won(n)]).bots[0]
        for games in (10, 1000)
    )
    assert few.wins == many.wins == 1
    assert few.wins_interval is not None
    assert many.wins_interval is not None
    assert few.wins_interval.low < 0.85 < 0.99 < many.wins_interval.low
    assert width(few) > 500
    assert between(few).low < rating(few) < between(few).high
    assert rating(many) > rating(few)


def won(number: int) -> list[SeatResult]:
    return contest(str(number), number, "a", "random")


def width(one: Standing) -> float:
    return between(one).high - between(one).low


def test_matches_of_one_deal_belong_together() -> None:
    """Eight matches of a deal that all end alike are no more than one."""
    apart = played_by_strength({"a": 80.0, "b": 0.0}, 100, seed=2, rotations=1)
    together = [
        line._replace(match=f"{line.match}-{again}") for line in apart for again in range(8)
    ]
    one, other = (standings(["a", "b"], lines).bots[0] for lines in (apart, together))
    assert other.matches == 8 * one.matches
    assert width(other) == pytest.approx(width(one), rel=0.1)
