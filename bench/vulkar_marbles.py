"""`python -m bench.vulkar_marbles`: what the marbles of Vul-Kar do, against what they are to do.

A line for each aim: what was aimed at, what was found, and from how many launches. `--launches` is
how many there are for each figure of a line, `--only` names a few of them.
"""

import argparse
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from bench.keeping import RESULTS, keep
from templetop.games.vulkar.lines import lines, place, toward
from templetop.games.vulkar.marbles.launch import (
    Board,
    Ember,
    Fireballs,
    Launched,
    Rolling,
    Shot,
    launch,
)
from templetop.games.vulkar.marbles.practice import off_way
from templetop.games.vulkar.marbles.trajectory import UPSET, Trajectory
from templetop.games.vulkar.rules.island import (
    DIRECTIONS,
    LANE_STATIONS,
    LANE_TREE,
    LANES,
    NEXT_LANES,
    NORMAL,
    NOWHERE,
    ON_LANES,
    PIT_LANE,
    PITS,
    SPACE_IDS,
    SPACES,
    STRENGTHS,
    TREE_HEADINGS,
    TREE_IDS,
    TREES,
    UNSTABLE,
    VULKAR_HEADINGS,
)
from templetop.games.vulkar.rules.runs import (
    FALLS_TOO,
    FELLS,
    FELLS_AND_RESTS,
    RESTS,
    SWEEPS_AND_RESTS,
)

LEFT_TURN, RIGHT_TURN = 1, 5  # a tree so turned sends most marbles to the left, or to the right
BAD_AIM = 35  # degrees beside the way out of a pit
FIREBALL_COUNTS = (1, 2, 4)


class Finding(NamedTuple):
    """A line of the table; `aim` is from where to where it should be."""

    what: str
    aim: tuple[float, float]
    found: float
    launches: int

    def __str__(self) -> str:
        low, high = self.aim
        verdict = "ok" if low <= self.found <= high else "NOT"
        aim = f"{low:5.2f} to {high:5.2f}"
        return f"{self.what:<58} {aim}  {self.found:6.3f}  {self.launches:6}  {verdict}"

    def as_row(self) -> dict[str, Any]:
        """To be kept."""
        return {**self._asdict(), "found": round(self.found, 4)}


def random_trees(random: np.random.Generator) -> tuple[int, ...]:
    return tuple(int(turn) for turn in random.integers(0, TREE_HEADINGS, TREES))


def random_board(random: np.random.Generator, figures: int = 4) -> Board:
    """Headings as they come, and so many figures on lanes."""
    stand = [int(space) for space in random.choice(ON_LANES, figures, replace=False)]
    places = (*stand, *[NOWHERE] * (4 - figures))
    return Board(int(random.integers(VULKAR_HEADINGS)), random_trees(random), places)


def fallen(launched: Launched) -> int:
    """How many figures fell."""
    events = [event for run in launched.runs for event in run]
    return sum(FELLS <= event <= SWEEPS_AND_RESTS or event >= FALLS_TOO for event in events)


def rested(launched: Launched) -> int:
    return sum(run[-1] in (RESTS, FELLS_AND_RESTS, SWEEPS_AND_RESTS) for run in launched.runs)


def outcome(launched: Launched) -> tuple[int, ...]:
    """Where the first marble came to its end, and how."""
    run = launched.runs[0]
    lanes = [event for event in run if event < LANES]
    return (lanes[-1] if lanes else NOWHERE, run[-1])


# ── Embers ───────────────────────────────────────────────────────────────────────────────────────


