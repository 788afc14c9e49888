"""What a move belongs to: squares, tiles of the hand, spaces, and sites where workers act."""

from random import Random
from typing import Any

import pytest

from templetop.engine.match import legal_moves, make, seats_to_move, target_of
from templetop.engine.seats import CHANCE
from templetop.games.cacao.people.view import Spot
from templetop.games.cacao.people.words import (
    Act,
    Choose,
    Draw,
    Edge,
    Fill,
    Filling,
    Reveal,
    Square,
    Turn,
)

from .drawn import CARD, ONE_SPACE, TWO_SPACES, choices, number_of, play, table
from .test_3_2_filling import lay_1111
from .test_3_3_letting_workers_act import OVERFLOW

P25, Q25, R25 = Spot(15, 15), Spot(16, 15), Spot(17, 15)
Q26, R27 = Spot(16, 16), Spot(17, 17)


def offered(state: Any, words: str, seat: int = 0) -> Any:
    return target_of(state, seat, number_of(state, seat, words))


def test_3_1_1_a_square_is_where_the_tile_will_lie() -> None:
    assert offered(table(), "q25") == Square("square", "free", 0, Q25, False, [])


def test_4_1_it_says_that_a_tile_is_built_over() -> None:
    state = table(ONE_SPACE, display="", pile="", red={"suns": 1})
    assert offered(state, "q25") == Square("square", "over", 0, Q25, True, [])


def test_3_1_3_a_face_belongs_to_a_tile_of_the_hand_as_it_lies() -> None:
    state = table()
    play(state, "q25")
    at_work = [Edge(Q26, "market of 2", 1)]
    finds = "Work for 1 at the market of 2."
    lies = [1, 2, 1, 0]
    face = Turn("turn", "to work", 0, Q25, "2-1-0-1", lies, at_work, finds)
    assert offered(state, "1210") == face


def test_3_2_1_a_square_tells_which_spaces_are_filled_then() -> None:
    state = table(TWO_SPACES)
    assert offered(state, "r26").filling == [R25, R27]
    assert offered(state, "p26").filling == [Spot(15, 17)]
    assert offered(table(TWO_SPACES, display="", pile=""), "r26").filling == []


def test_3_3_1_a_face_tells_which_of_its_workers_find_work() -> None:
    state = table(TWO_SPACES)
    play(state, "r26")
    assert offered(state, "2101").edges == [Edge(R25, None, 2), Edge(Q26, "market of 2", 1)]
    assert offered(state, "1012").edges == [
        Edge(R25, None, 1),
        Edge(R27, None, 1),
        Edge(Q26, "market of 2", 2),
    ]
    finds = "Work for 2 at the market of 2 and 2 where the jungle is filled."
    assert offered(state, "1012").finds == finds


def test_3_3_1_it_tells_where_none_of_them_does() -> None:
    state = table()
    play(state, "p24")
    idle = offered(state, "3001")
    assert (idle.words, idle.edges, idle.finds) == ("to wait", [], "No work for anybody.")


def test_3_2_5_where_the_other_tile_must_go_too_both_are_named() -> None:
    state = table(TWO_SPACES, display="M3 TE")
    lay_1111(state, "r26")
    both = [Filling(R25, "temple", [2, 0]), Filling(R27, "market of 3", [1, 1])]
    assert offered(state, "te r25") == Fill("fill", "both", 0, both)


def test_3_2_3_a_single_space_gets_a_single_tile() -> None:
    state = table(ONE_SPACE, display="M3 TE")
    lay_1111(state, "r26")
    assert offered(state, "m3 r25") == Fill("fill", "one", 0, [Filling(R25, "market of 3", [2, 0])])


def test_3_3_1_a_sale_belongs_to_the_market_beside_the_new_tile() -> None:
    state = table(red={"cacao": 2})
    play(state, "p26", "1210")
    sale = Act("act", "sell one", 0, "market of 2", 1, 2, True, [Q26], "Sell 1 for 2 gold")
    assert offered(state, "1") == sale


def test_3_3_2_it_belongs_to_the_tile_filled_in_beside_an_older_worker_too() -> None:
    state = table(ONE_SPACE, display="M3 M3", red={"cacao": 5}, active="purple")
    lay_1111(state, "r26")
    sale = Act("act", "sell one", 0, "market of 3", 1, 3, True, [R25], "Sell 1 for 3 gold")
    assert offered(state, "1") == sale


def test_3_3_4_which_edge_acts_first_belongs_to_the_tile_it_is_at() -> None:
    state = table(OVERFLOW, red={"cacao": 5})
    play(state, "q25", "2101")
    picks, sells = "1 worker at the plantation", "1 worker at the market of 3"
    assert offered(state, "p1x1") == Choose("choose", "one", 0, "plantation", 1, [P25], picks)
    assert offered(state, "m3x1") == Choose("choose", "one", 0, "market of 3", 1, [R25], sells)


def test_2_5_2_9_draws_belong_to_a_deck_and_the_display() -> None:
    state = CARD.start(2)
    assert offered(state, "draw 2-1-0-1", CHANCE) == Draw("draw", "dealing", 0, "2-1-0-1")
    while "turn te" not in choices(state):
        make(state, [(CHANCE, legal_moves(state, CHANCE)[0])])
    assert offered(state, "turn te", CHANCE) == Reveal("reveal", "display", "temple", None)


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("declining", ["sales", "anything"])
def test_all_that_is_named_is_there(seats: int, declining: str) -> None:
    random = Random(seats)
    state = CARD.start(seats, {"declining": declining})
    seen = set()
    while awaited := seats_to_move(state):
        moves = legal_moves(state, awaited[0])
        view = CARD.view(state, None if awaited == [CHANCE] else awaited[0])
        for target in [target_of(state, awaited[0], move) for move in moves]:
            check_target(view, target)
            seen.add(target.kind)
        make(state, [(awaited[0], random.choice(moves))])
    assert seen >= {"square", "turn", "fill", "act", "reveal", "draw"}


def check_target(view: Any, target: Any) -> None:
    jungle = {Spot(one.column, one.row): one.tile for one in view.jungle_tiles}
    workers = {Spot(one.column, one.row): one.seat for one in view.worker_tiles}
    match target:
        case Square(spot=spot, is_over=is_over):
            assert (spot in workers) == is_over
            assert spot not in jungle
        case Turn(spot=spot, tile=tile):
            assert spot == view.laying
            assert tile in view.players[target.seat].hand
        case Fill(fillings=fillings):
            assert {one.spot for one in fillings} <= set(view.filling)
            assert all(one.tile in view.display for one in fillings)
        case Act(sites=sites, tile=tile) | Choose(sites=sites, tile=tile):
            assert sites
            assert {jungle[site] for site in sites} == {tile}
        case Reveal(tile=tile):
            assert tile in view.pile
        case Draw(seat=seat, tile=tile):
            assert tile in view.players[seat].unlaid
