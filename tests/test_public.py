"""`import templetop as tt`: a dozen names that stay, and cost nothing until they are asked for."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import templetop as tt

ROOT = Path(__file__).parents[1]
PYTHON_BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)

LIGHT = """
import sys
before = {*sys.modules}
import templetop
print(sorted({*sys.modules} - before - {"templetop"}))
"""
ASKED_FOR = """
import sys
import templetop as tt
match = tt.Match.new(tt.take("karuba"), ["Ana"])
print({"numba", "rich", "typer", "fastapi", "importlib.metadata"} & {*sys.modules})
"""


def printed(program: str) -> str:
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_the_import_loads_nothing() -> None:
    assert printed(LIGHT) == "[]"


def test_a_match_needs_no_compiler_no_terminal_and_no_server() -> None:
    assert printed(ASKED_FOR) == "set()"


@pytest.mark.parametrize("name", tt.__all__)
def test_every_name_is_there_and_explained(name: str) -> None:
    found: Any = getattr(tt, name)
    assert name in dir(tt)
    assert f"tt.{name}" in (tt.__doc__ or "")
    assert isinstance(found, int) or found.__doc__


def test_another_name_is_refused_with_those_there_are() -> None:
    with pytest.raises(AttributeError, match=r"^templetop has no 'Karuba'; it has CHANCE, "):
        _ = tt.Karuba


def test_games_are_listed_whatever_was_imported_before() -> None:
    from templetop.games import shelf

    assert tt.games() == shelf.ready_games()
    assert tt.games()[0] == "karuba"


def test_a_match_offers_moves_and_says_them() -> None:
    match = tt.Match.new(tt.take("cacao"), ["Ana", "Ben"])
    while match.awaited == [tt.CHANCE]:
        event = match.legal(tt.CHANCE)[0]
        assert match.says(tt.CHANCE, event).endswith(".")
        match.play(tt.CHANCE, event)
    [seat] = match.awaited
    assert match.says(seat, match.legal(seat)[0]).startswith(match.seats[seat])
    assert match.legal(1 - seat) == []
    with pytest.raises(tt.Refusal):
        match.play(1 - seat, 0)


def test_the_snippet_of_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    blocks = PYTHON_BLOCK.findall((ROOT / "README.md").read_text("utf-8"))
    assert blocks
    for block in blocks:
        assert "import templetop as tt" in block
        exec(block.replace("100_000", "100"), {})
    assert capsys.readouterr().out
