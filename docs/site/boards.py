"""A table of each game: in the browser, as a photo of it, and as the terminal draws it."""

import io
from typing import Any

from docs.site.contents import ROOT
from templetop.bots.bot import Simple
from templetop.bots.seen import seen_by
from templetop.engine import ask
from templetop.engine.game import Game
from templetop.engine.match import seats_to_move
from templetop.engine.policy import GREEDY, any_event
from templetop.engine.random import generator
from templetop.engine.seats import CHANCE, decisions
from templetop.games.shelf import take

PHOTOS = ROOT / "docs" / "boards"
TABLES = {
    "karuba": "docs/table.png",
    "karuba_cards": "docs/boards/karuba_cards.webp",
    "cacao": "docs/boards/cacao.webp",
    "karmaggan": "docs/temple.webp",
    "vulkar": "docs/island.webp",
}
WIDTH = 92  # characters
SEED = 7
TURNS = {"karuba": 26, "karuba_cards": 14, "cacao": 26, "karmaggan": 24, "vulkar": 12}


def table(game: str) -> str:
    """What a rulebook shows before its first rule."""
    known = take(game)
    words = f"{known.name} in the browser"
    return f"\n{figure(TABLES[game], words)}\n\n{drawing(known)}\n"


def figure(path: str, words: str) -> str:
    """A picture of the repository, named by its path."""
    return f"```{{figure}} {path}\n:alt: {words}\n\n{words}.\n```"


def plan(game: str, number: int) -> str:
    """The drawing of that plan in the rulebook, or nothing."""
    photo = PHOTOS / f"{game}-{number}.webp"
    if not photo.is_file():
        return ""
    return f"![Drawn from the plan below]({photo.relative_to(ROOT)}){{.plan}}\n\n"


def drawing(game: Game) -> str:
    """The table in the terminal, as HTML."""
    from rich.console import Console

    console = Console(
        record=True, width=WIDTH, file=io.StringIO(), force_terminal=True, color_system="truecolor"
    )
    console.print(game.picture(some_turns(game), None))
    drawn = console.export_html(inline_styles=True, code_format="{code}").rstrip()
    return "\n".join([
        "```{raw} html",
        '<details class="terminal"><summary>The same game in the terminal</summary>',
        f'<pre role="img" aria-label="{game.name} in the terminal">{drawn}</pre>',
        "</details>",
        "```",
    ])  # fmt: skip


def some_turns(game: Game) -> Any:
    """A table after some turns of bots that play what looks best at first sight."""
    seats, random, turns = 2, generator(SEED), TURNS[game.id]
    state, bot = game.start(seats), Simple(GREEDY)
    while turns and (deciding := seats_to_move(state)):
        if deciding == [CHANCE]:
            ask.happen(state, any_event(state, random, game.event_set(), game.weights()))
            continue
        shown = {seat: seen_by(seat, state, seats, random) for seat in deciding}
        ask.play(state, decisions({seat: bot.decide(shown[seat], random) for seat in deciding}))
        turns -= 1
    return state
