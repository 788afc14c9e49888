"""How often adventurers of each colour come home, at tables of every size, as in FIGURES.md.

python -m tests.karuba_cards.figures colours [--games 600000] [--device cuda] [--json FILE]
python -m tests.karuba_cards.figures colours --by search --seats 2 --games 30000 --seed 101

Whole games of greedy, or of search, against itself, so many for each number of seats; the same
games, and so the same figures, on any device. Of greedy all of them take a minute on a GPU and a
quarter of an hour on one core; a game of search takes as long as hundreds of greedy's.
"""

import argparse
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from templetop.engine.compile import compiled
from templetop.engine.seats import Array
from templetop.engine.simulate import simulate
from templetop.games.karuba_cards.rules.pieces import ADVENTURERS, COLOURS, SHEET
from templetop.games.karuba_cards.rules.scoring import points_for

from .strong import CARD, SEARCH, played_by_search

SEED = 1
COLOUR_GAMES = 600_000  # for each number of seats
BATCH = 200_000  # games whose last tables are kept at a time: 126 MB
BOTS = ("greedy", SEARCH.name)


# ── Which colours score on an island ─────────────────────────────────────────────────────────────


@compiled
def count_points(ends: Any, scores: Any) -> None:
    for n in range(len(ends)):
        for seat in range(scores.shape[1]):
            for colour in range(ADVENTURERS):
                scores[n, seat, colour] = points_for(ends[n], ends[n].players[seat], colour)


def points_by_colour(ends: Array) -> Array:
    """For each game, seat and colour."""
    scores = np.zeros((len(ends), int(ends[0].seats), ADVENTURERS), np.int16)
    count_points(ends, scores)
    return scores


# ── Counting them over many games ────────────────────────────────────────────────────────────────


class Gap(NamedTuple):
    """How far two colours are apart, as shares of the games."""

    difference: float
    error: float  # the standard error of the difference


class Homecomings(NamedTuple):
    """The shares of adventurers that came home, for each colour, and how sure they are."""

    shares: Array
    covariance: Array  # of the shares, [colour, colour]
    games: int = 0

    @property
    def errors(self) -> Array:
        return np.sqrt(self.covariance.diagonal())

    @property
    def widest_gap(self) -> Gap:
        """Between the colours that come home most and least often."""
        apart = np.zeros(ADVENTURERS)
        apart[self.shares.argmax()], apart[self.shares.argmin()] = 1, -1
        return Gap(float(apart @ self.shares), float(np.sqrt(apart @ self.covariance @ apart)))


def homecomings(
    seats: int, games: int, device: str = "cpu", bot: str = "greedy", seed: int = SEED
) -> Homecomings:
    """Of so many games. What one game brings at all its seats counts as one sample."""
    sums = np.zeros(ADVENTURERS, np.int64)
    products = np.zeros((ADVENTURERS, ADVENTURERS), np.int64)
    for batch, first in enumerate(range(0, games, BATCH)):
        ends = last_tables(bot, seats, min(BATCH, games - first), seed + batch, device)
        home = came_home(ends)
        sums += home.sum(axis=0)
        products += home.T @ home
    means = sums / games
    spread = (products - games * np.outer(means, means)) / (games - 1)
    return Homecomings(means / seats, spread / games / seats**2, games)


def last_tables(bot: str, seats: int, games: int, seed: int, device: str) -> Array:
    if bot == SEARCH.name:
        return played_by_search(SEARCH, seats, games, seed, device)
    results = simulate(CARD, seats, games, bots=[bot], seed=seed, device=device, keep_states=True)
    assert results.states is not None
    return results.states


def came_home(ends: Array) -> Array:
    """For each game and colour: at how many seats did that adventurer come home?"""
    return np.asarray((points_by_colour(ends) > 0).sum(axis=1, dtype=np.int64))


def mean_of(tables: Iterable[Homecomings]) -> Homecomings:
    """Over all table sizes, each counting the same."""
    each = [*tables]
    return Homecomings(
        np.mean([table.shares for table in each], axis=0),
        np.sum([table.covariance for table in each], axis=0) / len(each) ** 2,
        sum(table.games for table in each),
    )


# ── In the form of FIGURES.md ────────────────────────────────────────────────────────────────────


def row(seats: int | str, counted: Homecomings) -> str:
    cells = [str(seats), *(f"{100 * share:.2f}" for share in counted.shares)]
    return f"| {' | '.join(cells)} | {100 * counted.widest_gap.difference:.2f} |"


def about_the_mean(tables: Sequence[Homecomings]) -> str:
    """What FIGURES.md says below the table."""
    mean = mean_of(tables)
    gap, at_one_table = mean.widest_gap, max(table.widest_gap.difference for table in tables)
    return (
        f"over all numbers of seats the colours come home in {100 * min(mean.shares):.1f} to "
        f"{100 * max(mean.shares):.1f}% of the games, which is {100 * gap.difference:.2f} apart "
        f"with a standard error of {100 * gap.error:.2f}. "
        f"With one number of seats they are {100 * at_one_table:.1f} apart at most"
    )


def as_json(tables: dict[int, Homecomings], bot: str, seed: int, device: str) -> dict[str, Any]:
    """All that was counted, to be kept."""
    return {
        "what": f"karuba_cards: home by colour, in percent; {bot} against itself",
        "device": device,
        "seed": seed,
        "cards": [line.strip() for line in SHEET.strip().splitlines()],
        "home": {seats: in_percent(counted) for seats, counted in tables.items()},
        "mean of the table sizes": in_percent(mean_of(tables.values())),
    }


def in_percent(counted: Homecomings) -> dict[str, Any]:
    shares = dict(zip(COLOURS, counted.shares, strict=True))
    return {
        "games": counted.games,
        **{colour: round(100 * share, 3) for colour, share in shares.items()},
        "standard error": round(100 * float(counted.errors.max()), 3),
        "widest gap": round(100 * counted.widest_gap.difference, 3),
        "its standard error": round(100 * counted.widest_gap.error, 3),
    }


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.karuba_cards.figures colours")
    parser.add_argument("--by", default="greedy", choices=BOTS, help="who plays")
    parser.add_argument("--seats", type=int, nargs="+", default=CARD.seats, choices=CARD.seats)
    parser.add_argument("--games", type=int, default=COLOUR_GAMES, help="for each number of seats")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--device", default="cpu", choices=["cpu", "cuda"])
    parser.add_argument("--json", type=Path, help="a file to keep the figures in")
    wanted = parser.parse_args(arguments)
    if wanted.games < 2:
        parser.error("At least two games are needed to tell how sure a figure is.")
    tables = {}
    for seats in wanted.seats:
        tables[seats] = homecomings(seats, wanted.games, wanted.device, wanted.by, wanted.seed)
        print(row(seats, tables[seats]), flush=True)
    if wanted.by == "greedy" and len(tables) == len(CARD.seats):
        print(row("all", mean_of(tables.values())))
        print(f"… {about_the_mean([*tables.values()])} …")
    found = as_json(tables, wanted.by, wanted.seed, wanted.device)
    text = json.dumps(found, indent=1, ensure_ascii=False)
    print(text)
    if wanted.json:
        wanted.json.write_text(text + "\n", "utf-8")
