"""Which texts there are to translate, and what their catalogues lack: python -m templetop.languages

It says what is missing, stale or has other parts than the English text, in catalogues and in the
texts beside the rulebooks (lesson.de.md and its like). With --write it adds the
missing texts to the catalogues, to be translated, and takes away the stale ones.
"""

import argparse
import ast
import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import polib  # type: ignore[import-untyped]

from templetop.engine.game import Game
from templetop.engine.kinds import WHO, Kinds
from templetop.engine.lesson import Lesson
from templetop.engine.pieces import pieces_in, short_of
from templetop.engine.rulebook import DOTTED, Rulebook
from templetop.engine.speech import (
    ENGLISH,
    LANGUAGES,
    part_names,
    speaking,
    taken_apart,
    text_beside,
)
from templetop.games.shelf import ours, take

PACKAGE = Path(__file__).parent
PAGES = PACKAGE.parent / "web" / "src"
PARTS = ("cli", "arena", "bots", "checks", "coach", "conformance", "study")
OWN = {
    "server": PACKAGE / "server" / "translations",
    "engine": PACKAGE / "engine" / "speech",
    **{part: PACKAGE / part / "words" for part in PARTS},
}


class Text(NamedTuple):
    """An English text; with the one for several, where something is counted."""

    one: str
    many: str = ""


# ── Which texts there are ────────────────────────────────────────────────────────────────────────

