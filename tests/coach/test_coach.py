"""A match is coached: the blunder is found, luck and skill add up, and nothing hidden matters."""

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from templetop.coach.keep import beside, keep, kept
from templetop.coach.review import (
    coach,
    decisions_of,
    digest_of,
    results_or_stop,
    weighed,
)
from templetop.coach.scales import Estimate, Scales, Weighing, estimate, in_unit
from templetop.coach.verdict import Coached, as_data, from_data
from templetop.engine.ending import points_of
from templetop.engine.match import Match
from templetop.games.shelf import take
from tests.every_game.swaps import swapped
from tests.every_game.tables import EXAMPLES

from .matches import BOTH, LITTLE, finished, without_a_walk


@pytest.fixture(scope="module")
def blunder() -> tuple[Match, int]:
    return without_a_walk()


@pytest.fixture(scope="module")
def coached(blunder: tuple[Match, int]) -> Coached:
    return coach(blunder[0], efforts=BOTH)


def test_a_blunder_is_found_and_the_better_move_is_named(
    coached: Coached, blunder: tuple[Match, int]
) -> None:
    worst = coached.moments[0]
    assert worst.number == coached.costliest[0].number == blunder[1]
    assert "without walking" in worst.made.words
    assert "into its temple" in worst.better.words
    assert worst.is_sure
    assert worst.cost.mean > worst.cost.margin
    assert worst.deep
    assert worst.better_line


def test_luck_and_skill_add_up_to_the_result(coached: Coached, blunder: tuple[Match, int]) -> None:
    points = points_of(blunder[0].state).tolist()
    assert [one.result for one in coached.accounts] == [
        points[0] - points[1],
        points[1] - points[0],
    ]
    for one in coached.accounts:
        parts = one.start.mean + one.own.mean + one.others.mean + one.chance.mean
        assert parts == pytest.approx(one.result)
        assert one.chance.error >= one.own.error
    own = sum(verdict.effects[0].mean for verdict in coached.of(0))
    assert coached.accounts[0].own.mean == pytest.approx(own)


def test_the_same_seed_gives_the_same_verdicts_on_one_thread_and_on_two(
    blunder: tuple[Match, int],
) -> None:
    match, number = blunder
    last = [seat for seat, _ in match.moves[number - 1 : number]]
    heard = []
    one = coach(match, last, 5, LITTLE, lambda *step: heard.append(step), threads=1)
    assert one == coach(match, last, 5, LITTLE, threads=2)
    assert one.costliest[0].number == number  # with another seed, too
    assert {verdict.seat for verdict in one.verdicts} == {*last}
    assert heard[-1] == ("first", len(one.verdicts), len(one.verdicts))
    assert not any(verdict.deep for verdict in one.verdicts)


def test_verdicts_become_json_and_come_back(coached: Coached, tmp_path: Path) -> None:
    data = as_data(coached)
    assert data["moments"][0] == coached.moments[0].number
    assert {verdict["seat"] for verdict in data["verdicts"]} == {1, 2}
    assert from_data(data) == coached

    place = beside(str(tmp_path / "match.txt"))
    assert place.name == "match.coach.json"
    asked = (coached.match, coached.coached, coached.seed, coached.quick)
    assert kept(place, *asked) is None
    keep(coached, place)
    assert kept(place, *asked) == coached
    assert kept(place, "another match", *asked[1:]) is None
    assert kept(place, *asked[:3], True) is None
    place.write_text("[]")
    assert kept(place, *asked) is None
    assert [*tmp_path.iterdir()] == [place]


def test_a_match_that_is_not_over_is_coached_without_its_luck(
    blunder: tuple[Match, int],
) -> None:
    whole = blunder[0]
    match = Match.new(whole.game, whole.seats, whole.options)
    for seat, move in whole.moves[:13]:
        match.play(seat, move)
    found = coach(match, efforts=LITTLE)
    assert found.verdicts
    assert not found.over
    assert not found.accounts
    assert found.match != digest_of(whole)


# ── What was hidden ──────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def heist() -> Match:
    """Cards in hand, which the others do not see."""
    game = take(EXAMPLES / "heist")
    return finished(Match.new(game, ["Ann", "Ben", "Cem"], {}), 1)


def test_what_was_hidden_changes_no_verdict(heist: Match) -> None:
    random, changed = Random(1), 0
    scales = Scales(heist.game, LITTLE.first)
    weigh = partial(weighed, names=heist.seats, seed=0, scales=scales, is_deep=True)
    for decision in decisions_of(heist, range(3))[:12]:
        other = replace(decision, state=swapped(decision.state, decision.seat, random))
        changed += other.state.tobytes() != decision.state.tobytes()
        assert weigh(other) == weigh(decision)
    scales.close()
    assert changed > 2


# ── Small parts ──────────────────────────────────────────────────────────────────────────────────


def test_a_lead_is_over_the_best_rival_and_partners_share_it() -> None:
    points = np.array([[10.0, 4.0, 7.0]])
    values = np.array([[0.5, 0.2, 0.3]])
    assert in_unit("lead", values, points, np.array([0, 1, 2])).tolist() == [[3, -6, -3]]
    assert in_unit("lead", values, points, np.array([0, 0, 1])).tolist() == [[0, 0, 0]]
    assert in_unit("points", values, points, np.array([0, 0, 0])).tolist() == [[7, 7, 7]]
    assert in_unit("chances", values, points, np.array([0, 1, 2])).tolist() == values.tolist()


def test_an_estimate_has_an_interval() -> None:
    found = estimate(np.array([1.0, 2.0, 3.0, 2.0]))
    assert found.mean == 2
    assert found.margin == pytest.approx(1.96 * found.error)
    assert Estimate(1, 3) + Estimate(2, 4) == Estimate(3, 5)


def weighing(*values: tuple[float, float]) -> Weighing:
    """Of moves 5 and 6, in as many deals; the search prefers 5."""
    deals = np.array(values)[:, :, None]
    return Weighing((5, 6), np.array([1.0, 0.0]), deals, deals, 0, {})


def test_the_coach_gives_in_only_where_the_move_is_surely_better() -> None:
    doubtful = weighing((0.4, 0.5), (0.5, 0.4), (0.5, 0.6))
    assert doubtful.conceding(6, 0) is doubtful
    sure = weighing((0.4, 0.5), (0.5, 0.6), (0.5, 0.61)).conceding(6, 0)
    assert sure.best == 6
    assert sure.by_search(sure.values).tolist() == sure.of(6, sure.values).tolist()
    assert sure.of(5, sure.values)[0] == 0.4


def test_who_stops_the_coach_need_not_wait_for_the_rest() -> None:
    begun, stopped = [], threading.Event()

    class Stopping(ThreadPoolExecutor):
        def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
            super().shutdown(wait=False, cancel_futures=cancel_futures)
            stopped.set()

    def weigh(decision: Any) -> Any:
        begun.append(decision)
        if len(begun) == 1:
            raise KeyboardInterrupt
        stopped.wait()

    pool, decisions = Stopping(1), list[Any](range(50))
    with pytest.raises(KeyboardInterrupt):
        results_or_stop(pool, weigh, decisions)
    assert len(begun) <= 2
