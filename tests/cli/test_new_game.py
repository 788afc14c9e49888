"""`templetop new-game`: a folder that plays at once."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from templetop.games.shelf import ELSEWHERE

from .conftest import Run

WITHOUT_PLUGINS = [f"-pno:{name}" for name in ("cacheprovider", "schemathesis", "xdist")]
ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ELSEWHERE, "")


def begun(run: Run, home: Path, name: str, *words: str) -> Path:
    told = run("new-game", name, "--in", home, *words)
    assert told.exit_code == 0, told.output
    assert f"templetop play --game {home / name}" in told.stdout
    return home / name


@pytest.mark.usefixtures("arena_in_this_process")
def test_it_is_played_recorded_and_compared_at_once(run: Run, tmp_path: Path) -> None:
    folder = begun(run, tmp_path, "first_try")
    played = run("play", "--game", folder, "--level", 1, "--seed", 5, typed="roll\nquit\n")
    assert played.stdout.startswith("Roll and collect")
    assert "First Try: Player has" in played.stdout
    file = tmp_path / "match.txt"
    assert run("record", "--game", folder, "--seats", 2, "--out", file).exit_code == 0
    assert "wins." in run("replay", file, "--game", folder).stdout
    cup = run("arena", "--game", folder, "--bots", "random,random", "--games", 4)
    assert cup.stdout.startswith("First Try, 2 seats")


def test_its_own_tests_pass_and_cover_its_rules(run: Run, tmp_path: Path) -> None:
    folder = begun(run, tmp_path, "second_try", "--title", "Second Try!")
    tests = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *WITHOUT_PLUGINS, "second_try"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert tests.returncode == 0, tests.stdout
    assert "10 passed" in tests.stdout
    assert run("rules", "--game", folder, "--check").exit_code == 0
    assert run("games", "--game", folder).stdout.startswith("Second Try!, 2 to 4 seats")


def test_two_of_them_can_be_on_the_shelf(run: Run, tmp_path: Path) -> None:
    """Games are told apart by their records."""
    one, other = begun(run, tmp_path, "third_try"), begun(run, tmp_path, "fourth_try")
    for name in ("third_try", "fourth_try"):
        told = run("games", name, "--game", one, "--game", other)
        assert told.stdout.startswith(name.replace("_", " ").title())


@pytest.mark.parametrize(("words", "sentence"), [
    (["My-Game"], "'My-Game' is not a name for a game: use lower-case letters, digits and _."),
    (["2nd"], "'2nd' is not a name for a game: use lower-case letters, digits and _."),
    (["class"], "'class' is not a name for a game: use lower-case letters, digits and _."),
    (["karuba"], "There is already a game karuba; choose another name."),
    (["random"], "Python already has a package random; choose another name."),
    (["mine", "--title", 'a "b"'], "is not a title: leave out quotes, braces, \\ and #."),
])  # fmt: skip
def test_a_name_that_will_not_do_is_refused(
    run: Run, tmp_path: Path, words: list[str], sentence: str
) -> None:
    refused = run("new-game", *words, "--in", tmp_path)
    assert refused.exit_code == 2
    assert " ".join(refused.stderr.split()).endswith(sentence)
    assert not any(tmp_path.iterdir())


def test_what_is_there_stays_as_it_is(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    refused = run("new-game", "mine", "--in", tmp_path)
    assert refused.exit_code == 2
    assert not any((tmp_path / "mine").iterdir())