STRING = r"""('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
SAID = re.compile(rf"\bt\(\s*{STRING}")
COUNTED = re.compile(rf"\btn\(\s*{STRING},\s*{STRING}")


def texts_of_pages(folder: Path = PAGES) -> Iterator[Text]:
    """What scripts and markup hand to t() and tn()."""
    for file in sorted(folder.rglob("*")):
        if file.suffix in (".ts", ".svelte"):
            source = COMMENT.sub("", file.read_text())
            yield from (Text(read(one)) for one in SAID.findall(source))
            yield from (Text(read(one), read(many)) for one, many in COUNTED.findall(source))


def read(literal: str) -> str:
    """A string as scripts write it; those of Python are read alike."""
    return str(ast.literal_eval(literal))


def texts_of_sources(folder: Path) -> Iterator[Text]:
    """What Python hands to t(), tn() and mark()."""
    for file in sorted(folder.rglob("*.py")):
        yield from texts_of_file(file)


def texts_of_file(file: Path) -> Iterator[Text]:
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Call):
            yield from texts_of_call(node)


def texts_of_call(call: ast.Call) -> Iterator[Text]:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    said = [text for text in map(text_in, call.args) if text is not None]
    if name == "t" and said:
        yield Text(said[0])
    elif name == "tn" and len(said) == 2:
        yield Text(*said)
    elif name == "mark":
        for node in ast.walk(values_in(call.args[0])):
            if (text := text_in(node)) is not None and re.search("[A-Za-z]{2}", text):
                yield Text(text)


def headings_in(folder: Path) -> Iterator[str]:
    """Under which something is looked up by hand: SPEECH.text(name, "ort")."""
    for file in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "SPEECH.text":
                yield from filter(None, map(text_in, node.args[1:]))


def values_in(node: ast.expr) -> ast.expr:
    """Of a table, what stands behind the keys."""
    return ast.List(node.values) if isinstance(node, ast.Dict) else node


def text_in(node: ast.AST) -> str | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    return None


def texts_of_game(game: Game) -> Iterator[Text]:
    """What its card says, and what its sources say besides."""
    yield Text(game.name)
    yield Text(game.says)
    yield Text(game.welcome)
    if game.measure is not None:
        yield Text(game.measure.one)
        yield Text(game.measure.many)
    for option in game.options:
        yield Text(option.name)
        yield Text(option.says)
        for choice in option.choices:
            yield Text(choice.name)
            yield Text(choice.says)
    yield from (Text(phase.now) for phase in game.phases if isinstance(phase.now, str))
    yield from texts_of_kinds(game.moves)
    yield from texts_of_kinds(game.events)
    if game.folder is not None and (game.folder / "rulebook.md").is_file():
        yield Text(Rulebook.of(game.folder).intro)
    table = game.start(game.seats_for()[-1])
    yield from map(Text, game.breakdown(table, 0))
    if game.folder is not None:
        yield from texts_of_sources(game.folder)


def texts_of_kinds(kinds: Kinds) -> Iterator[Text]:
    for kind in kinds.kinds:
        yield from map(Text, kind.messages.values())
        yield Text(kind.hidden)
        together = {"": kind.together} if isinstance(kind.together, str) else kind.together
        yield from map(Text, together.values())


# ── What stands beside the rulebooks ─────────────────────────────────────────────────────────────


def faults_beside(folder: Path, spoken: str) -> Iterator[str]:
    """Rulebook, lesson and the like: missing in that language, or not told of the same things."""
    for name, outline in OUTLINES.items():
        english, other = folder / f"{name}.md", folder / f"{name}.{spoken}.md"
        if not english.is_file():
            continue
        if not other.is_file():
            yield f"{other}: missing"
        elif told_in(ENGLISH, outline, folder) != told_in(spoken, outline, folder):
            yield f"{other}: tells of other moves, pieces or rules than {english.name}"


def told_in(spoken: str, outline: Callable[[Path], object], folder: Path) -> object:
    with speaking(spoken):
        return outline(folder)


def course_in(folder: Path) -> object:
    return Lesson.read(text_beside(folder, "lesson")).course


def pieces_in_order(folder: Path) -> object:
    return [(piece.name, piece.rule) for piece in pieces_in(folder)]


def rules_of(folder: Path) -> object:
    return [rules for _, rules in short_of(folder)]


def sentences_in(folder: Path) -> object:
    """Numbers, and what they cite and which options they name; headings, and how many words are
    explained."""
    book = Rulebook.of(folder)
    cited = [
        (
            entry.number,
            entry.is_background,
            bool(entry.source),
            entry.options,
            {*DOTTED.findall(entry.text)} & book.numbers,
        )
        for entry in book.entries
    ]
    return len(book.words), cited


OUTLINES = {
    "rulebook": sentences_in,
    "lesson": course_in,
    "pieces": pieces_in_order,
    "short": rules_of,
}


def all_faults() -> list[str]:
    """What is wrong with catalogues and texts, in sentences."""
    folders = [folder for game in map(take, ours()) if (folder := game.folder) is not None]
    others = [spoken for spoken in LANGUAGES if spoken != ENGLISH]
    beside = [fault for here in folders for one in others for fault in faults_beside(here, one)]
    return [*(fault for book in books() for fault in book.faults()), *beside]


# ── What the catalogues lack ─────────────────────────────────────────────────────────────────────


@dataclass
class Book:
    """A catalogue of one language, and the texts that it should have."""

    file: Path
    wanted: list[Text]
    headings: frozenset[str] = frozenset()  # under which the sources look something up

    def entries(self) -> polib.POFile:
        return polib.pofile(str(self.file)) if self.file.is_file() else polib.POFile(wrapwidth=98)

    def faults(self) -> list[str]:
        """What is wrong with it, in sentences."""
        book = self.entries()
        here = {Text(entry.msgid, entry.msgid_plural): entry for entry in book if not entry.msgctxt}
        missing = [text for text in self.wanted if text not in here or not is_done(here[text])]
        stale = [text for text in here if text not in self.wanted]
        return [
            *(f"{self.file}: missing: {text.one}" for text in missing),
            *(f"{self.file}: stale: {text.one}" for text in stale),
            *(f"{self.file}: {fault}" for entry in book for fault in faults_of(entry)),
            *(f"{self.file}: {fault}" for fault in faults_of_headings(book, self.headings)),
        ]

    def write(self) -> None:
        """Add what is missing, and take away what is stale."""
        book = self.entries()
        kept = [e for e in book if e.msgctxt or Text(e.msgid, e.msgid_plural) in self.wanted]
        here = {Text(entry.msgid, entry.msgid_plural) for entry in kept if not entry.msgctxt}
        new = polib.POFile(wrapwidth=98)
        new.metadata = book.metadata or heading_of(self.file.stem)
        new.extend(kept)
        new.extend(entry_for(text) for text in self.wanted if text not in here)
        self.file.parent.mkdir(exist_ok=True)
        new.save(str(self.file))


def heading_of(language: str) -> dict[str, str]:
    return {
        "Project-Id-Version": "Templetop",
        "Language": language,
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": "nplurals=2; plural=(n != 1);",
    }


def entry_for(text: Text) -> "polib.POEntry":
    if not text.many:
        return polib.POEntry(msgid=text.one)
    return polib.POEntry(msgid=text.one, msgid_plural=text.many, msgstr_plural={0: "", 1: ""})


def is_done(entry: polib.POEntry) -> bool:
    return all(entry.msgstr_plural.values()) if entry.msgid_plural else bool(entry.msgstr)


def faults_of(entry: polib.POEntry) -> Iterator[str]:
    """Other parts than in English; or it can no longer be told without its subject."""
    pairs = [(entry.msgid, entry.msgstr)]
    if entry.msgid_plural:
        plural = entry.msgstr_plural
        pairs = [(entry.msgid, plural[0]), (entry.msgid_plural, plural[1])]
    for english, other in pairs:
        if other and part_names(english) != part_names(other):
            yield f"other parts than in English: {other}"
        if other and english.startswith(WHO) != other.startswith(WHO):
            yield f"a move begins with who makes it: {other}"


def faults_of_headings(book: polib.POFile, sought: Collection[str]) -> Iterator[str]:
    """Every heading that a text names has entries, and every heading is named."""
    said = [text for e in book for text in (e.msgstr, *e.msgstr_plural.values())]
    named = {how.split(" ")[-1] for text in said for _, _, how in taken_apart(text) if how}
    there = {entry.msgctxt for entry in book if entry.msgctxt}
    formats = {how for e in book for _, _, how in taken_apart(e.msgid) if how}
    for heading in sorted((named - formats | {*sought}) ^ there):
        yield f"there are no entries for, or no text with, {{…:{heading}}}"


def books() -> Iterator[Book]:
    """Every catalogue that there should be."""
    for language in LANGUAGES:
        if language != ENGLISH:
            file = f"{language}.po"
            if PAGES.is_dir():  # not where the package alone is installed
                yield Book(PAGES / "words" / file, in_order(texts_of_pages()))
            yield from (Book(OWN[part] / file, in_order(own_texts(part))) for part in OWN)
            for game in map(take, ours()):
                known = {*own_texts("engine")}
                wanted = [text for text in in_order(texts_of_game(game)) if text not in known]
                assert game.folder is not None
                yield Book(game.words.folder / file, wanted, frozenset(headings_in(game.folder)))


def own_texts(part: str) -> Iterator[Text]:
    found = texts_of_sources(PACKAGE / part)
    if part in PARTS:  # which know what the engine says
        known = {*own_texts("engine")}
        found = (text for text in found if text not in known)
    yield from found
    if part == "cli":
        from typer.main import get_command

        from templetop.cli.app import app
        from templetop.cli.flags import texts_of_help

        yield from map(Text, texts_of_help(get_command(app)))
    if part == "engine":
        yield from texts_of_file(PACKAGE / "games" / "shelf.py")
        yield from (Text("point"), Text("points"))


def in_order(texts: Iterable[Text]) -> list[Text]:
    """Each once, where it comes first; nothing is no text."""
    return [text for text in dict.fromkeys(texts) if text.one]


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--write", action="store_true", help="bring the catalogues up to date")
    is_writing = asked.parse_args().write
    for book in books() if is_writing else ():
        book.write()
    faults = all_faults()
    print("\n".join(faults) or "Every text has its translation.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
