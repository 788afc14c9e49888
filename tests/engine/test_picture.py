"""What the drawings of all games have in common."""

import io
from typing import Any

import pytest
from rich.console import Console

from templetop.engine import ask
from templetop.engine.canvas import Canvas, lines
from templetop.engine.picture import Drawing, Picture

from .toy import OVER, ROLL, TOY


class ToyDrawing(Drawing):
    """Who is to bid; and everyone's stones."""

    coloured = {"bold": "bold red", "dim": "dim", "": ""}  # noqa: RUF012  never changed
    plain = dict.fromkeys(coloured, "")

    def drawn(self, height: int | None = None) -> Canvas:
        size = "all of it" if height is None else f"{height} lines"
        return lines([f"{self.deciding()} to bid, {size}", str(self.width)], self.looks)


def bidding(seats: int = 3) -> Any:
    """A table where all are to bid for a 2."""
    state = TOY.start(seats)
    ask.happen(state, ROLL + 2)
    return state


def table(state: Any, *names: str, seat: int | None = None) -> ToyDrawing:
    return ToyDrawing(state, seat, names, ToyDrawing.plain, 40)


def printed(picture: Picture, height: int | None = None, **console: Any) -> str:
    paper = io.StringIO()
    Console(file=paper, width=30, **console).print(picture, height=height)
    return paper.getvalue()


@pytest.mark.parametrize(("seats", "names"), [
    (3, "Ann, Ben and Cem"),
    (2, "Ann and Ben"),
    (1, "Ann"),
])  # fmt: skip
def test_those_who_are_to_decide_are_named(seats: int, names: str) -> None:
    assert table(bidding(seats), "Ann", "Ben", "Cem").deciding() == names


def test_seats_without_names_are_numbered() -> None:
    assert table(bidding(2)).deciding() == "seat 1 and seat 2"


@pytest.mark.parametrize(("points", "words"), [
    ((2, 5, 1), "the game is over: Ben wins"),
    ((5, 5, 1), "the game is over: Ann and Ben share first place"),
    ((0, 0, 0), "the game is over: Ann, Ben and Cem share first place"),
])  # fmt: skip
def test_who_has_won(points: tuple[int, ...], words: str) -> None:
    state = TOY.start(3)
    state.points[:] = points
    state.phase = OVER
    assert table(state, "Ann", "Ben", "Cem").outcome() == words


def test_everyone_in_a_list() -> None:
    state = bidding()
    names = ("Ann", "Benedict of Nursia", "Cem")
    roster = table(state, *names, seat=0).roster(" left", lambda seat: f"{seat:>5}", 14)
    assert ["".join(letter for letter, _ in row) for row in roster.rows] == [
        "          left",
        "Ann          0",
        "Benedict…    1",
        "Cem          2",
    ]


def test_a_picture_is_drawn_for_the_window_it_is_printed_in() -> None:
    picture = Picture(ToyDrawing, bidding(2), None, True, ["Ann", "Ben"])
    first, second = printed(picture, color_system=None).splitlines()
    assert first.rstrip() == "Ann and Ben to bid, all of it"
    assert second.rstrip() == "30"
    assert "to bid, 7 lines" in printed(picture, 7, color_system=None)


@pytest.mark.parametrize(("colour", "console", "has_colours"), [
    (True, {"color_system": "truecolor", "force_terminal": True}, True),
    (False, {"color_system": "truecolor", "force_terminal": True}, False),
    (True, {"color_system": "truecolor", "force_terminal": True, "no_color": True}, False),
    (True, {"color_system": None}, False),
])  # fmt: skip
def test_its_colours_are_those_the_terminal_has(
    colour: bool, console: dict[str, Any], has_colours: bool
) -> None:
    text = printed(Picture(ToyDrawing, bidding(), colour=colour), **console)
    assert ("\x1b[1;31m" in text) == has_colours


def test_it_shows_the_table_as_it_was() -> None:
    state = bidding()
    picture = Picture(ToyDrawing, state, names=["Ann", "Ben", "Cem"])
    state.seats = 2
    assert printed(picture, color_system=None).startswith("Ann, Ben and Cem to bid")
