"""Reading rulebooks, and who cites them."""

import re
from pathlib import Path

import pytest

from templetop.engine.notes import Block, Note, notes_of
from templetop.engine.rulebook import Entry, NoSuchRule, Rulebook, cited_by, cited_in, numbers_of
from templetop.games import shelf
from templetop.games.shelf import ours

GAMES = Path(shelf.__file__).parent
BOOK = Rulebook(
    """\
# A game

## 1 Setting up

- **1.1** Everyone sits. [p. 2]
- **1.2** (ruling) Nobody stands. (the text is silent)

### 3.4 Walking

- **3.4.1** Two steps. [text; a [nested] note]
- **3.4.10** Ten steps.

## Questions

- **F.1** May I run? No: 3.4.1.
"""
)

MODULE = '''\
"""The rules of 1.1."""

LIMIT = 2  # 3.4.1


@rule
def play(state):
    """3  One move, see 1.2; 3.4.1  and so on."""
    run()  # F.1


def why_not(state):
    """Not in 0.5 seconds, version 1.2.x."""
    return IllegalMove("No.", rule="3.4.10")
'''


def test_sentences_have_a_number_a_text_and_a_source() -> None:
    first = BOOK.sentences[0]
    assert (first.number, first.text, first.source) == ("1.1", "Everyone sits.", "p. 2")
    assert BOOK.sentences[1].text == "(ruling) Nobody stands. (the text is silent)"
    assert [rule.number for rule in BOOK.sentences] == ["1.1", "1.2", "3.4.1", "3.4.10", "F.1"]


NOTES = """\
# A game

Chairs are scarce.

| word | what it means |
|---|---|
| seat | a chair |

## 1 Setting up

- **1.1** Everyone sits.

## Questions

- **F.1** May I run? No: 1.1.

The room of
F.1:

```
    . x
     o
```

## What comes of it

Nobody
falls.
| seats | points |
|---|---|
| 2 | 7 |

- a point,
  and more of it
- another

### How it was found

By sitting.
"""


def test_behind_the_sentences_stand_paragraphs_lists_drawings_and_tables() -> None:
    questions, outcome, background = notes_of(Rulebook(NOTES))
    assert questions == Note(
        "Questions", [Block("text", "The room of F.1:"), Block("drawing", ". x\n o")]
    )
    assert outcome.heading == "What comes of it"
    assert outcome.blocks == [
        Block("text", "Nobody falls."),
        Block("table", rows=[["seats", "points"], ["2", "7"]]),
        Block("list", rows=[["a point, and more of it"], ["another"]]),
    ]
    assert background == Note("How it was found", [Block("text", "By sitting.")])


def test_a_heading_of_the_third_level_without_a_number_is_background() -> None:
    headings = [entry for book in (BOOK, Rulebook(NOTES)) for entry in book.entries]
    assert [one.text for one in headings if one.is_background] == ["How it was found"]


@pytest.mark.parametrize("game", ours())
def test_nothing_that_stands_there_is_lost(game: str) -> None:
    book = Rulebook.of(GAMES / game)
    shown = [f"{e.number} {e.text} [{e.source}]" for e in book.entries]
    for note in notes_of(book):
        for block in note.blocks:
            shown += [block.text, *(cell for row in block.rows for cell in row)]
    headings = [entry.text for entry in book.entries if entry.is_heading and not entry.number]
    below = book.text[book.text.index(f"## {headings[0]}") :]
    words = {*re.sub(r"[-*|`#]", " ", below).split()}
    assert words <= {*re.sub(r"[-*|`#]", " ", " ".join(shown)).split()}


def test_before_the_sentences_stands_what_it_is_about_and_what_its_words_mean() -> None:
    book = Rulebook(
        "# A game\n\nChairs are\nscarce.\n\nOurs.\n\n| word | what it means |\n|---|---|\n"
        "| seat | a chair |\n| to sit | not to stand |\n\n| other | table |\n\n## 1 Setting up\n"
    )
    assert book.intro == "Chairs are scarce."
    assert book.marks == "Ours."
    assert book.words == [("seat", "a chair"), ("to sit", "not to stand")]
    assert (BOOK.intro, BOOK.marks, BOOK.words) == ("", "", [])
    assert Rulebook(NOTES).marks == ""


