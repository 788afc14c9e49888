"""docs/your-own-bot.md: its bot is the example, and what the page shows is what happens."""

import os
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

import templetop as tt

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "your-own-bot.md").read_text("utf-8")
EXAMPLE = (ROOT / "examples" / "ten_line_bot.py").read_text("utf-8")
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(language: str, path: str = "") -> list[str]:
    return [text for kind, where, text in BLOCK.findall(PAGE) if (kind, where) == (language, path)]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the bot of the page, and the command beside it."""
    folder = tmp_path_factory.mktemp("own_bot")
    [bot] = blocks("python", "mybot.py")
    (folder / "mybot.py").write_text(bot, "utf-8")
    command = folder / "templetop"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m templetop "$@"\n')
    command.chmod(0o755)
    return folder


def run(line: str, home: Path) -> str:
    path = f"{home}{os.pathsep}{os.environ['PATH']}"
    settings = {"PATH": path, "PYTHONPATH": str(ROOT), "COLUMNS": "100"}
    done = subprocess.run(
        line.replace("examples/", f"{ROOT}/examples/"),
        shell=True,
        cwd=home,
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_bot_of_the_page_is_the_example() -> None:
    assert EXAMPLE.endswith(blocks("python", "mybot.py")[0])


def test_the_better_bot_of_the_page_takes_a_win_that_it_sees() -> None:
    assert "(../examples/looking_ahead.py)" in PAGE
    match = tt.Match.new(tt.take(ROOT / "examples" / "connect_four"), ["Ann", "Ben"])
    for column in (3, 0, 3, 0, 3, 0):
        match.play(match.awaited[0], column)
    ahead = runpy.run_path(str(ROOT / "examples" / "looking_ahead.py"))["Ahead"]
    assert ahead().decide(tt.Seen.of(match, seat=0)) == 3


def test_the_commands_print_what_the_page_shows(home: Path) -> None:
    for block in blocks("console"):
        printed = ""
        for line in block.splitlines():
            if line.startswith("$ "):
                printed = run(line.removeprefix("$ "), home)
            else:
                assert line in printed


def test_the_code_of_the_page_runs(home: Path) -> None:
    [block] = blocks("python")
    (home / "shown.py").write_text(block, "utf-8")
    assert float(run(f'"{sys.executable}" shown.py', home)) >= 0
