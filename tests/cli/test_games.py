"""The shelf, help and version."""

import json
import re

import pytest

from templetop import __version__
from templetop.cli.games import choices_of, how_it_plays
from templetop.engine.game import Choice, Numbers, Option
from templetop.engine.level import Level
from templetop.engine.policy import POLICIES
from templetop.games.shelf import boxes, ready_games, take

from .conftest import Run

COMMANDS = [
    *("games", "play", "simulate", "arena", "record", "replay", "convert", "rules"),
    *("bot-protocol", "new-game"),
]


def test_every_game_is_shown(run: Run) -> None:
    answer = run("games")
    assert answer.exit_code == 0
    for box in boxes():
        assert box.id in answer.stdout
        assert box.name in answer.stdout


def test_as_json(run: Run) -> None:
    shelf = json.loads(run("games", "--json").stdout)
    assert [box["id"] for box in shelf] == [box.id for box in boxes()]
    assert shelf[0]["is_ready"] is True


def test_one_game_with_its_options(run: Run) -> None:
    answer = run("games", "karuba")
    assert answer.stdout.startswith("Karuba, 1 to 4 seats\n")
    for option in take("karuba").options:
        assert option.says in answer.stdout
        for choice in option.choices:
            assert f"={choice.name}" in answer.stdout
    assert re.search("=5,4,3,2 +4 numbers from 0 to 99\\.", answer.stdout)


def test_what_can_be_chosen_is_said_with_its_limits() -> None:
    teams = Option("teams", "Who plays with whom.", (Choice("pairs", "Two and two.", seats=(4,)),))
    assert [*choices_of(teams)] == [("pairs", "Two and two. Only for 4 seats.")]
    cards = Numbers("cards", "How many of each.", (3, 2), low=1, high=9, total=(4, 8))
    assert [*choices_of(cards)] == [("3,2", "2 numbers from 1 to 9, 4 to 8 in all.")]


def test_one_game_with_its_levels_in_words(run: Run) -> None:
    lines = run("games", "karuba").stdout.splitlines()
    begin = next(n for n, line in enumerate(lines) if line.startswith("level  how bots play"))
    assert [line[0] for line in lines[begin + 1 :]] == ["1", "2", "3", "4", "5"]


@pytest.mark.parametrize(("level", "words"), [
    (Level(), "plays what looks best at first sight"),
    (Level(blunders=5), "plays what looks best at first sight, but makes 5 of 100 moves at random"),
    (Level(simulations=1200, width=9), "weighs up to 9 moves in 1,200 simulated games"),
])  # fmt: skip
def test_a_level_in_words(level: Level, words: str) -> None:
    assert how_it_plays(level) == words


def test_one_game_as_json(run: Run) -> None:
    card = json.loads(run("games", "karuba", "--json").stdout)
    assert card["seats"] == [1, 2, 3, 4]
    assert len(card["levels"]) == 5
    assert card["levels"][4]["simulations"] > 0
    assert card["measure"] == {"one": "point", "many": "points", "decides": True}
    assert card["options"][0]["name"] == "setup"
    values = {option["name"]: option.get("values") for option in card["options"]}
    assert values["stack_of_4"] == [5, 4, 3, 2]
    assert [choice["name"] for choice in card["options"][0]["choices"]] == ["placed", "random"]


@pytest.mark.parametrize("game", ready_games())
def test_every_game_that_can_be_played_can_be_shown(run: Run, game: str) -> None:
    assert run("games", game).stdout.startswith(take(game).name)
    assert json.loads(run("games", game, "--json").stdout)["id"] == game


@pytest.mark.parametrize("command", ["play", "simulate", "record"])
def test_help_names_every_bot(run: Run, command: str) -> None:
    words = run(command, "--help").stdout.split()
    assert set(POLICIES) <= {word.strip(",;.") for word in words}


@pytest.mark.parametrize("command", [*COMMANDS, ""])
def test_flags_do_not_ask_for_a_value(run: Run, command: str) -> None:
    assert "<bool>" not in run(*command.split(), "--help").stdout


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
