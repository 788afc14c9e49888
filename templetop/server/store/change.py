"""A table as it is stored, and a change of it.

Nothing here knows what a change means: the tables package plans it, and the store writes it.
"""

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, Protocol

from templetop.engine.deal import Deal
from templetop.engine.ending import Result
from templetop.engine.match import Match


class MadeMove(NamedTuple):
    """A move that was made."""

    seat: int
    move: int
    answers: int  # the number that was asked


class PendingDecision(NamedTuple):
    """What a seat has decided, unseen by the others, and when."""

    move: int
    at: float


@dataclass
class Row:
    """The table's own row in the store; see schema.py."""

    id: str
    game: str
    rules_version: int
    options: dict[str, str]
    is_public: bool
    invitation: str
    admission: str
    secret: str = field(repr=False)  # the key of its luck; see luck.py
    clock: Literal["move", "player"] | None
    seconds: int | None
    state: Literal["waiting", "running", "over"]
    made_at: float
    rematch: str | None = None
    guide: bool = False
    revision: int = 0
    undone: int = 0
    length: int = 0
    asked_at: float | None = None
    awaited: int = 0
    standing: list[int] = field(default_factory=list)
    deadline: float | None = None
    bot_due: float | None = None
    chance_due: float | None = None
    owner: str | None = None
    changed_at: float = 0.0
    practice: bool = False
    notices: list[list[Any]] = field(default_factory=list)
    ballot: dict[str, Any] = field(default_factory=dict)
    lesson: dict[str, Any] = field(default_factory=dict)  # how far it has come; empty: a match
    counts: bool = False
    settled: bool = False
    talk: list[dict[str, Any]] = field(default_factory=list)
    deal: str | None = None


@dataclass
class Seat:
    """A seat's row in the store."""

    table: str
    seat: int
    kind: Literal["person", "bot", "open"]
    level: int | None = None
    program: str | None = None
    replaced: str | None = None
    replaced_at: int | None = None
    person: str | None = None
    name: str = ""
    has_left: bool = False
    spent: float = 0.0
    place: int | None = None
    result: Result | None = None
    missed: int = 0
    away: list[list[Any]] = field(default_factory=list)  # see correspondence.py
    rated: list[int] | None = None


@dataclass(frozen=True)
class StoredTable:
    """What the store keeps of a table."""

    row: Row
    seats: list[Seat]
    moves: list[MadeMove]
    decisions: dict[int, PendingDecision]
    attachments: Collection[int] = ()  # the numbers of the events that have one


@dataclass(frozen=True)
class TableChange:
    """What becomes of a table: of its row, of single seats, of its moves and open decisions."""

    row: dict[str, Any] = field(default_factory=dict)
    seats: dict[int, dict[str, Any]] = field(default_factory=dict)
    moves: list[MadeMove] = field(default_factory=list)  # that follow those made so far
    taken_back: int = 0  # so many moves are taken back
    decisions: dict[int, PendingDecision] | None = None  # all there are then; None: as before
    attachment: bytes | None = None  # what is kept beside the first of the moves
    match: Match | None = None  # as it is then; None: as before
    deal: Deal | None = None  # that goes with it

    def as_json(self) -> dict[str, Any]:
        """For another worker, which makes the moves itself, and finds keepsakes in the store."""
        decisions = self.decisions
        return {
            "row": self.row,
            "seats": [*self.seats.items()],
            "moves": [tuple(made) for made in self.moves],
            "cut": self.taken_back,
            "decisions": decisions and [(seat, tuple(made)) for seat, made in decisions.items()],
            "has_keepsake": self.attachment is not None,
        }

    @classmethod
    def from_json(cls, message: dict[str, Any]) -> "TableChange":
        decisions = message["decisions"]
        return cls(
            row=message["row"],
            seats=dict(message["seats"]),
            moves=[MadeMove(*made) for made in message["moves"]],
            taken_back=message["cut"],
            decisions=decisions and {seat: PendingDecision(*made) for seat, made in decisions},
            attachment=b"" if message["has_keepsake"] else None,
        )


class TableRecord(Protocol):
    """What is stored of a table, as modules read it that need not know the table in memory."""

    row: Row
    seats: list[Seat]

    @property
    def length(self) -> int:
        """How many moves were made and not taken back."""
