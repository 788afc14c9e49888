"""A sheet of characters for drawing a table in the terminal, and ways to put sheets together."""

from collections.abc import Sequence
from typing import Any
from unicodedata import east_asian_width

Looks = dict[Any, str]  # the style of everything that is drawn, by its name
Size = tuple[int, int]  # wide and high
Spot = tuple[int, int]  # row and column, from the upper left

HEAVY = dict(zip("╵╶╷╴─│┌┐└┘├┤┬┴┼", "╹╺╻╸━┃┏┓┗┛┣┫┳┻╋", strict=True))


class Canvas:
    """A sheet of characters, each with its style."""

    def __init__(self, width: int, height: int, looks: Looks) -> None:
        self.rows = [[(" ", "")] * width for _ in range(height)]
        self.width = width
        self.looks = looks

    def put(self, spot: Spot, text: str, *looks: Any) -> None:
        """Write from there to the east, as far as the sheet goes."""
        row, column = spot
        style = " ".join(self.looks[look] for look in looks if self.looks[look])
        for character in text:
            cells = [(character, style), ("", style)][: cells_of(character)]
            if column + len(cells) <= self.width:
                self.rows[row][column : column + len(cells)] = cells
            column += len(cells)

    def fill(self, spot: Spot, size: Size, look: str) -> None:
        """Paint a piece of ground."""
        for row in range(size[1]):
            self.put((spot[0] + row, spot[1]), " " * size[0], look)

    def dot(self, spot: Spot, size: Size, *looks: Any) -> None:
        """A piece of ground with a dot on every second character."""
        for down in range(size[1]):
            dots = "".join(" ·"[(down + across) % 2] for across in range(size[0]))
            self.put((spot[0] + down, spot[1]), dots, *looks)

    def draw_paths(self, spot: Spot, size: Size, drawing: str, edges: str, *looks: Any) -> None:
        """A box-drawing character at any size: heavy lines from its middle to these edges."""
        (row, column), (width, height) = spot, size
        middle, centre = height // 2, (width - 1) // 2
        for down in range(height):
            if ("N" if down < middle else "S") in edges:
                self.put((row + down, column + centre), "┃", *looks)
        if "W" in edges:
            self.put((row + middle, column), "━" * centre, *looks)
        if "E" in edges:
            self.put((row + middle, column + centre), "━" * (width - centre), *looks)
        self.put((row + middle, column + centre), HEAVY[drawing], *looks)

    def paste(self, spot: Spot, other: "Canvas") -> None:
        row, column = spot
        for down, cells in enumerate(other.rows):
            self.rows[row + down][column : column + other.width] = cells


def cells_of(character: str) -> int:
    """Some characters, and most emoji, are as wide as two others."""
    return 2 if east_asian_width(character) in "WF" else 1


def width_of(text: str) -> int:
    return sum(map(cells_of, text))


def cut(text: str, width: int) -> str:
    """The text, or as much of it as there is room for."""
    if width_of(text) <= width:
        return text
    while width_of(text) >= width:
        text = text[:-1]
    return f"{text}…"


def cut_apart(names: Sequence[str], width: int) -> list[str]:
    """Names cut to a width; those that would look the same keep their ends, too: greed… 2."""
    short = [cut(name, width) for name in names]
    return [
        f"{cut(name, width - 2)}{name[-2:]}" if look != name and short.count(look) > 1 else look
        for name, look in zip(names, short, strict=True)
    ]


def in_a_row(things: Sequence[Canvas], gap: int) -> Canvas:
    """Things side by side."""
    width = sum(thing.width + gap for thing in things) - gap
    row = Canvas(width, max(len(thing.rows) for thing in things), things[0].looks)
    column = 0
    for thing in things:
        row.paste((0, column), thing)
        column += thing.width + gap
    return row


def in_a_column(things: Sequence[Canvas], gap: int = 0) -> Canvas:
    """Things below each other."""
    height = sum(len(thing.rows) + gap for thing in things) - gap
    column = Canvas(max(thing.width for thing in things), height, things[0].looks)
    row = 0
    for thing in things:
        column.paste((row, 0), thing)
        row += len(thing.rows) + gap
    return column


def in_rows(things: Sequence[Canvas], width: int, gap: int, below: int = 0) -> Canvas:
    """Equally wide things, as many of them side by side as there is room for."""
    count = max(1, (width + gap) // (things[0].width + gap))
    rows = [things[first : first + count] for first in range(0, len(things), count)]
    return in_a_column([in_a_row(row, gap) for row in rows], below)


def boxed(thing: Canvas, title: str, words: str) -> Canvas:
    """A thing in a box, with a title above it and words below it."""
    inside, height = thing.width, len(thing.rows)
    canvas = Canvas(inside + 2, height + 2, thing.looks)
    for row in range(height):
        canvas.put((1 + row, 0), "│" + " " * inside + "│", "dim")
    canvas.put((0, 0), f"╭{'─' * inside}╮", "dim")
    canvas.put((1 + height, 0), f"╰{'─' * inside}╯", "dim")
    canvas.put((0, 2), f" {cut(title, inside - 4)} ", "bold")
    canvas.put((1 + height, 2), f" {words} ")
    canvas.paste((1, 1), thing)
    return canvas


def first_that_fits(canvases: Sequence[Canvas], height: int | None) -> Canvas:
    """The first that is not too high, or the last."""
    fitting = [canvas for canvas in canvases if height is None or len(canvas.rows) <= height]
    return fitting[0] if fitting else canvases[-1]


def lines(texts: Sequence[str], looks: Looks, first: str = "bold", others: str = "") -> Canvas:
    """Lines of text, the first of which looks different."""
    canvas = Canvas(max(width_of(text) for text in texts), len(texts), looks)
    for row, text in enumerate(texts):
        canvas.put((row, 0), text, *filter(None, [others if row else first]))
    return canvas
