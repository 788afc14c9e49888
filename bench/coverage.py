"""`python -m bench.coverage`: how often the 95% intervals that we print hold the truth.

Many deals are played once: by bots that play at random in games where all seats are alike, and in a
model where the luck of the deal is large. From these, deals are drawn again and again, as if each
time somebody had started `study`, `arena` or `simulate`, and the figures are made by the functions
that make them there. The truth is the same figure of everything that was played.

An interval has to hold it in 93.5 to 96.5 of 100 cases from 200 games on, and in at least 93 of 20
games, or none may be printed. Where the truth lies at the edge of what is possible (a share of 0,
an advantage that nobody has), an interval ends there, and cannot miss on
that side: then only the lower bound counts. As many repetitions differ by chance: of 2,000, 0.5.
"""

import argparse
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from bench.keeping import RESULTS, keep
from templetop.arena.results import SeatResult
from templetop.arena.standings import standings
from templetop.arena.tournament import line_ups
from templetop.cli.against import rows as rows_against
from templetop.cli.figures import interval_of
from templetop.engine.dealt import MOMENTS, make_ready, play_deals
from templetop.engine.game import Game
from templetop.engine.seats import Array
from templetop.engine.simulate import Outcome, Results
from templetop.engine.variant import Variant
from templetop.games.shelf import take
from templetop.study import fast
from templetop.study.figures import figures_of
from templetop.study.notes import Notes
from templetop.study.plan import MIXED, SAME, Study

REPETITIONS = 2000
DEALS = 4000  # that are played, and drawn from
TAKES = 2  # of a deal, by each of the variants
SIZES = (20, 200, 1000)  # games
MANY, FEW = (0.935, 0.965), 0.93  # how often it has to hold, from 200 games on, and of fewer
SURE = 200
SELDOM = 500  # intervals of a figure, from which it is judged
EDGE = 1e-9
CONNECT_FOUR = Path(__file__).parents[1] / "examples" / "connect_four"

Found = Iterable[tuple[str, float, tuple[float, float] | None]]  # figures and their intervals


class Tally:
    """How often each figure had an interval, how often it held the truth."""

    def __init__(self, truth: dict[str, float]) -> None:
        self.truth = truth
        self.printed: Counter[str] = Counter()
        self.held: Counter[str] = Counter()
        self.times = 0

    def add(self, found: Found) -> None:
        self.times += 1
        for name, _, interval in found:
            if interval is not None and name in self.truth:
                self.printed[name] += 1
                low, high = interval
                self.held[name] += low - EDGE <= self.truth[name] <= high + EDGE

    def as_dict(self) -> dict[str, Any]:
        return {
            name: {
                "truth": round(float(truth), 4),
                "printed": round(self.printed[name] / self.times, 3),
                "held": round(float(self.held[name]) / self.printed[name], 4),
            }
            for name, truth in self.truth.items()
            if self.printed[name]
        }


# ── What is drawn from ───────────────────────────────────────────────────────────────────────────


class Played(NamedTuple):
    """The notes of many deals; columns have a row for each deal, then for each match and seat."""

    notes: Notes
    same: dict[str, Array]  # two takes of the first variant, two of the second
    mixed: dict[str, Array]


def played(game: Game, seats: int) -> Played:
    """Everybody plays at random; the second variant is the same game, played anew."""
    bots = ("random",) * seats
    study = Study(game.id, seats, (Variant(), Variant()), bots, None, DEALS * TAKES)
    make_ready(game, bots, print)
    parts = []
    for number in range(2 * TAKES):
        task = fast.Task(0, SAME, number, bots, range(DEALS))
        noted = play_deals(game, bots, task.deals, study.seed, number, {})
        part = fast.notes_of(study, task._replace(deals=range(DEALS)), noted)
        parts.append(with_sources(part, game, noted.states))
    columns = {
        name: np.stack([part[name].reshape(DEALS, seats, -1) for part in parts], axis=1)
        for name in parts[0].columns
    }
    columns["take"][:] = np.tile([0, 1], 2)[None, :, None, None]
    columns["variant"][:] = np.repeat([0, 1], TAKES)[None, :, None, None]
    return Played(parts[0], columns, {})


def with_sources(part: Notes, game: Game, states: Any) -> Notes:
    """What all points are made of; a study looks into the first deals only."""
    told = [game.breakdown(state, seat) for state in states for seat in range(part.seats)]
    names = tuple(dict.fromkeys(name for one in told for name in one))
    rows = np.array([[one.get(name, 0) for name in names] for one in told], np.float64)
    columns = {**part.columns, "sources": rows.reshape(len(told), len(names))}
    return Notes(part.game, part.seats, columns, part.bots, names, [])