def test_a_section_is_a_heading_with_its_sentences() -> None:
    assert [entry.number for entry in BOOK.section("3.4")] == ["3.4", "3.4.1", "3.4.10"]
    assert [entry.number for entry in BOOK.section("3.4.1")] == ["3.4.1"]
    assert [entry.number for entry in BOOK.section("f")] == ["F.1"]
    assert [entry.number for entry in BOOK.section(" 1. ")] == ["1", "1.1", "1.2"]


@pytest.mark.parametrize("number", ["2", "3.4.2", "F.9", "", ".", "x"])
def test_there_is_no_other_section(number: str) -> None:
    with pytest.raises(NoSuchRule):
        BOOK.section(number)


@pytest.mark.parametrize(
    ("docstring", "numbers"),
    [
        ("3.4.1  Two steps.", ["3.4.1"]),
        ("3.4.1, 3.4.2  Two steps.", ["3.4.1", "3.4.2"]),
        ("5  The points.", ["5"]),
        ("5 points are a lot.", []),
        ("3.6.2  The best; 3.6.4  and more (in the set-up: 2.6).", ["3.6.2", "3.6.4", "2.6"]),
        ("F.1  No running.", ["F.1"]),
        ("Takes 0.5 seconds.", []),
        ("", []),
    ],
)
def test_a_docstring_cites(docstring: str, numbers: list[str]) -> None:
    assert cited_by(docstring) == numbers


def test_a_module_cites(tmp_path: Path) -> None:
    path = tmp_path / "rules.py"
    path.write_text(MODULE)
    found = {(one.number, one.name, one.kind) for one in cited_in(path)}
    assert found == {
        ("1.1", "", "code"),
        ("3.4.1", "", "code"),
        ("3", "play", "rule"),
        ("1.2", "play", "rule"),
        ("3.4.1", "play", "rule"),
        ("F.1", "play", "rule"),
        ("3.4.10", "", "refusal"),
    }


@pytest.mark.parametrize(
    ("test", "numbers"),
    [
        ("test_1_1", ["1.1"]),
        ("test_1_1_is_so", ["1.1"]),
        ("test_1_1_5_seats_are_too_many", ["1.1"]),
        ("test_1_1_1_seat_is_enough", ["1.1"]),  # though there is a section 1
        ("test_3_4_of_the_section", ["3.4"]),
        ("test_3_4_1_is_so", ["3.4.1"]),
        ("test_3_4_7_there_is_none", ["3.4.7"]),  # and that is to be noticed
        ("test_7_there_is_none", ["7"]),
        ("test_f_1_is_so", ["F.1"]),
        ("test_f_2_there_is_none", ["F.2"]),
        ("test_1_1_1_2_are_so", ["1.1", "1.2"]),
        ("test_1_1_and_1_2_are_so", ["1.1", "1.2"]),
        ("test_1_1_3_4_1_and_f_1_are_so", ["1.1", "3.4.1", "F.1"]),
        ("test_1_1_and_1_7_there_is_none", ["1.1", "1.7"]),
        ("test_1_1_and_1_are_so", ["1.1"]),
        ("test_1_1_1_1_is_so", ["1.1"]),
        ("test_it_is_so_1_1", []),
        ("test_and_so_on", []),
        ("test_", []),
        ("a_1_1", []),
    ],
)
def test_all_rules_in_a_tests_name_count(test: str, numbers: list[str]) -> None:
    assert numbers_of(test, BOOK.numbers) == numbers


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("All walk.", set()),
        ("(option pace=fast, the usual choice) All run.", {"pace"}),
        ("After 8 rounds (option rounds) it is over.", {"rounds"}),
        ("(options gold_worth, home) They can be agreed on. (option rounds)",
         {"gold_worth", "home", "rounds"}),
        ("(Option pace=0-5, die übliche Wahl) Alle laufen. (Optionen home, gold)",
         {"pace", "home", "gold"}),
        ("(ours: no option rounds)", set()),
    ],
)  # fmt: skip
def test_a_sentence_names_options(text: str, options: set[str]) -> None:
    assert Entry("1.1", text).options == options
