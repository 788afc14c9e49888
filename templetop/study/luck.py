"""Luck against skill: what the differences between results are due to.

A result is how far a seat is ahead of the mean of its rivals, in points; where nobody is a rival or
points do not decide, the points or the share of the win. Its variance has parts:

    seat    some seats are better than others
    deal    chance favours a seat: it does well whenever this deal is played
    play    the same bots did something else on the same deal
    skill   who played, where bots of different strength met
"""

from dataclasses import dataclass

import numpy as np

from templetop.engine.seats import Array
from templetop.study.notes import Notes
from templetop.study.sure import (
    Estimate,
    number_of,
    of_part,
    of_root,
    of_square,
    share,
    summed,
    unknown,
)

SIDES_OF_A_DIFFERENCE = 2
# Of one deal alone nothing is left when it is left out: that is no number, and nothing to warn of.
MAY_BE_NO_NUMBER = np.errstate(invalid="ignore", divide="ignore")


@dataclass(frozen=True)
class Luck:
    """Parts of the variance, and how large they are in the unit of the result."""

    unit: str  # what a result is counted in
    seat: Estimate  # shares of all variance, among the same bots
    deal: Estimate
    play: Estimate
    fortune: Estimate  # one standard deviation of seat and deal together, in that unit


@dataclass(frozen=True)
class Skill:
    """What it matters who plays."""

    bot: str
    rival: str
    fair: float  # the rival's share of the wins if it were as good
    wins: Estimate  # its share
    gap: Estimate  # how much more the bot has, in the unit of the result
    skill: Estimate  # the share of all variance in mixed games that this is


def result_of(notes: Notes) -> tuple[Array, str]:
    """The result of every row, and its unit."""
    measure = notes.game.measure
    points, sides = notes.by_match("points").astype(np.float64), notes.by_match("side")
    are_rivals = len(np.unique(sides[0])) > 1
    if measure is None or not measure.decides or points.std() == 0:
        return notes["win"].astype(np.float64), "wins"
    if not are_rivals:
        return points.reshape(-1), measure.many
    rivals = sides[:, :, None] != sides[:, None, :]
    theirs = (rivals * points[:, None, :]).sum(axis=2) / rivals.sum(axis=2)
    return (points - theirs).reshape(-1), measure.many


@MAY_BE_NO_NUMBER
def luck_of(notes: Notes) -> Luck | None:
    """By deals that were played more than once; None where nothing differs."""
    result, unit = result_of(notes)
    result = without_bots(result, notes["bot"])
    deals, seat = notes["deal"], notes["seat"]
    count = summed(np.ones(len(result)), deals)
    centre = summed(result, deals) / count
    total = summed(result**2, deals) / count - centre**2
    by_seat = [part_means(result, deals, seat == n) for n in range(notes.seats)]
    seat_squares = np.mean([column**2 for column in by_seat], axis=0)
    noise = total / np.maximum(count / notes.seats, 1)  # of a seat's mean, by chance
    seats = seat_squares - centre**2 - noise
    products, pairs, where = pairs_of(result, deals, seat)
    if total[0] <= 0 or not len(where):
        return None
    together = summed(products, where) / summed(pairs, where)
    dealt = together - seat_squares + noise
    number = number_of(deals)
    seat_part = Estimate(seats / total, number, unknown, told=clipped(seats / total))
    if notes.seats == SIDES_OF_A_DIFFERENCE:  # half of it is how far each seat is from the centre
        half = (by_seat[0] - by_seat[1]) / 2 / np.sqrt(total)
        seat_part = Estimate(half, number, of_square, told=seat_part.value)
    deal_part = Estimate(dealt / total, number, of_part)
    play = 1 - (seats + dealt) / total
    rest = 1 - seat_part.value - deal_part.value
    return Luck(
        unit,
        seat_part,
        deal_part,
        Estimate(play, number, of_part, told=rest),
        Estimate(seats + dealt, number, of_root),
    )


def clipped(column: Array) -> float:
    """A part as it is told: by chance it may come out below nothing."""
    return float(np.clip(column[0], 0, 1))


def part_means(values: Array, deals: Array, rows: Array) -> Array:
    """The mean of some rows, by the weights of all."""
    return np.asarray(summed(values * rows, deals) / summed(rows.astype(float), deals))


def without_bots(result: Array, bot: Array) -> Array:
    """Where the bots differ, what is due to them is taken away."""
    means = np.bincount(bot, weights=result) / np.maximum(np.bincount(bot), 1)
    return np.asarray(result - means[bot] + result.mean())


def pairs_of(result: Array, deals: Array, seat: Array) -> tuple[Array, Array, Array]:
    """For every deal and seat: products of results of different takes, how many, and the deal."""
    cell = deals * (int(seat.max()) + 1) + seat
    cells, place = np.unique(cell, return_inverse=True)
    sums, squares = np.bincount(place, result), np.bincount(place, result**2)
    takes = np.bincount(place)
    products, pairs = (sums**2 - squares) / 2, takes * (takes - 1) / 2
    several = pairs > 0
    return products[several], pairs[several], (cells // (int(seat.max()) + 1))[several]


@MAY_BE_NO_NUMBER
def skill_of(notes: Notes, bot: str, rival: str) -> Skill | None:
    """By games in which the rival sat in for one side, everywhere in turn."""
    if not notes.rows:
        return None
    result, unit = result_of(notes)
    is_rival = notes["bot"] == notes.bots.index(rival)
    deals = notes["deal"]
    sides = len(np.unique(notes.by_match("side")[0]))
    count = summed(np.ones(len(result)), deals)
    total = summed(result**2, deals) / count - (summed(result, deals) / count) ** 2
    if sides == 1 or not (~is_rival).any() or total[0] <= 0:
        return None
    theirs = part_means(result, deals, is_rival)
    ours = part_means(result, deals, ~is_rival)
    counted = notes["win" if unit == "wins" else "points"].astype(float)
    gap = part_means(counted, deals, ~is_rival) - part_means(counted, deals, is_rival)
    part = summed(is_rival.astype(float), deals) / count
    between = np.sqrt(part * (1 - part)) * (ours - theirs)  # its square is a variance
    number = number_of(deals)
    return Skill(
        bot,
        rival,
        1 / sides,
        share(notes["win"][is_rival], deals[is_rival]),
        Estimate(gap, number),
        Estimate(between / np.sqrt(total), number, of_square),
    )
