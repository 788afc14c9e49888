"""3.4  Drawing."""

import numpy as np
import pytest

from templetop.engine import ask
from templetop.engine.game import CHANCE, EVEN
from templetop.engine.match import legal_moves, seats_to_move
from templetop.engine.random import generator
from templetop.games.karuba_cards.card import CARD
from templetop.games.karuba_cards.moves import DRAW

from .drawn import anything, cards, cards_to, decide, draw, hands, play, refused, table


def test_3_4_1_everyone_draws_until_there_are_three_cards_in_their_hand_again() -> None:
    state = hands((1, 2, 15), (4, 5, 16))
    decide(state, "keep 2", "keep 5")
    play(state, 0, "discard 1")
    play(state, 1, "lay 16 on e4")
    assert seats_to_move(state) == [CHANCE]
    draw(state, 3, 4, 1, 2)
    assert [cards(state, seat, "hand") for seat in (0, 1)] == [[2, 3, 4], [1, 2, 5]]
    assert seats_to_move(state) == [0, 1]


@pytest.mark.parametrize("number", range(1, 8))
def test_3_4_1_it_is_so_in_each_of_the_first_seven_rounds(number: int) -> None:
    state = table(seats=3)
    anything(state, until=number)
    assert [len(cards(state, seat, "hand")) for seat in range(3)] == [3, 3, 3]
    assert [len(cards(state, seat, "pile")) for seat in range(3)] == [16 - 2 * number - 1] * 3


def test_3_4_2_for_the_eighth_round_only_one_card_is_left_to_draw() -> None:
    state = table(seats=2)
    anything(state, until=7)
    while state.rounds < 8:
        seat = seats_to_move(state)[0]
        ask.play(state, seat, legal_moves(state, seat)[0])
    assert [len(cards(state, seat, "hand")) for seat in range(2)] == [1, 1]
    assert [len(cards(state, seat, "pile")) for seat in range(2)] == [1, 1]
    draw(state, *cards(state, 0, "pile"), *cards(state, 1, "pile"))
    assert [len(cards(state, seat, "played")) for seat in range(2)] == [2, 2]


def test_3_4_3_nobody_sees_the_hand_or_the_pile_of_another() -> None:
    one = hands((3, 7, 12), (1, 2, 16))
    other = hands((3, 7, 12), (5, 8, 9))
    for seat in (None, 0):
        assert CARD.view(one, seat) == CARD.view(other, seat)
    assert CARD.view(one, 1) != CARD.view(other, 1)
    assert [card.number for card in CARD.view(one, 1).hand] == [1, 2, 16]
    assert CARD.view(one, None).hand == []


def test_3_4_3_which_cards_are_in_the_two_together_everyone_can_tell() -> None:
    state = hands((3, 7, 12), (1, 2, 16))
    decide(state, "keep 7", "keep 16")
    play(state, 1, "discard 2")
    seen = {3, 12}
    assert CARD.view(state, 1).seats[0].unseen == sorted({*range(1, 17)} - seen)
    assert CARD.view(state, 0).seats[1].unseen == sorted({*range(1, 17)} - {1, 2})


def test_3_4_3_imagined_hands_agree_with_all_that_lies_open() -> None:
    state = hands((3, 7, 12), (1, 2, 16), (4, 9, 10))
    decide(state, "keep 7", "keep 16", "keep 4")
    play(state, 1, "discard 2")
    kept = set()
    for draw_number in range(200):
        world = state.copy()
        ask.imagine(world, 0, generator(draw_number), CARD.move_set())
        assert CARD.view(world, 0) == CARD.view(state, 0)
        assert cards(world, 0, "hand") == [7]
        (card,) = cards(world, 1, "hand")
        kept.add(card)
        assert {card, *cards(world, 1, "pile")} == {*range(1, 17)} - {1, 2}
    assert kept == {*range(1, 17)} - {1, 2}


def test_3_4_3_imagined_choices_are_of_imagined_hands() -> None:
    state = hands((3, 7, 12), (1, 2, 16))
    play(state, 1, "keep 16")
    for draw_number in range(50):
        world = state.copy()
        ask.imagine(world, 0, generator(draw_number), CARD.move_set())
        assert CARD.view(world, 1).choice in legal_moves(world, 1)


def test_3_4_4_any_card_of_the_pile_may_come_each_equally_likely() -> None:
    state = table()
    draw(state, 5)
    weights = np.zeros(CARD.moves, np.int64)
    assert ask.odds(state, CARD.move_set(), weights) == EVEN
    assert cards_to("draw", state, CHANCE) == [card for card in range(1, 17) if card != 5]


def test_3_4_4_a_card_that_is_not_in_the_pile_is_refused() -> None:
    state = table()
    draw(state, 5)
    refusal = refused(state, CHANCE, DRAW + 5)
    assert (str(refusal), refusal.rule) == ("Card 5 is not in the pile of seat 1.", "3.4.4")
    assert refused(state, CHANCE, 3).rule == "3.4.4"


def test_3_4_4_seats_draw_one_after_another_and_one_card_at_a_time() -> None:
    state = table(seats=3)
    drawn = []
    for _ in range(9):
        draw(state, min(cards_to("draw", state, CHANCE)))
        drawn.append([len(cards(state, seat, "hand")) for seat in range(3)])
    assert drawn[:4] == [[1, 0, 0], [2, 0, 0], [3, 0, 0], [3, 1, 0]]
    assert drawn[-1] == [3, 3, 3]
