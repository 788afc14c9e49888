"""3.4  What a worker does."""

import pytest

from templetop.engine.refusal import IllegalMove

from .drawn import Board, asked, board, play, points, table

NOTHING: Board = {}


def act(tile: str, workers: int, before: Board = NOTHING, sell: str = "") -> dict[str, int]:
    """What the active seat has after so many workers acted beside such a tile."""
    face = {1: "2101", 2: "1012", 3: "0013"}[workers]
    one_tile = f"""
            p     q
        25  {tile}    .
    """
    state = table(one_tile, hand="1-1-1-1 2-1-0-1 3-0-0-1", red=before)
    play(state, "q25", face, *filter(None, [sell]))
    return board(state, "red")


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_3_4_1_at_a_plantation_it_takes_one_fruit(workers: int) -> None:
    assert act("P1", workers) == {"cacao": workers}


@pytest.mark.parametrize("workers", [1, 2])
def test_3_4_2_at_a_double_plantation_it_takes_two(workers: int) -> None:
    assert act("P2", workers) == {"cacao": 2 * workers}


@pytest.mark.parametrize(("tile", "workers", "before"), [("P1", 3, 3), ("P2", 3, 0), ("P2", 1, 4)])
def test_3_4_3_fruits_for_which_there_is_no_room_are_lost(
    tile: str, workers: int, before: int
) -> None:
    assert act(tile, workers, {"cacao": before}) == {"cacao": 5}


@pytest.mark.parametrize(("tile", "price"), [("M2", 2), ("M3", 3), ("M4", 4)])
@pytest.mark.parametrize("workers", [1, 2, 3])
def test_3_4_4_at_a_market_it_sells_a_fruit_for_its_price(
    tile: str, price: int, workers: int
) -> None:
    after = act(tile, workers, {"cacao": 4}, sell=str(workers))
    assert after == {"gold": price * workers, "cacao": 4 - workers}


def test_3_4_5_it_cannot_sell_what_the_seat_does_not_have() -> None:
    with pytest.raises(IllegalMove, match="You have only 2 fruits to sell"):
        act("M3", 3, {"cacao": 2}, sell="3")


@pytest.mark.parametrize(("tile", "value"), [("G1", 1), ("G2", 2)])
@pytest.mark.parametrize("workers", [1, 2, 3])
def test_3_4_6_at_a_gold_mine_it_takes_one_or_two_gold(tile: str, value: int, workers: int) -> None:
    assert act(tile, workers) == {"gold": value * workers}


@pytest.mark.parametrize(("workers", "field"), [(1, -4), (2, -1), (3, 0)])
def test_3_4_7_at_a_water_it_moves_the_water_carrier_one_field_on(workers: int, field: int) -> None:
    assert act("WA", workers).get("water") == field


def test_3_4_7_the_last_field_is_the_end() -> None:
    assert act("WA", 3, {"water": 11}) == {"water": 16}


@pytest.mark.parametrize(
    ("before", "workers", "after"), [(0, 1, 1), (0, 3, 3), (2, 2, 3), (3, 1, 3)]
)
def test_3_4_8_at_a_sun_site_it_takes_a_sun_if_there_is_room(
    before: int, workers: int, after: int
) -> None:
    assert act("SU", workers, {"suns": before}) == {"suns": after}


def test_3_4_9_at_a_temple_it_does_nothing_now() -> None:
    assert act("TE", 3) == {}
    state = table("        p     q\n    25  TE    .", display="WA WA")
    play(state, "q25", "0013")
    assert asked(state) == "chance"
    assert points(state) == [6 - 10, -10]


@pytest.mark.parametrize(
    ("tile", "before", "after"),
    [
        ("P2", {"cacao": 4, "gold": 7}, {"cacao": 5, "gold": 7}),
        ("WA", {"water": 11, "gold": 7}, {"water": 16, "gold": 7}),
        ("G2", {"cacao": 4, "gold": 7}, {"cacao": 4, "gold": 9}),
        ("SU", {"suns": 1, "gold": 7}, {"suns": 2, "gold": 7}),
    ],
)
def test_3_4_2_3_4_3_3_4_7_a_tile_changes_nothing_but_what_it_gives(
    tile: str, before: dict[str, int], after: dict[str, int]
) -> None:
    assert act(tile, 1, before) == after
