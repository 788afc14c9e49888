"""The arrows of ARCHITECTURE.md: who may know whom."""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "templetop"
KNOWS = {
    "engine": {"engine"},
    "games": {"engine", "games"},
    "bots": {"bots", "engine"},
    "arena": {"arena", "bots", "engine", "games"},
    "study": {"arena", "bots", "engine", "games", "study"},
    "coach": {"bots", "coach", "engine", "games"},
    "conformance": {"bots", "conformance", "engine", "games"},
    "starter": {"engine"},
    "envs": {"bots", "engine", "envs", "games"},
    "server": {"bots", "coach", "engine", "games", "server"},
    "cli": {"arena", "bots", "cli", "coach", "conformance", "engine", "games", "server", "study"},
}


def imported(path: Path) -> set[str]:
    """The parts of the package that a file imports, wherever it does so."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == "templetop":
            names |= {f"templetop.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or "")
        elif isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
    parts = [name.split(".") for name in names]
    return {part[1] for part in parts if part[0] == "templetop" and part[1:]} & {*KNOWS}


@pytest.mark.parametrize("part", KNOWS)
def test_nobody_knows_more_than_they_should(part: str) -> None:
    for path in (PACKAGE / part).rglob("*.py"):
        assert imported(path) <= KNOWS[part], path
    games = [folder.name for folder in (PACKAGE / "games").iterdir() if folder.is_dir()]
    if part in ("engine", "bots", "coach", "envs"):
        text = "".join(path.read_text(encoding="utf-8") for path in (PACKAGE / part).rglob("*.py"))
        assert not [game for game in games if f"games.{game}" in text]
