"""How it ended, as a table: alone, in teams, all together; with points or without."""

from dataclasses import replace
from typing import Any

import pytest

from templetop.cli.ending import standings
from templetop.cli.sentences import screen
from templetop.engine import ask
from templetop.engine.game import Game, Measure
from templetop.games.shelf import take
from tests.bots.small import PAIRS

NAMES = ("Ann", "Ben", "Cem", "Dora")


def lines_of(state: Any, monkeypatch: pytest.MonkeyPatch, game: Game) -> list[list[str]]:
    """The words of every line, when the game is this one."""
    monkeypatch.setitem(ask.known_games, game.State, game)
    console = screen()
    with console.capture() as captured:
        console.print(standings(state, NAMES[: int(state.seats)]))
    return [line.split() for line in captured.get().splitlines()]


def pairs() -> Any:
    state = PAIRS.start(4)
    state.points[:] = (1, 3, 1, 0)
    return state


def test_partners_stand_together_with_one_place(monkeypatch: pytest.MonkeyPatch) -> None:
    assert lines_of(pairs(), monkeypatch, PAIRS) == [
        ["place", "seat", "points"],
        ["1.", "Ben", "3"],
        ["Dora", "0"],
        ["2.", "Ann", "1"],
        ["Cem", "1"],
    ]


def test_all_together_have_no_place(monkeypatch: pytest.MonkeyPatch) -> None:
    def one_side(state: Any, sides: Any) -> None:
        sides[:4] = 0

    lines = lines_of(pairs(), monkeypatch, replace(PAIRS, sides=one_side))
    assert lines[:2] == [["seat", "points"], ["Ann", "1"]]


@pytest.mark.parametrize(("measure", "heading"), [
    (None, []),
    (Measure("door", "doors", decides=False), ["doors"]),
])  # fmt: skip
def test_points_go_by_their_name_and_only_where_there_are_any(
    monkeypatch: pytest.MonkeyPatch, measure: Measure | None, heading: list[str]
) -> None:
    lines = lines_of(pairs(), monkeypatch, replace(PAIRS, measure=measure))
    assert lines[0] == ["place", "seat", *heading]
    assert len(lines[1]) == len(lines[0])


def test_equals_share_a_place(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = lines_of(take("karuba").start(2), monkeypatch, take("karuba"))
    assert [line[:2] for line in lines[1:]] == [["1.", "Ann"], ["1.", "Ben"]]
