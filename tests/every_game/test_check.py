"""`templetop check` finds nothing wrong with any of our games, and the examples."""

from pathlib import Path

import pytest

from templetop.checks.checking import Checking
from templetop.engine.game import Game
from templetop.games.shelf import take

from .tables import EXAMPLES, games

SMALLER = ("karuba", "cacao", "heist")  # the others take longer, and their tests ask the same
GAMES = [
    pytest.param(game, marks=[] if game.id in SMALLER else [pytest.mark.slow]) for game in games()
]
SEEDS = [0, pytest.param(1, marks=pytest.mark.slow), pytest.param(2, marks=pytest.mark.slow)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.id))
@pytest.mark.parametrize("seed", SEEDS)
def test_every_game_passes_every_check(game: Game, seed: int) -> None:
    passes(game, seed)


@pytest.mark.parametrize("example", ["backgammon", "connect_four"])
def test_every_example_passes_every_check(
    example: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TEMPLETOP_GAMES", "")
    passes(take(EXAMPLES / example), 1)


def passes(game: Game, seed: int) -> None:
    found = [*Checking(game, [seed]).findings_one_by_one()]
    assert [finding for finding in found if finding.result != "ok"] == []
