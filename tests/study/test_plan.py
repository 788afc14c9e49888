"""What is played for a study."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from templetop.engine import usual
from templetop.engine.variant import Variant
from templetop.games.shelf import take
from templetop.study.fast import tasks
from templetop.study.plan import MIXED, SAME, Study, usual_rival

USUAL, RICH = Variant(), Variant("rich", {"stack_of_2": "9,1"})


def test_every_deal_is_played_twice_by_both_variants() -> None:
    study = Study("karuba", 2, (RICH, USUAL), ("greedy",) * 2, "random", 6)
    fixtures = [*study.fixtures()]
    assert len(fixtures) == study.matches() == 2 * (6 + 4)
    same = [fixture for fixture in fixtures if fixture.part == SAME]
    assert Counter(fixture.deal for fixture in same) == {0: 4, 1: 4, 2: 4}
    assert len({fixture.match for fixture in fixtures}) == len(fixtures)


def test_the_rival_sits_everywhere_in_turn() -> None:
    study = Study("karuba", 3, (USUAL,), ("level1",) * 3, "random", 6)
    mixed = [fixture for fixture in study.fixtures() if fixture.part == MIXED]
    assert [fixture.bots.index("random") for fixture in mixed] == [0, 1, 2]
    assert all(fixture.bots.count("random") == 1 for fixture in mixed)


def test_different_bots_change_seats() -> None:
    study = Study("karuba", 2, (USUAL,), ("greedy", "random"), None, 4)
    line_ups = [fixture.bots for fixture in study.fixtures() if fixture.deal == 0]
    assert line_ups == [("greedy", "random"), ("random", "greedy")]


def test_machine_code_plays_the_same_matches() -> None:
    study = Study("karuba", 2, (RICH, USUAL), ("greedy",) * 2, "random", 150)
    wanted = Counter((f.variant, f.part, f.take, f.bots, f.deal) for f in study.fixtures())
    played = Counter((t.variant, t.part, t.take, t.bots, d) for t in tasks(study) for d in t.deals)
    assert played == wanted


@pytest.mark.parametrize(
    ("bots", "rival"),
    [
        (("level3", "level3"), "level2"),
        (("level1",), "random"),
        (("greedy",), "random"),
        (("search:800",), "greedy"),
        (("random",), None),
        (("greedy", "random"), None),
    ],
)
def test_the_usual_rival_is_the_next_weaker_bot(bots: tuple[str, ...], rival: str | None) -> None:
    assert usual_rival(bots) == rival


def test_a_greedy_bot_that_knows_nothing_has_no_weaker_rival() -> None:
    connect_four = take(Path(__file__).parents[2] / "examples" / "connect_four")
    blind = replace(connect_four, appeal=usual.appeal)
    assert usual_rival(("greedy",), blind) is None
    assert usual_rival(("greedy",), take("karuba")) == "random"
    assert usual_rival(("level1",), blind) == "random"
