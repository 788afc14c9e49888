"""Few rows instead of every combination: whatever two options agree on stands in one of them.

A mistake that needs two choices to meet is found by such rows, and their number grows with the two
longest options instead of with all of them.
"""

from collections.abc import Hashable, Iterable, Sequence
from itertools import combinations, product
from typing import TypeVar

import pytest
from _pytest.mark import ParameterSet

Choice = TypeVar("Choice", bound=Hashable)
Cell = tuple[int, int]  # an option, and which of its choices
Pair = tuple[Cell, Cell]


def pairwise(options: Sequence[Sequence[Choice]]) -> list[tuple[Choice, ...]]:
    """Rows with a choice of each option, so that every two choices of two options meet in one.

    With one option there is a row for each choice, and with none an empty one. The same options
    always give the same rows; the first choice of each stands in the first row.
    """
    missing = dict.fromkeys(every_pair([len(choices) for choices in options]))
    rows: list[list[int]] = [] if len(options) > 1 else [*map(list, product(*indices(options)))]
    while missing:
        row = next_row(options, missing)
        rows.append(row)
        for pair in pairs_of(enumerate(row)):
            missing.pop(pair, None)
    return [tuple(options[n][choice] for n, choice in enumerate(row)) for row in rows]


def in_pairs(*options: Sequence[Hashable]) -> list[ParameterSet]:
    """Every combination for `parametrize`; those that no pair needs are left to `make test-all`."""
    needed = {*pairwise(options)}
    return [
        pytest.param(*row, marks=[] if row in needed else [pytest.mark.slow])
        for row in product(*options)
    ]


def indices(options: Sequence[Sequence[Choice]]) -> list[range]:
    return [range(len(choices)) for choices in options]


def every_pair(sizes: Sequence[int]) -> list[Pair]:
    """All that has to meet, for options of so many choices."""
    return [
        ((one, first), (other, second))
        for one, other in combinations(range(len(sizes)), 2)
        for first, second in product(range(sizes[one]), range(sizes[other]))
    ]


def pairs_of(row: Iterable[Cell]) -> list[Pair]:
    return [*combinations(sorted(row), 2)]


def next_row(options: Sequence[Sequence[Choice]], missing: dict[Pair, None]) -> list[int]:
    """The first pair that is missing, and with it whatever brings together the most others."""
    row = dict(next(iter(missing)))
    longest_first = sorted(range(len(options)), key=lambda option: -len(options[option]))
    for option in longest_first:
        if option not in row:
            row[option] = best_choice(row, option, len(options[option]), missing)
    return [row[option] for option in range(len(options))]


def best_choice(row: dict[int, int], option: int, size: int, missing: dict[Pair, None]) -> int:
    """The first of those that bring the most missing pairs into the row."""

    def meets(choice: int) -> int:
        new = (option, choice)
        return sum(pair in missing for cell in row.items() for pair in pairs_of((cell, new)))

    return max(range(size), key=meets)


def each_once(*options: Sequence[Hashable]) -> list[ParameterSet]:
    """The same with still fewer: every choice stands in a row, and not every pair."""
    longest = max(map(len, options))
    needed = {tuple(choices[n % len(choices)] for choices in options) for n in range(longest)}
    return [
        pytest.param(*row, marks=[] if row in needed else [pytest.mark.slow])
        for row in product(*options)
    ]
