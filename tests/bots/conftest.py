"""A test is run for every `game` on the shelf, or for tables with the fewest and the most seats."""

import pytest

from templetop.bots import program
from tests.every_game.tables import games, seated_tables, smallest_and_largest_of


@pytest.fixture(autouse=True)
def time_to_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine takes its time to start a program."""
    monkeypatch.setattr(program, "START_UP", 300.0)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", games(), ids=lambda game: str(game.id))
    if "seated" in metafunc.fixturenames:
        metafunc.parametrize("seated", smallest_and_largest_of(seated_tables()), ids=str)
