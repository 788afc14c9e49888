"""What the things on a board are, in a sentence each: a table beside the rulebook, `pieces.md`.

    | piece | what it is | rule |
    |---|---|---|
    | temple | An adventurer enters only the temple of its own colour. | 3.6.1 |

A board names its pieces by these names, and a lesson points at them.
"""

import re
from dataclasses import dataclass
from pathlib import Path

FILE = "pieces.md"
ROW = re.compile(r"\| ([^|]+) \| ([^|]+) \| ((?:F|\d+)(?:\.\d+)*) \|")


@dataclass(frozen=True)
class Piece:
    """A thing on the board, what it is, and the rule that says so."""

    name: str
    says: str
    rule: str


def pieces_in(folder: Path) -> list[Piece]:
    """Those of the game in that folder; none where nobody has written about them."""
    try:
        text = (folder / FILE).read_text(encoding="utf-8")
    except FileNotFoundError:
        return []
    return [Piece(*found.groups()) for line in text.splitlines() if (found := ROW.fullmatch(line))]
