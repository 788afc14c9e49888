"""The table as it is drawn in the terminal."""

import io
from random import Random
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

from templetop.games.karuba.people.picture import PLAIN, KarubaDrawing, picture
from templetop.games.karuba.rules.pieces import TILES

from .drawn import CARD, move_on
from .reading_islands import read_island


def deciding(seats: int, tiles: int) -> Any:
    """A table where that many tiles have been called, and all are to decide about the last."""
    state, random = CARD.start(seats), Random(seats)
    while called(state) < tiles:
        move_on(state, random)
    return state


def called(state: Any) -> int:
    return TILES - int(state.stack).bit_count()


def printed(table: Any, width: int = 100) -> str:
    paper = io.StringIO()
    Console(file=paper, width=width, color_system=None).print(table)
    return paper.getvalue()


def test_3_2_2_it_names_those_who_are_to_decide() -> None:
    state = deciding(3, tiles=18)
    for seat in (None, 0):
        drawn = printed(picture(state, seat, names=["Ann", "Ben", "Cem"]))
        assert drawn.startswith("Karuba, tile 18 of 36: Ann, Ben and Cem to decide.")


@pytest.mark.parametrize("seat", [None, 0])
def test_it_has_everything_in_forty_columns(seat: int | None) -> None:
    for tiles in (1, 18, 30):
        lines = printed(picture(deciding(4, tiles), seat), 40).splitlines()
        assert max(cell_len(line) for line in lines) <= 40
        assert "…" not in "".join(lines)
        assert "▲  ◆ ● tiles" in "".join(lines)


def test_it_can_be_read_without_colours() -> None:
    state = CARD.start(2)
    read_island(ALMOST_HOME, state, 0)
    state.tile = 36
    for word in ("▲Nn", "▲Bb", "▲Pp", "(y)", "tile 36", "straight", "2 steps", "25", "●"):
        assert word in printed(picture(state, 0)), word


ALMOST_HOME = """
         10    20    30    40    50    60
         Nn    Bb    .     .     .     Pp
 10  .   7┼    8┼    .     .     .     25┼   .  70
 20  .   .     .     .     .     .     .     .  80
 30  .   .     .     .     .     .     .     .  90
 40  .   .     .     .     .     .     .     .  100
 50  .   .     .     .     .     16─●  26┼y  Y  110
         .     .     .     .     .     .
         60    70    80    90    100   110
"""


def test_paths_join_from_space_to_space_and_open_to_the_shore() -> None:
    state = CARD.start(1)
    read_island("┼ ─ ┐\n│ . └◆", state, 0)
    lines = printed(picture(state, 0)).splitlines()
    assert any("┝━━━╋━━━━━━━━━━━━━┓" in line for line in lines)
    column = next(line.index("┓") for line in lines if "┓" in line)
    assert [line[column] for line in lines[5:9]] == ["┓", "┃", "┃", "◆"]


def test_names_are_cut_where_there_is_no_room_and_do_not_look_the_same() -> None:
    names = ["greedy", "greedy 2", "greedy 3", "greedy 12 of the Long and Winding Shore"]
    table = printed(picture(CARD.start(4), 0, names=names), 80)
    assert all(name in table for name in ("greedy ", "gre… 2", "gre… 3", "gre…re"))
    assert "╭─ greedy 12 of the Long and… ─╮" in table


@pytest.mark.parametrize(
    ("width", "height", "parts"),
    [
        (80, 40, {"island", "rivals", "tile", "points"}),
        (80, 30, {"island", "tile", "points"}),
        (80, 10, {"island", "tile", "points"}),
        (60, 60, {"island", "rivals", "tile", "points"}),
        (60, 33, {"island", "tile", "points"}),
        (60, 28, {"island", "tile"}),
        (60, 10, {"island", "tile"}),
        (40, 50, {"rivals", "tile", "points"}),
        (40, 24, {"tile"}),
    ],
)
def test_for_want_of_height_something_is_left_out(width: int, height: int, parts: set[str]) -> None:
    state = deciding(2, tiles=18)
    drawn = KarubaDrawing(state, 0, ["Ann", "Ben"], PLAIN, width).drawn(height)
    text = "\n".join("".join(letter for letter, _ in row) for row in drawn.rows)
    marks = {"island": "│100", "rivals": "╭─ Ben ─", "tile": "steps", "points": "▲  ◆ ● tiles"}
    assert {part for part, mark in marks.items() if mark in text} == parts
    assert len(drawn.rows) <= height or height == 10
