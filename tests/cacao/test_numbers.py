"""Numbers that a designer may change: they are in the record, and nothing is compiled anew."""

from typing import Any

import pytest

from templetop.engine.refusal import UnknownOption
from templetop.engine.simulate import simulate
from templetop.games.cacao.rules.pieces import MARKETS, MINES

from .census import census
from .drawn import CARD, board, play, points, table
from .reading import read

ONE_TEMPLE = """
        o      p      q
    25  .      TE     r1111
    26  .      p2101  .
"""


def test_5_2_2_5_2_3_temples_may_pay_something_else() -> None:
    assert points(table(ONE_TEMPLE)) == [3 - 10, 6 - 10]
    assert points(table(ONE_TEMPLE, options={"prizes": "20,7"})) == [7 - 10, 20 - 10]


def test_1_7_the_water_track_may_be_worth_something_else() -> None:
    track = "-5,-4,-3,-2,-1,0,1,2,3"
    state = table(options={"water_track": track}, red={"water": 16})
    assert points(state) == [3, -5]
    assert CARD.view(state, 0).water_track == [-5, -4, -3, -2, -1, 0, 1, 2, 3]
    assert CARD.view(state, 0).players[1].water_gold == -5
    assert CARD.breakdown(state, 0)["water"] == 3


def test_5_3_6_a_sun_may_be_worth_something_else() -> None:
    state = table(options={"sun_worth": "5"}, red={"suns": 2})
    assert points(state) == [2 * 5 - 10, -10]
    assert CARD.breakdown(state, 0)["suns"] == 10


def test_3_4_10_markets_and_mines_may_pay_something_else() -> None:
    numbers = CARD.start(2, {"market_prices": "4,1,3", "mine_gold": "0,9"}).numbers
    assert [int(numbers.gold[kind]) for kind in (*MARKETS, *MINES)] == [4, 1, 3, 0, 9]
    with pytest.raises(UnknownOption, match="from 1 to 4"):
        CARD.start(2, {"market_prices": "5,3,4"})


@pytest.mark.parametrize(
    ("tile", "before", "answers", "after"),
    [
        ("M2", 3, ["2"], {"gold": 2 * 4, "cacao": 1}),
        ("M3", 3, ["2"], {"gold": 2 * 1, "cacao": 1}),
        ("M4", 3, ["2"], {"gold": 2 * 3, "cacao": 1}),
        ("G1", 3, [], {"cacao": 3}),
        ("G2", 3, [], {"gold": 2 * 9, "cacao": 3}),
    ],
)
def test_3_4_10_a_worker_sells_and_digs_at_what_was_agreed_on(
    tile: str, before: int, answers: list[str], after: dict[str, int]
) -> None:
    one_tile = f"""
            p     q
        25  {tile}    .
    """
    options = {"declining": "sales", "market_prices": "4,1,3", "mine_gold": "0,9"}
    state = table(one_tile, hand="1-1-1-1 2-1-0-1", options=options, red={"cacao": before})
    play(state, "q25", "1012", *answers)
    assert board(state, "red") == after


@pytest.mark.parametrize(("prices", "gold"), [("3,1,2", 3), ("1,3,2", 2)])
def test_3_4_10_a_fruit_is_sold_first_where_most_was_agreed_on(prices: str, gold: int) -> None:
    ground = """
            p     q      r
        25  M4    .      M2
    """
    options = {"declining": "sales", "market_prices": prices}
    state = table(ground, hand="1-1-1-1", options=options, red={"cacao": 2})
    play(state, "q25", "1111", "1")
    assert board(state, "red") == {"gold": gold, "cacao": 1}


