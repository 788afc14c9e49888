"""`python -m bench.curve RESULTS.json`: what thinking twice as long is worth, as a picture.

Reads the rows of `bench.strength budget`: each budget against half of it, the smallest against
greedy. Steps are in Elo and added up from greedy; so are the squares of their errors.
"""

import argparse
import json
import re
from collections.abc import Iterator
from math import log2, log10, sqrt
from pathlib import Path
from typing import Any, NamedTuple

from bench.strength import BUDGETS
from templetop.arena.ladder import round_step
from templetop.games.shelf import take

WIDTH, HEIGHT = 720, 400
LEFT, RIGHT, TOP, BOTTOM = 64, 150, 60, 56
MOST_LINES = 8
SEARCH = "search:"
GAMES_IN_MIND = re.compile(r"search:\d+")
LOOKS = (("#c2410c", ""), ("#0f766e", "8 4"), ("#7c3aed", "2 4"), ("#1d4ed8", "12 4 2 4"))

STYLE = """
    .ground { fill: #fff }
    text { font: 14px system-ui, sans-serif; fill: #24292f }
    .title { font-size: 17px; font-weight: 600 }
    .fine { font-size: 12px; fill: #656d76 }
    .grid { stroke: #d8dee4 }
    .curve { fill: none; stroke-width: 2.5 }
    .sure { stroke-width: 1.5; opacity: 0.6 }
    @media (prefers-color-scheme: dark) {
      .ground { fill: #0d1117 }
      text { fill: #e6edf3 }
      .fine { fill: #9198a1 }
      .grid { stroke: #30363d }
      .curve, .sure, .dot { filter: brightness(1.7) }
    }
"""


class Point(NamedTuple):
    """How strong a budget is: Elo above greedy, and half the width of its 95 % interval."""

    budget: int
    elo: float
    error: float


def elo(share: float) -> float:
    """The difference of ratings at which one wins this share of the matches."""
    share = min(max(share, 0.001), 0.999)
    return 400 * log10(share / (1 - share))


def budget_of(row: dict[str, Any]) -> int:
    return int(row["bot"].removeprefix(SEARCH))


def is_step(row: dict[str, Any]) -> bool:
    """One of the curve: a budget against half of it, or the smallest against greedy."""
    if not GAMES_IN_MIND.fullmatch(row["bot"]):
        return False
    budget = budget_of(row)
    rival = f"{SEARCH}{budget // 2}" if budget > BUDGETS[0] else "greedy"
    return bool(row["rival"] == rival)


def curve(rows: list[dict[str, Any]]) -> list[Point]:
    """Of one game: from greedy upwards, step by step."""
    steps = {budget_of(row): row for row in rows}
    points: list[Point] = []
    total, squares = 0.0, 0.0
    for budget in sorted(steps):
        low, high = map(elo, steps[budget]["interval"])
        total += elo(steps[budget]["share"])
        squares += ((high - low) / 2) ** 2
        points.append(Point(budget, total, sqrt(squares)))
    return points


def curves(rows: list[dict[str, Any]]) -> dict[str, list[Point]]:
    """Of every game whose budgets were compared."""
    budgets = [row for row in rows if is_step(row)]
    games = dict.fromkeys(row["game"] for row in budgets)
    return {
        take(game).name: curve([row for row in budgets if row["game"] == game]) for game in games
    }


class Paper:
    """Budgets from left to right, doubling; Elo from below."""

    def __init__(self, found: dict[str, list[Point]]) -> None:
        points = [point for line in found.values() for point in line]
        self.budgets = sorted({point.budget for point in points})
        highest = max(point.elo + point.error for point in points)
        self.step = round_step(highest / MOST_LINES)
        self.highest = self.step * (highest // self.step + 1)

    def x(self, budget: int) -> float:
        doublings = max(1, log2(self.budgets[-1] / self.budgets[0]))
        done = log2(budget / self.budgets[0]) / doublings
        return round(LEFT + done * (WIDTH - LEFT - RIGHT), 1)

    def y(self, elo: float) -> float:
        return round(HEIGHT - BOTTOM - elo / self.highest * (HEIGHT - TOP - BOTTOM), 1)

    def grid(self) -> Iterator[str]:
        for line in range(0, int(self.highest) + 1, self.step):
            y = self.y(line)
            yield f'<path class="grid" d="M{LEFT} {y}H{WIDTH - RIGHT}"/>'
            yield f'<text class="fine" x="{LEFT - 10}" y="{y + 4}" text-anchor="end">{line}</text>'
        for budget in self.budgets:
            x, y = self.x(budget), HEIGHT - BOTTOM + 20
            yield f'<text class="fine" x="{x}" y="{y}" text-anchor="middle">{budget}</text>'

    def line(self, name: str, points: list[Point], look: tuple[str, str]) -> Iterator[str]:
        colour, dashes = look
        path = " ".join(f"{self.x(point.budget)},{self.y(point.elo)}" for point in points)
        yield (
            f'<polyline class="curve" stroke="{colour}" stroke-dasharray="{dashes}"'
            f' points="{path}"/>'
        )
        for point in points:
            x, y = self.x(point.budget), self.y(point.elo)
            low, high = self.y(point.elo - point.error), self.y(point.elo + point.error)
            yield f'<path class="sure" stroke="{colour}" d="M{x} {low}V{high}"/>'
            yield f'<circle class="dot" fill="{colour}" cx="{x}" cy="{y}" r="4"/>'
        words = name.partition(": ")[2] or name
        yield f'<text x="{WIDTH - RIGHT + 14}" y="{self.y(points[-1].elo) + 5}">{words}</text>'


def picture(found: dict[str, list[Point]]) -> str:
    """All curves as one SVG; it is light or dark as the page around it."""
    paper = Paper(found)
    title = "Strength by budget: Elo above greedy"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"'
        f' width="{WIDTH}" height="{HEIGHT}" role="img" aria-label="{title}">',
        f"<style>{STYLE}</style>",
        f'<rect class="ground" width="{WIDTH}" height="{HEIGHT}" rx="8"/>',
        f'<text class="title" x="20" y="32">{title}</text>',
        *paper.grid(),
        *(
            line
            for (name, points), look in zip(found.items(), LOOKS)
            for line in paper.line(name, points, look)
        ),
        f'<text class="fine" x="{LEFT}" y="{HEIGHT - 10}">simulated games before each move;'
        " 95 % intervals, errors of all steps added up</text>",
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.curve", description=__doc__)
    parser.add_argument("results", type=Path, help="what bench.strength has kept")
    path: Path = parser.parse_args().results
    try:
        found = curves(json.loads(path.read_text(encoding="utf-8"))["rows"])
    except (OSError, ValueError, KeyError, TypeError):
        raise SystemExit(f"{path} is not what bench.strength keeps.") from None
    if not found:
        raise SystemExit(f"There are no budgets in {path}; play them with bench.strength budget.")
    path.with_suffix(".svg").write_text(picture(found), encoding="utf-8")
    print(f"Kept in {path.with_suffix('.svg')}.")


if __name__ == "__main__":
    main()
