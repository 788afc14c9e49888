"""Smooth noise, the same everywhere: values at the points of a lattice, and curves between."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Grid = NDArray[np.float64]


def lattice(column: NDArray[np.int64], row: NDArray[np.int64], seed: int) -> Grid:
    """A value from -1 to 1 for each point, by mixing its numbers."""
    mixed = (column * 374761393 + row * 668265263 + seed * 974634777) & 0xFFFFFFFF
    mixed = ((mixed ^ (mixed >> 13)) * 1274126177) & 0xFFFFFFFF
    return np.asarray(((mixed ^ (mixed >> 16)) & 0xFFFF) / 32767.5 - 1)


def noise(x: Grid, y: Grid, size: float, seed: int) -> Grid:
    """Hills and hollows about so wide."""
    column, row = np.floor(x / size).astype(np.int64), np.floor(y / size).astype(np.int64)
    right, up = eased(x / size - column), eased(y / size - row)
    below = lattice(column, row, seed) * (1 - right) + lattice(column + 1, row, seed) * right
    above = (
        lattice(column, row + 1, seed) * (1 - right) + lattice(column + 1, row + 1, seed) * right
    )
    return np.asarray(below * (1 - up) + above * up)


def eased(t: Any) -> Grid:
    return np.asarray(t * t * t * (t * (6 * t - 15) + 10))
