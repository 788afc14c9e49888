"""What players may agree on stands in the rulebook, choice by choice, with the usual one named."""

import re
from collections.abc import Iterator

import pytest

from templetop.engine.game import Game, Numbers, Option
from templetop.engine.notes import notes_of
from templetop.engine.option_rules import unmarked_sentences, unnamed_options, unnamed_readings
from templetop.engine.rulebook import Rulebook

from .tables import games, options_of

NAMED = re.compile(r"\(option (\w+)=([\w-]+)(, the usual choice)?\) ")
NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)+")
AGREED = [game for game in games() if game.options]


def book_of(game: Game) -> Rulebook:
    assert game.folder is not None
    return Rulebook.of(game.folder)


@pytest.mark.parametrize("game", AGREED, ids=lambda game: game.id)
def test_every_choice_has_a_sentence_and_the_usual_one_is_named(game: Game) -> None:
    texts = [rule.text for rule in book_of(game).sentences]
    named = [found.groups() for text in texts if (found := NAMED.match(text))]
    usual = ", the usual choice"
    wanted = {
        (option.name, choice.name, usual if choice.name == option.usual else None)
        for option in options_of(game)
        for choice in option.choices
    }
    assert {*named} == wanted
    assert len(named) == len(wanted)


@pytest.mark.parametrize("game", AGREED, ids=lambda game: game.id)
def test_a_choice_names_the_sentence_that_names_it(game: Game) -> None:
    texts = {rule.number: rule.text for rule in book_of(game).sentences}
    for option in options_of(game):
        for choice in option.choices:
            (number,) = re.findall(r"\(([\d.]+)\)", choice.says)
            assert texts[number].startswith(f"(option {option.name}={choice.name}")


@pytest.mark.parametrize("game", AGREED, ids=lambda game: game.id)
def test_all_options_stand_in_one_table_with_what_is_usual(game: Game) -> None:
    (note,) = [note for note in notes_of(book_of(game)) if note.heading == "Options"]
    (table,) = [block.rows for block in note.blocks if block.kind == "table"]
    assert table == [*table_of(game)]


@pytest.mark.parametrize("game", AGREED, ids=lambda game: game.id)
def test_sentences_name_the_options_that_change_them_and_rules_cite_these(game: Game) -> None:
    assert game.folder is not None
    assert unnamed_options(game, book_of(game)) == []
    assert unmarked_sentences(game, book_of(game)) == []
    assert unnamed_readings(game, game.folder, book_of(game)) == []


def table_of(game: Game) -> Iterator[list[str]]:
    yield ["option", "what it decides", "usual choice", "other choices", "rule"]
    for option in game.options:
        says = " ".join([option.says, *(choice.says for choice in option.choices)])
        rules = ", ".join(dict.fromkeys(NUMBER.findall(says)))
        decides = option.says.partition(" (")[0].rstrip(".")
        yield [f"`{option.name}`", decides, option.usual, others(option), rules]


def others(option: Option | Numbers) -> str:
    if not isinstance(option, Numbers):
        return ", ".join(choice.name for choice in option.choices[1:])
    many = "a number" if option.slots == 1 else f"{option.slots} numbers"
    together = f", {option.total[0]} to {option.total[1]} in all" if option.total else ""
    return f"{many} from {option.low} to {option.high}{together}"