@pytest.mark.parametrize(("seats", "name", "numbers", "of"), [
    (3, "jungle_tiles", "5,2,2,4,1,2,1,4,2,5", {"plantation": 5, "water": 4}),
    (2, "jungle_tiles_for_2", "4,2,2,3,1,1,1,2,2,3", {"sun site": 2, "temple": 3}),
    (2, "worker_tiles_for_2", "3,5,2,1", {"red 1-1-1-1": 3, "purple 3-0-0-1": 2}),
    (3, "worker_tiles_for_3", "0,5,1,1", {"red 1-1-1-1": 0, "white 2-1-0-1": 5}),
    (4, "worker_tiles_for_4", "3,4,0,2", {"yellow 3-0-0-1": 0, "yellow 3-1-0-0": 2}),
])  # fmt: skip
def test_2_6_2_2_there_may_be_more_or_fewer_tiles_of_a_kind(
    seats: int, name: str, numbers: str, of: dict[str, int]
) -> None:
    counted, usual = census(CARD.start(seats, {name: numbers})), census(CARD.start(seats))
    assert {tile: counted[tile] for tile in of} == of
    assert {tile for tile in counted if counted[tile] != usual[tile]} >= {*of} - {"white 2-1-0-1"}


@pytest.mark.parametrize(("name", "numbers"), [
    ("jungle_tiles", "6,2,2,4,1,2,1,3,2,6"),          # the ground has no room for 29 (3.1.6)
    ("jungle_tiles", "2,2,2,4,1,2,1,3,2,5"),          # there may be no free square (3.1.7)
    ("worker_tiles_for_4", "4,4,1,1"),
    ("worker_tiles_for_2", "2,0,0,0"),                # no hand (2.5)
    ("prizes", "6"),
    ("water_track", "-100,-4,-1,0,2,4,7,11,16"),
])  # fmt: skip
def test_3_1_6_3_1_7_numbers_that_no_game_can_be_played_with_are_refused(
    name: str, numbers: str
) -> None:
    with pytest.raises(UnknownOption, match=name):
        CARD.start(4, {name: numbers})


@pytest.mark.parametrize("numbers", ["0,8,2,4,1,2,1,3,2,5", "8,2,0,4,1,2,1,3,2,5"])
def test_2_13_a_plantation_and_a_market_of_2_are_among_the_jungle_tiles(numbers: str) -> None:
    with pytest.raises(UnknownOption) as refused:
        CARD.start(4, {"jungle_tiles": numbers})
    assert str(refused.value) == (
        "The option jungle_tiles needs a plantation and a market of 2, which are laid at the start "
        f"(2.13); '{numbers}' is not possible."
    )


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_2_13_there_are_as_many_jungle_tiles_as_were_agreed(seats: int) -> None:
    name = "jungle_tiles_for_2" if seats == 2 else "jungle_tiles"
    state = CARD.start(seats, {name: "1,8,1,4,1,2,1,3,2,5"})
    assert int(state.pile.sum()) + 2 == 28


def test_5_2_7_the_second_prize_is_not_higher_than_the_first() -> None:
    with pytest.raises(UnknownOption) as refused:
        CARD.start(2, {"prizes": "0,99"})
    assert str(refused.value) == (
        "The second of the numbers of the option prizes must not be higher than the first "
        "(5.2.7); '0,99' is not possible."
    )
    assert points(table(ONE_TEMPLE, options={"prizes": "5,5"})) == [5 - 10, 5 - 10]


@pytest.mark.parametrize(("seats", "options"), [
    (4, {"jungle_tiles": "1,0,1,1,0,1,0,10,10,1"}),
    (2, {"jungle_tiles_for_2": "1,0,1,0,0,11,0,0,0,0"}),
    (2, {"jungle_tiles_for_2": "1,0,1,0,0,0,0,0,0,26", "prizes": "99,99"}),
    (3, {"jungle_tiles": "24,0,1,0,0,0,0,0,0,0", "worker_tiles_for_3": "3,0,0,0"}),
    (2, {"market_prices": "4,4,4", "mine_gold": "0,0", "sun_worth": "20"}),
])  # fmt: skip
def test_3_1_7_games_are_played_to_their_end_with_the_strangest_numbers(
    seats: int, options: dict[str, str]
) -> None:
    results = simulate(CARD, seats, 200, options=options, keep_states=True)
    states: Any = results.states
    tiles = CARD.start(seats, options).players["deck"].sum()
    assert (states["laid"] == tiles).all()


def test_a_table_is_written_with_what_its_water_track_says() -> None:
    state = table(options={"water_track": "-5,-4,-3,-2,-1,0,1,2,3"})
    assert "water -5" in CARD.write(state)
    usual = table()
    assert read(CARD.write(usual)).tobytes() == usual.tobytes()
