"""Matches of the conformance kits, replayed one by one, so that a fault is noticed early.

Pytest collects this file only where it is named: `tests/conformance/test_kits.py` replays the same
matches in fewer tests.
"""

import pytest

from templetop.conformance.kit import Recorded, kit_of
from templetop.conformance.reference import COUNT, Reference
from templetop.games.shelf import take

from .targets import GAMES

# Karmaggän takes five times as long for a match as the others, so only every fourth is replayed.
EVERY = {"karmaggan": 4}

MATCHES = {
    f"{game}-match-{number}": (game, match)
    for game in GAMES
    for number, match in enumerate(kit_of(take(game)).matches, 1)
    if number % EVERY.get(game, 1) == 0
}


@pytest.mark.parametrize(("game", "match"), MATCHES.values(), ids=list(MATCHES))
def test_a_match_of_the_kit_has_the_recorded_positions(game: str, match: Recorded) -> None:
    reference = Reference(take(game))
    for command, answer in match:
        if not command.startswith(COUNT):
            assert reference.answer(command) == answer, command
