"""The table as a person in the terminal sees it, in any window."""

from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

from templetop.checks.pictures import picture_text, printed
from templetop.engine.game import Game
from templetop.engine.match import make
from templetop.games.shelf import ready_games
from tests.parameters import slow

from .elsewhere import run
from .tables import Story, Table, copy_of, story

COLOURFUL: dict[str, Any] = {"force_terminal": True, "color_system": "truecolor"}
TRUE_COLOUR = ";2;"  # in what a terminal is told


def moments(told: Story) -> list[Any]:
    """The tables at some moments of a game, its end among them."""
    return [told.states[n] for n in [*told.moments(7), len(told.steps)]]


@pytest.mark.parametrize("width", [60, *slow(80, 100), 140, *slow(200)])
def test_it_is_no_wider_than_the_window_and_nothing_is_cut(seated: Table, width: int) -> None:
    for state in moments(story(seated)):
        for seat in (None, 0):
            text = picture_text(seated.game, state, seat, width)
            assert max(map(cell_len, text.splitlines())) <= width
            assert "…" not in text


def test_a_low_window_makes_it_no_higher(seated: Table) -> None:
    for state in moments(story(seated)):
        for seat in (None, 0):
            high = picture_text(seated.game, state, seat, 80)
            low = picture_text(seated.game, state, seat, 80, height=24)
            assert len(low.splitlines()) <= len(high.splitlines())


@pytest.mark.parametrize("how_many", [60, *slow(10_000)])
def test_it_is_drawn_of_every_moment_and_begins_with_the_name_of_the_game(
    for_two: Table, how_many: int
) -> None:
    name, told = for_two.game.name.split(":")[0], story(for_two)
    for n in {*told.moments(how_many), len(told.steps)}:
        assert picture_text(for_two.game, told.states[n], 1, 80).startswith(name)


def test_everybody_is_named(seated: Table) -> None:
    names = ["Ann", "Ben", "Cem", "Dua", "Eve", "Fay", "Gil", "Hal"][: seated.seats]
    for state in moments(story(seated)):
        text = printed(seated.game.picture(state, None, names=names), 80)
        assert all(name in text for name in names)


def test_colours_are_used_where_there_are_any_and_wanted(for_two: Table) -> None:
    game, state = for_two.game, story(for_two).end
    assert TRUE_COLOUR in printed(game.picture(state, 0), 80, **COLOURFUL)
    assert TRUE_COLOUR not in printed(game.picture(state, 0, colour=False), 80, **COLOURFUL)
    assert TRUE_COLOUR not in printed(game.picture(state, 0), 80)


def test_it_shows_the_table_as_it_was_when_it_was_asked_for(for_two: Table) -> None:
    told = story(for_two)
    state = copy_of(told.states[0])
    picture = for_two.game.picture(state, 0)
    for step in told.steps:
        make(state, step)
    assert printed(picture, 120) == picture_text(for_two.game, told.states[0], 0)


def test_nobody_waits_for_rich_who_prints_nothing(game: Game, tmp_path: Path) -> None:
    """It is slow to import, and most who ask for a game are programs."""
    assert game.id in ready_games()
    program = (
        "import sys; from templetop.games.shelf import take; "
        f"take({game.id!r}); print('rich' in sys.modules)"
    )
    assert run(["-c", program], tmp_path) == "False\n"
