"""A sentence names the options that change it, and code cites such a sentence."""

import importlib.util
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from templetop.engine.game import Choice, Game, Numbers, Option
from templetop.engine.option_rules import (
    Reading,
    unmarked_sentences,
    unnamed_options,
    unnamed_readings,
)
from templetop.engine.rulebook import Rulebook
from templetop.games.shelf import take

OPTIONS = (
    Option("mode", "Who plays.", (Choice("alone", "All (1.1)."), Choice("teams", "Two (1.2)."))),
    Numbers("prizes", "What they get (2).", (6, 3)),
    Numbers("rounds", "How long it goes on (2.2).", (8,)),
)
BOOK = """\
## 1 Who plays

- **1.1** (option mode=alone, the usual choice) Everyone for themselves.
- **1.2** (option mode=teams) Two teams.

## 2 The end

- **2.1** The first gets 6 and the second 3. (option prizes)
- **2.2** It is over after 8 rounds. (option rounds)
- **2.3** Then who is out: 2.2.
"""
RULES = '''\
MODE, PRIZE, ROUNDS = 0, 1, 3


@rule
def new(state, seats, options):
    """1  At the start."""
    state.mode = options[MODE]
    state.prizes[0] = options[PRIZE]
    state.prizes[1] = options[PRIZE + 1]
    state.numbers.last = int(options[ROUNDS])
    state.left = options[ROUNDS]


@rule
def count(state):
    """1.2  Down."""
    state.left -= 1


@rule
def prize(state, place):
    """2.1  So much."""
    return state.prizes[place] if state.mode else 0


@rule
def is_over(state):
    """2.3  Is it?"""
    return state.numbers.last == 0


@rule
def helper(state):
    return state.numbers.last
'''
Check = Callable[..., list[Reading]]


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return replace(take("karuba"), folder=tmp_path, options=OPTIONS)


@pytest.fixture
def readings(game: Game, tmp_path: Path) -> Iterator[Check]:
    """What is found in such rules and such a rulebook."""
    path = tmp_path / "rules" / "turn.py"
    path.parent.mkdir()

    def found(rules: str = RULES, book: str = BOOK) -> list[Reading]:
        path.write_text(f"def rule(function):\n    return function\n\n\n{rules}")
        spec = importlib.util.spec_from_file_location("turn_of_a_game", path)
        assert spec is not None
        assert spec.loader is not None
        sys.modules["turn_of_a_game"] = module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return unnamed_readings(game, tmp_path, Rulebook(book))

    yield found
    sys.modules.pop("turn_of_a_game", None)


def test_all_options_are_named(game: Game, readings: Check) -> None:
    assert unnamed_options(game, Rulebook(BOOK)) == []
    assert unmarked_sentences(game, Rulebook(BOOK)) == []
    assert readings() == []


def test_an_option_that_no_sentence_names(game: Game) -> None:
    book = Rulebook(BOOK.replace(" (option rounds)", ""))
    assert unnamed_options(game, book) == ["rounds"]
    assert unmarked_sentences(game, book) == [("rounds", "2.2")]


def test_a_choice_refers_to_the_sentence_that_names_it(game: Game) -> None:
    book = Rulebook(BOOK.replace("(option mode=teams) ", ""))
    assert unnamed_options(game, book) == []
    assert unmarked_sentences(game, book) == [("mode", "1.2")]


def test_a_rule_depends_on_a_number_that_no_sentence_of_it_names(readings: Check) -> None:
    found = readings(book=BOOK.replace(" (option prizes)", ""))
    assert [(one.option, one.function, one.numbers) for one in found] == [
        ("prizes", "prize", ("2.1",))
    ]
    assert found[0].place == "rules/turn.py:25"


def test_a_sentence_may_refer_to_the_one_that_names_it(readings: Check) -> None:
    found = readings(book=BOOK.replace("is out: 2.2", "is out"))
    assert [(one.option, one.function) for one in found] == [("rounds", "is_over")]


def test_a_comment_cites_as_well(readings: Check) -> None:
    rules = RULES.replace("last == 0", "last == 0  # 2.2")
    assert readings(rules, BOOK.replace("is out: 2.2", "is out")) == []


def test_a_section_names_what_its_sentences_name(readings: Check) -> None:
    assert readings(RULES.replace("2.1  So much", "2  So much")) == []


def test_a_field_that_changes_in_the_game_keeps_no_option(readings: Check) -> None:
    rules = RULES.replace("1.2  Down", "2.1  Down").replace(
        "state.numbers.last == 0", "state.left == 0"
    )
    book = BOOK.replace("is out: 2.2", "is out")
    assert readings(rules, book) == []
    found = readings(rules.replace("state.left -= 1", "state.other -= 1"), book)
    assert [(one.option, one.function) for one in found] == [("rounds", "is_over")]


def test_that_a_choice_is_read_is_no_matter(readings: Check) -> None:
    """A choice has sentences of its own, so no other sentence becomes wrong with it."""
    assert readings(book=BOOK.replace("(option mode=alone, the usual choice) ", "")) == []
