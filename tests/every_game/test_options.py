"""What players may agree on stands in the rulebook, choice by choice, with the usual one named."""

import re

import pytest

from templetop.engine.rulebook import Rulebook
from templetop.games.shelf import take

from .tables import options_of

NAMED = re.compile(r"\(option (\w+)=(\w+)(, the usual choice)?\)")


@pytest.mark.parametrize("name", ["karuba", "karuba_cards", "cacao"])
def test_every_choice_has_a_sentence_and_the_usual_one_is_named(name: str) -> None:
    game = take(name)
    assert game.folder is not None
    sentences = Rulebook.of(game.folder).sentences
    named = [found.groups() for rule in sentences if (found := NAMED.match(rule.text))]
    usual = ", the usual choice"
    wanted = {
        (option.name, choice.name, usual if choice.name == option.usual else None)
        for option in options_of(game)
        for choice in option.choices
    }
    assert {*named} == wanted
    assert len(named) == len(wanted)


@pytest.mark.parametrize("name", ["karuba", "karuba_cards", "cacao"])
def test_a_choice_names_the_sentence_that_names_it(name: str) -> None:
    game = take(name)
    assert game.folder is not None
    texts = {rule.number: rule.text for rule in Rulebook.of(game.folder).sentences}
    for option in options_of(game):
        for choice in option.choices:
            (number,) = re.findall(r"\(([\d.]+)\)", choice.says)
            assert texts[number].startswith(f"(option {option.name}={choice.name}")
