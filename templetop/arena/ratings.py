"""How strong everybody is, from who beat whom (Bradley and Terry's model), on the scale of Elo.

The odds that one bot beats another are the ratio of their strengths; a rating is the logarithm of a
strength. Besides the matches that were played everybody has half a win and half a defeat against
the rest, so that a bot that won all of its matches gets a rating too.
"""

import numpy as np

from templetop.engine.seats import Array

ELO = 400 / np.log(10)  # so that ten times the odds are 400 apart
HALF = 0.5**0.5  # the standard deviation of a half that may be nothing, or more than one
STEPS = 100
LONGEST_STEP = 2.0  # the curve is far from a parabola when the strengths are far apart
CLOSE_ENOUGH = 1e-9


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


def with_prior(wins: Array) -> Array:
    """Half a win and half a defeat more for everybody, spread over the others."""
    bots = wins.shape[-1]
    return np.asarray(wins + (1 - np.eye(bots)) / 2 / (bots - 1))


def pull_of_prior(ratings: Array, wins: Array) -> Array:
    """The variance of ratings by the halves of the prior: a half is as little as none, or as one.

    `ratings` come from `wins`, which contain the prior. One more win of i against j changes every
    rating by a column of the inverse curvature, and more the less it was to be expected.
    """
    bots = len(wins)
    strengths = ratings / ELO
    expected = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
    inverse = np.linalg.inv(curvature((wins + wins.T) * expected * (1 - expected)))
    pulls = ELO * (1 - expected) * (inverse[:, :, None] - inverse[:, None, :])  # of who, i, j
    return np.asarray(HALF * pulls / (bots - 1))
