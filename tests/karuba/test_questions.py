"""Questions."""

from templetop.engine.seats import CHANCE

from .drawn import SPACE_NAMES, at, decide, goals, island, lays, play, table, turn


def test_f_1_can_a_tile_be_turned_no() -> None:
    state = table("", tile=3)
    play(state, 0, "lay c3")
    assert island(state)[2] == ". . ┌◆ . . ."


def test_f_2_may_i_lay_a_tile_that_blocks_my_own_adventurer_yes() -> None:
    state = table("─n .")
    turn(state, 36, "lay b1")
    assert island(state)[0] == "─n │ . . . ."
    play(state, CHANCE, "call 26")
    assert goals(state) == set()


def test_f_2_it_may_block_a_beach_or_a_temple_too() -> None:
    state = table(". ─ ─ ─ ─n .")
    turn(state, 36, "lay f1")
    turn(state, 35, "lay a1")
    assert island(state)[0] == "│ ─ ─ ─ ─n │"
    play(state, CHANCE, "call 26")
    assert goals(state) == {"b1", "c1", "d1"}


def test_f_3_may_an_adventurer_in_its_temple_walk_on_no() -> None:
    state = table(". . . . ─ ─n")
    turn(state, 36, "walk brown to temple")
    play(state, CHANCE, "call 26")
    assert goals(state) == set()


def test_f_4_may_i_walk_fewer_steps_than_the_tile_allows_yes() -> None:
    state = table("─n ─ ─ ─ ─")
    turn(state, 26, "walk brown to b1")
    assert at(state, "brown") == "b1"


def test_f_5_what_if_i_do_not_have_the_called_tile_you_do() -> None:
    state = table("", "", "")
    for tile, space in enumerate(SPACE_NAMES, start=1):
        play(state, CHANCE, f"call {tile}")
        assert all(space in lays(state, seat) for seat in range(3))
        decide(state, f"lay {space}", "discard", f"lay {space}" if tile % 2 else "discard")
