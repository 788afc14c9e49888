"""2  Setting up."""

from typing import Any

import pytest

from templetop.engine import ask
from templetop.engine.match import seats_to_move
from templetop.engine.refusal import WrongSeats
from templetop.engine.seats import CHANCE, EVEN

from .drawn import (
    CARD,
    COLOURS,
    NUMBERS,
    at,
    bring_home,
    gathered,
    goals,
    is_over,
    island,
    match_at,
    number_of,
    numbers_open,
    play,
    table,
    treasures_left,
    turn,
)

# Rows are beach numbers, columns temple numbers; x is too near.
APART = """
         10  20  30  40  50  60  70  80  90 100 110
    10    x   x   .   .   .   .   .   .   .   .   .
    20    x   .   .   .   .   .   .   .   .   .   .
    30    .   .   .   .   .   .   .   .   .   .   .
    40    .   .   .   .   .   .   .   .   .   .   .
    50    .   .   .   .   .   .   .   .   .   .   .
    60    .   .   .   .   .   .   .   .   .   .   .
    70    .   .   .   .   .   .   .   .   .   .   .
    80    .   .   .   .   .   .   .   .   .   .   .
    90    .   .   .   .   .   .   .   .   .   .   .
   100    .   .   .   .   .   .   .   .   .   .   x
   110    .   .   .   .   .   .   .   .   .   x   x
"""
BETWEEN = """
         10  20  30  40  50  60  70  80  90 100 110
    10    x   x   x   .   .   .   .   .   .   .   .
    20    x   x   .   .   .   .   .   .   .   .   .
    30    x   .   .   .   .   .   .   .   .   .   .
    40    .   .   .   .   .   .   .   .   .   .   .
    50    .   .   .   .   .   .   .   .   .   .   .
    60    .   .   .   .   .   .   .   .   .   .   .
    70    .   .   .   .   .   .   .   .   .   .   .
    80    .   .   .   .   .   .   .   .   .   .   .
    90    .   .   .   .   .   .   .   .   .   .   x
   100    .   .   .   .   .   .   .   .   .   x   x
   110    .   .   .   .   .   .   .   .   x   x   x
"""


def pairs(distance: str) -> set[tuple[int, int]]:
    """The beach and temple numbers that may be one colour's."""
    found = set()
    for beach in NUMBERS:
        state = CARD.start(1, {"distance": distance})
        play(state, 0, f"place on {beach}")
        found |= {(beach, temple) for temple in numbers_open(state, 0)}
    return found


def pairs_drawn(grid: str) -> set[tuple[int, int]]:
    _, *rows = [line.split() for line in grid.strip().splitlines()]
    return {
        (int(beach), temple)
        for beach, *marks in rows
        for temple, mark in zip(NUMBERS, marks, strict=True)
        if mark == "."
    }


def setups(allowed: set[tuple[int, int]]) -> int:
    """In how many ways four colours can take four such pairs without sharing a number."""
    ways = {(0, frozenset[int]()): 1}  # of colours placed and temple numbers taken, beach by beach
    for beach in NUMBERS:
        for (placed, taken), count in list(ways.items()):
            for temple in NUMBERS:
                if placed < 4 and (beach, temple) in allowed and temple not in taken:
                    then = placed + 1, taken | {temple}
                    ways[then] = ways.get(then, 0) + count
    return 4 * 3 * 2 * sum(count for (placed, _), count in ways.items() if placed == 4)


def place_everything(state: Any) -> list[int]:
    """Place along the shore as far apart as can be; returns who placed, one after another."""
    placers = []
    for beach in NUMBERS[:4]:
        for words in (f"place on {beach}", f"site on {beach + 60}"):
            (placer,) = seats_to_move(state)
            placers.append(placer)
            play(state, placer, words)
    return placers


# ── Seats and treasures ──────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_2_1_one_to_four_seats_play(seats: int) -> None:
    state = table(seats=seats)
    play(state, CHANCE, "call 7")
    assert seats_to_move(state) == list(range(seats))


