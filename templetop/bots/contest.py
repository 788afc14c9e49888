"""Which of several moves is best: all get the same deals, and the worse half drops out."""

import time
from math import ceil, inf, log2

import numpy as np

from templetop.bots.thought import Thought, Weighed
from templetop.engine.game import Array
from templetop.engine.simulate import MOST_SEATS

GLANCE = 0.05  # seconds between two looks at the clock


class Contest:
    """The moves that are weighed, and what came of them in the deals so far."""

    def __init__(self, moves: Array, first_sight: Array, trust: float) -> None:
        self.moves = moves
        self.first_sight = first_sight  # how much less each seems to be worth than the best
        self.trust = trust  # it counts as much as so many deals
        self.left = np.arange(len(moves))  # the numbers of those that have not dropped out
        self.deals = 0
        self.visits = np.zeros(len(moves), np.int64)
        self.values = np.zeros((len(moves), MOST_SEATS))
        self.points = np.zeros((len(moves), MOST_SEATS))

    @property
    def rounds(self) -> int:
        """How often half of the moves drop out, until one is left."""
        return max(1, ceil(log2(len(self.moves))))

    def add(self, samples: Array) -> None:
        """What came of more deals, a row for each."""
        self.deals += len(samples)
        self.visits[self.left] += len(samples)
        self.values[self.left] += samples["values"].sum(axis=0)
        self.points[self.left] += samples["points"].sum(axis=0)

    def drop_half(self, seat: int) -> None:
        """The better half by what came of them, and by how they look at first sight."""
        best_first = np.argsort(-self.merits(seat)[self.left], kind="stable")
        self.left = self.left[np.sort(best_first[: (len(self.left) + 1) // 2])]

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
        return Thought(weighed, int(self.visits.sum()), seconds)


class Round:
    """Says how many deals a round of a contest gets, by games in mind and by the clock."""

    def __init__(self, contest: Contest, simulations: float, until: float) -> None:
        self.contest = contest
        self.before = contest.deals
        self.most = max(1, int(simulations / len(contest.left))) if simulations < inf else inf
        self.until = until
        self.begin = time.perf_counter()

    def deals(self, threads: int) -> int:
        """How many to try until the next look at the clock; none when the round is over."""
        done = self.contest.deals - self.before
        left = self.most - done
        if self.until == inf:
            return int(left)
        now = time.perf_counter()
        if left == 0 or (done and now >= self.until):
            return 0
        pace = done / (now - self.begin)
        return int(min(left, max(threads, pace * min(GLANCE, self.until - now))))
