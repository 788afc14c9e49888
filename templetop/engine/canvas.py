"""A sheet of characters for drawing a table in the terminal, and ways to put sheets together."""

from collections.abc import Sequence
from typing import Any
from unicodedata import east_asian_width

Looks = dict[Any, str]  # the style of everything that is drawn, by its name
Size = tuple[int, int]  # wide and high
Spot = tuple[int, int]  # row and column, from the upper left


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


def lines(texts: Sequence[str], looks: Looks, first: str = "bold", others: str = "") -> Canvas:
    """Lines of text, the first of which looks different."""
    canvas = Canvas(max(width_of(text) for text in texts), len(texts), looks)
    for row, text in enumerate(texts):
        canvas.put((row, 0), text, *filter(None, [others if row else first]))
    return canvas
