"""The board in the terminal, and all of it as text."""

from typing import Any

from backgammon.people.view import SideView, view
from backgammon.rules.state import BEGINNING, OVER, POINTS, ROLLING
from templetop.engine.canvas import Canvas, Looks
from templetop.engine.picture import Drawing, Picture

LOOKS: Looks = {0: "bold #ffd54a", 1: "bold #7fb4ff", "bold": "bold", "dim": "dim"}
PLAIN: Looks = {0: "bold", 1: "", "bold": "bold", "dim": "dim"}
CHECKERS = "●○"
HEIGHT = 5  # of a point; more checkers are a number
WIDE = 3
HALF = POINTS // 4
BAR_AT = HALF * WIDE
WIDTH = 2 * BAR_AT + 4


class BoardDrawing(Drawing):
    """Points 13 to 24 above, 12 to 1 below, as the one who looks counts them."""

    coloured, plain = LOOKS, PLAIN

    def drawn(self, height: int | None = None) -> Canvas:
        seen = view(self.state, self.seat)
        own = 0 if self.seat is None else self.seat
        heading = self.heading(f"Backgammon: {self.going_on()}.")
        canvas = Canvas(self.width, len(heading.rows) + 2 * HEIGHT + 6, self.looks)
        canvas.paste((0, 0), heading)
        top = len(heading.rows)
        bottom = top + 2 * HEIGHT + 2
        for point in range(1, POINTS + 1):
            self.draw_point(canvas, point, top if point > POINTS // 2 else bottom, own)
        for row in range(top, bottom + 1):
            canvas.put((row, BAR_AT), " ┃ ", "dim")
        for seat in range(2):
            canvas.put((bottom + 2 + seat, 0), self.standing(seen.sides[seat]), seat)
        return canvas

    def draw_point(self, canvas: Canvas, point: int, edge: int, own: int) -> None:
        """Its number at the edge of the board, and the checkers from there to the middle."""
        above = point > POINTS // 2
        from_left = point - POINTS // 2 - 1 if above else POINTS // 2 - point
        column = from_left * WIDE + (4 if from_left >= HALF else 0)
        canvas.put((edge, column), f"{point:2}", "dim")
        seat, count = self.on(point, own)
        for n in range(min(count, HEIGHT)):
            is_last = n == HEIGHT - 1 and count > HEIGHT
            row = edge + (1 + n if above else -1 - n)
            canvas.put((row, column), f"{count:2}" if is_last else f" {CHECKERS[seat]}", seat)

    def on(self, point: int, own: int) -> tuple[int, int]:
        """Whose checkers stand there, and how many."""
        theirs = int(self.state.checkers[1 - own, POINTS + 1 - point])
        return (1 - own, theirs) if theirs else (own, int(self.state.checkers[own, point]))

    def standing(self, side: SideView) -> str:
        name = f"{CHECKERS[side.seat]} {self.names[side.seat]}"
        return f"{name}: {side.bar} on the bar, {side.off} off, {side.pips} to go"

    def going_on(self) -> str:
        if self.state.phase == OVER:
            return self.outcome()
        if self.state.phase == BEGINNING:
            return "it is rolled who begins"
        name = self.names[int(self.state.turn)]
        if self.state.phase == ROLLING:
            return f"{name} rolls"
        dice = " and ".join(str(die) for die in self.state.dice if die)
        return f"{name} has {dice} to play{', and then again' if self.state.again else ''}"


def picture(state: Any, seat: int | None = None, **how: Any) -> Picture:
    return Picture(BoardDrawing, state, seat, **how)


def write(state: Any) -> str:
    """All that lies on the table."""
    fields = [f"{name} {state[name].tolist()}" for name in state.dtype.names if "gap" not in name]
    return "\n".join(["Backgammon for 2 seats", *fields]) + "\n"
