"""Kits are played, and the first difference is found, explained and traced to a sentence."""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

import pytest

from templetop.conformance.difference import Difference
from templetop.conformance.engine import DoesNotPlay, EngineFailed
from templetop.conformance.kit import Exchange, Kit, kit_of
from templetop.conformance.playing import OldKit, Played, Playing
from templetop.conformance.reference import Reference, checksum
from templetop.engine.game import Game
from templetop.games.shelf import take

from .conftest import Changes, WithinThisProcess

OPENING = ("new 2", "play 0 3", "play 1 3", "play 0 4")
# Seat 0 needs a stone in column d for a diagonal from a1 to d4.
DIAGONAL = (0, 1, 1, 2, 3, 2, 2, 3, 5, 3)
RISING = ("new 2", *(f"play {n % 2} {column}" for n, column in enumerate(DIAGONAL)))


def kit(game: Game, *commands: str) -> Kit:
    """One match with our own answers."""
    reference = Reference(game)
    begin = f"conform 1 {game.id} {game.rules_version}"
    match = tuple(Exchange(command, reference.answer(command)) for command in commands)
    return Kit((), Exchange(begin, "ready"), (match,))


def played(game: Game, changes: Changes, *commands: str) -> Played:
    return Playing(game, kit(game, *commands), WithinThisProcess(game, changes)).play()


def found(game: Game, changes: Changes, *commands: str) -> Difference:
    difference = played(game, changes, *commands).difference
    assert difference is not None
    return difference


def instead(command: str, answer: str, of: str = "") -> Changes:
    """Another answer to one command; `of` is the part of the right one that it stands for."""

    def change(asked: str, right: str) -> str:
        if asked != command:
            return right
        return right.replace(of, answer, 1) if of else answer

    return change


def as_it_is(command: str, answer: str) -> str:
    return answer


# ── What agrees ──────────────────────────────────────────────────────────────────────────────────


def test_our_own_rules_agree_with_the_kit(connect_four: Game) -> None:
    engine = WithinThisProcess(connect_four)
    whole = kit_of(connect_four)
    done = Playing(connect_four, whole, engine).play()
    assert done.difference is None
    assert (done.matches, done.left_out) == (len(whole.matches), 0)
    assert done.answers == sum(map(len, whole.matches))


def test_one_match_can_be_played_alone(connect_four: Game) -> None:
    whole = kit_of(connect_four)
    done = Playing(connect_four, whole, WithinThisProcess(connect_four)).play(only=7)
    assert (done.matches, done.answers) == (1, len(whole.matches[6]))


# ── What differs ─────────────────────────────────────────────────────────────────────────────────


@contextmanager
def without_rising_lines() -> Iterator[None]:
    from connect_four.rules import turn

    with mock.patch.object(turn, "LINES", turn.LINES[:-1]):
        yield


class WithAFault(WithinThisProcess):
    """It overlooks lines that rise from left to right."""

    def answer(self, command: str) -> str:
        with without_rising_lines():
            return super().answer(command)


def test_a_planted_fault_is_named_with_its_sentence(connect_four: Game) -> None:
    whole = kit_of(connect_four)
    difference = Playing(connect_four, whole, WithAFault(connect_four)).play().difference
    assert difference is not None
    assert (difference.what, difference.expected) == ("who", "over")
    assert difference.rule == "3.1"
    assert difference.sentence.startswith("Four of your stones in a line without a gap")
    assert difference.says.startswith("The game is over, but the program says: It is up to seat")
    assert {"2.2", "2.3", "3.1"} <= {*difference.carried_out}


def test_of_a_count_that_differs_the_move_is_found_after_which_it_does(connect_four: Game) -> None:
    engine = WithAFault(connect_four)
    difference = Playing(connect_four, kit(connect_four, *RISING, "count 3"), engine).play()
    assert difference.difference is not None
    assert difference.difference.what == "who"
    assert difference.difference.commands[: len(RISING)] == RISING
    assert difference.difference.commands[-1] == "play 0 3"
    assert difference.difference.rule == "3.1"


def test_a_count_that_differs_alone_is_told_as_such(connect_four: Game) -> None:
    difference = found(connect_four, instead("count 1", "8"), "new 2", "count 1")
    assert (difference.what, difference.expected, difference.answered) == ("count", "7", "8")
    assert difference.says == "There are 7 ways to make 1 moves from here, not 8."


def test_a_move_that_is_missing_is_named_and_when_it_may_be_made(connect_four: Game) -> None:
    fewer = checksum("0 1 2 4 5 6")

    def change(command: str, answer: str) -> str:
        if command == "moves":
            return "0 1 2 4 5 6"
        return answer.replace("7 4d801ace", f"6 {fewer}")

    difference = found(connect_four, change, *OPENING)
    assert difference.commands == ("new 2",)
    assert difference.what == "moves"
    assert "not allow what seat 0 may do: 3, drops a stone into column d" in difference.says
    assert difference.rule == "2.2"


