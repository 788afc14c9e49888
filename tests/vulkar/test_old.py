"""Matches of earlier versions of the rules."""

import pytest

from templetop.engine.convert import converted
from templetop.games.shelf import take
from tests.every_game.matches import files_of


def test_every_earlier_version_can_be_read() -> None:
    game = take("vulkar")
    assert [*game.renumbered] == [*range(1, game.rules_version)]


@pytest.mark.parametrize("version", [1, 2])
def test_a_match_of_an_earlier_version_goes_on_with_the_same_numbers(version: int) -> None:
    now = files_of(take("vulkar"))[0].read_text("utf-8")
    match = converted(now.replace("\nrules: 3\n", f"\nrules: {version}\n"), take)
    assert match.write() == now
