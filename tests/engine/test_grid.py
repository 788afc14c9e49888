"""Grids: the constants of a word's own type."""

import numpy as np
import pytest

from templetop.engine.grid import Grid


def test_its_constants_have_the_type_of_the_word() -> None:
    grid = Grid(6, 5, np.uint32)
    constants = [grid.nowhere, grid.one, grid.row, grid.everywhere, grid.last_column]
    assert {type(constant) for constant in constants} == {np.uint32}


def test_its_columns_have_a_space_in_every_row() -> None:
    grid = Grid(3, 2, np.uint64)
    assert [int(grid.first_column), int(grid.last_column)] == [0b001001, 0b100100]
    assert int(grid.everywhere) == 0b111111


def test_its_spaces_are_named_from_the_north_west() -> None:
    grid = Grid(6, 5, np.uint32)
    assert [grid.name(space) for space in (0, 5, 6, 29)] == ["a1", "f1", "a2", "f5"]


def test_a_grid_must_fit_into_its_word() -> None:
    with pytest.raises(ValueError, match="49 spaces do not fit into uint32"):
        Grid(7, 7, np.uint32)
