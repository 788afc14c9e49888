"""`templetop check`: does a game hold to all that any game has to hold to?"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from templetop.cli.parameters import GameId, Json
from templetop.cli.sentences import complain, print_json, screen
from templetop.cli.words import t, tn
from templetop.engine.speech import ENGLISH, mark, speaking

if TYPE_CHECKING:
    from collections.abc import Iterator

    from templetop.checks.checking import Finding
    from templetop.engine.game import Game

USUAL_GAMES = 6
STYLES = {"ok": "green", "failed": "red", "left out": "dim"}
RESULTS = mark(["ok", "failed", "left out"])


def check(
    game: GameId,
    games: Annotated[
        int, typer.Option(metavar="N", min=1, help="How many games are played for it.")
    ] = USUAL_GAMES,
    seed: Annotated[
        int, typer.Option(metavar="N", min=0, help="Of the first game; the next ones follow.")
    ] = 0,
    json: Json = False,
) -> None:
    """Check a game: that every number is in range, that it ends, keeps secrets, has words, and is
    the same compiled and interpreted. GAME may be a folder."""
    from templetop.checks.checking import Checking

    card, named = named_game(game)
    checking = Checking(card, range(seed, seed + games), named)
    for finding in in_english(checking.findings_one_by_one()):
        if not json:
            show(finding)
    if json:
        print_json(as_data(card, checking.findings, checking.has_passed))
    elif checking.has_passed:
        passed = t("{game} has passed.", game=card.words.text(card.name))
        screen().print(f"\n{passed}", style="bold")
    else:
        failed = [one for one in checking.findings if one.result == "failed"]
        complain(
            tn("{game} has failed {count} check.", "{game} has failed {count} checks.",
               len(failed), game=card.words.text(card.name))
        )  # fmt: skip
    if not checking.has_passed:
        raise typer.Exit(1)


def in_english(findings: "Iterator[Finding]") -> "Iterator[Finding]":
    """Each is looked for in English: what is checked is what the game itself says."""
    while True:
        with speaking(ENGLISH):
            finding = next(findings, None)
        if finding is None:
            return
        yield finding


def named_game(game: str) -> "tuple[Game, str]":
    """The game, and how it is named on the command line: by its id, or by a folder."""
    from templetop.engine.faults import is_ours, shown
    from templetop.games.shelf import name, ready_games, take

    if game not in ready_games() and Path(game).is_dir():
        game = name(game)
    card = take(game)
    folder = card.folder
    return card, game if is_ours(folder) or folder is None else f"--game {shown(folder)}"


def show(finding: "Finding") -> None:
    """A line, and below it where it shows and how to see it again."""
    from rich.text import Text

    console = screen()
    result = Text(f"{t(finding.result):8}", STYLES[finding.result])
    says = f"  {finding.check:9} {finding.in_words()}"
    console.print(Text.assemble(result, says), soft_wrap=True)
    if finding.result == "failed":
        place = ""
        if finding.file:
            place = t("{file}, line {number}", file=finding.file, number=finding.line)
        rule = finding.rule and t("in {rule}", rule=finding.rule)
        again = t("again: {command}", command=finding.again)
        for line in filter(None, [", ".join(filter(None, [place, rule])), again]):
            console.print(f"{'':20}{line}", soft_wrap=True)


def as_data(card: "Game", findings: "list[Finding]", has_passed: bool) -> dict[str, Any]:
    """The same for programs."""
    return {
        "game": card.id,
        "passed": has_passed,
        "checks": [finding.as_dict() for finding in findings],
    }
