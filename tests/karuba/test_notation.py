"""Islands and tables as text, both ways, and how a damaged text is refused."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from templetop.engine import ask
from templetop.engine.random import start
from templetop.engine.seats import decisions
from templetop.engine.simulate import play_out, scratch_for
from templetop.games.karuba.people.island_notation import write_island
from templetop.games.karuba.people.notation import write
from templetop.games.karuba.rules import turn
from templetop.games.karuba.rules.island import (
    BEACH,
    NO_NUMBER,
    SPACES,
    TEMPLE,
    UNPLACED,
    space_name,
)
from templetop.games.karuba.rules.pieces import COLOURS
from templetop.games.karuba.rules.state import DECIDING, OVER
from tests.reading import BadNotation

from .drawn import CARD, number_of
from .reading import read
from .reading_islands import read_island, space_of

# Three of the first seat's adventurers are home, and the fourth has one step to go.
ALMOST_OVER = """
Karuba for 2 seats
options      setup=placed distance=any gold=twelve treasures=by_seats last_tile=played
phase        deciding
tile called  36│
stack        1-6 9-14 17-24 27-35
gold supply  11

colour  beach  temple  treasures left
brown      10      10  3
blue       50      20  3
purple    110      60  3
yellow     20     110  5 3

seat 1: crystals 2, gold 0, brown 5, blue 5, purple 5
         10    20    30    40    50    60
         Nn    Bb    .     .     .     Pp
 10  .   7┼    8┼    .     .     .     25┼   .  70
 20  .   .     .     .     .     .     .     .  80
 30  .   .     .     .     .     .     .     .  90
 40  .   .     .     .     .     .     .     .  100
 50  .   .     .     .     .     16─●  26┼y  Y  110
         .     .     .     .     .     .
         60    70    80    90    100   110

seat 2: crystals 0, gold 0
         10    20    30    40    50    60
         N     B     .     .     .     P
 10  n   .     .     .     .     .     .     .  70
 20  y   .     .     .     .     .     .     .  80
 30  .   .     .     .     .     .     .     .  90
 40  .   .     .     .     .     .     .     .  100
 50  b   .     15─   .     .     .     .     Y  110
         .     .     .     .     .     p
         60    70    80    90    100   110
