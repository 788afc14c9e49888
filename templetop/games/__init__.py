"""The games. Each folder is one game, and knows of no other.

Called, it says which there are: `templetop.games()`.
"""

import sys
from types import ModuleType


class Games(ModuleType):
    """This module, which can be called."""

    def __call__(self) -> list[str]:
        from templetop.games.shelf import ready_games

        return ready_games()


sys.modules[__name__].__class__ = Games
