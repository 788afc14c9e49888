"""Ratings: what a match is worth to those who played it."""

import itertools
import re
from pathlib import Path

import pytest

from templetop.bots.strength import WINS, steps
from templetop.games.shelf import ours, take
from templetop.server.community.ratings import (
    FULL_WEIGHT_MATCHES,
    MODEL,
    START_POINTS,
    RatedPlayer,
    Rating,
    bot_points,
    bot_rating,
    rating_points,
    ratings_after,
    repeat_weight,
)

README = Path(__file__).parents[2] / "README.md"


def player(seat: int, place: int | None, side: int | None = None, **others: object) -> RatedPlayer:
    about = {"person": f"person {seat}", "rating": Rating(), **others}
    return RatedPlayer(seat, seat if side is None else side, place=place, **about)  # type: ignore[arg-type]


def gains(*players: RatedPlayer) -> list[int]:
    new = ratings_after(players)
    return [new[one.seat].points - one.rating.points for one in players if one.seat in new]


def test_the_marks_of_bots_are_what_readme_says_of_them() -> None:
    rows = re.findall(r"^\| (.+?) \| (\d\d)% \| (\d\d)% \| (\d\d)% \| (\d\d)% \|$",
                      README.read_text(encoding="utf-8"), re.MULTILINE)  # fmt: skip
    said = {name.partition(" (")[0]: tuple(int(one) / 100 for one in wins) for name, *wins in rows}
    assert said == {take(game).name: WINS[game] for game in ours()}
    for game in (*ours(), "a game that nobody has measured"):
        found = bot_points(game)
        assert found[1] == START_POINTS
        assert [b - a for a, b in itertools.pairwise(found)] == pytest.approx(steps(game), abs=1)


def test_the_scale_is_what_the_model_expects() -> None:
    """A bot that wins three of four against another neither gains nor loses by doing just that."""
    weak, strong = bot_rating("any game", 3), bot_rating("any game", 4)
    assert strong.points - weak.points == pytest.approx(191, abs=1)

    def moved(first_wins: bool) -> float:
        ranks = [1.0, 2.0] if first_wins else [2.0, 1.0]
        teams = [[MODEL.rating(one.mu, 0.01)] for one in (strong, weak)]
        return float(MODEL.rate(teams, ranks=ranks, tau=0.0)[0][0].mu - strong.mu)

    assert 0.75 * moved(True) + 0.25 * moved(False) == pytest.approx(0, abs=abs(moved(True)) / 50)


def test_who_wins_gains_and_bots_stay_where_they_are() -> None:
    won, lost = gains(player(0, 1), player(1, 2))
    assert won == -lost > 0
    bot = player(1, 2, person=None, rating=bot_rating("karuba", 5))
    [over_the_best] = gains(player(0, 1), bot)
    assert over_the_best > won
    assert gains(player(0, 1), player(1, 1)) == [0, 0]
    three = gains(player(0, 2), player(1, 1), player(2, 3))
    assert three[1] > three[0] > three[2]


def test_who_leaves_has_lost_whatever_the_bot_achieves() -> None:
    stayed, left = gains(player(0, 2), player(1, 1, is_gone=True))
    assert stayed > 0 > left
    assert gains(player(0, None), player(1, None, is_gone=True)) == [stayed, left]
    pair = [player(0, 1, 0, is_gone=True), player(1, 2, 1), player(2, 1, 0), player(3, 2, 1)]
    gone, _, partner, _ = gains(*pair)
    assert gone < 0 < partner


def test_together_there_is_nothing_to_rate() -> None:
    assert ratings_after([player(0, 1, 0), player(1, 1, 0)]) == {}


def test_the_same_two_again_and_again_count_less_and_less() -> None:
    full, _ = gains(player(0, 1), player(1, 2))
    half, _ = gains(player(0, 1, weight=0.5), player(1, 2, weight=0.5))
    assert half == pytest.approx(full / 2, abs=1)
    weights = [repeat_weight(matches) for matches in range(30)]
    assert weights[:FULL_WEIGHT_MATCHES] == [1.0] * FULL_WEIGHT_MATCHES
    assert weights == sorted(weights, reverse=True)
    assert 0 < weights[-1] < 0.2


def test_a_newcomer_stands_where_the_second_level_does() -> None:
    assert rating_points(Rating().mu) == START_POINTS == bot_points("karuba")[1]
    assert Rating(matches=9).is_provisional
    assert not Rating(matches=10).is_provisional
