"""The same games played here and by OpenSpiel, side by side."""

from random import Random
from typing import Any

import pytest

from templetop.engine.ending import ending
from templetop.engine.match import Match, legal_moves
from templetop.games.shelf import take
from tests.every_game.tables import EXAMPLES

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is missing: pip install open_spiel.")

GAMES = 60
RETURNS = {"won": 1.0, "drawn": 0.0, "lost": -1.0}


@pytest.mark.parametrize("seed", range(GAMES))
def test_openspiel_plays_the_same_game(seed: int) -> None:
    random = Random(seed)
    match = Match.new(take(EXAMPLES.joinpath("connect_four").name), ["Ann", "Ben"])
    theirs = pyspiel.load_game("connect_four").new_initial_state()
    while not match.is_over:
        [seat] = match.awaited
        assert seat == theirs.current_player()
        assert legal_moves(match.state, seat) == theirs.legal_actions()
        column = random.choice(theirs.legal_actions())
        match.play(seat, column)
        theirs.apply_action(column)
        assert drawn(match) == str(theirs).split()
    assert theirs.is_terminal()
    assert [RETURNS[ending(match.state).result(seat)] for seat in range(2)] == theirs.returns()


def drawn(match: Match) -> list[Any]:
    """The grid as OpenSpiel prints it."""
    return match.game.write(match.state).splitlines()[1:-1]
