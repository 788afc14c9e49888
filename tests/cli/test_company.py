"""The names of bots at a person's table."""

import pytest

from templetop.cli.company import NAMES, bot_of, named
from templetop.engine.policy import POLICIES
from templetop.engine.simulate import MOST_SEATS


def test_every_bot_has_a_name_of_its_own() -> None:
    bots = ("greedy", "random", "greedy", "greedy", "random")
    assert named(bots) == ["Jaguar", "Sloth", "Condor", "Puma", "Tapir"]
    everyone = [name for bot in POLICIES for name in named([bot] * MOST_SEATS)]
    assert len(set(everyone)) == len(everyone)
    assert set(everyone) == {name for names in NAMES.values() for name in names}


def test_bots_without_names_are_called_after_their_kind() -> None:
    assert named(("thinker", "greedy", "thinker")) == ["thinker", "Jaguar", "thinker 2"]
    assert named(["random"] * 10)[-2:] == ["random 9", "random 10"]


@pytest.mark.parametrize(
    ("name", "bot"),
    [
        ("Jaguar", "greedy"),
        ("Capybara", "random"),
        ("greedy", "greedy"),
        ("random 3", "random"),
        ("Ann", ""),
        ("Jaguar Ann", ""),
        ("", ""),
    ],
)
def test_a_bot_is_known_by_its_name(name: str, bot: str) -> None:
    assert bot_of(name) == bot
