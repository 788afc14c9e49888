"""A grid of spaces as the bits of one word, with every constant of that word's own type.

NumPy and Numba mix integer types differently, and both may end in float; so a game takes its grid's
constants from here and mixes nothing.
"""

from typing import Any

import numpy as np


class Grid:
    """Spaces numbered row by row from the north-west; a set of them is one word, a bit for each."""

    def __init__(self, columns: int, rows: int, word: type[np.unsignedinteger[Any]]) -> None:
        self.columns, self.rows, self.spaces = columns, rows, columns * rows
        if self.spaces > np.dtype(word).itemsize * 8:
            raise ValueError(f"{self.spaces} spaces do not fit into {word.__name__}.")
        self.word = word
        self.nowhere = word(0)
        self.one = word(1)  # the first space, and the step from a space to the next in its row
        self.row = word(columns)  # the step from a row to the next
        self.everywhere = word(2**self.spaces - 1)
        self.first_column = word(self.column(0))
        self.last_column = word(self.column(columns - 1))

    def column(self, column: int) -> int:
        """The spaces of a column."""
        return sum(1 << space for space in range(column, self.spaces, self.columns))

    def name(self, space: int) -> str:
        """a1 is the space in the north-west; letters go east and numbers south."""
        return "abcdefghijklmnopqrstuvwxyz"[space % self.columns] + str(space // self.columns + 1)
