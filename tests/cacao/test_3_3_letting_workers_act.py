"""3.3  Letting workers act. That no question is idle is shown in test_3_3_what_is_asked.py."""

import pytest

from templetop.engine.refusal import IllegalMove

from .drawn import CARD, SEATS, UNASKED, asked, board, choices, draw_on, play, table

ANYTHING = {"declining": "anything"}


def test_3_3_1_every_worker_of_the_new_tile_beside_a_jungle_tile_gets_its_chance() -> None:
    beside = """
            p     q     r
        24  .     G1    .
        25  WA    .     SU
        26  .     G2    .
    """
    state = table(beside)
    play(state, "q25", "2101")
    assert board(state, "red") == {"gold": 2, "suns": 1, "water": -4}


def test_3_3_1_it_may_be_beside_one_just_filled_in() -> None:
    filled = """
            p     q      r
        25  P1    p1111  .
        26  .     M2     .
    """
    state = table(filled, display="G2 G2")
    play(state, "r26", "3001")
    assert board(state, "red") == {"gold": 6}


def test_3_3_2_so_does_every_worker_beside_a_tile_filled_in_of_any_seat() -> None:
    neighbours = """
            q      r      s
        24  .      w0130  .
        25  p0310  .      y1003
        26  M2     .      .
    """
    state = table(neighbours, seats=4, display="G1 G1", hand="2-1-0-1 1-1-1-1")
    play(state, "r26", "2101")
    gold = [board(state, colour).get("gold", 0) for colour in SEATS]
    assert gold == [2 + 1, 3, 3, 3]  # r25 and s26 are filled


def test_3_3_2_also_on_older_tiles_of_the_active_seat() -> None:
    own = """
            q      r
        25  r0310  .
        26  M2     .
    """
    state = table(own, display="G1 G1")
    play(state, "r26", "2101")
    assert board(state, "red") == {"gold": 5}


def test_3_3_3_every_worker_gets_one_chance_in_the_game() -> None:
    """The tile on q25 acted when it was laid; another tile beside the same mine changes nothing."""
    mine = """
            p     q      r
        25  G1    r1111  .
    """
    state = table(mine, display="TE TE")
    play(state, "p26", "1111")
    assert board(state, "red") == {"gold": 1}


def test_3_3_3_who_does_not_take_it_has_had_it() -> None:
    state = table(red={"cacao": 1})
    play(state, "q27", "2101", "0")
    draw_on(state)
    assert asked(state) == "purple"
    play(state, "o25", "2101")
    draw_on(state)
    play(state, "p24", "0130")
    assert board(state, "red") == {"cacao": 4}


OVERFLOW = """
        p     q     r
    25  P1    .     M3
"""


def test_3_3_4_a_seat_chooses_the_order_of_its_edges() -> None:
    state = table(OVERFLOW, red={"cacao": 5})
    play(state, "q25", "2101")
    assert choices(state) == {"p1x1", "m3x1"}
    play(state, "m3x1", "1")
    assert board(state, "red") == {"gold": 3, "cacao": 5}


def test_3_3_4_another_order_can_lose_a_fruit() -> None:
    state = table(OVERFLOW, red={"cacao": 5})
    play(state, "q25", "2101", "p1x1", "1")
    assert board(state, "red") == {"gold": 3, "cacao": 4}


def test_3_3_4_all_workers_of_one_edge_act_before_the_next_begins() -> None:
    """Two sell, one picks two: nobody sells one, picks two of which one is lost, and sells one."""
    edges = """
            p     q
        24  .     M4
        25  P2    .
    """
    after = set()
    for moves in (["p2x1", "2"], ["m4x2", "2"]):
        state = table(edges, red={"cacao": 5})
        play(state, "q25", "2101")
        assert choices(state) == {"p2x1", "m4x2"}
        play(state, *moves)
        assert asked(state) == "chance"
        after.add(tuple(board(state, "red").items()))
    assert after == {(("gold", 8), ("cacao", 3)), (("gold", 8), ("cacao", 5))}


def test_3_3_5_it_may_let_some_of_the_workers_act_and_others_not() -> None:
    market = """
            p     q
        25  M2    .
    """
    state = table(market, red={"cacao": 4})
    play(state, "q25", "0013")
    assert choices(state) == {"0", "1", "2", "3"}
    play(state, "2")
    assert board(state, "red") == {"gold": 4, "cacao": 2}


