"""`python -m bench.solo`: Karuba alone. How far is the best bot from one who knows what comes?

Every deal (places of adventurers and temples, and the order of the tiles) is played by the random
bot, the greedy bot and level 5, who know as little of the future as a person does. What they might
have got, had they known the order of the tiles, lies between two figures:

    clairvoyant   the best game found by simulated annealing that knows the order, or played by one
                  of the bots (`bots/clairvoyant.py`): with such knowledge one gets at least that
    ceiling       the best way through a relaxation of the rules, by dynamic programming
                  (`bots/ceiling.py`): nobody gets more than that

So the regret of a bot, what it lost by not knowing, is at least what it is short of the clairvoyant
and at most what it is short of the ceiling, deal by deal.
"""

import argparse
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from bench.keeping import RESULTS, keep
from bench.ours import machine
from templetop.bots.roster import LEVELS, Engagement, call, level_name, make_ready
from templetop.bots.seen import seen_by
from templetop.cli.sentences import print_json, screen
from templetop.engine import ask
from templetop.engine.ending import points_of
from templetop.engine.game import Game
from templetop.engine.match import Match, seats_to_move
from templetop.engine.policy import any_event
from templetop.engine.random import generator
from templetop.engine.seats import CHANCE, decisions
from templetop.games.karuba.bots.ceiling import ceiling
from templetop.games.karuba.bots.clairvoyant import best_plan
from templetop.games.karuba.rules.moves import CALL, DISCARD, PLACED, SITED
from templetop.games.karuba.rules.pieces import ADVENTURERS
from templetop.games.shelf import take

OPTIONS = {"setup": "random"}
BOTS = ("random", "greedy", level_name(LEVELS[-1]))
RUNS = 40  # of annealing in every deal: about 15 s
CHANGES = 200_000  # in a run
SEED = 20  # of the deals
BOTS_SEED = 21

Row = dict[str, int]  # one deal: the points of everybody


@dataclass(frozen=True)
class Deal:
    """Everything chance does in one game; the order does not depend on what the seat does."""

    places: tuple[int, ...]  # of an adventurer and its temple, of the next one …
    calls: tuple[int, ...]
    number: int = 0

    @property
    def events(self) -> tuple[int, ...]:
        return self.places + self.calls


def deal(game: Game, number: int) -> Deal:
    state, random, events = game.start(1, OPTIONS), generator(SEED, number), []
    while awaited := seats_to_move(state):
        if awaited == [CHANCE]:
            events.append(int(any_event(state, random, game.event_set(), game.weights())))
            ask.happen(state, events[-1])
        else:
            ask.play(state, decisions({0: DISCARD}))
    return Deal(tuple(events[: 2 * ADVENTURERS]), tuple(events[2 * ADVENTURERS :]), number)


# ── Who plays it ─────────────────────────────────────────────────────────────────────────────────


def play_alone(game: Game, dealt: Deal, decide: Callable[[Any], int]) -> Match:
    """The deal from beginning to end, by the rules."""
    match, coming = Match.new(game, ["Solo"], OPTIONS), iter(dealt.events)
    while not match.is_over:
        if match.awaited == [CHANCE]:
            match.play(CHANCE, next(coming))
        else:
            match.play(0, decide(match.state))
    return match


def bot_alone(name: str, game: Game, dealt: Deal) -> Match:
    random, bot = generator(BOTS_SEED, dealt.number), call(name, game, 0, Engagement(1, OPTIONS))
    match = play_alone(game, dealt, lambda state: bot.decide(seen_by(0, state, 1, random), random))
    bot.close()
    return match


def clairvoyant(game: Game, dealt: Deal, known: Sequence[Match], runs: int, changes: int) -> Match:
    """The best game found by who knows the order; or one of those known, if none is better."""
    start = game.start(1, OPTIONS)
    for place in dealt.places:
        ask.happen(start, place)
    plans = [[move for seat, move in match.moves if seat == 0] for match in known]
    plan = iter(best_plan(game, start, dealt.calls, plans, runs, changes, SEED))
    return max([play_alone(game, dealt, lambda state: next(plan)), *known], key=points)


