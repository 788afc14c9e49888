"""Whose move it is, and what they decide."""

from collections.abc import Mapping
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]

MOST_SEATS = 8

# Whose move it is: a set of seats (a bit each), or one of these.
NOBODY = 0
CHANCE = -1

EVEN = 0  # the answer of `odds` when everything that can happen is equally likely
NO_MOVE = -1  # in a row of decisions: this seat was not asked


def decisions(decided: Mapping[int, int] = {}) -> Array:
    """What every seat has decided, as `play` is given it: a move for each that was asked."""
    row = np.full(MOST_SEATS, NO_MOVE, np.int64)
    for seat, move in decided.items():
        row[seat] = move
    return row
