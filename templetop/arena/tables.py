"""The figures of a tournament as tables to look at."""

from collections.abc import Iterator

from rich.table import Table
from rich.text import Text

from templetop.arena.standings import Standing, Standings
from templetop.arena.words import t
from templetop.engine.game import POINTS, Measure
from templetop.engine.speech import ENGINE, Words, numeral
from templetop.intervals import Interval

EVEN = 0.5


def standings_table(
    standings: Standings, measure: Measure | None = POINTS, words: Words = ENGINE
) -> Table:
    """A line for each bot, the best first; `words` are those of the game."""
    is_rated = not standings.is_together
    rows = [[*figures(one, measure, is_rated, words)] for one in standings.bots]
    table = plain_table()
    table.add_column("", justify="right")
    table.add_column(t("bot"), overflow="fold")
    for heading, _ in rows[0]:
        table.add_column(heading, justify="right", no_wrap=True)
    for rank, (one, row) in enumerate(zip(standings.bots, rows, strict=True), 1):
        table.add_row(str(rank), one.bot, *(figure for _, figure in row))
    return table


def figures(
    one: Standing, measure: Measure | None, is_rated: bool, words: Words = ENGINE
) -> Iterator[tuple[str, str]]:
    """Headings and figures; those only that there are."""
    if is_rated:
        yield t("rating"), "-" if one.rating is None else numeral(one.rating, ".0f")
        yield t("95% interval"), from_to(one.rating_interval, ".0f")
    yield t("wins"), numeral(one.wins, ".1%")
    yield t("95% interval"), from_to(one.wins_interval, ".1%")
    if measure is not None:
        yield words.text(measure.many), numeral(one.points, ".1f")
    if is_rated:
        yield t("place"), numeral(one.place, ".2f")
    yield t("ms/move"), numeral(one.ms_per_move, ".3g" if one.ms_per_move < 100 else ".0f")


def from_to(interval: Interval | None, form: str) -> str:
    """Nothing where there are too few deals for an interval."""
    if interval is None:
        return ""
    return t("{low} to {high}", low=numeral(interval.low, form), high=numeral(interval.high, form))


def cross_table(standings: Standings) -> Table:
    """Who beats whom: how often the bot of a line came before the one whose rank heads a column."""
    table = plain_table()
    table.add_column("", justify="right")
    table.add_column(t("comes before"), overflow="fold")
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
    better = pair.interval is not None and pair.interval.low > EVEN
    worse = pair.interval is not None and pair.interval.high < EVEN
    return Text(numeral(pair.share, ".1%"), style="green" if better else "red" if worse else "")


def plain_table() -> Table:
    return Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