def ceiling_of(dealt: Deal) -> int:
    beaches = [place - PLACED for place in dealt.places[::2]]
    temples = [place - SITED for place in dealt.places[1::2]]
    return ceiling(beaches, temples, [event - CALL for event in dealt.calls])


def points(match: Match) -> int:
    return int(points_of(match.state)[0])


def play_deal(runs: int, changes: int, number: int) -> Row:
    game = take("karuba")
    dealt = deal(game, number)
    played = {name: bot_alone(name, game, dealt) for name in BOTS}
    played["clairvoyant"] = clairvoyant(game, dealt, [*played.values()], runs, changes)
    row = {name: points(match) for name, match in played.items()}
    return {**row, "ceiling": ceiling_of(dealt)}


# ── What came of it ──────────────────────────────────────────────────────────────────────────────


def summary(rows: list[Row]) -> dict[str, Any]:
    """Mean points of all, and how much less than the others the bots have, deal by deal."""
    figures = {name: {"points": mean_of([row[name] for row in rows])} for name in rows[0]}
    for bot in BOTS:
        for regret, best in (("regret_at_least", "clairvoyant"), ("regret_at_most", "ceiling")):
            figures[bot][regret] = mean_of([row[best] - row[bot] for row in rows])
    return figures


def mean_of(figures: list[int]) -> dict[str, float]:
    """With half the width of its 95 % interval."""
    error = 1.96 * np.std(figures, ddof=1) / np.sqrt(len(figures))
    return {"mean": round(float(np.mean(figures)), 3), "interval": round(float(error), 3)}


def show(figures: dict[str, Any], deals: int) -> None:
    from rich.table import Table

    table = Table("", title=f"Karuba alone, {deals} deals", title_justify="left")
    for heading in ("points", "regret at least", "regret at most"):
        table.add_column(heading, justify="right")
    for name, means in figures.items():
        table.add_row(
            name, *(f"{mean['mean']:.1f} ± {mean['interval']:.1f}" for mean in means.values())
        )
    screen().print(table)


def with_progress(rows: Iterable[Row], deals: int) -> Iterator[Row]:
    """A bar on stderr, where that is a terminal."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    console = screen(stderr=True)
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    visible = console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=not visible) as bar:
        yield from bar.track(rows, total=deals)


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.solo", description="Karuba alone.")
    parser.add_argument("--deals", type=int, default=100, help="at least 2")
    parser.add_argument("--runs", type=int, default=RUNS, help="of annealing in every deal")
    parser.add_argument("--changes", type=int, default=CHANGES, help="of a plan in one run")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.add_argument("--no-save", action="store_true", help="leave the results as they are")
    parser.add_argument("--out", type=Path, default=RESULTS)
    arguments = parser.parse_args()
    deals, runs, changes = arguments.deals, arguments.runs, arguments.changes
    if deals < 2:
        parser.error("An interval needs at least 2 deals.")
    arguments.out.mkdir(parents=True, exist_ok=True)
    make_ready(BOTS, take("karuba"), screen(stderr=True).print)
    with ProcessPoolExecutor(arguments.workers) as pool:
        playing = pool.map(partial(play_deal, runs, changes), range(deals))
        rows = list(with_progress(playing, deals))
    found: dict[str, Any] = {
        "machine": machine(),
        "date": str(date.today()),
        "command": f"python -m bench.solo --deals {deals} --runs {runs} --changes {changes}",
        "clairvoyant": "best game found by simulated annealing of plans, the order of the tiles"
        " known, or played by a bot: with such knowledge one gets at least that",
        "ceiling": "dynamic programming over counts of tiles, paths, treasures and adventurers"
        " home, with Steiner trees for their ways: nobody gets more than that",
        "figures": summary(rows),
        "deals": rows,
    }
    if arguments.json:
        print_json(found)
    else:
        show(found["figures"], deals)
    if not arguments.no_save:
        screen(stderr=True).print(f"Kept in {keep('solo', found, arguments.out)}.")


if __name__ == "__main__":
    main()
