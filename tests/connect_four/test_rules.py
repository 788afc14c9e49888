"""The rules of Connect Four, sentence by sentence."""

from typing import Any

import pytest

from templetop.engine.ending import ending, verdict
from templetop.engine.match import Match, code_of, legal_moves
from templetop.engine.refusal import IllegalMove
from templetop.engine.seats import decisions
from templetop.games.shelf import take
from tests.every_game.perft import one_move_further
from tests.every_game.tables import EXAMPLES

NAMES = ["Ann", "Ben"]
COLUMNS = "abcdefg"
DRAW = "edgabeffbbfabgabffbaegdcggaegfcaececccdddd"


def after(columns: str) -> Match:
    """The match in which stones were dropped into these columns, one after the other."""
    match = Match.new(take(EXAMPLES.joinpath("connect_four").name), NAMES)
    for column in columns:
        drop(match, column)
    return match


def drop(match: Match, column: str) -> None:
    [seat] = match.awaited
    match.play(seat, COLUMNS.index(column))


def grid(match: Match) -> list[str]:
    return match.game.write(match.state).splitlines()[1:-1]


def test_1_1_the_grid_has_seven_columns_and_six_rows() -> None:
    match = after("")
    assert [code_of(match.state, 0, move) for move in legal_moves(match.state, 0)] == [*COLUMNS]
    assert grid(match) == ["......."] * 6


def test_1_2_each_has_stones_of_one_colour() -> None:
    assert grid(after("dd"))[-2:] == ["...o...", "...x..."]


def test_1_3_the_grid_is_empty_at_the_beginning() -> None:
    assert not after("").state.stones.any()


def test_2_1_the_first_seat_begins_and_they_take_turns() -> None:
    assert [after("d" * turn).awaited for turn in range(4)] == [[0], [1], [0], [1]]


def test_2_2_a_full_column_takes_no_stone() -> None:
    match = after("aaaaaa")
    assert legal_moves(match.state, 0) == [1, 2, 3, 4, 5, 6]
    with pytest.raises(IllegalMove, match=r"^Column a is full\.$"):
        drop(match, "a")


def test_2_3_a_stone_falls_to_the_lowest_free_space() -> None:
    match = after("ddded")
    assert grid(match) == [
        ".......",
        ".......",
        "...x...",
        "...x...",
        "...o...",
        "...xo..",
    ]


@pytest.mark.parametrize(("columns", "line"), [
    ("aabbccd", "across"),
    ("ddeeffg", "across, at the right edge"),
    ("abababa", "upright"),
    ("abbcdccdded", "slanting up"),
    ("gffedeeddcd", "slanting down"),
])  # fmt: skip
def test_3_1_four_in_a_line_win(columns: str, line: str) -> None:
    before, match = after(columns[:-1]), after(columns)
    assert not before.is_over, line
    assert match.is_over, line
    assert verdict(match.state, NAMES) == "Ann wins."
    assert [seat.place for seat in ending(match.state).seats] == [1, 2]


def test_3_1_the_second_seat_can_win() -> None:
    assert verdict(after("abababcb").state, NAMES) == "Ben wins."


def test_3_1_a_line_does_not_go_on_in_the_next_row() -> None:
    """Three at the end of a row and one at the beginning of the row above are no line."""
    match = after("eafbgcab")
    assert grid(match)[-2:] == ["xo.....", "ooo.xxx"]
    assert not match.is_over


def test_3_1_three_and_a_gap_are_no_line() -> None:
    assert not after("aabbdd").is_over
    assert after("aabbddc").is_over


def test_3_1_after_the_end_nobody_drops_a_stone() -> None:
    assert after("abababa").awaited == []


def test_3_2_a_full_grid_without_a_line_is_a_draw() -> None:
    match = after(DRAW)
    assert match.is_over
    assert all("." not in row for row in grid(match))
    assert [ending(match.state).result(seat) for seat in range(2)] == ["drawn", "drawn"]


def test_as_many_positions_follow_as_others_have_counted() -> None:
    """After one stone, two …: sequence A212693 of the On-Line Encyclopedia."""
    state = after("").state
    rows: dict[bytes, int] = {state.tobytes() + decisions().tobytes(): 1}
    counted = []
    for _ in range(6):
        rows = one_move_further(rows, state.dtype)
        counted.append(len(rows))
    assert counted == [7, 49, 238, 1120, 4263, 16422]


def test_the_appeal_of_a_move_wins_blocks_and_does_not_help() -> None:
    assert best(after("ababab")) == "a"
    assert best(after("abababb")) == "a"
    assert best(after("")) == "d"


def best(match: Match) -> str:
    [seat] = match.awaited
    state: Any = match.state
    return COLUMNS[max(range(7), key=lambda column: match.game.appeal(state, seat, column))]
