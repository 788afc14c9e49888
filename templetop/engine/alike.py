"""What all who look at a table see alike is looked at once, not for each of them anew."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeVar

import numpy as np

from templetop.engine.speech import language

TABLES = 128  # that are remembered; several viewers of one are served right after each other

Seen = TypeVar("Seen")


def seen_alike(look: Callable[[Any], Seen]) -> Callable[[Any], Seen]:
    """Mark a function of a table alone; what it gives is shared, so nobody may change it.

    Where it is put into words, those who read the same language share it.
    """

    @lru_cache(TABLES)
    def look_once(kind: np.dtype[Any], table: bytes, spoken: str) -> Seen:
        return look(np.frombuffer(table, kind)[0])

    return lambda state: look_once(state.dtype, state.tobytes(), language())
