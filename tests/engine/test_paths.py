"""Paths on a grid: where a step leads, drawn."""

from typing import Any, NamedTuple

import numpy as np
import pytest

from templetop.engine.compile import compiled
from templetop.engine.grid import Grid
from templetop.engine.paths import paths_on

EDGES = {
    "─": "EW", "│": "NS", "┌": "ES", "┐": "SW", "└": "NE", "┘": "NW",
    "├": "NES", "┤": "NSW", "┬": "ESW", "┴": "NEW", "┼": "NESW", ".": "",
}  # fmt: skip


class Island(NamedTuple):
    """The spaces whose tile has a path to each edge."""

    north: Any
    east: Any
    south: Any
    west: Any


def drawn(grid: Grid, drawing: str) -> Island:
    tiles = drawing.split()
    assert len(tiles) == grid.spaces
    return Island(*(spaces(grid, [edge in EDGES[tile] for tile in tiles]) for edge in "NESW"))


def spaces(grid: Grid, answers: list[bool]) -> Any:
    return grid.word(sum(1 << space for space, answer in enumerate(answers) if answer))


def names(grid: Grid, found: Any) -> set[str]:
    return {grid.name(space) for space in range(grid.spaces) if int(found) >> space & 1}


def steps_from(grid: Grid, drawing: str, space: str) -> set[str]:
    """Where one step leads."""
    rules, island = paths_on(grid), drawn(grid, drawing)
    start = [grid.name(n) for n in range(grid.spaces)].index(space)
    east, south = rules.ways_east(island), rules.ways_south(island)
    return names(grid, rules.one_step(rules.just(start), east, south))


SMALL = Grid(columns=3, rows=3, word=np.uint16)
LARGE = Grid(columns=8, rows=8, word=np.uint64)


@pytest.mark.parametrize(("drawing", "beyond"), [
    ("""
        .  │  .
        ─  ┼  ─
        .  │  .
     """, {"b1", "a2", "c2", "b3"}),
    ("""
        .  │  .
        ─  ─  ─
        .  │  .
     """, {"a2", "c2"}),   # a tile is left where it has a path
    ("""
        .  ─  .
        │  ┼  │
        .  ─  .
     """, set()),          # and entered where it has one
    ("""
        .  ┐  .
        .  ┴  ┤
        .  ┴  .
     """, {"b1", "c2"}),
])  # fmt: skip
def test_a_step_needs_a_path_on_both_sides_of_an_edge(drawing: str, beyond: set[str]) -> None:
    assert steps_from(SMALL, drawing, "b2") == beyond


def test_rows_do_not_go_on_in_the_next_row() -> None:
    full = "┼ " * SMALL.spaces
    assert steps_from(SMALL, full, "c1") == {"b1", "c2"}
    assert steps_from(SMALL, full, "a2") == {"a1", "b2", "a3"}


def test_nothing_goes_on_beyond_the_island() -> None:
    for grid in (SMALL, LARGE):
        full = "┼ " * grid.spaces
        assert steps_from(grid, full, "a1") == {"b1", "a2"}
        last = grid.name(grid.spaces - 1)
        assert len(steps_from(grid, full, last)) == 2


def test_a_step_is_taken_from_several_spaces_at_once() -> None:
    rules, island = paths_on(SMALL), drawn(SMALL, "─ ─ ─  . . .  ─ ─ ─")
    both = SMALL.word(rules.just(0) | rules.just(8))
    found = rules.one_step(both, rules.ways_east(island), rules.ways_south(island))
    assert names(SMALL, found) == {"b1", "b3"}


def test_everything_has_the_type_of_the_word() -> None:
    """NumPy and Numba mix types differently, and both may end in float."""
    for grid in (SMALL, LARGE):
        rules, island = paths_on(grid), drawn(grid, "┼ " * grid.spaces)
        east, south = rules.ways_east(island), rules.ways_south(island)
        found = [rules.just(1), east, south, rules.one_step(rules.just(1), east, south)]
        assert {type(word) for word in found} == {grid.word}


RULES = paths_on(SMALL)
just, ways_east, ways_south, one_step = RULES


@compiled
def all_steps(islands: Any, found: Any) -> None:
    for space in range(len(found)):
        island = Island(islands[0], islands[1], islands[2], islands[3])
        found[space] = one_step(just(space), ways_east(island), ways_south(island))


def test_machine_code_takes_the_same_steps() -> None:
    for drawing in ("┼ " * 9, "─ ┐ . └ ┼ ┤ . │ ┘", "├ ─ ┤ │ . │ └ ─ ┘"):
        island = drawn(SMALL, drawing)
        plain, machine = np.zeros(9, np.uint16), np.zeros(9, np.uint16)
        all_steps.plain(np.array(island), plain)
        all_steps(np.array(island), machine)
        assert machine.tolist() == plain.tolist()
        assert plain.any()
