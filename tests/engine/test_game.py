"""The card of a game: options and seats, and what is refused."""

import re
from dataclasses import replace

import numpy as np
import pytest

from templetop.engine import ask
from templetop.engine.game import Choice, Game, Numbers, Option, Plane, in_words, slot_of
from templetop.engine.refusal import IllegalMove, Refusal, UnknownOption, WrongSeats
from templetop.engine.seats import CHANCE
from templetop.engine.simulate import Outcome, arguments, play_games, simulate, wanted
from templetop.engine.words import quoted

from .toy import MAX_SEATS, STONES, TOY


def test_the_first_choice_is_the_usual_one() -> None:
    assert TOY.settings().tolist() == [0, 0, 5]
    assert TOY.settings({"mood": "bad"}).tolist() == [0, 1, 5]
    assert TOY.settings({"mood": "good", "die": "loaded"}).tolist() == [1, 0, 5]


def test_an_unknown_option_is_refused_with_those_there_are() -> None:
    with pytest.raises(
        UnknownOption, match=r"^Toy has no option 'dice'; it has die, mood, stones\.$"
    ):
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
    sentence = re.escape(f"Toy seats 1 to 3, not {seats}.")
    with pytest.raises(WrongSeats, match=f"^{sentence}$"):
        TOY.start(seats)


def test_two_games_share_nothing() -> None:
    one, other = TOY.start(2), TOY.start(2)
    one.stones[0] = 0
    assert other.stones[0] == STONES


def test_empty_records_and_sets_are_of_the_games_size() -> None:
    assert TOY.state(5).shape == (5,)
    assert TOY.state().dtype == TOY.State
    assert TOY.move_set().tolist() == [0]
    assert TOY.event_set().tolist() == [0, 0]
    assert TOY.weights().tolist() == [0] * 74
    assert TOY.observation == 2


def test_a_game_need_not_say_what_its_points_are_made_of() -> None:
    assert TOY.breakdown(TOY.start(1), 0) == {}
    assert TOY.welcome == ""


def test_a_game_need_not_say_what_is_usual() -> None:
    state = TOY.start(2)
    assert TOY.why_no_move(state, 0, "three") is None
    assert not TOY.takes_time(state)
    assert TOY.renumbered == {}
    assert len(TOY.levels) == 5
    with pytest.raises(NotImplementedError):
        TOY.experiment(state, 1)


def test_everything_refused_is_a_refusal() -> None:
    assert all(issubclass(kind, Refusal) for kind in (UnknownOption, WrongSeats, IllegalMove))
    assert IllegalMove("No.").rule == ""
    assert IllegalMove("No.", rule="3.1").rule == "3.1"


def test_the_type_of_a_state_says_which_game_it_is() -> None:
    assert ask.game_of(TOY.start(1)) is TOY
    with pytest.raises(KeyError):
        ask.game_of(np.zeros(1)[0])


def test_two_games_with_the_same_record_are_refused() -> None:
    """The type of a record says which game it is, also to machine code."""
    with pytest.raises(Refusal, match=r"^copy and toy have identical records; give one of them"):
        ask.know(replace(TOY, id="copy"))
    assert ask.game_of(TOY.start(1)) is TOY


# ── Numbers of a designer ────────────────────────────────────────────────────────────────────────

PRIZES = Numbers("prizes", "What is won.", (5, 3, -1), low=-9, high=20)


def test_numbers_are_read_with_commas() -> None:
    assert (PRIZES.usual, PRIZES.slots) == ("5,3,-1", 3)
    assert PRIZES.settings("20,0,-9") == [20, 0, -9]
    assert Numbers("stones", "How many.", (5,)).settings("7") == [7]


@pytest.mark.parametrize(
    "text", ["", "5", "5,3", "5,3,1,1", "5,3,21", "5,3,-10", "5,3,", "5,3,x", "5,3,1.0", "5,3,--1",
             "5,3, 1", "5,3,+1", "5,3,²", "5,3,٣", "5,3,1_0", "5,3," + "9" * 5000]
)  # fmt: skip
def test_others_are_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(UnknownOption) as refused:
        PRIZES.settings(text)
    sentence = "The option prizes must be 3 numbers, separated by commas, from -9 to 20, not"
    assert str(refused.value) == f"{sentence} {quoted(text)}."


def test_one_number_is_refused_as_one() -> None:
    with pytest.raises(
        UnknownOption, match=r"^The option stones must be a number from 1 to 20, not "
    ):
        TOY.start(2, {"stones": "0"})


def test_they_reach_the_rules_behind_what_stands_before_them() -> None:
    options = (TOY.options[0], PRIZES, TOY.options[1], Numbers("last", "The last.", (8,)))
    assert [slot_of(options, name) for name in ("die", "prizes", "mood", "last")] == [0, 1, 4, 5]
    with pytest.raises(KeyError):
        slot_of(options, "first")
    game = replace(TOY, options=options)
    settings = game.settings({"prizes": "1,2,3", "mood": "bad"})
    assert settings.tolist() == [0, 1, 2, 3, 1, 8]


