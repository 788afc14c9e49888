"""Parameters of tests that take long: `make test` leaves them out, `make test-all` does not."""

import pytest
from _pytest.mark import ParameterSet


def slow(*values: object) -> list[ParameterSet]:
    """Each value as a parameter of its own, marked as slow."""
    return [pytest.param(value, marks=pytest.mark.slow) for value in values]


def slow_rows(*rows: tuple[object, ...]) -> list[ParameterSet]:
    """The same for tests that take several parameters at a time."""
    return [pytest.param(*row, marks=pytest.mark.slow) for row in rows]
