"""The shelf, help and version."""

import json

import pytest

from templetop import __version__
from templetop.games.shelf import SHELF

from .conftest import Run

COMMANDS = ["games", "play", "simulate", "record", "replay", "rules"]


def test_every_game_is_shown(run: Run) -> None:
    answer = run("games")
    assert answer.exit_code == 0
    for box in SHELF:
        assert box.id in answer.stdout
        assert box.name in answer.stdout


def test_as_json(run: Run) -> None:
    shelf = json.loads(run("games", "--json").stdout)
    assert [box["id"] for box in shelf] == [box.id for box in SHELF]
    assert shelf[0]["is_ready"] is True


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("help_option", ["--help", "-h"])
def test_every_command_has_help_with_examples(run: Run, command: str, help_option: str) -> None:
    answer = run(command, help_option)
    assert answer.exit_code == 0
    assert f"templetop {command}" in answer.stdout.partition("Examples")[2]


def test_without_a_command_help_is_shown(run: Run) -> None:
    answer = run()
    assert all(command in answer.stdout for command in COMMANDS)
    assert answer.stderr == ""


def test_the_version(run: Run) -> None:
    assert run("--version").stdout == f"templetop {__version__}\n"
