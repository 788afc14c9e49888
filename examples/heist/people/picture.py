"""The table in the terminal, and all of it as text."""

from typing import Any

from heist.people.view import BurglarView, HeistView, view
from heist.rules.state import OVER
from templetop.engine.canvas import Canvas, Looks, cut_apart, lines
from templetop.engine.picture import Drawing, Picture

LOOKS: Looks = {"bold": "bold #ffd54a", "dim": "dim"}
PLAIN: Looks = {"bold": "bold", "dim": "dim"}
NAME_WIDTH = 14


class HeistDrawing(Drawing):
    """A line for each burglar in the corridor."""

    coloured, plain = LOOKS, PLAIN

    def drawn(self, height: int | None = None) -> Canvas:
        seen = view(self.state, self.seat)
        names = cut_apart(self.names, NAME_WIDTH)
        rows = [f"{names[b.seat]:<{NAME_WIDTH}} {row(b, seen)}" for b in seen.burglars]
        return lines([f"Heist: {self.going_on(seen)}.", *rows], self.looks, first="bold")

    def going_on(self, seen: HeistView) -> str:
        if self.state.phase == OVER:
            return self.outcome()
        return f"{seen.rounds} rounds left, {seen.phase}"


def row(burglar: BurglarView, seen: HeistView) -> str:
    steps = min(burglar.steps, seen.corridor)
    corridor = "·" * steps + "@" + "·" * (seen.corridor - steps)
    loot = " ".join("?" if card.card is None else str(card.card) for card in burglar.loot)
    return f"{corridor} {loot}{' out' if burglar.is_out else ''}"


def picture(state: Any, seat: int | None = None, **how: Any) -> Picture:
    return Picture(HeistDrawing, state, seat, **how)


def write(state: Any) -> str:
    """All that lies on the table."""
    seats = f"Heist for {state.seats} seat{'s' if state.seats > 1 else ''}"
    fields = [f"{name} {state[name].tolist()}" for name in state.dtype.names if "gap" not in name]
    return "\n".join([seats, *fields]) + "\n"
