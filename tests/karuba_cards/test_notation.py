"""Islands and tables as text, both ways, and how a damaged text is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from templetop.engine.match import BadMatch, Match, code_of, legal_moves, say
from templetop.engine.random import start
from templetop.engine.seats import CHANCE
from templetop.engine.simulate import play_out, scratch_for
from templetop.games.karuba_cards.people.notation import write, write_island
from templetop.games.karuba_cards.rules.island import SPACES, space_name
from templetop.games.karuba_cards.rules.state import LAYING
from templetop.games.shelf import take
from tests.reading import BadNotation

from .drawn import CARD, decide, hands, laid, play, table, to_lay
from .reading import read, read_island, space_of

# The second round of two seats: the first has lost a card twice, the second is about to lay two.
TABLE = """
Karuba: The Card Game for 2 seats
options   blocking=detour
round     2
phase     laying

seat 1
hand      12┘p
pile      1┼◆ 2├◆ 6─◆ 7│◆ 8─ 10┐g 11┌o 13╵P 14╷O 15╷G 16╵B
turned    4─● 5│●
played    5│●
discards  3┤◆ 4─●
     a     b     c     d     e     f     g
  1  .     .     .     .     .     .     .
  2  .     .     .     .     .     .     .
  3  .     .     .     .     .     .     .
  4  .     .     .     9└b   .     .     .
  5  .     .     .     .     .     .     .
  6  .     .     .     .     .     .     .
  7  .     .     .     .     .     .     .

seat 2
hand      1┼◆
pile      3┤◆ 4─● 5│● 6─◆ 7│◆ 8─ 10┐g 11┌o 12┘p 13╵P 15╷G
turned    14╷O 16╵B
played    14╷O 16╵B
discards  -
     a     b     c     d     e     f     g
  1  .     .     .     .     .     .     .
  2  .     .     .     .     .     .     .
  3  .     .     .     .     .     .     .
  4  .     .     .     2├◆   .     .     .
  5  .     .     .     9└b   .     .     .
  6  .     .     .     .     .     .     .
  7  .     .     .     .     .     .     .
"""


# ── The whole table ──────────────────────────────────────────────────────────────────────────────


def test_the_text_of_a_table() -> None:
    state = read(TABLE)
    assert write(state) == TABLE.lstrip("\n")
    assert (state.rounds, state.phase, state.detours) == (2, LAYING, 1)
    assert laid(state, 1) == {"d4": 2, "d5": 9}
    decide(state, "lay 5 on e4", "lay 16 on c4")
    assert laid(state, 1) == {"d4": 2, "d5": 9, "c4": 16}


# ── Matches ──────────────────────────────────────────────────────────────────────────────────────


def test_a_match_that_was_played_with_other_cards_is_refused() -> None:
    """Until version 2, cards 10 and 11 had each other's faces, and so had 14 and 15."""
    kept = Match.new(CARD, ["Ann", "Ben"]).write()
    assert Match.read(kept, take).moves == []
    before = kept.replace("rules: 3", "rules: 1")
    with pytest.raises(BadMatch, match=r"played with version 1 of the rules; this is version 3\."):
        Match.read(before, take)


