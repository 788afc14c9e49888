"""What a person sees of a table in the terminal, as text."""

import io
from typing import Any

from rich.console import Console

from templetop.engine.game import Game


def picture_text(game: Game, state: Any, seat: int | None) -> str:
    """The picture in a wide window without colours."""
    paper = io.StringIO()
    Console(file=paper, width=120, color_system=None).print(game.picture(state, seat))
    return paper.getvalue()
