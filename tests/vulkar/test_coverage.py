"""Every gap, ruling and question of our sources has a sentence of the rulebook, and is tested."""

import re
from functools import cache
from pathlib import Path

import pytest

from templetop.games import vulkar

HERE = Path(__file__).parent
RULEBOOK = Path(vulkar.__file__).parent / "rulebook.md"
STATEMENTS = {"G": 22, "V": 48, "P": 11, "Q": 10}
NUMBERS = [f"{letter}{n + 1}" for letter, last in STATEMENTS.items() for n in range(last)]
NO_RULES = ["G21", "Q7", "Q9", "Q10"]
BESIDES = ["test_rolling.py"]  # where rules are tested, besides the chapters
ROW = re.compile(r"^\| ([GVPQ]\d+) \| (.+?) \| (.+) \|$", re.M)


@cache
def lines() -> dict[str, tuple[str, str]]:
    """The table: for each number, the sentences and the tests."""
    rows = ROW.findall((HERE / "coverage.md").read_text())
    return {number: (sentences, tests) for number, sentences, tests in rows}


@cache
def sentences() -> list[str]:
    return re.findall(r"^- \*\*((?:F|\d+)\.\d+)\*\*", RULEBOOK.read_text(), re.M)


@cache
def names_of_tests() -> list[str]:
    """Those of the rules; words, pictures and the like have tests of their own."""
    found = []
    for file in [*sorted(HERE.glob("test_[0-9]*_*.py")), *map(HERE.joinpath, BESIDES)]:
        found += re.findall(r"^def (test_\w+)", file.read_text(), re.M)
    return found


def number_of(test: str) -> str:
    """The sentence that a test is named after."""
    found = re.match(r"test_(f|\d+)_(\d+)_", test)
    return f"{found[1].upper()}.{found[2]}" if found else ""


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
    chapters = [*map(str, range(1, 14)), "F"]
    numbers = [(chapters.index(one), int(other)) for one, other in map(split, sentences())]
    assert numbers == sorted({*numbers})


def split(sentence: str) -> tuple[str, str]:
    chapter, _, number = sentence.partition(".")
    return chapter, number


def test_no_sentence_of_ours_is_without_its_reason() -> None:
    """At the sentences the marks stand with a reason, and never alone."""
    for line in RULEBOOK.read_text().splitlines():
        if line.startswith("- **"):
            assert not re.search(r"\((ours|ruling)\)", line), line


def test_no_two_tests_have_the_same_name() -> None:
    assert len(names_of_tests()) == len({*names_of_tests()})
