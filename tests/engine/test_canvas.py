"""Sheets of characters, and how they are put together."""

import pytest

from templetop.engine.canvas import (
    Canvas,
    boxed,
    cut,
    cut_apart,
    first_that_fits,
    in_a_column,
    in_a_row,
    in_rows,
    lines,
)

LOOKS = {"bold": "bold", "dim": "dim", "path": "red", "": ""}


def text(canvas: Canvas) -> list[str]:
    """What stands on each row."""
    return ["".join(character for character, _ in row) for row in canvas.rows]


def sheet(*rows: str) -> Canvas:
    return lines(rows, LOOKS, first="")


def test_what_does_not_fit_is_not_written() -> None:
    canvas = Canvas(5, 2, LOOKS)
    canvas.put((0, 3), "abc")
    canvas.put((1, 4), "漢")  # as wide as two letters
    assert text(canvas) == ["   ab", "     "]


def test_looks_are_put_together() -> None:
    canvas = Canvas(1, 1, LOOKS)
    canvas.put((0, 0), "x", "bold", "path")
    assert canvas.rows == [[("x", "bold red")]]


def test_things_side_by_side_and_below_each_other() -> None:
    assert text(in_a_row([sheet("a", "b"), sheet("cc")], 1)) == ["a cc", "b   "]
    assert text(in_a_column([sheet("a"), sheet("cc")], 1)) == ["a ", "  ", "cc"]


@pytest.mark.parametrize(("width", "rows"), [
    (2, ["aa", "bb", "cc"]),
    (5, ["aa bb", "cc   "]),
    (8, ["aa bb cc"]),
    (1, ["aa", "bb", "cc"]),
])  # fmt: skip
def test_as_many_in_a_row_as_there_is_room_for(width: int, rows: list[str]) -> None:
    assert text(in_rows([sheet("aa"), sheet("bb"), sheet("cc")], width, 1)) == rows


def test_a_box_has_a_title_and_words_below() -> None:
    assert text(boxed(sheet("12345678"), "Bartholomew", "7")) == [
        "╭─ Bar… ─╮",
        "│12345678│",
        "╰─ 7 ────╯",
    ]


@pytest.mark.parametrize(("drawing", "edges", "rows"), [
    ("┼", "NESW", ["  ┃  ", "━━╋━━", "  ┃  "]),
    ("┐", "SW", ["     ", "━━┓  ", "  ┃  "]),
    ("╶", "E", ["     ", "  ╺━━", "     "]),
])  # fmt: skip
def test_paths_reach_their_edges_and_no_others(drawing: str, edges: str, rows: list[str]) -> None:
    canvas = Canvas(5, 3, LOOKS)
    canvas.draw_paths((0, 0), (5, 3), drawing, edges, "path")
    assert text(canvas) == rows


def test_dotted_ground() -> None:
    canvas = Canvas(4, 2, LOOKS)
    canvas.dot((0, 0), (4, 2), "dim")
    assert text(canvas) == [" · ·", "· · "]


def test_the_first_that_is_not_too_high_is_taken_or_the_last() -> None:
    high, middle, low = sheet("a", "b", "c"), sheet("a", "b"), sheet("a")
    for height, best in ((None, high), (3, high), (2, middle), (1, low), (0, low)):
        assert first_that_fits([high, middle, low], height) is best


def test_a_text_is_cut_where_there_is_no_room() -> None:
    assert cut("abc", 3) == "abc"
    assert cut("abcd", 3) == "ab…"
    assert cut("漢字", 3) == "漢…"


def test_names_that_are_cut_do_not_look_the_same() -> None:
    names = ["Ann", "greedy", "greedy 2", "greedy 3", "greedy 12"]
    assert cut_apart(names, 6) == ["Ann", "greedy", "gre… 2", "gre… 3", "gre…12"]
    assert cut_apart(names, 9) == names
    assert cut_apart(["Ann", "Ann"], 6) == ["Ann", "Ann"]
