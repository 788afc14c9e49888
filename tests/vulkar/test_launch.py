"""Marbles: the same launch is the same, and what is seen is what the rules are told."""

import subprocess
import sys

import numpy as np
import pytest

pytest.importorskip("mujoco", reason="The marbles roll by MuJoCo: pip install 'templetop[marbles]'")

from templetop.games.vulkar.marbles.events import SWEPT, events_of
from templetop.games.vulkar.marbles.fit import begin, happen_to, new_board, new_run
from templetop.games.vulkar.marbles.launch import (
    Board,
    Ember,
    Fireballs,
    Launched,
    Rolling,
    Shot,
    launch,
    pit_of,
)
from templetop.games.vulkar.marbles.practice import Trial, any_board, any_shot, read, written
from templetop.games.vulkar.marbles.trajectory import UPSET, Trajectory, from_bytes
from templetop.games.vulkar.rules.island import (
    NOWHERE,
    NUMBER_OF,
    SPACE_AT,
    SPACES,
    TREES,
    UNSTABLE,
)
from templetop.games.vulkar.rules.odds import run_weights
from templetop.games.vulkar.rules.runs import OVER, RUN_MOVES, STANDING, is_fall

BOARD = Board(
    3, (0, 1, 2, 3, 4, 5, 0), tuple(NUMBER_OF[space] for space in ("S1", "S4", "M11", "B22"))
)
SHOTS: list[Shot] = [Fireballs(1), Fireballs(4), Ember(0, 8, 1), Ember(4, 15, 2)]
TOGETHER = 4  # figures that are looked at in one go


def some_launches(count: int) -> list[tuple[Board, Shot, Launched]]:
    found = []
    for seed in range(count):
        random = np.random.default_rng([seed, 7])
        shot = any_shot(random)
        board = any_board(random, shot)
        found.append((board, shot, launch(board, shot, seed)))
    return found


@pytest.fixture(scope="module")
def launches() -> list[tuple[Board, Shot, Launched]]:
    return some_launches(40)


PROGRAM = """
from tests.vulkar.test_launch import BOARD, SHOTS, launch
for shot in reversed(SHOTS):
    print(launch(BOARD, shot, 11).seen.to_bytes().hex())
"""


def test_the_same_launch_gives_the_same_bytes_in_two_processes_and_in_any_order() -> None:
    here = [launch(BOARD, shot, 11).seen.to_bytes().hex() for shot in SHOTS]
    told = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True
    )
    assert told.stdout.split() == here[::-1]


def test_another_seed_gives_another_run() -> None:
    assert len({launch(BOARD, Fireballs(1), seed).seen.to_bytes() for seed in range(4)}) == 4


def test_no_figure_falls_unaided() -> None:
    for first in range(0, SPACES, TOGETHER):
        spaces = [space if space < SPACES else NOWHERE for space in range(first, first + TOGETHER)]
        rolling = Rolling(Board(0, (0,) * TREES, tuple(spaces)), [])
        rolling.step(rolling.model, rolling.data, 600)
        assert (Trajectory(np.array([rolling.picture()])).upright > UPSET).all(), spaces


def test_events_are_read_from_what_was_seen(
    launches: list[tuple[Board, Shot, Launched]],
) -> None:
    for board, shot, launched in launches:
        seen = from_bytes(launched.seen.to_bytes())
        assert (seen.pictures == launched.seen.pictures).all()
        assert events_of(seen, board.figures, pit_of(shot)) == launched.runs


def test_who_falls_by_the_events_lies_at_the_end_and_nobody_else(
    launches: list[tuple[Board, Shot, Launched]],
) -> None:
    for board, shot, launched in launches:
        standing = followed(Trial(board, shot, launched.runs))
        for figure, space in enumerate(board.figures):
            if space != NOWHERE and space not in UNSTABLE:
                lies = launched.seen.upright[-1, figure] < UPSET
                away = np.linalg.norm(launched.seen.figures[-1, figure, :2] - SPACE_AT[space])
                assert bool(standing[space] != STANDING) == bool(lies or away > SWEPT)


def followed(made: Trial) -> np.ndarray[tuple[int], np.dtype[np.int8]]:
    """The board after all runs, played by the rules; every event must be one that can happen."""
    board, weights = new_board(made.board.figures), np.zeros(RUN_MOVES, np.int64)
    for events in made.runs:
        run = new_run()
        begin(run, made)
        for event in events:
            assert run.phase != OVER
            run_weights(run, board, made.board.figures, made.board.trees, weights)
            assert weights[event] > 0, (events, event)
            happen_to(run, board, made, event)
        assert run.phase == OVER
    return board


def test_all_that_physics_does_can_happen_by_the_rules(
    launches: list[tuple[Board, Shot, Launched]],
) -> None:
    felled = 0
    for board, shot, launched in launches:
        followed(Trial(board, shot, launched.runs))
        felled += sum(is_fall(event) for run in launched.runs for event in run)
    assert felled > 5


def test_a_launch_is_a_few_thousand_bytes() -> None:
    assert len(launch(BOARD, Fireballs(4), 1).seen.to_bytes()) < 6000


def test_a_launch_reads_as_it_was_written() -> None:
    for shot in SHOTS:
        made = Trial(BOARD, shot, [[1, 2], [3]])
        assert read(written(made)) == made
