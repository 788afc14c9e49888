"""3.2  Filling the jungle."""

from typing import Any

import pytest

from templetop.engine.game import IllegalMove
from templetop.games.cacao.card import CARD

from .drawn import asked, choices, drawing, ground, play, table

ONE_SPACE = """
        p     q      r
    24  .     .      .
    25  P1    r1111  .
    26  .     M2     .
"""  # r26 makes r25 to be filled

TWO_SPACES = """
        p     q      r
    25  P1    r1111  .
    26  .     M2     .
    27  .     p1111  .
"""  # r26 makes r25 and r27 to be filled

THREE_SPACES = """
        p      q      r      s
    25  .      r1111  .      .
    26  .      .      .      .
    27  M2     .      .      p1111
    28  .      .      .      .
    29  .      p1111  .      .
"""  # q27 makes q26, r27 and q28 to be filled


def lay_1111(state: Any, square: str) -> None:
    play(state, square)
    if "1111" in choices(state):
        play(state, "1111")


def test_3_2_1_a_space_that_touches_two_worker_tiles_is_filled_at_once() -> None:
    state = table(ONE_SPACE, display="TE TE")
    lay_1111(state, "r26")
    filled = """
            p     q      r
        25  P1    r1111  TE
        26  .     M2     r1111
    """
    assert ground(state) == drawing(filled)


def test_3_2_1_it_does_not_matter_whose_they_are() -> None:
    state = table(ONE_SPACE.replace("r1111", "p1111"), display="TE TE")
    lay_1111(state, "r26")
    assert ground(state)[1] == "25 P1 p1111 TE"


def test_3_2_1_it_is_not_filled_with_one_worker_tile_beside_it() -> None:
    state = table(ONE_SPACE, display="TE TE")
    lay_1111(state, "o25")
    assert ground(state) == drawing(
        """
            o      p     q
        25  r1111  P1    r1111
        26  .      .     M2
        """
    )


def test_3_2_1_an_old_space_is_filled_only_if_the_new_tile_touches_it() -> None:
    """It was left empty for want of tiles, say: only spaces beside the new tile are looked at."""
    old = """
            p     q      r
        25  P1    r1111  .
        26  .     M2     p1111
    """
    state = table(old, display="TE TE")
    lay_1111(state, "o25")
    assert ground(state)[1] == "25 r1111 P1 r1111 ."


def test_3_2_2_it_has_to_be_filled() -> None:
    state = table(ONE_SPACE, display="TE M3")
    play(state, "r26", "2101")
    assert asked(state) == "red"
    assert choices(state) == {"te", "m3"}
    with pytest.raises(IllegalMove, match="Now a space is filled"):
        play(state, "0")


def test_3_2_3_the_active_seat_chooses_which_tile_of_the_display() -> None:
    for tile in ("te", "m3"):
        state = table(ONE_SPACE, display="TE M3")
        play(state, "r26", "2101", tile)
        assert ground(state)[1] == f"25 P1 r1111 {tile.upper()}"


def test_3_2_3_it_cannot_be_another_tile() -> None:
    state = table(ONE_SPACE, display="TE M3")
    play(state, "r26", "2101")
    with pytest.raises(IllegalMove, match="There is no water in the display"):
        play(state, "wa")


@pytest.mark.parametrize(("first", "second"), [("te", "m3"), ("m3", "te")])
def test_3_2_4_it_also_chooses_which_tile_goes_on_which_space(first: str, second: str) -> None:
    state = table(TWO_SPACES, display="TE M3")
    play(state, "r26", "2101", first)
    assert ground(state) == drawing(
        f"""
            p     q      r
        25  P1    r1111  {first.upper()}
        26  .     M2     r2101
        27  .     p1111  {second.upper()}
        """
    )


def test_3_2_5_they_are_filled_from_the_north_clockwise() -> None:
    state = table(TWO_SPACES, display="TE M3")
    play(state, "r26", "2101")
    assert choices(state) == {"te", "m3"}
    with pytest.raises(IllegalMove, match="Another space is filled before r27"):
        play(state, "te r27")


