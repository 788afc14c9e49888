"""`python -m bench.puzzles`: how many puzzles hold when they are weighed ten times longer.

Puzzles are made as `templetop puzzles` makes them. Then each is weighed again with another seed and
ten times as many simulated games and deals. A puzzle holds if the search still prefers the same
move, and that move is ahead of its rivals in fresh deals.
"""

import argparse
import json
import time
from collections import Counter
from itertools import islice
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


def made(game: Game, count: int, longer: float) -> tuple[list[Puzzle], int]:
    """The puzzles, and how many positions were looked at for them."""
    looked: list[None] = []
    finder = Finder(game, 2, {}, ["level3", "level3"], Demands(), effort_for(game, longer))
    try:
        puzzles = islice(finder.puzzles(SEED, lambda: looked.append(None)), count)
        return [*puzzles], len(looked)
    finally:
        finder.close()


def holding(game: Game, puzzles: list[Puzzle], longer: float) -> list[bool]:
    scales = Scales(game, effort_for(game, longer), WIDEST)
    try:
        return [
            check(*read_puzzle(as_data(puzzle), take), scales, ANOTHER_SEED + number)[0]
            for number, puzzle in enumerate(puzzles)
        ]
    finally:
        scales.close()


def figures(game: Game, count: int, longer: float, times: float) -> dict[str, Any]:
    begin = time.process_time()
    puzzles, looked = made(game, count, longer)
    making = time.process_time() - begin
    hold = holding(game, puzzles, longer * times)
    return {
        "game": game.id,
        "puzzles": len(puzzles),
        "hold": sum(hold),
        "weighed again": f"{times:g} times longer",
        "positions looked at": looked,
        "processor seconds a puzzle": round(making / len(puzzles), 2),
        "by difficulty": dict(sorted(Counter(one.difficulty for one in puzzles).items())),
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.puzzles", description=__doc__)
    parser.add_argument("--of", nargs="+", default=ready_games(), choices=ready_games())
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--longer", type=float, default=1.0, help="than level 5, when made")
    parser.add_argument("--times", type=float, default=10.0, help="longer, when weighed again")
    parser.add_argument("--try", action="store_true", dest="is_try", help="keep no figures")
    arguments = parser.parse_args()
    rows = []
    for game in map(take, arguments.of):
        make_ready(["search", *map(level_name, LEVELS)], game, print)
        rows.append(figures(game, arguments.count, arguments.longer, arguments.times))
        print(json.dumps(rows[-1]), flush=True)
    if not arguments.is_try:
        keep("puzzles", {"rows": rows})


if __name__ == "__main__":
    main()
