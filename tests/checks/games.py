"""Games for these tests: what `templetop new-game` writes, or Heist, with something spoilt."""

import functools
import itertools
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from templetop.checks.checking import Checking, Finding
from templetop.cli.new_game import write
from templetop.engine import ask
from templetop.engine.collect import collect
from templetop.engine.game import Game
from templetop.games import shelf

HEIST = Path(__file__).parents[2] / "examples" / "heist"
NUMBERS = itertools.count(1)  # machine code is found by the record, so no two games have the same
Edit = tuple[str, str, str]  # a file, what stands there, and what is to stand there


@pytest.fixture(autouse=True)
def as_before(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """What a test puts on the shelf is gone after it, and what it keeps lies apart."""
    monkeypatch.setenv(shelf.ELSEWHERE, "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(shelf, "opened", functools.cache(collect))
    modules, games = {*sys.modules}, {**ask.known_games}
    yield
    for name in {*sys.modules} - modules:
        if name.startswith(("mygame", "myheist")):
            del sys.modules[name]
    ask.known_games.clear()
    ask.known_games.update(games)


def starter(home: Path, *edits: Edit) -> Path:
    """The dice game that `templetop new-game` writes."""
    folder = home / f"mygame{next(NUMBERS)}"
    write(folder, "My Game")
    return edited(folder, edits)


def heist(home: Path, *edits: Edit) -> Path:
    """A game with cards that are dealt face down."""
    name = f"myheist{next(NUMBERS)}"
    folder = home / name
    for file in HEIST.rglob("*"):
        if file.suffix in (".py", ".md"):
            copy = folder / file.relative_to(HEIST)
            copy.parent.mkdir(parents=True, exist_ok=True)
            text = file.read_text("utf-8").replace("from heist.", f"from {name}.")
            own = f'("{name}", np.int8),\n    ("phase",'
            copy.write_text(text.replace('("phase",', own), "utf-8")
    return edited(folder, edits)


def edited(folder: Path, edits: tuple[Edit, ...]) -> Path:
    for file, old, new in edits:
        path = folder / file
        text = path.read_text("utf-8")
        assert old in text, f"{file} has no {old!r}"
        path.write_text(text.replace(old, new), "utf-8")
    return folder


def taken(folder: Path) -> Game:
    return shelf.take(folder)


def findings(folder: Path, games: int = 4) -> dict[str, Finding]:
    """What comes of each check."""
    checking = Checking(taken(folder), range(games))
    return {finding.check: finding for finding in checking.findings_one_by_one()}


def line_of(folder: Path, file: str, text: str) -> int:
    lines = (folder / file).read_text("utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if text in line)
