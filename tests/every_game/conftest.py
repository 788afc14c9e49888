"""A test that asks for a `game`, a `table` or `any_table` is run for every one there is."""

import pytest

from .tables import every_table, games, some_tables


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", games(), ids=lambda game: str(game.id))
    if "table" in metafunc.fixturenames:
        metafunc.parametrize("table", some_tables(), ids=str)
    if "any_table" in metafunc.fixturenames:
        metafunc.parametrize("any_table", every_table(), ids=str)
