"""`python -m bench.strength`: how good the levels are, and what thinking longer is worth.

Tournaments of the arena, two seats, every deal played from both sides:

    levels   each level against the one below
    top      level 5 against greedy and against random
    budget   the search against itself with half the budget, doubling each time
"""

import argparse
import json
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from bench.keeping import RESULTS, keep
from templetop.arena.crew import play_here
from templetop.arena.hold import hold
from templetop.arena.results import Scoresheets
from templetop.arena.standings import standings
from templetop.arena.tournament import tournament
from templetop.bots.roster import LEVELS, level_name, make_ready
from templetop.engine.game import Game
from templetop.engine.simulate import cores
from templetop.games.shelf import ready_games, take

WHAT = ("levels", "top", "budget", "all")
BUDGETS = [25 * 2**n for n in range(6)]


def pairs(what: str) -> Iterator[tuple[str, str]]:
    """Who plays whom, the one expected to be better first."""
    if what in ("levels", "all"):
        for weaker, stronger in pairwise(map(level_name, LEVELS)):
            yield stronger, weaker
    if what in ("top", "all"):
        yield from ((level_name(LEVELS[-1]), rival) for rival in ("greedy", "random"))
    if what in ("budget", "all"):
        yield f"search:{BUDGETS[0]}", "greedy"
        for less, more in pairwise(BUDGETS):
            yield f"search:{more}", f"search:{less}"


def meet(game: Game, one: str, other: str, games: int, workers: int) -> dict[str, Any]:
    """So many matches of two bots."""
    make_ready([one, other], game, print, is_compiled=True)
    meeting = tournament(game, {one: one, other: other}, 2, games)
    sheets = Scoresheets()
    begin = time.perf_counter()
    hold(meeting, sheets, lambda fixtures: play_here(meeting, fixtures, workers))
    found = standings([one, other], sheets.results)
    pair = found.pair(one, other)
    assert pair is not None
    by_name = {standing.bot: standing for standing in found.bots}
    return {
        "game": game.id,
        "bot": one,
        "rival": other,
        "matches": found.matches,
        "share": round(pair.share, 4),
        "interval": [round(end, 4) for end in pair.interval],
        "points": [round(by_name[bot].points, 2) for bot in (one, other)],
        "ms_per_move": [round(by_name[bot].ms_per_move, 1) for bot in (one, other)],
        "seconds": round(time.perf_counter() - begin, 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.strength", description=__doc__)
    parser.add_argument("what", nargs="?", default="all", choices=WHAT)
    parser.add_argument("--games", type=int, default=400, help="matches of each pair")
    parser.add_argument("--of", nargs="+", default=ready_games(), choices=ready_games())
    parser.add_argument("--workers", type=int, default=cores())
    parser.add_argument("--out", type=Path, default=RESULTS)
    arguments = parser.parse_args()
    games = list(map(take, arguments.of))
    everything = arguments.of == ready_games()
    what = "-".join([arguments.what, *([] if everything else arguments.of)])
    rows = []
    for game in games:
        for one, other in pairs(arguments.what):
            rows.append(meet(game, one, other, arguments.games, arguments.workers))
            print(json.dumps(rows[-1]), flush=True)
            levels = {game.id: [level.as_dict() for level in game.levels] for game in games}
            keep(f"strength-{what}", {"levels": levels, "rows": rows}, arguments.out)


if __name__ == "__main__":
    main()
