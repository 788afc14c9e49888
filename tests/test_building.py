"""A wheel has the pages of the web table, or is not built."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[1]
NEEDED = ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", ".gitignore")


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """What a wheel is built from, as it comes from a clone; of the games, the smallest will do."""
    for name in NEEDED:
        shutil.copy(ROOT / name, tmp_path)
    others = shutil.ignore_patterns("__pycache__", "cacao", "karmaggan", "karuba_cards", "vulkar")
    shutil.copytree(ROOT / "templetop", tmp_path / "templetop", ignore=others)
    return tmp_path


def built(
    clone: Path, target: str = "wheel", **settings: str
) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", target],
        cwd=clone,
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
    )


def names_in_wheel(clone: Path) -> set[str]:
    [wheel] = (clone / "dist").glob("*.whl")
    with ZipFile(wheel) as files:
        return {*files.namelist()}


@pytest.mark.parametrize("target", ["wheel", "sdist"])
def test_a_clone_without_pages_is_refused_in_a_sentence(clone: Path, target: str) -> None:
    done = built(clone, target)
    assert done.returncode != 0
    assert "The pages of the web table are not built" in done.stderr
    assert "Traceback" not in done.stderr
    assert not [*clone.glob("dist/*")]


def test_the_pages_are_in_the_wheel_and_so_is_all_that_a_game_needs(clone: Path) -> None:
    (clone / "web" / "dist").mkdir(parents=True)
    (clone / "web" / "dist" / "index.html").write_text("<!doctype html>")
    done = built(clone)
    assert done.returncode == 0, done.stderr
    assert names_in_wheel(clone) >= {
        "templetop/web/index.html",
        "templetop/games/karuba/rulebook.md",
        "templetop/starter/rulebook.md",
        "templetop/starter/tests/test_rules.py",
        "templetop/py.typed",
    }


def test_who_only_simulates_may_do_without(clone: Path) -> None:
    assert built(clone, TEMPLETOP_WITHOUT_PAGES="1").returncode == 0
    assert "templetop/web/index.html" not in names_in_wheel(clone)
