"""How sure a figure is: its 95% interval, and that of a difference between variants.

The games of a deal belong together, and so do those of both variants. So whole deals are left out,
one after the other, of both variants at once; of very many deals, some are left out together. How
much a figure changes by that says how sure it is (`templetop.intervals`).
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from math import sqrt

import numpy as np

from templetop import intervals
from templetop.engine.seats import Array
from templetop.intervals import GROUPS, Doubt, Interval, doubt_in, times_seen

FEW = 20  # deals, below which nothing is said about how sure a standard deviation or variance is
Kind = Callable[[float, Doubt], Interval | None]

NUMBER, SHARE, COUNT = intervals.of_number, intervals.of_share, intervals.of_count


def of_many(value: float, doubt: Doubt) -> Interval | None:
    """Of a share of all decisions. Where all are alike, one game could bring many that are not.

    What is rare comes in bunches: how large they are is known from a few of them only.
    """
    if doubt.variance <= 0:
        return None
    bunches = min(times_seen(value, doubt), times_seen(1 - value, doubt))
    return SHARE(value, doubt._replace(deals=min(doubt.deals, max(intervals.LEAST, int(bunches)))))


def of_deviation(value: float, doubt: Doubt) -> Interval | None:
    """Of a standard deviation."""
    return intervals.of_spread(value, doubt) if doubt.deals >= FEW else None


def of_variance(value: float, doubt: Doubt) -> Interval | None:
    """Of a variance that may by chance come out below 0, where it cannot be."""
    found = NUMBER(value, doubt) if doubt.deals >= FEW else None
    return None if found is None else Interval(max(0.0, found.low), max(0.0, found.high))


def of_part(value: float, doubt: Doubt) -> Interval | None:
    """Of a variance as a part of another one."""
    found = of_variance(value, doubt)
    return None if found is None else Interval(min(1.0, found.low), min(1.0, found.high))


def of_root(value: float, doubt: Doubt) -> Interval | None:
    """Of the root of a variance that may come out below 0."""
    found = of_variance(value, doubt)
    return None if found is None else Interval(sqrt(found.low), sqrt(found.high))


def of_square(value: float, doubt: Doubt) -> Interval | None:
    """Of the square of a difference, which may be either way."""
    found = NUMBER(value, doubt) if doubt.deals >= FEW else None
    if found is None:
        return None
    low, high = sorted(end**2 for end in found)
    return Interval(0.0 if found.low <= 0 <= found.high else low, high)


def unknown(value: float, doubt: Doubt) -> None:
    """Of figures about which nobody knows how sure they are."""


SHOWN: dict[Kind, Callable[[Array], Array]] = {
    of_part: lambda column: np.clip(column, 0, 1),
    of_root: lambda column: np.sqrt(np.maximum(column, 0)),
    of_square: np.square,
}


@dataclass(frozen=True)
class Estimate:
    """A figure, and what it would have been without each group of deals."""

    column: Array  # the figure comes first
    deals: int
    kind: Kind = NUMBER
    has_more: bool = False  # of doubt: half a deal more, as unusual as any, is reckoned with
    told: float | None = None  # the figure as it is told, if it is another one

    @property
    def value(self) -> float:
        return float(self.shown[0]) if self.told is None else self.told

    @cached_property
    def shown(self) -> Array:
        """The column as it is told."""
        return np.asarray(SHOWN.get(self.kind, np.asarray)(self.column))

    @cached_property
    def interval(self) -> Interval | None:
        """None where there are too few deals for one; the value itself is never outside."""
        found = self.kind(float(self.column[0]), self.doubt)
        if found is None:
            return None
        return Interval(min(found.low, self.value), max(found.high, self.value))

    @cached_property
    def doubt(self) -> Doubt:
        found = doubt_in(self.column, self.deals)
        if not self.has_more:
            return found
        most = float(((self.column[1:] - self.column[0]) ** 2).max())
        return found._replace(variance=found.variance + most / 2, lean=0.0)

    @property
    def low(self) -> float:
        """Without an interval, the value itself."""
        return self.value if self.interval is None else self.interval.low

    @property
    def high(self) -> float:
        """Without an interval, the value itself."""
        return self.value if self.interval is None else self.interval.high

    @property
    def spread(self) -> float:
        """One standard deviation of the doubt."""
        return sqrt(self.doubt.variance)

    def __sub__(self, other: "Estimate") -> "Estimate":
        """How much more it is, on the same deals."""
        deals = min(self.deals, other.deals)
        is_known = self.interval is not None and other.interval is not None
        if self.kind in (of_root, of_square):  # they have a bend at 0
            is_known = min(self.low, other.low) > 0
        is_part = self.kind is of_part  # the same without what is cut off
        return Estimate(
            self.column - other.column if is_part else self.shown - other.shown,
            deals,
            NUMBER if is_known else unknown,
            has_more=self.kind in (SHARE, COUNT, of_many, of_deviation),
            told=self.value - other.value,
        )

    def is_surely_not(self, value: float) -> bool:
        return self.interval is not None and not self.low <= value <= self.high


def summed(values: Array, deals: Array) -> Array:
    """A column of sums: of all rows first, and then without each group of deals."""
    sums = np.bincount(deals % GROUPS, weights=values, minlength=GROUPS)
    return np.concatenate([[sums.sum()], sums.sum() - sums])


def number_of(deals: Array) -> int:
    """How many deals there are; of very many, it does not matter."""
    return len(np.unique(deals % GROUPS))


def mean(values: Array, deals: Array, of: Array | None = None, kind: Kind = NUMBER) -> Estimate:
    """The mean of a column; or the sum of one for each of another, such as choices a decision."""
    whole = np.ones(len(values)) if of is None else of
    with np.errstate(invalid="ignore", divide="ignore"):
        column = np.nan_to_num(summed(values, deals) / summed(whole, deals))
    return Estimate(column, number_of(deals), kind)


def share(values: Array, deals: Array, of: Array | None = None) -> Estimate:
    """The mean of ones and zeros, or of parts of one; or what share of another column it is."""
    return mean(values, deals, of, SHARE if of is None else of_many)


def deviation(values: Array, deals: Array) -> Estimate:
    """The standard deviation of a column."""
    count = summed(np.ones(len(values)), deals)
    with np.errstate(invalid="ignore", divide="ignore"):
        first, second = summed(values, deals) / count, summed(values**2, deals) / count
        column = np.nan_to_num(np.sqrt(np.maximum(second - first**2, 0)))
    return Estimate(column, number_of(deals), of_deviation)