def test_what_was_agreed_names_every_choice_and_the_numbers_that_are_not_usual() -> None:
    assert TOY.agreed() == TOY.agreed({"stones": "5"}) == {"die": "fair", "mood": "good"}
    assert TOY.agreed({"stones": "6", "mood": "bad"}) == {
        "die": "fair", "mood": "bad", "stones": "6"
    }  # fmt: skip


def test_other_numbers_are_another_game_for_interpreter_and_machine_code() -> None:
    assert TOY.start(2, {"stones": "9"}).stones.tolist() == [9, 9, 9]
    poor = simulate(TOY, 2, 20, seed=3, options={"stones": "1"}, keep_states=True)
    assert poor.states is not None
    assert poor.states["stones"][:, :2].max() <= 1
    plain = np.zeros(20, Outcome)
    these = wanted(TOY, 2, 20, seed=3, options={"stones": "1"})
    play_games.plain(*arguments(these, 0, plain, TOY.state()))
    assert plain.tobytes() == poor.outcomes.tobytes()
    assert plain.tobytes() != simulate(TOY, 2, 20, seed=3).outcomes.tobytes()


# ── How many can play ────────────────────────────────────────────────────────────────────────────

TEAMS = Option("teams", "Who plays with whom.", (
    Choice("no", "Everyone alone."),
    Choice("pairs", "Two and two.", seats=(4, 6, 8)),
    Choice("threes", "Three and three.", seats=(6,)),
    Choice("odd", "An odd one out.", seats=(3, 5, 7)),
))  # fmt: skip
TRACK = Option("track", "Which track.", (
    Choice("short", "For few.", seats=(2, 3, 4)),
    Choice("long", "For all."),
))  # fmt: skip


def with_options(*options: Option | Numbers) -> Game:
    """A game for two to eight with these options."""
    return replace(TOY, name="Race", seats=range(2, 9), options=options)


@pytest.mark.parametrize(("chosen", "able", "words"), [
    ({},                    [2, 3, 4, 5, 6, 7, 8],  "2 to 8"),
    ({"teams": "no"},       [2, 3, 4, 5, 6, 7, 8],  "2 to 8"),
    ({"teams": "pairs"},    [4, 6, 8],              "4, 6 or 8 with teams=pairs"),
    ({"teams": "threes"},   [6],                    "6 with teams=threes"),
])  # fmt: skip
def test_what_is_agreed_says_how_many_can_play(
    chosen: dict[str, str], able: list[int], words: str
) -> None:
    game = with_options(TEAMS, PRIZES)
    assert game.seats_for(chosen) == able
    assert game.how_many(chosen) == words
    assert game.how_many({**chosen, "prizes": "1,1,1"}) == words


def test_it_names_the_usual_choice_too_where_that_is_the_reason() -> None:
    game = with_options(TRACK)
    assert game.seats_for() == [2, 3, 4]
    assert game.how_many() == "2 to 4 with track=short"
    assert game.how_many({"track": "long"}) == "2 to 8"
    sentence = r"^Race seats 2 to 4 with track=short, not 5; with track=long it does\.$"
    with pytest.raises(WrongSeats, match=sentence):
        game.start(5)


def test_several_reasons_are_all_named() -> None:
    game = with_options(TEAMS, TRACK)
    assert game.how_many({"teams": "pairs"}) == "4 with teams=pairs and track=short"


def test_choices_that_do_not_go_together_are_for_nobody() -> None:
    game = with_options(TEAMS, TRACK)
    sentence = (
        r"^Race seats nobody with teams=threes and track=short, not 6; with track=long it does\.$"
    )
    with pytest.raises(WrongSeats, match=sentence):
        game.start(6, {"teams": "threes"})


def test_too_many_for_what_was_agreed_are_refused() -> None:
    sentence = (
        r"^Race seats 4, 6 or 8 with teams=pairs, not 5; with teams=no or teams=odd it does\.$"
    )
    with pytest.raises(WrongSeats, match=sentence):
        with_options(TEAMS).start(5, {"teams": "pairs"})


@pytest.mark.parametrize(("seats", "words"), [
    ([3], "3"), ([2, 3], "2 or 3"), ([2, 3, 4], "2 to 4"), ([2, 4], "2 or 4"),
    ([1, 2, 4], "1, 2 or 4"), ([], "nobody"), (range(1, 5), "1 to 4"),
])  # fmt: skip
def test_seats_in_words(seats: list[int], words: str) -> None:
    assert in_words(seats) == words


def test_a_plane_is_as_large_as_its_shape() -> None:
    assert [Plane("", shape).size for shape in [(3,), (4, 11), (2, 3, 4), ()]] == [3, 44, 24, 1]
