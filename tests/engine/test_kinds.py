"""The tables of moves and events: numbers, phases, words, codes, and what they touch."""

from dataclasses import dataclass
from typing import Any

import pytest

from templetop.engine.kinds import Kind, Kinds, Message, Phase, seat_name
from templetop.engine.match import code_of, message_of, phase_of, say, target_of
from templetop.engine.refusal import IllegalMove
from templetop.engine.seats import CHANCE

from .toy import BIDDING, ROLL, ROLLING, TOY
from .whispers import GUESS, WHISPERS, Deal, Guess, Whisper

NAMES = ["Ann", "Ben", "Cem"]


@dataclass(frozen=True)
class Gift:
    """For a kind with parts."""

    giver: int
    to: int
    coins: int


def gift(state: Any, seat: int, coins: int) -> Gift:
    return Gift(seat, 1, coins)


def in_words(number: int) -> str:
    return ["nothing", "one coin", "two coins"][number]


GIFTS = Kinds(
    Kind("gift", 10, 3, (0,), "{who} gives {coins:coins} to {to:seat}", target=gift),
    formats={"coins": in_words},
)


# ── Messages ─────────────────────────────────────────────────────────────────────────────────────


def test_a_message_names_its_parts_in_the_words_of_the_game() -> None:
    message = GIFTS.message(None, 0, 12)
    assert message.sentence("Ann", NAMES) == "Ann gives two coins to Ben."


def test_seats_without_names_are_numbered() -> None:
    message = GIFTS.message(None, 0, 11)
    assert message.sentence("seat 1") == "Seat 1 gives one coin to seat 2."


def test_chance_has_a_name_of_its_own_and_not_that_of_the_last_seat() -> None:
    message = Message("pay", "{who} pays {to:seat}", {"to": CHANCE})
    assert message.sentence("Ann", NAMES) == "Ann pays Chance."
    assert message.sentence("Ann") == "Ann pays Chance."


def test_who_is_offered_a_move_reads_it_without_a_subject() -> None:
    assert GIFTS.message(None, 0, 12).without_subject(NAMES) == "gives two coins to Ben"


def test_a_part_without_a_format_is_written_as_it_is() -> None:
    assert Message("go", "{who} goes {steps} steps", {"steps": 3}).sentence("Ann") == (
        "Ann goes 3 steps."
    )
    assert Message("go", "{who} goes {steps:>3}", {"steps": 3}).sentence("Ann") == "Ann goes   3."


def test_a_message_has_a_key_and_its_parts_for_a_translator() -> None:
    message = GIFTS.message(None, 0, 12)
    assert (message.key, message.parts) == ("gift", {"giver": 0, "to": 1, "coins": 2})


def test_a_kind_with_several_messages_tells_by_its_target_which() -> None:
    state = WHISPERS.start(3)
    state.hands[:] = 4
    right, wrong = (message_of(state, 0, GUESS + card) for card in (4, 5))
    assert (right.key, right.sentence("Ann")) == ("guess.right", "Ann finds card 4.")
    assert (wrong.key, wrong.sentence("Ann")) == ("guess.wrong", "Ann guesses 5 in vain.")


def test_a_move_without_a_target_has_words_without_parts() -> None:
    kinds = Kinds(Kind("pass", 0, 1, (0,), "{who} passes"))
    assert kinds.target(None, 0, 0) is None
    assert kinds.message(None, 0, 0).sentence("Ann") == "Ann passes."


# ── Secrets ──────────────────────────────────────────────────────────────────────────────────────


def test_what_is_hidden_has_words_that_do_not_name_it() -> None:
    message = WHISPERS.moves.hidden_message(WHISPERS.start(3), 0, 2)
    assert message.sentence("Ann", NAMES) == "Ann whispers something to Ben."


def test_the_parts_of_hidden_words_are_those_they_name_and_not_the_secret() -> None:
    message = WHISPERS.events.hidden_message(WHISPERS.start(3), CHANCE, 7)
    assert (message.key, message.parts) == ("deal.hidden", {"to": 0})


def test_a_heading_does_not_tell_the_secret_of_what_stands_under_it() -> None:
    heading = WHISPERS.events.heading(WHISPERS.start(3), 7)
    assert heading is not None
    assert (heading.key, heading.parts) == ("deal.together", {})
    assert heading.sentence("Chance") == "Chance deals the cards."


def test_what_has_no_heading_stands_for_itself() -> None:
    assert TOY.events.heading(TOY.start(2), ROLL + 1) is None


def test_a_heading_may_go_by_the_words_of_each_event() -> None:
    @dataclass(frozen=True)
    class Draw:
        words: str

    def draw(state: Any, seat: int, number: int) -> Draw:
        return Draw(["first", "later"][number])

    kinds = Kinds(
        Kind("draw", 0, 2, (0,), {"first": "{who} deals", "later": "{who} draws"}, target=draw,
             together={"first": "{who} deals all cards"}),
    )  # fmt: skip
    heading = kinds.heading(None, 0)
    assert heading is not None
    assert heading.sentence("Chance") == "Chance deals all cards."
    assert kinds.heading(None, 1) is None


