"""Which round it is and what a seat is asked in it, each in a sentence."""

from typing import Any

import pytest

from .drawn import CARD, anything, decide, hands, is_over, move_on, table, to_lay


def asks(state: Any, seat: int | None = 0) -> Any:
    return CARD.view(state, seat).asks


def round_says(state: Any) -> Any:
    return CARD.view(state, None).round_says


def test_3_1_1_two_cards_are_asked_for() -> None:
    state = hands((3, 7, 12), (1, 2, 16))
    assert asks(state, 1) == "Choose two cards to play; the third stays in your hand."
    assert asks(state, None) is None


def test_3_2_1_only_the_lowest_is_asked_to_discard_and_told_by_how_much() -> None:
    state = hands((3, 5, 9), (1, 2, 3))
    decide(state, "keep 3", "keep 3")
    assert asks(state, 0) is None
    assert asks(state, 1) == (
        "Your sum 3 is the lowest (the other is 14): you must discard one of the two. Which?"
    )


def test_3_2_4_equals_are_all_asked() -> None:
    state = hands((3, 5, 9), (1, 7, 16), (14, 15, 16))
    decide(state, "keep 9", "keep 16", "keep 14")
    for seat in (0, 1):
        assert asks(state, seat) == (
            "Your sum 8 is the lowest (the others are 8 and 31): "
            "you must discard one of the two. Which?"
        )
    assert asks(state, 2) is None


@pytest.mark.parametrize(("cards", "sentence"), [
    ((5,), "Choose where to lay card 5."),
    ((5, 12), "Choose a card, then where to lay it."),
])  # fmt: skip
def test_3_3_1_it_is_asked_where_a_card_lies(cards: tuple[int, ...], sentence: str) -> None:
    assert asks(to_lay("1", *cards)) == sentence


def test_2_4_the_rounds_are_counted() -> None:
    assert round_says(table(seats=2)) == "Round 1 of 8."
    state = table(seats=2)
    anything(state, until=2)
    assert round_says(state) == "Round 2 of 8."


def test_3_1_4_the_last_cards_are_not_chosen() -> None:
    state = table(seats=2)
    anything(state, until=8)
    assert round_says(state) == "Round 8 of 8: everyone’s last two cards are played."
    while not is_over(state):
        move_on(state)
    assert round_says(state) == "Round 8 of 8."
    assert asks(state) is None