def test_3_2_5_nothing_is_asked_where_all_tiles_are_alike() -> None:
    state = table(TWO_SPACES, display="WA WA")
    play(state, "r26", "2101")
    assert asked(state) == "chance"
    assert CARD.view(state, None).display == {}


def test_3_2_6_for_a_third_space_the_display_is_made_full_and_one_chooses_again() -> None:
    state = table(THREE_SPACES, display="P1 G2", pile="WA SU TE")
    play(state, "q27", "2101", "g2 r27", "p1 q28")
    assert asked(state) == "chance"
    play(state, "turn wa", "turn te")
    assert choices(state) == {"wa", "te"}
    play(state, "te")
    assert ground(state) == drawing(
        """
            p      q      r      s
        25  .      r1111  .      .
        26  .      TE     .      .
        27  M2     r2101  G2     p1111
        28  .      P1     .      .
        29  .      p1111  .      .
        """
    )
    assert CARD.view(state, None).display == {"water": 1}


def test_3_2_6_it_is_the_only_tile_if_the_pile_has_no_more() -> None:
    state = table(THREE_SPACES, display="P1 G2", pile="WA")
    play(state, "q27", "2101", "g2 r27", "p1 q28", "turn wa")
    assert ground(state)[2] == "26 . WA . ."


def test_3_2_7_the_third_space_is_filled_with_the_next_tile_unseen() -> None:
    state = table(THREE_SPACES, display="P1 G2", pile="WA SU TE", options={"third_fill": "blind"})
    play(state, "q27", "2101", "g2 r27", "p1 q28")
    assert choices(state) == {"turn wa", "turn su", "turn te"}
    play(state, "turn su")
    assert ground(state)[2] == "26 . SU . ."
    assert CARD.view(state, None).display == {}


def test_3_2_8_spaces_for_which_there_is_no_tile_left_stay_empty() -> None:
    state = table(TWO_SPACES, display="TE", pile="")
    play(state, "r26", "2101")
    assert choices(state) == {"te", "te r27"}
    play(state, "te r27")
    assert ground(state)[1:] == ["25 P1 r1111 .", "26 . M2 r2101", "27 . p1111 TE"]


def test_3_2_8_it_is_the_active_seat_that_chooses_which_are_filled() -> None:
    state = table(THREE_SPACES, display="WA WA", pile="", active="purple")
    play(state, "q27", "2101")
    assert asked(state) == "purple"
    assert choices(state) == {"wa", "wa r27", "wa q28"}


def test_3_2_8_without_any_tiles_nothing_is_filled() -> None:
    state = table(TWO_SPACES, display="", pile="")
    play(state, "r26", "2101")
    assert ground(state)[1:] == ["25 P1 r1111 .", "26 . M2 r2101", "27 . p1111 ."]


def test_3_2_9_before_the_third_space_the_display_is_not_made_full() -> None:
    state = table(THREE_SPACES, display="P1 G2", pile="WA SU TE")
    play(state, "q27", "2101", "g2 r27")
    assert asked(state) == "red"
    assert CARD.view(state, None).display == {"plantation": 1}
    assert choices(state) == {"p1", "p1 q28"}


def test_3_2_9_it_is_made_full_at_the_end_of_the_turn_otherwise() -> None:
    state = table(ONE_SPACE, display="TE M3", pile="WA SU")
    play(state, "r26", "2101", "te")
    while asked(state) == "red":
        play(state, "0")
    play(state, "draw 1-1-1-1", "turn su")
    assert CARD.view(state, None).display == {"market of 3": 1, "sun site": 1}


def test_3_2_10_more_than_three_spaces_are_never_to_be_filled() -> None:
    """Beside every square that may be taken a jungle tile lies already."""
    state = table(THREE_SPACES, display="P1 G2")
    for square in choices(state):
        after = state.copy()
        play(after, square, "2101")
        assert len(CARD.view(after, None).to_fill) <= 3
