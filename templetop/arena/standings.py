"""The figures of a tournament: who is how good, and who beats whom."""

from dataclasses import asdict, dataclass
from itertools import permutations
from typing import Any

import numpy as np

from templetop import intervals
from templetop.arena.ratings import fit, pull_of_prior, with_prior
from templetop.arena.results import SeatResult, by_match
from templetop.engine.seats import Array
from templetop.intervals import Doubt, Interval, doubt_in, left_out

ZERO = "random"  # has the rating 0 if it takes part; else the mean is 0


@dataclass(frozen=True)
class Standing:
    """How one bot stands."""

    bot: str
    rating: float | None  # None where all play together, and for who lost every seat
    rating_interval: Interval | None  # None also where there are too few deals to tell
    matches: int  # it played in, counted for each side it had
    wins: float  # share of them; a shared win is split
    wins_interval: Interval | None  # None where there are too few deals to tell
    points: float  # in the mean
    place: float
    ms_per_move: float
    seats_lost: int  # to the random bot, when a program failed
    has_failed: bool = False  # in every match: so nobody knows how good it is


@dataclass(frozen=True)
class Pair:
    """How often one bot came before another, of all matches of both; a tie is half."""

    bot: str
    rival: str
    share: float
    interval: Interval | None
    matches: int


@dataclass(frozen=True)
class Standings:
    """All figures, the best bot first."""

    bots: list[Standing]
    pairs: list[Pair]
    matches: int
    deals: int
    notes: list[str]  # what happened to programs, the first for each

    @property
    def is_together(self) -> bool:
        """Do all win or lose as one, so that nobody is rated?"""
        return not self.pairs

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
    ranked = sorted(map(figures.standing, bots), key=strength, reverse=True)
    names = [standing.bot for standing in ranked]
    pairs = [figures.pair(bot, rival) for bot, rival in permutations(names, 2)]
    return Standings(
        ranked,
        [pair for pair in pairs if pair.matches],
        len({result.match for result in results}),
        len({result.deal for result in results}),
        first_notes(results),
    )


def strength(one: Standing) -> tuple[float, ...]:
    """The rating decides; without one, how often all have won, and what they had in the mean.

    Who has failed comes last.
    """
    known = (one.wins, one.points) if one.rating is None else (one.rating,)
    return (float(not one.has_failed), *known)


def first_notes(results: list[SeatResult]) -> list[str]:
    """What happened to programs, the first time to each."""
    notes = {result.bot: result.note for result in reversed(results) if result.note}
    return list(notes.values())


class Figures:
    """Sums over the matches of each deal, of all deals and without each of them."""

    def __init__(self, bots: list[str], results: list[SeatResult]) -> None:
        self.bots = bots
        self.results = results
        self.sides = max(result.side for result in results)
        beaten, won, played = self.sums()
        self.deals = len(beaten)
        self.beaten, self.won, self.played = map(left_out, (beaten, won, played))
        self.rated = self.ratings() if self.sides > 1 else None

    def ratings(self) -> tuple[Array, list[Doubt]]:
        """Of all bots, and how far each may be off."""
        wins = with_prior(self.beaten)
        fitted = fit(wins)
        column = self.from_zero(fitted)
        pulls = self.from_zero(pull_of_prior(fitted[0], wins[0]).transpose(1, 2, 0))
        by_prior = (pulls**2).sum(axis=(0, 1)).tolist()
        by_deal = [doubt_in(one, self.deals).variance for one in column.T]
        both = zip(by_deal, by_prior, strict=True)
        return column[0], [Doubt(variance + more, self.deals) for variance, more in both]

    def sums(self) -> tuple[Array, Array, Array]:
        """For each deal: how often one bot beat another, how often it won, how often it played.

        Partners are one side, which is counted once; they are never compared with each other.
        """
        deals = {deal: n for n, deal in enumerate(sorted({one.deal for one in self.results}))}
        number = {bot: n for n, bot in enumerate(self.bots)}
        beaten = np.zeros((len(deals), len(number), len(number)))
        won, played = np.zeros(beaten.shape[:2]), np.zeros(beaten.shape[:2])
        for match in by_match(self.results):
            deal = deals[match[0].deal]
            for one in sides_of(match):
                won[deal, number[one.bot]] += one.win
                played[deal, number[one.bot]] += 1
            for one, other in permutations(sides_of(match), 2):
                if one.bot != other.bot:
                    beaten[deal, number[one.bot], number[other.bot]] += came_before(one, other)
        return beaten, won, played

    def from_zero(self, ratings: Array) -> Array:
        """Ratings as they are shown."""
        if ZERO not in self.bots:
            return ratings
        return np.asarray(ratings - ratings[..., [self.bots.index(ZERO)]])

    def standing(self, bot: str) -> Standing:
        n = self.bots.index(bot)
        mine = [result for result in self.results if result.bot == bot]
        wins, wins_interval = self.share(self.won[:, n], self.played[:, n])
        decisions = sum(result.decisions for result in mine)
        lost = {result.match for result in mine if result.note}
        has_failed = bool(mine) and lost == {result.match for result in mine}
        rating, rating_interval = (None, None) if has_failed else self.rating(n)
        return Standing(
            bot=bot,
            rating=rating,
            rating_interval=rating_interval,
            matches=round(self.played[0, n]),
            wins=wins,
            wins_interval=wins_interval,
            points=ratio(sum(result.points for result in mine), len(mine)),
            place=ratio(sum(result.place for result in mine), len(mine)),
            ms_per_move=1000 * ratio(sum(result.seconds for result in mine), decisions),
            seats_lost=sum(result.note != "" for result in mine),
            has_failed=has_failed,
        )

    def rating(self, n: int) -> tuple[float | None, Interval | None]:
        if self.rated is None:
            return None, None
        ratings, doubts = self.rated
        rating = float(ratings[n])
        return rating, intervals.of_number(rating, doubts[n])

    def share(self, part: Array, whole: Array) -> tuple[float, Interval | None]:
        """What was won of what was played: each of all deals, and then without each of them."""
        with np.errstate(invalid="ignore", divide="ignore"):
            column = np.nan_to_num(part / whole)
        value = float(column[0])
        return value, intervals.of_share(value, doubt_in(column, self.deals))

    def pair(self, bot: str, rival: str) -> Pair:
        n, m = self.bots.index(bot), self.bots.index(rival)
        met = self.beaten[:, n, m] + self.beaten[:, m, n]
        share, interval = self.share(self.beaten[:, n, m], met)
        return Pair(bot, rival, share, interval, round(met[0]))


def sides_of(match: list[SeatResult]) -> list[SeatResult]:
    """One line for each side of a match: partners share its place and its win."""
    return [*{result.side: result for result in reversed(match)}.values()][::-1]


def came_before(one: SeatResult, other: SeatResult) -> float:
    return 0.5 if one.place == other.place else float(one.place < other.place)


def ratio(part: float, whole: float) -> float:
    """Nothing of nothing is nothing."""
    return float(part / whole) if whole else 0.0
