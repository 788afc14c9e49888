"""`templetop check`: does a game hold to all that any game has to hold to?"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from templetop.cli.parameters import GameId, Json
from templetop.cli.sentences import complain, print_json, screen
from templetop.engine.words import counted

if TYPE_CHECKING:
    from templetop.checks.checking import Finding
    from templetop.engine.game import Game

USUAL_GAMES = 6
STYLES = {"ok": "green", "failed": "red", "left out": "dim"}


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
    for finding in checking.findings_one_by_one():
        if not json:
            show(finding)
    if json:
        print_json(as_data(card, checking.findings, checking.has_passed))
    elif checking.has_passed:
        screen().print(f"\n{card.name} has passed.", style="bold")
    else:
        failed = [one for one in checking.findings if one.result == "failed"]
        complain(f"{card.name} has failed {counted(len(failed), 'check')}.")
    if not checking.has_passed:
        raise typer.Exit(1)


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
    result = Text(f"{finding.result:8}", STYLES[finding.result])
    console.print(Text.assemble(result, f"  {finding.check:9} {finding.says}"), soft_wrap=True)
    if finding.result == "failed":
        place = f"{finding.file}, line {finding.line}" if finding.file else ""
        where = ", ".join(filter(None, [place, finding.rule and f"in {finding.rule}"]))
        for line in filter(None, [where, f"again: {finding.again}"]):
            console.print(f"{'':20}{line}", soft_wrap=True)


def as_data(card: "Game", findings: "list[Finding]", has_passed: bool) -> dict[str, Any]:
    """The same for programs."""
    return {
        "game": card.id,
        "passed": has_passed,
        "checks": [finding.as_dict() for finding in findings],
    }
