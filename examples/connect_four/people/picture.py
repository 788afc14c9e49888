"""The grid in the terminal, and all of it as text."""

from typing import Any

from connect_four.people.view import view
from connect_four.people.words import LETTERS
from connect_four.rules.state import OVER
from templetop.engine.canvas import Canvas, Looks
from templetop.engine.picture import Drawing, Picture

LOOKS: Looks = {None: "dim", 0: "bold #ffd54a", 1: "bold #ff6f61", "letters": "dim"}
PLAIN: Looks = {None: "dim", 0: "bold", 1: "", "letters": "dim"}
STONES = {None: "·", 0: "●", 1: "○"}


class GridDrawing(Drawing):
    """The rows, and the letters of the columns below them."""

    coloured, plain = LOOKS, PLAIN

    def drawn(self, height: int | None = None) -> Canvas:
        rows = view(self.state, self.seat).rows
        heading = f"Connect Four: {self.going_on()}."
        canvas = Canvas(max(len(heading), 2 * len(LETTERS)), len(rows) + 2, self.looks)
        canvas.put((0, 0), heading)
        for down, row in enumerate(rows, 1):
            for column, seat in enumerate(row):
                canvas.put((down, 2 * column), STONES[seat], seat)
        canvas.put((len(rows) + 1, 0), " ".join(LETTERS), "letters")
        return canvas

    def going_on(self) -> str:
        players = " against ".join(f"{name} {STONES[seat]}" for seat, name in enumerate(self.names))
        now = self.outcome() if self.state.phase == OVER else f"{self.deciding()} is to move"
        return f"{players}; {now}"


def picture(state: Any, seat: int | None = None, **how: Any) -> Picture:
    return Picture(GridDrawing, state, seat, **how)


def write(state: Any) -> str:
    """All that lies on the table."""
    rows = view(state, None).rows
    grid = ["".join(".xo"[0 if seat is None else seat + 1] for seat in row) for row in rows]
    return "\n".join(["Connect Four for 2 seats", *grid, f"seat {state.turn + 1}"]) + "\n"
