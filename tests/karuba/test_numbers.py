"""The numbers that a designer may change: no fork of the game, and no other machine code."""

from random import Random

import numpy as np
import pytest

from templetop.engine.match import Match, legal_moves
from templetop.engine.refusal import UnknownOption
from templetop.engine.simulate import Outcome, arguments, play_games, simulate, wanted
from templetop.games import shelf

from .drawn import CARD, COLOURS, gathered, island, points, table, treasures_left, turn

RICH = {"stack_of_2": "20,0"}
AT_THE_DOOR = ". . . . . ─n"


# ── At the table ─────────────────────────────────────────────────────────────────────────────────


def test_2_3_the_treasures_of_each_temple_can_be_others() -> None:
    state = table(AT_THE_DOOR, AT_THE_DOOR, options=RICH)
    assert state.treasures.tolist() == [20, 0, 0, 0]
    turn(state, 36, "discard", "walk brown to temple")
    turn(state, 35, "walk brown to temple", "discard")
    assert points(state) == [0, 20]


def test_3_6_4_who_arrive_together_get_the_same_worth_of_others_too() -> None:
    state = table(AT_THE_DOOR, AT_THE_DOOR, options=RICH)
    turn(state, 36, "walk brown to temple", "walk brown to temple")
    assert points(state) == [20, 20]
    assert gathered(state, 1) == {"crystals": 20}


@pytest.mark.parametrize(("crystal", "found"), [(0, [20, 0]), (1, [20, 20]), (2, [20, 40])])
def test_3_6_4_the_worth_is_the_same_as_long_as_a_crystal_is_worth_a_point(
    crystal: int, found: list[int]
) -> None:
    """5.7  They get as many crystals as ever."""
    state = table(AT_THE_DOOR, AT_THE_DOOR, options={**RICH, "crystal_worth": str(crystal)})
    turn(state, 36, "walk brown to temple", "walk brown to temple")
    assert points(state) == found
    assert gathered(state, 1) == {"crystals": 20}


def test_3_6_4_the_highest_treasures_do_not_run_over() -> None:
    doors = "\n".join([". . . . . ─n", ". . . . . ─b", ". . . . . ─p", ". . . . . ─y"])
    state = table(doors, doors, options={"stack_of_2": "99,0"})
    for tile, colour in zip((36, 35, 34, 33), COLOURS):
        turn(state, tile, *[f"walk {colour} to temple"] * 2)
    assert points(state) == [4 * 99, 4 * 99]


@pytest.mark.parametrize(("seats", "stack"), [(2, "3,5"), (3, "5,3,4"), (4, "0,0,0,1")])
def test_2_15_no_treasure_is_worth_more_than_the_one_above_it(seats: int, stack: str) -> None:
    with pytest.raises(UnknownOption) as refused:
        CARD.start(seats, {f"stack_of_{seats}": stack})
    assert str(refused.value) == (
        f"The numbers of the option stack_of_{seats} must not rise, as "
        f"the best treasure is on top (2.15); '{stack}' is not possible."
    )


def test_2_15_it_may_be_worth_the_same() -> None:
    state = table(AT_THE_DOOR, AT_THE_DOOR, options={"stack_of_2": "4,4"})
    turn(state, 36, "walk brown to temple", "walk brown to temple")
    assert points(state) == [4, 4]
    assert gathered(state, 0) == gathered(state, 1) == {"treasures": 4}


def test_2_3_numbers_for_two_change_nothing_for_three() -> None:
    assert treasures_left(table("", "", "", options=RICH), "brown") == [5, 3, 2]


def test_2_5_full_stacks_are_those_of_four() -> None:
    full = {"treasures": "full", "stack_of_4": "9,8,7,6"}
    assert treasures_left(table("", "", options=full), "brown") == [9, 8, 7, 6]


def test_1_11_scarce_gold_can_be_scarcer() -> None:
    state = table("", "", options={"gold": "twelve", "nuggets": "1"})
    turn(state, 14, "lay a1", "lay a1")
    assert [island(state, seat)[0] for seat in (0, 1)] == ["─● . . . . .", "─ . . . . ."]


def test_1_10_where_there_is_enough_gold_it_is_enough() -> None:
    state = table("", "", options={"gold": "enough", "nuggets": "1"})
    turn(state, 14, "lay a1", "lay a1")
    assert [island(state, seat)[0] for seat in (0, 1)] == ["─● . . . . ."] * 2


# ── In machine code ──────────────────────────────────────────────────────────────────────────────


def interpreted(options: dict[str, str], games: int) -> list[list[int]]:
    """The points of greedy games, played by the interpreter."""
    these = wanted(CARD, 2, games, ["greedy"], 3, options)
    outcomes = np.zeros(games, Outcome)
    play_games.plain(*arguments(these, 0, outcomes, CARD.state()))
    return [row[:2] for row in outcomes["points"].tolist()]


