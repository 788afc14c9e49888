"""Games that lie outside the package, on the command line: `--game FOLDER`."""

import os
from pathlib import Path

import pytest

from templetop.games.shelf import ELSEWHERE

from .conftest import Run

EXAMPLES = Path(__file__).parents[2] / "examples"
FOUR = EXAMPLES / "connect_four"


@pytest.fixture(autouse=True)
def as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is put on the shelf is gone afterwards; other tests may have put games there, too."""
    monkeypatch.setenv(ELSEWHERE, "")


def test_it_is_the_game_that_is_meant(run: Run) -> None:
    assert run("games", "--game", FOUR).stdout.startswith("Connect Four, 2 seats\n")


def test_its_id_may_be_said_as_well_and_stands_on_the_shelf(run: Run) -> None:
    assert run("games", "connect_four", "--game", FOUR).stdout.startswith("Connect Four")
    assert str(FOUR.resolve()) in os.environ[ELSEWHERE]


def test_of_several_games_one_is_named(run: Run) -> None:
    told = run("games", "heist", "--game", FOUR, "--game", EXAMPLES / "heist")
    assert told.stdout.startswith("Heist")
    refused = run("record", "--game", FOUR, "--game", EXAMPLES / "heist", "--out", "-")
    assert refused.exit_code == 2


def test_a_match_is_recorded_and_replayed(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    assert run("record", "--game", FOUR, "--seed", 3, "--out", file).exit_code == 0
    told = run("replay", file, "--game", FOUR)
    assert told.exit_code == 0
    assert "drops a stone into column" in told.stdout


def test_it_is_played_in_the_terminal(run: Run) -> None:
    told = run("play", "--game", FOUR, "--bots", "greedy", "--seed", 1, typed="d\nquit\n")
    assert told.exit_code == 0
    assert "Player drops a stone into column d." in told.stdout


def test_its_rules_are_shown_with_code_and_tests(run: Run) -> None:
    told = run("rules", "--game", FOUR, "--check")
    assert told.exit_code == 0, told.output
    assert "8 of 8 rules have a test" in told.stdout


@pytest.mark.parametrize(("folder", "sentence"), [
    ("nowhere", "is not a game's folder."),
    ("deploy", "has no __init__.py."),
])  # fmt: skip
def test_what_is_no_game_is_refused(run: Run, folder: str, sentence: str) -> None:
    refused = run("games", "--game", EXAMPLES.parent / folder)
    assert refused.exit_code == 1
    assert " ".join(refused.stderr.split()).endswith(sentence)
