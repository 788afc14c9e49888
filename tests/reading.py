"""Tables read from text: the lines one after another, and how a damaged text is refused.

A game writes its table with one line for each thing. To read it again, it takes the lines in their
order, each in its form, and at last holds the text against what it would write itself: so whatever
in a text contradicts the rest is found without being looked for.
"""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from templetop.engine.game import Numbers, Option
from templetop.engine.refusal import Refusal
from templetop.engine.seats import Array


class BadNotation(Refusal):
    """The text does not say what lies on a table; the message says where it goes wrong."""


class Line(NamedTuple):
    """A line that is not blank; how its words are set apart does not matter."""

    number: int
    text: str

    def refusal(self, sentence: str) -> BadNotation:
        return BadNotation(f"Line {self.number}: {sentence}")

    def which(self, word: str, names: Sequence[str], what: str) -> int:
        """Which of the names it is; `what` says what they name."""
        if word not in names:
            raise self.refusal(f"there is no {what} {word!r}; they are {names[0]} to {names[-1]}.")
        return names.index(word)


class Mark(NamedTuple):
    """One word of a drawing, and the line it stands on."""

    line: Line
    text: str


def written_lines(text: str) -> list[Line]:
    """The lines that are not blank, each with its number."""
    lines = enumerate(text.splitlines(), start=1)
    return [Line(number, " ".join(line.split())) for number, line in lines if line.strip()]


class Lines:
    """The lines of a text, to be read one after another."""

    def __init__(self, text: str) -> None:
        self.all = written_lines(text)
        self.read = 0

    def next(self, wanted: str) -> Line:
        """The next line, whatever it says; `wanted` is what should stand there."""
        if self.read == len(self.all):
            last = self.all[-1].number if self.all else 0
            raise BadNotation(f"Line {last + 1}: the text ends where {wanted} should follow.")
        self.read += 1
        return self.all[self.read - 1]

    def take(self, form: str, wanted: str) -> tuple[Line, tuple[Any, ...]]:
        """The next line, which must have this form, and its parts."""
        line = self.next(wanted)
        match = re.fullmatch(form, line.text)
        if not match:
            raise line.refusal(f"here should be {wanted}, not {line.text!r}.")
        return line, match.groups()

    def rest(self, wanted: str) -> list[Line]:
        """All lines that are left, at least one."""
        lines = [self.next(wanted), *self.all[self.read :]]
        self.read = len(self.all)
        return lines

    def end(self, last: str) -> None:
        """Nothing may be left after the last thing."""
        for line in self.all[self.read :]:
            raise line.refusal(f"nothing should follow {last}.")

    def settings(self, options: Sequence[Option | Numbers]) -> Array:
        """The next line, which must say how each option was chosen: as numbers."""
        chosen = [option for option in options if option.choices]
        forms = [f"{option.name}=({'|'.join(names_of_choices(option))})" for option in chosen]
        _, names = self.take(" ".join(["options", *forms]), "the options")
        by_name = {option.name: name for option, name in zip(chosen, names, strict=True)}
        numbers = [option.settings(by_name.get(option.name, option.usual)) for option in options]
        return np.array([number for some in numbers for number in some], np.int64)

    def agree_with(self, written: str) -> None:
        """The text must say what would be written of the table that was read."""
        wanted = written_lines(written)
        for line, right in zip(self.all, wanted, strict=False):
            if line.text != right.text:
                raise contradiction(line, repr(right.text))
        for line in self.all[len(wanted) :]:
            raise contradiction(line, "nothing")


def contradiction(line: Line, right: str) -> BadNotation:
    return line.refusal(f"{line.text!r} contradicts the rest, by which it is {right}.")


def names_of_choices(option: Option | Numbers) -> list[str]:
    return [choice.name for choice in option.choices]
