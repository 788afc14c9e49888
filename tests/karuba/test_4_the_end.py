"""4  The end."""

from typing import Any

import pytest

from templetop.engine.match import legal_moves
from templetop.engine.seats import CHANCE

from .drawn import (
    CARD,
    SPACE_NAMES,
    bring_home,
    decide,
    gathered,
    is_over,
    lays,
    leave_in_the_stack,
    match_at,
    number_of,
    play,
    points,
    table,
    turn,
)

AT_THE_DOOR = """
    .  .  ─◆ .  .  ─n
    .  .  .  .  .  ─b
"""


def almost_home(seats: int) -> Any:
    """Every first adventurer is at the door of its temple; the first seat needs no other."""
    state = table(*[AT_THE_DOOR] * seats)
    bring_home(state, 0, "blue", "purple", "yellow")
    return state


def test_4_1_the_game_ends_with_the_turn_in_which_a_seat_has_all_four_in_their_temples() -> None:
    state = almost_home(seats=2)
    turn(state, 36, "discard", "discard")
    assert not is_over(state)
    turn(state, 35, "walk brown to temple", "discard")
    assert is_over(state)


def test_4_1_everyone_finishes_that_turn_and_it_counts() -> None:
    state = almost_home(seats=3)
    play(state, CHANCE, "call 36")
    match = match_at(state)
    match.play(0, number_of("walk brown to temple"))
    assert not is_over(state)
    match.play(1, number_of("walk brown to temple"))
    match.play(2, number_of("lay a1"))
    assert is_over(state)
    assert points(state) == [20, 5, 0]
    assert state.players[2].laid == state.players[1].laid + 1


def test_4_1_it_ends_also_if_another_than_the_first_seat_is_home() -> None:
    state = table(AT_THE_DOOR, "", AT_THE_DOOR)
    bring_home(state, 2, "blue", "purple", "yellow")
    turn(state, 36, "walk brown to temple", "lay a1", "walk brown to temple")
    assert is_over(state)
    assert gathered(state, 2) == {"treasures": 5 + 5 + 5 + 3, "crystals": 2}


def test_4_1_it_goes_on_with_three_in_their_temples() -> None:
    state = table(AT_THE_DOOR, AT_THE_DOOR)
    bring_home(state, 0, "purple", "yellow")
    turn(state, 36, "walk brown to temple", "walk blue to temple")
    assert not is_over(state)


def test_4_1_it_does_not_end_with_four_temples_of_two_seats() -> None:
    state = table(AT_THE_DOOR, AT_THE_DOOR)
    bring_home(state, 0, "purple")
    bring_home(state, 1, "blue", "yellow")
    turn(state, 36, "walk brown to temple", "discard")
    assert not is_over(state)


@pytest.mark.parametrize("last", ["lay a1", "discard", "walk brown to temple"])
def test_4_2_otherwise_it_ends_with_the_turn_of_the_36th_tile_which_is_still_played(
    last: str,
) -> None:
    state = table(AT_THE_DOOR, AT_THE_DOOR)
    leave_in_the_stack(state, 35, 36)
    turn(state, 35, "discard", "discard")
    assert not is_over(state)
    play(state, CHANCE, "call 36")
    assert not is_over(state)
    decide(state, last, "discard")
    assert is_over(state)
    assert points(state) == [5 if last.endswith("temple") else 0, 0]


def test_4_2_it_can_be_won_with_the_36th_tile() -> None:
    state = almost_home(seats=1)
    leave_in_the_stack(state, 36)
    turn(state, 36, "walk brown to temple")
    assert is_over(state)
    assert points(state) == [20]


def test_4_2_it_ends_after_36_turns_of_which_30_at_most_are_for_laying() -> None:
    state = table("")
    for tile, space in enumerate(SPACE_NAMES, start=1):
        turn(state, tile, f"lay {space}")
    for tile in range(31, 37):
        play(state, CHANCE, f"call {tile}")
        assert lays(state) == set()
        play(state, 0, "discard")
    assert is_over(state)


def test_4_2_the_usual_choice_is_that_the_last_tile_is_played() -> None:
    assert CARD.option("last_tile").usual == "played"


def test_4_3_if_so_agreed_it_ends_when_the_last_tile_is_revealed() -> None:
    state = table(AT_THE_DOOR, AT_THE_DOOR, options={"last_tile": "revealed"})
    leave_in_the_stack(state, 35, 36)
    turn(state, 35, "discard", "walk blue to temple")
    assert not is_over(state)
    play(state, CHANCE, "call 36")
    assert is_over(state)
    assert legal_moves(state, 0) == legal_moves(state, 1) == legal_moves(state, CHANCE) == []
    assert points(state) == [0, 5]


def test_4_3_the_last_tile_is_nobodys() -> None:
    state = table("", options={"last_tile": "revealed"})
    leave_in_the_stack(state, 36)
    play(state, CHANCE, "call 36")
    assert CARD.view(state, 0).tile is None
    assert CARD.view(state, 0).stack == []
    assert state.players[0].laid == 0


def test_4_3_before_the_last_tile_nothing_is_different() -> None:
    state = table(AT_THE_DOOR, options={"last_tile": "revealed"})
    bring_home(state, 0, "blue", "purple", "yellow")
    leave_in_the_stack(state, 35, 36)
    turn(state, 35, "walk brown to temple")
    assert is_over(state)
    assert points(state) == [20]


@pytest.mark.parametrize(("last_tile", "turns"), [("played", 36), ("revealed", 35)])
def test_4_3_there_are_35_turns_instead_of_36(last_tile: str, turns: int) -> None:
    state = table("", options={"last_tile": last_tile})
    decided = 0
    for tile in range(1, 37):
        play(state, CHANCE, f"call {tile}")
        if not is_over(state):
            play(state, 0, "discard")
            decided += 1
    assert is_over(state)
    assert decided == turns


def test_4_2_it_leaves_nothing_to_do_when_it_is_over() -> None:
    state = table("─n ─")
    leave_in_the_stack(state, 36)
    turn(state, 36, "discard")
    assert is_over(state)
    assert legal_moves(state, 0) == legal_moves(state, CHANCE) == []
