"""The card of a game: options and seats, and what is refused."""

import re

import numpy as np
import pytest

from templetop.engine import ask
from templetop.engine.game import CHANCE, IllegalMove, Refusal, UnknownOption, WrongSeats

from .toy import MAX_SEATS, STONES, TOY


def test_the_first_choice_is_the_usual_one() -> None:
    assert TOY.settings().tolist() == [0, 0]
    assert TOY.settings({"mood": "bad"}).tolist() == [0, 1]
    assert TOY.settings({"mood": "good", "die": "loaded"}).tolist() == [1, 0]


def test_an_unknown_option_is_refused_with_those_there_are() -> None:
    with pytest.raises(UnknownOption, match=r"^Toy has no option 'dice'; it has die, mood\.$"):
        TOY.settings({"dice": "fair"})


def test_an_unknown_choice_is_refused_with_those_there_are() -> None:
    with pytest.raises(UnknownOption, match=r"^The option die is fair or loaded, not 'fare'\.$"):
        TOY.settings({"die": "fare"})


@pytest.mark.parametrize("seats", range(1, MAX_SEATS + 1))
def test_a_new_game_is_set_up_for_its_seats(seats: int) -> None:
    state = TOY.start(seats, {"die": "loaded"})
    assert state.seats == seats
    assert state.loaded == 1
    assert state.stones.tolist() == [STONES] * MAX_SEATS
    assert ask.to_move(state) == CHANCE


@pytest.mark.parametrize("seats", [-1, 0, MAX_SEATS + 1, 1000])
def test_too_few_or_too_many_seats_are_refused(seats: int) -> None:
    sentence = re.escape(f"Toy is played by 1 to 3, not by {seats}.")
    with pytest.raises(WrongSeats, match=f"^{sentence}$"):
        TOY.start(seats)


def test_two_games_share_nothing() -> None:
    one, other = TOY.start(2), TOY.start(2)
    one.stones[0] = 0
    assert other.stones[0] == STONES


def test_empty_records_and_sets_are_of_the_games_size() -> None:
    assert TOY.state(5).shape == (5,)
    assert TOY.state().dtype == TOY.State
    assert TOY.move_set().tolist() == [0, 0]


def test_a_game_need_not_say_what_its_points_are_made_of() -> None:
    assert TOY.breakdown(TOY.start(1), 0) == {}
    assert TOY.welcome == ""


def test_everything_refused_is_a_refusal() -> None:
    assert all(issubclass(kind, Refusal) for kind in (UnknownOption, WrongSeats, IllegalMove))
    assert IllegalMove("No.").rule == ""
    assert IllegalMove("No.", rule="3.1").rule == "3.1"


def test_the_type_of_a_state_says_which_game_it_is() -> None:
    assert ask.game_of(TOY.start(1)) is TOY
    with pytest.raises(KeyError):
        ask.game_of(np.zeros(1)[0])
