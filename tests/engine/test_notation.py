"""The lines of a text, read one after another, and the sentences with which it is refused."""

import pytest

from templetop.engine.game import Choice, Numbers, Option
from templetop.engine.notation import options_words
from tests.reading import BadNotation, Lines, written_lines

DIE = Option("die", "Which die.", (Choice("fair", "Fair."), Choice("loaded", "Not fair.")))
MOOD = Option("mood", "Changes nothing.", (Choice("good", "Good."), Choice("bad", "Bad.")))

TEXT = """
Toy for 2 seats

   options  die=loaded   mood=good
stones 3
"""


def test_blank_lines_do_not_matter_but_are_counted() -> None:
    assert written_lines(TEXT) == [
        (2, "Toy for 2 seats"),
        (4, "options die=loaded mood=good"),
        (5, "stones 3"),
    ]


def test_a_line_is_taken_apart_by_its_form() -> None:
    lines = Lines(TEXT)
    line, parts = lines.take("Toy for ([1-3]) seats?", "'Toy for' 1 to 3 seats")
    assert line.number == 2
    assert parts == ("2",)
    assert lines.settings([DIE, MOOD]).tolist() == [1, 0]
    assert lines.next("the stones").text == "stones 3"
    lines.end("the stones")


def test_options_are_written_as_they_are_read() -> None:
    words = options_words([DIE, MOOD], [1, 0])
    assert words == "die=loaded mood=good"
    assert Lines(f"options {words}").settings([DIE, MOOD]).tolist() == [1, 0]


def test_numbers_of_a_designer_are_not_written_and_read_as_usual() -> None:
    options: list[Option | Numbers] = [DIE, Numbers("pair", "Two numbers.", (4, 2)), MOOD]
    assert options_words(options, [1, 0]) == "die=loaded mood=good"
    assert Lines("options die=loaded mood=good").settings(options).tolist() == [1, 4, 2, 0]


def test_a_line_of_another_form_is_refused() -> None:
    with pytest.raises(BadNotation, match=r"^Line 2: here should be stones, not 'Toy for 2 seats'"):
        Lines(TEXT).take("stones [0-9]", "stones")


def test_an_unknown_choice_is_refused() -> None:
    with pytest.raises(BadNotation, match=r"^Line 1: here should be the options, not "):
        Lines("options die=lost mood=good").settings([DIE, MOOD])


@pytest.mark.parametrize(("text", "number"), [("", 1), ("\n\n", 1), (TEXT, 6)])
def test_a_text_that_ends_too_soon_is_refused(text: str, number: int) -> None:
    lines = Lines(text)
    lines.read = len(lines.all)
    for more in (lines.next, lines.rest):
        with pytest.raises(BadNotation, match=f"^Line {number}: the text ends where gold should"):
            more("gold")


def test_the_rest_is_all_that_was_not_read() -> None:
    lines = Lines(TEXT)
    lines.next("a heading")
    assert [line.number for line in lines.rest("more")] == [4, 5]
    lines.end("the rest")


def test_nothing_may_follow_the_end() -> None:
    lines = Lines(TEXT)
    lines.next("a heading")
    with pytest.raises(BadNotation, match=r"^Line 4: nothing should follow the heading\.$"):
        lines.end("the heading")


def test_a_name_is_found_or_refused_with_the_names_there_are() -> None:
    (line,) = written_lines("c d")
    assert line.which("c", ["a", "b", "c"], "column") == 2
    with pytest.raises(BadNotation, match=r"^Line 1: there is no column 'd'; they are a to c\.$"):
        line.which("d", ["a", "b", "c"], "column")


def test_a_text_that_agrees_with_what_would_be_written_is_not_refused() -> None:
    Lines(TEXT).agree_with("Toy for 2 seats\noptions die=loaded mood=good\n\n  stones 3")


@pytest.mark.parametrize(("written", "sentence"), [
    ("Toy for 2 seats\noptions die=fair mood=good\nstones 3",
     "Line 4: 'options die=loaded mood=good' contradicts the rest, "
     "by which it is 'options die=fair mood=good'."),
    ("Toy for 2 seats\noptions die=loaded mood=good",
     "Line 5: 'stones 3' contradicts the rest, by which it is nothing."),
])  # fmt: skip
def test_a_text_that_contradicts_itself_is_refused(written: str, sentence: str) -> None:
    with pytest.raises(BadNotation) as refused:
        Lines(TEXT).agree_with(written)
    assert str(refused.value) == sentence
