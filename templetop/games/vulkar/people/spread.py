"""Which lanes a marble takes if it is flicked so, or if Vul-Kar or a tree is turned so.

Parts of a hundred by the table of odds, for an island on which nobody stands: no promise.
"""

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np

from templetop.engine.compile import record
from templetop.games.vulkar.rules.island import (
    LANE_IDS,
    LANE_TREE,
    LANES,
    LANES_BEFORE,
    NOWHERE,
    PIT_LANE,
    SIDES,
    SPACES,
    STRENGTHS,
    VULKAR_HEADINGS,
)
from templetop.games.vulkar.rules.odds import run_weights
from templetop.games.vulkar.rules.pieces import PICTURE_LANES
from templetop.games.vulkar.rules.runs import (
    FIGURES,
    LEAVES,
    NOTHING,
    ROLLING,
    RUN,
    RUN_MOVES,
    run_happens,
    start_ember,
    start_fireball,
)

Trees = tuple[int, ...]
Parts = dict[int, float]  # of all marbles, by lane
Lanes = dict[str, int]  # parts of a hundred, by the lane's name

Run = record(RUN)
EMPTY_ISLAND = np.zeros(SPACES, np.int8)
NO_FIGURES = np.full(FIGURES, NOWHERE, np.int8)
FEWEST = 0.01  # fewer are not followed


def new_run() -> Any:
    return np.zeros(1, Run)[0]


def next_lanes(run: Any, trees: Trees) -> Parts:
    """The lanes that a marble may come into next."""
    weights = np.zeros(RUN_MOVES, np.int64)
    run_weights(run, EMPTY_ISLAND, NO_FIGURES, trees, weights)
    total = float(weights.sum())
    return {int(lane): float(weights[lane]) / total for lane in np.flatnonzero(weights[:LANES])}


def follow(run: Any, trees: Trees, part: float, found: Parts) -> None:
    """Wherever so large a part of all marbles may roll."""
    for lane, share in next_lanes(run, trees).items():
        if part * share >= FEWEST:
            ahead = run.copy()
            run_happens(ahead, EMPTY_ISLAND, trees, lane)
            found[lane] += part * share
            follow(ahead, trees, part * share, found)


@lru_cache(maxsize=2000)
def onward(lane: int, before: int, turn: int, trees: Trees) -> Parts:
    """What follows for a marble that has come into a lane."""
    run, found = new_run(), defaultdict[int, float](float)
    run.phase, run.lane, run.before, run.turn, run.met = ROLLING, lane, before, turn, NOTHING
    follow(run, trees, 1.0, found)
    return found


# ── Past a picture space (12.6, 12.18) ───────────────────────────────────────────────────────────


def part_past(run: Any, trees: Trees, part: float, region: int, is_past: bool) -> float:
    """Of so large a part of all marbles, what runs past a picture space and stays on the island."""
    weights = np.zeros(RUN_MOVES, np.int64)
    run_weights(run, EMPTY_ISLAND, NO_FIGURES, trees, weights)
    total, found = float(weights.sum()), 0.0
    for event in map(int, np.flatnonzero(weights)):
        share = part * float(weights[event]) / total
        passes = is_past or bool(event < LANES and PICTURE_LANES[region, event])
        if event >= LANES or share < FEWEST:
            found += share * (passes and event != LEAVES)
        else:
            ahead = run.copy()
            run_happens(ahead, EMPTY_ISLAND, trees, event)
            found += part_past(ahead, trees, share, region, passes)
    return found


@lru_cache(maxsize=2000)
def part_past_from(lane: int, turn: int, trees: Trees, region: int) -> float:
    """Of the marbles that have come into a lane from their source."""
    run = new_run()
    run.phase, run.lane, run.turn, run.met = ROLLING, lane, turn, NOTHING
    return part_past(run, trees, 1.0, region, bool(PICTURE_LANES[region, lane]))


@lru_cache(maxsize=4000)
def passing(pit: int, aim: int, trees: Trees, region: int) -> int:
    """12.6  Of a hundred embers that are flicked so, those that do not miss."""
    run = new_run()
    start_ember(run, pit, *divmod(aim, STRENGTHS))
    lanes = next_lanes(run, trees).items()
    return round(100 * sum(
        share * part_past_from(lane, int(run.turn), trees, region) for lane, share in lanes
    ))  # fmt: skip


def in_words(found: Parts) -> Lanes:
    rounded = {LANE_IDS[lane]: round(100 * part) for lane, part in found.items()}
    return {lane: part for lane, part in rounded.items() if part}


@lru_cache(maxsize=2000)
def flicked(pit: int, aim: int, trees: Trees) -> Lanes:
    """Of an ember that is flicked so."""
    run, found = new_run(), defaultdict[int, float](float)
    start_ember(run, pit, *divmod(aim, STRENGTHS))
    for lane, part in next_lanes(run, trees).items():
        found[lane] += part
        for later, share in onward(lane, 0, int(run.turn), trees).items():
            found[later] += part * share
    return in_words(found)


@lru_cache(maxsize=8)
def spat(heading: int) -> Lanes:
    """Of a fireball, when Vul-Kar looks that way: the lanes below his mouths."""
    run = new_run()
    start_fireball(run, heading)
    return in_words(next_lanes(run, ()))


@lru_cache(maxsize=500)
def forked(tree: int, trees: Trees) -> Lanes:
    """At a tree: the lanes behind it, of marbles from wherever they come."""
    trunk = int(np.flatnonzero(tree == LANE_TREE)[0])
    found, ways = defaultdict[int, float](float), [*ways_to(trunk, trees)]
    for before, turn in ways:
        run = new_run()
        run.phase, run.lane, run.before, run.turn, run.met = ROLLING, trunk, before, turn, NOTHING
        for lane, part in next_lanes(run, trees).items():
            found[lane] += part / len(ways)
    return in_words({lane: part for lane, part in found.items() if part >= FEWEST})


def ways_to(lane: int, trees: Trees) -> Iterator[tuple[int, int]]:
    """How marbles come into a lane: by which way, and how the junction before it was turned."""
    for way, before in enumerate(LANES_BEFORE[lane]):
        if before == NOWHERE:
            continue
        if LANE_TREE[before] != NOWHERE:
            yield way, trees[LANE_TREE[before]]
        else:
            turns = SIDES * STRENGTHS if before >= PIT_LANE else VULKAR_HEADINGS
            yield from ((way, turn) for turn in range(turns))
