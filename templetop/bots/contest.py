"""Which of several moves is best: all get the same deals, and the worse half drops out.

A move that is surely worse than another drops out before that, so that those between which it is
hard to tell get more deals; and when one is surely the best, there is nothing left to think about.
Where several decide at once, and it matters what the others do, some are kept to the end, and the
answer is how likely each should be.
"""

import time
from math import ceil, inf, log2

import numpy as np

from templetop.bots.search import even_odds
from templetop.bots.thought import Thought, Weighed
from templetop.engine.seats import MOST_SEATS, Array

GLANCE = 0.05  # seconds between two looks at the clock
LOOK = 16  # deals of each thread between two looks at what came of them
ENOUGH = 32  # with fewer deals than these nothing is sure
SURE = 3.0  # standard errors
MIXED = 4  # so many are kept where it depends on others
SOMETIMES = 0.1  # of all deals
REPEATED = 6  # so often must others have done the same again, before anything is said about it
PERHAPS, FOR_SURE = 2.0, 6.0  # so much dependence on others is not, or surely not, mere luck
TINY = 1e-9
FAINT = 0.1  # of the likeliest: what is less likely than that is only doubt, and is not done


class Contest:
    """The moves that are weighed, and what came of them in the deals so far."""

    def __init__(
        self,
        moves: Array,
        first_sight: Array,
        trust: float,
        is_joint: bool = False,
        threads: int = 1,
    ) -> None:
        self.moves = moves
        self.first_sight = first_sight  # how much less each seems to be worth than the best
        self.trust = trust  # it counts as much as so many deals
        self.is_joint = is_joint  # others decide at the same time
        self.odds = [even_odds(len(moves)) for _ in range(threads)]  # of those that are left
        self.left = np.arange(len(moves))  # the numbers of those that have not dropped out
        self.places = len(moves)  # so many are left at most
        self.deals = 0
        self.visits = np.zeros(len(moves), np.int64)
        self.values = np.zeros((len(moves), MOST_SEATS))
        self.points = np.zeros((len(moves), MOST_SEATS))
        self.products = np.zeros((len(moves), len(moves)))  # of the values of two, added up
        self.ahead = np.zeros((len(moves), len(moves)), np.int64)  # deals in which one was better
        # By what the others did at the same time: in how many deals, and the values, added up
        self.rivals: dict[int, tuple[int, Array]] = {}

    @property
    def rounds(self) -> int:
        """How often half of the moves drop out, until one is left."""
        return max(1, ceil(log2(len(self.moves))))

    @property
    def simulations(self) -> int:
        """Games played in mind so far."""
        return int(self.visits.sum())

    @property
    def is_decided(self) -> bool:
        """Has only one not dropped out, so that thinking on changes nothing?"""
        return self.deals > 0 and len(self.left) == 1

    def add(self, samples: Array, seat: int) -> None:
        """What came of more deals, a row for each; it is this seat that decides."""
        mine = samples["values"][:, :, seat].astype(np.float64)
        self.products[np.ix_(self.left, self.left)] += mine.T @ mine
        if self.is_joint:
            self.ahead[np.ix_(self.left, self.left)] += times_ahead(mine)
            self.add_by_rivals(samples["rivals"][:, 0], mine)
        self.deals += len(samples)
        self.visits[self.left] += len(samples)
        self.values[self.left] += samples["values"].sum(axis=0, dtype=np.float64)
        self.points[self.left] += samples["points"].sum(axis=0)

    def add_by_rivals(self, rivals: Array, mine: Array) -> None:
        nothing = (0, np.zeros(len(self.moves)))
        for did, values in zip(rivals.tolist(), mine, strict=True):
            deals, sums = self.rivals.get(did, nothing)
            sums = sums.copy()
            sums[self.left] += values
            self.rivals[did] = (deals + 1, sums)

    def dependence(self, seat: int) -> float:
        """How much it depends on the others which move is better than the best: 1 is mere luck.

        The variance between what they did, against that where they did the same (Fisher's F). Where
        they hardly ever do the same twice, nobody can tell, and it is 0.
        """
        spare = self.deals - len(self.rivals)
        if not self.is_joint or spare < REPEATED or len(self.left) == 1 or len(self.rivals) == 1:
            return 0.0
        best = self.left[np.argmax(self.merits(seat)[self.left])]
        others = self.left[self.left != best]
        gaps = self.values[others, seat] - self.values[best, seat]
        squares = np.diag(self.products)[others] - 2 * self.products[others, best]
        total = squares + self.products[best, best] - gaps**2 / self.deals
        between = -(gaps**2) / self.deals
        for deals, sums in self.rivals.values():
            between = between + (sums[others] - sums[best]) ** 2 / deals
        within = np.maximum(total - between, TINY) / spare
        return float((np.maximum(between, 0) / (len(self.rivals) - 1) / within).max())

    def drop_half(self, seat: int) -> None:
        """The better half by what came of them, and by how they look at first sight."""
        least = MIXED if self.dependence(seat) > PERHAPS else 1
        self.places = max((self.places + 1) // 2, least)
        best_first = np.argsort(-self.merits(seat)[self.left], kind="stable")
        self.keep(np.sort(best_first[: self.places]))

    def drop_hopeless(self, seat: int) -> None:
        """Those that are surely worse than the one that is best so far.

        Where that depends on others, they may do something else next time; then it must hardly
        ever have been better, whatever they did.
        """
        if self.deals >= ENOUGH and len(self.left) > 1:
            best = self.left[np.argmax(self.merits(seat)[self.left])]
            may_be_best = self.doubts(best, seat) >= 0
            if self.dependence(seat) > PERHAPS:
                may_be_best |= self.ahead[self.left, best] >= SOMETIMES * self.deals
            self.keep(np.flatnonzero(may_be_best))

    def keep(self, which: Array) -> None:
        """Only these of those that are left."""
        self.left = self.left[which]
        self.odds = [among_themselves(odds[which]) for odds in self.odds]

    def shares(self, seat: int) -> Array:
        """How likely each of those left should be, where several decide at once.

        One that is best whatever the others do need not be hidden from them.
        """
        if not self.is_joint:
            return np.zeros(len(self.left))
        totals = np.sum([odds["total"] for odds in self.odds], axis=0)
        if self.dependence(seat) < FOR_SURE or not totals.any():
            best = np.argmax(self.merits(seat)[self.left])
            return np.asarray(np.arange(len(self.left)) == best, np.float64)
        totals[totals < FAINT * totals.max()] = 0
        return np.asarray(totals / totals.sum())

    def doubts(self, best: int, seat: int) -> Array:
        """For each that is left: how much better it may be than the best so far."""
        left, deals = self.left, self.deals
        behind = (self.values[best, seat] - self.values[left, seat]) / deals
        squares = np.diag(self.products)[left] - 2 * self.products[left, best]
        spread = (squares + self.products[best, best]) / deals - behind**2
        return np.asarray(SURE * np.sqrt(np.maximum(spread, 0) / deals) - behind)

    def merits(self, seat: int) -> Array:
        """All that are left had the same deals, so that these can be compared."""
        sums = self.values[:, seat] + self.trust * self.first_sight
        return np.asarray(sums / (self.visits + self.trust))

    def thought(self, seat: int, seats: int, seconds: float) -> Thought:
        """As things stand: those left come first, by what they are worth."""
        values = self.values / self.visits[:, None]
        points = self.points / self.visits[:, None]
        dropped = ~np.isin(np.arange(len(self.moves)), self.left)
        shares = np.zeros(len(self.moves))
        shares[self.left] = self.shares(seat)
        order = np.lexsort((-self.merits(seat), -self.visits, -shares, dropped))
        weighed = tuple(
            Weighed(
                int(self.moves[n]),
                int(self.visits[n]),
                tuple(values[n, :seats].tolist()),
                tuple(points[n, :seats].tolist()),
                float(shares[n]),
            )
            for n in order
        )
        return Thought(weighed, self.simulations, seconds)


def among_themselves(odds: Array) -> Array:
    """What those had who dropped out goes to those who are left."""
    total = odds["share"].sum()
    odds["share"] = odds["share"] / total if total > 0 else 1 / len(odds)
    return odds


def times_ahead(values: Array) -> Array:
    """In how many of these rows the one was better than the other, for every two."""
    return np.asarray((values[:, :, None] > values[:, None, :]).sum(axis=0))


class Round:
    """Says how many deals a round of a contest gets, by games in mind and by the clock."""

    def __init__(self, contest: Contest, simulations: float, until: float) -> None:
        self.contest = contest
        self.before = contest.deals
        self.most = contest.simulations + simulations
        self.until = until
        self.begin = time.perf_counter()

    def deals(self, threads: int) -> int:
        """How many to try until the next look at what came of them; none when it is over."""
        if len(self.contest.left) == 1:
            return 1  # there is no choice: this is only to see what comes of it
        done = self.contest.deals - self.before
        left = (self.most - self.contest.simulations) / len(self.contest.left)
        if done == 0:
            return int(min(max(1, left), LOOK * threads if self.until == inf else threads))
        return int(min(left, LOOK * threads, self.in_time(done, threads)))

    def in_time(self, done: int, threads: int) -> float:
        """How many until the next look at the clock."""
        if self.until == inf:
            return inf
        now = time.perf_counter()
        pace = done / (now - self.begin)
        return 0 if now >= self.until else max(threads, pace * min(GLANCE, self.until - now))
