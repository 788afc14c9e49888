"""What stands in a rulebook besides its sentences: paragraphs, lists, drawings and tables."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from textwrap import dedent
from typing import Literal

from templetop.engine.rulebook import Rulebook, entry_of

PIECE = re.compile(
    r"^```\w*\n(?P<drawing>[\s\S]*?)^```$"
    r"|(?P<table>(?:^\|.*\n)+)"
    r"|(?P<list>(?:^- .+\n(?:  .+\n)*)+)"
    r"|(?P<text>(?:^(?!\||- |```|\s*$).+\n)+)",
    re.MULTILINE,
)


@dataclass(frozen=True)
class Block:
    """A paragraph, a drawing, a list with a row for each point, or a table, its head first."""

    kind: Literal["text", "drawing", "list", "table"]
    text: str = ""
    rows: list[list[str]] = field(default_factory=list)


@dataclass(frozen=True)
class Note:
    """All that stands under a heading besides sentences."""

    heading: str
    blocks: list[Block]


def notes_of(book: Rulebook) -> list[Note]:
    """What stands under the headings that have no number, such as Questions."""
    parts = [part.partition("\n") for part in re.split(r"^##+ ", book.text, flags=re.MULTILINE)[1:]]
    notes = [Note(heading, [*blocks(below)]) for heading, _, below in parts]
    return [note for note in notes if note.blocks and not note.heading[0].isdigit()]


def blocks(text: str) -> Iterator[Block]:
    without_sentences = [line for line in text.splitlines() if not entry_of(line)]
    for piece in PIECE.finditer("\n".join(without_sentences) + "\n"):
        yield block_of(piece)


def block_of(piece: re.Match[str]) -> Block:
    if piece["drawing"] is not None:
        return Block("drawing", dedent(piece["drawing"]).rstrip())
    if piece["table"]:
        head, _, *rows = piece["table"].splitlines()
        return Block("table", rows=[cells(row) for row in (head, *rows)])
    if piece["list"]:
        points = re.split(r"^- ", piece["list"], flags=re.MULTILINE)[1:]
        return Block("list", rows=[[on_one_line(point)] for point in points])
    return Block("text", on_one_line(piece["text"]))


def cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip("|").split("|")]


def on_one_line(text: str) -> str:
    return " ".join(text.split())
