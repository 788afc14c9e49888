"""The numbers that a designer may change: no fork of the game, and no other machine code."""

import numpy as np
import pytest

from templetop.engine.match import Match
from templetop.engine.refusal import UnknownOption
from templetop.engine.simulate import Outcome, arguments, play_games, simulate, wanted

from .drawn import CARD, places, points, table

HOME = "9 4 1 \n . . 16"  # past gold and a crystal
TWO_WAYS = """
    11  10  14
    2   1   3
"""


def test_4_2_coming_home_can_be_worth_more() -> None:
    assert points(table(HOME, options={"home": "10"})) == [10 + 2 + 1, 0]


def test_4_9_so_can_a_crystal_and_gold() -> None:
    assert points(table(HOME, options={"crystal": "7", "gold": "0"})) == [3 + 7, 0]
    assert points(table(HOME, options={"crystal": "0", "gold": "20"})) == [3 + 20, 0]


def test_4_9_the_points_are_said_with_these_numbers() -> None:
    state = table(HOME, options={"home": "4", "crystal": "5", "gold": "6"})
    (blue, *_) = CARD.view(state, None).seats[0].colours
    assert (blue.points, blue.says) == (15, "4 for coming home + 6 for gold + 5 for a crystal")
    assert CARD.breakdown(state, 0)["blue"] == 15


def test_4_12_the_highest_numbers_do_not_run_over() -> None:
    highest = dict.fromkeys(("home", "crystal", "gold"), "20")
    state = table(TWO_WAYS, HOME, "9 4 6 1 \n . . . 16", options=highest)
    assert points(state) == [20 * 4, 20 * 3, 20 * 4]
    assert places(state) == [1, 3, 1]


def interpreted(options: dict[str, str], games: int) -> list[list[int]]:
    """The points of greedy games, played by the interpreter."""
    these = wanted(CARD, 2, games, ["greedy"], 3, options)
    outcomes = np.zeros(games, Outcome)
    play_games.plain(*arguments(these, 0, outcomes, CARD.state()))
    return [row[:2] for row in outcomes["points"].tolist()]


def test_compiled_play_has_the_same_numbers_as_interpreted_play() -> None:
    rich = {"home": "20", "crystal": "9"}
    usual, other = (simulate(CARD, 2, 1, ["greedy"], 3, chosen).points for chosen in ({}, rich))
    assert other.tolist() == interpreted(rich, 1)
    assert other.max() >= 20 > usual.max()


def test_they_are_in_the_record_and_nothing_is_compiled_for_them() -> None:
    simulate(CARD, 2, 1)
    said: list[str] = []
    simulate(CARD, 2, 1, options={"gold": "17"}, say=said.append)
    assert said == []


def test_a_match_writes_down_the_numbers_that_are_not_the_usual_ones() -> None:
    match = Match.new(CARD, ["Ann", "Ben"], {"home": "3", "gold": "5"})
    assert match.write().splitlines()[4] == "options: blocking=stops gold=5"


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("home", "0", "must be a number from 1 to 20, not '0'."),  # who is home scores
        ("crystal", "21", "must be a number from 0 to 20, not '21'."),
        ("gold", "-1", "must be a number from 0 to 20, not '-1'."),
    ],
)
def test_a_number_that_is_too_low_or_too_high_is_refused(
    name: str, value: str, sentence: str
) -> None:
    with pytest.raises(UnknownOption) as refused:
        Match.new(CARD, ["Ann", "Ben"], {name: value})
    assert str(refused.value) == f"The option {name} {sentence}"
