"""A game's rulebook: its numbered sentences, the code citing them, the tests named after them."""

import ast
import functools
import io
import re
import tokenize
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from templetop.engine.game import Refusal
from templetop.engine.kept_faults import KeptFaults
from templetop.engine.speech import ENGINE, text_beside

SENTENCE = re.compile(r"- \*\*((?:F|\d+)(?:\.\d+)+)\*\* (.+?)(?: \[([^\]]*)\])?")
HEADING = re.compile(r"(#{2,}) (?:(\d+(?:\.\d+)*) )?(.+)")
WORD = re.compile(r"\| ([^|]+) \| ([^|]+) \|")
HEAD = re.compile(r"^\| (?:word|Wort) \|.*\n", re.MULTILINE)  # of the table of words

# How code cites: first in a docstring ("5  The points", "3.5, 3.6  It walks"), anywhere in it
# with a dot ("… left; 3.6.4  and crystals"), first in a comment ("# 3.4.5"), or rule="3.3.1".
NUMBER = r"(?:F|[1-9]\d*)(?:\.\d+)*"
FIRST = re.compile(rf"\s*({NUMBER})(?:, {NUMBER})*  ")
DOTTED = re.compile(r"(?<![\w.])(?:F|[1-9]\d*)(?:\.\d+)+(?!\.?\w)")
COMMENT = re.compile(rf"#\s*({DOTTED.pattern})")
TEST = re.compile(r"test_((?:and_|f_\d+_|\d+_)+)")

# How a sentence names options: "(option rounds)", "(options gold_worth, crystal_worth)",
# "(option gold=twelve)", "(option mode=alone, the usual choice)"; in German "(Option rounds)".
OPTION_MARK = re.compile(r"\([Oo]ption(?:s|en)? ([^():]+)")
OPTION_NAME = re.compile(r"[a-z]\w*")

Function = ast.FunctionDef | ast.AsyncFunctionDef


class NoRulebook(Refusal):
    """There is no rulebook where one was looked for."""


class NoSuchRule(Refusal):
    """The rulebook has no sentence and no section of that number."""


@dataclass(frozen=True)
class Entry:
    """A line of the rulebook: a sentence with its number, or a heading."""

    number: str
    text: str
    source: str = ""  # where the sentence comes from
    is_heading: bool = False
    is_background: bool = False  # below it stands what nobody needs to play

    @property
    def options(self) -> set[str]:
        """The names of the options that it is marked with."""
        words = [word for mark in OPTION_MARK.findall(self.text) for word in mark.split(",")]
        names = [word.strip().partition("=")[0] for word in words]
        return {name for name in names if OPTION_NAME.fullmatch(name)}

    def is_under(self, section: str) -> bool:
        """Is it that section, that sentence, or one within?"""
        return f"{self.number}.".startswith(f"{section}.")


@dataclass(frozen=True)
class Rulebook:
    """The rules of a game as they are played here."""

    text: str

    @classmethod
    def of(cls, folder: Path) -> "Rulebook":
        """The rulebook of the game in that folder, in the reader's language if it is there."""
        try:
            return cls(text_beside(folder, "rulebook"))
        except OSError:
            raise NoRulebook(
                ENGINE.t("There is no rulebook for {name} yet.", name=folder.name)
            ) from None

    @functools.cached_property
    def entries(self) -> list[Entry]:
        """Headings and sentences in their order."""
        return [entry for line in self.text.splitlines() if (entry := entry_of(line))]

    @property
    def intro(self) -> str:
        """What the game is about: the paragraph under the title, on one line."""
        _, _, below = self.text.partition("\n\n")
        first = below.partition("\n\n")[0]
        return "" if first.startswith("#") else " ".join(first.split())

    @property
    def marks(self) -> str:
        """What the marks at the sentences mean: the paragraph after the intro, on one line."""
        above = self.text.partition("\n## ")[0].split("\n\n")
        second = above[2] if len(above) > 2 else ""
        return "" if second.startswith("|") else " ".join(second.split())

    @property
    def words(self) -> list[tuple[str, str]]:
        """What the words mean that the sentences use: the table of them, without its head."""
        head = HEAD.search(self.text)
        return WORD.findall(self.text[head.end() :].partition("\n\n")[0]) if head else []

    @property
    def sentences(self) -> list[Entry]:
        return [entry for entry in self.entries if not entry.is_heading]

    @functools.cached_property
    def numbers(self) -> set[str]:
        """The numbers of all sentences and all headings."""
        return {entry.number for entry in self.entries if entry.number}

    def section(self, number: str) -> list[Entry]:
        """A section with its heading, or a single sentence."""
        wanted = number.strip().strip(".").upper()
        found = [entry for entry in self.entries if entry.number and entry.is_under(wanted)]
        if not found:
            parts = dict.fromkeys(entry.number.split(".")[0] for entry in self.sentences)
            raise NoSuchRule(
                ENGINE.t("There is no rule {number}; the parts are {parts}.",
                         number=repr(number), parts=", ".join(parts))
            )  # fmt: skip
        return found

    def markdown(self, section: str = "") -> str:
        """The text of a section, or all of it, to be rendered."""
        if not section:
            return self.text
        return "\n".join(map(marked_down, self.section(section)))


