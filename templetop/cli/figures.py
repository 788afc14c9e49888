"""The figures of simulated games, to look at."""

import numpy as np
from rich.table import Table
from rich.text import Text

from templetop.cli.words import t
from templetop.engine.game import POINTS
from templetop.engine.seats import Array
from templetop.engine.simulate import Results
from templetop.engine.speech import numeral
from templetop.engine.words import PLACES
from templetop.intervals import Interval, doubt_about, of_share

MOST_ROWS = 16
BAR = 30  # characters
BESIDE = 10  # characters that each bar's figure and the gap before it take
EIGHTHS = " ▏▎▍▌▋▊▉█"


def seats_table(results: Results) -> Table:
    """How each seat fared, and how often its side has won; partners stand together."""
    sides, measure = sides_of(results), results.game.measure
    shares = results.won()
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    if has_teams(sides):
        table.add_column(t("side"), justify="right")
    table.add_column(t("seat"))
    table.add_column(t("bot"))
    headings = [results.game.words.text(measure.many), t("from - to")] if measure else []
    if not is_together(sides):
        headings += [t("wins"), t("95% interval")]
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    for number, side in enumerate(sides, 1):
        for seat in side:
            cells = [str(number) if seat == side[0] else ""] if has_teams(sides) else []
            cells += [str(seat + 1), results.bots[seat]]
            cells += counted(results.points[:, seat]) if measure else []
            if not is_together(sides) and seat == side[0]:
                cells += won(shares[:, seat])
            table.add_row(*cells)
    return table


def counted(points: Array) -> list[str]:
    mean, deviation = numeral(points.mean(), ".2f"), numeral(points.std(), ".2f")
    return [f"{mean} ± {deviation}", f"{points.min()} - {points.max()}"]


def won(shares: Array) -> list[str]:
    """The share of the wins, and its interval where there are enough games for one."""
    interval = interval_of(shares)
    ends = () if interval is None else (interval.low, interval.high)
    return [numeral(shares.mean(), ".1%"), " - ".join(numeral(end, ".1%") for end in ends)]


def interval_of(shares: Array) -> Interval | None:
    """Of the mean of a share of each game."""
    return of_share(float(shares.mean()), doubt_about(shares))


def order_table(results: Results) -> Table | None:
    """How those who play first, second … fared; None where the first seat always begins.

    Where there are teams, order among seats says little about sides, so nothing is told.
    """
    sides, measure = sides_of(results), results.game.measure
    if not results.has_order() or is_together(sides) or has_teams(sides):
        return None
    shares, points = results.in_order(results.won()), results.in_order(results.points)
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    table.add_column(t("in order of play"))
    points_heading = [results.game.words.text(measure.many)] if measure else []
    for heading in [*points_heading, t("wins"), t("95% interval")]:
        table.add_column(heading, justify="right", no_wrap=True)
    for place in range(results.seats):
        cells = counted(points[:, place])[:1] if measure else []
        table.add_row(t(PLACES[place]), *cells, *won(shares[:, place]))
    return table


def how_often_all_won(results: Results) -> str:
    """A sentence about a game in which all are on one side; nothing about any other.

    Who plays alone for as much as can be had does not win, unless there is a way to lose.
    """
    if not is_together(sides_of(results)):
        return ""
    shares = results.won()[:, 0]
    share, interval = won(shares)
    measure = results.game.measure
    if results.seats == 1 and measure is not None and measure.decides and shares.all():
        return ""
    between = f" ({t('95% interval')} {interval})" if interval else ""
    if results.seats == 1:
        return t("The seat has won {share} of the games{between}.", share=share, between=between)
    return t("All together have won {share} of the games{between}.", share=share, between=between)


def sides_of(results: Results) -> list[list[int]]:
    """The seats of each side, as the first game ended."""
    found: dict[int, list[int]] = {}
    for seat, side in enumerate(results.sides[0].tolist()):
        found.setdefault(side, []).append(seat)
    return [*found.values()]


def has_teams(sides: list[list[int]]) -> bool:
    return not is_together(sides) and any(len(side) > 1 for side in sides)


def is_together(sides: list[list[int]]) -> bool:
    return len(sides) == 1


def histogram(results: Results, width: int = 80) -> Table:
    """How often so much was counted, a column for each kind of bot."""
    measure = results.game.measure or POINTS
    kinds = list(dict.fromkeys(results.bots))
    edges = steps(int(results.points.min()), int(results.points.max()))
    shares = {kind: shares_of(results, kind, edges) for kind in kinds}
    many = results.game.words.text(measure.many)
    longest = min(BAR, width - len(many) - BESIDE * len(kinds))  # of all bars in a row
    bar_room = max(1, longest // len(kinds))
    unit = bar_room / max(float(column.max()) for column in shares.values())
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    table.add_column(many, justify="right")
    for kind in kinds:
        table.add_column(kind, width=bar_room + 8)
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
    return Text.assemble((blocks, "green"), (f" {numeral(share, '.1%')}", "dim"))


def row_name(first: int, after: int) -> str:
    return str(first) if after == first + 1 else f"{first} - {after - 1}"


def speed(results: Results) -> str:
    """How long games are and how fast they went."""
    figures = results.summary()
    length = figures["length"]
    return t(
        "{mean:.1f} decisions a game ({p10:.0f} - {p90:.0f} in 8 of 10 games);"
        " {games_per_second:,.0f} games and {moves_per_second:,.0f} decisions a second,"
        " {seconds:.2f} s in all.",
        **length,
        **{name: figures[name] for name in ("games_per_second", "moves_per_second", "seconds")},
    )