def test_compiled_play_has_the_same_numbers_as_interpreted_play() -> None:
    usual, rich = (simulate(CARD, 2, 2, ["greedy"], 3, chosen).points for chosen in ({}, RICH))
    assert usual.tolist() == interpreted({}, 2)
    assert rich.tolist() == interpreted(RICH, 2)
    assert usual.tolist() != rich.tolist()


def test_they_are_in_the_record_and_nothing_is_compiled_for_them() -> None:
    simulate(CARD, 2, 1)
    said: list[str] = []
    simulate(CARD, 2, 1, options={"stack_of_2": "17,4"}, say=said.append)
    assert said == []


# ── In a match ───────────────────────────────────────────────────────────────────────────────────


def test_a_match_writes_down_the_numbers_that_are_not_the_usual_ones() -> None:
    chosen = {**RICH, "nuggets": "12"}
    match = Match.new(CARD, ["Ann", "Ben"], chosen)
    usual = "setup=placed distance=apart gold=enough treasures=by_seats last_tile=played"
    assert match.write().splitlines()[4] == f"options: {usual} stack_of_2=20,0"


def test_a_match_with_other_numbers_reads_as_it_was_written() -> None:
    match, random = Match.new(CARD, ["Ann", "Ben"], RICH), Random(1)
    while len(match.moves) < 20:
        seat = match.awaited[0]
        match.play(seat, random.choice(legal_moves(match.state, seat)))
    again = Match.read(match.write(), shelf.take)
    assert again.options == match.options
    assert again.state.tobytes() == match.state.tobytes()
    assert again.state.treasures.tolist() == [20, 0, 0, 0]


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("stack_of_2", "20", "must be 2 numbers, separated by commas, from 0 to 99, not '20'."),
        (
            "stack_of_2",
            "20,0,0",
            "must be 2 numbers, separated by commas, from 0 to 99, not '20,0,0'.",
        ),
        ("stack_of_2", "20;0", "must be 2 numbers, separated by commas, from 0 to 99, not '20;0'."),
        (
            "stack_of_2",
            "100,0",
            "must be 2 numbers, separated by commas, from 0 to 99, not '100,0'.",
        ),
        ("stack_of_2", "5,-1", "must be 2 numbers, separated by commas, from 0 to 99, not '5,-1'."),
        ("stack_of_2", "5,³", "must be 2 numbers, separated by commas, from 0 to 99, not '5,³'."),
        ("stack_of_2", "", "must be 2 numbers, separated by commas, from 0 to 99, not ''."),
        ("stack_of_1", "5,3", "must be a number from 0 to 99, not '5,3'."),
        ("nuggets", "many", "must be a number from 0 to 99, not 'many'."),
        ("nuggets", "1e3", "must be a number from 0 to 99, not '1e3'."),
        ("nuggets", "9" * 5000, "must be a number from 0 to 99, not '999"),
    ],
)
def test_a_number_that_is_none_or_too_high_is_refused(name: str, value: str, sentence: str) -> None:
    with pytest.raises(UnknownOption) as refused:
        Match.new(CARD, ["Ann", "Ben"], {name: value})
    assert str(refused.value).startswith(f"The option {name} {sentence}")


def test_there_is_a_stack_for_each_number_of_seats_and_no_other() -> None:
    with pytest.raises(UnknownOption, match=r"^Karuba has no option 'stack_of_5'; it has setup, "):
        Match.new(CARD, ["Ann", "Ben"], {"stack_of_5": "5,4,3,2,1"})


# ── How many can play ────────────────────────────────────────────────────────────────────────────


def test_2_1_every_option_is_for_one_to_four() -> None:
    for option in CARD.options:
        for choice in option.choices:
            assert CARD.seats_for({option.name: choice.name}) == [1, 2, 3, 4]
    assert CARD.how_many(RICH) == "1 to 4"


def test_5_7_gold_and_crystals_can_be_worth_something_else() -> None:
    state = CARD.start(2, {"gold_worth": "7", "crystal_worth": "0"})
    state.players[0].gold = 2
    state.players[0].crystals = 3
    assert points(state) == [14, 0]
    assert CARD.breakdown(state, 0) == {"treasures": 0, "gold": 14, "crystals": 0, "tiles": 0}


def test_4_4_the_game_can_end_after_fewer_tiles() -> None:
    match, random = Match.new(CARD, ["Ann", "Ben"], {"tiles": "3", "setup": "random"}), Random(2)
    while not match.is_over:
        seat = match.awaited[0]
        match.play(seat, random.choice(legal_moves(match.state, seat)))
    assert sum(seat == -1 for seat, _ in match.moves) == 8 + 3  # placed by chance, then called
    assert int(match.state.stack).bit_count() == 33
    assert CARD.view(match.state, 0).to_come == 0
