"""Servers for the tests: one with SQLite, and the same with PostgreSQL."""

import contextlib
import functools
import os
import random
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256

import pytest

from templetop.games.shelf import take
from templetop.server.bots import bot_pool
from templetop.server.tables import deal_key
from tests.every_game.tables import cut_short
from tests.server import services
from tests.server.held import experiment_at_once
from tests.server.prepared import all_prepared
from tests.server.serving import Serving, Table, play_on, serving, settings_in

Serve = Iterator[Serving]
LUCK = os.environ.get("LUCK", "1")
TRUE_KEY = deal_key.new_secret


# What is written and read in many ways is tested at both stores; all else is by `make test-all`.
AT_BOTH_STORES = {"test_club", "test_daily", "test_people", "test_tables"}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        here = item.path.parent.name == "server" and item.path.stem not in AT_BOTH_STORES
        store = getattr(item, "callspec", None)
        if here and store and "postgresql" in store.params.values():
            item.add_marker(pytest.mark.slow)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """A test has the same luck whenever it runs; LUCK=2 in the environment is another for all."""
    numbers = iter(range(1_000_000))
    deal_key.new_secret = lambda: sha256(f"{LUCK} {item.name} {next(numbers)}".encode()).hexdigest()
    random.seed(f"{LUCK} {item.name}")


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown() -> None:
    deal_key.new_secret = TRUE_KEY


@pytest.fixture
def true_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deal_key, "new_secret", TRUE_KEY)


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


def mostly_at_sqlite(name: str, choices: Sequence[str]) -> pytest.MarkDecorator:
    """Every choice at SQLite, and one at PostgreSQL; the others there by `make test-all`.

    For whole matches: what is written is written in the same way, whichever game it is.
    """
    cases = [
        pytest.param(store, choice, marks=[pytest.mark.slow] if at and n else [])
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


@pytest.fixture(scope="session")
def whole_match(lasting_server: Serving) -> Callable[[str], Table]:
    """What two people see of a match that they have played to its end, once for each game."""

    @functools.cache
    def played(game: str) -> Table:
        """With the same luck whichever test comes first."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(deal_key, "new_secret", lambda: "7b" * deal_key.KEY_BYTES)
            patch.setattr(bot_pool, "experiment_in_worker", experiment_at_once)
            ann, ben = lasting_server.person("Ann"), lasting_server.person("Ben")
            table = ann.open_table(game, "me", "open", options=cut_short(take(game)))
            ben.sit(table)
            return play_on([ann, ben], table)

    return played


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
