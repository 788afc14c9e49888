"""Hollows: places that a marble would never leave. All but the pits are filled."""

import heapq
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

Grid = NDArray[np.float64]

LEAN = 0.004  # a filled hollow still leans so much towards its outlet, for each millimetre
AROUND = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]


def without_hollows(height: Grid, cell: float) -> Grid:
    """The same ground, where from every cell a way leads down to the edge.

    From the edge inwards, always the lowest cell first: what lies lower than the cell it was
    reached from is in a hollow, and is filled to a little above that.
    """
    filled = height.copy()
    known = np.zeros(height.shape, bool)
    heap = [(filled[place], place) for place in edge(height)]
    for _, place in heap:
        known[place] = True
    heapq.heapify(heap)
    while heap:
        level, (row, column) = heapq.heappop(heap)
        for down, right in AROUND:
            place = row + down, column + right
            if is_within(place, height) and not known[place]:
                known[place] = True
                filled[place] = max(filled[place], level + LEAN * cell)
                heapq.heappush(heap, (filled[place], place))
    return filled


def edge(height: Grid) -> Iterator[tuple[int, int]]:
    rows, columns = height.shape
    for row in range(rows):
        for column in range(columns):
            if row in (0, rows - 1) or column in (0, columns - 1):
                yield row, column


def is_within(place: tuple[int, int], height: Grid) -> bool:
    rows, columns = height.shape
    return bool(0 <= place[0] < rows and 0 <= place[1] < columns)


def under_marble(height: Grid, cell: float, radius: float) -> Grid:
    """How high the middle of a marble is that lies on the ground, at every cell."""
    reach = int(radius / cell)
    highest = np.full(height.shape, -np.inf)
    for down in range(-reach, reach + 1):
        for right in range(-reach, reach + 1):
            gap = radius**2 - (down**2 + right**2) * cell**2
            if gap >= 0:
                moved = np.roll(height, (down, right), (0, 1)) + gap**0.5
                highest = np.maximum(highest, moved)
    return highest
