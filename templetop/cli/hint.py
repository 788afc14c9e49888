"""What the strongest search would do in a person's place, and what it expects to come of it."""

import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from templetop.bots.line import expected_line
from templetop.bots.roster import make_ready, strength
from templetop.bots.seen import Seen, seen_by
from templetop.bots.thinker import Thinker
from templetop.bots.thought import Expected, Thought, Weighed
from templetop.engine import ask
from templetop.engine.canvas import cut_apart
from templetop.engine.random import generator
from templetop.engine.telling import as_sentence
from templetop.engine.words import counted

STRONGEST = "search"
SHOWN = 3  # moves
AHEAD = 6  # moves of the line that is expected
NAME = 10  # characters


@dataclass(frozen=True)
class Advice:
    """What a search has found out for a seat."""

    seen: Seen
    thought: Thought
    line: list[Expected]


def advice_for(seat: int, state: Any, seats: int, say: Callable[[str], None]) -> Advice:
    """Think as the strongest level does; `say` is told if that has to be compiled first."""
    game = ask.game_of(state)
    make_ready([STRONGEST], game, say)
    level, budget = strength(STRONGEST, game)
    assert budget is not None
    thinker = Thinker(game, level.ways, level.width, budget)
    seen, seed = seen_by(seat, state, seats, generator(secrets.randbits(64))), secrets.randbits(64)
    try:
        thought = thinker.think(seen, seed)
        return Advice(seen, thought, expected_line(seen, thought.move, thinker.minds[0], seed))
    finally:
        thinker.close()


# ── To be printed ────────────────────────────────────────────────────────────────────────────────


def in_words(advice: Advice, names: Sequence[str]) -> Iterator[RenderableType]:
    """The best moves, what everyone may expect of them, and how it might go on."""
    yield moves_table(advice, names)
    thought = advice.thought
    if len(thought.weighed) == 1:
        yield "There is nothing else to do."
        return
    outlook = "" if len(names) == 1 else "the outlook, from 0% to 100%, and "
    effort = f"{counted(thought.simulations, 'game')} in mind in {thought.seconds:.1f} s"
    yield Text(f"{effort}; for everyone {outlook}the points in the end.", "dim")
    if sequel := sequel_of(advice, names):
        yield Text(f"It might go on like this: {' '.join(sequel)}", "dim")


def moves_table(advice: Advice, names: Sequence[str]) -> Table:
    """A row for each of the best moves, a column for each seat."""
    seen = advice.seen
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    table.add_column("best", style="cyan", no_wrap=True)
    table.add_column("")
    for name in cut_apart(names, NAME):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("games", justify="right")
    for weighed in advice.thought.weighed[:SHOWN]:
        code = seen.game.code(seen.state, seen.seat, weighed.move)
        words = seen.game.say(seen.state, seen.seat, weighed.move)
        table.add_row(code, words, *outlook(weighed), f"{weighed.visits:,}")
    return table


def outlook(weighed: Weighed) -> list[str]:
    """What a move is worth to each seat; who plays alone has no chances, only points."""
    if len(weighed.points) == 1:
        return [f"{weighed.points[0]:.1f}"]
    return [
        f"{value:.0%} {points:5.1f}"
        for value, points in zip(weighed.values, weighed.points, strict=True)
    ]


def sequel_of(advice: Advice, names: Sequence[str]) -> list[str]:
    """What the search expects after the move itself, in sentences."""
    seats = [step.seat for step in advice.line]
    own = seats.index(advice.seen.seat)  # others who decide at the same time may stand before it
    later = advice.line[:own] + advice.line[own + 1 :]
    return [as_sentence(names, step.seat, step.words) for step in later[:AHEAD]]
