"""`templetop bot-protocol`: how a program of one's own is spoken to."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from templetop.cli.parameters import complete_games
from templetop.cli.sentences import screen

if TYPE_CHECKING:
    from templetop.bots.program import Message
    from templetop.engine.game import Game


def bot_protocol(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help="Print what a program reads in this game, up to its first decision, to try it.",
            autocompletion=complete_games,
        ),
    ] = None,
) -> None:
    """Explain how to write a bot in any language: JSON lines over standard input and output."""
    from templetop.games.shelf import take

    if game is None:
        print_page(text())
    else:
        for message in first_messages(take(game)):
            typer.echo(json.dumps(message))


def text() -> str:
    """The page, as it lies beside the code that speaks so."""
    page = Path(__file__).parents[1] / "bots" / "PROTOCOL.md"
    return page.read_text(encoding="utf-8")


def print_page(page: str) -> None:
    """For the eye on a terminal, as it is for a file or a pipe."""
    from rich.markdown import Markdown

    console = screen()
    if console.is_terminal:
        console.print(Markdown(page))
    else:
        typer.echo(page, nl=False)


def first_messages(game: "Game") -> "list[Message]":
    """What a program reads that sits at the first seat and decides once."""
    import numpy as np

    from templetop.bots.program import OVER, hello, question
    from templetop.bots.roster import Company
    from templetop.bots.seen import seen_by
    from templetop.engine import ask
    from templetop.engine.game import CHANCE
    from templetop.engine.match import seats_to_move
    from templetop.engine.policy import chance_move
    from templetop.engine.random import generator

    seats, random, weights = game.seats[0], generator(0), np.zeros(game.moves, np.int64)
    state = game.start(seats)
    while (seat := seats_to_move(state)[0]) == CHANCE:
        ask.play(state, CHANCE, chance_move(state, random, game.move_set(), weights))
    greeting = hello(game, seat, seats, {}, Company.patience)
    return [greeting, question(seen_by(seat, state, seats, random), 1), OVER]
