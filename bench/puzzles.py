"""`python -m bench.puzzles`: how many puzzles hold when they are weighed ten times longer.

Puzzles are made as `templetop puzzles` makes them. Then each is weighed again with another seed and
ten times as many simulated games and deals. A puzzle holds if the search still prefers the same
move, and that move is ahead of its rivals in fresh deals.

Every puzzle is told of as it comes, and the figures of a game are kept as soon as they are there.
With --minutes a game takes hardly longer than that, however many puzzles it has by then: the
figures say how many were weighed again.
"""

import argparse
import json
import sys
import time
from collections import Counter
from itertools import islice
from math import inf
from typing import Any

from bench.keeping import keep
from templetop.bots.roster import LEVELS, level_name, make_ready
from templetop.coach.puzzles import (
    WIDEST,
    Demands,
    Finder,
    Puzzle,
    as_data,
    check,
    effort_for,
    read_puzzle,
)
from templetop.coach.scales import Scales
from templetop.engine.game import Game
from templetop.games.shelf import ready_games, take

SEED, ANOTHER_SEED = 1, 1 << 20
MAKING = 0.5  # of the time, where it is limited


def made(game: Game, count: int, longer: float, until: float) -> tuple[list[Puzzle], int]:
    """The puzzles, and how many positions were looked at for them."""
    looked: list[None] = []
    finder = Finder(game, 2, {}, ["level3", "level3"], Demands(), effort_for(game, longer))
    puzzles = []
    try:
        for puzzle in islice(finder.puzzles(SEED, lambda: looked.append(None)), count):
            puzzles.append(puzzle)
            tell(f"{game.id}: puzzle {len(puzzles)} of {count}, difficulty {puzzle.difficulty}")
            if time.monotonic() > until:
                break
        return puzzles, len(looked)
    finally:
        finder.close()


def holding(game: Game, puzzles: list[Puzzle], longer: float, until: float) -> list[bool]:
    """Of each that there was time for."""
    scales, hold = Scales(game, effort_for(game, longer), WIDEST), []
    try:
        for number, puzzle in enumerate(puzzles):
            one = check(*read_puzzle(as_data(puzzle), take), scales, ANOTHER_SEED + number)
            hold.append(one[0])
            tell(f"{game.id}: {sum(hold)} of {len(hold)} hold")
            if time.monotonic() > until:
                break
        return hold
    finally:
        scales.close()


def tell(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def figures(
    game: Game, count: int, longer: float, times: float, minutes: float | None
) -> dict[str, Any]:
    began, begin = time.monotonic(), time.process_time()
    limit = inf if minutes is None else 60 * minutes
    puzzles, looked = made(game, count, longer, began + limit * MAKING)
    making = time.process_time() - begin
    hold = holding(game, puzzles, longer * times, began + limit)
    return {
        "game": game.id,
        "puzzles": len(puzzles),
        "weighed": len(hold),
        "hold": sum(hold),
        "weighed again": f"{times:g} times longer",
        "positions looked at": looked,
        "processor seconds a puzzle": round(making / len(puzzles), 2),
        "by difficulty": dict(sorted(Counter(one.difficulty for one in puzzles).items())),
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.puzzles", description=__doc__)
    parser.add_argument("--of", nargs="+", default=ready_games(), choices=ready_games())
    parser.add_argument("--count", type=int, default=40, help="of each game")
    parser.add_argument("--minutes", type=float, help="for each game, and no longer")
    parser.add_argument("--longer", type=float, default=1.0, help="than level 5, when made")
    parser.add_argument("--times", type=float, default=10.0, help="longer, when weighed again")
    parser.add_argument("--try", action="store_true", dest="is_try", help="keep no figures")
    arguments = parser.parse_args()
    rows = []
    for game in map(take, arguments.of):
        make_ready(["search", *map(level_name, LEVELS)], game, print)
        about = (arguments.count, arguments.longer, arguments.times, arguments.minutes)
        rows.append(figures(game, *about))
        print(json.dumps(rows[-1]), flush=True)
        if not arguments.is_try:
            keep("puzzles", {"rows": rows})


if __name__ == "__main__":
    main()
