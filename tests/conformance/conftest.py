"""Connect Four, whose kit most tests play, and engines that play it in this process."""

from collections.abc import Callable

import pytest

from templetop.conformance.engine import Engine
from templetop.conformance.reference import Reference
from templetop.engine.game import Game
from templetop.games.shelf import ELSEWHERE, take
from tests.every_game.tables import EXAMPLES

Changes = Callable[[str, str], str]  # a command and our answer to it: the answer that is given


class WithinThisProcess(Engine):
    """Our own rules as an engine, which may answer something else."""

    def __init__(self, game: Game, changes: Changes = lambda command, answer: answer) -> None:
        self.reference = Reference(game)
        self.changes = changes

    def answer(self, command: str) -> str:
        return self.changes(command, self.reference.answer(command))


@pytest.fixture
def connect_four(monkeypatch: pytest.MonkeyPatch) -> Game:
    monkeypatch.setenv(ELSEWHERE, str(EXAMPLES / "connect_four"))
    return take("connect_four")
