"""The game is on the shelf for its own tests, and for no others."""

import pytest

from templetop.games.shelf import ELSEWHERE
from tests.every_game.tables import EXAMPLES


@pytest.fixture(autouse=True)
def on_the_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ELSEWHERE, str(EXAMPLES / "backgammon"))
