"""What the drawings of all games have in common."""

import io
from typing import Any

import pytest
from rich.console import Console

from templetop.engine import ask
from templetop.engine.canvas import Canvas, lines
from templetop.engine.game import CHANCE
from templetop.engine.picture import Picture, Table

from .toy import ROLL, TOY


class ToyTable(Table):
    """Who is to bid; and everyone's stones."""

    coloured = {"bold": "bold red", "dim": "dim", "": ""}  # noqa: RUF012  never changed
    plain = dict.fromkeys(coloured, "")

    def drawn(self, height: int | None = None) -> Canvas:
        size = "all of it" if height is None else f"{height} lines"
        return lines([f"{self.deciding()} to bid, {size}", str(self.width)], self.looks)


def bidding(*bids: int, seats: int = 3) -> Any:
    """A table where the first seats have bid so many stones for a 2."""
    state = TOY.start(seats)
    ask.play(state, CHANCE, ROLL + 2)
    for seat, bid in enumerate(bids):
        ask.play(state, seat, bid)
    return state


def table(state: Any, *names: str, seat: int | None = None) -> ToyTable:
    return ToyTable(state, seat, names, ToyTable.plain, 40)


def printed(picture: Picture, height: int | None = None, **console: Any) -> str:
    paper = io.StringIO()
    Console(file=paper, width=30, **console).print(picture, height=height)
    return paper.getvalue()


@pytest.mark.parametrize(("bids", "names"), [
    ((), "Ann, Ben and Cem"),
    ((1,), "Ben and Cem"),
    ((1, 1), "Cem"),
])  # fmt: skip
def test_those_who_are_to_decide_are_named(bids: tuple[int, ...], names: str) -> None:
    assert table(bidding(*bids), "Ann", "Ben", "Cem").deciding() == names


def test_seats_without_names_are_numbered() -> None:
    assert table(bidding(1)).deciding() == "seat 2 and seat 3"


@pytest.mark.parametrize(("points", "words"), [
    ((2, 5, 1), "the game is over and Ben wins"),
    ((5, 5, 1), "the game is over and Ann and Ben share the first place"),
    ((0, 0, 0), "the game is over and Ann, Ben and Cem share the first place"),
])  # fmt: skip
def test_who_has_won(points: tuple[int, ...], words: str) -> None:
    state = TOY.start(3)
    state.points[:] = points
    assert table(state, "Ann", "Ben", "Cem").outcome() == words


def test_everyone_in_a_list() -> None:
    state = bidding(3, 1, 1)
    names = ("Ann", "Benedict of Nursia", "Cem")
    roster = table(state, *names, seat=0).roster(" left", lambda seat: f"{seat:>5}", 14)
    assert ["".join(letter for letter, _ in row) for row in roster.rows] == [
        "          left",
        "Ann          0",
        "Benedict…    1",
        "Cem          2",
    ]


def test_a_picture_is_drawn_for_the_window_it_is_printed_in() -> None:
    picture = Picture(ToyTable, bidding(1), None, True, ["Ann", "Ben", "Cem"])
    first, second = printed(picture, color_system=None).splitlines()
    assert first.rstrip() == "Ben and Cem to bid, all of it"
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
    text = printed(Picture(ToyTable, bidding(), colour=colour), **console)
    assert ("\x1b[1;31m" in text) == has_colours


def test_it_shows_the_table_as_it_was() -> None:
    state = bidding()
    picture = Picture(ToyTable, state, names=["Ann", "Ben", "Cem"])
    ask.play(state, 0, 1)
    assert printed(picture, color_system=None).startswith("Ann, Ben and Cem to bid")
