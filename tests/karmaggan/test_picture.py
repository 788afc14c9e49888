"""The Temple as it is drawn in the terminal."""

from pathlib import Path
from typing import Any

import pytest

from templetop.checks.pictures import picture_text
from templetop.games import karmaggan, shelf
from templetop.games.karmaggan.people.notation import temple_lines

from .drawn import do, fresh, temple, walk

CARD = shelf.take("karmaggan")


def drawn(state: Any, seat: int | None = 0, width: int = 80) -> list[str]:
    return picture_text(CARD, state, seat, width).splitlines()


def row(state: Any, name: str, width: int = 80) -> str:
    """A row of the Temple, without its name."""
    (found,) = (line for line in drawn(state, None, width)[2:17] if line.startswith(name))
    return found[1:]


def test_1_1_the_temple_is_unrolled_from_twelve_o_clock_on() -> None:
    state = temple("A5", "A30")
    assert row(state, "A").startswith("··▒· ·1·o│·o·· ·▒·▲ ··▒·")
    assert row(state, "B").startswith("♥▒·▲ ·▒▒·│▒·▒▒ ·▲·▒")
    assert row(state, "F").startswith("·    ▒▒▒▒ o    ▲    ·")
    assert row(state, "G").startswith("@")


def test_1_3_a_tile_of_an_inner_ring_is_as_wide_as_its_column() -> None:
    state = temple("D1", "E4", turned={"middle": 1})
    assert row(state, "D").startswith("· 1 │· o  ▒▒·  · ♥  · ▲")
    assert row(state, "E").startswith("· · │▲ ·  2 ▒▒ o ·")


def test_4_3_what_turns_is_drawn_where_it_is() -> None:
    assert row(temple("A5", "A30", turned={"outer": 1}), "A").startswith("·▒·▲ ·1▒· ···o│·o··")


def test_1_4_walls_have_gaps_and_traps() -> None:
    lines = drawn(temple("A5", "A30"))
    (wall,) = (line for line in lines if "↑" in line and line.startswith("─"))
    assert wall.startswith("── ↑─  ─↑↑── ─↑─↑─ ↑")


def test_1_7_gates_are_open_or_closed() -> None:
    gates = drawn(temple("A5", "A30", gates="sun"))[2]
    assert gates.startswith("══════S1○════M1 ×═")


def test_1_8_rollers_are_drawn_when_they_are_out() -> None:
    assert "║" not in "".join(drawn(temple("A5", "A30"))[:16])
    turned = {"outer": 1}
    state = temple("A5", "A30", rollers_out=True, egg="F0", turned=turned)
    assert row(state, "A").startswith("·▒·▲ ·1▒·║")


def test_9_2_who_is_outside_stands_above_the_gates() -> None:
    state = walk(temple("A5", "A30", egg="Ann", gates="sun", hands=["", "tar"]), 4, "Sun 1")
    lines = drawn(state)
    assert lines[1].startswith("       1")


def test_a_carrier_is_seen_in_the_list() -> None:
    text = "\n".join(drawn(temple("A5", "A30", egg="Ben")))
    assert "A30 with the Egg" in text


def test_2_8_a_hand_is_drawn_for_its_own_seat_alone() -> None:
    one = temple("A5", "A30", hands=["pole", "tar"])
    other = temple("A5", "A30", hands=["pole", "dagger"])
    assert drawn(one, 0) == drawn(other, 0)
    assert drawn(one, None) == drawn(other, None)
    assert drawn(one, 1) != drawn(other, 1)
    assert any("Your hand: pole attack." in line for line in drawn(one, 0))


@pytest.mark.parametrize("seats", [2, 5, 8])
@pytest.mark.parametrize(("width", "strips"), [(80, 1), (100, 1), (79, 2), (60, 2), (40, 2)])
def test_it_is_cut_into_strips_where_there_is_no_room(seats: int, width: int, strips: int) -> None:
    raiders = ["A5", "A11", "A21", "A27", "A37", "A43", "A53", "A59"][:seats]
    lines = drawn(temple(*raiders), None, width)
    assert max(map(len, lines)) <= width
    assert sum(line.startswith("C") for line in lines) == strips


def test_its_heading_says_what_is_to_be_done() -> None:
    state = temple("A5", "A30", hands=["twins"])
    assert drawn(state)[0].startswith("Karmaggän, round 2 of 60: seat 1 to roll.")
    do(state, "play twins")
    assert ": it is time to draw an object card." in drawn(state)[0]
    do(state, "draws tar")
    assert "seat 1 to lay a temple tile." in drawn(state)[0]


def test_1_9_the_rulebook_draws_the_temple_as_it_is_set_up() -> None:
    drawn = (Path(karmaggan.__file__).parent / "rulebook.md").read_text().split("```\n")[1]
    rows = temple_lines(fresh(2))
    assert drawn.splitlines()[: len(rows)] == rows