def modelled(seats: int, luck: float) -> Played:
    """Points of seats that are alike: so much of the variance is due to the deal.

    They are skewed, as points often are, and equals share the win. In mixed games the rival is
    no worse.
    """
    random = np.random.default_rng(seats)
    game, matches = take("karuba"), 2 * TAKES
    same = points_model(random, matches, seats, luck)
    mixed = points_model(random, 2 * seats, seats, luck)
    notes = Notes(game, seats, {}, ("greedy", "random"), (), [])
    variants = np.repeat([0, 1], TAKES)
    in_same = columns_of(same, variants, np.tile([0, 1], 2), SAME, random, len(game.moves.kinds))
    places = np.tile(np.arange(seats), 2)
    in_mixed = columns_of(
        mixed, np.repeat([0, 1], seats), places, MIXED, random, len(game.moves.kinds)
    )
    in_mixed["bot"] = (in_mixed["seat"] == places[None, :, None, None]).astype(np.int64)
    return Played(notes, in_same, in_mixed)


def points_model(random: Any, matches: int, seats: int, luck: float) -> Array:
    dealt = random.normal(size=(DEALS, 1, seats)) * np.sqrt(luck)
    play = random.normal(size=(DEALS, matches, seats)) * np.sqrt(1 - luck)
    return np.asarray(np.round(12 * np.exp(0.4 * (dealt + play))).astype(np.int64))


