"""The figures of a tournament: who is how good, and who beats whom."""

from dataclasses import asdict, dataclass
from itertools import permutations
from typing import Any

import numpy as np

from templetop.arena.ratings import Interval, doubtful, fit, interval, resampled, with_prior
from templetop.arena.results import SeatResult, by_match
from templetop.engine.game import Array

ZERO = "random"  # has the rating 0 if it takes part; else the mean is 0


@dataclass(frozen=True)
class Standing:
    """How one bot stands."""

    bot: str
    rating: float
    rating_interval: Interval
    matches: int  # it sat in, counted for each seat
    wins: float  # share of them; a shared win is split
    wins_interval: Interval
    points: float  # in the mean
    place: float
    ms_per_move: float
    seats_lost: int  # to the random bot, when a program failed


@dataclass(frozen=True)
class Pair:
    """How often one bot came before another, of all matches in which both sat; a tie is half."""

    bot: str
    rival: str
    share: float
    interval: Interval
    matches: int


@dataclass(frozen=True)
class Standings:
    """All figures, the best bot first."""

    bots: list[Standing]
    pairs: list[Pair]
    matches: int
    deals: int
    notes: list[str]  # what happened to programs, the first for each

    def pair(self, bot: str, rival: str) -> Pair | None:
        """None for two who have not met."""
        return next((p for p in self.pairs if (p.bot, p.rival) == (bot, rival)), None)

    def as_dict(self) -> dict[str, Any]:
        return {
            "matches": self.matches,
            "deals": self.deals,
            "standings": [asdict(standing) for standing in self.bots],
            "pairs": [asdict(pair) for pair in self.pairs],
            "notes": self.notes,
        }


def standings(bots: list[str], results: list[SeatResult]) -> Standings:
    """The figures of these results; the same whatever order they came in."""
    results = sorted(results, key=lambda result: (result.deal, result.match, result.seat))
    figures = Figures(bots, results)
    ranked = sorted((figures.standing(bot) for bot in bots), key=lambda one: -one.rating)
    names = [standing.bot for standing in ranked]
    pairs = [figures.pair(bot, rival) for bot, rival in permutations(names, 2)]
    return Standings(
        ranked,
        [pair for pair in pairs if pair.matches],
        len({result.match for result in results}),
        len({result.deal for result in results}),
        first_notes(results),
    )


def first_notes(results: list[SeatResult]) -> list[str]:
    """What happened to programs, the first time to each."""
    notes = {result.bot: result.note for result in reversed(results) if result.note}
    return list(notes.values())


class Figures:
    """Sums over the matches of each deal, and over deals that are weighed anew."""

    def __init__(self, bots: list[str], results: list[SeatResult]) -> None:
        self.bots = bots
        self.results = results
        self.seats = results[0].seats
        beaten, won, sat = self.sums()
        deals, n = len(beaten), len(bots)
        samples = resampled(np.concatenate([beaten.reshape(deals, n * n), won, sat], axis=1))
        self.beaten, self.won, self.sat = beaten.sum(axis=0), won.sum(axis=0), sat.sum(axis=0)
        self.beaten_samples = samples[:, : n * n].reshape(-1, n, n)
        self.won_samples, self.sat_samples = np.split(samples[:, n * n :], 2, axis=1)
        self.ratings = self.from_zero(fit(with_prior(self.beaten)))
        doubts = doubtful(np.full((n, n), 0.5))
        self.rating_samples = self.from_zero(fit(with_prior(self.beaten_samples, doubts)))

    def sums(self) -> tuple[Array, Array, Array]:
        """For each deal: how often one bot beat another, how often it won, how often it sat."""
        deals = {deal: n for n, deal in enumerate(sorted({one.deal for one in self.results}))}
        number = {bot: n for n, bot in enumerate(self.bots)}
        beaten = np.zeros((len(deals), len(number), len(number)))
        won, sat = np.zeros(beaten.shape[:2]), np.zeros(beaten.shape[:2])
        for match in by_match(self.results):
            deal = deals[match[0].deal]
            for one in match:
                won[deal, number[one.bot]] += one.win
                sat[deal, number[one.bot]] += 1
            for one, other in permutations(match, 2):
                if one.bot != other.bot:
                    beaten[deal, number[one.bot], number[other.bot]] += came_before(one, other)
        return beaten, won, sat

    def from_zero(self, ratings: Array) -> Array:
        """Ratings as they are shown."""
        if ZERO not in self.bots:
            return ratings
        return np.asarray(ratings - ratings[..., [self.bots.index(ZERO)]])

    def standing(self, bot: str) -> Standing:
        n = self.bots.index(bot)
        mine = [result for result in self.results if result.bot == bot]
        rating, wins = float(self.ratings[n]), ratio(self.won[n], self.sat[n])
        decisions = sum(result.decisions for result in mine)
        prior = doubtful(np.array([1 / self.seats, 1 - 1 / self.seats])).T
        samples = (self.won_samples[:, n] + prior[0]) / (self.sat_samples[:, n] + prior.sum(axis=0))
        return Standing(
            bot=bot,
            rating=rating,
            rating_interval=interval(self.rating_samples[:, n], rating),
            matches=len(mine),
            wins=wins,
            wins_interval=interval(samples, wins),
            points=ratio(sum(result.points for result in mine), len(mine)),
            place=ratio(sum(result.place for result in mine), len(mine)),
            ms_per_move=1000 * ratio(sum(result.seconds for result in mine), decisions),
            seats_lost=sum(result.note != "" for result in mine),
        )

    def pair(self, bot: str, rival: str) -> Pair:
        n, m = self.bots.index(bot), self.bots.index(rival)
        met = self.beaten[n, m] + self.beaten[m, n]
        share = ratio(self.beaten[n, m], met)
        samples = self.beaten_samples[:, [n, m], [m, n]] + doubtful(np.array([0.5, 0.5]))
        samples = samples[:, 0] / samples.sum(axis=1)
        return Pair(bot, rival, share, interval(samples, share), round(met))


def came_before(one: SeatResult, other: SeatResult) -> float:
    return 0.5 if one.place == other.place else float(one.place < other.place)


def ratio(part: float, whole: float) -> float:
    """Nothing of nothing is nothing."""
    return float(part / whole) if whole else 0.0
