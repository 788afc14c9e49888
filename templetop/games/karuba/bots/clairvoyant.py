"""The best game of Karuba found for one seat that knows the order of the tiles.

A plan says of every tile where it is laid, or who walks where when it is discarded. Simulated
annealing changes a plan in one place, plays it, and goes on with it if it is better or not much
worse. A plan need not be legal: what cannot be done is mended while it is played. So what is found
can be played, and the best that can be done with such knowledge is at least as good.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from templetop.engine.ask import happen, legal, play
from templetop.engine.bits import count, nth
from templetop.engine.compile import compiled, rule
from templetop.engine.game import Game
from templetop.engine.random import below, generator, next_bits
from templetop.engine.seats import decisions
from templetop.games.karuba.bots.appeal import (
    POINT,
    connected,
    foothold,
    points_lying,
    steps_to_temple,
)
from templetop.games.karuba.rules.island import NO_SPACE, TEMPLE, just, ways_east, ways_south
from templetop.games.karuba.rules.moves import DISCARD, goal_of, is_lay, is_walk, walker
from templetop.games.karuba.rules.pieces import ADVENTURERS, STEPS
from templetop.games.karuba.rules.scoring import points_of
from templetop.games.karuba.rules.state import OVER
from templetop.games.karuba.rules.turn import empty_spaces, occupied, reach

# What the end of a plan is worth besides its points, so that there is a slope to climb: all in
# thousandths of a point, and found by trying.
STEP = 250  # lost for each step that an adventurer is short of its temple
LYING = 300  # for each point on paths that somebody who is not home could still walk
IDLE = 60  # for each turn without use, as it leaves room for a walk
HEAT = 200.0  # what makes a plan so much worse is kept one time in e; cooling down finds no more

LAYS = np.uint64((1 << DISCARD) - 1)  # these moves, as bits
NOTHING = np.uint64(0)
CERTAIN = 2.0**32  # of 32 random bits


def best_plan(
    game: Game,
    start: Any,
    calls: Sequence[int],
    known: Iterable[Sequence[int]],
    runs: int,
    changes: int,
    seed: int,
) -> list[int]:
    """The plan with the most points for these calls, of so many runs.

    The first runs begin with the plans known, all others with nothing but discards.
    """
    order = np.array(calls, np.int64)
    plans = [np.array([*plan, *[DISCARD] * (len(calls) - len(plan))], np.int64) for plan in known]
    plans += [np.full(len(calls), DISCARD, np.int64) for _ in range(runs - len(plans))]
    states, trial = game.state(len(calls) + 1), game.state(len(calls) + 1)
    states[0] = start
    happen(states[0], calls[0])
    found = []
    for run, plan in enumerate(plans):
        best = plan.copy()
        random = generator(seed, run)
        room = (plan.copy(), random, game.move_set(), decisions())
        points = anneal(states, trial, plan, best, order, changes, *room)
        found.append((points, best.tolist()))
    return list(max(found)[1])


@compiled
def anneal(states, trial, plan, best, calls, changes, changed, random, moves, decided):
    """Change the plan so many times; the most points it ever had, and `best` is how."""
    last = carry_out(states, plan, calls, 0, decided)
    now = worth(states[last], plan, last)
    most = points_of(states[last], states[last].players[0])
    copy(plan, best)
    for _ in range(changes):
        copy(plan, changed)
        first = change(states, changed, last, random, moves)
        trial[first] = states[first]
        end = carry_out(trial, changed, calls, first, decided)
        then = worth(trial[end], changed, end)
        if then >= now or next_bits(random) < CERTAIN * np.exp((then - now) / HEAT):
            now, last = then, end
            copy(changed, plan)
            for turn in range(first, end + 1):
                states[turn] = trial[turn]
            if points_of(states[last], states[last].players[0]) > most:
                most = points_of(states[last], states[last].players[0])
                copy(plan, best)
    return most


@rule
def copy(plan, other):
    for turn in range(len(plan)):
        other[turn] = plan[turn]


@rule
def worth(state, plan, last):
    """How good the end of a plan is."""
    player = state.players[0]
    total = POINT * points_of(state, player)
    walkable = NO_SPACE
    for adventurer in range(ADVENTURERS):
        if player.adventurers[adventurer] != TEMPLE:
            total -= STEP * steps_to_temple(state, player, adventurer)
            walkable |= connected(player, foothold(state, player, adventurer))
    idle = len(plan) - last
    for turn in range(last):
        idle += int(plan[turn] == DISCARD)
    return total + LYING * points_lying(state, player, walkable) + IDLE * idle


# ── Carrying a plan out ──────────────────────────────────────────────────────────────────────────


@rule
def carry_out(states, plan, calls, first, decided):
    """Play the plan from this turn on, and mend it; returns after which turn the game is over."""
    for turn in range(first, len(plan)):
        if plan[turn] == DISCARD or not is_possible(states[turn], plan[turn]):
            mend(states[turn], plan, turn)
        states[turn + 1] = states[turn]
        decided[0] = plan[turn]
        play(states[turn + 1], decided)
        if states[turn + 1].phase == OVER:
            return turn + 1
        happen(states[turn + 1], calls[turn + 1])
    return len(plan)


@rule
def is_possible(state, move):
    """Is it legal? Asked of one move alone, which is quicker than to list them all."""
    player = state.players[0]
    if is_lay(move):
        return empty_spaces(player) & just(move) != NO_SPACE
    if not is_walk(move):
        return True
    east, south, standing = ways_east(player), ways_south(player), occupied(player)
    goals = reach(state, player, walker(move), STEPS[state.tile], east, south, standing)
    return goals & just(goal_of(move)) != NO_SPACE


@rule
def mend(state, plan, turn):
    """Nobody can walk as planned: somebody's next walk is made now, and this one later."""
    late = plan[turn] if is_walk(plan[turn]) else DISCARD
    plan[turn] = DISCARD
    asked = 1 << walker(late) if is_walk(late) else 0
    idle = -1
    for later in range(turn + 1, len(plan)):
        move = plan[later]
        if is_walk(move) and not asked >> walker(move) & 1:
            asked |= 1 << walker(move)
            if is_possible(state, move):
                plan[turn] = move
                plan[later] = late
                return
        if move == DISCARD and idle < 0:
            idle = later
    if idle >= 0:
        plan[idle] = late


