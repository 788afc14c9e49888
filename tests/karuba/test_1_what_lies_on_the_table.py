"""1  What lies on the table."""

from collections import Counter

import pytest

from templetop.games.karuba.rules.pieces import CRYSTALS, DRAWING, PATHS, TREASURE, TREASURE_NAMES

from .drawn import (
    CARD,
    COLOURS,
    SPACE_NAMES,
    at,
    goals,
    island,
    just_one,
    lays,
    points,
    reach,
    stand,
    table,
    treasures_left,
    turn,
)

STRAIGHT = {"N": "│", "E": "─", "S": "│", "W": "─"}
ACROSS = {"N": "─", "E": "│", "S": "─", "W": "│"}


def test_1_1_every_seat_has_an_island_of_5_rows_and_6_columns() -> None:
    state = table("", "", tile=7)
    spaces = {column + row for column in "abcdef" for row in "12345"}
    assert lays(state, seat=0) == lays(state, seat=1) == spaces


def test_1_1_it_does_not_go_on_in_the_next_row_at_the_end_of_a_row() -> None:
    eastern_end = """
        .  .  .  .  ─  ─n
        ─  ─  .  .  .  .
    """
    assert reach(eastern_end, steps=4, brown=(10, 20)) == {"e1"}
    western_end = """
        .  .  .  .  ─  ─
        ─n ─  .  .  .  .
    """
    assert reach(western_end, steps=4, brown=(10, 20)) == {"b2"}


def test_1_1_it_does_not_go_on_in_the_north_at_its_southern_end() -> None:
    island = """
        ┼  .  .
        .  .  .
        .  .  .
        .  .  .
        ┼n .  .
    """
    assert reach(island, steps=4) == set()


@pytest.mark.parametrize(
    ("beach", "space", "edge"),
    [
        (10, "a1", "W"), (20, "a2", "W"), (30, "a3", "W"), (40, "a4", "W"), (50, "a5", "W"),
        (60, "a5", "S"), (70, "b5", "S"), (80, "c5", "S"),
        (90, "d5", "S"), (100, "e5", "S"), (110, "f5", "S"),
    ],
)  # fmt: skip
def test_1_2_beach_numbers_lie_in_the_west_and_then_in_the_south(
    beach: int, space: str, edge: str
) -> None:
    assert reach(just_one(STRAIGHT[edge], space), steps=2, brown=(beach, 40)) == {space}
    assert reach(just_one(ACROSS[edge], space), steps=2, brown=(beach, 40)) == set()


@pytest.mark.parametrize(
    ("temple", "space", "edge"),
    [
        (10, "a1", "N"), (20, "b1", "N"), (30, "c1", "N"), (40, "d1", "N"), (50, "e1", "N"),
        (60, "f1", "N"), (70, "f1", "E"), (80, "f2", "E"),
        (90, "f3", "E"), (100, "f4", "E"), (110, "f5", "E"),
    ],
)  # fmt: skip
def test_1_3_temple_numbers_lie_in_the_north_and_then_in_the_east(
    temple: int, space: str, edge: str
) -> None:
    straight, across = just_one(STRAIGHT[edge] + "n", space), just_one(ACROSS[edge] + "n", space)
    assert reach(straight, steps=2, brown=(50, temple)) == {"temple"}
    assert reach(across, steps=2, brown=(50, temple)) == set()


def test_1_4_every_seat_has_four_adventurers_and_four_temples_one_of_each_colour() -> None:
    island = """
        .  .  .  .  .  ─n
        .  .  .  .  .  ─b
        .  .  .  .  .  ─p
        .  .  .  .  .  ─y
    """
    state = table(island, island, tile=36)
    for seat in (0, 1):
        assert [at(state, who, seat) for who in COLOURS] == ["f1", "f2", "f3", "f4"]
        assert [goals(state, who, seat) for who in COLOURS] == [{"temple"}] * 4
    assert [colour.colour for colour in CARD.view(state, 0).colours] == COLOURS


