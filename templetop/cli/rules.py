"""`templetop rules`: rule, code and tests side by side."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from templetop.cli.parameters import GameId, Json
from templetop.cli.sentences import complain, print_json, screen
from templetop.engine.words import counted

if TYPE_CHECKING:
    from rich.table import Table

    from templetop.engine.game import Game
    from templetop.engine.rulebook import Citation, Coverage, Entry, Rulebook

TESTS = Path(__file__).parents[2] / "tests"


def rules(
    game: GameId,
    section: Annotated[
        str, typer.Argument(metavar="SECTION", help="Only this section, such as 3.4.")
    ] = "",
    text: Annotated[bool, typer.Option("--text", help="Print the rulebook itself.")] = False,
    json: Json = False,
    check: Annotated[
        bool,
        typer.Option(
            "--check",
            help="Fail if a rule has no test, or a rule is cited that does not exist."
            " This needs a checkout of the project: packages do not contain the tests.",
        ),
    ] = False,
) -> None:
    """Show the rules of a game, each with the code that plays it and how many tests it has."""
    from templetop.engine.rulebook import Coverage
    from templetop.games.shelf import take

    folder = folder_of(take(game))
    coverage = Coverage.of(folder, tests_of(folder))
    entries = coverage.book.section(section) if section else coverage.book.entries
    if text:
        print_text(coverage.book.markdown(section))
    elif json:
        print_json(as_data(coverage, entries))
    else:
        screen().print(side_by_side(coverage, entries))
        screen().print(f"\n{summary(coverage)}")
    if check and is_wanting(coverage):
        raise typer.Exit(1)


def rulebook_of(game: "Game") -> "Rulebook":
    from templetop.engine.rulebook import Rulebook

    return Rulebook.of(folder_of(game))


def folder_of(game: "Game") -> Path:
    """Where its sources and its rulebook are."""
    from templetop.engine.rulebook import NoRulebook

    if game.folder is None:
        raise NoRulebook(f"There is no rulebook for {game.id} yet.")
    return game.folder


def tests_of(folder: Path) -> Path:
    """In the game's own folder, or with those of all games."""
    own = folder / "tests"
    return own if own.is_dir() else TESTS / folder.name


def print_text(markdown: str) -> None:
    from rich.markdown import Markdown

    screen().print(Markdown(markdown))


def side_by_side(coverage: "Coverage", entries: "list[Entry]") -> "Table":
    """A table to read: number, sentence, code, tests."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    table.add_column("rule", no_wrap=True)
    table.add_column("sentence", ratio=1)
    table.add_column("code", style="cyan", max_width=22)
    table.add_column("tests", justify="right", no_wrap=True)
    for entry in entries:
        add_row(table, coverage, entry)
    return table


def add_row(table: "Table", coverage: "Coverage", entry: "Entry") -> None:
    code = "\n".join(coverage.code_of(entry.number))
    tests = len(coverage.tests_of(entry.number))
    if entry.is_heading:
        table.add_row()
        table.add_row(entry.number, entry.text, code, str(tests or ""), style="bold")
    elif coverage.tests is None:
        table.add_row(entry.number, entry.text, code or "-", "not here")
    else:
        table.add_row(entry.number, entry.text, code or "-", str(tests or "-"))


def summary(coverage: "Coverage") -> str:
    """The last line: how many rules have tests, and what is wanting."""
    every = len(coverage.book.sentences)
    wrong = f"code for unknown rules: {places(coverage.code_of_no_rule)}"
    if coverage.tests is None:
        return f"{counted(every, 'rule')}; the tests are not installed here; {wrong}"
    without = ", ".join(coverage.untested) or "none"
    strays = f"tests of unknown rules: {places(coverage.tests_of_no_rule)}"
    tested = every - len(coverage.untested)
    return f"{tested} of {every} rules have a test; without: {without}; {strays}; {wrong}"


def places(citations: "list[Citation]") -> str:
    return ", ".join(f"{one.number} ({one.place})" for one in citations) or "none"


def is_wanting(coverage: "Coverage") -> bool:
    """Is there a rule without a test, or a citation of no rule? It is said, too."""
    if coverage.tests is None:
        complain("The tests are not installed here, so nothing can be checked.")
        return True
    faults = [*coverage.untested, *coverage.tests_of_no_rule, *coverage.code_of_no_rule]
    if faults:
        complain(f"Rules, code and tests do not match: {counted(len(faults), 'mistake')}.")
    return bool(faults)


def as_data(coverage: "Coverage", entries: "list[Entry]") -> dict[str, Any]:
    """The same for programs."""
    rows = [
        {
            "number": entry.number,
            "text": entry.text,
            "source": entry.source,
            "code": coverage.code_of(entry.number),
            "tests": None if coverage.tests is None else coverage.tests_of(entry.number),
        }
        for entry in entries
        if not entry.is_heading
    ]
    return {
        "rules": rows,
        "untested": None if coverage.tests is None else coverage.untested,
        "tests_of_no_rule": [one.number for one in coverage.tests_of_no_rule],
        "code_of_no_rule": [one.number for one in coverage.code_of_no_rule],
    }
