"""Luck and skill apart: how a seat came to its result.

Everything is counted in one unit: the lead over the best rival where points decide, the points of
those who play alone or all together, and the outlook (0 to 1) in all other games. For each seat:

    result = start + own decisions + others' decisions + chance

*start* is what the search expects at the seat's first real decision, if everyone plays well from
there. *own* and *others* are the sums of what each decision since then changed for the seat: the
move that was made against what the search would have done, in the same deals, with what the one
who decided could know. *chance* is the rest: what cards, tiles, dice and hidden things turned out
to be, added up between all decisions.

Being the rest, chance also holds what the search misjudges. It simulates with simpler play than its
own, so everybody does better than it expects. Where there are rivals, that lifts all of them alike
and hardly changes a lead or an outlook; those who play alone will find some of it under chance.
Decisions of seats that were not looked at are part of chance, too. Where several decide at the same
time, each is weighed against what the others might do, and how their decisions happened to meet is
chance. In a game without chance and secrets, the rest is nothing but misjudgement, and is not
called chance.

The intervals come from the spread between deals: 19 times out of 20 a second look with another seed
falls within them. They do not cover what the search misjudges. The expectations between the first
and the last decision cancel out, so their noise does not add up.
"""

from collections.abc import Sequence
from functools import reduce
from operator import add
from typing import Any

import numpy as np

from templetop.bots.roster import strength
from templetop.bots.search import TO_WIN_TOGETHER, judge, mind
from templetop.coach.scales import STRONGEST, Estimate, Unit, in_unit
from templetop.coach.verdict import Account, Verdict
from templetop.engine import ask
from templetop.engine.ending import are_together, sides_of
from templetop.engine.seats import Array

NOTHING = Estimate(0.0)


def accounts_of(verdicts: Sequence[Verdict], results: Array) -> list[Account]:
    """One for each seat that had a decision to make."""
    seats = sorted({verdict.seat for verdict in verdicts})
    return [account_of(seat, verdicts, float(results[seat])) for seat in seats]


def account_of(seat: int, verdicts: Sequence[Verdict], result: float) -> Account:
    first = next(verdict for verdict in verdicts if verdict.seat == seat)
    since = [verdict for verdict in verdicts if verdict.number >= first.number]
    own = total([one.effects[seat] for one in since if one.seat == seat])
    others = total([one.effects[seat] for one in since if one.seat != seat])
    explained = first.expected + own + others
    chance = Estimate(result - explained.mean, explained.error)
    return Account(seat, first.expected, own, others, chance, result)


def total(estimates: Sequence[Estimate]) -> Estimate:
    return reduce(add, estimates, NOTHING)


def results_of(state: Any, seats: int, unit: Unit) -> Array:
    """How it ended for each seat, on the same scale as the expectations."""
    game = ask.game_of(state)
    level, _ = strength(STRONGEST, game)
    room = mind(game, 2, 2, 1)
    sides = sides_of(state)
    room.sides[:seats] = sides
    if unit == "chances" and are_together(sides, seats):
        room.aim[0] = TO_WIN_TOGETHER
    judge(state, seats, level.ways, room, True)
    values, points = room.values[:seats], np.array(room.totals[:seats])
    return in_unit(unit, values, points, sides)
