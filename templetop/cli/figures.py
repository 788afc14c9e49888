"""The figures of simulated games, to look at."""

import math
from typing import NamedTuple

import numpy as np
from rich.table import Table
from rich.text import Text

from templetop.engine.game import Array
from templetop.engine.simulate import Results

MOST_ROWS = 16
BAR = 30  # characters
EIGHTHS = " ▏▎▍▌▋▊▉█"
CONFIDENCE = 1.96  # standard deviations on either side of 95 in 100


class Interval(NamedTuple):
    low: float
    high: float


def win_interval(share: float, games: int) -> Interval:
    """Where the true share lies, in 95% of such intervals (Wilson's interval)."""
    spread = CONFIDENCE**2 / games
    middle = (share + spread / 2) / (1 + spread)
    half = CONFIDENCE * math.sqrt(share * (1 - share) / games + spread / (4 * games)) / (1 + spread)
    return Interval(max(0.0, middle - half), min(1.0, middle + half))


def seats_table(results: Results) -> Table:
    """How each seat fared."""
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    table.add_column("seat")
    table.add_column("bot")
    for heading in ("points", "from - to", "wins", "95% interval"):
        table.add_column(heading, justify="right", no_wrap=True)
    shares = results.wins()
    for seat, bot in enumerate(results.bots):
        points = results.points[:, seat]
        low, high = win_interval(float(shares[seat]), len(results.outcomes))
        table.add_row(
            str(seat + 1),
            bot,
            f"{points.mean():.2f} ± {points.std():.2f}",
            f"{points.min()} - {points.max()}",
            f"{shares[seat]:.1%}",
            f"{low:.1%} - {high:.1%}",
        )
    return table


def histogram(results: Results) -> Table:
    """How often so many points were made, a column for each kind of bot."""
    kinds = list(dict.fromkeys(results.bots))
    edges = steps(int(results.points.min()), int(results.points.max()))
    shares = {kind: shares_of(results, kind, edges) for kind in kinds}
    unit = BAR / len(kinds) / max(float(column.max()) for column in shares.values())
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    table.add_column("points", justify="right")
    for kind in kinds:
        table.add_column(kind, width=BAR // len(kinds) + 8)
    for row in range(len(edges) - 1):
        bars = [bar(float(shares[kind][row]), unit) for kind in kinds]
        table.add_row(row_name(int(edges[row]), int(edges[row + 1])), *bars)
    return table


def steps(least: int, most: int) -> Array:
    """Where the rows begin, so that there are not too many of them."""
    width = -(-(most - least + 1) // MOST_ROWS)
    return np.arange(least, most + width + 1, width)


def shares_of(results: Results, kind: str, edges: Array) -> Array:
    """The shares of all games of such bots that fall into each row."""
    seats = [seat for seat, bot in enumerate(results.bots) if bot == kind]
    counts, _ = np.histogram(results.points[:, seats], edges)
    return np.asarray(counts / counts.sum())


def bar(share: float, unit: float) -> Text:
    """Blocks as long as the share, and the share; all of the games would be `unit` characters."""
    eighths = round(share * unit * 8)
    blocks = "█" * (eighths // 8) + EIGHTHS[eighths % 8].strip()
    return Text.assemble((blocks, "green"), (f" {share:.1%}", "dim"))


def row_name(first: int, after: int) -> str:
    return str(first) if after == first + 1 else f"{first} - {after - 1}"


def speed(results: Results) -> str:
    """How long games are and how fast they went."""
    figures = results.summary()
    length = figures["length"]
    return (
        f"{length['mean']:.1f} decisions a game"
        f" ({length['p10']:.0f} - {length['p90']:.0f} in 8 of 10 games);"
        f" {figures['games_per_second']:,.0f} games and"
        f" {figures['moves_per_second']:,.0f} decisions a second,"
        f" {figures['seconds']:.2f} s in all."
    )
