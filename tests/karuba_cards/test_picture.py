"""The table as it is drawn in the terminal."""

import io
from typing import Any

from rich.cells import cell_len
from rich.console import Console

from templetop.games.karuba_cards.people.picture import picture

from .drawn import anything, decide, hands, table, to_lay


def printed(table: Any, width: int = 100) -> str:
    paper = io.StringIO()
    Console(file=paper, width=width, color_system=None).print(table)
    return paper.getvalue()


def test_3_4_3_a_picture_does_not_change_with_what_is_in_the_hands_of_others() -> None:
    one, other = hands((3, 7, 12), (1, 2, 16)), hands((3, 7, 12), (4, 5, 6))
    for seat in (None, 0, 1):
        same = printed(picture(one, seat)) == printed(picture(other, seat))
        assert same == (seat != 1)


def test_it_has_everything_in_forty_columns() -> None:
    state = table(seats=6)
    for rounds in range(1, 9):
        anything(state, until=rounds)
        for seat in (None, 0):
            lines = printed(picture(state, seat), 40).splitlines()
            assert max(cell_len(line) for line in lines) <= 40
            assert "…" not in "".join(lines)
            assert "home     laid hand pile" in "".join(lines)


def test_it_can_be_read_without_colours() -> None:
    state = to_lay("1 ─ \n b .", 5, 16)
    state.players[0].discards = 1 << 3 | 1 << 4
    state.players[1].played = 1 << 14 | 1 << 16
    for word in ("(b)", "▲B", "to lay", "plays 14O 16B", "out     3┤◆ 4─●", "d3"):
        assert word in printed(picture(state, 0)), word


def test_paths_join_from_space_to_space() -> None:
    state = table("1 6 \n 5 .", "")
    lines = printed(picture(state, 0)).splitlines()
    assert any("━━━◆━━━━━━◆━━━" in line for line in lines)


def test_names_are_shown_and_cut_where_there_is_no_room() -> None:
    names = ["Ada", "Bartholomew of the Long and Winding Shore"]
    drawn = printed(picture(to_lay("1", 5), 0, names=names), 80)
    assert "╭─ Bartholomew of the Long" in drawn
    assert "Ada to lay a card" in drawn


def test_3_2_1_it_says_which_sum_is_the_lowest() -> None:
    state = hands((3, 5, 9), (1, 2, 3))
    decide(state, "keep 3", "keep 3")
    assert "to discard a card, 3 is the lowest sum" in printed(picture(state, 0))
    state = hands((3, 5, 9), (12, 2, 3))
    decide(state, "keep 3", "keep 3")
    assert "to discard a card, 14 is the lowest sum" in printed(picture(state, 0))
