"""For all tests."""

import os
import signal
import threading
from pathlib import Path

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

# Shells let what they start in the background ignore Ctrl-C, and so would every process that is
# started from here; some tests press it.
if (
    threading.current_thread() is threading.main_thread()
    and signal.getsignal(signal.SIGINT) is signal.SIG_IGN
):
    signal.signal(signal.SIGINT, signal.default_int_handler)

# The terminal speaks the language it is set to; what is tested here is English.
os.environ["LC_ALL"] = "C.UTF-8"

ROOT = Path(__file__).parents[1]
# Folders whose tests take longest. They come first, so that both processes end at the same time.
LONGEST_FIRST = ["web", "server", "bots", "every_game", "cli", "arena", "envs", "engine"]
# In these folders tests of one game share recorded matches and machine code in memory.
BY_GAME = {"bots", "every_game"}
GAMES = {
    rulebook.parent.name
    for folder in ("templetop/games", "examples")
    for rulebook in (ROOT / folder).glob("*/rulebook.md")
}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: place_in_order(item.nodeid))


def place_in_order(nodeid: str) -> int:
    folder = folder_of(nodeid)
    return LONGEST_FIRST.index(folder) if folder in LONGEST_FIRST else len(LONGEST_FIRST)


def folder_of(nodeid: str) -> str:
    """The folder in `tests`."""
    return nodeid.partition("::")[0].split("/")[1]


class Folder(pytest.Package):
    """A folder as pytest takes packages: fixtures of scope `package` end with its last test."""

    def setup(self) -> None:
        """Without an `__init__.py` there is nothing to import."""


def pytest_collect_directory(path: Path, parent: pytest.Collector) -> pytest.Collector:
    """Without this, such fixtures last until all tests are done, as our folders are no packages.

    The event loop of the browser tests would then run while tests of other folders start theirs.
    """
    folder: Folder = Folder.from_parent(parent, path=path)
    return folder


# ── Two processes ────────────────────────────────────────────────────────────────────────────────


class ByGroup(LoadScopeScheduling):  # type: ignore[misc]
    """Of each group all tests run in one process, which gets the next group when it is done."""

    def _split_scope(self, nodeid: str) -> str:
        return group_of(nodeid)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> ByGroup | None:
    return ByGroup(config, log) if config.getoption("dist") == "loadscope" else None


def group_of(nodeid: str) -> str:
    """Tests of one file are a group; in some folders tests of one game are."""
    file, _, parameters = nodeid.partition("[")
    folder = folder_of(nodeid)
    games = [word for word in parameters.rstrip("]").split("-") if word in GAMES]
    return f"{folder} {games[0]}" if folder in BY_GAME and games else file.partition("::")[0]
