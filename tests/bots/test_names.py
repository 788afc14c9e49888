"""The names of bots at a person's table."""

import pytest

from templetop.bots.names import NAMES, bot_of, introduced, named
from templetop.bots.roster import NAMES as BOTS
from templetop.engine.match import check_name
from templetop.engine.seats import MOST_SEATS


def test_every_bot_has_a_name_of_its_own() -> None:
    bots = ("greedy", "random", "greedy", "greedy", "random")
    assert named(bots) == ["Jaguar", "Sloth", "Condor", "Puma", "Tapir"]
    everyone = [name for bot in BOTS for name in named([bot] * MOST_SEATS)]
    assert len(set(everyone)) == len(everyone)
    assert set(everyone) == {name for names in NAMES.values() for name in names}


def test_bots_without_names_are_called_after_their_kind() -> None:
    assert named(("thinker", "greedy", "thinker")) == ["thinker", "Jaguar", "thinker 2"]
    assert named(["random"] * 10)[-2:] == ["random 9", "random 10"]
    assert named(["search:800"] * 2) == ["search:800", "search:800 2"]
    assert named(["exec:./bot 7"] * 2) == ["exec:./bot 7", "exec 2:./bot 7"]


@pytest.mark.parametrize(
    "bot", [*BOTS, "search:800", "search:2s", "search:0.5s", "exec:python bot.py", "exec:./bot 2"]
)
def test_every_name_can_stand_in_a_file_and_leads_back_to_its_bot(bot: str) -> None:
    for name in named([bot] * 12):
        check_name(name)
        assert bot_of(name) == bot


@pytest.mark.parametrize(("name", "bot", "words"), [
    ("Jaguar", "greedy", "Jaguar (greedy)"),
    ("search:800 2", "search:800", "search:800 2"),
    ("exec 2:./bot", "exec:./bot", "exec 2:./bot"),
    ("Ann", "level3", "Ann (level3)"),
])  # fmt: skip
def test_bots_are_introduced(name: str, bot: str, words: str) -> None:
    assert introduced(name, bot) == words


@pytest.mark.parametrize(
    ("name", "bot"),
    [
        ("Jaguar", "greedy"),
        ("Capybara", "random"),
        ("greedy", "greedy"),
        ("random 3", "random"),
        ("Ann", ""),
        ("Jaguar Ann", ""),
        ("random Ann", ""),
        ("exec", ""),
        ("exec:", ""),
        ("search:nothing", ""),
        ("level6", ""),
        ("", ""),
    ],
)
def test_a_bot_is_known_by_its_name(name: str, bot: str) -> None:
    assert bot_of(name) == bot