# ── Changing a plan ──────────────────────────────────────────────────────────────────────────────


@rule
def change(states, plan, last, random, moves):
    """Change the plan in one place; returns the first turn that is different."""
    turn = below(random, last)
    other = below(random, last)
    how = below(random, 4)
    if how < 2:
        decide_anew(states[turn], plan, turn, random, moves)
        return turn
    if how == 2:
        plan[turn], plan[other] = plan[other], plan[turn]
    else:
        pass_on(plan, turn, other)
    return min(turn, other)


@rule
def decide_anew(state, plan, turn, random, moves):
    """Another decision for this turn: anything legal, as often a lay as a walk."""
    legal(state, 0, moves)
    if below(random, 2) and moves[0] & LAYS:
        moves[0] &= LAYS
        for word in range(1, len(moves)):
            moves[word] = NOTHING
    else:
        moves[0] &= ~LAYS
    move = nth(moves, below(random, count(moves)))
    if is_lay(move):
        make_room(plan, turn, move, below(random, 2))
    plan[turn] = move


@rule
def make_room(plan, turn, space, is_followed):
    """What was to be laid on the space changes places with the tile; walks may follow them."""
    instead = plan[turn]
    for later in range(len(plan)):
        if plan[later] == space:
            plan[later] = instead
        elif is_followed and is_lay(instead) and is_walk(plan[later]):
            if goal_of(plan[later]) == instead:
                plan[later] += space - instead
            elif goal_of(plan[later]) == space:
                plan[later] += instead - space


@rule
def pass_on(plan, one, other):
    """From one turn to the other, every walk goes to the next discard, the last to the first."""
    step = 1 if one <= other else -1
    first = -1
    carried = DISCARD
    for turn in range(one, other + step, step):
        if not is_lay(plan[turn]):
            first = turn if first < 0 else first
            plan[turn], carried = carried, plan[turn]
    if first >= 0:
        plan[first] = carried