def ways_from(lane: int, so_far: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """All series of lanes from this one to an end."""
    ahead = [int(other) for other in NEXT_LANES[lane] if other != NOWHERE]
    if not ahead:
        yield (*so_far, lane)
    for other in ahead:
        yield from ways_from(other, (*so_far, lane))


@cache
def targets(pit: int) -> dict[int, tuple[int, tuple[int, ...]]]:
    """For each space that an ember can come to: how many spaces on, and by which lanes."""
    found = {}
    for way in ways_from(PIT_LANE + pit):
        spaces = [int(space) for lane in way for space in LANE_STATIONS[lane] if space != NOWHERE]
        for number, space in enumerate(spaces, 1):
            found[space] = number, way
    return {space: target for space, target in found.items() if target[0] <= 4}


def is_left(trunk: int, lane: int) -> bool:
    """Is it the left one of the two lanes behind a fork?"""
    other = next(int(found) for found in NEXT_LANES[trunk] if found != lane)
    way = toward(place(TREE_IDS[LANE_TREE[trunk]])["way"])
    aside = lines()[lane].at(70.0) - lines()[other].at(70.0)
    return bool(way[0] * aside[1] - way[1] * aside[0] > 0)


def trees_for(way: tuple[int, ...], random: np.random.Generator) -> tuple[int, ...]:
    """Trees turned so that marbles come this way; the others as they come."""
    trees = [*random_trees(random)]
    for trunk, lane in pairwise(way):
        if LANE_TREE[trunk] != NOWHERE:
            trees[LANE_TREE[trunk]] = LEFT_TURN if is_left(trunk, lane) else RIGHT_TURN
    return tuple(trees)


def best_aim(pit: int) -> int:
    return min(range(DIRECTIONS), key=lambda direction: off_way(pit, direction))


def bad_aim(pit: int, random: np.random.Generator) -> int:
    return int(random.choice([d for d in range(DIRECTIONS) if off_way(pit, d) > BAD_AIM]))


def embers(launches: int, well: bool, numbers: Sequence[int]) -> float:
    """How often an ember fells a figure that stands so many spaces away."""
    random, hits = np.random.default_rng([*numbers, well]), 0
    choices = [
        (pit, space, way)
        for pit in range(PITS)
        for space, (number, way) in targets(pit).items()
        if number in numbers and space not in UNSTABLE
    ]
    for seed in range(launches):
        pit, space, way = choices[seed % len(choices)]
        board = Board(0, trees_for(way, random), (space, NOWHERE, NOWHERE, NOWHERE))
        aim = best_aim(pit) if well else bad_aim(pit, random)
        strength = NORMAL if well else int(random.integers(STRENGTHS))
        hits += fallen(launch(board, Ember(pit, aim, strength), seed)) > 0
    return hits / launches


def aimed(launches: int) -> Iterator[Finding]:
    for numbers, aim in (((1, 2), (0.45, 0.70)), ((3, 4), (0.40, 0.65))):
        what = f"a well aimed ember fells a figure {numbers[0]} or {numbers[1]} spaces away"
        yield Finding(what, aim, embers(launches, True, numbers), launches)
    found = embers(launches, False, (1, 2, 3, 4))
    yield Finding("a badly aimed one does", (0, 0.15), found, launches)


# ── Fireballs ────────────────────────────────────────────────────────────────────────────────────


def cataclysms(launches: int) -> Iterator[Finding]:
    aims = {1: (0.30, 0.42), 2: (0.30, 0.42), 4: (0.25, 0.35)}
    stops = runs = 0
    for count in FIREBALL_COUNTS:
        random, falls = np.random.default_rng(count), 0
        for seed in range(launches):
            launched = launch(random_board(random), Fireballs(count), seed)
            falls += fallen(launched)
            stops += rested(launched)
            runs += count
        what = f"figures felled by each of {count} fireballs, four on lanes"
        yield Finding(what, aims[count], falls / launches / count, launches)
    yield Finding("fireballs at rest before an end", (0, 0.15), stops / runs, 3 * launches)


def resting_embers(launches: int) -> Iterator[Finding]:
    """Of those that left their pits."""
    random, stops, runs = np.random.default_rng(5), 0, 0
    for seed in range(launches):
        pit = seed % PITS
        launched = launch(random_board(random), Ember(pit, best_aim(pit), seed % STRENGTHS), seed)
        runs += len(launched.runs[0]) > 1
        stops += rested(launched) if len(launched.runs[0]) > 1 else 0
    yield Finding("embers at rest before an end", (0, 0.15), stops / runs, launches)


# ── Turning ──────────────────────────────────────────────────────────────────────────────────────


def variation(one: Counter[Any], other: Counter[Any]) -> float:
    """The total variation between two counts."""
    keys = {*one, *other}
    return sum(abs(one[k] / one.total() - other[k] / other.total()) for k in keys) / 2


def outcomes(board: Callable[[int], Board], shot: Shot, launches: int) -> Counter[tuple[int, ...]]:
    return Counter(outcome(launch(board(seed), shot, seed)) for seed in range(launches))


def tree_turns(launches: int) -> Iterator[Finding]:
    """With an ember from the pit above: the best turn from the worst heading of each tree."""
    for tree in range(TREES):
        pit, way = next(
            (pit, way)
            for pit in range(PITS)
            for way in ways_from(PIT_LANE + pit)
            if tree in [LANE_TREE[lane] for lane in way]
        )
        shot = Ember(pit, best_aim(pit), NORMAL)
        found = [
            outcomes(turned(tree, heading, way), shot, launches) for heading in range(TREE_HEADINGS)
        ]
        worst = min(max(variation(one, other) for other in found) for one in found)
        what = f"the best turn of {TREE_IDS[tree]} from its worst heading changes"
        yield Finding(what, (0.15, 1), worst, launches * TREE_HEADINGS)


def turned(tree: int, heading: int, way: tuple[int, ...]) -> Callable[[int], Board]:
    def board(seed: int) -> Board:
        trees = [*trees_for(way, np.random.default_rng(seed))]
        trees[tree] = heading
        return Board(0, tuple(trees))

    return board


def vulkar_turns(launches: int) -> Iterator[Finding]:
    found = [
        outcomes(facing(heading), Fireballs(1), launches) for heading in range(VULKAR_HEADINGS)
    ]
    quarter = VULKAR_HEADINGS // 4
    changes = [variation(found[n], found[(n + quarter) % VULKAR_HEADINGS]) for n in range(8)]
    launched = launches * VULKAR_HEADINGS
    yield Finding("a quarter turn of Vul-Kar changes at least", (0.35, 1), min(changes), launched)


def facing(heading: int) -> Callable[[int], Board]:
    return lambda seed: Board(heading, random_trees(np.random.default_rng(seed)))


# ── Bridges, and standing still ──────────────────────────────────────────────────────────────────


def passes(launched: Launched, space: int) -> bool:
    """Did a marble come to this space?"""
    lane = next(lane for lane in range(LANES) if space in LANE_STATIONS[lane])
    return any(lane in run for run in launched.runs)


def bridges(launches: int) -> Iterator[Finding]:
    for space in map(int, UNSTABLE):
        random, lost, came, seed = np.random.default_rng(space), 0, 0, 0
        while came < launches and seed < 12 * launches:
            board = random_board(random, 0)
            board = Board(board.heading, board.trees, (space, NOWHERE, NOWHERE, NOWHERE))
            launched = launch(board, Fireballs(1), seed)
            seed += 1
            if passes(launched, space):
                came += 1
                lost += fallen(launched)
        what = f"{SPACE_IDS[space]} loses its figure when a marble passes"
        yield Finding(what, (0.08, 0.30), lost / max(1, came), came)


def unaided(_: int) -> Iterator[Finding]:
    falls = sum(not stands(space) for space in range(SPACES))
    yield Finding("figures that fall unaided, of all spaces", (0, 0), falls, SPACES)


def stands(space: int) -> bool:
    """Three seconds on a space."""
    rolling = Rolling(Board(0, (0,) * TREES, (space, NOWHERE, NOWHERE, NOWHERE)), [])
    rolling.step(rolling.model, rolling.data, 3000)
    return bool(Trajectory(np.array([rolling.picture()])).upright[0, 0] > UPSET)


def speed(launches: int) -> Iterator[Finding]:
    random, times = np.random.default_rng(9), []
    for seed in range(launches):
        began = time.process_time()
        launch(random_board(random), Fireballs(4), seed)
        times.append(time.process_time() - began)
    yield Finding(
        "seconds of CPU for four fireballs, mean", (0, 0.6), float(np.mean(times)), launches
    )
    yield Finding("… and at most", (0, 0.6), max(times[1:]), launches)


LINES: dict[str, Callable[[int], Iterator[Finding]]] = {
    "unaided": unaided, "aimed": aimed, "cataclysms": cataclysms, "embers": resting_embers,
    "bridges": bridges, "vulkar": vulkar_turns, "trees": tree_turns, "speed": speed,
}  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--launches", type=int, default=200)
    parser.add_argument("--only", nargs="*", choices=LINES, default=[*LINES])
    parser.add_argument("--out", type=Path, default=RESULTS)
    wanted = parser.parse_args()
    some = [] if wanted.only == [*LINES] else wanted.only
    print(f"{'what':<58} {'aim':>13}  {'found':>6}  launches")
    rows = []
    for name in wanted.only:
        for finding in LINES[name](wanted.launches):
            rows.append(finding.as_row())
            print(finding, flush=True)
            keep("-".join(["vulkar-marbles", *some]), {"rows": rows}, wanted.out)


if __name__ == "__main__":
    main()
