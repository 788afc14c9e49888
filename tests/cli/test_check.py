"""`templetop check`, and what other commands say of a game that is wrong or unchecked."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from templetop.checks import machine
from templetop.checks.checking import GAMES
from templetop.cli.check import USUAL_GAMES
from tests.checks.games import as_before, starter
from tests.parameters import slow

from .conftest import Run

__all__ = ["as_before"]
TURN = "rules/turn.py"
ROOT = Path(__file__).parents[2]


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "can_compare", lambda: False)


@pytest.mark.usefixtures("interpreted")
def test_it_prints_a_line_for_each_check(run: Run, tmp_path: Path) -> None:
    told = run("check", starter(tmp_path), "--games", 2)
    assert told.exit_code == 0, told.output
    lines = [line.split()[:2] for line in told.stdout.splitlines() if line]
    assert lines[:3] == [["ok", "numbers"], ["ok", "ending"], ["ok", "text"]]
    assert told.stdout.endswith("My Game has passed.\n")


@pytest.mark.usefixtures("interpreted")
def test_what_is_wrong_is_told_with_its_place_and_how_to_see_it_again(
    run: Run, tmp_path: Path
) -> None:
    folder = starter(tmp_path, (TURN, "state.pot += event", "state.pott += event"))
    told = run("check", "--game", folder, "--seed", 3)
    assert told.exit_code == 1
    assert "failed    numbers   The record has no field pott. Did you mean pot?" in told.stdout
    assert f"{folder}/rules/turn.py, line 69, in happen" in told.stdout
    assert f"again: templetop check --game {folder} --seed 3 --games 1" in told.stdout
    assert "My Game has failed 1 check." in told.stderr


@pytest.mark.usefixtures("interpreted")
def test_as_json_it_is_for_programs(run: Run, tmp_path: Path) -> None:
    folder = starter(tmp_path, ("people/view.py", "return TableView(", "return dict("))
    told = run("check", "--game", folder, "--games", 1, "--json")
    assert told.exit_code == 1
    data = json.loads(told.stdout)
    assert (data["game"], data["passed"]) == (folder.name, False)
    [wrong] = [check for check in data["checks"] if check["result"] == "failed"]
    assert (wrong["check"], wrong["rule"], wrong["seed"]) == ("view", "view", 0)
    assert wrong["file"].endswith("people/view.py")
    assert wrong["line"]


def test_what_is_no_game_is_refused_before_it_is_checked(run: Run, tmp_path: Path) -> None:
    folder = starter(tmp_path, (TURN, "def places(", "def no_places("))
    told = run("check", "--game", folder)
    assert told.exit_code == 1
    assert "does not define: places." in told.stderr


def test_usual_is_the_same_for_both() -> None:
    assert USUAL_GAMES == GAMES


# ── Other commands ───────────────────────────────────────────────────────────────────────────────


def test_figures_of_a_game_that_has_not_passed_come_with_a_warning(
    run: Run, tmp_path: Path
) -> None:
    folder = starter(tmp_path)
    wanted = ("simulate", "--game", folder, "--games", 10, "--json")
    told = run(*wanted)
    assert "My Game has not passed `templetop check --game" in " ".join(told.stderr.split())
    assert json.loads(told.stdout)["games"] == 10
    assert run("check", "--game", folder, "--games", 1).exit_code == 0
    assert "has not passed" not in run(*wanted).stderr


def test_figures_of_ours_do_not(run: Run) -> None:
    assert run("simulate", "karuba", "--games", 10).stderr.strip() in (
        "", "Compiling the rules of Karuba for this machine, once …"
    )  # fmt: skip


@pytest.mark.parametrize("command", [
    ("simulate", "--games", 10),
    ("study", "--games", 4),
    ("play", "--seat", 0, "--bots", "random"),
    ("record", "--bots", "random", "--out", "-"),
    ("arena", "--bots", "random,random", "--games", 2),
])  # fmt: skip
def test_a_mistake_in_a_rule_is_no_bug_of_ours(
    run: Run, tmp_path: Path, command: tuple[object, ...]
) -> None:
    folder = starter(tmp_path, (TURN, "state.pot += event", "state.pott += event"))
    told = run(command[0], "--game", folder, *command[1:])
    assert told.exit_code == 1
    assert "A bug in Templetop" not in told.output
    sentence = f"{folder}/rules/turn.py, line 69, in happen: The record has no field pott."
    assert sentence in " ".join(told.stderr.split())


@pytest.mark.parametrize("command", [
    "simulate karuba --games 2 --bots greedy --json",
    "record karuba --seats 2 --bots greedy,level1 --out -",
    *slow("study karuba --games 2 --json", "check karuba --games 1"),
])  # fmt: skip
def test_without_a_compiler_the_interpreter_does_it(command: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "templetop", *command.split()],
        cwd=tmp_path,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "bug" not in done.stderr
