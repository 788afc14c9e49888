"""What may not be done is refused with a sentence and changes nothing."""

import re
from typing import Any

import pytest

from templetop.engine.ask import game_of
from templetop.engine.game import Game
from templetop.engine.match import (
    GameOver,
    Match,
    NotYourTurn,
    check,
    kinds_for,
    legal_moves,
    phase_of,
    seats_to_move,
)
from templetop.engine.refusal import IllegalMove, Refusal
from templetop.engine.seats import CHANCE

from .tables import Table, copy_of, shared_decisions, story

RULE = re.compile(r"^- \*\*([A-Z0-9.]+)\*\* ", re.MULTILINE)
NO_RULE = ""  # there is no such move


def rules_of(game: Game) -> set[str]:
    """The numbers of the sentences in the game's rulebook."""
    assert game.folder is not None
    return {*RULE.findall((game.folder / "rulebook.md").read_text(encoding="utf-8"))}


def forbidden(state: Any, seat: int) -> list[int]:
    """Every number that is not a legal move."""
    legal = legal_moves(state, seat)
    numbers = range(kinds_for(game_of(state), seat).count)
    return [move for move in numbers if move not in legal]


def refusal_of(match: Match, seat: int, move: int) -> Refusal:
    """The refusal of a move; the match must be as it was before."""
    table, moves = match.state.tobytes(), list(match.moves)
    with pytest.raises(Refusal) as refused:
        match.play(seat, move)
    assert match.state.tobytes() == table
    assert match.moves == moves
    assert is_a_sentence(str(refused.value)), refused.value
    return refused.value


def is_a_sentence(text: str) -> bool:
    return text == text.strip() and text[0].isupper() and text.endswith(".") and text.isprintable()


def test_every_number_that_is_no_legal_move_is_refused(table: Table) -> None:
    told = story(table)
    for n in told.moments(4):
        match = told.match(n)
        for seat in seats_to_move(match.state):
            for move in forbidden(match.state, seat):
                assert isinstance(refusal_of(match, seat, move), IllegalMove)


def test_every_legal_move_is_allowed(table: Table) -> None:
    told = story(table)
    for n in told.moments(6):
        for seat in seats_to_move(told.states[n]):
            for move in legal_moves(told.states[n], seat):
                check(copy_of(told.states[n]), seat, move)


@pytest.mark.parametrize("number", [-(2**63), -1000, -65, -1, 2**31, 2**63, 2**64, 10**30])
def test_numbers_far_from_any_move_are_refused(table: Table, number: int) -> None:
    told = story(table)
    for n in told.moments(3):
        match = told.match(n)
        for seat in seats_to_move(match.state):
            assert isinstance(refusal_of(match, seat, number), IllegalMove)


def test_the_first_number_that_is_no_move_is_refused(table: Table) -> None:
    told = story(table)
    for n in told.moments(3):
        seat = told.steps[n][0][0]
        end = kinds_for(table.game, seat).count
        for move in range(end, end + 130):
            refusal_of(told.match(n), seat, move)


def test_nobody_moves_out_of_turn(table: Table) -> None:
    told = story(table)
    for n in told.moments(20):
        match = told.match(n)
        for seat in {CHANCE, *range(-3, table.seats + 3)} - {*seats_to_move(match.state)}:
            for move in (0, told.steps[n][0][1]):
                assert isinstance(refusal_of(match, seat, move), NotYourTurn)


def test_who_has_decided_before_the_others_is_told_so_with_the_rule(table: Table) -> None:
    rules = rules_of(table.game)
    told = story(table)
    for n in shared_decisions(told)[::5]:
        match = told.match(n)
        (seat, move), *_ = told.steps[n]
        match.play(seat, move)
        refused = refusal_of(match, seat, move)
        assert isinstance(refused, NotYourTurn)
        assert "has already decided" in str(refused)
        assert refused.rule in rules


def test_nobody_moves_when_the_game_is_over(table: Table) -> None:
    told = story(table)
    match = told.match(len(told.steps))
    for seat in range(CHANCE, table.seats):
        assert isinstance(refusal_of(match, seat, told.moves[-1][1]), GameOver)


def test_a_refusal_names_a_rule_of_the_rulebook(table: Table) -> None:
    game, told = table.game, story(table)
    rules = rules_of(game)
    assert rules
    for n in told.moments(20):
        for seat in seats_to_move(told.states[n]):
            for move in forbidden(told.states[n], seat):
                state = told.states[n]
                reason = kinds_for(game, seat).why_not(state, seat, move, phase_of(state))
                assert isinstance(reason, IllegalMove)
                assert reason.rule in rules | {NO_RULE}, f"{move}: {reason}"
                assert is_a_sentence(str(reason))
