"""The table in the terminal and on the general board, and all of it as text."""

from typing import Any

from templetop.engine.canvas import Canvas, Looks, in_a_column
from templetop.engine.picture import Drawing, Picture

from ..rules.state import OVER

LOOKS: Looks = {"bold": "bold #ffd54a", "dim": "dim"}
PLAIN: Looks = {"bold": "bold", "dim": "dim"}


class TableDrawing(Drawing):
    """A line for each seat."""

    coloured, plain = LOOKS, PLAIN

    def drawn(self, height: int | None = None) -> Canvas:
        heading = self.heading(f"Starter: {self.going_on()}.")
        return in_a_column([heading, self.roster("  points", self.points_of, self.width)])

    def points_of(self, seat: int) -> str:
        return f"{self.state.banked[seat]:8}"

    def going_on(self) -> str:
        if self.state.phase == OVER:
            return self.outcome()
        name = self.names[int(self.state.turn)]
        return f"{name} has {self.state.pot} in the pot; {self.state.goal} win"


def picture(state: Any, seat: int | None = None, **how: Any) -> Picture:
    return Picture(TableDrawing, state, seat, **how)


def write(state: Any) -> str:
    """All that lies on the table."""
    fields = [f"{name} {state[name].tolist()}" for name in state.dtype.names if "gap" not in name]
    return "\n".join([f"Starter for {state.seats} seats", *fields]) + "\n"
