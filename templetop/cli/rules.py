"""`templetop rules`: rule, code and tests side by side."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from templetop.cli.parameters import GameId, Json
from templetop.cli.sentences import complain, print_json, screen
from templetop.cli.words import t, tn

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
            help="Fail if a rule has no test, if its tests noticed none of the faults planted in"
            " its code, if a rule is cited that does not exist, or if a sentence does not name an"
            " option that changes it. This needs a checkout of the project: packages do not"
            " contain the tests.",
        ),
    ] = False,
) -> None:
    """Show the rules of a game, each with the code that plays it and how many tests it has."""
    from templetop.engine.rulebook import Coverage
    from templetop.games.shelf import take

    card = take(game)
    folder = folder_of(card)
    coverage = Coverage.of(folder, tests_of(folder))
    entries = coverage.book.section(section) if section else coverage.book.entries
    if text:
        print_text(coverage.book.markdown(section))
    elif json:
        print_json(as_data(coverage, entries))
    else:
        screen().print(side_by_side(coverage, entries))
        screen().print(f"\n{summary(coverage)}")
    if check:
        told = screen(stderr=json)
        for remark in remarks(coverage, card, folder):
            told.print(remark, soft_wrap=True)
        wanting = [*faults_of(coverage), *option_faults(card, folder, coverage.book)]
        for sentence in wanting:
            complain(sentence)
        if wanting:
            raise typer.Exit(1)


def rulebook_of(game: "Game") -> "Rulebook":
    from templetop.engine.rulebook import Rulebook

    return Rulebook.of(folder_of(game))


def folder_of(game: "Game") -> Path:
    """Where its sources and its rulebook are."""
    from templetop.engine.rulebook import NoRulebook

    if game.folder is None:
        raise NoRulebook(t("There is no rulebook for {name} yet.", name=game.id))
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
    table.add_column(t("rule"), no_wrap=True)
    table.add_column(t("sentence"), ratio=1)
    table.add_column(t("code"), style="cyan", max_width=22)
    table.add_column(t("tests"), justify="right", no_wrap=True)
    if coverage.kept is not None:
        table.add_column(t("noticed"), justify="right", no_wrap=True)
    for entry in entries:
        add_row(table, coverage, entry)
    return table


def add_row(table: "Table", coverage: "Coverage", entry: "Entry") -> None:
    code = "\n".join(coverage.code_of(entry.number))
    tests = len(coverage.tests_of(entry.number))
    noticed = noticed_of(coverage, entry.number)
    if entry.is_heading:
        table.add_row()
        table.add_row(entry.number, entry.text, code, str(tests or ""), noticed, style="bold")
    elif coverage.tests is None:
        table.add_row(entry.number, entry.text, code or "-", t("not here"))
    else:
        table.add_row(entry.number, entry.text, code or "-", str(tests or "-"), noticed or "-")


def noticed_of(coverage: "Coverage", number: str) -> str:
    """9 of 12: so many faults in the code of a rule were noticed by the tests of its number."""
    found = coverage.kept and coverage.kept.rules.get(number)
    if not found or not found.faults:
        return ""
    return t("{noticed} of {faults}", noticed=found.by_its_tests, faults=found.faults)


def summary(coverage: "Coverage") -> str:
    """The last line: how many rules have tests, and what is wanting."""
    every = len(coverage.book.sentences)
    wrong = t("code for unknown rules: {places}", places=places(coverage.code_of_no_rule))
    if coverage.tests is None:
        rules = tn("{count:,} rule", "{count:,} rules", every)
        return "; ".join([rules, t("the tests are not installed here"), wrong])
    tested = every - len(coverage.untested)
    having = tn("{tested} of {count} rule has a test", "{tested} of {count} rules have a test",
                every, tested=tested)  # fmt: skip
    without = t("without: {rules}", rules=", ".join(coverage.untested) or t("none"))
    strays = t("tests of unknown rules: {places}", places=places(coverage.tests_of_no_rule))
    return "; ".join([having, without, strays, wrong])


def places(citations: "list[Citation]") -> str:
    return ", ".join(f"{one.number} ({one.place})" for one in citations) or t("none")


def remarks(coverage: "Coverage", card: "Game", folder: Path) -> list[str]:
    """What is good to know of the check, though nothing of it is a mistake."""
    told = []
    if coverage.uncited:
        told.append(t("No code cites {rules}.", rules=", ".join(coverage.uncited)))
    kept = coverage.kept
    if kept is None:
        told.append(
            t("No result of planted faults is kept for {game}, so nobody knows what its tests "
              "notice.", game=card.id)
        )  # fmt: skip
        return told
    told.append(
        tn("{noticed} of {count} planted fault was noticed.",
           "{noticed} of {count} planted faults were noticed.", kept.faults, noticed=kept.noticed)
    )  # fmt: skip
    if not kept.is_of(folder):
        told.append(
            t("The rules of {game} have changed since the faults were planted, so these numbers "
              "may be out of date.", game=card.id)
        )  # fmt: skip
    return told


def faults_of(coverage: "Coverage") -> list[str]:
    """A sentence for each way in which rulebook, code and tests do not match."""
    if coverage.tests is None:
        return [t("The tests are not installed here, so nothing can be checked.")]
    kept = {} if coverage.kept is None else coverage.kept.rules
    unnoticed = ", ".join(f"{number} ({kept[number].faults})" for number in coverage.unnoticed)
    found = [
        (t("No test bears the number of {rules}.", rules=", ".join(coverage.untested)),
         coverage.untested),
        (t("The rulebook does not have what tests are named after: {rules}.",
           rules=places(coverage.tests_of_no_rule)), coverage.tests_of_no_rule),
        (t("The rulebook does not have what code cites: {rules}.",
           rules=places(coverage.code_of_no_rule)), coverage.code_of_no_rule),
        (t("The tests of these rules noticed none of the faults planted in their code, of which "
           "there were so many: {rules}.", rules=unnoticed), coverage.unnoticed),
    ]  # fmt: skip
    return [sentence for sentence, wanting in found if wanting]


def option_faults(card: "Game", folder: Path, book: "Rulebook") -> list[str]:
    """A sentence for each option on which rulebook and code do not match."""
    from templetop.engine.option_rules import (
        unmarked_sentences,
        unnamed_options,
        unnamed_readings,
    )

    return [
        *(
            t("No sentence names the option {option}.", option=option)
            for option in unnamed_options(card, book)
        ),
        *(
            t("The option {option} says {rule}, but that sentence does not name the option.",
              option=option, rule=rule)
            for option, rule in unmarked_sentences(card, book)
        ),
        *(
            t("{function} ({place}) depends on the option {option}, but no sentence that it "
              "cites names the option: {rules}.",
              function=one.function, place=one.place, option=one.option,
              rules=", ".join(one.numbers))
            for one in unnamed_readings(card, folder, book)
        ),
    ]  # fmt: skip


def as_data(coverage: "Coverage", entries: "list[Entry]") -> dict[str, Any]:
    """The same for programs."""
    rules_kept = {} if coverage.kept is None else coverage.kept.rules
    rows = [
        {
            "number": entry.number,
            "text": entry.text,
            "source": entry.source,
            "code": coverage.code_of(entry.number),
            "tests": None if coverage.tests is None else coverage.tests_of(entry.number),
            "faults": found.faults if (found := rules_kept.get(entry.number)) else None,
            "noticed": found.by_its_tests if found else None,
            "noticed_by_any": found.by_any_test if found else None,
        }
        for entry in entries
        if not entry.is_heading
    ]
    return {
        "rules": rows,
        "untested": None if coverage.tests is None else coverage.untested,
        "uncited": coverage.uncited,
        "unnoticed": None if coverage.kept is None else coverage.unnoticed,
        "tests_of_no_rule": [one.number for one in coverage.tests_of_no_rule],
        "code_of_no_rule": [one.number for one in coverage.code_of_no_rule],
    }
