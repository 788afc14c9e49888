"""3.1  Choosing."""

import pytest

from templetop.engine.match import NotYourTurn, legal_moves, seats_to_move
from templetop.games.karuba_cards.rules.moves import KEEP
from templetop.games.karuba_cards.rules.state import CHOOSING, DISCARDING

from .drawn import (
    CARD,
    anything,
    cards,
    cards_to,
    decide,
    draw,
    hands,
    match_at,
    put_down,
    refused,
    table,
)


def test_3_1_1_everyone_chooses_two_of_three_cards_and_keeps_the_third() -> None:
    state = hands((3, 7, 12), (1, 2, 16))
    assert cards_to("keep", state, 0) == [3, 7, 12]
    assert cards_to("keep", state, 1) == [1, 2, 16]
    decide(state, "keep 7", "keep 16")
    assert cards(state, 0, "played") == [3, 12]
    assert cards(state, 0, "hand") == [7]
    assert cards(state, 1, "played") == [1, 2]
    assert cards(state, 1, "hand") == [16]


def test_3_1_1_it_must_be_a_card_in_the_hand() -> None:
    state = hands((3, 7, 12), (1, 2, 16))
    refusal = refused(state, 0, KEEP + 16)
    assert (str(refusal), refusal.rule) == ("Card 16 is not in your hand.", "3.1.1")


def test_3_1_1_it_is_the_only_thing_to_do_now() -> None:
    state = hands((3, 7, 12), (1, 2, 16), islands=["1", "3"])
    for number in (17, 64 + 17, KEEP + 16 + 3):
        assert refused(state, 0, number).rule == "3.1.1"
    assert len(legal_moves(state, 0)) == 3


def test_3_1_2_all_choose_at_the_same_time() -> None:
    state = hands((3, 7, 12), (1, 2, 16), (4, 5, 6))
    assert seats_to_move(state) == [0, 1, 2]
    match = match_at(state)
    put_down(match, 1, "keep 16")
    assert match.awaited == [0, 2]


def test_3_1_2_nobody_sees_what_another_has_chosen_before_all_have() -> None:
    match = match_at(hands((3, 7, 12), (1, 2, 16), (4, 5, 6)))
    before = match.state.tobytes()
    put_down(match, 1, "keep 16")
    assert match.state.tobytes() == before  # of all that is asked of the game, nothing differs
    assert CARD.view(match.state, 0).seats[1].played == []


def test_3_1_2_who_has_chosen_does_not_choose_again() -> None:
    match = match_at(hands((3, 7, 12), (1, 2, 16)))
    put_down(match, 1, "keep 16")
    with pytest.raises(NotYourTurn) as wait:
        put_down(match, 1, "keep 1")
    assert str(wait.value) == "Seat 2 has already decided; waiting for seat 1."
    assert wait.value.rule == "3.1.2"
    assert match.decided == {1: KEEP + 16}


def test_3_1_3_all_turn_their_two_cards_face_up_at_the_same_time() -> None:
    state = hands((3, 7, 12), (1, 2, 16))
    match = match_at(state)
    put_down(match, 0, "keep 7")
    assert state.phase == CHOOSING
    put_down(match, 1, "keep 16")
    assert state.phase == DISCARDING
    seen = CARD.view(state, None).seats
    assert [[card.number for card in seat.played] for seat in seen] == [[3, 12], [1, 2]]


def test_3_1_3_the_third_stays_in_the_hand_unseen() -> None:
    states = [hands((3, 7, 12), (1, 2, hidden)) for hidden in (5, 6)]
    for state, hidden in zip(states, (5, 6)):
        decide(state, "keep 7", f"keep {hidden}")
        assert cards(state, 1, "hand") == [hidden]
    assert CARD.view(states[0], 0) == CARD.view(states[1], 0)
    assert CARD.view(states[0], 1) != CARD.view(states[1], 1)
    assert {5, 6} <= set(CARD.view(states[0], 0).seats[1].unseen)


def test_3_1_4_in_the_eighth_round_everyone_plays_the_two_cards_that_are_left() -> None:
    state = table(seats=3)
    anything(state, until=8)
    assert state.rounds == 8
    assert state.phase == DISCARDING
    for seat in range(3):
        assert len(cards(state, seat, "played")) == 2
        assert cards(state, seat, "hand") == cards(state, seat, "pile") == []


def test_3_1_4_it_asks_for_a_choice_in_the_seventh() -> None:
    state = table(seats=2)
    anything(state, until=7)
    assert state.phase == CHOOSING
    assert seats_to_move(state) == [0, 1]
    for seat in range(2):
        assert len(cards_to("keep", state, seat)) == 3


def test_3_1_1_it_begins_when_all_have_drawn() -> None:
    state = table()
    draw(state, 1, 2, 3, 4, 5)
    assert seats_to_move(state) == [-1]
    draw(state, 6)
    assert seats_to_move(state) == [0, 1]
