"""What is noted of the matches of a study: a row for each seat of each match, in columns."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from templetop.engine.dealt import MOMENTS
from templetop.engine.game import Game
from templetop.engine.seats import Array
from templetop.engine.speech import FORMATTER, taken_apart
from templetop.study.plan import SAME, Fixture

# (kind of move, part of its target, value) and how often
Pieces = Counter[tuple[str, str, str]]


class SeatNotes(NamedTuple):
    """How one seat fared in one match, and what it did."""

    variant: int
    deal: int
    part: int
    take: int
    seat: int
    side: int
    bot: str
    points: int
    place: int
    win: float  # its share of the win
    decisions: int
    choices: int  # legal moves at these, added up
    forced: int  # decisions with a single legal move
    led: int  # steps in which its side led alone
    steps: int  # of the match
    changes: int  # of the lead
    settled: int  # the step since which the leader has been the same
    first: int  # the seat that had the first turn
    course: list[int]  # points at moments of the match
    used: list[int]  # by kind of move
    offered: list[int]
    sources: dict[str, int]  # of the points


class MatchNotes(NamedTuple):
    """What is noted of a match."""

    fixture: Fixture
    seats: list[SeatNotes]
    pieces: Pieces | None  # None: nobody has looked


@dataclass(frozen=True)
class Notes:
    """All rows of a study, in columns, seats of one match one after the other."""

    game: Game
    seats: int
    columns: dict[str, Array]
    bots: tuple[str, ...] = ()  # the column `bot` has numbers of these
    sources: tuple[str, ...] = ()  # the columns of `sources`: NaN where nobody has looked
    pieces: list[tuple[Fixture, Pieces]] = field(default_factory=list)

    def __getitem__(self, name: str) -> Array:
        return self.columns[name]

    @property
    def rows(self) -> int:
        return len(self.columns["deal"])

    @property
    def matches(self) -> int:
        return self.rows // self.seats

    def only(self, rows: Array) -> "Notes":
        """Those rows; whole matches."""
        columns = {name: column[rows] for name, column in self.columns.items()}
        return Notes(self.game, self.seats, columns, self.bots, self.sources, self.pieces)

    def of(self, variant: int, part: int = SAME) -> "Notes":
        found = self.only((self["variant"] == variant) & (self["part"] == part))
        pieces = [(f, p) for f, p in self.pieces if f.variant == variant and f.part == part]
        return Notes(self.game, self.seats, found.columns, self.bots, self.sources, pieces)

    def by_match(self, name: str) -> Array:
        """A column with a row for each match and a column for each seat."""
        return self.columns[name].reshape(self.matches, self.seats)


PLAIN = (
    "variant", "deal", "part", "take", "seat", "side", "points", "place", "win", "decisions",
    "choices", "forced", "led", "steps", "changes", "settled", "first",
)  # fmt: skip
WIDE = ("course", "used", "offered")


def in_columns(game: Game, seats: int, bots: Sequence[str], matches: Iterable[MatchNotes]) -> Notes:
    """The notes of matches that were played one by one."""
    played = [*matches]
    rows = [row for match in played for row in match.seats]
    kinds = len(game.moves.kinds)
    widths = {"course": MOMENTS, "used": kinds, "offered": kinds}
    columns = {name: np.array([getattr(row, name) for row in rows]) for name in PLAIN}
    for name in WIDE:
        wide = np.array([getattr(row, name) for row in rows], np.int64)
        columns[name] = wide.reshape(len(rows), widths[name])
    columns["bot"] = np.array([bots.index(row.bot) for row in rows], np.int64)
    sources = tuple(dict.fromkeys(name for row in rows for name in row.sources))
    told = [[row.sources.get(name, 0) for name in sources] for row in rows]
    columns["sources"] = np.array(told, np.float64).reshape(len(rows), len(sources))
    pieces = [(match.fixture, match.pieces) for match in played if match.pieces is not None]
    return Notes(game, seats, columns, tuple(bots), sources, pieces)


def joined(parts: Sequence[Notes]) -> Notes:
    """Notes that were taken apart from each other, in a fixed order whatever theirs was."""
    first = parts[0]
    sources = tuple(dict.fromkeys(name for part in in_turn(parts) for name in part.sources))
    columns = {
        name: np.concatenate([part[name] for part in parts])
        for name in first.columns
        if name != "sources"
    }
    columns["sources"] = np.concatenate([widened(part, sources) for part in parts])
    pieces = [found for part in parts for found in part.pieces]
    notes = Notes(first.game, first.seats, columns, first.bots, sources, pieces)
    return in_fixed_order(notes)


def in_turn(parts: Sequence[Notes]) -> list[Notes]:
    """Those with the first deals first."""
    names = ("deal", "variant", "part", "take")
    return sorted(parts, key=lambda part: [int(part[name][0]) for name in names])


def in_fixed_order(notes: Notes) -> Notes:
    """The same rows in an order that does not depend on which match was over first."""
    keys = [notes[name] for name in ("seat", "take", "part", "variant", "deal")]
    rows = np.lexsort(keys)
    pieces = sorted(notes.pieces, key=lambda found: found[0])
    columns = {name: column[rows] for name, column in notes.columns.items()}
    return Notes(notes.game, notes.seats, columns, notes.bots, notes.sources, pieces)


def widened(part: Notes, sources: Sequence[str]) -> Array:
    """Its sources under the headings of all."""
    wide = np.full((part.rows, len(sources)), np.nan)
    for number, name in enumerate(part.sources):
        wide[:, sources.index(name)] = part["sources"][:, number]
    return wide


def pieces_in(game: Game, state: Any, seat: int, number: int) -> Pieces:
    """What a move is made of, as its sentence names it: the tile, the space, the card."""
    message = game.moves.message(state, seat, number)
    found: Pieces = Counter()
    for _, name, how in taken_apart(message.text):
        if name is None or name == "who" or how in ("seat", "seats"):  # people are nobody's pieces
            continue
        value = FORMATTER.get_field(name, (), message.parts)[0]
        if how in message.formats:
            value = message.formats[how](value)
        if isinstance(value, int | str | np.integer) and not isinstance(value, bool):
            found[game.moves.kind(number).name, name, str(value)] += 1
    return found
