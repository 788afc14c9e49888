"""How good a move looks at first sight."""

from templetop.engine.compile import rule
from templetop.games.karuba.island import TEMPLE
from templetop.games.karuba.moves import goal_of, is_walk


@rule
def appeal(state, seat, move):
    """Placeholder."""
    return 1 if is_walk(move) and goal_of(move) == TEMPLE else 0