@pytest.mark.parametrize("seats", [0, 5])
def test_2_1_it_is_not_played_by_nobody_or_by_five(seats: int) -> None:
    with pytest.raises(WrongSeats, match=f"1 to 4, not {seats}"):
        CARD.start(seats)


def test_2_2_one_seat_alone_plays_against_the_clock_of_36_tiles() -> None:
    state = table("")
    for tile in range(1, 37):
        assert not is_over(state)
        turn(state, tile, "discard")
    assert is_over(state)


@pytest.mark.parametrize(("seats", "stack"), [(2, [5, 3]), (3, [5, 3, 2]), (4, [5, 4, 3, 2])])
def test_2_3_each_colour_has_a_stack_of_treasures_the_best_on_top(
    seats: int, stack: list[int]
) -> None:
    state = table(*[". . . . . ─n"] * seats)
    assert [treasures_left(state, colour) for colour in COLOURS] == [stack] * 4
    for seat, best in enumerate(stack):
        others = ["discard"] * (seats - 1)
        turn(state, 36 - seat, *others[:seat], "walk brown to temple", *others[seat:])
        assert gathered(state, seat) == {"treasures": best}


def test_2_4_for_one_seat_it_is_the_5_alone() -> None:
    state = table(". . . . . ─n")
    assert [treasures_left(state, colour) for colour in COLOURS] == [[5]] * 4
    turn(state, 36, "walk brown to temple")
    assert treasures_left(state, "brown") == []
    assert gathered(state) == {"treasures": 5}


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_2_5_with_full_treasures_the_stacks_are_5_4_3_and_2_for_any_number_of_seats(
    seats: int,
) -> None:
    state = table(*[""] * seats, options={"treasures": "full"})
    assert [treasures_left(state, colour) for colour in COLOURS] == [[5, 4, 3, 2]] * 4


def test_2_5_it_is_a_4_then_that_the_second_of_two_seats_gets() -> None:
    state = table("", ". . . . . ─n", options={"treasures": "full"})
    bring_home(state, 0, "brown")
    turn(state, 36, "discard", "walk brown to temple")
    assert gathered(state, 1) == {"treasures": 4}


# ── Placing ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("seats", "placers"),
    [
        (1, [0, 0, 0, 0, 0, 0, 0, 0]),
        (2, [0, 0, 1, 1, 0, 0, 1, 1]),
        (3, [0, 0, 1, 1, 2, 2, 0, 0]),
        (4, [0, 0, 1, 1, 2, 2, 3, 3]),
    ],
)
def test_2_6_the_players_in_turn_place_an_adventurer_and_then_its_temple(
    seats: int, placers: list[int]
) -> None:
    state = CARD.start(seats)
    assert place_everything(state) == placers
    assert seats_to_move(state) == [CHANCE]  # and then the first tile is called


def test_2_6_nobody_places_anything_once_all_four_are_placed() -> None:
    state, moves = table("", ""), CARD.move_set()
    for seat in range(2):
        ask.legal(state, seat, moves)
        assert not moves.any()


def test_2_7_they_are_placed_in_the_order_brown_blue_purple_yellow() -> None:
    state = CARD.start(1)
    placed = []
    for beach in NUMBERS[:4]:
        placed.append(CARD.view(state, 0).placing)
        play(state, 0, f"place on {beach}")
        assert at(state, placed[-1]) == "beach"
        assert CARD.view(state, 0).placing == placed[-1]
        play(state, 0, f"site on {beach + 60}")
    assert placed == COLOURS
    assert CARD.view(state, 0).placing is None


def test_2_8_everyone_copies_the_placement() -> None:
    roads = """
        .  .  .  .  .  .
        .  .  .  .  .  .
        .  .  .  .  .  ─b
        .  .  .  .  .  .
        .  │  .  .  .  .
    """
    state = table(roads, roads, roads, tile=36, brown=(70, 40), blue=(20, 90))
    for seat in range(3):
        assert goals(state, "brown", seat) == {"b5"}
        assert goals(state, "blue", seat) == {"temple"}


