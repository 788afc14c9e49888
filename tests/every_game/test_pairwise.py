"""Every two choices of two options meet, in few rows."""

from itertools import combinations, product
from math import prod

import pytest

from .pairwise import in_pairs, pairwise

SIZES = [
    (2, 2),
    (2, 3),
    (4, 2, 3),
    (2, 2, 2, 2),
    (3, 3, 3, 3),
    (5, 1, 2),
    (6, 4, 2, 2, 3),
    (2,) * 9,
]
MOST = 3  # times the two longest options


def options_of(sizes: tuple[int, ...]) -> list[list[str]]:
    """No two choices have the same name."""
    return [[f"{option}.{n}" for n in range(size)] for option, size in enumerate(sizes)]


@pytest.mark.parametrize("sizes", SIZES, ids=str)
def test_every_two_choices_meet_in_a_row(sizes: tuple[int, ...]) -> None:
    options = options_of(sizes)
    rows = pairwise(options)
    for one, other in combinations(range(len(sizes)), 2):
        met = {(row[one], row[other]) for row in rows}
        assert met == {*product(options[one], options[other])}


@pytest.mark.parametrize("sizes", SIZES, ids=str)
def test_no_row_comes_twice_and_there_are_few(sizes: tuple[int, ...]) -> None:
    rows = pairwise(options_of(sizes))
    assert len({*rows}) == len(rows) <= min(prod(sizes), MOST * prod(sorted(sizes)[-2:]))


def test_the_rows_are_the_same_every_time_and_begin_with_what_is_usual() -> None:
    options = options_of((4, 2, 3))
    assert pairwise(options) == pairwise(options)
    assert pairwise(options)[0] == ("0.0", "1.0", "2.0")


def test_one_option_is_gone_through_and_none_is_one_row() -> None:
    assert pairwise([["a", "b", "c"]]) == [("a",), ("b",), ("c",)]
    assert pairwise([]) == [()]


def test_an_option_without_choices_leaves_no_row() -> None:
    assert pairwise([["a", "b"], []]) == []


def test_what_no_pair_needs_is_left_for_later() -> None:
    options = options_of((4, 2, 3))
    rows = in_pairs(*options)
    assert [row.values for row in rows] == [*product(*options)]
    assert [row.values for row in rows if not row.marks] == sorted(pairwise(options))
