"""Where the numbers of an observation stand, and how one of several is set."""

from typing import Any

import numpy as np
import pytest

from templetop.engine.compile import compiled
from templetop.engine.game import Plane
from templetop.engine.observing import first_of, one_of, size_of

PLANES = (Plane("island", (5, 6)), Plane("tile", (37,)), Plane("gold", (1,)))


def test_planes_follow_each_other() -> None:
    assert size_of(PLANES) == 68
    assert [first_of(PLANES, plane.name) for plane in PLANES] == [0, 30, 67]
    assert size_of(()) == 0
    with pytest.raises(ValueError, match="silver"):
        first_of(PLANES, "silver")


def test_one_of_several_is_set() -> None:
    numbers = np.zeros(8)
    assert one_of(numbers, 2, 4, 3) == 6
    assert numbers.tolist() == [0, 0, 0, 0, 0, 1, 0, 0]


@pytest.mark.parametrize("which", [-1, 4, 100])
def test_what_is_none_of_them_sets_nothing(which: int) -> None:
    numbers = np.zeros(8)
    assert one_of(numbers, 2, 4, np.int8(which)) == 6
    assert not numbers.any()


@compiled
def set_one(numbers: Any, at: int, how_many: int, which: Any) -> Any:
    return one_of(numbers, at, how_many, which)


@pytest.mark.parametrize("which", [-1, 0, 3, 4])
def test_machine_code_sets_the_same(which: int) -> None:
    plain, machine = np.zeros(8), np.zeros(8)
    assert one_of(plain, 2, 4, np.int8(which)) == set_one(machine, 2, 4, np.int8(which))
    assert machine.tolist() == plain.tolist()
