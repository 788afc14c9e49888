"""Puzzles: one move is clearly best, some levels find it, and it still is when weighed again."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from templetop.coach.puzzles import (
    BadPuzzle,
    Demands,
    Finder,
    Puzzle,
    as_data,
    check,
    difficulty,
    margin_of,
    read_puzzle,
)
from templetop.coach.scales import Effort, Scales, Weighing
from templetop.games.shelf import take

from .matches import KARUBA

EFFORT = Effort(96, 48)


@pytest.fixture(scope="module")
def puzzle() -> Puzzle:
    levels = tuple(
        level._replace(simulations=min(level.simulations, 50)) for level in KARUBA.levels
    )
    game = replace(KARUBA, levels=levels)
    finder = Finder(game, 2, {"setup": "random"}, ["greedy"] * 2, Demands(), EFFORT)
    looked: list[None] = []
    try:
        return next(finder.puzzles(2, lambda: looked.append(None)))
    finally:
        assert looked
        finder.close()


def test_a_puzzle_says_what_is_best_how_surely_and_who_finds_it(puzzle: Puzzle) -> None:
    assert puzzle.margin >= 0.03
    assert puzzle.confidence >= 0.99
    assert [*puzzle.levels] == [f"level{n}" for n in range(1, 6)]
    assert 1 <= puzzle.difficulty <= 6
    again, match = read_puzzle(as_data(puzzle), take)
    assert again == puzzle
    assert match.says(puzzle.seat - 1, puzzle.best).endswith(f"{puzzle.words}.")
    assert len(match.legal(puzzle.seat - 1)) == puzzle.moves > 1


def test_it_holds_when_it_is_weighed_again_and_a_wrong_solution_does_not(puzzle: Puzzle) -> None:
    _, match = read_puzzle(as_data(puzzle), take)
    scales = Scales(KARUBA, EFFORT, width=64)
    assert check(puzzle, match, scales, 77)[0]
    other = next(move for move in match.legal(puzzle.seat - 1) if move != puzzle.best)
    assert not check(replace(puzzle, best=other), match, scales, 77)[0]
    scales.close()


def test_what_is_no_puzzle_is_refused(puzzle: Puzzle) -> None:
    data: Any
    for data in ([], {}, {**as_data(puzzle), "more": 1}, {**as_data(puzzle), "match": 3}):
        with pytest.raises(BadPuzzle, match=r"^this is not a puzzle\.$"):
            read_puzzle(data, take)
    with pytest.raises(BadPuzzle, match="not a legal one"):
        read_puzzle({**as_data(puzzle), "best": 9999}, take)


def test_confidence_is_lost_to_every_rival_that_comes_close() -> None:
    ahead = np.array([0.1, 0.2, 0.1, 0.2])
    deals = np.stack([ahead, np.zeros(4), np.array([0.2, 0.1, 0.2, 0.1])], axis=1)
    weighing = Weighing((1, 2, 3), np.array([1.0, 0, 0]), deals[:, :, None], deals, 0, {})
    margin = margin_of(weighing, 0)
    assert margin.ahead.mean == pytest.approx(0)
    assert margin.confidence == pytest.approx(0.5, abs=0.01)


def test_how_hard_it_is_is_told_by_the_level_from_which_on_all_find_it() -> None:
    assert difficulty({"level1": 1.0, "level2": 1.0, "level3": 1.0}) == 1
    assert difficulty({"level1": 0.0, "level2": 1.0, "level3": 0.75}) == 2
    assert difficulty({"level1": 1.0, "level2": 1.0, "level3": 0.5}) == 4
