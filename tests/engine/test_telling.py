"""What was done, told to those who may not know everything."""

from random import Random

import pytest

from templetop.engine.match import Match, legal_moves
from templetop.engine.seats import CHANCE
from templetop.engine.telling import Told, after, sentences, told, told_to

from .toy import ROLL, TOY
from .whispers import GUESS, WHISPERS, Deal, Whisper

NAMES = ("Ann", "Ben", "Cem")
DEALT = [4, 8, 1, 1, 0, 3]  # the cards of Ann, Ben and Cem, two for each
YES, NO, PERHAPS = range(3)


def whispered(moves: int = 100, guesses: tuple[int, int, int] = (4, 5, 3)) -> Match:
    """A match in which Ann whispers 'no' to Ben, after so many moves."""
    match = Match.new(WHISPERS, NAMES)
    done = [*((CHANCE, card) for card in DEALT), (0, NO)]
    done += [(seat, GUESS + card) for seat, card in enumerate(guesses)]
    for seat, move in done[:moves]:
        match.play(seat, move)
    return match


def heard(match: Match, viewer: int | None) -> list[str]:
    """Everything, a line for each thing that happened."""
    return [*sentences(told(match, viewer), match.seats)]


# ── Happenings ───────────────────────────────────────────────────────────────────────────────────


def test_a_row_of_events_under_one_heading_is_one_happening_that_unfolds() -> None:
    (dealing,) = told(whispered(6), viewer=0)
    assert dealing.sentence(NAMES) == "Chance deals the cards."
    assert (dealing.seat, dealing.number, dealing.last) == (CHANCE, 0, 5)
    assert [part.sentence(NAMES) for part in dealing.parts[:2]] == [
        "Chance deals card 4 to Ann.",
        "Chance deals card 8 to Ann.",
    ]


def test_hidden_things_that_look_alike_are_counted() -> None:
    (dealing,) = told(whispered(6), viewer=0)
    hidden = dealing.parts[2:]
    assert [part.sentence(NAMES) for part in hidden] == [
        "Chance deals a card to Ben, 2 times.",
        "Chance deals a card to Cem, 2 times.",
    ]
    assert [(part.times, part.number, part.last) for part in hidden] == [(2, 2, 3), (2, 4, 5)]


def test_open_things_that_look_alike_are_told_one_by_one() -> None:
    (dealing,) = told(whispered(6), viewer=1)
    own = [part.sentence(NAMES) for part in dealing.parts if part.target is not None]
    assert own == ["Chance deals card 1 to Ben."] * 2


def test_the_count_of_hidden_cards_does_not_tell_whether_they_are_the_same() -> None:
    alike, unlike = Match.new(WHISPERS, NAMES), Match.new(WHISPERS, NAMES)
    for one, other in ((2, 2), (2, 6)):
        alike.play(CHANCE, one)
        unlike.play(CHANCE, other)
    assert told(alike, viewer=2) == told(unlike, viewer=2)


def test_a_happening_ends_with_what_is_done_next() -> None:
    lines = told(whispered(7), viewer=2)
    assert [(line.seat, line.number, line.last) for line in lines] == [(CHANCE, 0, 5), (0, 6, 6)]
    assert lines[1].parts == ()


def test_without_a_heading_every_event_is_a_line() -> None:
    match = Match.new(TOY, NAMES[:2])
    for seat, move in [(CHANCE, ROLL + 2), (0, 1), (1, 0), (CHANCE, ROLL + 3)]:
        match.play(seat, move)
    assert heard(match, None) == [
        "Chance rolls 2.",
        "Ann bids 1.",
        "Ben bids 0.",
        "Chance rolls 3.",
    ]


def test_a_happening_is_written_with_all_of_it_behind_its_heading() -> None:
    assert heard(whispered(6), 2) == [
        "Chance deals the cards: Chance deals a card to Ann, 2 times. "
        "Chance deals a card to Ben, 2 times. "
        "Chance deals card 0 to Cem. Chance deals card 3 to Cem."
    ]