"""


# ── The whole table ──────────────────────────────────────────────────────────────────────────────


def test_a_table_reads_as_it_was_written_when_the_last_adventurer_comes_home() -> None:
    state = read(ALMOST_OVER)
    assert write(state) == ALMOST_OVER.lstrip("\n")
    home, discarded = number_of("walk yellow to temple"), number_of("discard")
    ask.play(state, decisions({0: home, 1: discarded}))
    assert state.phase == OVER
    assert read(write(state)).tobytes() == state.tobytes()


def test_what_follows_from_the_text_is_not_in_it_twice() -> None:
    state = read(ALMOST_OVER)
    assert state.phase == DECIDING
    assert state.placing == len(COLOURS)
    assert state.players[0].laid == 5
    assert [*state.taken] == [1, 1, 1, 0]


# ── Damaged text ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("before", "after", "sentence"),
    [
        ("Karuba for 2 seats", "Karuba for 5 seats", "Line 2: here should be"),
        ("Karuba for 2 seats", "Karuba for 3 seats", "Line 36: the text ends where seat 3"),
        ("gold=twelve", "gold=lots", "Line 3: here should be the options"),
        ("stack        1-6 9-14 17-24 27-35", "stack 1-35", "Line 6: .* contradicts"),
        ("phase        deciding", "phase calling", "Line 4: 'phase calling' contradicts"),
        ("called  36│", "called  36─", "Line 5: 'tile called 36─' contradicts"),
        ("called  36│", "called  37│", "Line 5: the tiles are numbered 1 to 36"),
        ("1-6 9-14", "1-9 9-14", "Line 6: 'stack 1-9 9-14 .* contradicts .* 'stack 1-6 9-14"),
        ("supply  11", "supply  13", "Line 7: here should be the gold supply"),
        ("brown      10", "brown      15", "Line 10: there is no number 15"),
        ("blue       50      20  3", "blue - - 5 3", "Line 12: purple is placed after blue"),
        ("brown      10      10", "brown       -      10", "Line 10: a temple is placed after"),
        ("brown      10      10  3", "brown      10      10  5 3", "Line 10: .* contradicts"),
        ("blue 5, purple 5", "blue 3, purple 5", "Line 11: the blue treasures were not taken"),
        ("purple 5", "purple 5; decided: discard", "Line 15: here should be seat 1"),
        ("26┼y", "26─y", "Line 22: there is no tile '26─y'"),
        ("26┼y", "26┼q", "Line 22: '26┼q' is not a mark"),
        ("25┼ ", "7┼  ", "Line 18: there is no tile '7┼', or none is left"),
        ("16─●", "36│ ", "Line 22: there is no tile '36│'"),
        ("16─●", "16─● .", "Line 22: there are 6 marks in a row, not 7"),
        ("26┼y  Y", "26┼   Y", "Line 23: 'y' is not drawn anywhere"),
        ("26┼y  Y", "26┼y  .", "Line 22: .* contradicts"),
        ("26┼y  Y", "26┼y  P", "Line 22: 'P' has its place at another number"),
        ("7┼    8┼", "7┼    8┼y", "Line 22: 'y' is drawn a second time"),
        (" 30  .", " 35  .", "Line 20: the numbers here are 30 90, not 35 90"),
    ],
)
def test_a_damaged_text_is_refused_with_its_line(before: str, after: str, sentence: str) -> None:
    assert before in ALMOST_OVER
    with pytest.raises(BadNotation, match=sentence):
        read(ALMOST_OVER.replace(before, after, 1))


def test_3_1_1_no_tile_is_missing_before_everything_is_placed() -> None:
    text = write(CARD.start(2))
    with pytest.raises(BadNotation, match="Line 5: all 36 tiles are in the stack until"):
        read(text.replace("1-36", "1-35"))


@given(st.text("─│┌┼◆●.nbpyNBPY0123456789 \n", max_size=200))
def test_any_text_is_an_island_or_is_refused(text: str) -> None:
    state = CARD.start(2)
    before = state.tobytes()
    try:
        read_island(text, state, 0)
    except BadNotation:
        assert state.tobytes() == before


# ── Islands ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("seed", range(8))
def test_an_island_reads_as_it_was_written(seed: int) -> None:
    state = CARD.start(2, {"setup": "random"})
    room = scratch_for(CARD)
    start(room.random, np.uint64(seed), np.uint64(0))
    play_out(state, None, room)
    text, copy = write_island(state, 0), state.copy()
    read_island(text, copy, 0)
    assert write_island(copy, 0) == text


def test_the_numbers_of_the_tiles_are_written_if_wanted() -> None:
    state = read(ALMOST_OVER)
    assert "16─●  26┼y  Y  110" in write_island(state, 0, numbers=True)
    assert "─●    ┼y    Y  110" in write_island(state, 0)


def test_the_short_form_is_the_spaces_alone_and_may_be_incomplete() -> None:
    state = CARD.start(2)
    read_island(
        """
        ┼ ─
        . │b
        """,
        state,
        1,
    )
    assert [*state.players[1].tiles[:8]] == [7, 1, 0, 0, 0, 0, 0, 17]
    assert state.players[1].adventurers[1] == space_of("b2")
    assert state.players[1].laid == 3
    assert not state.players[0].tiles.any()


def test_it_is_the_island_that_laying_these_tiles_makes() -> None:
    laid, drawn = CARD.start(2), CARD.start(2)
    for tile, space in ((4, "a1"), (32, "f5"), (30, "c3")):
        turn.call(laid, tile)
        turn.lay_tile(laid, laid.players[0], space_of(space))
    read_island("┐◆ \n . \n . . ┤ \n . \n . . . . . │●", drawn, 0)
    drawn.players[0].tiles[space_of("c3")] = 30  # where the lowest number is 24
    assert drawn.players[0].tobytes() == laid.players[0].tobytes()


def test_it_takes_the_lowest_numbers_and_rather_tiles_without_treasure() -> None:
    state = CARD.start(2)
    read_island("┌ ┌ ─◆ ─ 19─ ─", state, 0)
    assert [*state.players[0].tiles[:6]] == [21, 3, 13, 1, 19, 2]
    assert state.players[0].lying_crystals == 1 << 2


def test_its_tiles_leave_the_stack_and_the_called_tile_is_not_among_them() -> None:
    state = CARD.start(2)
    state.tile = 7
    read_island("┼", state, 0)
    assert state.players[0].tiles[0] == 8
    assert not int(state.stack) >> 8 & 1


def test_an_adventurer_that_is_not_drawn_is_not_in_the_jungle() -> None:
    state = CARD.start(2)
    state.players[0].adventurers[:] = [3, TEMPLE, BEACH, UNPLACED]
    read_island("┼ ┼", state, 0)
    assert [*state.players[0].adventurers] == [BEACH, TEMPLE, BEACH, UNPLACED]


def test_a_drawing_with_numbers_places_what_had_no_place() -> None:
    state = CARD.start(2)
    read_island(ISLAND_WITH_NUMBERS, state, 0)
    assert [*state.beaches] == [NO_NUMBER, 2, NO_NUMBER, NO_NUMBER]
    assert [*state.temples] == [NO_NUMBER, 9, NO_NUMBER, 0]
    assert [*state.players[0].adventurers] == [UNPLACED, BEACH, space_of("b1"), TEMPLE]


ISLAND_WITH_NUMBERS = """
         10 20 30 40 50 60
         Yy .  .  .  .  .
    10 . ┼  ─p .  .  .  .  .  70
    20 . .  .  .  .  .  .  .  80
    30 b .  .  .  .  .  .  .  90
    40 . .  .  .  .  .  .  B 100
    50 . .  .  .  .  .  .  . 110
         .  .  .  .  .  .
         60 70 80 90 100 110
"""


@pytest.mark.parametrize(
    ("drawing", "sentence"),
    [
        ("┐●", "Line 1: there is no tile '┐●'"),
        ("┼ ┼ ┼ ┼ ┼", "Line 1: there is no tile '┼', or none is left"),
        (". .\n. . . . . . .", "Line 2: there are 6 marks in a row, not 7"),
        (".\n" * 6, "Line 6: an island has 5 rows"),
        ("┼b\n┼b", "Line 2: 'b' is drawn a second time"),
        ("7─", "Line 1: there is no tile '7─'"),
        ("10 20 30 40 50 60", "Line 1: an island with its numbers takes 9 lines"),
    ],
)
def test_an_impossible_island_is_refused_with_its_line(drawing: str, sentence: str) -> None:
    with pytest.raises(BadNotation, match=sentence):
        read_island(drawing, CARD.start(2), 0)


def test_every_space_has_a_name_and_every_name_is_one_space() -> None:
    assert [space_of(space_name(space)) for space in range(SPACES)] == [*range(SPACES)]
    with pytest.raises(BadNotation, match="There is no space 'g1'"):
        space_of("g1")