def test_a_move_too_many_is_named_and_why_it_is_forbidden(connect_four: Game) -> None:
    full = ("new 2", *(f"play {n % 2} 0" for n in range(6)))

    def change(command: str, answer: str) -> str:
        if command == "moves":
            return "0 1 2 3 4 5 6"
        return answer.replace(f"0 6 {checksum('1 2 3 4 5 6')}", "0 7 4d801ace")

    difference = found(connect_four, change, *full)
    assert difference.says == "The program allows seat 0 move 0: Column a is full."
    assert difference.rule == "2.2"
    assert difference.done == "seat 1: drops a stone into column a"


def test_of_a_table_the_first_line_that_differs_is_shown(connect_four: Game) -> None:
    def change(command: str, answer: str) -> str:
        if command == "table":
            return answer.replace("...x...", "..x....")
        words = answer.split()
        return answer if command != "play 0 3" else answer.replace(words[3], "00000000")

    difference = found(connect_four, change, *OPENING)
    assert difference.what == "table"
    assert "Expected: '...x...'; answered: '..x....'" in difference.says
    assert difference.rule == "2.2"
    assert "2.3" in difference.carried_out


def test_places_that_differ_are_of_the_sentences_about_the_end(connect_four: Game) -> None:
    won = ("new 2", *(f"play {n % 2} {n % 2}" for n in range(7)))
    difference = found(connect_four, instead(won[-1], " 2,1", of=" 1,2"), *won)
    assert (difference.what, difference.rule) == ("places", "3.1")


def test_points_that_differ_are_of_the_sentence_that_counts_them() -> None:
    cacao = take("cacao")
    difference = found(cacao, instead("new 2", " -10,-9", of=" -10,-10"), "new 2")
    assert (difference.what, difference.says) == ("points", "The points are -10,-10, not -10,-9.")
    assert difference.rule.startswith("5.2")


def test_of_chance_a_wrong_weight_is_named() -> None:
    cacao = take("cacao")
    wrong = "0:4 1:4 2:1 3:1"

    def change(command: str, answer: str) -> str:
        return wrong if command == "moves" else answer.replace("0bdb8c78", checksum(wrong))

    difference = found(cacao, change, "new 2")
    assert difference.says.startswith("Event 1 has the weight 5, not 4: ")
    assert difference.rule == "2.5"


# ── What an engine does not do ───────────────────────────────────────────────────────────────────


def test_options_that_an_engine_does_not_know_are_left_out() -> None:
    karuba = take("karuba")
    whole = kit_of(karuba)
    some = Kit((), whole.begin, whole.matches[:6])
    known = [match for match in some.matches if match[0].command.startswith("new 2")]

    def change(command: str, answer: str) -> str:
        return answer if not command.startswith("new") or command[4] == "2" else "unknown seats"

    done = Playing(karuba, some, WithinThisProcess(karuba, change)).play()
    assert done.difference is None
    assert (done.matches, done.left_out) == (len(known), 6 - len(known))


def test_an_engine_that_plays_nothing_does_not_agree(connect_four: Game) -> None:
    with pytest.raises(DoesNotPlay, match="none of the matches"):
        played(connect_four, instead("new 2", "unknown"), *OPENING)
    with pytest.raises(DoesNotPlay, match="does not play this game: 'another one'"):
        played(connect_four, instead("conform 1 connect_four 1", "unknown another one."), *OPENING)


def test_an_engine_need_not_count_nor_write_tables(connect_four: Game) -> None:
    done = played(connect_four, instead("count 1", "unknown"), "new 2", "count 1", "count 2")
    assert (done.difference, done.has_counts, done.has_tables) == (None, False, True)
    done = played(connect_four, instead("new 2", " - -", of=" 536196d1 -"), "new 2")
    assert (done.difference, done.has_counts, done.has_tables) == (None, True, False)


@pytest.mark.parametrize(
    ("command", "answer", "why"),
    [
        ("conform 1 connect_four 1", "hello", "it answered 'hello', not 'ready'"),
        ("new 2", "0 7", "it answered '0 7', which is no position"),
        ("new 2", "", "which is no position"),
        ("count 1", "seven", "it answered 'seven', which is no number"),
    ],
)
def test_nonsense_is_told_in_one_sentence(
    connect_four: Game, command: str, answer: str, why: str
) -> None:
    changes = instead(command, answer) if answer else empty(command)
    with pytest.raises(EngineFailed) as failed:
        played(connect_four, changes, "new 2", "count 1")
    assert why in str(failed.value)


def empty(command: str) -> Changes:
    return lambda asked, right: "" if asked == command else right


def test_a_kit_of_other_rules_is_refused(connect_four: Game) -> None:
    current = kit(connect_four, *OPENING)
    older = Kit((), Exchange("conform 1 connect_four 0", "ready"), current.matches)
    with pytest.raises(OldKit, match="writes it anew"):
        Playing(connect_four, older, WithinThisProcess(connect_four)).play()
    wrong = Kit((), current.begin, ((Exchange("new 2", "0 6 4d801ace 536196d1 -"),),))
    with pytest.raises(OldKit):
        Playing(connect_four, wrong, WithinThisProcess(connect_four)).play()
