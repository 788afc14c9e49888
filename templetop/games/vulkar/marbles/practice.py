"""Launches on boards as they come: what the table of odds is fitted to, and measured against."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from templetop.games.vulkar.drawing import DRAWING
from templetop.games.vulkar.lines import place
from templetop.games.vulkar.marbles.launch import Board, Ember, Fireballs, Shot, launch
from templetop.games.vulkar.rules.island import (
    DIRECTIONS,
    LANE_STATIONS,
    MOUTH_LANES,
    NEXT_LANES,
    NOWHERE,
    ON_LANES,
    PIT_LANE,
    PITS,
    STARTS,
    STRENGTHS,
    TREE_HEADINGS,
    TREES,
    VULKAR_HEADINGS,
)
from templetop.games.vulkar.rules.runs import FIGURES

EMBER_SHARE = 0.5  # of the launches
FIREBALL_SHARES = (0.7, 0.12, 0.06, 0.12)  # one, two, three, four
FIGURE_SHARES = (0.04, 0.11, 0.2, 0.25, 0.4)  # none, one … four on lanes
IN_THE_WAY = (5.0, 1.0)  # how often a figure stands below the source, and how often elsewhere
FACED = 85  # degrees: lanes that a mouth may lead to
AIMED_SHARE = 0.7  # of the embers; the others fly anywhere
NEAR_AIM = 40  # degrees


@dataclass(frozen=True)
class Trial:
    """A launch: on which board, what was let go, and what came of it."""

    board: Board
    shot: Shot
    runs: list[list[int]]


def any_board(random: np.random.Generator, shot: Shot) -> Board:
    """Headings as they come, and figures on lanes, more of them where the marbles will roll."""
    heading = int(random.integers(VULKAR_HEADINGS))
    trees = tuple(int(turn) for turn in random.integers(0, TREE_HEADINGS, TREES))
    chance = np.where(np.isin(ON_LANES, spaces_below(shot, heading)), *IN_THE_WAY)
    count = int(random.choice(FIGURES + 1, p=FIGURE_SHARES))
    stand = random.choice(ON_LANES, count, replace=False, p=chance / chance.sum())
    return Board(heading, trees, (*map(int, stand), *[NOWHERE] * (FIGURES - count)))


def spaces_below(shot: Shot, heading: int) -> list[int]:
    """The spaces on lanes below a pit, or below the mouths that Vul-Kar opens this way."""
    if isinstance(shot, Ember):
        return stations_below(PIT_LANE + shot.pit)
    facing = heading * 360 / VULKAR_HEADINGS
    return [
        space
        for lane in MOUTH_LANES
        if between(place(STARTS[lane])["way"], facing) < FACED
        for space in stations_below(int(lane))
    ]


def stations_below(lane: int) -> list[int]:
    here = [int(space) for space in LANE_STATIONS[lane] if space != NOWHERE]
    ahead = [int(other) for other in NEXT_LANES[lane] if other != NOWHERE]
    return [*here, *(space for other in ahead for space in stations_below(other))]


def between(one: float, other: float) -> float:
    """Degrees from one way to another."""
    gap = abs(one - other) % 360
    return float(min(gap, 360 - gap))


def any_shot(random: np.random.Generator) -> Shot:
    if random.random() > EMBER_SHARE:
        return Fireballs(1 + int(random.choice(len(FIREBALL_SHARES), p=FIREBALL_SHARES)))
    pit = int(random.integers(PITS))
    aimed = random.random() < AIMED_SHARE
    directions = [d for d in range(DIRECTIONS) if not aimed or off_way(pit, d) < NEAR_AIM]
    return Ember(pit, int(random.choice(directions)), int(random.integers(STRENGTHS)))


def off_way(pit: int, direction: int) -> float:
    """Degrees between a direction and the way out of the pit."""
    return between(direction * 360 / DIRECTIONS, DRAWING["pits"][pit]["way"])


def trial(seed: int) -> Trial:
    """The launch of this number; the same each time."""
    random = np.random.default_rng([seed, 1986])
    shot = any_shot(random)
    board = any_board(random, shot)
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
