"""3.4  Walking."""

import pytest

from templetop.engine.seats import CHANCE

from .drawn import COLOURS, at, bring_home, goals, just_one, play, reach, table, turn
from .facts import EDGES


@pytest.mark.parametrize(
    ("steps", "spaces"), [(2, {"b1", "c1"}), (3, {"b1", "c1", "d1"}), (4, {"b1", "c1", "d1", "e1"})]
)
def test_3_4_1_an_adventurer_walks_up_to_as_many_steps_as_the_tile_has_paths(
    steps: int, spaces: set[str]
) -> None:
    assert reach("─n ─ ─ ─ ─ ─", steps) == spaces


@pytest.mark.parametrize("tile", range(1, 37))
def test_3_4_1_it_is_allowed_two_three_or_four_steps_by_each_tile(tile: int) -> None:
    state = table("─n ─ ─ ─ ─ ─", tile=tile)
    assert len(goals(state)) == len(EDGES[tile])


def test_3_4_1_it_may_be_one_step_short_of_its_temple_or_have_just_enough() -> None:
    island = ". . . ─n ─ ─"
    assert reach(island, steps=2) == {"e1", "f1"}
    assert reach(island, steps=3) == {"e1", "f1", "temple"}


def test_3_4_1_it_may_walk_from_beach_to_temple_in_one_walk() -> None:
    island = "─ ─ ┘"
    assert reach(island, steps=3, brown=(10, 30)) == {"a1", "b1", "c1"}
    assert reach(island, steps=4, brown=(10, 30)) == {"a1", "b1", "c1", "temple"}


def test_3_4_1_it_keeps_no_steps_for_a_later_turn() -> None:
    state = table("─n ─ ─ ─ ─ ─")
    turn(state, 26, "walk brown to b1")
    play(state, CHANCE, "call 36")
    assert goals(state) == {"a1", "c1", "d1"}


def test_3_4_2_only_one_adventurer_walks_and_the_steps_are_not_divided() -> None:
    state = table(
        """
        ─n ─  ─
        ─b ─  ─
        """
    )
    turn(state, 26, "walk brown to b1")
    assert [at(state, who) for who in ("brown", "blue")] == ["b1", "a2"]


def test_3_4_2_it_may_be_either_of_them_and_walks_all_the_steps() -> None:
    island = """
        ─n ─  ─  ─
        ─b ─  ─  ─
    """
    assert reach(island, steps=3, who="brown") == {"b1", "c1", "d1"}
    assert reach(island, steps=3, who="blue") == {"b2", "c2", "d2"}


def test_3_4_3_it_keeps_to_the_paths_out_of_one_tile_and_into_the_next() -> None:
    island = """
        ─n ┐  .
        ─  │  ─
        .  └  ─
    """
    assert reach(island, steps=4) == {"b1", "b2", "b3", "c3"}


def test_3_4_3_it_cannot_leave_a_tile_where_it_has_no_path() -> None:
    island = """
        .  │  .
        ─  ─n ─
        .  │  .
    """
    assert reach(island, steps=2) == {"a2", "c2"}


def test_3_4_3_it_cannot_enter_a_tile_that_has_no_path_to_it() -> None:
    island = """
        .  ─  .
        │  ┼n │
        .  ─  .
    """
    assert reach(island, steps=4) == set()


def test_3_4_3_it_cannot_cross_an_empty_space() -> None:
    assert reach("─n . ─ ─", steps=4) == set()


def test_3_4_3_it_cannot_leave_the_island_in_the_north_east_south_or_west() -> None:
    corners = """
        ┼n .  .  .  .  ┼b
        .  .  .  .  .  .
        .  .  .  .  .  .
        .  .  .  .  .  .
        ┼p .  .  .  .  ┼y
    """
    state = table(corners, tile=30, brown=(90, 30), blue=(80, 40), purple=(70, 50), yellow=(20, 80))
    assert [goals(state, who) for who in COLOURS] == [set()] * 4


def test_3_4_4_it_may_turn_at_crossings_and_junctions() -> None:
    island = """
        .  │  .
        ─n ┼  ┬
        .  │  │
    """
    assert reach(island, steps=2) == {"b1", "b2", "b3", "c2"}
    assert reach(island, steps=3) == {"b1", "b2", "b3", "c2", "c3"}


def test_3_4_4_it_may_go_back_the_way_it_came() -> None:
    state = table("─ ─n ─")
    turn(state, 36, "walk brown to c1")
    turn(state, 35, "walk brown to a1")
    assert at(state, "brown") == "a1"


def test_3_4_4_it_may_walk_either_way_round_a_loop() -> None:
    island = """
        ┌n ┬  ┐
        │  .  │
        └  ─  ┘
    """
    assert reach(island, steps=3) == {"b1", "c1", "c2", "a2", "a3", "b3"}
    assert reach(island, steps=4) == {"b1", "c1", "c2", "c3", "a2", "a3", "b3"}