def test_2_9_no_beach_number_holds_two_adventurers() -> None:
    state = CARD.start(2)
    play(state, 0, "place on 30")
    play(state, 0, "site on 70")
    assert numbers_open(state, 1) == [10, 20, 40, 50, 60, 70, 80, 90, 100, 110]


def test_2_9_it_is_the_same_with_temples() -> None:
    state = CARD.start(2)
    play(state, 0, "place on 30")
    play(state, 0, "site on 70")
    play(state, 1, "place on 60")
    assert numbers_open(state, 1) == [10, 20, 30, 40, 50, 60, 80, 90, 100, 110]


def test_2_10_adventurer_and_temple_are_at_least_3_numbers_apart() -> None:
    assert pairs("apart") == pairs_drawn(APART)
    assert len(pairs("apart")) == 115


def test_2_10_it_leaves_50_959_896_set_ups() -> None:
    assert setups(pairs("apart")) == 50_959_896


def test_2_10_it_does_not_matter_how_near_a_temple_is_to_another_colour() -> None:
    state = CARD.start(1)
    play(state, 0, "place on 10")
    play(state, 0, "site on 110")
    play(state, 0, "place on 100")
    assert numbers_open(state, 0) == [10, 20, 30, 40, 50, 60, 70, 80, 90, 100]


def test_2_11_with_the_option_between_at_least_3_numbers_lie_between_them() -> None:
    assert pairs("between") == pairs_drawn(BETWEEN)
    assert len(pairs("between")) == 109


def test_2_11_it_leaves_40_822_968_set_ups() -> None:
    assert setups(pairs("between")) == 40_822_968


def test_2_12_with_the_option_any_they_may_be_as_near_as_they_like() -> None:
    assert pairs("any") == {(beach, temple) for beach in NUMBERS for temple in NUMBERS}
    assert setups(pairs("any")) == 62_726_400


def test_2_12_it_is_two_steps_from_beach_to_temple_at_a_corner() -> None:
    state = table("┘", tile=36, options={"distance": "any"}, brown=(10, 10))
    assert goals(state) == {"a1", "temple"}
    south_east = "\n. . . . . ." * 4 + "\n. . . . . ┌"
    state = table(south_east, tile=36, options={"distance": "any"}, brown=(110, 110))
    assert goals(state) == {"f5", "temple"}


def test_2_13_chance_places_every_free_beach_number_equally_likely() -> None:
    state = CARD.start(3, {"setup": "random"})
    play(state, CHANCE, "place on 30")
    play(state, CHANCE, "site on 70")
    assert seats_to_move(state) == [CHANCE]
    assert numbers_open(state, CHANCE) == [10, 20, 40, 50, 60, 70, 80, 90, 100, 110]
    assert ask.odds(state, CARD.event_set(), CARD.weights()) == EVEN


@pytest.mark.parametrize(
    ("distance", "temples"),
    [
        ("apart", [30, 40, 50, 60, 80, 90, 100, 110]),
        ("between", [40, 50, 60, 80, 90, 100, 110]),
        ("any", [10, 20, 30, 40, 50, 60, 80, 90, 100, 110]),
    ],
)
def test_2_13_it_then_chooses_a_temple_number_that_is_free_and_far_enough(
    distance: str, temples: list[int]
) -> None:
    state = CARD.start(3, {"setup": "random", "distance": distance})
    play(state, CHANCE, "place on 30")
    play(state, CHANCE, "site on 70")
    play(state, CHANCE, "place on 10")
    assert numbers_open(state, CHANCE) == temples
    assert ask.odds(state, CARD.event_set(), CARD.weights()) == EVEN


def test_2_14_the_first_seat_is_the_leader_and_is_served_first_even_if_it_decides_last() -> None:
    state = table("", "", "", tile=14, options={"gold": "twelve"})
    state.gold = 1
    match = match_at(state)
    for seat in (2, 1, 0):
        match.play(seat, number_of("lay a1"))
    assert [island(state, seat)[0] for seat in range(3)] == ["─● . . . . .", *["─ . . . . ."] * 2]
