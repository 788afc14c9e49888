"""`python -m bench.strength`: how good the levels are, and what thinking longer is worth.

Tournaments of the arena, by default at two seats:

    levels   each level against the one below; `--steps 5` only the fifth
    top      level 5 against greedy and against random
    budget   the search against itself with half the budget, doubling each time

`--at 4 4:mode=teams` measures at other tables. Each bot has half of the sides, and every deal is
played with every way to spread the bots over them: at two seats from both, at four seats alone in
all six ways. The share is that of the wins, and 50 % is chance; a win that several share is split.
"""

import argparse
import json
import time
from collections.abc import Collection, Iterator, Mapping
from itertools import combinations, pairwise, product
from pathlib import Path
from typing import Any, NamedTuple

from bench.keeping import RESULTS, keep
from templetop.arena.crew import play_here
from templetop.arena.results import Scoresheets
from templetop.arena.standings import standings
from templetop.arena.tournament import Fixture, how_many, sides_in, tournament
from templetop.bots.roster import LEVELS, level_name, make_ready, searches
from templetop.engine.game import Game
from templetop.engine.simulate import cores
from templetop.games.shelf import ready_games, take

WHAT = ("levels", "top", "budget", "all")
BUDGETS = [25 * 2**n for n in range(6)]


def pairs(what: str, steps: Collection[int]) -> Iterator[tuple[str, str]]:
    """Who plays whom, the one expected to be better first."""
    if what in ("levels", "all"):
        for weaker, stronger in pairwise(LEVELS):
            if stronger in steps:
                yield level_name(stronger), level_name(weaker)
    if what in ("top", "all"):
        yield from ((level_name(LEVELS[-1]), rival) for rival in ("greedy", "random"))
    if what in ("budget", "all"):
        yield f"search:{BUDGETS[0]}", "greedy"
        for less, more in pairwise(BUDGETS):
            yield f"search:{more}", f"search:{less}"


class Table(NamedTuple):
    """How many sit at it, and what they have agreed on."""

    seats: int
    options: Mapping[str, str]


TWO_SEATS = Table(2, {})


def table(text: str) -> Table:
    """As `--at` names it: 4:mode=teams."""
    seats, *options = text.split(":")
    return Table(int(seats), dict(option.split("=", 1) for option in options))


def named(tables: Collection[Table]) -> list[str]:
    """For the name of a file: nothing where all is as usual."""
    if [*tables] == [TWO_SEATS]:
        return []
    return ["-".join([str(seats), *options.values()]) for seats, options in tables]


def ways_to_seat(one: str, other: str, sides: int) -> list[tuple[str, ...]]:
    """Whose each side is: half of them are of the one bot and half of the other."""
    if sides % 2:
        raise SystemExit("Two bots can be compared only where each can have half of the sides.")
    return [
        tuple(one if side in mine else other for side in range(sides))
        for mine in combinations(range(sides), sides // 2)
    ]


def fixtures(ways: list[tuple[str, ...]], sides: tuple[int, ...], deals: int) -> Iterator[Fixture]:
    for deal in range(deals):
        for number, way in enumerate(ways):
            yield Fixture(deal, 0, number, tuple(way[side] for side in sides))


def meet(game: Game, one: str, other: str, games: int, workers: int, at: Table) -> dict[str, Any]:
    """At least so many matches of two bots."""
    make_ready([one, other], game, print, is_compiled=True)
    sides = sides_in(game, at.seats, at.options)
    ways = ways_to_seat(one, other, how_many(sides))
    meeting = tournament(game, {one: one, other: other}, at.seats, games, at.options)
    sheets = Scoresheets()
    begin = time.perf_counter()
    for match in play_here(meeting, fixtures(ways, sides, -(-games // len(ways))), workers):
        if match:
            sheets.add(match)
    found = standings([one, other], sheets.results)
    by_name = {standing.bot: standing for standing in found.bots}
    wins, rival_wins = by_name[one].wins, by_name[other].wins
    return {
        "game": game.id,
        "seats": at.seats,
        "options": dict(at.options),
        "bot": one,
        "rival": other,
        "matches": found.matches,
        "share": round(wins / (wins + rival_wins), 4),
        "interval": [
            round(min(1.0, end / (wins + rival_wins)), 4) for end in by_name[one].wins_interval
        ],
        "points": [round(by_name[bot].points, 2) for bot in (one, other)],
        "ms_per_move": [round(by_name[bot].ms_per_move, 1) for bot in (one, other)],
        "seconds": round(time.perf_counter() - begin, 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.strength", description=__doc__)
    parser.add_argument("what", nargs="?", default="all", choices=WHAT)
    parser.add_argument("--games", type=int, default=400, help="matches of each pair")
    parser.add_argument("--games-of-search", type=int, help="where one of them searches")
    parser.add_argument("--steps", nargs="+", type=int, default=LEVELS, help="levels, see above")
    parser.add_argument("--at", nargs="+", type=table, default=[TWO_SEATS], metavar="SEATS[:…]")
    parser.add_argument("--of", nargs="+", default=ready_games(), choices=ready_games())
    parser.add_argument("--workers", type=int, default=cores())
    parser.add_argument("--out", type=Path, default=RESULTS)
    arguments = parser.parse_args()
    games = list(map(take, arguments.of))
    everything = arguments.of == ready_games()
    what = "-".join([arguments.what, *([] if everything else arguments.of), *named(arguments.at)])
    rows = []
    for game in games:
        for at, (one, other) in product(arguments.at, pairs(arguments.what, arguments.steps)):
            is_slow = searches(one, game) and arguments.games_of_search is not None
            matches = arguments.games_of_search if is_slow else arguments.games
            rows.append(meet(game, one, other, matches, arguments.workers, at))
            print(json.dumps(rows[-1]), flush=True)
            levels = {game.id: [level.as_dict() for level in game.levels] for game in games}
            keep(f"strength-{what}", {"levels": levels, "rows": rows}, arguments.out)


if __name__ == "__main__":
    main()
