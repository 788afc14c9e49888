"""How good a move looks at first sight."""

from connect_four.rules.state import COLUMNS, DROP, ROW
from connect_four.rules.turn import has_four, landing
from templetop.engine.compile import rule

POINT = 1000


@rule
def appeal(state, seat, move):
    """Win; or stop the other one from winning, and do not help them; else stay in the middle."""
    own, others = int(state.stones[seat]), int(state.stones[1 - seat])
    column = move - DROP
    space = landing(state, column)
    if has_four(own | space):
        return 9 * POINT
    if has_four(others | space):
        return 6 * POINT
    if has_four(others | space << ROW):  # on top of this stone
        return -3 * POINT
    return POINT - abs(column - COLUMNS // 2) * POINT // 4
