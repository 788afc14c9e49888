"""The questions that the rule text itself answers."""

import pytest

from templetop.engine.refusal import IllegalMove

from .drawn import CARD, THREE_SPACES, asked, board, choices, draw_on, ground, play, table

BETWEEN = """
        p     q      r
    25  P1    p1111  .
    26  .     M2     .
    27  .     p1111  .
"""


def test_f_1_can_i_lay_a_worker_tile_that_does_not_touch_any_jungle_tile() -> None:
    with pytest.raises(IllegalMove, match="There is no jungle tile beside c25"):
        play(table(), "c25")


def test_f_2_can_i_decline_to_fill_a_space_between_two_worker_tiles() -> None:
    state = table(BETWEEN, display="TE WA")
    play(state, "r26", "3001")
    assert choices(state) == {"te r25", "wa r25"}


def test_f_3_can_i_build_over_without_paying_a_sun() -> None:
    state = table(BETWEEN, display="", pile="", active="purple")
    with pytest.raises(IllegalMove, match="costs a sun"):
        play(state, "q25")


def test_f_4_can_a_worker_act_twice() -> None:
    state = table("        p     q\n    25  G2    .", display="TE TE")
    play(state, "q25", "3001")
    draw_on(state)
    play(state, "p26", "3001")
    assert board(state, "red") == {"gold": 2}
    assert board(state, "purple") == {"gold": 6}


def test_f_5_what_if_the_pile_is_empty_and_the_display_has_one_tile() -> None:
    state = table(BETWEEN, display="TE", pile="")
    play(state, "r26", "3001", "te r25")
    assert ground(state)[1:] == ["25 P1 p1111 TE", "26 . M2 r3001", "27 . p1111 ."]
    assert CARD.view(state, None).display == {}


def test_f_6_can_i_lay_a_worker_tile_that_makes_more_than_two_spaces_to_fill() -> None:
    state = table(THREE_SPACES, display="TE WA", pile="SU")
    play(state, "q27", "3001", "wa q28", "te q26")
    assert asked(state) == "chance"
    assert ground(state)[2:5] == ["26 . TE . .", "27 M2 r3001 . p1111", "28 . WA . ."]
    play(state, "turn su")
    assert ground(state)[2:5] == ["26 . TE . .", "27 M2 r3001 SU p1111", "28 . WA . ."]


def test_f_7_do_i_draw_a_worker_tile_if_my_deck_is_empty() -> None:
    state = table(hand="2-1-0-1 2-1-0-1")
    state.players["deck"] = 0
    play(state, "q25", "2101")
    assert asked(state) == "purple"
