"""How things are said: one sentence for whatever goes wrong, lists, near misses."""

import io
import os
import re
import sys
from collections.abc import Iterable
from difflib import get_close_matches
from typing import TYPE_CHECKING

from templetop.cli.words import SPEECH, t
from templetop.engine.speech import mark

if TYPE_CHECKING:
    from rich.console import Console

LONGEST_WORD = 40  # that is repeated to who typed it


def screen(stderr: bool = False) -> "Console":
    """Where to print; what people typed is never taken for markup."""
    from rich.console import Console

    return Console(stderr=stderr, markup=False, emoji=False, highlight=False)


def print_json(answer: object) -> None:
    """For programs: the answer and nothing else."""
    import json

    sys.stdout.write(json.dumps(answer, indent=2, ensure_ascii=False) + "\n")


def complain(sentence: str) -> None:
    """One line on stderr."""
    screen(stderr=True).print(" ".join(sentence.split()), style="red", soft_wrap=True)


def bear_with_streams() -> None:
    """A missing character is shown as another, bytes are read as some text, closed is empty."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115  for as long as we run
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def visible(text: str) -> str:
    """Text from anywhere, without what would command a terminal."""
    return "".join(letter if letter.isprintable() else "�" for letter in text)


def quoted(word: str) -> str:
    """A word as it was typed, but not endlessly."""
    return repr(word if len(word) <= LONGEST_WORD else f"{word[: LONGEST_WORD - 1]}…")


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A sentence to go after another one, or nothing if nothing is near."""
    near = get_close_matches(word.lower(), known, n=1)
    return " " + t("Did you mean {word}?", word=near[0]) if near else ""


def about_a_file(error: OSError) -> str:
    """Why a file could not be read or written."""
    name = str(error.filename or t("The output"))
    if isinstance(error, FileNotFoundError):
        return t("{name} cannot be found: there is no such file or folder.", name=name)
    if isinstance(error, IsADirectoryError):
        return t("{name} is a folder, not a file.", name=name)
    reason = os.strerror(error.errno) if error.errno else str(error)
    return t("{name} cannot be read or written: {reason}.", name=name, reason=reason)


# What Typer says of a wrong command line, and how we say it.
VALUE_FOR = r"Invalid value for '(?P<name>[^']+)'[^:]*: "
USAGE = mark({
    r"No such option: (?P<name>\S+)(?: \(Possible options: (?P<known>.+)\))?":
        "There is no option {name}.",
    r"No such command '(?P<name>.*?)'\.?(?: Did you mean '(?P<near>[^']+)'.*)?":
        "There is no command '{name}'.",
    r"Missing command\.": "Missing command.",
    r"Missing argument '(?P<name>.+?)'\..*": "Missing argument '{name}'.",
    r"Missing option '(?P<name>.+?)'.*": "Missing option '{name}'.",
    r"Got unexpected extra argument\(s\) \((?P<name>.*)\)":
        "There is an unexpected extra argument: {name}.",
    r"Option '(?P<name>\S+)' requires an argument\.": "Option '{name}' requires an argument.",
    r"Option '(?P<name>\S+)' does not take a value\.": "Option '{name}' does not take a value.",
    VALUE_FOR + r"(?:Input should be a valid|Unable to parse input string as an) integer.*":
        "{name} should be a whole number.",
    VALUE_FOR + r"Input should be a (?:valid|finite) number.*": "{name} should be a number.",
    VALUE_FOR + r"Input should be greater than or equal to (?P<limit>.+)":
        "{name} should be greater than or equal to {limit}.",
    VALUE_FOR + r"Input should be less than or equal to (?P<limit>.+)":
        "{name} should be less than or equal to {limit}.",
    VALUE_FOR + r"Value error, (?P<wrong>.+) is not one of (?P<known>.+?)\.?":
        "{name} should be one of {known}, not {wrong}.",
})  # fmt: skip


def about_usage(message: str) -> str:
    """What Typer says of a wrong command line, as a sentence with at most one suggestion."""
    for pattern, sentence in USAGE.items():
        if found := re.fullmatch(pattern, message, re.DOTALL):
            return in_our_words(sentence, found.groupdict())
    return message if message.endswith((".", "?")) else f"{message}."


def in_our_words(sentence: str, parts: dict[str, str | None]) -> str:
    """The sentence; and of the possible options the one that is most like the wrong one."""
    name, near, known = str(parts.get("name")), parts.get("near"), parts.get("known") or ""
    if near is None and "{known}" not in sentence and known:
        [near] = get_close_matches(name, known.split(", "), n=1, cutoff=0.0)
    said = t(sentence, **{**parts, "name": SPEECH.text(name)})
    return f"{said} {t('Did you mean {word}?', word=near)}" if near else said
