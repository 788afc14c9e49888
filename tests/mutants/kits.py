"""Matches of the conformance kits, replayed one by one, so that a fault is noticed early.

Pytest collects this file only where it is named: `tests/conformance/test_kits.py` replays the same
matches in fewer tests.
"""

import pytest

from templetop.conformance.kit import Recorded, kit_of
from templetop.conformance.reference import COUNT, Reference, checksum, moves_text, position
from templetop.games.shelf import take

from .targets import GAMES

MOVES = 2  # which word of a position is the checksum of the moves
SELDOM = 10  # after so many steps the table is written; it takes longer than all the rest

MATCHES = {
    f"{game}-match-{number}": (game, match)
    for game in GAMES
    for number, match in enumerate(kit_of(take(game)).matches, 1)
}


@pytest.mark.parametrize(("game", "match"), MATCHES.values(), ids=list(MATCHES))
def test_a_match_of_the_kit_has_the_recorded_positions(game: str, match: Recorded) -> None:
    steps = [exchange for exchange in match if not exchange.command.startswith(COUNT)]
    reference = Reference(take(game))
    for number, (command, answer) in enumerate(steps, 1):
        reference.carry_out(command)
        if number % SELDOM and number < len(steps):
            moves = moves_text(reference.state)
            assert checksum(moves) == answer.split()[MOVES], f"{command}: {moves}"
        else:
            assert position(reference.state) == answer, command
