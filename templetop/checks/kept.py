"""Which games have passed their checks, by the sources that they are made of.

Beside the machine code of those sources lies a file that says so: after a change there is none.
Our own games are known to be good.
"""

from contextlib import suppress

from templetop.engine.compile import cache_folder
from templetop.engine.faults import is_ours
from templetop.engine.game import Game

PASSED = "checked"


def has_passed(game: Game) -> bool:
    return is_ours(game.folder) or (cache_folder(game.State) / PASSED).exists()


def keep(game: Game, has_passed: bool) -> None:
    """Remember how it went; where nothing can be written, nothing is remembered."""
    mark = cache_folder(game.State) / PASSED
    with suppress(OSError):
        if has_passed:
            mark.touch()
        else:
            mark.unlink(missing_ok=True)
