"""A test is run for every `game` it asks for, or for tables: few, some, or all there are.

`for_two` is one table for two, `seated` one for the fewest seats and one for the most; `table` and
`any_table` cover each choice of every option. With `make test-all`, `seated` is one for each number
of seats, `table` covers each choice at each of them, and `any_table` every pair of choices.
"""

import pytest

from .tables import (
    few_of,
    few_or_every,
    games,
    seated_tables,
    smallest_and_largest_of,
    some_tables,
)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    given = {
        name for mark in metafunc.definition.iter_markers("parametrize") for name in names(mark)
    }
    if "game" in {*metafunc.fixturenames} - given:
        metafunc.parametrize("game", games(), ids=lambda game: str(game.id))
    if "for_two" in metafunc.fixturenames:
        tables = [table for table in seated_tables() if table.seats == 2]
        metafunc.parametrize("for_two", tables, ids=str)
    if "seated" in {*metafunc.fixturenames} - given:
        metafunc.parametrize("seated", smallest_and_largest_of(seated_tables()), ids=str)
    if "table" in metafunc.fixturenames:
        metafunc.parametrize("table", few_of(some_tables()), ids=str)
    if "any_table" in {*metafunc.fixturenames} - given:
        metafunc.parametrize("any_table", few_or_every(), ids=str)


def names(mark: pytest.Mark) -> list[str]:
    """What a test says for itself that it is to be given."""
    return [name.strip() for name in str(mark.args[0]).split(",")]
