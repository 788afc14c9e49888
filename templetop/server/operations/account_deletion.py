"""All that is kept of somebody: written down for them, or deleted."""

import time
from typing import Any

from sqlalchemy import Connection, delete, select, update

from templetop.server.api_models import (
    Export,
    KeptBrowser,
    KeptClub,
    KeptHoliday,
    KeptPlay,
    KeptPuzzle,
    KeptRating,
    KeptSession,
    KeptTable,
    KeptTie,
)
from templetop.server.community.ratings import points_of
from templetop.server.community.visibility import showing_of
from templetop.server.deals import duplicates
from templetop.server.notifications.turn_queries import forget_calls, wants_mail
from templetop.server.store.database import Store, erase_table
from templetop.server.store.person_store import Person, find_person
from templetop.server.store.schema import (
    BrowserRow,
    HolidayRow,
    InvitationRow,
    LetterRow,
    MoveRow,
    PersonRow,
    PlayRow,
    RatedRow,
    RatingRow,
    ReportRow,
    ReviewRow,
    SeatRow,
    SessionRow,
    ShowingRow,
    TableRow,
    TieRow,
    TriedRow,
)
from templetop.server.tables.chat import without
from templetop.server.tables.holidays import load_holidays
from templetop.server.tables.service import Hall
from templetop.server.tables.table import STAND_IN

GONE = "Somebody gone"  # the name of a seat whose person was deleted
AT_ONCE = 50  # tables, so that nobody else waits long for the store


def date_of(moment: float) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(moment))


# ── Written down ─────────────────────────────────────────────────────────────────────────────────


async def exported(store: Store, person: Person) -> Export:
    tables = await store.have(tables_with, person.id)
    kept: list[KeptTable] = []
    for begin in range(0, len(tables), AT_ONCE):
        kept += await store.have(kept_tables, tables[begin : begin + AT_ONCE], person.id)
    return await store.have(export, person.id, kept)


def kept_tables(rows: list[Any], person_id: str, connection: Connection) -> list[KeptTable]:
    return [kept_table(row, person_id, connection) for row in rows]


def export(person_id: str, tables: list[KeptTable], connection: Connection) -> Export:
    person = find_person(PersonRow.id == person_id, connection)
    assert person is not None
    sessions = connection.execute(
        select(SessionRow.made_at, SessionRow.seen_at).where(SessionRow.person == person_id)
    )
    return Export(
        id=person.id,
        name=person.name,
        account=person.account,
        email=person.email,
        made_at=date_of(person.made_at),
        seen_at=date_of(person.seen_at),
        sessions=[KeptSession(date_of(made), date_of(seen)) for made, seen in sessions],
        tables=tables,
        notices_by_mail=wants_mail(person_id, connection),
        browsers=kept_browsers(person_id, connection),
        holidays=[
            KeptHoliday(date_of(begins), date_of(ends))
            for begins, ends in load_holidays(person_id, connection)
        ],
        club=kept_club(person_id, connection),
        puzzles=kept_puzzles(person_id, connection),
        plays=kept_plays(person_id, connection),
        duplicates=duplicates.joined_by(person_id, connection),
    )


def kept_club(person_id: str, connection: Connection) -> KeptClub:
    """What somebody has as a member."""
    rated = select(RatedRow.__table__).where(RatedRow.person == person_id).order_by(RatedRow.at)
    ties = select(TieRow.other, TieRow.kind, TieRow.muted).where(TieRow.person == person_id)
    reported = select(ReportRow.says).where(ReportRow.by == person_id)
    return KeptClub(
        ratings=[
            KeptRating(row.table, row.game, date_of(row.at), points_of(row.mu), row.gained)
            for row in connection.execute(rated)
        ],
        ties=[KeptTie(*row) for row in connection.execute(ties)],
        showing=showing_of(person_id, connection),
        reported=[*connection.execute(reported).scalars()],
    )


def kept_browsers(person_id: str, connection: Connection) -> list[KeptBrowser]:
    query = select(BrowserRow.endpoint, BrowserRow.made_at).where(BrowserRow.person == person_id)
    return [KeptBrowser(endpoint, date_of(made)) for endpoint, made in connection.execute(query)]


def kept_puzzles(person_id: str, connection: Connection) -> list[KeptPuzzle]:
    query = (
        select(TriedRow.game, TriedRow.puzzle, TriedRow.solved, TriedRow.made_at)
        .where(TriedRow.person == person_id)
        .order_by(TriedRow.made_at)
    )
    found = connection.execute(query)
    return [KeptPuzzle(game, puzzle, solved, date_of(at)) for game, puzzle, solved, at in found]


def tables_with(person_id: str, connection: Connection, most: int | None = None) -> list[Any]:
    query = (
        select(TableRow.id, TableRow.game, TableRow.state, TableRow.made_at, TableRow.awaited)
        .add_columns(TableRow.talk)
        .add_columns(SeatRow.seat, SeatRow.name, SeatRow.has_left, SeatRow.result)
        .join(SeatRow, SeatRow.table == TableRow.id)
        .where(SeatRow.person == person_id)
        .order_by(TableRow.made_at)
    )
    return [*connection.execute(query.limit(most))]


