"""Servers for the tests: one with SQLite, and the same with PostgreSQL."""

import contextlib
import os
import random
from collections.abc import Iterator, Sequence
from hashlib import sha256

import pytest

from templetop.server import luck
from tests.server import services
from tests.server.prepared import all_prepared
from tests.server.serving import Serving, serving, settings_in

Serve = Iterator[Serving]
LUCK = os.environ.get("LUCK", "1")
TRUE_KEY = luck.new_key


# What is written and read in many ways is tested at both stores; all else is by `make test-all`.
AT_BOTH_STORES = {"test_club", "test_daily", "test_people", "test_tables"}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        here = item.path.parent.name == "server" and item.path.stem not in AT_BOTH_STORES
        store = getattr(item, "callspec", None)
        if here and store and "postgresql" in store.params.values():
            item.add_marker(pytest.mark.figures)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """A test has the same luck whenever it runs; LUCK=2 in the environment is another for all."""
    numbers = iter(range(1_000_000))
    luck.new_key = lambda: sha256(f"{LUCK} {item.name} {next(numbers)}".encode()).hexdigest()
    random.seed(f"{LUCK} {item.name}")


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown() -> None:
    luck.new_key = TRUE_KEY


@pytest.fixture
def true_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(luck, "new_key", TRUE_KEY)


@pytest.fixture(scope="package", autouse=True)
def prepared() -> Iterator[None]:
    with all_prepared():
        yield


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    with services.postgresql() as address:
        yield address


@pytest.fixture(scope="session")
def redis() -> Iterator[str]:
    with services.redis() as address:
        yield address


STORES = ["sqlite", "postgresql"]  # what one store can, the other can


def at_one_store_each(name: str, choices: Sequence[str]) -> pytest.MarkDecorator:
    """Every choice at one store or the other; at both, by `make test-all`.

    For whole matches: what is written is written in the same way, whichever game it is.
    """
    cases = [
        pytest.param(store, choice, marks=[] if (n + at) % 2 == 0 else [pytest.mark.figures])
        for at, store in enumerate(STORES)
        for n, choice in enumerate(choices)
    ]
    return pytest.mark.parametrize(("lasting_server", name), cases, indirect=["lasting_server"])


@contextlib.contextmanager
def serving_with(request: pytest.FixtureRequest, folders: pytest.TempPathFactory) -> Serve:
    """With the store that is the parameter, and nobody else in it."""
    with contextlib.ExitStack() as stack:
        store = ""
        if request.param == "postgresql":
            service: str = request.getfixturevalue("postgresql")
            store = stack.enter_context(services.database(service))
        settings = settings_in(folders.mktemp(request.param), store)
        yield stack.enter_context(serving(settings))


@pytest.fixture(scope="session", params=STORES)
def lasting_server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Serve:
    with serving_with(request, tmp_path_factory) as running:
        yield running


@pytest.fixture
def server(lasting_server: Serving) -> Serve:
    """Of all tests that neither stop it nor want it otherwise; everyone comes as somebody new."""
    yield lasting_server
    lasting_server.say_goodbye()


@pytest.fixture(scope="module", params=STORES)
def own_server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Serve:
    """For those to whom it matters what others do."""
    with serving_with(request, tmp_path_factory) as running:
        yield running
