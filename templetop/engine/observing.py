"""The numbers of `observe`: where each of them stands, and how some are filled in."""

from collections.abc import Sequence

from templetop.engine.compile import rule
from templetop.engine.game import Plane


def size_of(planes: Sequence[Plane]) -> int:
    """How many numbers they are together."""
    return sum(plane.size for plane in planes)


def first_of(planes: Sequence[Plane], name: str) -> int:
    """Where a plane begins."""
    names = [plane.name for plane in planes]
    return size_of(planes[: names.index(name)])


@rule
def one_of(numbers, at, how_many, which):
    """Set one of so many numbers, if it is one of them; returns where the next numbers go."""
    if 0 <= which < how_many:
        numbers[at + int(which)] = 1
    return at + how_many
