"""3.2  The lowest sum."""

import pytest

from templetop.engine.match import NotYourTurn, seats_to_move
from templetop.games.karuba_cards.rules.moves import DISCARD

from .drawn import (
    CARD,
    anything,
    cards,
    cards_to,
    decide,
    hands,
    laid,
    match_at,
    play,
    put_down,
    refused,
    table,
)


def test_3_2_1_the_seat_with_the_lowest_sum_has_to_discard_a_card() -> None:
    state = hands((1, 2, 15), (4, 5, 16))
    decide(state, "keep 2", "keep 5")  # 16 against 20, as in the rule text
    assert seats_to_move(state) == [0]
    assert cards_to("discard", state, 0) == [1, 15]


@pytest.mark.parametrize("lowest", range(4))
def test_3_2_1_it_is_the_lowest_of_all(lowest: int) -> None:
    sums = [(1, 15), (7, 16), (4, 16), (2, 16)]  # 16, 23, 20 and 18
    order = sums[-lowest:] + sums[:-lowest]
    state = hands(*[(*pair, 13) for pair in order])
    decide(state, *["keep 13"] * 4)
    assert seats_to_move(state) == [order.index((1, 15))]


def test_3_2_2_it_discards_one_of_the_two_whichever_it_likes() -> None:
    for gone, left in ((1, 15), (15, 1)):
        state = hands((1, 2, 15), (4, 5, 16))
        decide(state, "keep 2", "keep 5")
        play(state, 0, f"discard {gone}")
        assert cards(state, 0, "discards") == [gone]
        assert laid(state, 0) == {"d4": left}
        assert cards(state, 0, "hand") == [2]


def test_3_2_2_it_must_be_one_of_the_two_it_has_played() -> None:
    state = hands((1, 2, 15), (4, 5, 16))
    decide(state, "keep 2", "keep 5")
    for card in (2, 4, 3):
        refusal = refused(state, 0, DISCARD + card)
        assert str(refusal) == f"Card {card} is not one of the two you have played."
        assert refusal.rule == "3.2.2"


@pytest.mark.parametrize(
    ("seat", "words", "sentence", "rule"),
    [
        (1, "discard 4", "Seat 2 has nothing to decide now; waiting for seat 3.", "3.2.1"),
        (0, "discard 15", "Seat 1 has already decided; waiting for seat 3.", "3.2.3"),
    ],
)
def test_3_2_1_only_the_lowest_discards_and_3_2_3_only_once(
    seat: int, words: str, sentence: str, rule: str
) -> None:
    state = hands((1, 2, 15), (4, 5, 16), (1, 2, 15))
    decide(state, "keep 2", "keep 5", "keep 2")
    match = match_at(state)
    put_down(match, 0, "discard 1")
    with pytest.raises(NotYourTurn) as wait:
        put_down(match, seat, words)
    assert (str(wait.value), wait.value.rule) == (sentence, rule)
    assert match.decided == {0: DISCARD + 1}


def test_3_2_3_several_who_discard_decide_at_the_same_time_unseen() -> None:
    state = hands((1, 2, 15), (3, 4, 13), (5, 14, 16))
    decide(state, "keep 2", "keep 4", "keep 5")
    assert seats_to_move(state) == [0, 1]
    match, before = match_at(state), state.tobytes()
    put_down(match, 0, "discard 1")
    assert match.awaited == [1]
    assert state.tobytes() == before  # of all that is asked of the game, nothing differs
    put_down(match, 1, "discard 3")
    assert [cards(state, seat, "discards") for seat in range(3)] == [[1], [3], []]


def test_3_2_4_if_several_share_the_lowest_sum_each_of_them_discards() -> None:
    state = hands((1, 2, 15), (3, 4, 13), (5, 14, 16))
    decide(state, "keep 2", "keep 4", "keep 5")
    decide(state, "discard 1", "discard 13")
    assert [len(cards(state, seat, "discards")) for seat in range(3)] == [1, 1, 0]


def test_3_2_4_it_may_be_everybody() -> None:
    state = hands(*[(3, 7, 12)] * 6)
    decide(state, *["keep 7"] * 6)
    assert seats_to_move(state) == [*range(6)]
    decide(state, *["discard 3"] * 6)
    assert all(laid(state, seat) == {"d4": 12} for seat in range(6))


def test_3_2_5_discards_lie_open() -> None:
    state = hands((1, 2, 15), (4, 5, 16))
    decide(state, "keep 2", "keep 5")
    play(state, 0, "discard 15")
    for seat in (None, 0, 1):
        assert [card.number for card in CARD.view(state, seat).seats[0].discards] == [15]


def test_3_2_5_they_never_come_back() -> None:
    state = table(seats=4)
    for number in range(2, 9):
        before = [set(cards(state, seat, "discards")) for seat in range(4)]
        anything(state, until=number)
        for seat in range(4):
            assert before[seat] <= set(cards(state, seat, "discards"))
            assert len(cards(state, seat, "discards")) <= number
