"""Weighs a decision: the strongest search looks for the best move, then fresh deals compare.

The search picks its favourite because that did well in the deals it tried, so those deals flatter
it. What a move cost is therefore measured in deals that had no part in the choice: the favourite,
its nearest rivals and the move that was made all get the same ones. Where the favourite is no
better after all, the difference is as often below zero as above. Only if the move that was made is
surely better in these deals does the coach change its mind and take that for the best.

Everything starts from `Seen`, so nothing that was hidden from the seat can change a verdict.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import Any, Literal

import numpy as np

from templetop.bots.contest import Contest
from templetop.bots.line import expected_line
from templetop.bots.roster import strength
from templetop.bots.search import Sample, even_odds, weigh
from templetop.bots.seen import Seen
from templetop.bots.thinker import Budget, Thinker
from templetop.bots.thought import Expected, Thought
from templetop.engine import ask
from templetop.engine.ending import are_together, is_still_to_be_won, sides_of
from templetop.engine.game import Game
from templetop.engine.seats import Array

STRONGEST = "search"
CERTAINTY = 1.96  # standard errors on either side hold the truth 19 times out of 20

Unit = Literal["lead", "points", "chances"]


@dataclass(frozen=True)
class Effort:
    """How many simulated games find the best move, and how many fresh deals compare it."""

    search: int
    deals: int


@dataclass(frozen=True)
class Estimate:
    """A mean and its standard error."""

    mean: float
    error: float = 0.0

    @property
    def margin(self) -> float:
        """So much above and below, 19 times out of 20."""
        return CERTAINTY * self.error

    def __add__(self, other: "Estimate") -> "Estimate":
        """Two that have nothing to do with each other."""
        return Estimate(self.mean + other.mean, sqrt(self.error**2 + other.error**2))

    def __neg__(self) -> "Estimate":
        return Estimate(-self.mean, self.error)


def estimate(samples: Array) -> Estimate:
    """From one number for each deal."""
    spread = float(samples.std(ddof=1)) if len(samples) > 1 else 0.0
    return Estimate(float(samples.mean()), spread / sqrt(len(samples)))


@dataclass(frozen=True)
class Weighing:
    """What came of some moves in the same fresh deals; the favourite is the first of them."""

    moves: tuple[int, ...]
    shares: Array  # how often the search would make each of them
    values: Array  # deals × moves × seats: the outlook from 0 to 1
    stakes: Array  # the same in the unit of the match
    simulations: int
    lines: dict[int, list[Expected]]

    @property
    def best(self) -> int:
        return self.moves[0]

    @property
    def is_mixed(self) -> bool:
        """Would a single move be foreseen by those who decide at the same time?"""
        return bool((self.shares > 0).sum() > 1)

    def conceding(self, made: int, seat: int) -> "Weighing":
        """If the move that was made is surely better than what the search would do, it is best."""
        gained = estimate(
            self.of(made, self.values)[:, seat] - self.by_search(self.values)[:, seat]
        )
        if gained.mean <= gained.margin:
            return self
        order = sorted(range(len(self.moves)), key=lambda n: self.moves[n] != made)
        return replace(
            self,
            moves=tuple(self.moves[n] for n in order),
            shares=np.eye(len(order))[0],
            values=self.values[:, order],
            stakes=self.stakes[:, order],
        )

    def by_search(self, samples: Array) -> Array:
        """Deals × seats: what came of what the search would do."""
        return np.asarray(np.einsum("dms,m->ds", samples, self.shares))

    def of(self, move: int, samples: Array) -> Array:
        """Deals × seats: what came of this move."""
        return np.asarray(samples[:, self.moves.index(move)])


class Scales(Thinker):
    """The strongest search of a game, with the move that was made always among the candidates."""

    def __init__(self, game: Game, effort: Effort, width: int = 0) -> None:
        level, _ = strength(STRONGEST, game)
        most = Budget(effort.search + 4 * effort.deals)
        super().__init__(game, level.ways, (width or level.width) + 1, most)
        self.budget = Budget(effort.search)
        self.effort = effort
        self.made: int | None = None

    def contest(self, seen: Seen) -> Contest:
        """The most appealing moves, and the one that was made instead of the least of them."""
        contest = super().contest(seen)
        if self.made is not None and self.made not in contest.moves:
            first, last = int(contest.moves[0]), len(contest.moves) - 1
            gap = self.appeal_of(seen, self.made) - self.appeal_of(seen, first)
            contest.moves[last] = self.made
            contest.first_sight[last] = gap / self.ways.point / (2 * self.ways.margin)
        self.current = contest
        return contest

    def appeal_of(self, seen: Seen, move: int) -> int:
        return int(ask.appeal(seen.state, seen.seat, move))

    def weigh(
        self, seen: Seen, seed: int, made: int | None = None, rivals: int = 0, lines: bool = False
    ) -> Weighing:
        """The favourite, so many of its rivals, and the move that was made, in fresh deals."""
        self.made = made
        thought = self.think(seen, seed)
        moves = chosen(thought, made, rivals)
        shares = shares_of(thought, moves)
        samples = self.fresh(seen, seed, moves, shares)
        told = [thought.move, *([made] if made is not None else [])] if lines else []
        values = samples["values"][:, :, : seen.seats].astype(np.float64)
        points = samples["points"][:, :, : seen.seats].astype(np.float64)
        return Weighing(
            tuple(moves),
            shares,
            values,
            in_unit(unit_of(seen.state, seen.seats), values, points, sides_of(seen.state)),
            thought.simulations + samples.size,
            {move: expected_line(seen, move, self.minds[0], seed) for move in told},
        )

    def fresh(self, seen: Seen, seed: int, moves: Sequence[int], shares: Array) -> Array:
        """Deals that the search has not had; each meets the odds that the search has settled on."""
        contest, deals = self.current, self.effort.deals
        columns = [int(np.flatnonzero(contest.moves == move)[0]) for move in moves]
        samples = np.zeros((deals, len(moves)), Sample)
        batch = 1 if contest.is_joint else deals  # odds shift with every deal, and are set again
        for done in range(0, deals, batch):
            odds = even_odds(len(moves))
            odds["column"], odds["share"] = columns, shares
            these = range(contest.deals + done, contest.deals + done + batch)
            room = (self.minds[0], odds, samples[done : done + batch])
            weigh(*self.arguments(seen, seed, np.array(moves, np.int64), these, *room))
        return samples


def chosen(thought: Thought, made: int | None, rivals: int) -> list[int]:
    """The favourite, what else the search would sometimes do, its rivals, and what was made."""
    weighed = thought.weighed
    moves = [one.move for n, one in enumerate(weighed) if n <= rivals or one.share > 0]
    return moves if made is None or made in moves else [*moves, made]


def shares_of(thought: Thought, moves: Sequence[int]) -> Array:
    """How often the search would make each: the favourite always, unless it has to mix."""
    share = {one.move: one.share for one in thought.weighed}
    shares = np.array([share[move] for move in moves])
    return np.asarray(shares / shares.sum() if shares.any() else np.eye(len(moves))[0])


# ── What is at stake ─────────────────────────────────────────────────────────────────────────────


def unit_of(state: Any, seats: int) -> Unit:
    """The lead over the best rival; alone or all together the points; or else the chances.

    `state` is a table of the match before its end: of a win that all have together, the end does
    not tell whether it could have been lost.
    """
    measure = ask.game_of(state).measure
    if measure is None or not measure.decides or is_still_to_be_won(state):
        return "chances"
    return "points" if are_together(sides_of(state), seats) else "lead"


def in_unit(unit: Unit, values: Array, points: Array, sides: Array) -> Array:
    """Outcomes (… × seats) in the unit of the match; partners have what their side has."""
    if unit == "chances":
        return values
    by_side = {side: points[..., sides == side].mean(axis=-1) for side in {*sides.tolist()}}
    if unit == "points":
        return np.stack([by_side[side] for side in sides.tolist()], axis=-1)
    best_of_others = {
        side: np.max([by_side[other] for other in by_side if other != side], axis=0)
        for side in by_side
    }
    return np.stack([by_side[side] - best_of_others[side] for side in sides.tolist()], axis=-1)
