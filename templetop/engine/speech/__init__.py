"""What is said, in the language of whoever reads it. The English text is the key to all others.

Every part of the program that says something (the engine, a game, the server) has its `Words`: a
folder with a catalogue for each other language, `de.po`, and the functions that look into it:

    t("There is already a tile on {space}.", space="B3")
    tn("{count} move", "{count} moves", 3)

Texts are whole sentences with named parts. A translation says how a part stands in it, by a word
behind a colon: for {colour:wen} it is looked up under that heading (`msgctxt`) how the part is
said there. So another language needs catalogues, and no code.

Which language it is goes along with the task or thread that speaks (`speaking`): English, unless
somebody asked for another.
"""

import string
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache
from numbers import Real
from pathlib import Path
from typing import Any, TypeVar

ENGLISH = "en"
LANGUAGES = (ENGLISH, "de")
SPOKEN: ContextVar[str] = ContextVar("language", default=ENGLISH)
FORMATTER = string.Formatter()  # knows parts of parts: {fillings[0].tile}

Catalogue = Mapping[tuple[str, str], str]  # the heading and the English text: what to say


def language() -> str:
    """That of whoever is spoken to now."""
    return SPOKEN.get()


@contextmanager
def speaking(wanted: str) -> Iterator[None]:
    """All that is said within is said in this language."""
    before = SPOKEN.set(wanted)
    try:
        yield
    finally:
        SPOKEN.reset(before)


class Words:
    """What one part of the program says; `beyond` knows what is said everywhere."""

    def __init__(self, folder: Path, beyond: "Words | None" = None) -> None:
        self.folder = folder
        self.beyond = beyond

    def t(self, text: str, /, **parts: Any) -> str:
        """A whole text, with its named parts filled in."""
        if SPOKEN.get() == ENGLISH:
            return text.format_map(parts) if parts else text
        return filled_in(self.text(text), parts, words=self)

    def tn(self, one: str, many: str, count: int, /, **parts: Any) -> str:
        """The same where something is counted."""
        return self.t(one if count == 1 else many, count=count, **parts)

    def text(self, english: str, heading: str = "") -> str:
        """What to say for it now, its parts not yet filled in; in English, where nobody knows."""
        spoken = SPOKEN.get()
        return english if spoken == ENGLISH else self.known(spoken, english, heading) or english

    def known(self, spoken: str, english: str, heading: str = "") -> str | None:
        found = catalogue(self.folder, spoken).get((heading, english))
        if found is None and self.beyond is not None:
            return self.beyond.known(spoken, english, heading)
        return found


@cache
def catalogue(folder: Path, spoken: str) -> Catalogue:
    """Read once; nothing, where there is none."""
    file = folder / f"{spoken}.po"
    return dict(entries_of(file)) if file.is_file() else {}


def entries_of(file: Path) -> Iterator[tuple[tuple[str, str], str]]:
    """What is counted has two, one for each of its English texts."""
    from polib import pofile  # type: ignore[import-untyped]

    for entry in pofile(str(file)):
        heading = entry.msgctxt or ""
        if entry.msgid_plural:
            yield (heading, entry.msgid), entry.msgstr_plural[0]
            yield (heading, entry.msgid_plural), entry.msgstr_plural[1]
        elif entry.msgstr and not entry.obsolete:
            yield (heading, entry.msgid), entry.msgstr


def filled_in(
    text: str,
    parts: Mapping[str, Any],
    formats: Mapping[str, Callable[[Any], str]] = {},
    words: Words | None = None,
) -> str:
    """Fill in the parts: {space:space} is what the game calls it, {count:,} is for Python.

    What is neither is looked up; {space:space wo} is what the game calls it, looked up.
    """
    written = []
    for before, name, how in taken_apart(text):
        written.append(before)
        if name is not None:
            value = parts[name] if name in parts else FORMATTER.get_field(name, (), parts)[0]
            written.append(said(value, how, formats, words))
    return "".join(written)


def said(
    value: Any, how: str, formats: Mapping[str, Callable[[Any], str]], words: Words | None
) -> str:
    """One part, as it stands in its sentence."""
    form, _, heading = how.partition(" ")
    if form in formats:
        value = formats[form](value)
        return words.text(value, heading) if words is not None and heading else value
    if isinstance(value, str) and how and words is not None:
        return words.text(value, how)
    return numeral(value, how) if how and isinstance(value, Real) else format(value, how)


def numeral(value: Any, form: str = "") -> str:
    """A number in a form of Python, with the signs of the language: 1,234.5 or 1.234,5."""
    text = format(value, form)
    if SPOKEN.get() == ENGLISH:
        return text
    signs = ENGINE.t("1,234.5%")
    return text.translate({ord(","): signs[1], ord("."): signs[5], ord("%"): signs[7:]})


@lru_cache(None)  # a game has so many messages, and no more
def taken_apart(text: str) -> list[tuple[str, str | None, str]]:
    """What stands before each part, its name, and how it is written."""
    return [(before, name, how or "") for before, name, how, _ in FORMATTER.parse(text)]


def part_names(text: str) -> set[str]:
    """The names of all parts of a text."""
    return {name for _, name, _ in taken_apart(text) if name is not None}


def text_beside(folder: Path, name: str) -> str:
    """A text that stands beside a rulebook, `lesson.de.md` for `lesson`; in English, where it has
    not been translated. FileNotFoundError where nobody has written it."""
    spoken = language_beside(folder, name)
    file = f"{name}.md" if spoken == ENGLISH else f"{name}.{spoken}.md"
    return (folder / file).read_text(encoding="utf-8")


def language_beside(folder: Path, name: str) -> str:
    """The language in which such a text is read here and now."""
    return language() if (folder / f"{name}.{language()}.md").is_file() else ENGLISH


ENGINE = Words(Path(__file__).parent)


def words_of(file: str) -> Words:
    """Those of the package whose `__init__.py` this is, with its catalogues beside it."""
    return Words(Path(file).parent, ENGINE)


Texts = TypeVar("Texts")


def mark(texts: Texts) -> Texts:
    """Texts in a table, which are said later by `t`: the same, but translators are told of them."""
    return texts