def entry_of(line: str) -> Entry | None:
    """The entry that stands on a line, if one does."""
    if found := SENTENCE.fullmatch(line):
        return Entry(found[1], found[2], found[3] or "")
    if found := HEADING.fullmatch(line):
        is_background = not found[2] and len(found[1]) > 2
        return Entry(found[2] or "", found[3], is_heading=True, is_background=is_background)
    return None


def marked_down(entry: Entry) -> str:
    if entry.is_heading:
        return f"## {entry.number} {entry.text}\n"
    return f"- **{entry.number}** {entry.text}" + (f" [{entry.source}]" if entry.source else "")


# ── Who cites what ───────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Citation:
    """A place in the code or in the tests that names a rule."""

    number: str
    name: str  # of the function; empty outside of any
    place: str  # file and line
    kind: str  # what cites: a rule, other code, a refusal or a test


def citations(folder: Path) -> list[Citation]:
    """Every citation in the modules of a game, in the folders inside as well."""
    return [found for path in modules_of(folder) for found in cited_in(path, folder)]


def modules_of(folder: Path) -> list[Path]:
    """The modules of a game, without those in its folder of tests."""
    tests = folder / "tests"
    return [path for path in sorted(folder.rglob("*.py")) if not path.is_relative_to(tests)]


def cited_in(path: Path, folder: Path | None = None) -> Iterator[Citation]:
    """The citations of one module: in docstrings, in comments and in refusals."""
    place = path.relative_to(folder or path.parent).as_posix()
    source = path.read_text(encoding="utf-8")
    tree = ast.parse(source)
    functions = [node for node in ast.walk(tree) if isinstance(node, Function)]
    for line, number in [*in_docstrings(tree), *in_comments(source)]:
        function = function_at(functions, line)
        kind = "rule" if function and is_rule(function) else "code"
        yield Citation(number, function.name if function else "", f"{place}:{line}", kind)
    for line, number in in_refusals(tree):
        yield Citation(number, "", f"{place}:{line}", "refusal")


def in_docstrings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, Function | ast.ClassDef | ast.Module):
            for number in cited_by(ast.get_docstring(node, clean=False) or ""):
                yield getattr(node, "lineno", 1), number


def cited_by(docstring: str) -> list[str]:
    first = FIRST.match(docstring)
    numbers = re.findall(NUMBER, first[0]) if first else []
    return list(dict.fromkeys([*numbers, *DOTTED.findall(docstring)]))


def in_comments(source: str) -> Iterator[tuple[int, str]]:
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and (found := COMMENT.match(token.string)):
            yield token.start[0], found[1]


