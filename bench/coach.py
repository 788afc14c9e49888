"""`python -m bench.coach`: how long a match is coached, and how stable the verdicts are.

Matches of bots that make mistakes are coached twice, with two seeds that have nothing in common.
Stable verdicts have the same costliest decisions, and losses that go up and down together:

- *same ten*: the share of the ten costliest of one seed that are among those of the other;
- *same worst*: in how many matches the costliest one of one seed is among the first three of the
  other;
- *correlation*: between the losses of all decisions, in the outlook (Pearson);
- *within both*: the share of decisions whose two intervals (95 %) overlap.

Every match is told of as it is done, and the figures of a game are kept as soon as they are there.
Seconds depend on what else the machine does and on its cores. Processor seconds hardly do.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np

from bench.keeping import keep
from templetop.bots.roster import Engagement, call, make_ready
from templetop.bots.seen import seen_by
from templetop.coach.review import COSTLIEST, coach, efforts_for
from templetop.coach.verdict import MOMENTS, Coached
from templetop.engine.game import Game
from templetop.engine.match import Match
from templetop.engine.policy import any_event
from templetop.engine.random import generator
from templetop.engine.seats import CHANCE
from templetop.games.shelf import ready_games, take

SEEDS = (1, 2)


def matches(game: Game, bots: list[str], count: int) -> Iterator[Match]:
    for number in range(count):
        yield played(game, bots, number)


def played(game: Game, names: list[str], number: int) -> Match:
    match, random = Match.new(game, [f"Seat {n + 1}" for n in range(len(names))]), generator(number)
    bots = [call(name, game, n, Engagement(len(names))) for n, name in enumerate(names)]
    while not match.is_over:
        for seat in match.awaited:
            if seat == CHANCE:
                move = any_event(match.state, random, game.event_set(), game.weights())
            else:
                seen = seen_by(seat, match.state, len(names), random)
                move = bots[seat].decide(seen, random)
            match.play(seat, int(move))
    for bot in bots:
        bot.close()
    return match


@dataclass
class Timed:
    """A match that was coached, and how long that took."""

    coached: Coached
    first_look: float
    seconds: float
    processor_seconds: float


def timed(match: Match, seed: int, quick: bool) -> Timed:
    begin, worked, looked = time.perf_counter(), time.process_time(), 0.0

    def hear(which: str, done: int, total: int) -> None:
        nonlocal looked
        if which == "first" and done == total:
            looked = time.perf_counter() - begin

    found = coach(match, None, seed, efforts_for(match.game, quick), hear)
    return Timed(found, looked, time.perf_counter() - begin, time.process_time() - worked)


def coached_twice(
    game: Game, bots: list[str], count: int, quick: bool, minutes: float | None
) -> Iterator[list[Timed]]:
    """Each as it comes; none is begun after the time is up."""
    until = time.monotonic() + (inf if minutes is None else 60 * minutes)
    for number, match in enumerate(matches(game, bots, count), 1):
        pair = [timed(match, seed, quick) for seed in SEEDS]
        took = " and ".join(f"{run.seconds:.0f} s" for run in pair)
        print(f"{game.id}: match {number} of {count}, {took}", file=sys.stderr, flush=True)
        yield pair
        if time.monotonic() > until:
            return


def figures(
    game: Game, bots: list[str], count: int, quick: bool, minutes: float | None
) -> dict[str, Any]:
    pairs = [*coached_twice(game, bots, count, quick, minutes)]
    runs = [run for pair in pairs for run in pair]
    both = [(one.coached, other.coached) for one, other in pairs]
    return {
        "game": game.id,
        "bots": bots,
        "matches": len(pairs),
        "decisions a match": mean([len(run.coached.verdicts) for run in runs]),
        "seconds until the first look is done": mean([run.first_look for run in runs]),
        "seconds": mean([run.seconds for run in runs]),
        "processor seconds": mean([run.processor_seconds for run in runs]),
        "same ten": mean([same_ten(*pair) for pair in both]),
        "same worst": mean([same_worst(*pair) for pair in both]),
        "correlation": correlation(both),
        "within both": mean([overlapping(*pair) for pair in both]),
    }


def mean(numbers: list[float]) -> float:
    return round(float(np.mean(numbers)), 3)


def same_ten(one: Coached, other: Coached) -> float:
    ten, again = (numbers_of(found)[:COSTLIEST] for found in (one, other))
    return len({*ten} & {*again}) / max(1, min(len(ten), len(again)))


def same_worst(one: Coached, other: Coached) -> float:
    return float({*numbers_of(one)[:1]} <= {*numbers_of(other)[:MOMENTS]})


def numbers_of(coached: Coached) -> list[int]:
    return [verdict.number for verdict in coached.costliest]


def correlation(both: list[tuple[Coached, Coached]]) -> float:
    losses = [
        [verdict.lost.mean for pair in both for verdict in pair[which].verdicts]
        for which in range(len(SEEDS))
    ]
    return round(float(np.asarray(np.corrcoef(losses))[0, 1]), 3)


def overlapping(one: Coached, other: Coached) -> float:
    pairs = zip(one.verdicts, other.verdicts, strict=True)
    return mean(
        [
            abs(first.lost.mean - second.lost.mean) <= first.lost.margin + second.lost.margin
            for first, second in pairs
        ]
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.coach", description=__doc__)
    parser.add_argument("--of", nargs="+", default=ready_games(), choices=ready_games())
    parser.add_argument("--bots", default="level2,level1", help="one for each seat")
    parser.add_argument("--matches", type=int, default=10)
    parser.add_argument("--minutes", type=float, help="for each game; what was begun is finished")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--try", action="store_true", dest="is_try", help="keep no figures")
    arguments = parser.parse_args()
    bots, rows = arguments.bots.split(","), []
    for game in map(take, arguments.of):
        make_ready(["search", *bots], game, print)
        about = (bots, arguments.matches, arguments.quick, arguments.minutes)
        rows.append(figures(game, *about))
        print(json.dumps(rows[-1]), flush=True)
        if not arguments.is_try:
            keep("coach-quick" if arguments.quick else "coach", {"rows": rows})


if __name__ == "__main__":
    main()
