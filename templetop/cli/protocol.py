"""`templetop bot-protocol`: how a program of one's own is spoken to."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from templetop.cli.parameters import complete_games
from templetop.cli.sentences import screen
from templetop.engine.speech import ENGLISH, speaking

if TYPE_CHECKING:
    from templetop.bots.program import Message
    from templetop.engine.game import Game


def bot_protocol(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help="Print what a program reads in this game up to its first decision, to try it out.",
            autocompletion=complete_games,
        ),
    ] = None,
) -> None:
    """Explain how to write a bot in any language: JSON lines over standard input and output."""
    from templetop.games.shelf import take

    if game is None:
        print_page(text())
    else:
        card = take(game)
        with speaking(ENGLISH):  # as programs are told everything
            for message in first_messages(card):
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
    """What a program reads that sits at the first seat to decide, and decides once."""
    from templetop.bots.program import Terms, hello, over, question
    from templetop.bots.seen import drawn, seen_by, told
    from templetop.bots.story import Story
    from templetop.engine.match import Match
    from templetop.engine.policy import any_event
    from templetop.engine.random import generator
    from templetop.engine.seats import CHANCE

    seats, random = game.seats_for()[0], generator(0)
    match, name = Match.new(game, [f"seat {seat + 1}" for seat in range(seats)]), "example"
    while (seat := match.awaited[0]) == CHANCE:
        event = any_event(match.state, random, game.event_set(), game.weights())
        match.play(CHANCE, int(event))
    story, seen = Story(seat), seen_by(seat, match.state, seats, random)
    asked = question(told(seen, story.news(match), drawn(random), name), 1)
    return [hello(game, seat, seats, {}, Terms(match=name)), asked, over()]
