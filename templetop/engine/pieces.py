"""What stands beside the rulebook for newcomers: what things on a board are, the rules in short.

`pieces.md` is a table of the things on a board, with a sentence for each:

    | piece | what it is | rule |
    |---|---|---|
    | temple | An adventurer enters only the temple of its own colour. | 3.6.1 |

A board names its pieces by these names, and a lesson points at them. `short.md` is a list of
sentences, each with its rules behind it: "- The most points win. (5.5)". Translations stand beside
them, `pieces.de.md` and `short.de.md`; the names of the pieces stay as they are.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from templetop.engine.speech import text_beside

PIECES = "pieces"
ROW = re.compile(r"\| ([^|]+) \| ([^|]+) \| ((?:F|\d+)(?:\.\d+)*) \|")


SHORT = "short"
SENTENCE = re.compile(r"- (.+) \(((?:F|\d+)(?:\.\d+)*(?:, (?:F|\d+)(?:\.\d+)*)*)\)")


@dataclass(frozen=True)
class Piece:
    """A thing on the board, what it is, and the rule that says so."""

    name: str
    says: str
    rule: str


def pieces_in(folder: Path) -> list[Piece]:
    """Those of the game in that folder; none where nobody has written about them."""
    try:
        text = text_beside(folder, PIECES)
    except FileNotFoundError:
        return []
    return [Piece(*found.groups()) for line in text.splitlines() if (found := ROW.fullmatch(line))]


def short_of(folder: Path) -> list[tuple[str, list[str]]]:
    """The rules in short: sentences, and the numbers of their rules."""
    try:
        text = text_beside(folder, SHORT)
    except FileNotFoundError:
        return []
    found = [SENTENCE.fullmatch(line) for line in text.splitlines()]
    return [(one[1], one[2].split(", ")) for one in found if one]