# ── Damaged text ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("before", "after", "sentence"),
    [
        ("for 2 seats", "for 7 seats", "Line 2: here should be 'Karuba: The Card Game for'"),
        ("for 2 seats", "for 3 seats", "Line 36: the text ends where seat 3"),
        ("blocking=detour", "blocking=maybe", "Line 3: here should be the options"),
        ("round     2", "round     9", "Line 4: here should be the round, 1 to 8"),
        ("round     2", "round     3", "Line 7: so many cards have not been seen in round 3"),
        ("phase     laying", "phase     choosing", "Line 5: 'phase choosing' contradicts"),
        ("seat 1", "seat 1: thinking", "Line 7: here should be seat 1"),
        ("seat 1", "seat 2", "Line 7: here should be seat 1"),
        ("turned    4─● 5│●", "turned    4─●", "Line 7: nobody has turned up 1 cards here"),
        ("turned    4─● 5│●", "turned    -", "Line 7: nobody has turned up 0 cards here"),
        ("turned    4─● 5│●", "turned    5│● 5│●", "Line 10: there is no card '5│●'"),
        ("turned    4─● 5│●", "turned    5│● 4─●", "Line 10: 'turned 5│● 4─●' contradicts"),
        ("turned    4─● 5│●", "turned    5│● 12┘p", "Line 7: what is played was turned up"),
        ("turned    4─● 5│●", "turned    1┼◆ 5│●", "Line 7: what is played was turned up"),
        ("turned    4─● 5│●", "turned    3┤◆ 4─●", "Line 7: what is played was turned up"),
        ("turned    4─● 5│●", "turned    5│● 9└b", "Line 7: the lowest sum loses one"),
        ("hand      12┘p", "hand      12┘g", "Line 8: there is no card '12┘g'"),
        ("hand      12┘p", "hand      -", "Line 7: there are 15 cards, not 16"),
        ("hand      12┘p", "hand      12┘p 12┘p", "Line 8: there is no card '12┘p'"),
        ("hand      12┘p", "hand      12┘p x", "Line 8: 'x' is not the mark of a card"),
        ("hand      12┘p\npile      ", "hand      -\npile 12┘p ", "Line 7: nobody has 0 cards"),
        ("discards  -", "dustbin   -", "Line 27: here should be the discards"),
        (
            "4  .     .     .     2├◆",
            "4  .     .     2├◆   .",
            "Line 35: the first card lies on d4",
        ),
        ("5  .     .     .     9└b ", "5  .     .     9└b   . ", "Line 35: the cards of an island"),
        (
            "5  .     .     .     9└b   .",
            "5  9└b   .     .     .     .",
            "Line 35: the cards of an",
        ),
        ("  7  .     .", "  8  .     .", "Line 20: here should be row 7, not '8'"),
        ("  7  .     .", "  7  .", "Line 20: there are 7 marks in a row, not 6"),
        ("     a     b", "     b     a", "Line 13: here should be the names of the columns"),
    ],
)
def test_a_damaged_text_is_refused_with_its_line(before: str, after: str, sentence: str) -> None:
    assert before in TABLE
    with pytest.raises(BadNotation, match=sentence):
        read(TABLE.replace(before, after, 1))


def test_3_2_1_a_table_where_nobody_has_lost_a_card_in_some_round_is_refused() -> None:
    text = TABLE.replace("discards  3┤◆ 4─●", "discards  4─●")
    text = text.replace("9└b   .     .     .", "9└b   3┤◆   .     .", 1)
    with pytest.raises(BadNotation, match="Line 5: in every round somebody discards a card"):
        read(text)


def test_3_3_2_a_table_where_one_has_laid_both_and_another_none_is_refused() -> None:
    text = TABLE.replace("played    5│●", "played    -")
    text = text.replace("9└b   .     .     .", "9└b   5│●   .     .", 1)
    with pytest.raises(BadNotation, match="Line 5: all lay their first card at the same time"):
        read(text)


def test_3_3_5_a_table_where_the_higher_of_the_first_two_cards_is_laid_is_refused() -> None:
    state = hands((3, 5, 9), (1, 2, 3))
    decide(state, "keep 3", "keep 3")
    decide(state, "", "discard 1")
    text = write(state)
    assert laid(read(text)) == {"d4": 5}
    text = text.replace("played    9└b", "played    5│●").replace("5│●   .     .", "9└b   .     .")
    with pytest.raises(BadNotation, match=r"Line 6: the lower of two cards lies on d4\."):
        read(text)


def test_3_3_5_a_table_where_two_are_to_be_laid_and_nothing_lies_there_is_refused() -> None:
    state = hands((3, 5, 9), (1, 2, 3))
    decide(state, "keep 3", "keep 3")
    decide(state, "", "discard 1")
    text = write(state).replace("5│●   .     .", ".     .     .")
    text = text.replace("played    9└b", "played    5│● 9└b")
    with pytest.raises(BadNotation, match=r"Line 6: the first card lies on d4\."):
        read(text)


def test_3_2_2_a_table_where_somebody_has_lost_two_cards_in_a_round_is_refused() -> None:
    text = TABLE.replace("played    5│●", "played    -", 1)
    text = text.replace("discards  3┤◆ 4─●", "discards  3┤◆ 4─● 5│●")
    with pytest.raises(BadNotation, match="Line 7: one card at most is discarded in a round"):
        read(text)


def test_3_1_1_a_table_where_somebody_has_played_three_cards_is_refused() -> None:
    text = TABLE.replace("5  .     .     .     9└b ", "5  .     .     .     .   ")
    text = text.replace("played    14╷O 16╵B", "played    9└b 14╷O 16╵B")
    with pytest.raises(BadNotation, match=r"Line 22: .* and two are played\."):
        read(text)


def test_3_2_1_a_table_where_another_than_the_lowest_has_lost_a_card_is_refused() -> None:
    text = TABLE.replace("played    14╷O 16╵B\ndiscards  -", "played    16╵B\ndiscards  14╷O")
    with pytest.raises(BadNotation, match="Line 22: the lowest sum loses one of its two cards"):
        read(text)