def test_who_alone_sees_it() -> None:
    state = WHISPERS.start(3)
    assert WHISPERS.moves.seen_by(state, 0, 2) == frozenset({0, 1})
    assert WHISPERS.events.seen_by(state, CHANCE, 7) == frozenset({0})
    assert WHISPERS.moves.seen_by(state, 0, GUESS) is None


# ── Numbers ──────────────────────────────────────────────────────────────────────────────────────


def kind(name: str, first: int, count: int, **more: Any) -> Kind:
    return Kind(name, first, count, (0,), f"{{who}} {name}s", **more)


def test_there_are_as_many_numbers_as_the_last_kind_ends_with() -> None:
    assert Kinds(kind("lay", 0, 30), kind("walk", 32, 8)).count == 40
    assert Kinds().count == 0


def test_a_number_belongs_to_one_kind_or_to_none() -> None:
    kinds = Kinds(kind("lay", 0, 30), kind("walk", 32, 8))
    found = [kinds.kind_of(number) for number in (0, 29, 30, 31, 32, 39, 40, -1)]
    names = [one.name if one else None for one in found]
    assert names == ["lay", "lay", None, None, "walk", "walk", None, None]
    with pytest.raises(KeyError):
        kinds.kind(30)


def test_two_kinds_that_share_a_number_are_refused() -> None:
    with pytest.raises(ValueError, match=r"^lay and walk share the number 29\.$"):
        Kinds(kind("lay", 0, 30), kind("walk", 29, 8))


def test_functions_of_a_kind_are_given_the_number_counted_from_its_first() -> None:
    state = WHISPERS.start(3)
    assert target_of(state, 0, GUESS + 8) == Guess("guess", "wrong", 8)
    assert target_of(state, 0, 2) == Whisper("whisper", 0, 1, 2)
    assert target_of(state, CHANCE, 8) == Deal("deal", 0, 8)
    assert code_of(state, 0, GUESS + 8) == "8"
    assert code_of(state, 0, 2) == "perhaps"
    assert code_of(state, CHANCE, 8) == ""
    assert say(state, 0, 2) == "whispers perhaps to seat 2"


# ── Why not ──────────────────────────────────────────────────────────────────────────────────────


def why_not(kinds: Kinds, state: Any, seat: int, number: int) -> tuple[str, str]:
    """The rule and the sentence."""
    why = kinds.why_not(state, seat, number, phase_of(state))
    assert isinstance(why, IllegalMove)
    return why.rule, str(why)


def test_in_another_phase_it_is_said_what_is_done_now() -> None:
    state = TOY.start(2)
    assert state.phase == ROLLING
    assert why_not(TOY.moves, state, 0, 1) == ("1", "Now the die is rolled.")


def test_in_its_own_phase_the_kind_says_why() -> None:
    state = TOY.start(2)
    state.phase = BIDDING
    assert why_not(TOY.moves, state, 0, 3) == ("2.3", "There are not so many stones.")


def test_a_kind_that_says_nothing_is_not_possible_now() -> None:
    assert why_not(TOY.events, TOY.start(2), CHANCE, ROLL + 1) == ("", "That is not possible now.")


@pytest.mark.parametrize("number", [-1, 4, 10**9])
def test_a_number_that_no_kind_has_is_no_move(number: int) -> None:
    assert why_not(TOY.moves, TOY.start(2), 0, number) == ("", f"There is no move {number}.")


def test_a_gap_between_the_numbers_of_a_kind_is_no_move() -> None:
    def even(state: Any, seat: int, number: int) -> str:
        return "" if number % 2 else str(number)

    state = TOY.start(2)
    kinds = Kinds(Kind("jump", 10, 4, (BIDDING,), "{who} jumps", even))
    assert why_not(kinds, state, 0, 11) == ("", "There is no move 11.")
    assert why_not(kinds, state, 0, 12) == ("1", "Now the die is rolled.")


def test_gaps_can_be_named() -> None:
    state = TOY.start(2)
    kinds = Kinds(kind("jump", 10, 4, gaps={1, 3}))
    assert why_not(kinds, state, CHANCE, 11) == ("", "There is no move 11.")
    assert why_not(kinds, state, CHANCE, 12) == ("", "That is not possible now.")
    assert why_not(kinds, state, 0, 12) == ("", "That is not possible now.")


def test_a_phase_may_say_it_by_how_the_table_looks() -> None:
    phase = Phase("placing", lambda state: f"Now {state} is placed.", "2.6")
    assert (str(phase.refusal("brown")), phase.refusal("brown").rule) == (
        "Now brown is placed.",
        "2.6",
    )
    assert str(Phase("thinking").refusal(None)) == "Not now."


def test_a_seat_without_a_name_is_numbered_from_1() -> None:
    assert [seat_name(seat) for seat in (0, 7, CHANCE)] == ["seat 1", "seat 8", "Chance"]
