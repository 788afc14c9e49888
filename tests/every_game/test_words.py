"""Moves in words and as they are typed; and views as others read them."""

import json
from collections.abc import Callable
from dataclasses import asdict, is_dataclass
from typing import Any

from templetop.engine.game import Game
from templetop.engine.kinds import Kinds
from templetop.engine.match import code_of, legal_moves, message_of, say, seats_to_move
from templetop.engine.seats import CHANCE
from templetop.engine.speech import speaking

from .tables import Table, needed_of, some_tables, story

NO_MOVE = ""  # the code of a number that is no move
LEFT_OUT = ""  # the synonym of a word that need not be typed


def test_every_move_can_be_said_and_no_two_sound_the_same(any_table: Table) -> None:
    for sentences in sentences_of_each_decision(any_table, say):
        assert all(is_a_phrase(sentence) for sentence in sentences), sentences
        assert len(set(sentences)) == len(sentences), sentences


def test_every_move_has_a_code_and_no_two_the_same(any_table: Table) -> None:
    for codes in sentences_of_each_decision(any_table, code_of, with_chance=False):
        assert all(is_a_phrase(code) for code in codes), codes
        assert len(set(codes)) == len(codes), codes


def test_a_code_means_one_number_whether_it_is_legal_or_not(table: Table) -> None:
    for codes in codes_of_all_numbers(table):
        assert len(set(codes)) == len(codes), codes


def test_synonyms_stand_for_words_of_codes_and_are_none_themselves(game: Game) -> None:
    tables = needed_of(some_tables([game]))
    codes = {code for table in tables for codes in codes_of_all_numbers(table) for code in codes}
    words = {word for code in codes for word in code.split()}
    assert not words & set(game.synonyms)
    assert set(game.synonyms.values()) <= words | {LEFT_OUT}


def codes_of_all_numbers(table: Table) -> list[list[str]]:
    """At some moments: the codes of all numbers that are moves."""
    told, game = story(table), table.game
    answers = [
        [code_of(told.states[n], seat, move) for move in range(game.moves.count)]
        for n in told.moments(12)
        for seat in seats_to_move(told.states[n])
        if seat != CHANCE
    ]
    return [[code for code in codes if code != NO_MOVE] for codes in answers]


def sentences_of_each_decision(
    table: Table, words: Callable[[Any, int, int], str], with_chance: bool = True
) -> list[list[str]]:
    return [
        [words(state, seat, move) for move in legal_moves(state, seat)]
        for state in story(table).states
        for seat in seats_to_move(state)
        if with_chance or seat != CHANCE
    ]


def test_a_message_is_a_whole_sentence_with_its_subject(game: Game) -> None:
    for kinds in (game.moves, game.events):
        for text in messages_of(kinds):
            assert text == text.strip()
            assert not text.endswith(".")
    assert all(text.startswith("{who} ") for text in messages_of(game.moves))


def messages_of(kinds: Kinds) -> list[str]:
    found = [text for kind in kinds.kinds for text in kind.messages.values()]
    return found + [kind.hidden for kind in kinds.kinds if kind.hidden]


def is_a_phrase(text: str) -> bool:
    """Something to be read, on one line."""
    return text == text.strip() != "" and text.isprintable()


def test_chance_and_seats_both_speak_in_some_game(game: Game) -> None:
    tables = needed_of(some_tables([game]))
    speakers = {seat for table in tables for seat, _ in story(table).moves}
    chance = {CHANCE} if game.events.count else set()
    assert speakers == chance | {*range(max(game.seats))}


def test_a_view_can_be_sent(table: Table) -> None:
    told = story(table)
    for n in told.moments(8):
        for seat in (None, *range(table.seats)):
            view = table.game.view(told.states[n], seat)
            assert is_dataclass(view)
            assert not isinstance(view, type)
            sent = json.loads(json.dumps(asdict(view), allow_nan=False))
            assert sent == asdict(view)


def test_what_was_done_can_be_told_later_in_any_language(any_table: Table) -> None:
    told = story(any_table)
    for moment in told.moments(12):
        state = told.states[moment]
        for seat in seats_to_move(state):
            for move in legal_moves(state, seat)[:8]:
                message = message_of(state, seat, move)
                with speaking("de"):
                    now = message_of(state, seat, move).sentence("Ann")
                    assert message.sentence("Ann") == now
