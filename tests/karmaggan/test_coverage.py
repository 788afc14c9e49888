"""Every statement of the rule text and the fact sheet is a sentence of the rulebook, and tested."""

import re
from functools import cache
from pathlib import Path

import pytest

from templetop.engine.rulebook import Rulebook
from templetop.games import karmaggan

HERE = Path(__file__).parent
RULEBOOK = Path(karmaggan.__file__).parent / "rulebook.md"
STATEMENTS = {"R": 52, "F": 41, "H": 41, "L": 45, "K": 18}
NUMBERS = [f"{letter}{n + 1}" for letter, last in STATEMENTS.items() for n in range(last)]
NO_RULES = ["R37", "F6", "F38", "F39", "F41", "K9"]
BESIDES = ["test_reference.py", "test_secrets.py"]  # where rules are tested, besides the chapters
ROW = re.compile(r"^\| ([RFHLK]\d+) \| (.+?) \| (.+) \|$", re.M)


@cache
def lines() -> dict[str, tuple[str, str]]:
    """The table: for each number, the sentences and the tests."""
    rows = ROW.findall((HERE / "coverage.md").read_text())
    return {number: (sentences, tests) for number, sentences, tests in rows}


@cache
def sentences() -> list[str]:
    return re.findall(r"^- \*\*(\d+\.\d+)\*\*", RULEBOOK.read_text(), re.M)


@cache
def names_of_tests() -> list[str]:
    """Those of the rules; words, pictures and the like have tests of their own."""
    found = []
    for file in [*sorted(HERE.glob("test_[1-9]_*.py")), *map(HERE.joinpath, BESIDES)]:
        found += re.findall(r"^def (test_\w+)", file.read_text(), re.M)
    return found


def number_of(test: str) -> str:
    """The sentence that a test is named after."""
    found = re.match(r"test_(\d+)_(\d+)_", test)
    return f"{found[1]}.{found[2]}" if found else ""


def test_every_number_is_in_the_table_once() -> None:
    assert [*lines()] == NUMBERS


@pytest.mark.parametrize("number", NUMBERS)
def test_a_number_has_a_sentence_and_a_test(number: str) -> None:
    cited, named = lines()[number]
    if number in NO_RULES:
        assert cited == "no rule"
        assert named.endswith(".")
        return
    assert {*cited.split(", ")} <= {*sentences()}
    found = re.findall(r"`(\w+)`", named)
    assert found
    assert {*found} <= {*names_of_tests()}


def test_every_sentence_of_the_rulebook_has_a_test_and_every_test_a_sentence() -> None:
    tested = {number_of(test) for test in names_of_tests()} - {""}
    assert tested == {*sentences()}


def test_the_sentences_are_numbered_in_order() -> None:
    numbers = [tuple(map(int, sentence.split("."))) for sentence in sentences()]
    assert numbers == sorted({*numbers})


def test_no_sentence_of_ours_is_without_its_reason() -> None:
    """At the sentences the marks stand with a reason, and never alone."""
    for line in RULEBOOK.read_text().splitlines():
        if line.startswith("- **"):
            assert not re.search(r"\((ours|ruling)\)", line), line


def test_where_a_sentence_comes_from_is_said_last() -> None:
    """So readers of the rulebook find it: pages and `templetop rules`."""
    for entry in Rulebook.of(RULEBOOK.parent).entries:
        assert not re.search(r"\[(text|found)", entry.text), entry.text


@pytest.mark.parametrize("number", [n for n in NUMBERS if n[0] == "K" and n not in NO_RULES])
def test_the_rulebook_says_that_a_contradiction_is_settled_and_why(number: str) -> None:
    cited = [f"- **{sentence}** " for sentence in lines()[number][0].split(", ")]
    rules = [line for line in RULEBOOK.read_text().splitlines() if line.startswith(tuple(cited))]
    assert any("(ruling: " in rule for rule in rules)


def test_no_two_tests_have_the_same_name() -> None:
    assert len(names_of_tests()) == len({*names_of_tests()})
