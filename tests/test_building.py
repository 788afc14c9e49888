"""A wheel has the pages of the web table if they are built."""

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


def built(clone: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", "wheel"],
        cwd=clone,
        capture_output=True,
        text=True,
    )


def names_in_wheel(clone: Path) -> set[str]:
    [wheel] = (clone / "dist").glob("*.whl")
    with ZipFile(wheel) as files:
        return {*files.namelist()}


def test_a_clone_whose_pages_are_not_built_is_installed_without_them_and_says_so(
    clone: Path,
) -> None:
    done = built(clone)
    assert done.returncode == 0, done.stderr
    assert "no pages for the web table" in done.stdout + done.stderr
    assert "templetop/games/karuba/rulebook.md" in names_in_wheel(clone)
    assert "templetop/web/index.html" not in names_in_wheel(clone)


def test_the_pages_are_in_the_wheel_and_so_is_all_that_a_game_needs(clone: Path) -> None:
    (clone / "web" / "dist").mkdir(parents=True)
    for name in ("index.html", "third-party-licenses.txt"):
        (clone / "web" / "dist" / name).write_text("")
    done = built(clone)
    assert done.returncode == 0, done.stderr
    assert names_in_wheel(clone) >= {
        "templetop/web/index.html",
        "templetop/web/third-party-licenses.txt",
        "templetop/games/karuba/rulebook.md",
        "templetop/games/karuba/conformance.txt.xz",
        "templetop/conformance/PROTOCOL.md",
        "templetop/starter/rulebook.md",
        "templetop/starter/tests/test_rules.py",
        "templetop/py.typed",
    }