# ── Secrets ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("viewer", "sentence"), [
    (0,     "Ann whispers no to Ben."),
    (1,     "Ann whispers no to Ben."),
    (2,     "Ann whispers something to Ben."),
    (None,  "Ann whispers something to Ben."),
])  # fmt: skip
def test_a_secret_of_two_is_told_to_both_and_to_nobody_else(
    viewer: int | None, sentence: str
) -> None:
    assert heard(whispered(7), viewer)[1] == sentence


def test_who_may_know_it_is_told_what_it_touches_and_others_are_not() -> None:
    state = whispered(6).state
    assert told_to(1, 6, state, 0, NO).target == Whisper("whisper", 0, 1, NO)
    assert told_to(2, 6, state, 0, NO).target is None


@pytest.mark.parametrize("viewer", [2, None])
def test_a_secret_changes_nothing_in_what_others_are_told(viewer: int | None) -> None:
    """Not in any part of it, which may be sent to them as it is."""
    state = whispered(6).state
    assert told_to(viewer, 6, state, 0, NO) == told_to(viewer, 6, state, 0, PERHAPS)
    dealt = [told_to(viewer, 0, WHISPERS.start(3), CHANCE, card) for card in range(9)]
    assert all(one == dealt[0] for one in dealt)


def test_a_heading_changes_with_no_secret_under_it() -> None:
    lines = []
    for card in (2, 7):
        match = Match.new(WHISPERS, NAMES)
        match.play(CHANCE, card)
        lines.append(told(match, viewer=2))
    assert lines[0] == lines[1]


def test_who_looks_on_knows_nobodys_hand() -> None:
    (dealing,) = told(whispered(6), viewer=None)
    assert [part.target for part in dealing.parts] == [None] * 3


def test_after_the_match_all_is_told_to_all() -> None:
    match = whispered()
    assert match.is_over
    for viewer in (0, 1, 2, None):
        dealing, whisper, *_ = told(match, viewer)
        assert [part.target for part in dealing.parts] == [
            Deal("deal", n // 2, card) for n, card in enumerate(DEALT)
        ]
        assert whisper.target == Whisper("whisper", 0, 1, NO)


# ── At the same time ─────────────────────────────────────────────────────────────────────────────


def test_what_some_have_decided_is_not_told_before_all_have() -> None:
    match = whispered(7)
    before = [told(match, viewer) for viewer in (0, 1, 2, None)]
    match.play(2, GUESS + 3)
    assert [told(match, viewer) for viewer in (0, 1, 2, None)] == before


def test_what_was_decided_at_the_same_time_is_told_of_the_table_before_it() -> None:
    assert heard(whispered(), None)[2:] == [
        "Ann finds card 4.",
        "Ben guesses 5 in vain.",
        "Cem finds card 3.",
    ]


def test_lines_have_the_numbers_of_the_moves() -> None:
    lines = told(whispered(), viewer=0)
    assert [(line.number, line.last) for line in lines] == [(0, 5), (6, 6), (7, 7), (8, 8), (9, 9)]


def test_the_table_after_a_step_is_another_one() -> None:
    match = whispered(7)
    before = match.state.tobytes()
    step = [(seat, GUESS) for seat in range(3)]
    assert after(match.state, step).tobytes() != before
    assert match.state.tobytes() == before


def test_nothing_that_is_told_depends_on_what_the_viewer_does_not_know() -> None:
    """Two matches that differ only in what Cem cannot see are told to Cem alike, move by move."""
    random = Random(3)
    for _ in range(20):
        one, other = Match.new(WHISPERS, NAMES), Match.new(WHISPERS, NAMES)
        while len(one.moves) < 7:
            (seat,) = one.awaited
            moves = [random.choice(legal_moves(match.state, seat)) for match in (one, other)]
            if len(one.moves) in (4, 5):  # these are Cem's own cards
                moves[1] = moves[0]
            one.play(seat, moves[0])
            other.play(seat, moves[1])
            assert told(one, viewer=2) == told(other, viewer=2)


def test_once_or_several_times() -> None:
    message = WHISPERS.events.hidden_message(WHISPERS.start(3), CHANCE, 7)
    assert Told(0, 0, CHANCE, message, None).sentence(NAMES) == "Chance deals a card to Ann."
    many = Told(0, 3, CHANCE, message, None, times=4)
    assert many.sentence(NAMES) == "Chance deals a card to Ann, 4 times."
