"""`templetop conform`: does another implementation of a game's rules agree with ours?"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from templetop.cli.parameters import Json, Wrong, complete_games
from templetop.cli.protocol import print_page
from templetop.cli.sentences import complain, print_json, screen, visible
from templetop.cli.words import t, tn

if TYPE_CHECKING:
    from templetop.conformance.difference import Difference
    from templetop.conformance.playing import Played
    from templetop.engine.game import Game

PATIENCE = 10.0
SHOWN = 12  # of the last commands


def conform(
    engine: Annotated[
        str | None,
        typer.Argument(
            metavar="ENGINE",
            help="exec:COMMAND, the program to check; without it, the protocol is shown.",
        ),
    ] = None,
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help="The game's id; by default every game that has a kit and that the program plays.",
            autocompletion=complete_games,
        ),
    ] = None,
    match: Annotated[
        int | None,
        typer.Option("--match", metavar="N", min=1, help="Play only this match of the kit."),
    ] = None,
    patience: Annotated[
        float,
        typer.Option(metavar="SECONDS", min=0.1, help="How long one answer may take."),
    ] = PATIENCE,
    json: Json = False,
) -> None:
    """Check another implementation of a game's rules: recorded matches are played against it.

    At the first difference it says what differs, and which sentence of the rulebook that concerns.
    """
    from templetop.conformance.engine import DoesNotPlay
    from templetop.games.shelf import take

    if engine is None:
        print_page((Path(__file__).parents[1] / "conformance" / "PROTOCOL.md").read_text("utf-8"))
        return
    found: list[tuple[Game, Played]] = []
    cards = games_with_kits() if game is None else [take(game)]
    for card in cards:
        try:
            played = compared(card, engine, match, patience)
        except DoesNotPlay:
            if len(cards) == 1:
                raise
            continue
        found.append((card, played))
        if not json:
            show(card, played)
    if not found:
        raise DoesNotPlay(t("The program plays none of the games."))
    if json:
        print_json([as_data(card, played) for card, played in found])
    if different := [card for card, played in found if played.difference is not None]:
        if not json:
            names = ", ".join(card.words.text(card.name) for card in different)
            complain(t("The program does not agree with the rules of {games}.", games=names))
        raise typer.Exit(1)


def games_with_kits() -> "list[Game]":
    from templetop.conformance.kit import file_of
    from templetop.games.shelf import ready_games, take

    cards = [take(name) for name in ready_games()]
    return [card for card in cards if card.folder is not None and file_of(card).is_file()]


def compared(card: "Game", named: str, match: int | None, patience: float) -> "Played":
    """One game: a program of its own plays it."""
    from templetop.conformance.engine import Engine
    from templetop.conformance.kit import kit_of
    from templetop.conformance.playing import Playing

    kit = kit_of(card)
    if match is not None and match > len(kit.matches):
        raise Wrong(
            t("The kit of {game} has {count} matches; there is no match {number}.",
              game=card.words.text(card.name), count=len(kit.matches), number=match)
        )  # fmt: skip
    with Engine(named, patience, hear) as engine:
        return Playing(card, kit, engine).play(match)


def hear(remark: str) -> None:
    """What the program writes to its standard error goes to ours."""
    typer.echo(visible(remark), err=True)


# ── What is shown ────────────────────────────────────────────────────────────────────────────────


def show(card: "Game", played: "Played") -> None:
    console = screen()
    name = card.words.text(card.name)
    if played.difference is not None:
        show_difference(name, played.difference)
        return
    console.print(
        tn("{game}: {count} match agrees, {answers} answers.",
           "{game}: {count} matches agree, {answers} answers.",
           played.matches, game=name, answers=played.answers),
        style="green", soft_wrap=True,
    )  # fmt: skip
    if played.left_out:
        console.print(
            tn("{count} match was left out, because the program does not know its options.",
               "{count} matches were left out, because the program does not know their options.",
               played.left_out),
            style="yellow", soft_wrap=True,
        )  # fmt: skip
    if not played.has_counts:
        console.print(
            t("The program does not count, so no counts were compared."),
            style="yellow", soft_wrap=True,
        )  # fmt: skip
    if not played.has_tables:
        console.print(
            t("The program writes no tables, so none were compared."),
            style="yellow", soft_wrap=True,
        )  # fmt: skip


def show_difference(name: str, difference: "Difference") -> None:
    """What was said before, what differs, and the sentence it concerns."""
    console = screen()
    console.print(
        t("{game}: match {number} of the kit differs after {steps} steps.",
          game=name, number=difference.match, steps=len(difference.commands) - 1),
        style="bold red", soft_wrap=True,
    )  # fmt: skip
    console.print()
    first, *rest = difference.commands
    console.print(f"  {first}", soft_wrap=True)
    if len(rest) > SHOWN:
        console.print("  …")
    for command in rest[-SHOWN:]:
        console.print(f"  {command}", soft_wrap=True)
    if difference.done:
        console.print(f"  ({difference.done})", style="dim", soft_wrap=True)
    console.print()
    console.print(visible(difference.says), soft_wrap=True)
    for what, text in ((t("expected"), difference.expected), (t("answered"), difference.answered)):
        console.print(f"  {what + ':':<10} {visible(shortened(text))}", soft_wrap=True)
    if difference.rule:
        rule = t("Rule {number}", number=difference.rule)
        console.print(f"{rule}: {difference.sentence}", style="bold", soft_wrap=True)
    if difference.carried_out:
        rules = ", ".join(difference.carried_out)
        console.print(t("Rules of this step: {rules}", rules=rules), style="dim", soft_wrap=True)


def shortened(text: str, most: int = 400) -> str:
    """Not all of a long list; a tab as it is seen."""
    text = text.replace("\t", " | ")
    return text if len(text) <= most else f"{text[:most]}…"


def as_data(card: "Game", played: "Played") -> dict[str, Any]:
    """The same for programs."""
    from dataclasses import asdict

    difference = played.difference
    return {
        "game": card.id,
        "agrees": difference is None,
        "matches": played.matches,
        "left_out": played.left_out,
        "answers": played.answers,
        "counts_compared": played.has_counts,
        "tables_compared": played.has_tables,
        "difference": None if difference is None else asdict(difference),
    }
