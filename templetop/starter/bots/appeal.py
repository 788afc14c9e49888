"""How good a move looks at first sight, and what may come of it: bots play better with it."""

from templetop.engine.compile import rule

from ..rules.state import HOLD

POINT = 1000
ENOUGH = 20  # in the pot: one more roll would lose as much as it brings


@rule
def appeal(state, seat, move):
    """Hold when it wins, or when the pot is worth it."""
    is_enough = state.pot >= ENOUGH or state.banked[seat] + state.pot >= state.goal
    return POINT if (move == HOLD) == is_enough else 0


@rule
def prospect(state, seat):
    """Everybody's points so far, in thousandths."""
    return POINT * int(state.banked[seat])
