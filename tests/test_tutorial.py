"""docs/your-own-game.md: its pieces make the example, and what it shows is what happens."""

import os
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "your-own-game.md").read_text("utf-8")
EXAMPLE = ROOT / "examples" / "connect_four"
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def files() -> dict[str, str]:
    """What the page writes into each file, piece by piece."""
    pieces = defaultdict(list)
    for _, path, text in BLOCK.findall(PAGE):
        if path:
            pieces[path].append(text)
    return {path: "\n\n".join(texts) for path, texts in pieces.items()}


def blocks(language: str) -> list[str]:
    """What is to be tried."""
    return [text for kind, path, text in BLOCK.findall(PAGE) if kind == language and not path]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the game of the page, and the command beside it."""
    home = tmp_path_factory.mktemp("tutorial")
    for path, text in files().items():
        (home / path).parent.mkdir(parents=True, exist_ok=True)
        (home / path).write_text(text, "utf-8")
    command = home / "templetop"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m templetop "$@"\n')
    command.chmod(0o755)
    return home


def run(line: str, home: Path) -> str:
    """What is printed, by whatever is typed into a shell there."""
    path = f"{home}{os.pathsep}{os.environ['PATH']}"
    settings = {"PATH": path, "PYTHONPATH": str(ROOT), "TEMPLETOP_GAMES": "", "COLUMNS": "100"}
    done = subprocess.run(
        line,
        shell=True,
        cwd=home,
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_pieces_of_the_page_are_the_example() -> None:
    assert {f"connect_four/{path.relative_to(EXAMPLE)}" for path in sources()} == {*files()}
    for path in sources():
        written = files()[f"connect_four/{path.relative_to(EXAMPLE)}"]
        assert written == path.read_text("utf-8"), path


def sources() -> list[Path]:
    return [path for path in EXAMPLE.rglob("*") if path.suffix in (".py", ".md")]


@pytest.mark.parametrize("block", blocks("console"), ids=lambda block: block.splitlines()[0])
def test_a_command_prints_what_the_page_shows(block: str, built: Path) -> None:
    printed = ""
    for line in block.splitlines():
        if line.startswith("$ "):
            printed = run(line.removeprefix("$ "), built)
        else:
            assert line in printed


@pytest.mark.parametrize("block", blocks("python"))
def test_the_code_of_the_page_runs(block: str, built: Path) -> None:
    (built / "shown.py").write_text(block, "utf-8")
    run(f'"{sys.executable}" shown.py', built)
