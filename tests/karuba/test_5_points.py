"""5  Points."""

from typing import Any

import pytest

from .drawn import CARD, bring_home, island, places, points, table, turn

ISLAND = """
    ─n ─◆ ─● ─
    ─b ─  .  .
"""


def table_with(standings: list[tuple[int, int]]) -> Any:
    """A table where each seat has so many points, in crystals, and has laid so many tiles."""
    state = table(seats=len(standings))
    for seat, (crystals, laid) in enumerate(standings):
        state.players[seat].crystals = crystals
        state.players[seat].laid = laid
    return state


def test_5_1_temple_treasures_are_worth_what_is_printed_on_them() -> None:
    state = table("", "", "", "")
    for seat in range(4):
        bring_home(state, seat, "brown", "yellow")
    assert points(state) == [5 + 5, 4 + 4, 3 + 3, 2 + 2]


def test_5_2_a_nugget_of_gold_is_worth_2_points() -> None:
    state = table(ISLAND)
    turn(state, 36, "walk brown to c1")
    assert points(state) == [2]


def test_5_3_a_crystal_is_worth_1_point() -> None:
    state = table(ISLAND)
    turn(state, 36, "walk brown to b1")
    assert points(state) == [1]


def test_5_3_it_is_worth_as_much_if_it_came_with_a_treasure() -> None:
    door = ". . . . . ─n"
    state = table(door, door)
    turn(state, 36, "walk brown to temple", "walk brown to temple")
    assert points(state) == [5, 3 + 1 + 1]


def test_5_3_it_is_added_to_gold_and_treasures() -> None:
    state = table(ISLAND)
    bring_home(state, 0, "purple")
    turn(state, 36, "walk brown to b1")
    turn(state, 35, "walk brown to c1")
    assert points(state) == [5 + 1 + 2]


def test_5_3_what_the_points_are_made_of_can_be_asked() -> None:
    state = table(ISLAND)
    bring_home(state, 0, "purple")
    turn(state, 36, "walk brown to b1")
    turn(state, 35, "walk brown to c1")
    parts = {"treasures": 5, "gold": 2, "crystals": 1, "tiles": 6}
    assert CARD.breakdown(state, 0) == parts


def test_5_4_gold_and_crystals_still_lying_on_tiles_are_worth_nothing() -> None:
    state = table("─◆ ─● │◆ │●", "┌◆")
    assert points(state) == [0, 0]
    turn(state, 36, "walk brown to b1", "discard")
    assert island(state)[0] == "─◆ ─n │◆ │● . ."
    assert points(state) == [2, 0]


@pytest.mark.parametrize(
    ("standings", "expected"),
    [
        ([(7, 9), (8, 9)],                        [2, 1]),
        ([(30, 1), (12, 30), (0, 30), (22, 4)],   [1, 3, 4, 2]),
        ([(12, 30), (13, 0)],                     [2, 1]),  # tiles laid only part equals
        ([(0, 0)],                                [1]),
    ],
)  # fmt: skip
def test_5_5_the_most_points_win(standings: list[tuple[int, int]], expected: list[int]) -> None:
    assert places(table_with(standings)) == expected


def test_5_5_it_does_not_matter_what_they_are_made_of() -> None:
    state = table("─n ─●", "─n ─◆", "─n")
    bring_home(state, 1, "blue")
    turn(state, 36, "walk brown to b1", "walk brown to b1", "discard")
    assert points(state) == [2, 6, 0]
    assert places(state) == [2, 1, 3]


@pytest.mark.parametrize(
    ("standings", "expected"),
    [
        ([(8, 20), (8, 21)],                      [2, 1]),
        ([(8, 20), (8, 20)],                      [1, 1]),
        ([(8, 20), (8, 20), (8, 20), (8, 20)],    [1, 1, 1, 1]),
        ([(9, 10), (8, 20), (8, 20), (7, 30)],    [1, 2, 2, 4]),  # a tie in the middle
        ([(8, 20), (9, 10), (7, 30), (8, 20)],    [2, 1, 4, 2]),
        ([(8, 20), (8, 20), (8, 19)],             [1, 1, 3]),
        ([(8, 20), (8, 19), (8, 19), (8, 21)],    [2, 3, 3, 1]),
        ([(0, 0), (0, 0), (0, 1)],                [2, 2, 1]),
    ],
)  # fmt: skip
def test_5_6_among_equals_who_laid_more_tiles_is_ahead_and_after_that_the_place_is_shared(
    standings: list[tuple[int, int]], expected: list[int]
) -> None:
    assert places(table_with(standings)) == expected


def test_5_6_it_counts_the_tiles_on_the_island_and_not_those_discarded() -> None:
    state = table("", "")
    turn(state, 36, "lay a1", "discard")
    turn(state, 35, "discard", "discard")
    assert [state.players[seat].laid for seat in (0, 1)] == [1, 0]
    assert places(state) == [1, 2]
