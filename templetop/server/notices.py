"""What everybody at a table is told besides moves: who is out of time, leaves or comes back, and
what those who sit there ask each other.

It stands in the log between the moves, and the row of the table keeps it.
"""

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from templetop.engine.words import listed

if TYPE_CHECKING:
    from templetop.server.table import Change, Table

MOST = 200  # that are kept; nobody reads more


class Notice(NamedTuple):
    """Something about a seat, after so many moves."""

    at: int
    seat: int
    kind: str


def tell(table: "Table", change: "Change", seat: int, kind: str, at: int | None = None) -> "Change":
    """The same change, and everybody is told of it."""
    before = change.row.get("notices", table.row.notices)
    notice = [table.length if at is None else at, seat, kind]
    return replace(change, row=change.row | {"notices": [*before, notice][-MOST:]})


def notices_of(table: "Table") -> list[Notice]:
    """Those of moves that were taken back stand at the end of what is left."""
    return [Notice(min(int(at), table.length), seat, kind) for at, seat, kind in table.row.notices]


def sentence(table: "Table", notice: Notice, sides: list[int]) -> str:
    name = table.seats[notice.seat].name
    return SENTENCES[notice.kind].format(name=name, together=together(table, notice.seat, sides))


def together(table: "Table", seat: int, sides: list[int]) -> str:
    """With whom the bot plays that sits there now; nobody, where everyone plays alone."""
    partners = [o.name for o in table.seats if o.seat != seat and sides[o.seat] == sides[seat]]
    return f", on the side of {listed(partners)}" if partners else ""


SENTENCES: dict[str, str] = {
    "late": "{name} is out of time: a bot of level 3 decides this for {name}{together}.",
    "left": "{name} leaves. A bot of level 3 plays on for {name}{together}.",
    "away": "{name} ran out of time again. A bot of level 3 plays on for {name}{together}.",
    "back": "{name} is back.",
    "gives up": "{name} gives up.",
    "practice": "{name} takes back what was already seen: this match is practice from now on.",
    "again": "{name} tries again from here. This is practice, and does not count.",
    "asks undo": "{name} asks the others to take back a move.",
    "asks end": "{name} asks to end the match here.",
    "agrees": "{name} agrees.",
    "declines": "{name} does not agree.",
    "withdraws": "{name} no longer asks for it.",
    "undone": "All agree: the move of {name} is taken back.",
    "ended": "All who are left agree: the match ends here, and nobody wins.",
}


def ended_early(table: "Table") -> bool:
    """Was it ended by those who sat there?"""
    return table.row.state == "over" and table.match is not None and not table.match.is_over


LESSON_OVER = "The lesson is over."
ENDED_EARLY = "The match was ended early, and nobody won."
