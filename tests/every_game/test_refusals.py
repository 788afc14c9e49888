"""What may not be done is refused with a sentence and changes nothing."""

import re
from pathlib import Path
from typing import Any

import pytest

import templetop.games
from templetop.engine.ask import game_of
from templetop.engine.game import CHANCE, Game, IllegalMove, Refusal
from templetop.engine.match import GameOver, Match, NotYourTurn, check, legal_moves, seats_to_move

from .tables import Table, copy_of, story

RULE = re.compile(r"^- \*\*([A-Z0-9.]+)\*\* ", re.MULTILINE)
NO_RULE = ""  # there is no such move


def rules_of(game: Game) -> set[str]:
    """The numbers of the sentences in the game's rulebook."""
    folder = Path(templetop.games.__file__).parent / game.id
    return {*RULE.findall((folder / "rulebook.md").read_text(encoding="utf-8"))}


def forbidden(state: Any, seat: int) -> list[int]:
    """Every number that is not a legal move."""
    legal = legal_moves(state, seat)
    return [move for move in range(game_of(state).moves) if move not in legal]


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
        for move in range(table.game.moves, table.game.moves + 130):
            refusal_of(told.match(n), told.moves[n][0], move)


def test_nobody_moves_out_of_turn(table: Table) -> None:
    told = story(table)
    for n in told.moments(20):
        match = told.match(n)
        for seat in {CHANCE, *range(-3, table.seats + 3)} - {*seats_to_move(match.state)}:
            for move in (0, told.moves[n][1]):
                assert isinstance(refusal_of(match, seat, move), NotYourTurn)


def test_who_has_decided_before_the_others_is_told_so(table: Table) -> None:
    """Only where a seat decided since the others were asked; and every seat that did."""
    game, told = table.game, story(table)
    early: set[int] = set()  # who decided while others are still awaited
    for n, (seat, _) in enumerate(told.moves):
        state = told.states[n]
        deciders = {other for other in range(table.seats) if game.has_decided(state, other)}
        assert deciders == early, f"after {n} moves"
        assert not deciders & {*seats_to_move(state)}
        still_asked = {*seats_to_move(state)} - {seat}
        waits_on = seat != CHANCE and still_asked == {*seats_to_move(told.states[n + 1])}
        early = early | {seat} if still_asked and waits_on else set()


def test_nobody_moves_when_the_game_is_over(table: Table) -> None:
    told = story(table)
    match = told.match(len(told.moves))
    for seat in range(CHANCE, table.seats):
        assert isinstance(refusal_of(match, seat, told.moves[-1][1]), GameOver)


def test_a_refusal_names_a_rule_of_the_rulebook(table: Table) -> None:
    game, told = table.game, story(table)
    rules = rules_of(game)
    assert rules
    for n in told.moments(20):
        for seat in seats_to_move(told.states[n]):
            for move in forbidden(told.states[n], seat):
                reason = game.why_not(told.states[n], seat, move)
                assert isinstance(reason, IllegalMove)
                assert reason.rule in rules | {NO_RULE}, f"{move}: {reason}"
                assert is_a_sentence(str(reason))
