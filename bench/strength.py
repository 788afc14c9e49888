"""`python -m bench.strength`: how good the levels are, and what thinking longer is worth.

Tournaments of the arena, by default at two seats:

    levels   each level against the one below; `--steps 5` only the fifth
    top      level 5 against greedy and against random
    budget   the search against itself with half the budget, doubling each time
    together how often bots of each level win where all play as one, at each number of seats, all
             levels on the same deals; `gain` is what a level wins more than the one below;
             `--steps 3 4` only these two

`--at 4 4:mode=teams` measures at other tables. Each bot has half of the sides, and every deal is
played with every way to spread the bots over them: at two seats from both, at four seats alone in
all six ways. The share is that of the wins, and 50 % is chance; a win that several share is split.
"""

import argparse
import json
import time
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import combinations, pairwise, product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from bench.keeping import RESULTS, keep
from templetop.arena.crew import play_here
from templetop.arena.results import Scoresheets, SeatResult
from templetop.arena.standings import standings
from templetop.arena.tournament import Fixture, how_many, sides_in, tournament
from templetop.bots.roster import LEVELS, level_name, make_ready, searches
from templetop.engine.ending import is_still_to_be_won
from templetop.engine.game import Game
from templetop.engine.seats import Array
from templetop.engine.simulate import cores
from templetop.games.shelf import ready_games, take
from templetop.intervals import Interval

WHAT = ("levels", "top", "budget", "all", "together")
CERTAINTY = 1.96  # standard errors on either side hold the truth 19 times out of 20
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
        "interval": within(by_name[one].wins_interval, wins + rival_wins),
        "points": [round(by_name[bot].points, 2) for bot in (one, other)],
        "ms_per_move": [round(by_name[bot].ms_per_move, 1) for bot in (one, other)],
        "seconds": round(time.perf_counter() - begin, 1),
    }


def within(interval: Interval | None, of: float = 1.0) -> list[float] | None:
    """The ends of an interval as parts of that; nothing where there were too few deals for one."""
    return interval and [round(min(1.0, end / of), 4) for end in interval]


# ── All as one ───────────────────────────────────────────────────────────────────────────────────


def tables_together(game: Game) -> Iterator[Table]:
    """Where all are on one side, and may lose."""
    settings = [{option.name: choice.name} for option in game.options for choice in option.choices]
    unusual = [options for options in settings if game.agreed(options) != game.agreed()]
    for options in [{}, *unusual]:
        for seats in game.seats_for(options):
            if is_still_to_be_won(game.start(seats, options)):
                yield Table(seats, options)


def as_one(
    game: Game, names: list[str], games: int, workers: int, at: Table
) -> Iterator[dict[str, Any]]:
    """So many matches of each of these bots, the weakest first, which all get the same deals."""
    make_ready(names, game, print, is_compiled=True)
    bots = {name: name for name in names}
    meeting = tournament(game, bots, at.seats, games * len(names), at.options)
    sheets = Scoresheets()
    for match in play_here(meeting, meeting.fixtures(), workers):
        if match:
            sheets.add(match)
    found = {standing.bot: standing for standing in standings(names, sheets.results).bots}
    wins = {name: wins_by_deal(name, sheets.results) for name in names}
    for below, name in zip([None, *names], names, strict=False):
        one = found[name]
        yield {
            "game": game.id,
            "seats": at.seats,
            "options": dict(at.options),
            "bot": name,
            "matches": len(wins[name]),
            "share": round(one.wins, 4),
            "interval": within(one.wins_interval),
            "gain": gain(wins[name], wins[below]) if below else None,
            "points": round(one.points, 2),
            "ms_per_move": round(one.ms_per_move, 1),
        }


def wins_by_deal(bot: str, results: Iterable[SeatResult]) -> Array:
    """1 for each deal in which the bot won, else 0."""
    won = {result.deal: result.win for result in results if result.bot == bot}
    return np.array([won[deal] for deal in sorted(won)])


def gain(wins: Array, fewer: Array) -> list[float]:
    """How much more often the one wins on the same deals, and so much above and below."""
    more = wins - fewer
    margin = CERTAINTY * more.std(ddof=1) / np.sqrt(len(more))
    return [round(float(more.mean()), 4), round(float(margin), 4)]


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.strength", description=__doc__)
    parser.add_argument("what", nargs="?", default="all", choices=WHAT)
    parser.add_argument("--games", type=int, default=400, help="matches of each pair")
    parser.add_argument("--games-of-search", type=int, help="where one of them searches")
    parser.add_argument("--steps", nargs="+", type=int, default=LEVELS, help="levels, see above")
    parser.add_argument("--at", nargs="+", type=table, metavar="SEATS[:…]")
    parser.add_argument("--of", nargs="+", default=ready_games(), choices=ready_games())
    parser.add_argument("--workers", type=int, default=cores())
    parser.add_argument("--out", type=Path, default=RESULTS)
    arguments = parser.parse_args()
    games = list(map(take, arguments.of))
    everything = arguments.of == ready_games()
    tables = arguments.at or [TWO_SEATS]
    what = "-".join([arguments.what, *([] if everything else arguments.of), *named(tables)])
    is_together = arguments.what == "together"
    measured = together(games, arguments) if is_together else against(games, tables, arguments)
    rows = []
    for row in measured:
        rows.append(row)
        print(json.dumps(row), flush=True)
        levels = {game.id: [level.as_dict() for level in game.levels] for game in games}
        keep(f"strength-{what}", {"levels": levels, "rows": rows}, arguments.out)


def against(
    games: list[Game], tables: list[Table], arguments: argparse.Namespace
) -> Iterator[dict[str, Any]]:
    """The row of each meeting of two bots."""
    for game in games:
        for at, (one, other) in product(tables, pairs(arguments.what, arguments.steps)):
            is_slow = searches(one, game) and arguments.games_of_search is not None
            matches = arguments.games_of_search if is_slow else arguments.games
            yield meet(game, one, other, matches, arguments.workers, at)


def together(games: list[Game], arguments: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """The row of each of these levels at each table where all play as one."""
    names = [level_name(level) for level in sorted(arguments.steps)]
    for game in games:
        for at in arguments.at or tables_together(game):
            yield from as_one(game, names, arguments.games, arguments.workers, at)


if __name__ == "__main__":
    main()
