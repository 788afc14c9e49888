"""What a move belongs to: cards of the hand, cards played, spaces of the island."""

from random import Random
from typing import Any

import pytest

from templetop.engine.match import legal_moves, make, seats_to_move, target_of
from templetop.engine.seats import CHANCE
from templetop.games.karuba_cards.people.view import Reach
from templetop.games.karuba_cards.people.words import Discard, Draw, Lay, Play

from .drawn import CARD, SPACE_NAMES, cards, decide, hands, number_of, table, to_lay


def offered(state: Any, seat: int, words: str) -> Any:
    return target_of(state, seat, number_of(state, seat, words))


def test_3_1_3_a_choice_belongs_to_the_cards_played_and_hides_the_one_that_is_kept() -> None:
    state = hands((3, 7, 12), (1, 2, 16))
    assert offered(state, 0, "keep 7") == Play("play", 0, [3, 12], sum=15)


def test_3_2_2_a_discard_belongs_to_one_of_the_cards_played() -> None:
    state = hands((3, 7, 12), (1, 2, 16))
    decide(state, "keep 7", "keep 16")
    assert offered(state, 1, "discard 2") == Discard("discard", 1, 2)


def test_3_3_1_a_card_is_laid_on_a_space() -> None:
    state = to_lay("1", 4, 9)
    space, then = SPACE_NAMES.index("d5"), Reach(column=0, row=1, columns=7, rows=6)
    assert offered(state, 0, "lay 9 on d5") == Lay("lay", 0, 9, space, then)
    assert offered(state, 0, "lay 4 on d5") == Lay("lay", 0, 4, space, then)


def test_3_4_4_a_draw_belongs_to_the_seat_that_draws() -> None:
    assert offered(table("1"), CHANCE, "draw 7") == Draw("draw", 0, 7, round=1)


@pytest.mark.parametrize("seats", [2, 6])
def test_all_that_is_named_is_there(seats: int) -> None:
    random = Random(seats)
    state = CARD.start(seats)
    while awaited := seats_to_move(state):
        for seat in awaited:
            view = CARD.view(state, None if seat == CHANCE else seat)
            for move in legal_moves(state, seat):
                check_target(state, view, target_of(state, seat, move))
        make(state, [(seat, random.choice(legal_moves(state, seat))) for seat in awaited])


def check_target(state: Any, view: Any, target: Any) -> None:
    match target:
        case Play(seat=seat, cards=two, sum=both):
            assert len(two) == 2
            assert sum(two) == both
            assert set(two) < set(cards(state, seat, "hand"))
        case Discard(seat=seat, card=card):
            assert card in cards(state, seat, "played")
        case Lay(seat=seat, card=card, space=space):
            assert card in cards(state, seat, "played")
            assert space in [one.space for one in view.seats[seat].open_to_cards]
            assert space not in [one.space for one in view.closed_to_cards]
        case Draw(seat=seat, card=card):
            assert card in cards(state, seat, "pile")
