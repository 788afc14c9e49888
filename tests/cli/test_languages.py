"""The terminal speaks the language that it is set to, where there are words in it."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from templetop.cli.app import app
from templetop.cli.words import language_wanted
from templetop.engine.refusal import UnknownOption, WrongSeats
from templetop.engine.speech import speaking
from templetop.games.shelf import take

GERMAN = {"LC_ALL": "", "LC_MESSAGES": "", "LANG": "de_AT.UTF-8"}


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de"}, "de"),
        ({"LANG": "de_AT@euro"}, "de"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "de_CH"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "de_DE.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": ""}, "de"),
    ],
)
def test_the_first_variable_that_is_set_decides(environment: dict[str, str], language: str) -> None:
    assert language_wanted(environment) == language


def in_german(*words: object, typed: str = "") -> Result:
    runner = CliRunner(env={"COLUMNS": "200", "NO_COLOR": "1", **GERMAN})
    return runner.invoke(app, [str(word) for word in words], input=typed)


def test_a_game_is_played_in_german(tmp_path: Path) -> None:
    file = tmp_path / "abend.txt"
    words = ("play", "karuba", "--bots", "random", "--set", "setup=random", "--seed", 3)
    done = in_german(*words, "--save", file, typed="?\nroll\nlay zz\nquit\n")
    assert "Du spielst gegen" in done.output
    assert "legt Plättchen" in done.output
    assert "'roll' ist jetzt kein Zug; ? zeigt, was du eingeben kannst." in done.output
    assert "Du verlässt den Tisch." in done.output
    assert "calls tile" in file.read_text("utf-8")  # files are for everybody


def test_refusals_have_no_english_word_in_them() -> None:
    done = in_german("play", "karuba", "--set", "setup=x")
    assert done.stderr == "Die Option setup ist placed oder random, nicht 'x'.\n"
    with speaking("de"), pytest.raises(UnknownOption) as refused:
        take("karuba").settings({"setup": "x"})
    assert f"{refused.value}\n" == done.stderr
    with speaking("de"), pytest.raises(WrongSeats) as wrong:
        take("karmaggan").start(3, {"mode": "teams"})
    assert "or" not in str(wrong.value).split()


def test_a_match_is_told_in_german_but_not_to_programs(recorded: Path) -> None:
    told = in_german("replay", recorded)
    assert "Platz" in told.output
    assert json.loads(in_german("replay", recorded, "--json").stdout)["breakdown"][0].keys() >= {
        "treasures"
    }


def test_other_commands_stay_english(recorded: Path) -> None:
    done = in_german("simulate", "karuba", "-o", "setup=x")
    assert "The option setup is placed or random, not 'x'." in done.stderr
