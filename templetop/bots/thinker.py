"""The tree search at work: it spends its budget round by round, on all its threads."""

import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np

from templetop.bots.contest import Contest, Round
from templetop.bots.search import Mind, Sample, clear_mind, mind, room_for, weigh
from templetop.bots.seen import Seen
from templetop.bots.thought import Thought
from templetop.engine.ask import appeal, legal, to_move
from templetop.engine.bits import count, nth
from templetop.engine.compile import compiled
from templetop.engine.game import Game
from templetop.engine.level import Ways
from templetop.engine.seats import Array

AT_BEST = 5000  # games in mind per second


@dataclass(frozen=True)
class Budget:
    """When to stop: after so many games in mind or so many seconds, whichever comes first."""

    simulations: float = inf
    seconds: float = inf

    @property
    def most_simulations(self) -> float:
        """As many as it may come to, on a fast machine."""
        return min(self.simulations, AT_BEST * self.seconds)


@compiled
def order_moves(known, seat, moves, ordered, appeals):
    """The legal moves, the most appealing first; returns how many there are."""
    legal(known[0], seat, moves)
    for n in range(count(moves)):
        move = nth(moves, n)
        how_much = appeal(known[0], seat, move)
        place = n
        while place > 0 and appeals[place - 1] < how_much:
            ordered[place] = ordered[place - 1]
            appeals[place] = appeals[place - 1]
            place -= 1
        ordered[place] = move
        appeals[place] = how_much
    return count(moves)


class Thinker:
    """Searches in one game, on so many threads; each has a tree of its own."""

    def __init__(
        self, game: Game, ways: Ways, width: int, budget: Budget, threads: int = 1
    ) -> None:
        self.game = game
        self.ways = ways
        self.width = width
        self.budget = budget
        room = room_for(budget.most_simulations / threads)
        self.minds = [mind(game, *room, width) for _ in range(threads)]
        self.pool = ThreadPoolExecutor(threads)

    def think(self, seen: Seen, seed: int) -> Thought:
        """All that the budget allows; where there is no choice, nothing is thought."""
        return deque(self.ponder(seen, seed), maxlen=1).pop()

    def ponder(self, seen: Seen, seed: int) -> Iterator[Thought]:
        """Think in rounds, and say after each what has been found out so far."""
        begin = time.perf_counter()
        contest = self.contest(seen)
        for thinking in self.minds:
            clear_mind(thinking.world, thinking.tree)
        for number in range(contest.rounds):
            share = (number + 1) / contest.rounds
            simulations = self.budget.simulations / contest.rounds
            going = Round(contest, simulations, begin + share * self.budget.seconds)
            while not contest.is_decided and (deals := going.deals(len(self.minds))):
                self.deal_out(seen, seed, contest, deals)
                contest.drop_hopeless(seen.seat)
            yield contest.thought(seen.seat, seen.seats, time.perf_counter() - begin)
            if contest.is_decided:
                return
            contest.drop_half(seen.seat)

    def contest(self, seen: Seen) -> Contest:
        """The most appealing moves, and how much less each of them promises than the first."""
        ordered = np.zeros(self.game.moves.count, np.int64)
        appeals = np.zeros(self.game.moves.count, np.int64)
        legal_moves = order_moves(
            alone(seen.state), seen.seat, self.game.move_set(), ordered, appeals
        )
        several = min(legal_moves, self.width)
        gaps = (appeals[:several] - appeals[0]) / self.ways.point  # in points
        first_sight = gaps / (2 * self.ways.margin)
        is_joint = bool(to_move(seen.state) & ~(1 << seen.seat))
        threads = len(self.minds)
        return Contest(ordered[:several], first_sight, self.ways.trust, is_joint, threads)

    def deal_out(self, seen: Seen, seed: int, contest: Contest, deals: int) -> None:
        """So many more deals for all moves that are left, shared among the threads."""
        moves = contest.moves[contest.left]
        threads = min(len(self.minds), deals)
        new = range(contest.deals, contest.deals + deals)

        def share(thread: int) -> Array:
            mine = new[thread::threads]
            samples = np.zeros((len(mine), len(moves)), Sample)
            room = (self.minds[thread], contest.odds[thread], samples)
            weigh(*self.arguments(seen, seed, moves, mine, *room))
            return samples

        shares = [share(0)] if threads == 1 else self.pool.map(share, range(threads))
        for samples in shares:
            contest.add(samples, seen.seat)

    def arguments(
        self,
        seen: Seen,
        seed: int,
        moves: Array,
        deals: range,
        thinking: Mind,
        odds: Array,
        samples: Array,
    ) -> tuple[Any, ...]:
        """What `weigh` is called with."""
        table = (alone(seen.state), seen.seat, seen.seats)
        which = (moves, deals.start, deals.step, np.uint64(seed))
        return (*table, *which, self.ways, thinking, odds, samples)

    def close(self) -> None:
        self.pool.shutdown()


def alone(state: Any) -> Array:
    """A state as an array of one, as compiled code wants it."""
    states = np.zeros(1, state.dtype)
    states[0] = state
    return states
