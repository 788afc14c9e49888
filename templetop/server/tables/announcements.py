"""Log lines besides moves: a seat is out of time, leaves or comes back, or asks for a vote.

They stand in the column `notices` of the table's row, and clients see them between the moves. Begin
reading at `announce`.
"""

from dataclasses import replace
from typing import NamedTuple

from templetop.engine.speech import mark
from templetop.engine.words import listed
from templetop.server.store.change import TableChange, TableRecord
from templetop.server.translations import t

MAX_KEPT = 200  # announcements of one table; older ones are dropped


class Announcement(NamedTuple):
    """An event of a seat that is no move. `at` is the number of moves that were made before it."""

    at: int
    seat: int
    kind: str


def announce(
    table: TableRecord, change: TableChange, seat: int, kind: str, at: int | None = None
) -> TableChange:
    """Returns the change with one more announcement, and drops the oldest beyond `MAX_KEPT`."""
    before = change.row.get("notices", table.row.notices)
    notice = [table.length if at is None else at, seat, kind]
    return replace(change, row=change.row | {"notices": [*before, notice][-MAX_KEPT:]})


def announce_bot_level(
    table: TableRecord, change: TableChange, seat: int, level: int | None
) -> TableChange:
    """Returns the change, with an announcement if the bot of a seat now plays at another level.

    None is the bot's own level, and 0 is the level of a bot that makes the best move at first
    sight.
    """
    kind = OWN_LEVEL if level is None else level_kind(level)
    earlier_kinds = (
        earlier
        for _, of_seat, earlier in reversed(table.row.notices)
        if of_seat == seat and earlier in LEVEL_KINDS
    )
    return change if kind == next(earlier_kinds, OWN_LEVEL) else announce(table, change, seat, kind)


def level_kind(level: int) -> str:
    return f"{LEVEL_PREFIX}{level}" if level else "first sight"


OWN_LEVEL, LEVEL_PREFIX = "own level", "level "
LEVEL_KINDS = {OWN_LEVEL, *map(level_kind, range(6))}


def announcements_of(table: TableRecord) -> list[Announcement]:
    """Returns the announcements of a table in their order.

    Those that were made after moves which are taken back now stand at the end of the match.
    """
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
    """Returns the names of those who play on the side of the seat; none if it plays alone."""
    return [
        other.name
        for other in table.seats
        if other.seat != seat and sides[other.seat] == sides[seat]
    ]


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
