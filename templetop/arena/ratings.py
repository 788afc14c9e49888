"""How strong everybody is, from who beat whom (Bradley and Terry's model), on the scale of Elo.

The odds that one bot beats another are the ratio of their strengths; a rating is the logarithm of a
strength. Besides the matches that were played everybody has half a win and half a defeat against
the rest, so that a bot that won all of its matches gets a rating too.
"""

from typing import NamedTuple

import numpy as np

from templetop.engine.seats import Array

ELO = 400 / np.log(10)  # so that ten times the odds are 400 apart
RESAMPLES = 2000
BLOCK = 4096  # deals whose weights are drawn at a time
CONFIDENCE = (2.5, 97.5)  # per cent: where 95 of 100 lie between
STEPS = 100
LONGEST_STEP = 2.0  # the curve is far from a parabola when the strengths are far apart
CLOSE_ENOUGH = 1e-9


class Interval(NamedTuple):
    low: float
    high: float


def fit(wins: Array) -> Array:
    """Ratings from wins[…, i, j], how often i beat j, a tie being half a win; 0 in the mean.

    Newton's method, for a whole stack of tables at once. Every two must have won against each other
    at least in part, which `with_prior` sees to.
    """
    ratings = np.zeros(wins.shape[:-1])
    matches = wins + np.swapaxes(wins, -1, -2)
    for _ in range(STEPS):
        expected = 1 / (1 + np.exp(ratings[..., None, :] - ratings[..., :, None]))
        slope = (wins - matches * expected).sum(axis=-1)
        step = np.linalg.solve(curvature(matches * expected * (1 - expected)), slope[..., None])
        step = np.clip(step[..., 0], -LONGEST_STEP, LONGEST_STEP)
        ratings += step
        if np.abs(step).max() < CLOSE_ENOUGH:
            break
    return np.asarray(ELO * (ratings - ratings.mean(axis=-1, keepdims=True)))


def curvature(bends: Array) -> Array:
    """How the slope changes with the ratings; the ones hold their mean where it is."""
    bots = bends.shape[-1]
    whole = np.eye(bots) * bends.sum(axis=-1)[..., None]
    return np.asarray(whole - bends + np.ones((bots, bots)))


def with_prior(wins: Array, doubts: Array | None = None) -> Array:
    """Half a win and half a defeat more for everybody, spread over the others.

    `doubts` are what these halves count for in a resample, and 1/2 in the mean.
    """
    bots = wins.shape[-1]
    halves = np.full(wins.shape, 0.5) if doubts is None else doubts
    return np.asarray(wins + halves * (1 - np.eye(bots)) / (bots - 1))


# ── How sure we are ──────────────────────────────────────────────────────────────────────────────
# A deal's matches belong together, so whole deals are weighed anew: each as if it had come up not
# once but any number of times, 1 in the mean (the Bayesian bootstrap). With the halves of the prior
# weighed as well, the interval of a share is the one that bears Jeffreys' name, which is honest
# about 100 per cent of a few matches too.


def resampled(sums: Array, seed: int = 0) -> Array:
    """Rows of figures, one for each deal, added up with many different weights of the deals."""
    random = np.random.default_rng(seed)
    totals = np.zeros((RESAMPLES, sums.shape[1]))
    for first in range(0, len(sums), BLOCK):
        block = sums[first : first + BLOCK]
        totals += random.standard_exponential((RESAMPLES, len(block))) @ block
    return totals


def doubtful(shares: Array, seed: int = 1) -> Array:
    """What halves, or other shares, of a prior count for in each resample."""
    random = np.random.default_rng(seed)
    return random.standard_gamma(shares, (RESAMPLES, *np.shape(shares)))


def interval(samples: Array, value: float) -> Interval:
    """Where 95 of 100 samples lie; the value itself is never outside."""
    low, high = np.percentile(samples, CONFIDENCE)
    return Interval(min(float(low), value), max(float(high), value))
