"""Two variants of a game, simulated on the same deals, side by side."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from templetop.cli.sentences import print_json, screen
from templetop.cli.words import t, tn
from templetop.engine.speech import numeral
from templetop.engine.variant import USUAL
from templetop.engine.words import PLACES
from templetop.intervals import doubt_about, of_number

if TYPE_CHECKING:
    from templetop.engine.seats import Array
    from templetop.engine.simulate import Results
    from templetop.engine.variant import Variant


class Row(NamedTuple):
    """A figure of both variants, and their difference by pairs of games on the same deal."""

    name: str
    is_share: bool
    first: float
    second: float
    difference: float
    low: float | None  # None where there are too few games for an interval
    high: float | None

    @property
    def is_sure(self) -> bool:
        return self.low is not None and self.high is not None and not self.low <= 0 <= self.high


def row(name: str, first: "Array", second: "Array", is_share: bool = False) -> Row:
    """Means, and the interval of the mean difference."""
    gaps = first.astype(np.float64) - second
    gap, doubt = float(gaps.mean()), doubt_about(gaps)
    if is_share and doubt.variance > 0:  # one game more could make such a difference
        doubt = doubt._replace(variance=doubt.variance + 1 / doubt.deals**2)
    low, high = of_number(gap, doubt) or (None, None)
    return Row(name, is_share, float(first.mean()), float(second.mean()), gap, low, high)


def rows(first: "Results", second: "Results") -> Iterator[Row]:
    """Points and wins of each seat, and the length."""
    measure = first.game.measure
    many = first.game.words.text(measure.many) if measure else ""
    wins = [results.won() for results in (first, second)]
    is_together = len(np.unique(first.sides[0])) == 1
    if is_together:
        yield row(t("games won"), wins[0][:, 0], wins[1][:, 0], is_share=True)
    for seat in range(first.seats):
        if measure:
            name = t("seat {number}: {points}", number=seat + 1, points=many)
            yield row(name, first.points[:, seat], second.points[:, seat])
        if not is_together:
            name = t("seat {number}: wins", number=seat + 1)
            yield row(name, wins[0][:, seat], wins[1][:, seat], is_share=True)
    yield from by_order(first, second)
    if measure:
        means = [results.points.mean(axis=1) for results in (first, second)]
        yield row(t("{points} of a seat", points=many), means[0], means[1])
        best = [np.sort(results.points, axis=1) for results in (first, second)]
        if first.seats > 1 and not is_together:
            name = t("{points} of the first", points=many)
            yield row(name, best[0][:, -1], best[1][:, -1])
            between = [one[:, -1] - one[:, -2] for one in best]
            name = t("{points} between first and second", points=many)
            yield row(name, between[0], between[1])
    yield row(t("decisions in a game"), first.lengths, second.lengths)


def by_order(first: "Results", second: "Results") -> "Iterator[Row]":
    """Wins of those who play first, second …, where not always the same seat begins."""
    both = (first, second)
    if not any(one.has_order() for one in both) or first.seats > len(np.unique(first.sides[0])):
        return
    wins = [one.in_order(one.won()) for one in both]
    for place in range(first.seats):
        name = t("{place} in order of play: wins", place=t(PLACES[place]))
        yield row(name, wins[0][:, place], wins[1][:, place], is_share=True)


def show_both(results: "list[Results]", variants: "list[Variant]", json: bool) -> None:
    found = [*rows(*results)]
    if json:
        print_json(as_data(results, variants, found))
        return
    from rich.table import Table
    from rich.text import Text

    first = results[0]
    names = [t("usual") if one.name == USUAL else one.name for one in variants]
    console = screen()
    heading = tn(
        "{game}, {count:,} game of each on the same deals, seed {seed}",
        "{game}, {count:,} games of each on the same deals, seed {seed}",
        len(first.outcomes),
        game=first.game.words.text(first.game.name),
        seed=first.seed,
    )
    console.print(heading, style="bold")
    for number, name in enumerate(names):
        console.print(f"{'AB'[number]}  {name}", soft_wrap=True)
    console.print()
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    table.add_column("")
    for heading in ("A", "B", t("difference"), t("95% interval")):
        table.add_column(heading, justify="right", no_wrap=True)
    for one in found:
        style = "bold" if one.is_sure else ""
        table.add_row(
            one.name,
            words(one.first, one.is_share),
            words(one.second, one.is_share),
            Text(signed(one.difference, one.is_share), style),
            between(one),
        )
    console.print(table)
    sure = t("Differences in bold are sure: their interval does not include 0.")
    console.print(f"\n{sure}", style="dim")


def between(one: Row) -> str:
    """The interval of a difference; nothing where there is none."""
    if one.low is None or one.high is None:
        return ""
    low, high = signed(one.low, one.is_share), signed(one.high, one.is_share)
    return t("{low} to {high}", low=low, high=high)


def words(value: float, is_share: bool) -> str:
    return numeral(value, ".1%" if is_share else ".2f")


def signed(value: float, is_share: bool) -> str:
    return numeral(value, "+.1%" if is_share else "+.2f")


def as_data(
    results: "list[Results]", variants: "list[Variant]", found: list[Row]
) -> dict[str, Any]:
    first = results[0]
    return {
        "game": first.game.id,
        "seats": first.seats,
        "bots": list(first.bots),
        "seed": first.seed,
        "games": len(first.outcomes),
        "variants": [
            {"name": variant.name, "options": dict(variant.options)} for variant in variants
        ],
        "figures": [one._asdict() for one in found],
    }