@pytest.mark.parametrize("tile", range(1, 37))
def test_1_5_every_seat_has_the_same_36_tiles(tile: int) -> None:
    state = table("", "", "")
    turn(state, tile, "lay c3", "lay c3", "lay c3")
    c3 = SPACE_NAMES.index("c3")
    assert [state.players[seat].tiles[c3] for seat in range(3)] == [tile] * 3


def test_1_6_a_set_is_16_straights_8_corners_8_junctions_and_4_crossings() -> None:
    kinds = Counter("".join(sorted(PATHS[drawing])) for drawing in DRAWING[1:])
    straights = {"EW": 8, "NS": 8}
    corners = {"ES": 2, "SW": 2, "EN": 2, "NW": 2}
    junctions = {"ENS": 2, "NSW": 2, "ESW": 2, "ENW": 2}
    assert kinds == straights | corners | junctions | {"ENSW": 4}


@pytest.mark.parametrize("tile", "─│┌┐└┘├┤┬┴┼")
def test_1_7_all_paths_of_a_tile_meet_on_it(tile: str) -> None:
    island = f"""
        .  │      .
        ─  {tile} ─
        .  │      .
    """
    state = table(island, tile=36)
    next_to_it = {"N": "b1", "E": "c2", "S": "b3", "W": "a2"}
    ends = {next_to_it[edge] for edge in PATHS[tile]}
    for end in ends:
        stand(state, "brown", end)
        assert goals(state) == {"b2", *ends} - {end}


def test_1_8_ten_tiles_of_a_set_show_a_crystal_and_four_show_gold() -> None:
    shown = Counter(TREASURE_NAMES[treasure] for treasure in TREASURE[1:])
    assert shown == {"crystal": 10, "gold": 4, "nothing": 22}


def test_1_9_there_are_64_crystals_which_is_always_enough() -> None:
    on_tiles = 4 * sum(TREASURE_NAMES[treasure] == "crystal" for treasure in TREASURE[1:])
    worst_arrival = sum(5 - treasure for treasure in treasures_left(table(seats=4), "brown"))
    assert CRYSTALS == 64 == on_tiles + 4 * worst_arrival


def test_1_10_there_is_enough_gold_for_everyone() -> None:
    state = table("", "", "", "")
    for tile, space in [(14, "a1"), (16, "b1"), (32, "c1"), (34, "d1")]:
        turn(state, tile, *[f"lay {space}"] * 4)
    for seat in range(4):
        assert island(state, seat)[0] == "─● ─● │● │● . ."


def test_1_11_with_12_nuggets_who_lays_a_gold_tile_when_none_is_left_gets_none() -> None:
    state = table("", "", "", "", options={"gold": "twelve"})
    for tile, space in [(14, "a1"), (16, "b1"), (32, "c1"), (34, "d1")]:
        turn(state, tile, *[f"lay {space}"] * 4)
    for seat in range(4):
        assert island(state, seat)[0] == "─● ─● │● │ . ."


def test_1_11_it_serves_the_seats_in_their_order_when_the_supply_runs_out() -> None:
    state = table("", "", "", "", options={"gold": "twelve"})
    turn(state, 14, "discard", "lay a1", "lay a1", "discard")
    turn(state, 16, *["lay b1"] * 4)
    turn(state, 32, *["lay c1"] * 4)
    turn(state, 34, "discard", "lay d1", "lay d1", "lay d1")
    assert [island(state, seat)[0].split()[3] for seat in range(4)] == [".", "│●", "│●", "│"]


def test_1_11_it_ends_a_walk_on_a_tile_without_gold_with_nothing() -> None:
    state = table("─n . .", options={"gold": "twelve"})
    state.gold = 0
    turn(state, 14, "lay b1")
    turn(state, 36, "walk brown to b1")
    assert points(state) == [0]


def test_1_11_it_takes_no_nugget_for_a_discarded_tile() -> None:
    state = table("", "", options={"gold": "twelve"})
    turn(state, 14, "discard", "lay a1")
    assert CARD.view(state, None).gold == 11
