"""What a person sees of a table in the terminal, as text."""

import io
from typing import Any

from rich.console import Console

from templetop.engine.game import Game


def picture_text(
    game: Game, state: Any, seat: int | None, width: int = 120, height: int | None = None
) -> str:
    """The picture without colours; in a wide window, if nothing else is said."""
    return printed(game.picture(state, seat), width, height)


def printed(picture: Any, width: int, height: int | None = None, **console: Any) -> str:
    paper = io.StringIO()
    screen = Console(file=paper, width=width, **{"color_system": None, **console})
    screen.print(picture, height=height)
    return paper.getvalue()