def test_3_3_6_every_seat_decides_about_its_own_workers_the_active_one_first() -> None:
    shared = """
            q      r      s
        24  .      p3001  .
        25  r0310  .      w0013
        26  M2     .      .
    """
    boards = {"cacao": 3}
    state = table(
        shared, seats=3, display="M3 M3", active="white", red=boards, purple=boards, white=boards
    )
    play(state, "r26", "2101")
    assert asked(state) == "white"
    assert choices(state) == {"0", "1", "2", "3"}
    play(state, "3")
    assert asked(state) == "red"
    play(state, "1")
    assert asked(state) == "chance"
    assert board(state, "purple") == {"cacao": 3}
    assert board(state, "white") == {"gold": 9}


def test_3_3_7_the_order_is_not_asked_where_no_fruit_can_be_lost() -> None:
    state = table(OVERFLOW, red={"cacao": 4})
    play(state, "q25", "2101")
    assert board(state, "red") == {"cacao": 5}
    assert choices(state) == {"0", "1"}


def test_3_3_7_into_an_empty_storage_is_picked_first_even_if_a_fruit_is_lost() -> None:
    edges = """
            p     q
        24  .     P2
        25  M3    .
    """
    state = table(edges)
    play(state, "q25", "3001")
    assert board(state, "red") == {"cacao": 5}
    assert choices(state) == {"0", "1"}


def test_3_3_7_the_dearest_market_comes_first_and_those_of_one_price_together() -> None:
    markets = """
            p     q     r
        24  .     M4    .
        25  M2    .     M2
    """
    state = table(markets, red={"cacao": 4})
    play(state, "q25", "2101")
    assert choices(state) == {"0", "1", "2"}
    play(state, "2")
    assert board(state, "red") == {"gold": 8, "cacao": 2}
    assert choices(state) == {"0", "1", "2"}
    play(state, "2")
    assert board(state, "red") == {"gold": 12}


@pytest.mark.parametrize(("cacao", "offered"), [(1, {"0", "1"}), (2, {"0", "1", "2"})])
def test_3_3_8_no_more_fruits_are_offered_for_sale_than_there_are(
    cacao: int, offered: set[str]
) -> None:
    state = table(red={"cacao": cacao})
    play(state, "q27", "3001")
    assert choices(state) == offered


def test_3_3_8_nothing_is_asked_with_one_answer_only() -> None:
    state = table()
    play(state, "q27", "3001")
    assert asked(state) == "chance"


def test_3_3_8_it_offers_no_more_gains_than_there_is_room_for() -> None:
    sun_site = """
            p     q
        25  SU    .
    """
    state = table(sun_site, options=ANYTHING, red={"suns": 2})
    play(state, "p26", "3001")
    assert choices(state) == {"0", "1"}
    state = table(sun_site, options=ANYTHING, red={"suns": 3})
    play(state, "p26", "3001")
    assert asked(state) == "chance"


def test_3_3_5_it_cannot_let_more_act_than_there_are() -> None:
    state = table(red={"cacao": 5})
    play(state, "r26", "0121")
    with pytest.raises(IllegalMove, match="Only 1 can act at the market of 2"):
        play(state, "2")


def test_3_3_9_that_is_the_usual_choice() -> None:
    assert CARD.start(2).declines
    assert CARD.start(2, ANYTHING).tobytes() == CARD.start(2).tobytes()


def test_3_3_9_any_worker_may_be_left_without_acting() -> None:
    gains = """
            p     q     r
        24  .     P1    .
        25  WA    .     SU
        26  .     G2    .
    """
    state = table(gains, options=ANYTHING)
    play(state, "q25", "1111")
    for _ in range(4):
        assert choices(state) == {"0", "1"}
        play(state, "0")
    assert board(state, "red") == {}


def test_3_3_9_it_may_be_some_of_an_edge() -> None:
    state = table(options=ANYTHING)
    play(state, "p24", "0130")
    assert choices(state) == {"0", "1", "2", "3"}
    play(state, "2")
    assert board(state, "red") == {"cacao": 2}


def test_3_3_10_gains_that_cost_nothing_may_be_taken_without_a_question() -> None:
    gains = """
            p     q     r
        24  .     P1    .
        25  WA    .     SU
    """
    state = table(gains, options=UNASKED)
    play(state, "q25", "2101")
    assert asked(state) == "chance"
    assert board(state, "red") == {"cacao": 2, "suns": 1, "water": -4}
