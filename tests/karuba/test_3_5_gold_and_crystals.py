"""3.5  Gold and crystals."""

from .drawn import drawing, gathered, island, table, turn


def test_3_5_1_an_adventurer_takes_the_crystal_of_the_space_where_its_walk_ends() -> None:
    state = table("─n ─◆ ─")
    turn(state, 36, "walk brown to b1")
    assert gathered(state) == {"crystals": 1}
    assert island(state) == drawing("─ ─n ─")


def test_3_5_1_it_takes_gold_likewise() -> None:
    state = table("─n ─ ─●")
    turn(state, 36, "walk brown to c1")
    assert gathered(state) == {"gold": 1}
    assert island(state) == drawing("─ ─ ─n")


def test_3_5_1_it_takes_what_lies_on_the_first_tile_when_it_sets_out() -> None:
    state = table("─◆ ─")
    turn(state, 36, "walk brown to a1")
    assert gathered(state) == {"crystals": 1}


def test_3_5_1_it_finds_nothing_where_the_crystal_was_taken_before() -> None:
    state = table("─n ─◆ ─")
    for tile, space in [(36, "b1"), (35, "c1"), (34, "b1")]:
        turn(state, tile, f"walk brown to {space}")
    assert gathered(state) == {"crystals": 1}


def test_3_5_1_it_leaves_nothing_for_the_next_adventurer() -> None:
    state = table("─n ─◆ ─ ─b")
    for tile, walk in [(36, "brown to b1"), (35, "brown to a1"), (34, "blue to b1")]:
        turn(state, tile, f"walk {walk}")
    assert gathered(state) == {"crystals": 1}


def test_3_5_1_it_takes_nothing_from_another_island() -> None:
    state = table("─n ─◆ ─", "─n ─◆ ─")
    turn(state, 36, "walk brown to b1", "discard")
    assert [gathered(state, seat) for seat in (0, 1)] == [{"crystals": 1}, {}]
    assert island(state, 1) == drawing("─n ─◆ ─")


def test_3_5_1_it_may_stop_for_it_before_all_steps_are_used() -> None:
    state = table("─n ─◆ ─ ─ ─")
    turn(state, 26, "walk brown to b1")
    assert gathered(state) == {"crystals": 1}


def test_3_5_2_what_it_only_passes_stays_where_it_is() -> None:
    state = table("─n ─◆ ─● ─ ─")
    turn(state, 26, "walk brown to d1")
    assert gathered(state) == {}
    assert island(state) == drawing("─ ─◆ ─● ─n ─")


def test_3_5_2_it_takes_one_thing_in_a_walk_at_most() -> None:
    state = table("─n ─◆ ─● ─ ─")
    turn(state, 26, "walk brown to c1")
    assert gathered(state) == {"gold": 1}
    assert island(state) == drawing("─ ─◆ ─n ─ ─")


def test_3_5_2_it_passes_treasure_on_the_way_into_its_temple_too() -> None:
    state = table(". . . . ─n ─◆")
    turn(state, 36, "walk brown to temple")
    assert gathered(state) == {"treasures": 5}
    assert island(state) == drawing(". . . . ─ ─◆")


def test_3_5_2_it_can_still_be_fetched_in_a_later_turn() -> None:
    state = table("─n ─◆ ─")
    turn(state, 36, "walk brown to c1")
    turn(state, 35, "walk brown to b1")
    assert gathered(state) == {"crystals": 1}