def test_3_4_5_the_step_from_the_beach_onto_the_first_tile_counts() -> None:
    assert reach("─ ─ ─ ─ ─", steps=2) == {"a1", "b1"}
    assert reach("─ ─ ─ ─ ─", steps=4) == {"a1", "b1", "c1", "d1"}


def test_3_4_5_it_needs_a_path_to_that_beach() -> None:
    assert reach("┌ ─ ─", steps=4) == set()
    assert reach("┐ ─ ─", steps=4) == {"a1"}


def test_3_4_5_it_needs_a_path_of_its_own_where_two_beaches_share_a_corner() -> None:
    def both(tile: str) -> list[set[str]]:
        island = ".\n" * 4 + tile
        places = {"brown": (50, 40), "blue": (60, 50)}
        return [reach(island, 2, who, **places) for who in places]

    assert both("─") == [{"a5"}, set()]
    assert both("│") == [set(), {"a5"}]
    assert both("┐") == [{"a5"}, {"a5"}]
    assert both("└") == [set(), set()]


def test_3_4_5_it_sets_out_from_its_own_beach_only() -> None:
    island = """
        │  .
        ─  ─
    """
    assert reach(island, steps=4, who="brown") == set()
    assert reach(island, steps=4, who="blue") == {"a2", "b2"}


def test_3_4_6_it_may_not_enter_or_pass_a_space_where_another_stands() -> None:
    assert reach("─n ─ ─b ─ ─", steps=4) == {"b1"}
    assert reach("─n ─b ─ ─ ─", steps=4) == set()


def test_3_4_6_it_may_go_round_another_by_a_second_path() -> None:
    island = """
        ┬n ─b ┐
        └  ─  ┘
    """
    assert reach(island, steps=3) == {"a2", "b2", "c2"}
    assert reach(island, steps=4) == {"a2", "b2", "c2", "c1"}


def test_3_4_6_it_cannot_set_out_while_another_stands_at_its_beach() -> None:
    island = """
        .  .
        .  .
        .  .
        .  .
        ┬b ─
    """
    assert reach(island, steps=4, who="brown", brown=(50, 40), blue=(60, 50)) == set()


def test_3_4_6_it_cannot_reach_its_temple_through_another() -> None:
    assert reach(". . . . ─n ─b", steps=4, brown=(10, 70)) == set()


def test_3_4_6_it_is_not_hindered_by_another_that_is_not_on_the_way() -> None:
    island = """
        ─n ┬  ─
        .  │b .
    """
    assert reach(island, steps=4) == {"b1", "c1"}


def test_3_4_6_it_stands_in_nobodys_way_on_another_island() -> None:
    state = table("─n ─ ─", "─ ─n ─b", tile=36)
    assert goals(state, "brown", seat=0) == {"b1", "c1"}
    assert goals(state, "brown", seat=1) == {"a1"}


def test_3_4_7_adventurers_still_on_the_beach_stand_in_nobodys_way() -> None:
    island = """
        .  .  .
        .  .  .
        .  .  .
        .  .  .
        ┬  ─n .
    """
    assert reach(island, steps=2, brown=(50, 40), blue=(60, 50)) == {"a5"}


def test_3_4_7_it_is_the_same_with_those_already_in_a_temple() -> None:
    state = table(". . . . ─n ┘", tile=36, brown=(10, 60), blue=(20, 70))
    bring_home(state, 0, "blue")
    assert goals(state) == {"f1", "temple"}


def test_3_4_8_nobody_walks_back_onto_a_beach() -> None:
    assert reach("─n .", steps=4) == set()
    assert reach(just_one("│n", "b5"), steps=4, brown=(70, 40)) == set()


def test_3_4_8_it_is_not_possible_to_walk_onto_the_beach_of_another_either() -> None:
    island = """
        │n .
        └  .
        .  .
    """
    assert reach(island, steps=4, blue=(20, 80)) == {"a2"}
    assert reach(just_one("┼n", "a5"), steps=4, blue=(50, 80), purple=(60, 90)) == set()


def test_3_4_9_a_walk_ends_elsewhere_than_it_began() -> None:
    island = """
        ┌n ┐
        └  ┘
    """
    assert reach(island, steps=4) == {"b1", "b2", "a2"}
    assert reach("─ ─n", steps=4) == {"a1"}


def test_3_4_9_it_may_end_where_it_stood_in_an_earlier_turn() -> None:
    state = table("─n ─")
    turn(state, 35, "walk brown to b1")
    turn(state, 36, "walk brown to a1")
    assert at(state, "brown") == "a1"
