"""Which of several moves is best: all get the same deals, and the worse half drops out.

A move that is surely worse than another drops out before that, so that those between which it is
hard to tell get more deals; and when one is surely the best, there is nothing left to think about.
"""

import time
from math import ceil, inf, log2

import numpy as np

from templetop.bots.thought import Thought, Weighed
from templetop.engine.game import Array
from templetop.engine.simulate import MOST_SEATS

GLANCE = 0.05  # seconds between two looks at the clock
LOOK = 16  # deals of each thread between two looks at what came of them
ENOUGH = 32  # with fewer deals than these nothing is sure
SURE = 3.0  # standard errors


class Contest:
    """The moves that are weighed, and what came of them in the deals so far."""

    def __init__(self, moves: Array, first_sight: Array, trust: float) -> None:
        self.moves = moves
        self.first_sight = first_sight  # how much less each seems to be worth than the best
        self.trust = trust  # it counts as much as so many deals
        self.left = np.arange(len(moves))  # the numbers of those that have not dropped out
        self.places = len(moves)  # so many are left at most
        self.deals = 0
        self.visits = np.zeros(len(moves), np.int64)
        self.values = np.zeros((len(moves), MOST_SEATS))
        self.points = np.zeros((len(moves), MOST_SEATS))
        self.products = np.zeros((len(moves), len(moves)))  # of the values of two, added up

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
        self.deals += len(samples)
        self.visits[self.left] += len(samples)
        self.values[self.left] += samples["values"].sum(axis=0, dtype=np.float64)
        self.points[self.left] += samples["points"].sum(axis=0)

    def drop_half(self, seat: int) -> None:
        """The better half by what came of them, and by how they look at first sight."""
        self.places = (self.places + 1) // 2
        best_first = np.argsort(-self.merits(seat)[self.left], kind="stable")
        self.left = self.left[np.sort(best_first[: self.places])]

    def drop_hopeless(self, seat: int) -> None:
        """Those that are surely worse than the one that is best so far."""
        if self.deals >= ENOUGH and len(self.left) > 1:
            best = self.left[np.argmax(self.merits(seat)[self.left])]
            self.left = self.left[self.doubts(best, seat) >= 0]

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
        order = np.lexsort((-self.merits(seat), -self.visits, dropped))
        weighed = tuple(
            Weighed(
                int(self.moves[n]),
                int(self.visits[n]),
                tuple(values[n, :seats].tolist()),
                tuple(points[n, :seats].tolist()),
            )
            for n in order
        )
        return Thought(weighed, self.simulations, seconds)


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
