"""The Temple unrolled: its rows from twelve o'clock on, clockwise, sector by sector as it lies now.

A row of the Outer ring has four marks in a sector, one for each column; those of the other rings
are as wide as their tiles, so that what lies below each other is in line.

    .  empty    #  abyss    O  object    T  temple    B  blood    P  passage
    d  l  summoning tiles of the swarms
"""

from typing import Any

from templetop.games.karmaggan.people.spaces import ROWS, number_of_space, turned
from templetop.games.karmaggan.rules.ground import OUTER_COLUMNS, ring_of
from templetop.games.karmaggan.rules.pieces import (
    CENTRAL_RING,
    CENTRAL_WALL,
    INNER_RING,
    INNER_WALL,
    MIDDLE_BARS,
    MIDDLE_RING,
    MIDDLE_WALL,
    OUTER_BARS,
    OUTER_RING,
    SECTORS,
)

MARKS = ".#OTBPdl"  # of the kinds of tiles
WIDTH = OUTER_COLUMNS // SECTORS  # marks in a sector
WALL_BELOW = {  # the wall under a row: of the ring that it encloses
    "C": (MIDDLE_RING, MIDDLE_WALL),
    "E": (INNER_RING, INNER_WALL),
    "F": (CENTRAL_RING, CENTRAL_WALL),
}
BARS = {OUTER_RING: (OUTER_BARS, OUTER_COLUMNS), MIDDLE_RING: (MIDDLE_BARS, OUTER_COLUMNS // 2)}


def spaces_in(state: Any, row: str) -> list[int]:
    """The spaces of a row in the order of the world's columns."""
    return [number_of_space(state, row, column) for column in range(ROWS[row][1])]


def wall_below(state: Any, row: str) -> str:
    """The wall under a row, each part as wide as the columns that it is between."""
    ring, wall = WALL_BELOW[row]
    parts = len(wall)
    first = turned(0, parts, int(state.offsets[ring]))
    as_it_lies = wall[parts - first :] + wall[: parts - first]
    return "".join(part * (OUTER_COLUMNS // parts) for part in as_it_lies)


def barred_sectors(state: Any, row: str) -> set[int]:
    """The sectors before which a wall stands across the row."""
    ring = ring_of(ROWS[row][0])
    bars, columns = BARS.get(ring, ((), SECTORS))
    sectors = int(state.offsets[ring])
    return {turned(bar, columns, sectors) * SECTORS // columns for bar in bars}


def in_sectors(marks: str) -> list[str]:
    """A row of marks, cut into sectors."""
    return [marks[first : first + WIDTH] for first in range(0, len(marks), WIDTH)]
