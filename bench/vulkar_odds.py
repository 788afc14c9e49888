"""`python -m bench.vulkar_odds`: how far the table of odds of Vul-Kar is from the physics.

Boards that the table was not fitted to, with three or four figures on lanes: each is launched many
times by physics (more often where more can happen; `--part 0.1` for a tenth of it) and drawn ten
times as often from the table. Printed is the total variation between the two, mean and largest over
the boards, and beside it what is noise: the total variation between as many draws from the table as
there were launches, and the table itself.

    final     where a marble ends and how: the end of its last lane, at rest there, in its pit, away
    felled    the set of figures that fell
    both      the two together; of several fireballs, the last one's end
"""

import argparse
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from bench.keeping import RESULTS, keep
from bench.vulkar_marbles import variation
from templetop.games.vulkar.marbles.fit import begin, happen_to, new_board, new_run
from templetop.games.vulkar.marbles.launch import Board, Ember, Fireballs, Shot, launch
from templetop.games.vulkar.marbles.practice import Trial, off_way
from templetop.games.vulkar.rules.island import (
    DIRECTIONS,
    LANES,
    NOWHERE,
    ON_LANES,
    PITS,
    STRENGTHS,
    TREE_HEADINGS,
    TREES,
    VULKAR_HEADINGS,
)
from templetop.games.vulkar.rules.odds import FILE, run_weights
from templetop.games.vulkar.rules.runs import OVER, RUN_MOVES, STANDING

TIMES = 10  # as many draws from the table as launches
FAR_SEEDS = 50_000_000  # seeds that no launch behind the table had
AIM = 30  # degrees: embers that have a chance
NAMES = ("final", "felled", "both")


class Seen(NamedTuple):
    """What a launch came to: the end of every marble, and who fell."""

    ends: tuple[tuple[int, int], ...]
    felled: frozenset[int]


def final_of(run: list[int]) -> tuple[int, int]:
    lanes = [event for event in run if event < LANES]
    return (lanes[-1] if lanes else NOWHERE, run[-1])


def seen_in(made: Trial) -> Seen:
    """A launch, told by its events alone."""
    board = new_board(made.board.figures)
    for events in made.runs:
        run = new_run()
        begin(run, made)
        for event in events:
            happen_to(run, board, made, event)
    figures = enumerate(made.board.figures)
    felled = {n for n, space in figures if space != NOWHERE and board[space] != STANDING}
    return Seen(tuple(map(final_of, made.runs)), frozenset(felled))


def drawn(board: Board, shot: Shot, random: np.random.Generator) -> Trial:
    """The same from the table."""
    made = Trial(board, shot, [])
    spaces = new_board(board.figures)
    weights = np.zeros(RUN_MOVES, np.int64)
    for _ in range(shot.count if isinstance(shot, Fireballs) else 1):
        run = new_run()
        begin(run, made)
        made.runs.append([])
        while run.phase != OVER:
            run_weights(run, spaces, board.figures, board.trees, weights)
            event = int(
                np.searchsorted(np.cumsum(weights), random.integers(weights.sum()), "right")
            )
            made.runs[-1].append(event)
            happen_to(run, spaces, made, event)
    return made


# ── Comparing ────────────────────────────────────────────────────────────────────────────────────

PARTS: dict[str, Callable[[Seen], list[Hashable]]] = {
    "final": lambda seen: [*seen.ends],
    "felled": lambda seen: [seen.felled],
    "both": lambda seen: [(seen.ends[-1], seen.felled)],
}


def counted(found: list[Seen], part: str) -> Counter[Hashable]:
    return Counter(what for seen in found for what in PARTS[part](seen))


def compare(board: Board, shot: Shot, launches: int, seed: int) -> dict[str, tuple[float, float]]:
    """For each part how far table and physics are apart, and how far the table is from itself."""
    random = np.random.default_rng(seed)
    seeds = range(FAR_SEEDS + seed * launches, FAR_SEEDS + (seed + 1) * launches)
    physics = [seen_in(Trial(board, shot, launch(board, shot, one).runs)) for one in seeds]
    table = [seen_in(drawn(board, shot, random)) for _ in range(TIMES * launches)]
    few = [seen_in(drawn(board, shot, random)) for _ in range(launches)]
    return {
        part: (
            variation(counted(physics, part), counted(table, part)),
            variation(counted(few, part), counted(table, part)),
        )
        for part in NAMES
    }


# ── Boards ───────────────────────────────────────────────────────────────────────────────────────


def any_board(random: np.random.Generator) -> Board:
    count = int(random.integers(3, 5))
    stand = [int(space) for space in random.choice(ON_LANES, count, replace=False)]
    trees = tuple(int(turn) for turn in random.integers(0, TREE_HEADINGS, TREES))
    heading = int(random.integers(VULKAR_HEADINGS))
    return Board(heading, trees, (*stand, *[NOWHERE] * (4 - count)))


def any_ember(random: np.random.Generator) -> Ember:
    pit = int(random.integers(PITS))
    near = [d for d in range(DIRECTIONS) if off_way(pit, d) < AIM]
    return Ember(pit, int(random.choice(near)), int(random.integers(STRENGTHS)))


class Plan(NamedTuple):
    """What is let go, on how many boards, and how often on each."""

    shot: Callable[[np.random.Generator], Shot]
    boards: int
    launches: int


PLANS = {
    "one fireball": Plan(lambda random: Fireballs(1), 8, 300),
    "an ember": Plan(any_ember, 8, 300),
    "two fireballs": Plan(lambda random: Fireballs(2), 5, 600),
    "four fireballs": Plan(lambda random: Fireballs(4), 5, 800),
}


def rows(name: str, plan: Plan) -> Iterator[dict[str, Any]]:
    random = np.random.default_rng([1986, *name.encode()])
    cases = [(any_board(random), plan.shot(random)) for _ in range(plan.boards)]
    found = [compare(*case, plan.launches, seed) for seed, case in enumerate(cases)]
    for part in NAMES:
        gaps, noise = np.array([one[part] for one in found]).T
        yield {
            "shot": name,
            "part": part,
            "mean": round(float(gaps.mean()), 3),
            "most": round(float(gaps.max()), 3),
            "noise": round(float(noise.mean()), 3),
            "boards": plan.boards,
            "launches": plan.boards * plan.launches,
        }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--part", type=float, default=1.0, help="of the launches")
    parser.add_argument("--only", nargs="*", choices=PLANS, default=[*PLANS])
    parser.add_argument("--out", type=Path, default=RESULTS)
    wanted = parser.parse_args()
    kept = []
    for name in wanted.only:
        plan = PLANS[name]
        for row in rows(name, plan._replace(launches=max(1, round(plan.launches * wanted.part)))):
            kept.append(row)
            print("  ".join(f"{what} {value}" for what, value in row.items()), flush=True)
        keep("vulkar-odds", {"fitted_to": fitted_to(), "rows": kept}, wanted.out)


def fitted_to() -> int:
    """How many launches are behind the table."""
    with np.load(FILE) as file:
        return int(file["launches"])


if __name__ == "__main__":
    main()
