"""2  Setting up."""

from typing import Any

import pytest

from templetop.engine import ask
from templetop.engine.match import legal_moves
from templetop.engine.refusal import WrongSeats
from templetop.engine.seats import CHANCE

from .census import census
from .drawn import CARD, EVENTS, SEATS, asked, board, choices, draw_on, drawing, ground, play
from .facts import JUNGLE_TILES, LEFT_OUT_FOR_TWO, WORKER_TILES


def worker_tiles(seats: int) -> list[dict[str, int]]:
    return [player.unlaid for player in CARD.view(CARD.start(seats), None).players]


def jungle_tiles(seats: int) -> dict[str, int]:
    counted = census(CARD.start(seats))
    return {name: counted[name] for name in JUNGLE_TILES}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_2_1_two_to_four_seats_play(seats: int) -> None:
    assert CARD.start(seats).seats == seats


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_2_1_it_cannot_be_played_by_fewer_or_more(seats: int) -> None:
    with pytest.raises(WrongSeats):
        CARD.start(seats)


def test_2_2_with_two_seats_everyone_keeps_all_11_worker_tiles() -> None:
    assert worker_tiles(2) == [WORKER_TILES[2]] * 2


def test_2_3_with_three_seats_everyone_returns_one_1_1_1_1_and_has_10() -> None:
    assert worker_tiles(3) == [WORKER_TILES[3]] * 3
    assert sum(WORKER_TILES[3].values()) == 10


def test_2_4_with_four_seats_everyone_returns_a_1_1_1_1_and_a_2_1_0_1_and_has_9() -> None:
    assert worker_tiles(4) == [WORKER_TILES[4]] * 4
    assert sum(WORKER_TILES[4].values()) == 9


def test_2_5_everyone_draws_a_hand_of_3() -> None:
    state = CARD.start(2)
    play(state, *["draw 2-1-0-1"] * 3)
    assert CARD.view(state, 0).players[0].hand == {"2-1-0-1": 3}
    assert CARD.view(state, 0).players[0].deck_size == 8
    play(state, *["draw 1-1-1-1"] * 3)
    assert CARD.view(state, 1).players[1].hand == {"1-1-1-1": 3}


def test_2_5_it_is_drawn_from_what_is_left_in_the_deck() -> None:
    state = CARD.start(2)
    weights = odds(state)
    assert weights == {"draw 1-1-1-1": 4, "draw 2-1-0-1": 5, "draw 3-0-0-1": 1, "draw 3-1-0-0": 1}
    play(state, "draw 3-0-0-1")
    assert odds(state) == {"draw 1-1-1-1": 4, "draw 2-1-0-1": 5, "draw 3-1-0-0": 1}


def test_2_5_it_is_unseen_by_the_others() -> None:
    one, other = CARD.start(2), CARD.start(2)
    play(one, *["draw 2-1-0-1"] * 3)
    play(other, *["draw 1-1-1-1"] * 3)
    assert CARD.view(one, 1) == CARD.view(other, 1)
    assert CARD.view(one, None) == CARD.view(other, None)
    assert CARD.view(one, 0) != CARD.view(other, 0)


def odds(state: Any) -> dict[str, int]:
    """What chance can do, and how likely."""
    weights = CARD.weights()
    total = ask.odds(state, CARD.event_set(), weights)
    found = {EVENTS[event]: int(weights[event]) for event in legal_moves(state, CHANCE)}
    assert total == sum(found.values())
    return found


@pytest.mark.parametrize("seats", [3, 4])
def test_2_6_with_three_or_four_seats_all_28_jungle_tiles_are_in_the_game(seats: int) -> None:
    assert jungle_tiles(seats) == JUNGLE_TILES


def test_2_7_with_two_seats_21_are() -> None:
    left = {name: count - LEFT_OUT_FOR_TWO.get(name, 0) for name, count in JUNGLE_TILES.items()}
    assert jungle_tiles(2) == left
    assert sum(left.values()) == 21


def test_2_8_a_plantation_and_a_market_of_2_lie_corner_to_corner() -> None:
    start = """
            p     q
        25  P1    .
        26  .     M2
    """
    assert ground(CARD.start(3)) == drawing(start)


@pytest.mark.parametrize(("seats", "others"), [(2, 19), (3, 26), (4, 26)])
def test_2_8_the_two_are_not_in_the_pile_any_more(seats: int, others: int) -> None:
    state = CARD.start(seats)
    assert int(state.pile.sum()) == others
    assert int((state.jungle > 0).sum()) == 2


@pytest.mark.parametrize(("seats", "in_the_pile"), [(2, 17), (3, 24), (4, 24)])
def test_2_9_the_other_jungle_tiles_are_the_pile_and_two_are_turned_up(
    seats: int, in_the_pile: int
) -> None:
    state = CARD.start(seats)
    play(state, *["draw 2-1-0-1"] * 3 * seats)
    assert odds(state)["turn te"] == (4 if seats == 2 else 5)
    play(state, "turn te", "turn m4")
    view = CARD.view(state, None)
    assert view.display == {"temple": 1, "market of 4": 1}
    assert sum(view.pile.values()) == in_the_pile


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_2_10_every_water_carrier_stands_on_minus_10_and_nobody_has_anything(seats: int) -> None:
    state = CARD.start(seats)
    assert [board(state, colour) for colour in SEATS[:seats]] == [{}] * seats
    assert [player.water_gold for player in CARD.view(state, None).players] == [-10] * seats


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_2_11_the_first_seat_begins(seats: int) -> None:
    state = CARD.start(seats)
    draw_on(state)
    assert asked(state) == "red"
    assert choices(state) == {"p24", "q25", "o25", "p26", "r26", "q27"}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_2_12_the_seats_are_red_purple_white_and_yellow_in_this_order(seats: int) -> None:
    players = CARD.view(CARD.start(seats), None).players
    assert [player.colour for player in players] == ["red", "purple", "white", "yellow"][:seats]
