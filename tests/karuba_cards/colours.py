"""How often adventurers of each colour come home, at tables of every size, as the rulebook has it.

python -m tests.karuba_cards.figures colours [--games 600000] [--device cuda] [--json FILE]

Whole games of greedy against itself, so many for each number of seats; the same games, and so the
same figures, on any device. On a GPU all of them take a minute, on one core a quarter of an hour.
"""

import argparse
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from templetop.engine.compile import compiled
from templetop.engine.game import Array
from templetop.engine.simulate import simulate
from templetop.games.karuba_cards.card import CARD
from templetop.games.karuba_cards.pieces import ADVENTURERS, COLOURS, SHEET
from templetop.games.karuba_cards.scoring import points_for

SEED = 1
COLOUR_GAMES = 600_000  # for each number of seats
BATCH = 200_000  # games whose last tables are kept at a time: 126 MB


# ── Which colours score on an island ─────────────────────────────────────────────────────────────


@compiled
def count_points(ends: Any, detours: Any, scores: Any) -> None:
    for n in range(len(ends)):
        for seat in range(scores.shape[1]):
            for colour in range(ADVENTURERS):
                scores[n, seat, colour] = points_for(ends[n].players[seat], colour, detours)


def points_by_colour(ends: Array, detours: int = 0) -> Array:
    """For each game, seat and colour."""
    scores = np.zeros((len(ends), int(ends[0].seats), ADVENTURERS), np.int16)
    count_points(ends, detours, scores)
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

    @property
    def errors(self) -> Array:
        return np.sqrt(self.covariance.diagonal())

    @property
    def widest_gap(self) -> Gap:
        """Between the colours that come home most and least often."""
        apart = np.zeros(ADVENTURERS)
        apart[self.shares.argmax()], apart[self.shares.argmin()] = 1, -1
        return Gap(float(apart @ self.shares), float(np.sqrt(apart @ self.covariance @ apart)))


def homecomings(seats: int, games: int, device: str = "cpu") -> Homecomings:
    """Of so many games of greedy. What one game brings at all its seats counts as one sample."""
    sums = np.zeros(ADVENTURERS, np.int64)
    products = np.zeros((ADVENTURERS, ADVENTURERS), np.int64)
    for batch, first in enumerate(range(0, games, BATCH)):
        home = came_home(seats, min(BATCH, games - first), SEED + batch, device)
        sums += home.sum(axis=0)
        products += home.T @ home
    means = sums / games
    spread = (products - games * np.outer(means, means)) / (games - 1)
    return Homecomings(means / seats, spread / games / seats**2)


def came_home(seats: int, games: int, seed: int, device: str) -> Array:
    """For each game and colour: at how many seats did that adventurer come home?"""
    results = simulate(
        CARD, seats, games, bots=["greedy"], seed=seed, device=device, keep_states=True
    )
    assert results.states is not None
    return np.asarray((points_by_colour(results.states) > 0).sum(axis=1, dtype=np.int64))


def mean_of(tables: Iterable[Homecomings]) -> Homecomings:
    """Over all table sizes, each counting the same."""
    each = [*tables]
    return Homecomings(
        np.mean([table.shares for table in each], axis=0),
        np.sum([table.covariance for table in each], axis=0) / len(each) ** 2,
    )


# ── In the rulebook's form ───────────────────────────────────────────────────────────────────────


def row(seats: int | str, counted: Homecomings) -> str:
    cells = [str(seats), *(f"{100 * share:.2f}" for share in counted.shares)]
    return f"| {' | '.join(cells)} | {100 * counted.widest_gap.difference:.2f} |"


def about_the_mean(tables: Sequence[Homecomings]) -> str:
    """What the rulebook says below the table."""
    mean = mean_of(tables)
    gap, at_one_table = mean.widest_gap, max(table.widest_gap.difference for table in tables)
    return (
        f"over all numbers of seats the colours come home in {100 * min(mean.shares):.1f} to "
        f"{100 * max(mean.shares):.1f} % of the games, which is {100 * gap.difference:.2f} apart "
        f"with a standard error of {100 * gap.error:.2f}. "
        f"With one number of seats they are {100 * at_one_table:.1f} apart at most"
    )


def as_json(tables: dict[int, Homecomings], games: int, device: str) -> dict[str, Any]:
    """All that was counted, to be kept."""
    everywhere = mean_of(tables.values())
    return {
        "what": "karuba_cards: home by colour, in percent; greedy against itself",
        "command": f"python -m tests.karuba_cards.figures colours --games {games}",
        "device": device,
        "seed": SEED,
        "games for each number of seats": games,
        "cards": [line.strip() for line in SHEET.strip().splitlines()],
        "home": {seats: in_percent(counted) for seats, counted in tables.items()},
        "mean of the table sizes": in_percent(everywhere),
    }


def in_percent(counted: Homecomings) -> dict[str, Any]:
    shares = dict(zip(COLOURS, counted.shares, strict=True))
    return {
        **{colour: round(100 * share, 3) for colour, share in shares.items()},
        "standard error": round(100 * float(counted.errors.max()), 3),
        "widest gap": round(100 * counted.widest_gap.difference, 3),
        "its standard error": round(100 * counted.widest_gap.error, 3),
    }


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.karuba_cards.figures colours")
    parser.add_argument("--games", type=int, default=COLOUR_GAMES, help="for each number of seats")
    parser.add_argument("--device", default="cpu", choices=["cpu", "cuda"])
    parser.add_argument("--json", type=Path, help="a file to keep the figures in")
    wanted = parser.parse_args(arguments)
    if wanted.games < 2:
        parser.error("At least two games are needed to tell how sure a figure is.")
    tables = {}
    for seats in CARD.seats:
        tables[seats] = homecomings(seats, wanted.games, wanted.device)
        print(row(seats, tables[seats]), flush=True)
    print(row("all", mean_of(tables.values())))
    print(f"… {about_the_mean([*tables.values()])} …")
    text = json.dumps(as_json(tables, wanted.games, wanted.device), indent=1, ensure_ascii=False)
    print(text)
    if wanted.json:
        wanted.json.write_text(text + "\n", "utf-8")
