"""Servers for the tests: one with SQLite, and the same with PostgreSQL."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server import services
from tests.server.serving import Serving, serving, settings_in


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    with services.postgresql() as address:
        yield address


@pytest.fixture(scope="session")
def redis() -> Iterator[str]:
    with services.redis() as address:
        yield address


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Serving]:
    """What one store can, the other can."""
    store = "" if request.param == "sqlite" else request.getfixturevalue("postgresql")
    folder: Path = tmp_path_factory.mktemp(request.param)
    with serving(settings_in(folder, store)) as running:
        yield running
