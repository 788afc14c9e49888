"""3.5  The end of a turn."""

import pytest

from .drawn import CARD, THREE_SPACES, TWO_SPACES, asked, choices, draw_on, play, table


def test_3_5_1_the_active_seat_draws_a_worker_tile() -> None:
    state = table(hand="1-1-1-1 1-1-1-1 1-1-1-1")
    play(state, "p24", "1111")
    assert choices(state) == {"draw 1-1-1-1", "draw 2-1-0-1", "draw 3-0-0-1", "draw 3-1-0-0"}
    play(state, "draw 3-1-0-0")
    assert CARD.view(state, 0).players[0].hand == {"1-1-1-1": 2, "3-1-0-0": 1}


FILLED = """
        p     q      r
    25  P1    p1111  .
    26  .     M2     .
"""


def test_3_5_2_the_display_is_made_full_again() -> None:
    state = table(FILLED, display="TE WA", pile="SU G1")
    play(state, "r26", "3001", "te", "draw 1-1-1-1")
    assert choices(state) == {"turn su", "turn g1"}
    play(state, "turn su")
    assert CARD.view(state, None).display == {"water": 1, "sun site": 1}
    assert asked(state) == "purple"


OF_PURPLE = TWO_SPACES.replace("r1111", "p1111")


def test_3_5_2_it_is_after_both_tiles_were_used() -> None:
    state = table(OF_PURPLE, display="TE TE", pile="SU G1 WA")
    play(state, "r26", "3001", "draw 1-1-1-1")
    assert CARD.view(state, None).display == {}
    play(state, "turn su", "turn wa")
    assert CARD.view(state, None).display == {"sun site": 1, "water": 1}
    assert CARD.view(state, None).pile == {"gold mine of 1": 1}
    assert asked(state) == "purple"


def test_3_5_2_it_is_with_the_last_tile_of_the_pile() -> None:
    state = table(OF_PURPLE, display="TE TE", pile="SU")
    play(state, "r26", "3001", "draw 1-1-1-1", "turn su")
    assert CARD.view(state, None).display == {"sun site": 1}
    assert asked(state) == "purple"


@pytest.mark.parametrize(("third_fill", "filling", "turned_up", "display"), [
    ("chosen", ["turn wa", "turn te", "te"], ["turn su"], {"water": 1, "sun site": 1}),
    ("blind", ["turn te"], ["turn su", "turn wa"], {"water": 1, "sun site": 1}),
])  # fmt: skip
def test_3_5_2_it_is_after_a_third_space_was_filled(
    third_fill: str, filling: list[str], turned_up: list[str], display: dict[str, int]
) -> None:
    """One of the two tiles turned up for it is left; none, if it was filled unseen."""
    state = table(
        THREE_SPACES, display="TE TE", pile="WA SU TE G1", options={"third_fill": third_fill}
    )
    play(state, "q27", "0130", "te q26", "te r27", *filling)
    play(state, "draw 1-1-1-1", *turned_up)
    assert CARD.view(state, None).display == display
    assert asked(state) == "purple"


def test_3_5_2_it_is_not_with_an_empty_pile() -> None:
    state = table(FILLED, display="TE WA", pile="")
    play(state, "r26", "3001", "te", "draw 1-1-1-1")
    assert asked(state) == "purple"
    assert CARD.view(state, None).display == {"water": 1}


@pytest.mark.parametrize(("seats", "active", "follower"), [
    (2, "red", "purple"), (2, "purple", "red"), (3, "white", "red"), (4, "white", "yellow"),
])  # fmt: skip
def test_3_5_3_then_it_is_the_turn_of_the_next_seat(seats: int, active: str, follower: str) -> None:
    state = table(seats=seats, active=active)
    play(state, "q25", "3001")
    draw_on(state)
    assert asked(state) == follower


def test_3_5_4_who_has_an_empty_deck_draws_nothing_and_plays_on() -> None:
    state = table(hand="2-1-0-1 1-1-1-1")
    state.players["deck"] = 0
    play(state, "p24", "1111")
    assert asked(state) == "purple"
    play(state, "q27", "1111")
    assert asked(state) == "red"
    assert CARD.view(state, 0).players[0].hand == {"2-1-0-1": 1}
