"""Paths on a grid of square tiles: sets of spaces, and the steps that lead from one to the next.

Whatever has `north`, `east`, `south` and `west`, the sets of spaces whose tile has a path to that
edge, is an island here. The rules are made for one grid each, in words of its own type.
"""

from typing import Any, NamedTuple

from templetop.engine.compile import rule
from templetop.engine.grid import Grid


class Paths(NamedTuple):
    """The rules of one grid."""

    just: Any
    ways_east: Any
    ways_south: Any
    one_step: Any


def paths_on(grid: Grid) -> Paths:
    word, one, row, last_column = grid.word, grid.one, grid.row, grid.last_column

    @rule
    def just(space):
        """The set of this one space."""
        return word(one << word(space))

    @rule
    def ways_east(island):
        """From which spaces a path leads on to the east: both tiles have one to the shared edge."""
        return word(island.east & (island.west >> one) & ~last_column)

    @rule
    def ways_south(island):
        """From which spaces a path leads on to the south."""
        return word(island.south & (island.north >> row))

    @rule
    def one_step(spaces, east, south):
        """The spaces next to these, along the ways to the east and south and back again."""
        return word(
            ((spaces & east) << one)
            | ((spaces >> one) & east)
            | ((spaces & south) << row)
            | ((spaces >> row) & south)
        )

    return Paths(just, ways_east, ways_south, one_step)
