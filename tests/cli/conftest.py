"""Running commands, and a recorded match to run them on."""

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from templetop.cli import arena
from templetop.cli.app import app
from tests.arena.made import in_this_process

Run = Callable[..., Result]


@pytest.fixture
def run() -> Run:
    """Runs `templetop …` in this process; `typed` is what stands on its stdin."""

    def command(*words: object, typed: str = "") -> Result:
        runner = CliRunner(env={"COLUMNS": "100", "NO_COLOR": "1"})
        return runner.invoke(app, [str(word) for word in words], input=typed)

    return command


@pytest.fixture
def arena_in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Matches of `templetop arena` are played here: a process of its own takes long to start."""
    monkeypatch.setattr(arena, "players", in_this_process)


@pytest.fixture
def recorded(run: Run, tmp_path: Path) -> Path:
    """A short match of two random bots."""
    file = tmp_path / "recorded.txt"
    done = run("record", "karuba", "--seats", 2, "--bots", "random", "--seed", 4, "--out", file)
    assert done.exit_code == 0, done.output
    return file
