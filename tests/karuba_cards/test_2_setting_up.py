"""2  Setting up."""

import pytest

from templetop.engine.match import seats_to_move
from templetop.engine.refusal import WrongSeats
from templetop.engine.seats import CHANCE

from .drawn import CARD, anything, cards, cards_to, draw, is_over, laid, move_on, table


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_2_1_two_to_six_seats_play(seats: int) -> None:
    state = table(seats=seats)
    draw(state, *[1, 2, 3] * seats)
    assert seats_to_move(state) == [*range(seats)]


@pytest.mark.parametrize("seats", [0, 1, 7])
def test_2_1_it_is_for_no_more_and_no_fewer(seats: int) -> None:
    with pytest.raises(WrongSeats, match="seats 2 to 6"):
        CARD.start(seats)


def test_2_2_everyones_own_set_is_their_pile() -> None:
    state = table(seats=3)
    for seat in range(3):
        assert cards(state, seat, "pile") == [*range(1, 17)]
        assert cards(state, seat, "hand") == []


def test_2_2_it_is_shuffled_so_any_card_may_come_first() -> None:
    assert cards_to("draw", table(), CHANCE) == [*range(1, 17)]


def test_2_2_nobody_chooses_a_colour() -> None:
    assert [option.name for option in CARD.options if option.choices] == ["blocking"]
    assert seats_to_move(table(seats=6)) == [CHANCE]


def test_2_3_everyone_draws_three_cards_from_their_own_pile() -> None:
    state = table()
    draw(state, 5, 16, 1, 5, 6, 7)
    assert [cards(state, seat, "hand") for seat in (0, 1)] == [[1, 5, 16], [5, 6, 7]]
    assert cards(state, 0, "pile") == [card for card in range(1, 17) if card not in (1, 5, 16)]


def test_2_4_there_are_eight_rounds() -> None:
    state = table(seats=3)
    for number in range(1, 9):
        anything(state, until=number)
        assert state.rounds == number
        assert not is_over(state)
    while not is_over(state):
        move_on(state)
    assert state.rounds == 8
    assert min(len(laid(state, seat)) for seat in range(3)) >= 8
