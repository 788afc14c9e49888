"""No rule reads beyond the ends of a list: machine code would not notice."""

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from templetop.engine.game import Game

from .contract import empty_sheet, play_and_ask, row_of
from .digests import digests_of_answers
from .elsewhere import digests_elsewhere
from .tables import Table, story

TIMES = 10  # games at each table


def test_no_rule_reaches_beyond_the_end_of_a_list(game: Game, tmp_path: Path) -> None:
    """Machine code that looks at every index would raise an IndexError there."""
    arguments = [game.id, "answers", str(TIMES)]
    checked = digests_elsewhere(arguments, tmp_path, NUMBA_BOUNDSCHECK="1", NUMBA_OPT="0")
    assert checked == digests_of_answers(game, TIMES)


class Watched(np.ndarray[Any, Any]):
    """A table that does not count from its end."""

    def __getitem__(self, index: Any) -> Any:
        numbers = index if isinstance(index, tuple) else (index,)
        for number in numbers:
            assert not isinstance(number, int | np.integer) or number >= 0
        return super().__getitem__(index)


def test_no_rule_counts_from_the_end_of_a_table(
    seated: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An index below 0 is mostly a mistake, and no error anywhere."""
    told, game = story(seated), seated.game
    for module in modules_of(seated):
        for name, table in list(vars(module).items()):
            if isinstance(table, np.ndarray) and table.ndim:
                monkeypatch.setattr(module, name, table.view(Watched))
    states, sheet = game.state(), empty_sheet(game, seated.seats)
    states[0] = told.states[0]
    thorough = told.moments(6)
    for n, step in enumerate(told.steps):
        play_and_ask.plain(states, *row_of(step), 3 if n in thorough else 0, sheet)
    assert states[0].tobytes() == told.end.tobytes()


def modules_of(table: Table) -> list[Any]:
    package = table.game.new.__module__.split(".rules")[0]
    return [module for name, module in sys.modules.items() if name.startswith(f"{package}.")]
