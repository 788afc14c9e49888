"""The table for a person in the terminal: what the drawings of all games have in common.

A game makes its own `Drawing`, with characters on canvases; a `Picture` is for rich to print.
"""

import textwrap
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from templetop.engine.canvas import Canvas, Looks, cut_apart, lines, width_of
from templetop.engine.ending import verdict
from templetop.engine.match import seats_to_move

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult  # rich is slow to import

SHORTEST_NAME = 6  # that a name is cut to


class Drawing:
    """The table as a seat sees it, or as a spectator does, in so much width."""

    coloured: Looks  # the look of everything that is drawn, in colour and without
    plain: Looks

    def __init__(
        self, state: Any, seat: int | None, names: Sequence[str], looks: Looks, width: int
    ) -> None:
        self.state = state
        self.seat = seat
        self.seats = range(int(state.seats))
        self.names = [*names] or [self.usual_name(seat) for seat in self.seats]
        self.looks = looks
        self.width = width

    def drawn(self, height: int | None = None) -> Canvas:
        """All of it; less, or smaller, where it would be higher than this."""
        raise NotImplementedError

    def usual_name(self, seat: int) -> str:
        return f"seat {seat + 1}"

    # What is going on

    def heading(self, words: str) -> Canvas:
        """A sentence above all else."""
        return lines(textwrap.wrap(words, self.width), self.looks, others="bold")

    def is_deciding(self, seat: int) -> bool:
        return seat in seats_to_move(self.state)

    def deciding(self) -> str:
        """The names of those whose decision is awaited."""
        return self.named([*filter(self.is_deciding, self.seats)])

    def outcome(self) -> str:
        """How it ended."""
        sentence = verdict(self.state, self.names).removesuffix(".")
        return f"the game is over: {sentence}"

    def named(self, seats: Sequence[int]) -> str:
        """One, two and three."""
        *others, last = [self.names[seat] for seat in seats]
        return f"{', '.join(others)} and {last}" if others else last

    # Everyone in a list

    def roster(self, heading: str, figures: Callable[[int], str], width: int) -> Canvas:
        """Every seat with some figures; the heading stands above these and is as wide as they."""
        room = min(max(map(width_of, self.names)), max(SHORTEST_NAME, width - len(heading)))
        canvas = Canvas(room + len(heading), 1 + len(self.seats), self.looks)
        canvas.put((0, room), heading, "dim")
        for seat, name in enumerate(cut_apart(self.names, room)):
            look = ["bold"] if seat == self.seat else []
            canvas.put((1 + seat, 0), name, *look)
            canvas.put((1 + seat, room), figures(seat), *look)
        return canvas


class Picture:
    """A table to be printed; what fits where, and in which colours, the terminal decides."""

    def __init__(
        self,
        drawing: type[Drawing],
        state: Any,
        seat: int | None = None,
        colour: bool = True,
        names: Sequence[str] = (),
    ) -> None:
        self.drawing = drawing
        self.state = state.copy()
        self.seat = seat
        self.colour = colour
        self.names = names

    def __rich_console__(self, console: "Console", options: "ConsoleOptions") -> "RenderResult":
        from rich.text import Text

        has_colours = self.colour and not console.no_color and console.color_system is not None
        looks = self.drawing.coloured if has_colours else self.drawing.plain
        drawing = self.drawing(self.state, self.seat, self.names, looks, options.max_width)
        for row in drawing.drawn(options.height).rows:
            yield Text.assemble(*row, no_wrap=True)
