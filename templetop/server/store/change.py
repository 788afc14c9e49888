"""A table as it is stored, and a change of a table. Begin with `TableChange`.

Nothing here knows what a change means: `tables` plans a change, and the store writes it.
"""

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, Protocol

from templetop.engine.deal import Deal
from templetop.engine.ending import Result
from templetop.engine.match import Match


class MadeMove(NamedTuple):
    """A move of a match, with the number of the decision that it answers."""

    seat: int
    move: int
    answers: int  # the number that the table had when the decision was asked


class PendingDecision(NamedTuple):
    """A seat's decision that is not yet revealed to the others, and when it was made."""

    move: int
    at: float


@dataclass
class Row:
    """A row of `tables`; schema.py describes the columns."""

    id: str
    game: str
    rules_version: int
    options: dict[str, str]
    is_public: bool
    invitation: str
    admission: str
    secret: str = field(repr=False)  # the deal key; see tables/deal_key.py
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
    lesson: dict[str, Any] = field(default_factory=dict)  # progress of a lesson; empty for a match
    counts: bool = False
    settled: bool = False
    talk: list[dict[str, Any]] = field(default_factory=list)
    deal: str | None = None


@dataclass
class Seat:
    """A row of `seats`; schema.py describes the columns."""

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
    away: list[list[Any]] = field(default_factory=list)  # holidays; see tables/correspondence.py
    rated: list[int] | None = None


@dataclass(frozen=True)
class StoredTable:
    """All that the store holds of a table."""

    row: Row
    seats: list[Seat]
    moves: list[MadeMove]
    decisions: dict[int, PendingDecision]
    attachments: Collection[int] = ()  # the numbers of the events that have an attachment


@dataclass(frozen=True)
class TableChange:
    """A change of a table: new values of its row and seats, moves and open decisions."""

    row: dict[str, Any] = field(default_factory=dict)
    seats: dict[int, dict[str, Any]] = field(default_factory=dict)
    moves: list[MadeMove] = field(default_factory=list)  # to append
    taken_back: int = 0  # number of last moves to remove
    decisions: dict[int, PendingDecision] | None = None  # all afterwards; None: no change
    attachment: bytes | None = None  # to store beside the first of the moves
    match: Match | None = None  # after the change; None: no change
    deal: Deal | None = None  # the deal of that match

    def as_json(self) -> dict[str, Any]:
        """Returns the change as JSON for another worker.

        That worker plays the moves itself and reads attachments from the store, so the match and
        the attachment are left out.
        """
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
    """The stored part of a table, for modules that need not know the table in memory."""

    row: Row
    seats: list[Seat]

    @property
    def length(self) -> int:
        """The number of moves that were made and not taken back."""
