"""Grounds and tables as text, both ways, and how a damaged text is refused."""

import re

import pytest

from templetop.games.cacao.people.notation import stretch, write_ground
from tests.reading import BadNotation

from .drawn import CARD, START, drawing, ground, play, table
from .reading import read, read_ground

PICTURE = """
        o      p      q      r
    24  .      r1300  .      .
    25  p1111  P1     r2101  TE
    26  .      .      M2     .
"""


def written() -> str:
    """A table in the middle of a turn."""
    red = {"cacao": 4, "gold": 7, "suns": 1, "water": 2}
    state = table(PICTURE, display="WA M3", hand="1-1-1-1 2-1-0-1", red=red)
    play(state, "q27", "2101")
    return str(CARD.write(state))


def test_a_ground_reads_as_it_was_drawn() -> None:
    assert ground(table(PICTURE)) == drawing(PICTURE)


def test_the_ground_at_the_beginning() -> None:
    assert write_ground(CARD.start(2)).split() == START.split()


def test_a_ground_that_leaves_the_board_in_the_east_comes_back_in_the_west() -> None:
    across_the_edge = """
            ae     af     a      b
        40  P1     .      .      .
        41  r1111  M2     p1111  .
        10  .      .      TE     r1111
    """
    assert ground(table(across_the_edge)) == drawing(across_the_edge)


@pytest.mark.parametrize(
    ("numbers", "columns"),
    [({4}, [4]), ({3, 5}, [3, 4, 5]), ({31, 0}, [31, 0]), ({30, 1}, [30, 31, 0, 1])],
)
def test_columns_begin_after_the_widest_gap(numbers: set[int], columns: list[int]) -> None:
    assert stretch(numbers) == columns


def test_a_table_says_what_lies_on_it() -> None:
    text = written()
    for line in [
        "Cacao for 2 seats",
        "phase    working",
        "asked    red M2 2",
        "square   q27",
        "red: gold 7, cacao 4, suns 1, water 2",
        "jobs     M2/2",
    ]:
        assert line in text.splitlines()


def test_a_question_about_the_order_is_written_and_read() -> None:
    state = table("        p     q     r\n    25  P1    .     M3", red={"cacao": 5})
    play(state, "q25", "2101")
    text = CARD.write(state)
    assert "asked    red which edge" in text
    assert read(text).tobytes() == state.tobytes()


@pytest.mark.parametrize(("good", "bad", "reason"), [
    ("Cacao for 2", "Cacao for 5", "Line 1: here should be 'Cacao for' 2 to 4 seats"),
    ("third_fill=chosen", "third_fill=maybe", "Line 2: here should be the options"),
    ("phase    working", "phase    lunch", "Line 3: here should be the phase"),
    ("phase    working", "phase    choosing", "contradicts the rest"),
    ("active   red", "active   white", "Line 4: here should be the active seat"),
    ("square   q27", "square   q26", "there is no square 'q26'"),
    ("to fill  none", "to fill  c26", "there is no space|lie beside the square"),
    ("asked    red M2 2", "asked    red X9 2", "'red X9 2' is no question"),
    ("display  M3 WA", "display  M3 WE", "'WE' is no tile that can be here"),
    ("display  M3 WA", "display  M3", "there are other tiles on this table than in the box"),
    ("cacao 4", "cacao 6", "here should be the board of red"),
    ("water 2", "water 3", "there is no field '3'"),
    ("M2/2", "M2/4", "'M2/4' is no edge that can act"),
    ("P1 ", "XX ", "'XX' is not a mark that can stand on p25"),
    ("r2101  ", "r2102  ", "is not a tile; one reads r2101"),
    ("3r2101", "7r2101", "the worker tiles are numbered from 1"),
])  # fmt: skip
def test_a_damaged_text_is_refused_with_its_line(good: str, bad: str, reason: str) -> None:
    text = written()
    assert good in text
    with pytest.raises(BadNotation, match=r"Line \d+: ") as refused:
        read(text.replace(good, bad, 1))
    assert re.search(reason, str(refused.value)), refused.value


@pytest.mark.parametrize(
    "phase",
    ["dealing", "placing", "turning", "filling", "drawing", "revealing", "over"],
)
def test_a_text_in_another_phase_than_the_rest_of_it_is_refused(phase: str) -> None:
    text = written().replace("asked    red M2 2", "asked    none")
    with pytest.raises(BadNotation, match=f"Line 3: 'phase {phase}' cannot be with what else"):
        read(text.replace("phase    working", f"phase    {phase}"))


@pytest.mark.parametrize(("picture", "reason"), [
    ("  p\n 26 P1", "no jungle tile can lie on p26"),
    ("  p\n 25 r1111", "is not a mark that can stand on p25"),
    ("  p\n 26 q1111", "is not a tile"),
    ("  p\n 26 r1112", "is not a tile"),
    ("  p q\n 25 P1", "there are 2 columns, not 1"),
    ("  pp\n 25 P1", "there is no column 'pp'"),
    ("  p\n 9 P1", "there is no row '9'"),
    ("  p", "Line 1: the ground is drawn with a line for each row"),
])  # fmt: skip
def test_a_drawing_that_cannot_be_is_refused(picture: str, reason: str) -> None:
    with pytest.raises(BadNotation, match=reason):
        read_ground(picture)
