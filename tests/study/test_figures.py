"""Figures of matches that were never played, and what is said about them."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from templetop.engine import usual
from templetop.engine.policy import NO_APPEAL
from templetop.engine.variant import Variant
from templetop.games.shelf import take
from templetop.study.figures import Figures, figures_of
from templetop.study.notes import Notes, joined
from templetop.study.plan import SAME, Fixture, Study
from templetop.study.report import how_it_was_done
from templetop.study.telling import NO_LEAD, in_short

from .made import notes

STUDY = Study("karuba", 2, (Variant(),), ("greedy",) * 2, None, 80)
DEALS = np.repeat(np.arange(40), 2)


def made(seed: int = 0) -> Notes:
    """Eighty matches of two seats, in which the second one is a little better."""
    random = np.random.default_rng(seed)
    found = notes(random.integers(0, 20, (80, 2)) + np.array([0, 1]), DEALS)
    found.columns["take"] = np.tile([0, 0, 1, 1], 40)
    found.columns["steps"] = np.full(160, 30)
    found.columns["decisions"] = found.columns["choices"] = np.full(160, 15)
    return found


def parts_of(whole: Notes) -> Iterator[Notes]:
    """Match by match, with what each was made of."""
    for n in range(whole.matches):
        one = whole.only(np.arange(2 * n, 2 * n + 2))
        fixture = Fixture(0, int(DEALS[n]), SAME, n % 2, ("greedy",) * 2)
        names = (f"source {n % 3}", "rest")
        columns = {**one.columns, "sources": np.ones((2, 2))}
        pieces = [(fixture, Counter({("lay", "tile", str(n % 5)): 1 + n % 2}))]
        yield Notes(one.game, 2, columns, one.bots, names, pieces)


def test_figures_do_not_depend_on_which_match_was_over_first() -> None:
    parts = [*parts_of(made())]
    told = []
    for seed in range(4):
        found = figures_of(STUDY, joined(Random(seed).sample(parts, len(parts))))
        told.append((found.as_dict(), in_short(found), found.notes["deal"].tolist()))
    assert all(one == told[0] for one in told)
    assert told[0][2] == sorted(told[0][2])


def test_who_begins_has_figures_where_that_is_not_always_the_same_seat() -> None:
    always, drawn = made(), made()
    drawn.columns["first"] = np.repeat(np.tile([0, 1], 40), 2)
    assert not named(figures_of(STUDY, always), "seats", "first in order of play wins")
    found = figures_of(STUDY, drawn)
    [first] = named(found, "seats", "first in order of play wins")
    begins = drawn["seat"] == drawn["first"]
    assert first == pytest.approx(drawn["win"][begins].mean())
    assert any(line.startswith("Whoever begins wins ") for line in in_short(found))


def named(found: Figures, section: str, name: str) -> list[float]:
    """The values of the figures with that name."""
    part = found.section(section)
    assert part is not None
    return [
        one.value
        for figure in part.figures
        for one in figure.estimates
        if figure.name == name and one is not None
    ]


@pytest.mark.parametrize(("led", "is_told"), [(0, False), (1, False), (10, True)])
def test_nothing_is_said_about_the_lead_where_it_hardly_ever_shows(led: int, is_told: bool) -> None:
    """Places that show at the end only: one step of thirty has a leader, the last."""
    whole = made()
    whole.columns["led"] = np.tile([led, 0], 80)
    found = figures_of(STUDY, whole)
    assert (found.section("lead") is not None) == is_told
    assert (NO_LEAD in in_short(found)) == (not is_told)
    assert (NO_LEAD in [*how_it_was_done(found)]) == (not is_told)


def test_a_greedy_bot_that_knows_nothing_is_no_measure_of_skill() -> None:
    whole = made()
    blind = replace(take("karuba"), appeal=usual.appeal)
    found = figures_of(STUDY, replace(whole, game=blind))
    assert in_short(found)[0] == NO_APPEAL
    assert NO_APPEAL not in in_short(figures_of(STUDY, whole))
    mixed = Notes(
        blind, 2, {**whole.columns, "part": np.ones(160, int), "bot": np.tile([0, 1], 80)},
        whole.bots,
    )  # fmt: skip
    both = joined([replace(whole, game=blind), mixed])
    told = in_short(figures_of(replace(STUDY, rival="random"), both))
    assert not any("what skill is worth" in line for line in told)


def test_of_very_few_games_nobody_knows_whether_a_seat_is_better() -> None:
    few = made().only(np.arange(8))
    told = in_short(figures_of(replace(STUDY, games=4), few))
    assert "These are too few games to say whether a seat has an advantage." in told
    assert not any("()" in line for line in told)
