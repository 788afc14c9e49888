"""How sure a figure is: its 95% interval, and that of a difference between variants.

The games of a deal belong together, and so do those of both variants. So whole deals are weighed
anew, each as if it had come up any number of times, 1 in the mean (the Bayesian bootstrap); both
variants get the same weights. Of very many deals, some share a weight.
"""

from dataclasses import dataclass
from functools import lru_cache
from zlib import crc32

import numpy as np

from templetop.engine.seats import Array

RESAMPLES = 2000
GROUPS = 400  # of deals: more than these share a weight
CONFIDENCE = (2.5, 97.5)  # per cent: where 95 of 100 lie between


@dataclass(frozen=True)
class Estimate:
    """A figure, and what it would have been by other weights of the deals."""

    value: float
    samples: Array

    @property
    def low(self) -> float:
        return min(self.value, float(np.percentile(self.samples, CONFIDENCE[0])))

    @property
    def high(self) -> float:
        return max(self.value, float(np.percentile(self.samples, CONFIDENCE[1])))

    @property
    def spread(self) -> float:
        """One standard deviation of the doubt."""
        return float(self.samples.std())

    def __sub__(self, other: "Estimate") -> "Estimate":
        return Estimate(self.value - other.value, self.samples - other.samples)

    def is_surely_not(self, value: float) -> bool:
        return self.low > value or self.high < value


@lru_cache(1)
def weights() -> Array:
    """A row of weights for each resample."""
    return np.random.default_rng(0).standard_exponential((RESAMPLES, GROUPS))


def summed(values: Array, deals: Array) -> Array:
    """A column of sums: of all rows first, and then by each of the resamples."""
    sums = np.bincount(deals % GROUPS, weights=values, minlength=GROUPS)
    # Not by @: that is shared among threads, and on a busy machine they wait for each other.
    return np.concatenate([[sums.sum()], np.einsum("rg,g->r", weights(), sums)])


def estimate(column: Array) -> Estimate:
    return Estimate(float(column[0]), column[1:])


def mean(values: Array, deals: Array, of: Array | None = None) -> Estimate:
    """The mean of a column; or the sum of one for each of another, such as choices a decision."""
    whole = np.ones(len(values)) if of is None else of
    with np.errstate(invalid="ignore", divide="ignore"):
        return estimate(np.nan_to_num(summed(values, deals) / summed(whole, deals)))


def share(values: Array, deals: Array) -> Estimate:
    """The mean of a column of ones and zeros, or of parts of one.

    Half a one and half a zero are added, in doubt: so it is honest about 100 per cent of a few.
    Each column has doubts of its own, or one game in a hundred would make a sure difference.
    """
    random = np.random.default_rng(crc32(np.ascontiguousarray(values, np.float64).tobytes()))
    ones, zeros = random.standard_gamma(0.5, (2, RESAMPLES))
    part, whole = summed(values, deals), summed(np.ones(len(values)), deals)
    value = part[0] / whole[0] if whole[0] else 0.0
    return Estimate(float(value), (part[1:] + ones) / (whole[1:] + ones + zeros))


def deviation(values: Array, deals: Array) -> Estimate:
    """The standard deviation of a column."""
    count = summed(np.ones(len(values)), deals)
    first, second = summed(values, deals) / count, summed(values**2, deals) / count
    return estimate(np.sqrt(np.maximum(second - first**2, 0)))
