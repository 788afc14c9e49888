"""What everybody at a table is told besides moves: who is out of time, leaves or comes back, and
what those who sit there ask each other.

It stands in the log between the moves, and the row of the table keeps it.
"""

from dataclasses import replace
from typing import NamedTuple

from templetop.engine.speech import mark
from templetop.engine.words import listed
from templetop.server.store.change import TableChange, TableRecord
from templetop.server.translations import t

MAX_KEPT = 200  # that are kept; nobody reads more


class Announcement(NamedTuple):
    """Something about a seat, after so many moves."""

    at: int
    seat: int
    kind: str


def announce(
    table: TableRecord, change: TableChange, seat: int, kind: str, at: int | None = None
) -> TableChange:
    """The same change, and everybody is told of it."""
    before = change.row.get("notices", table.row.notices)
    notice = [table.length if at is None else at, seat, kind]
    return replace(change, row=change.row | {"notices": [*before, notice][-MAX_KEPT:]})


def announce_bot_level(
    table: TableRecord, change: TableChange, seat: int, level: int | None
) -> TableChange:
    """The same change; everybody is told when a bot begins to play at a lower level than its own,
    or at another one (0: at first sight), and when it plays at its own again (None)."""
    kind = OWN_LEVEL if level is None else level_kind(level)
    known = (
        one for _, who, one in reversed(table.row.notices) if who == seat and one in LEVEL_KINDS
    )
    return change if kind == next(known, OWN_LEVEL) else announce(table, change, seat, kind)


def level_kind(level: int) -> str:
    return f"{LEVEL_PREFIX}{level}" if level else "first sight"


OWN_LEVEL, LEVEL_PREFIX = "own level", "level "
LEVEL_KINDS = {OWN_LEVEL, *map(level_kind, range(6))}


def announcements_of(table: TableRecord) -> list[Announcement]:
    """Those of moves that were taken back stand at the end of what is left."""
    return [
        Announcement(min(int(at), table.length), seat, kind) for at, seat, kind in table.row.notices
    ]


def announcement_text(table: TableRecord, notice: Announcement, sides: list[int]) -> str:
    name, partners = table.seats[notice.seat].name, partners_of(table, notice.seat, sides)
    if partners and notice.kind in TEAM_TEXTS:
        return t(TEAM_TEXTS[notice.kind], name=name, partners=listed(partners))
    if notice.kind.startswith(LEVEL_PREFIX):
        return t(LOWER_LEVEL_TEXT, name=name, level=notice.kind.removeprefix(LEVEL_PREFIX))
    return t(TEXTS[notice.kind], name=name)


def partners_of(table: TableRecord, seat: int, sides: list[int]) -> list[str]:
    """With whom the bot plays that sits there now; nobody, where everyone plays alone."""
    return [o.name for o in table.seats if o.seat != seat and sides[o.seat] == sides[seat]]


LOWER_LEVEL_TEXT = mark("The server has too much to do, so {name} plays at level {level} for now.")
TEXTS: dict[str, str] = mark({
    "first sight": "The server has too much to do, so {name} plays what looks best at first sight "
                   "for now.",
    OWN_LEVEL: "{name} plays at full strength again.",
    "late": "{name} is out of time: a level 3 bot decides this for {name}.",
    "left": "{name} leaves. A level 3 bot plays on for {name}.",
    "away": "{name} ran out of time again. A level 3 bot plays on for {name}.",
    "back": "{name} is back.",
    "gives up": "{name} gives up.",
    "practice": "{name} takes back what was already seen: this match is practice from now on.",
    "again": "{name} tries again from here. This is practice, and does not count.",
    "asks undo": "{name} asks to take back a move.",
    "asks end": "{name} asks to end the match here.",
    "agrees": "{name} agrees.",
    "declines": "{name} does not agree.",
    "withdraws": "{name} no longer asks for it.",
    "undone": "Everyone agrees: {name} takes the move back.",
    "ended": "Everyone who is left agrees: the match ends here, and nobody wins.",
})  # fmt: skip
TEAM_TEXTS: dict[str, str] = mark({
    "late": "{name} is out of time: a level 3 bot decides this for {name}, "
            "on the side of {partners}.",
    "left": "{name} leaves. A level 3 bot plays on for {name}, on the side of {partners}.",
    "away": "{name} ran out of time again. A level 3 bot plays on for {name}, "
            "on the side of {partners}.",
})  # fmt: skip


LESSON_OVER = mark("The lesson is over.")
ENDED_EARLY = mark("The match was ended early, and nobody won.")
