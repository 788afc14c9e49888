"""For all tests."""

import os
import signal
import threading
from pathlib import Path

import pytest

# Shells let what they start in the background ignore Ctrl-C, and so would every process that is
# started from here; some tests press it.
if (
    threading.current_thread() is threading.main_thread()
    and signal.getsignal(signal.SIGINT) is signal.SIG_IGN
):
    signal.signal(signal.SIGINT, signal.default_int_handler)

# The terminal speaks the language it is set to; what is tested here is English.
os.environ["LC_ALL"] = "C.UTF-8"

# Folders whose tests take longest. They come first, so that both processes end at the same time.
LONGEST_FIRST = ["web", "server", "bots", "every_game", "cli", "arena", "envs", "engine"]
# In these folders tests of one game share recorded matches and machine code in memory.
BY_GAME = {"bots", "every_game"}


@pytest.hookimpl(tryfirst=True)  # pytest-xdist writes the group into the name of a test
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Longest first, and what shares something runs in one process (`--dist loadgroup`)."""
    items.sort(key=place_in_order)
    for item in items:
        item.add_marker(pytest.mark.xdist_group(group_of(item)))


def folder_of(item: pytest.Item) -> str:
    path = item.path.relative_to(item.config.rootpath)
    return path.parts[1] if len(path.parts) > 2 else ""


def place_in_order(item: pytest.Item) -> int:
    folder = folder_of(item)
    return LONGEST_FIRST.index(folder) if folder in LONGEST_FIRST else len(LONGEST_FIRST)


def group_of(item: pytest.Item) -> str:
    """Tests of one file run in one process; in some folders tests of one game do."""
    folder, game = folder_of(item), game_of(item)
    if folder in BY_GAME and game:
        return f"{folder}-{game}"
    return item.path.relative_to(item.config.rootpath).as_posix()


def game_of(item: pytest.Item) -> str:
    """The game a test was given, or that of the table or the recorded match it was given."""
    given = item.callspec.params.values() if hasattr(item, "callspec") else ()
    for value in given:
        if isinstance(value, Path):
            return value.parents[1].name
        game = getattr(value, "game", value)
        if hasattr(game, "rules_version"):
            return str(game.id)
    return ""
