"""How sure a figure is: the interval that holds the true one in 95 of 100 cases.

What is counted is deals, for games of one deal belong together; where every game is a deal of its
own, that is the games. Each deal is left out in turn, and how much the figure changes by that says
how far it may be off (the jackknife). Student's t allows for knowing that from a few deals only.

A mean has an interval that reaches further to the side where a few deals count for much. A share
has Wilson's interval, with as many games as would be as sure if they had nothing to do with each
other; so it stays between 0 and 1, and is honest about 100 per cent of a few. What is counted has
the same for numbers without an upper bound, and a standard deviation has one by its logarithm.
`python -m bench.coverage` measures how often such intervals hold the truth.
"""

from math import exp, sqrt
from typing import NamedTuple

import numpy as np

from templetop.engine.seats import Array

GROUPS = 400  # of deals: of more than these, several are left out at a time
LEAST = 5  # deals, for an interval to hold the truth as often as it says
ENOUGH = 50  # deals, to know to which side an interval reaches further; of fewer, it does to both
RARE = (0.0, 0.051, 0.355, 0.818, 1.366)  # how seldom it may be in the mean, seen so many times
NORMAL = 1.959964  # standard deviations on either side of 95 in 100


class Interval(NamedTuple):
    """From where to where."""

    low: float
    high: float


class Doubt(NamedTuple):
    """How far a figure may be off, as far as so many deals can tell."""

    variance: float  # of the figure
    deals: int
    lean: float = 0.0  # a few deals count for much: above 0 if they make it larger

    @property
    def times(self) -> float:
        """Standard deviations on either side of 95 in 100."""
        return student(self.deals - 1)


def student(freedom: int) -> float:
    """As NORMAL, for a variance that is known from so many differences and one (from 3 on)."""
    z, n = NORMAL, freedom
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * n**4)
    )


def of_number(value: float, doubt: Doubt) -> Interval | None:
    """Of a mean, or of any other figure that may be too high or too low.

    If nothing varies there is none, for then nobody can tell how far other deals would differ.
    """
    if doubt.deals < LEAST or doubt.variance <= 0:
        return None
    half = doubt.times * sqrt(doubt.variance)
    shift = doubt.times**2 * doubt.lean / 2  # the variance grows with the figure, or shrinks
    wide = sqrt(shift**2 + half**2)
    if doubt.deals >= ENOUGH:
        return Interval(value + shift - wide, value + shift + wide)
    return Interval(value + min(-half, shift - wide), value + max(half, shift + wide))


def of_share(share: float, doubt: Doubt) -> Interval | None:
    """Of a share of ones among ones and zeros, or of the mean of parts of one.

    Where all are alike, it goes by how many deals there were in which one could have differed.
    """
    if doubt.deals < LEAST:
        return None
    share = min(1.0, max(0.0, share))
    most = share * (1 - share)
    width = width_of(doubt, most)
    middle = (share + width / 2) / (1 + width)
    half = sqrt(width * (most + width / 4)) / (1 + width)
    low = min(max(0.0, middle - half), least_of(share, doubt))
    high = max(min(1.0, middle + half), 1 - least_of(1 - share, doubt))
    return Interval(low, high)


def of_count(number: float, doubt: Doubt) -> Interval | None:
    """Of how often something happens in the mean: not below 0, and honest about never."""
    if doubt.deals < LEAST or doubt.variance <= 0 < number:
        return None
    number = max(0.0, number)
    width = width_of(doubt, number)
    half = sqrt(width * (number + width / 4))
    low = min(max(0.0, number + width / 2 - half), least_of(number, doubt))
    return Interval(low, number + width / 2 + half)


def times_seen(number: float, doubt: Doubt) -> float:
    """How often something happened that happened so often, and is known so well."""
    return number**2 / doubt.variance if doubt.variance > 0 else 0.0


def least_of(number: float, doubt: Doubt) -> float:
    """What has been seen once, twice or three times may be much rarer (Brown, Cai, DasGupta)."""
    seen = times_seen(number, doubt)
    if not 0 < seen < len(RARE) - 1:
        return number
    return number * float(np.interp(seen, range(len(RARE)), RARE)) / seen


def width_of(doubt: Doubt, most: float) -> float:
    """How wide an interval is: by the variance, as far as it is known."""
    if doubt.variance > 0 < most:
        return doubt.times**2 * doubt.variance / most
    return NORMAL**2 / doubt.deals


def of_spread(value: float, doubt: Doubt) -> Interval | None:
    """Of a standard deviation, or of anything else above 0 that is as often twice as half."""
    if doubt.deals < LEAST or value <= 0:
        return None
    factor = exp(doubt.times * sqrt(doubt.variance) / value)
    return Interval(value / factor, value * factor)


# ── Leaving deals out ────────────────────────────────────────────────────────────────────────────


def left_out(sums: Array) -> Array:
    """Sums by deal as a sum of all, and then without each deal, or group of deals, in turn."""
    if len(sums) > GROUPS:
        groups = np.zeros((GROUPS, *sums.shape[1:]))
        np.add.at(groups, np.arange(len(sums)) % GROUPS, sums)
        sums = groups
    total = sums.sum(axis=0)
    return np.concatenate([total[None], total - sums])


def doubt_in(column: Array, deals: int) -> Doubt:
    """Of a figure, from what it is and what it would be without each group of so many deals."""
    groups = max(2, min(deals, GROUPS))
    pulls = column[0] - column[1:]
    squares = float((pulls**2).sum())
    lean = float((pulls**3).sum()) / squares * groups / (groups - 1) if squares > 0 else 0.0
    return Doubt((groups - 1) / groups * squares, deals, lean)


def doubt_about(values: Array) -> Doubt:
    """Of the mean of values that have nothing to do with each other."""
    number = len(values)
    if number < 2:
        return Doubt(0.0, number)
    pulls = (values - values.mean()) / (number - 1)
    squares = float((pulls**2).sum())
    lean = float((pulls**3).sum()) / squares * number / (number - 1) if squares > 0 else 0.0
    return Doubt((number - 1) / number * squares, number, lean)
