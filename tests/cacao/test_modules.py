"""1.10  Modules have their place: rows in the tables of the box, from which all else follows.

The game is made from the box when it is imported, so another box needs a process of its own. There
a pytest is run with a plugin that fills the box, on tests of that box and on those of every game.
"""

from pathlib import Path

import pytest

from ..every_game.elsewhere import run

EVERY_GAME = [
    f"tests/every_game/test_{what}.py"
    for what in ("compiled", "playing", "notation", "imagining", "words", "offer", "picture")
]


@pytest.mark.parametrize(("box", "tests"), [
    ("more_rows",  ["tests/cacao/with_more_rows.py"]),
    ("more_rows",  [*EVERY_GAME, "-k", "cacao-3"]),
    ("more_tiles", ["tests/cacao/with_more_tiles.py"]),
], ids=["more rows", "every game's tests with more rows", "more tiles"])  # fmt: skip
def test_1_10_the_game_can_be_made_from_another_box(
    box: str, tests: list[str], tmp_path: Path
) -> None:
    quietly = ["-q", "-x", "-p", "no:cacheprovider"]
    said = run(["-m", "pytest", "-p", f"tests.cacao.{box}", *quietly, *tests], tmp_path)
    assert " passed" in said
    assert "failed" not in said


# ── What does not fit ────────────────────────────────────────────────────────────────────────────

MADE = """
from templetop.games.cacao import box
{change}
try:
    from templetop.games.cacao.card import CARD
except AssertionError as sentence:
    print(sentence)
"""


@pytest.mark.parametrize(("change", "sentence"), [
    ("box.WORKER_TILES += [((1, 2, 3, n), 0, 0, 0) for n in range(5, 10)]",
     "A tile on the ground is one byte: 33 faces are too many."),
    ("box.WORKER_TILES.append(((0, 1, 2, 1), 0, 0, 0))",
     "Two kinds of worker tiles are the same when turned."),
    ("box.MODULES += [box.Module(str(n), '', {}, {}, {}) for n in range(9)]",
     "A table has a bit for each of eight modules."),
    ("box.MODULES.append(box.Module('much', '', {'P1': 60}, {}, {}))",
     "Rows have names of two digits: 92 are too many."),
])  # fmt: skip
def test_1_10_what_does_not_fit_is_said_when_the_game_is_made(
    change: str, sentence: str, tmp_path: Path
) -> None:
    assert run(["-c", MADE.format(change=change)], tmp_path).strip() == sentence