def columns_of(
    points: Array, variant: Array, number: Array, part: int, random: Any, kinds: int
) -> dict[str, Array]:
    deals, matches, seats = points.shape
    best = points == points.max(axis=2, keepdims=True)
    place = 1 + (points[:, :, None, :] > points[:, :, :, None]).sum(axis=3)
    steps = random.integers(20, 40, (deals, matches, 1)) + np.zeros((1, 1, seats), np.int64)
    led = random.binomial(steps // seats, 0.8)
    whole = {
        "deal": np.zeros(points.shape, np.int64),
        "variant": variant[None, :, None] + np.zeros(points.shape, np.int64),
        "take": number[None, :, None] + np.zeros(points.shape, np.int64),
        "part": np.full(points.shape, part),
        "seat": np.arange(seats) + np.zeros(points.shape, np.int64),
        "side": np.arange(seats) + np.zeros(points.shape, np.int64),
        "points": points,
        "place": place,
        "win": best / best.sum(axis=2, keepdims=True),
        "decisions": steps,
        "choices": steps * 5 + random.poisson(steps),
        "forced": random.binomial(steps, 0.02),
        "led": led,
        "steps": steps,
        "changes": random.poisson(1.5, (deals, matches, 1)) + np.zeros((1, 1, seats), np.int64),
        "settled": random.integers(1, steps[:, :, :1]) + np.zeros((1, 1, seats), np.int64),
        "first": random.integers(0, seats, (deals, 1, 1)) + np.zeros(points.shape, np.int64),
        "bot": np.zeros(points.shape, np.int64),
    }
    columns = {name: column[..., None] for name, column in whole.items()}
    columns["course"] = np.zeros((*points.shape, MOMENTS), np.int64)
    columns["offered"] = random.poisson(6, (*points.shape, kinds))
    columns["used"] = random.binomial(columns["offered"], 0.1)
    columns["sources"] = points[..., None].astype(np.float64)
    return columns


# ── Studies ──────────────────────────────────────────────────────────────────────────────────────


def notes_drawn(told: Played, deals: Array, variants: int, mixed_deals: int) -> Notes:
    """As if these deals had been played for a study."""
    columns: dict[str, list[Array]] = defaultdict(list)
    for source, chosen in ((told.same, deals), (told.mixed, deals[:mixed_deals])):
        for name, column in source.items():
            part = column[chosen]
            if name == "deal":
                part = np.arange(len(chosen))[:, None, None, None] + np.zeros_like(part)
            matches = part.shape[1] * variants // 2
            rows = part[:, :matches]
            columns[name].append(
                rows.reshape(-1, rows.shape[-1])
                if rows.shape[-1]
                else rows.reshape(int(np.prod(rows.shape[:-1])), 0)
            )
    wide = ("course", "used", "offered", "sources")
    joined = {
        name: np.concatenate(parts) if name in wide else np.concatenate(parts)[:, 0]
        for name, parts in columns.items()
    }
    sources = told.notes.sources or ("points",)
    return Notes(told.notes.game, told.notes.seats, joined, told.notes.bots, sources, [])


def study_of(told: Played, games: int, variants: int) -> Study:
    seats = told.notes.seats
    bots, rival = (("greedy",), "random") if told.mixed else (("random",), None)
    return Study(told.notes.game.id, seats, (Variant(),) * variants, bots * seats, rival, games)


def figures_drawn(told: Played, games: int, variants: int, deals: Array) -> Found:
    study = study_of(told, games, variants)
    mixed_deals = study.mixed_deals(0)
    notes = notes_drawn(told, deals, variants, len(deals) if len(deals) == DEALS else mixed_deals)
    for section in figures_of(study, notes).sections:
        for figure in section.figures:
            one = figure.estimates[0] if variants == 1 else figure.difference
            if one is not None:
                yield f"{section.title}: {figure.name}", one.value, one.interval


def of_studies(told: Played, games: int, variants: int, times: int) -> dict[str, Any]:
    truth = {name: value for name, value, _ in figures_drawn(told, games, variants, all_deals())}
    tally = Tally(truth)
    random = np.random.default_rng(games)
    for _ in range(times):
        deals = random.integers(0, DEALS, games // TAKES)
        tally.add(figures_drawn(told, games, variants, deals))
    return tally.as_dict()


def all_deals() -> Array:
    return np.arange(DEALS)


# ── Tournaments ──────────────────────────────────────────────────────────────────────────────────


def of_arenas(seats: int, bots: int, games: int, times: int, luck: float) -> dict[str, Any]:
    """Bots that are all alike, on deals that favour a seat."""
    random = np.random.default_rng(bots)
    names = [f"bot {number}" for number in range(bots)]
    tables = line_ups(tuple(names), seats)
    a_deal = len(tables) * seats
    deals = -(-games // a_deal)
    truth = {f"{name}: rating": 0.0 for name in names}
    truth |= {f"{name}: wins": 1 / seats for name in names}
    truth |= {f"{one} against {other}": 0.5 for one in names for other in names if one != other}
    tally = Tally(truth)
    for _ in range(times):
        dealt = random.normal(size=(deals, 1, seats)) * np.sqrt(luck)
        points = dealt + random.normal(size=(deals, a_deal, seats)) * np.sqrt(1 - luck)
        tally.add(standings_drawn(names, tables, np.round(4 * points)))
    return together(tally.as_dict())


def standings_drawn(names: list[str], tables: list[tuple[str, ...]], points: Array) -> Found:
    results = [
        line
        for deal, matches in enumerate(points)
        for number, match in enumerate(matches)
        for line in match_lines(deal, number, tables, match)
    ]
    figures = standings(names, results)
    for one in figures.bots:
        yield f"{one.bot}: rating", one.rating or 0.0, one.rating_interval
        yield f"{one.bot}: wins", one.wins, one.wins_interval
    for pair in figures.pairs:
        yield f"{pair.bot} against {pair.rival}", pair.share, pair.interval


def match_lines(
    deal: int, number: int, tables: list[tuple[str, ...]], points: Array
) -> Iterator[SeatResult]:
    seats = len(points)
    bots, turn = tables[number // seats], number % seats
    firsts = int((points == points.max()).sum())
    for seat, mine in enumerate(points):
        place = 1 + int((points > mine).sum())
        yield SeatResult(
            f"{deal}-{number}", "karuba", "", seats, deal, number // seats, turn, seat + 1,
            seat + 1, bots[(seat + turn) % seats], int(mine), place,
            (place == 1) / firsts, 1, 0.0, "",
        )  # fmt: skip


def together(figures: dict[str, Any]) -> dict[str, Any]:
    """Bots that are alike have one line for each kind of figure."""
    kinds: dict[str, list[dict[str, float]]] = defaultdict(list)
    for name, figure in figures.items():
        kinds["one against another" if "against" in name else name.split(": ")[1]].append(figure)
    return {
        kind: {key: round(float(np.mean([one[key] for one in many])), 4) for key in many[0]}
        for kind, many in kinds.items()
    }


# ── Simulations ──────────────────────────────────────────────────────────────────────────────────


def outcomes_of(told: Played) -> Array:
    """The first take of each variant as `simulate` would have it: two rows for each deal."""
    seats = told.notes.seats
    rows = np.zeros((DEALS, 2), Outcome)
    for field, column in (("points", "points"), ("places", "place"), ("sides", "side")):
        rows[field][:, :, :seats] = told.same[column][:, ::TAKES, :, 0]
    rows["first"] = told.same["first"][:, ::TAKES, 0, 0]
    rows["length"] = told.same["decisions"][:, ::TAKES, :, 0].sum(axis=2)
    return rows


def results_of(told: Played, outcomes: Array) -> Results:
    seats = told.notes.seats
    return Results(told.notes.game, seats, ("random",) * seats, 0, 1.0, outcomes)


def simulated(told: Played, rows: Array, deals: Array) -> Found:
    first, second = (results_of(told, rows[deals, number]) for number in (0, 1))
    won = first.won()
    for seat in range(first.seats):
        yield f"seat {seat + 1}: wins", float(won[:, seat].mean()), interval_of(won[:, seat])
    in_order = first.in_order(won)
    for place in range(first.seats if first.has_order() else 0):
        column = in_order[:, place]
        yield f"place {place + 1} in order of play: wins", column.mean(), interval_of(column)
    for one in rows_against(first, second):
        interval = None if one.low is None or one.high is None else (one.low, one.high)
        yield f"difference: {one.name}", one.difference, interval


def of_simulations(told: Played, games: int, times: int) -> dict[str, Any]:
    rows = outcomes_of(told)
    truth = {name: value for name, value, _ in simulated(told, rows, all_deals())}
    tally = Tally(truth)
    random = np.random.default_rng(games)
    for _ in range(times):
        tally.add(simulated(told, rows, random.integers(0, DEALS, games)))
    return tally.as_dict()


def simulations_from(told: Callable[[], Played], games: int, times: int) -> dict[str, Any]:
    return of_simulations(told(), games, times)


def studies_from(
    told: Callable[[], Played], games: int, variants: int, times: int
) -> dict[str, Any]:
    return of_studies(told(), games, variants, times)


# ── All of them ──────────────────────────────────────────────────────────────────────────────────


def measurements(times: int) -> Iterator[tuple[str, int, Callable[[], dict[str, Any]]]]:
    sources = {
        "karuba, 2 seats, random": partial(played, take("karuba"), 2),
        "connect_four, 2 seats, random": partial(played, take(CONNECT_FOUR), 2),
        "model, 2 seats, half of it luck": partial(modelled, 2, 0.5),
        "model, 4 seats, a quarter of it luck": partial(modelled, 4, 0.25),
    }
    for name, make in sources.items():
        told = cache(make)  # played when its first figures are wanted
        for games in SIZES:
            yield f"simulate, {name}", games, partial(simulations_from, told, games, times)
            yield f"study, {name}", games, partial(studies_from, told, games, 1, times)
            if games < SIZES[-1]:
                compared = partial(studies_from, told, games, 2, times)
                yield f"study, {name}, compared", games, compared
    for seats, bots in ((2, 2), (2, 3), (2, 5), (3, 4), (4, 4)):
        for luck in (0.0, 0.5):
            name = f"arena, {bots} bots at {seats} seats, luck {luck}"
            for games in SIZES[:2]:
                yield name, games, partial(of_arenas, seats, bots, games, times, luck)


def is_at_edge(name: str, truth: float, what: str) -> bool:
    """Can the figure not be lower than its truth, or not higher?"""
    if "compared" in what or name.startswith("difference") or name == "rating":
        return False
    return truth <= 0.005 or truth >= 0.995 or ("due to" in name and truth <= 0.05)


def is_seldom(one: dict[str, float], times: int) -> bool:
    """Was it printed so seldom that a few repetitions more would say something else?"""
    return one["printed"] * times < SELDOM


def misses(what: str, games: int, figures: dict[str, Any], times: int) -> list[str]:
    """The figures whose intervals do not hold what they promise."""
    low, high = MANY if games >= SURE else (FEW, 1.0)
    return [
        name
        for name, one in figures.items()
        if not is_seldom(one, times)
        and (one["held"] < low or (one["held"] > high and not is_at_edge(name, one["truth"], what)))
    ]


def main(words: list[str] | None = None, folder: Path = RESULTS) -> dict[str, Any]:
    parser = argparse.ArgumentParser(prog="python -m bench.coverage", description=__doc__)
    parser.add_argument("--times", type=int, default=REPETITIONS, help="repetitions of each")
    parser.add_argument("--only", default="", help="what begins so: study, arena, simulate …")
    parser.add_argument("--keep", action="store_true", help="keep the figures as a file")
    asked = parser.parse_args(words)
    found: dict[str, Any] = {}
    for what, games, measure in measurements(asked.times):
        if what.startswith(asked.only):
            figures = measure()
            held = [one["held"] for one in figures.values()]
            wrong = misses(what, games, figures, asked.times)
            between = f"{min(held):.3f} to {max(held):.3f}" if held else "none is printed"
            print(f"{what}, {games} games: {len(held)} figures, {between}", flush=True)
            for name in wrong:
                print(f"    {name}: {figures[name]}")
            found[f"{what}, {games} games"] = {"misses": wrong, "figures": figures}
    if asked.keep:
        print(keep("coverage", {"repetitions": asked.times, "found": found}, folder))
    return found


if __name__ == "__main__":
    main()