def in_refusals(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """What is said to forbid a move: rule="3.3.1", and whatever a phase names."""
    for node in ast.walk(tree):
        match node:
            case ast.keyword(arg="rule" | "waits" | "decided", value=ast.Constant(str(number))):
                yield node.value.lineno, number
            case ast.Call(ast.Name("Phase"), [_, _, ast.Constant(str(number)), *_]):
                yield node.lineno, number


def function_at(functions: list[Function], line: int) -> Function | None:
    """The function that a line belongs to; the innermost, where several do."""
    around = [one for one in functions if one.lineno <= line <= (one.end_lineno or one.lineno)]
    return max(around, key=lambda function: function.lineno, default=None)


def is_rule(function: Function) -> bool:
    return any(isinstance(mark, ast.Name) and mark.id == "rule" for mark in function.decorator_list)


def named_tests(folder: Path, known: Iterable[str]) -> list[Citation]:
    """Every test that is named after a rule, once for each rule in its name."""
    return [
        Citation(number, test.name, f"{path.name}:{test.lineno}", "test")
        for path in sorted(folder.rglob("*.py"))
        for test in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(test, Function)
        for number in numbers_of(test.name, set(known))
    ]


def numbers_of(test: str, known: set[str]) -> list[str]:
    """The rules in a test's name: `test_2_3_and_2_4_1_it_is_so` is of two.

    A test of no known rule is of the one that its name begins with. After the first number only
    those of sentences count: `test_2_3_5_cards` is of 2.3 alone, even if there is a section 5.
    """
    found = TEST.match(f"{test}_")
    if not found or found[1].startswith("and"):
        return []
    numbers: list[str] = []
    for part in found[1].strip("_").upper().split("AND"):
        words, is_first = part.strip("_").split("_"), True
        while words[0]:
            lengths = [n for n in range(len(words), bool(numbers), -1) if is_whole(words, n, known)]
            if not lengths:
                if numbers and is_first and len(words) > 1:
                    numbers.append(".".join(words))  # of a rule that there is not
                break
            is_first = False
            numbers.append(".".join(words[: lengths[0]]))
            words = words[lengths[0] :] or [""]
    first = found[1].upper().partition("_AND")[0].strip("_").replace("_", ".")
    return list(dict.fromkeys(numbers)) or [first]


def is_whole(words: list[str], count: int, known: set[str]) -> bool:
    """Are the first words a rule, and no section with a number after it that it does not have?

    The 3_4_7 of a section 3.4 that ends with 3.4.6 is a mistake and no test of the section.
    """
    number = ".".join(words[:count])
    is_section = any(other.startswith(f"{number}.") for other in known)
    return number in known and (count == len(words) or not is_section)


# ── Rule, code and tests side by side ────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Coverage:
    """A rulebook beside the code and the tests; `tests` is None where they were not delivered,
    and `kept` where no result of planted faults is kept."""

    book: Rulebook
    code: list[Citation]
    tests: list[Citation] | None
    kept: KeptFaults | None = None

    @classmethod
    def of(cls, folder: Path, tests: Path) -> "Coverage":
        """Of the game in that folder, and its tests if their folder is there."""
        book = Rulebook.of(folder)
        named = named_tests(tests, book.numbers) if tests.is_dir() else None
        return cls(book, citations(folder), named, KeptFaults.read(tests))

    def code_of(self, number: str) -> list[str]:
        """The functions that carry a rule out; where none does, other functions that cite it."""
        for kind in ("rule", "code"):
            names = [one.name for one in self.code if one.number == number and one.kind == kind]
            if any(names):
                return list(dict.fromkeys(filter(None, names)))
        return []

    def tests_of(self, number: str) -> list[str]:
        return [one.name for one in self.tests or [] if one.number == number]

    @property
    def uncited(self) -> list[str]:
        """The sentences that no code cites, without the questions, which only refer to others."""
        cited = {one.number for one in self.code}
        rules = [rule for rule in self.book.sentences if not rule.is_under("F")]
        return [rule.number for rule in rules if rule.number not in cited]

    @property
    def unnoticed(self) -> list[str]:
        """The sentences whose code had faults of which their own tests noticed none."""
        kept = {} if self.kept is None else self.kept.rules
        return [
            rule.number
            for rule in self.book.sentences
            if (found := kept.get(rule.number)) and found.faults and not found.by_its_tests
        ]

    @property
    def untested(self) -> list[str]:
        """The sentences that no test is named after."""
        return [rule.number for rule in self.book.sentences if not self.tests_of(rule.number)]

    @property
    def tests_of_no_rule(self) -> list[Citation]:
        return [one for one in self.tests or [] if one.number not in self.book.numbers]

    @property
    def code_of_no_rule(self) -> list[Citation]:
        return [one for one in self.code if one.number not in self.book.numbers]
