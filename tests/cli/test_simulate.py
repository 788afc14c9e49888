"""Simulations; the only test here that compiles."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from templetop.cli.figures import (
    bar,
    histogram,
    how_often_all_won,
    interval_of,
    order_table,
    row_name,
    seats_table,
    steps,
)
from templetop.cli.sentences import screen
from templetop.engine.game import POINTS, Measure
from templetop.engine.simulate import Outcome, Results
from templetop.games.shelf import take

from .conftest import Run


def test_the_figures_are_those_of_the_matches(run: Run, tmp_path: Path) -> None:
    words = ("karuba", "--seats", 2, "--bots", "random", "--seed", 7)
    answer = run("simulate", *words, "--games", 1, "--json")
    assert answer.exit_code == 0
    figures = json.loads(answer.stdout)
    run("record", *words, "--out", tmp_path / "same.txt")
    told = json.loads(run("replay", tmp_path / "same.txt", "--json").stdout)
    assert [seat["mean"] for seat in figures["points_by_seat"]] == told["points"]
    wanted = "game seats games moves seconds moves_per_second games_per_second points wins length"
    assert set(wanted.split()) <= set(figures)
    assert figures["options"] == {}
    table = run("simulate", *words, "--games", 200, "--threads", 1, "-o", "setup=random").stdout
    assert table.startswith("Karuba, 200 games, seed 7, setup=random\n")
    assert all(word in table for word in ("95% interval", "random", "█", "decisions a second"))


def test_without_a_gpu_one_is_told_so(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from templetop.engine import gpu

    monkeypatch.setattr(gpu, "cuda", None)
    answer = run("simulate", "karuba", "--device", "cuda", "--games", 1)
    assert answer.exit_code == 1
    assert answer.stderr == f"{gpu.NO_PACKAGE}\n"


# ── Figures ──────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def results() -> Results:
    """Three games of two seats: 4 to 2, 4 to 4, 10 to 0."""
    outcomes = np.zeros(3, Outcome)
    outcomes["points"][:, :2] = [(4, 2), (4, 4), (10, 0)]
    outcomes["places"][:, :2] = [(1, 2), (1, 1), (1, 2)]
    outcomes["sides"][:, :2] = [0, 1]
    outcomes["length"] = [70, 80, 90]
    return Results(take("karuba"), 2, ("greedy", "random"), 7, 0.5, outcomes)


def printed(drawing: object) -> str:
    console = screen()
    with console.capture() as captured:
        console.print(drawing)
    return captured.get()


def test_a_line_for_each_seat(results: Results) -> None:
    lines = printed(seats_table(results)).splitlines()
    assert "6.00 ± 2.83" in lines[1]
    assert "83.3%" in lines[1]
    assert "16.7%" in lines[2]
    assert "0 - 4" in lines[2]


def of_four(places: list[list[int]], sides: list[int], measure: Measure | None) -> Results:
    outcomes = np.zeros(len(places), Outcome)
    outcomes["places"][:, :4], outcomes["sides"][:, :4] = places, sides
    game = replace(take("karuba"), measure=measure)
    return Results(game, 4, ("greedy", "random") * 2, 7, 0.5, outcomes)


def test_teams_are_shown_as_teams() -> None:
    results = of_four([[1, 2, 1, 2]] * 3 + [[1, 1, 1, 1]] * 2, [0, 1, 0, 1], POINTS)
    lines = printed(seats_table(results)).splitlines()
    assert [line.split()[:2] for line in lines[:2]] == [["side", "seat"], ["1", "1"]]
    assert "80.0%" in lines[1]
    assert lines[2].split()[:2] == ["3", "greedy"]
    assert "%" not in lines[2]
    assert "20.0%" in lines[3]
    assert how_often_all_won(results) == ""


def test_who_play_together_have_won_or_lost_together() -> None:
    results = of_four([[1] * 4, *[[2] * 4] * 7], [0] * 4, None)
    lines = printed(seats_table(results)).splitlines()
    assert lines[0].split() == ["seat", "bot"]
    assert how_often_all_won(results).startswith("All together have won 12.5% of the games (95%")


def test_another_measure_goes_by_its_name(results: Results) -> None:
    game = replace(results.game, measure=Measure("door", "doors", decides=False))
    doors = replace(results, game=game)
    assert "doors" in printed(seats_table(doors)).splitlines()[0]
    assert printed(histogram(doors)).split()[0] == "doors"


def test_a_bar_for_each_number_of_points(results: Results) -> None:
    lines = printed(histogram(results)).splitlines()
    assert len(lines) == 1 + 11
    assert "66.7%" in lines[1 + 4]
    assert "33.3%" in lines[1 + 10]


def test_the_interval_narrows_and_stays_within_bounds() -> None:
    interval = interval_of(np.repeat([1.0, 0.0], [2500, 7500]))
    assert interval is not None
    assert 0.24 < interval.low < 0.25 < interval.high < 0.26
    everything = interval_of(np.ones(5))
    assert everything is not None
    assert everything.low < everything.high == 1.0
    assert interval_of(np.ones(3)) is None


def test_ties_are_less_in_doubt_than_wins_and_defeats() -> None:
    ties, halves = (
        interval_of(np.full(100, 0.5) + np.tile([0.1, -0.1], 50)),
        interval_of(np.tile([1.0, 0.0], 50)),
    )
    assert ties is not None
    assert halves is not None
    assert ties.high - ties.low < 0.3 * (halves.high - halves.low)


def test_who_begins_has_figures_where_it_is_not_always_the_same(results: Results) -> None:
    assert order_table(results) is None
    assert results.summary()["wins_by_order"] is None
    results.outcomes["first"] = [1, 0, 1]
    drawn = order_table(results)
    assert drawn is not None
    first, second = printed(drawn).splitlines()[1:]
    assert first.split()[:1] == ["first"]
    assert "16.7%" in first  # lost as second seat, shared as first, lost as second seat
    assert "83.3%" in second
    assert results.summary()["wins_by_order"] == pytest.approx([1 / 6, 5 / 6])


@pytest.mark.parametrize(("least", "most"), [(0, 0), (0, 15), (0, 16), (-3, 40), (5, 1000)])
def test_the_rows_hold_all_points_and_are_not_too_many(least: int, most: int) -> None:
    edges = steps(least, most)
    assert edges[0] == least
    assert edges[-2] <= most < edges[-1]
    assert len(edges) <= 17


def test_rows_and_bars() -> None:
    assert row_name(3, 4) == "3"
    assert row_name(3, 6) == "3 - 5"
    assert bar(0.25, 20).plain == "█████ 25.0%"
    assert bar(0.0, 20).plain == " 0.0%"
