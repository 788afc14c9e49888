"""Launches on boards as they come: what the table of odds is fitted to, and measured against."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from templetop.games.vulkar.drawing import DRAWING
from templetop.games.vulkar.marbles.launch import Board, Ember, Fireballs, Shot, launch
from templetop.games.vulkar.rules.island import (
    DIRECTIONS,
    NOWHERE,
    ON_LANES,
    PITS,
    STRENGTHS,
    TREE_HEADINGS,
    TREES,
    VULKAR_HEADINGS,
)
from templetop.games.vulkar.rules.runs import FIGURES

EMBER_SHARE = 0.5  # of the launches
FIREBALL_SHARES = (0.7, 0.12, 0.06, 0.12)  # one, two, three, four
FIGURE_SHARES = (0.05, 0.15, 0.2, 0.2, 0.4)  # none, one … four on lanes
AIMED_SHARE = 0.7  # of the embers; the others fly anywhere
NEAR_AIM = 40  # degrees


@dataclass(frozen=True)
class Trial:
    """A launch: on which board, what was let go, and what came of it."""

    board: Board
    shot: Shot
    runs: list[list[int]]


def any_board(random: np.random.Generator) -> Board:
    count = int(random.choice(FIGURES + 1, p=FIGURE_SHARES))
    stand = [int(space) for space in random.choice(ON_LANES, count, replace=False)]
    trees = tuple(int(turn) for turn in random.integers(0, TREE_HEADINGS, TREES))
    figures = (*stand, *[NOWHERE] * (FIGURES - count))
    return Board(int(random.integers(VULKAR_HEADINGS)), trees, figures)


def any_shot(random: np.random.Generator) -> Shot:
    if random.random() > EMBER_SHARE:
        return Fireballs(1 + int(random.choice(len(FIREBALL_SHARES), p=FIREBALL_SHARES)))
    pit = int(random.integers(PITS))
    aimed = random.random() < AIMED_SHARE
    directions = [d for d in range(DIRECTIONS) if not aimed or off_way(pit, d) < NEAR_AIM]
    return Ember(pit, int(random.choice(directions)), int(random.integers(STRENGTHS)))


def off_way(pit: int, direction: int) -> float:
    """Degrees between a direction and the way out of the pit."""
    gap = abs(direction * 360 / DIRECTIONS - DRAWING["pits"][pit]["way"]) % 360
    return float(min(gap, 360 - gap))


def trial(seed: int) -> Trial:
    """The launch of this number; the same each time."""
    random = np.random.default_rng([seed, 1986])
    board, shot = any_board(random), any_shot(random)
    return Trial(board, shot, launch(board, shot, seed).runs)


def trials(first: int, count: int) -> Iterator[Trial]:
    return (trial(seed) for seed in range(first, first + count))


# ── As lines of text ─────────────────────────────────────────────────────────────────────────────


def written(made: Trial) -> str:
    """Heading, trees, figures; the shot; the runs."""
    shot = made.shot
    parts = (
        (shot.count,) if isinstance(shot, Fireballs) else (shot.pit, shot.direction, shot.strength)
    )
    board = (made.board.heading, *made.board.trees, *made.board.figures)
    runs = ";".join(" ".join(map(str, run)) for run in made.runs)
    return f"{' '.join(map(str, board))}|{' '.join(map(str, parts))}|{runs}"


def read(line: str) -> Trial:
    board, parts, runs = line.strip().split("|")
    numbers = [int(number) for number in board.split()]
    shot: Any = [int(part) for part in parts.split()]
    return Trial(
        Board(numbers[0], tuple(numbers[1 : 1 + TREES]), tuple(numbers[1 + TREES :])),
        Fireballs(*shot) if len(shot) == 1 else Ember(*shot),
        [[int(event) for event in run.split()] for run in runs.split(";")],
    )