def kept_table(row: Any, person_id: str, connection: Connection) -> KeptTable:
    moves = connection.execute(
        select(MoveRow.number, MoveRow.move)
        .where(MoveRow.table == row.id, MoveRow.seat == row.seat)
        .order_by(MoveRow.number)
    )
    made = [(number, move) for number, move in moves]
    about = (row.id, row.game, row.state, date_of(row.made_at))
    said = [line["says"] for line in row.talk if line["person"] == person_id]
    return KeptTable(*about, row.seat, row.name, row.has_left, row.result, made, said)


def kept_plays(person_id: str, connection: Connection) -> list[KeptPlay]:
    mine = select(PlayRow.__table__).where(PlayRow.person == person_id).order_by(PlayRow.began_at)
    return [
        KeptPlay(
            deal=row.deal,
            table=row.table,
            seat=row.seat,
            began_at=date_of(row.began_at),
            ended_at=None if row.ended_at is None else date_of(row.ended_at),
            result=row.result,
            points=row.points,
            gave_up=row.gave_up,
            apart=row.apart,
        )
        for row in connection.execute(mine)
    ]


# ── Deleted ──────────────────────────────────────────────────────────────────────────────────────


async def erase(hall: Hall, person_id: str) -> None:
    """Everybody else finds their tables as they were, with a seat that has no name any more."""
    changed: list[str] = []
    while some := await hall.store.have(part_from_tables, person_id):
        changed += some
    last, sessions = await hall.store.have(erase_person, person_id)
    hall.end_sessions(sessions)
    for table_id in [*changed, *last]:
        await hall.reread(table_id)


def part_from_tables(person_id: str, connection: Connection) -> list[str]:
    """Some of them, and which: they are otherwise by that, or gone."""
    some = tables_with(person_id, connection, AT_ONCE)
    for row in some:
        if has_others(row.id, person_id, connection):
            make_nameless(row, person_id, connection)
        else:
            erase_table(row.id, connection)
    return [row.id for row in some]


def erase_person(person_id: str, connection: Connection) -> tuple[list[str], list[str]]:
    """The tables to which they came meanwhile, and the sessions that have ended."""
    changed = part_from_tables(person_id, connection)
    leave_club(person_id, connection)
    duplicates.part_with(person_id, connection)
    own = SessionRow.person == person_id
    sessions = [*connection.execute(select(SessionRow.id).where(own)).scalars()]
    connection.execute(delete(SessionRow).where(own))
    connection.execute(delete(LetterRow).where(LetterRow.person == person_id))
    connection.execute(delete(HolidayRow).where(HolidayRow.person == person_id))
    forget_calls(person_id, connection)
    connection.execute(delete(TriedRow).where(TriedRow.person == person_id))
    connection.execute(update(ReviewRow).where(ReviewRow.person == person_id).values(person=None))
    connection.execute(update(TableRow).where(TableRow.owner == person_id).values(owner=None))
    connection.execute(delete(PersonRow).where(PersonRow.id == person_id))
    return changed, sessions


def has_others(table_id: str, person_id: str, connection: Connection) -> bool:
    others = select(SeatRow.seat).where(
        SeatRow.table == table_id, SeatRow.person.is_not(None), SeatRow.person != person_id
    )
    return connection.execute(others).first() is not None


def leave_club(person_id: str, connection: Connection) -> None:
    """No rating, no friends; what others have reported of them is done with."""
    for whose in (
        RatingRow.person, RatedRow.person, TieRow.person, TieRow.other, ShowingRow.person,
        InvitationRow.person, InvitationRow.by, ReportRow.said_by, ReportRow.by,
    ):  # fmt: skip
        connection.execute(delete(whose.class_).where(whose == person_id))


def make_nameless(row: Any, person_id: str, connection: Connection) -> None:
    nobody: dict[str, Any] = {"person": None, "rated": None, "away": []}
    nobody["name"] = f"{GONE} {row.seat + 1}"
    vacate(row, person_id, nobody, connection)


def vacate(row: Any, person_id: str, otherwise: dict[str, Any], connection: Connection) -> None:
    """Nobody sits there any more: the seat is open again, or a bot plays on."""
    values = {**otherwise}
    if row.state == "waiting":
        values |= {"kind": "open", "person": None, "name": ""}
    if row.state == "running":
        values |= {"kind": "bot", "level": STAND_IN, "has_left": True}
    this = (SeatRow.table == row.id) & (SeatRow.seat == row.seat)
    connection.execute(update(SeatRow).where(this).values(**values))
    next_one: dict[str, Any] = {"revision": TableRow.revision + 1}
    if row.talk and (otherwise or row.state == "waiting"):
        next_one["talk"] = without(row.talk, person_id)
    if row.state == "running" and row.awaited >> row.seat & 1:
        next_one["bot_due"] = time.time()  # it plays on there
    connection.execute(update(TableRow).where(TableRow.id == row.id).values(**next_one))
