"""The tables that might be the true one, for all that somebody knows."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np

from templetop.engine import ask
from templetop.engine.random import generator
from templetop.engine.seats import Array


def worlds(state: Any, viewer: int | None) -> Iterator[Any]:
    """How the table may look for all that the viewer knows; without end, the truth first."""
    random = generator(0)
    yield state
    while True:
        world = state.copy()
        imagine_for(world, viewer, random)
        yield world


def other_worlds(state: Any, viewer: int | None, how_many: int) -> list[Any]:
    """Some that are not the true one."""
    truth = state.tobytes()
    return [w for w in islice(worlds(state, viewer), 1, how_many) if w.tobytes() != truth]


def imagine_for(world: Any, viewer: int | None, random: Array) -> None:
    """Redraw what the viewer cannot know; None is one who only looks on."""
    for seat in [viewer] if viewer is not None else range(int(world.seats)):
        ask.imagine(world, seat, random)  # one after the other, they redraw everything


def as_bytes(state: Any) -> Array:
    return np.frombuffer(state.tobytes(), np.uint8)
