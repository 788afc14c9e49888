"""The figures of a tournament as tables to look at."""

from rich.table import Table
from rich.text import Text

from templetop.arena.ratings import Interval
from templetop.arena.standings import Standing, Standings

EVEN = 0.5


def standings_table(standings: Standings) -> Table:
    """A line for each bot, the best first."""
    table = plain_table()
    table.add_column("", justify="right")
    table.add_column("bot", overflow="fold")
    for heading in ("rating", "95% interval", "wins", "95% interval", "points", "place", "ms/move"):
        table.add_column(heading, justify="right", no_wrap=True)
    for rank, one in enumerate(standings.bots, 1):
        table.add_row(str(rank), one.bot, *figures(one))
    return table


def figures(one: Standing) -> list[str]:
    return [
        f"{one.rating:.0f}",
        from_to(one.rating_interval, "{:.0f}"),
        f"{one.wins:.1%}",
        from_to(one.wins_interval, "{:.1%}"),
        f"{one.points:.1f}",
        f"{one.place:.2f}",
        f"{one.ms_per_move:.3g}" if one.ms_per_move < 100 else f"{one.ms_per_move:.0f}",
    ]


def from_to(interval: Interval, form: str) -> str:
    return f"{form.format(interval.low)} to {form.format(interval.high)}"


def cross_table(standings: Standings) -> Table:
    """Who beats whom: how often the bot of a line came before the one whose rank heads a column."""
    table = plain_table()
    table.add_column("", justify="right")
    table.add_column("comes before", overflow="fold")
    for rank in range(1, len(standings.bots) + 1):
        table.add_column(str(rank), justify="right", no_wrap=True)
    for rank, one in enumerate(standings.bots, 1):
        cells = [share(standings, one.bot, other.bot) for other in standings.bots]
        table.add_row(str(rank), one.bot, *cells)
    return table


def share(standings: Standings, bot: str, rival: str) -> Text:
    """Green where the bot is the better one for sure, red where its rival is."""
    pair = standings.pair(bot, rival)
    if pair is None:
        return Text("-" if bot == rival else "", style="dim")
    better, worse = pair.interval.low > EVEN, pair.interval.high < EVEN
    return Text(f"{pair.share:.1%}", style="green" if better else "red" if worse else "")


def plain_table() -> Table:
    return Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
