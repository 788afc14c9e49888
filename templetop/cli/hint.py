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
from templetop.cli.fitting import Fitting
from templetop.cli.words import t, tn
from templetop.engine import ask
from templetop.engine.canvas import cut_apart
from templetop.engine.ending import are_together, is_still_to_be_won, sides_of
from templetop.engine.game import Measure
from templetop.engine.match import code_of, say
from templetop.engine.random import generator
from templetop.engine.seats import CHANCE
from templetop.engine.speech import numeral
from templetop.engine.telling import CHANCE_NAME
from templetop.engine.words import listed

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
    yield Fitting(moves_table(advice, names))
    thought = advice.thought
    if len(thought.weighed) == 1:
        yield t("There is no other move.")
        return
    effort = tn(
        "{count:,} simulated game in {seconds:.1f} s",
        "{count:,} simulated games in {seconds:.1f} s",
        thought.simulations,
        seconds=thought.seconds,
    )
    yield Text(f"{effort}; {listed(what_is_shown(advice))}.", "dim")
    if sequel := sequel_of(advice, names):
        yield Text(t("The game might go on like this: {moves}", moves=" ".join(sequel)), "dim")


def what_is_shown(advice: Advice) -> Iterator[str]:
    """The figures of a move, in words."""
    everyone = t("for all together") if is_shared(advice.seen) else t("for everyone")
    if is_mixed(advice):
        yield t("how often the search would make each move")
    if shows_chances(advice.seen):
        yield t("{everyone} the outlook from 0% to 100%", everyone=everyone)
        everyone = ""
    if measure := measure_that_decides(advice.seen):
        what = advice.seen.game.words.text(measure.many)
        yield t("{everyone} the {points} in the end", everyone=everyone, points=what).strip()


def moves_table(advice: Advice, names: Sequence[str]) -> Table:
    """A row for each of the best moves, a column for each seat, or one for all together."""
    seen = advice.seen
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    table.add_column(t("best"), style="cyan", no_wrap=True)
    table.add_column("")
    headings = [t("often")] if is_mixed(advice) else []
    headings += [t("all")] if is_shared(seen) else cut_apart(names, NAME)
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column(t("games"), justify="right")
    for weighed in advice.thought.weighed[:SHOWN]:
        code = code_of(seen.state, seen.seat, weighed.move)
        words = say(seen.state, seen.seat, weighed.move)
        often = [numeral(weighed.share, ".0%")] if is_mixed(advice) else []
        table.add_row(code, words, *often, *outlook(seen, weighed), numeral(weighed.visits, ","))
    return table


def outlook(seen: Seen, weighed: Weighed) -> list[str]:
    """What a move is worth to each seat; or to all, where all win or lose together."""
    seats = [0] if is_shared(seen) else range(seen.seats)
    chances, has_points = shows_chances(seen), measure_that_decides(seen) is not None
    width = 5 if chances else 0
    return [
        " ".join(
            [numeral(weighed.values[seat], ".0%")] * chances
            + [numeral(weighed.points[seat], f"{width}.1f")] * has_points
        )
        for seat in seats
    ]


def is_mixed(advice: Advice) -> bool:
    """Do several decide at once, so that no single move is the best?"""
    return any(weighed.share for weighed in advice.thought.weighed)


def is_shared(seen: Seen) -> bool:
    """Do several win or lose as one?"""
    return seen.seats > 1 and bool(are_together(sides_of(seen.state), seen.seats))


def shows_chances(seen: Seen) -> bool:
    """Who plays alone for points has no chances, only points."""
    return seen.seats > 1 or measure_that_decides(seen) is None


def measure_that_decides(seen: Seen) -> Measure | None:
    """What everybody wants to have most of, if that is how one wins."""
    measure = seen.game.measure
    if measure is None or not measure.decides or is_still_to_be_won(seen.state):
        return None
    return measure


def sequel_of(advice: Advice, names: Sequence[str]) -> list[str]:
    """What the search expects after the move itself, in sentences."""
    seats = [step.seat for step in advice.line]
    own = seats.index(advice.seen.seat)  # others who decide at the same time may stand before it
    later = advice.line[:own] + advice.line[own + 1 :]
    return [
        step.message.sentence(CHANCE_NAME if step.seat == CHANCE else names[step.seat], names)
        for step in later[:AHEAD]
    ]
