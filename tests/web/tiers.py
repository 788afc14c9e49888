"""What `make test` runs, and what is left to `make test-all`."""

from collections.abc import Hashable, Iterable

import pytest
from _pytest.mark import ParameterSet

IN_TEST_ALL = pytest.mark.slow  # only in `make test-all`


def only(choices: Iterable[Hashable], *wanted: Hashable) -> list[ParameterSet]:
    """All choices for `parametrize`; only those that are wanted run in `make test`."""
    return [pytest.param(one, marks=[] if one in wanted else [IN_TEST_ALL]) for one in choices]