@given(st.text("─│┌┼◆●.bogpBOGP0123456789 \n", max_size=200))
def test_any_text_is_an_island_or_is_refused(text: str) -> None:
    state = table()
    before = state.tobytes()
    try:
        read_island(text, state, 0)
    except BadNotation:
        assert state.tobytes() == before


# ── Islands ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("seed", range(8))
def test_an_island_reads_as_it_was_written(seed: int) -> None:
    state, copy, room = CARD.start(2), table(), scratch_for(CARD)
    start(room.random, seed, 0)
    play_out(state, None, room)
    read_island(write_island(state, 0), copy, 0)
    assert write_island(copy, 0) == write_island(state, 0)


def test_the_short_form_begins_in_the_middle_and_may_be_incomplete() -> None:
    state = table()
    read_island(". ┼ B \n b ─●", state, 1)
    assert laid(state, 1) == {"d4": 1, "e4": 16, "c5": 9, "d5": 4}
    assert laid(state, 0) == {}


def test_it_is_the_island_that_laying_these_cards_makes() -> None:
    state = to_lay("1", 5)
    play(state, 0, "lay 5 on c4")
    drawn = table(write_island(state, 0))
    for field in ("north", "east", "south", "west", "crystals", "gold", "laid", "frame"):
        assert drawn.players[0][field] == state.players[0][field], field
    assert [*drawn.players[0].places] == [*state.players[0].places]


def test_it_takes_the_lowest_cards_and_rather_those_without_treasure() -> None:
    assert laid(table("┼ ─ ─● ─◆")) == {"d4": 1, "e4": 8, "f4": 4, "g4": 6}
    assert laid(table("╵ ┌ g")) == {"d4": 13, "e4": 11, "f4": 10}


def test_its_cards_leave_the_pile_and_the_hand() -> None:
    state = hands((1, 2, 3), (4, 5, 6))
    read_island("1 16", state, 0)
    assert not int(state.players[0].hand) >> 1 & 1
    assert not int(state.players[0].pile) >> 16 & 1


@pytest.mark.parametrize(
    ("drawing", "sentence"),
    [
        ("┐●", "Line 1: there is no card '┐●'"),
        ("┼ ┼ ┼", "Line 1: there is no card '┼', or it is used elsewhere"),
        ("1 2 3 4 5", "Line 1: there are at most 4 marks in a row, not 5"),
        (".\n" * 5, "Line 5: an island has at most 4 rows"),
        ("9\nb", "Line 2: there is no card 'b', or it is used elsewhere"),
        ("7─", "Line 1: there is no card '7─'"),
        ("1 . 2", "Line 1: the cards of an island touch"),
        ("1 . \n . 2", "Line 2: the cards of an island touch"),
        ("a b c d e f g", "Line 1: a field with its names takes 8 lines"),
    ],
)
def test_an_impossible_island_is_refused_with_its_line(drawing: str, sentence: str) -> None:
    with pytest.raises(BadNotation, match=sentence):
        read_island(drawing, table(), 0)


def test_every_space_has_a_name_and_every_name_is_one_space() -> None:
    assert [space_of(space_name(space)) for space in range(SPACES)] == [*range(SPACES)]
    assert space_name(SPACES // 2) == "d4"
    with pytest.raises(BadNotation, match="There is no space 'h1'"):
        space_of("h1")


# ── The words of the moves ───────────────────────────────────────────────────────────────────────


def test_3_1_3_what_is_said_of_a_choice_does_not_name_the_card_that_is_kept() -> None:
    state = hands((3, 7, 12), (1, 2, 16))
    said = [say(state, 0, move) for move in legal_moves(state, 0)]
    assert said == ["plays cards 7 and 12", "plays cards 3 and 12", "plays cards 3 and 7"]
    codes = [code_of(state, 0, move) for move in legal_moves(state, 0)]
    assert codes == ["keep 3", "keep 7", "keep 12"]


def test_the_code_of_a_card_laid_says_which_and_where() -> None:
    one, two = to_lay("1", 5), to_lay("1", 5, 12)
    assert code_of(one, 0, space_of("d3")) == "5 d3"
    assert code_of(one, 0, 64 + space_of("d3")) == ""
    assert code_of(two, 0, space_of("d3")) == "5 d3"
    assert code_of(two, 0, 64 + space_of("d3")) == "12 d3"
    assert say(two, 0, 64 + space_of("d3")) == "lays card 12 on d3"


def test_a_draw_says_whose_it_is() -> None:
    state = table()
    assert say(state, CHANCE, legal_moves(state, CHANCE)[4]) == "deals card 5 to seat 1"
