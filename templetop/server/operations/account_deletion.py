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
from templetop.server.community.ratings import rating_points
from templetop.server.community.visibility import visibility_of
from templetop.server.deals import duplicates
from templetop.server.notifications.turn_queries import delete_notifications, wants_mail
from templetop.server.store.database import Store, erase_table
from templetop.server.store.person_store import Person, find_person
from templetop.server.store.schema import (
    BrowserRow,
    DealPlayRow,
    EmailTokenRow,
    HolidayRow,
    InvitationRow,
    MoveRow,
    PersonRow,
    PuzzleTryRow,
    RatingChangeRow,
    RatingRow,
    RelationRow,
    ReportRow,
    ReviewRow,
    SeatRow,
    SessionRow,
    TableRow,
    VisibilityRow,
)
from templetop.server.tables.chat import without_person
from templetop.server.tables.holidays import load_holidays
from templetop.server.tables.service import TableService
from templetop.server.tables.table import STAND_IN_LEVEL

DELETED_NAME = "Somebody gone"  # the name of a seat whose person was deleted
AT_ONCE = 50  # tables, so that nobody else waits long for the store


def iso_date(moment: float) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(moment))


# ── Written down ─────────────────────────────────────────────────────────────────────────────────


async def load_export(store: Store, person: Person) -> Export:
    tables = await store.run(tables_of_person, person.id)
    kept: list[KeptTable] = []
    for begin in range(0, len(tables), AT_ONCE):
        kept += await store.run(exported_tables, tables[begin : begin + AT_ONCE], person.id)
    return await store.run(build_export, person.id, kept)


def exported_tables(rows: list[Any], person_id: str, connection: Connection) -> list[KeptTable]:
    return [exported_table(row, person_id, connection) for row in rows]


def build_export(person_id: str, tables: list[KeptTable], connection: Connection) -> Export:
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
        made_at=iso_date(person.made_at),
        seen_at=iso_date(person.seen_at),
        sessions=[KeptSession(iso_date(made), iso_date(seen)) for made, seen in sessions],
        tables=tables,
        notices_by_mail=wants_mail(person_id, connection),
        browsers=exported_browsers(person_id, connection),
        holidays=[
            KeptHoliday(iso_date(begins), iso_date(ends))
            for begins, ends in load_holidays(person_id, connection)
        ],
        club=exported_community(person_id, connection),
        puzzles=exported_puzzles(person_id, connection),
        plays=exported_plays(person_id, connection),
        duplicates=duplicates.joined_duplicates(person_id, connection),
    )


def exported_community(person_id: str, connection: Connection) -> KeptClub:
    """What somebody has as a member."""
    rated = (
        select(RatingChangeRow.__table__)
        .where(RatingChangeRow.person == person_id)
        .order_by(RatingChangeRow.at)
    )
    ties = select(RelationRow.other, RelationRow.kind, RelationRow.muted).where(
        RelationRow.person == person_id
    )
    reported = select(ReportRow.says).where(ReportRow.by == person_id)
    return KeptClub(
        ratings=[
            KeptRating(row.table, row.game, iso_date(row.at), rating_points(row.mu), row.gained)
            for row in connection.execute(rated)
        ],
        ties=[KeptTie(*row) for row in connection.execute(ties)],
        showing=visibility_of(person_id, connection),
        reported=[*connection.execute(reported).scalars()],
    )


def exported_browsers(person_id: str, connection: Connection) -> list[KeptBrowser]:
    query = select(BrowserRow.endpoint, BrowserRow.made_at).where(BrowserRow.person == person_id)
    return [KeptBrowser(endpoint, iso_date(made)) for endpoint, made in connection.execute(query)]


def exported_puzzles(person_id: str, connection: Connection) -> list[KeptPuzzle]:
    query = (
        select(PuzzleTryRow.game, PuzzleTryRow.puzzle, PuzzleTryRow.solved, PuzzleTryRow.made_at)
        .where(PuzzleTryRow.person == person_id)
        .order_by(PuzzleTryRow.made_at)
    )
    found = connection.execute(query)
    return [KeptPuzzle(game, puzzle, solved, iso_date(at)) for game, puzzle, solved, at in found]


def tables_of_person(person_id: str, connection: Connection, most: int | None = None) -> list[Any]:
    query = (
        select(TableRow.id, TableRow.game, TableRow.state, TableRow.made_at, TableRow.awaited)
        .add_columns(TableRow.talk)
        .add_columns(SeatRow.seat, SeatRow.name, SeatRow.has_left, SeatRow.result)
        .join(SeatRow, SeatRow.table == TableRow.id)
        .where(SeatRow.person == person_id)
        .order_by(TableRow.made_at)
    )
    return [*connection.execute(query.limit(most))]


def exported_table(row: Any, person_id: str, connection: Connection) -> KeptTable:
    moves = connection.execute(
        select(MoveRow.number, MoveRow.move)
        .where(MoveRow.table == row.id, MoveRow.seat == row.seat)
        .order_by(MoveRow.number)
    )
    made = [(number, move) for number, move in moves]
    about = (row.id, row.game, row.state, iso_date(row.made_at))
    said = [line["says"] for line in row.talk if line["person"] == person_id]
    return KeptTable(*about, row.seat, row.name, row.has_left, row.result, made, said)


def exported_plays(person_id: str, connection: Connection) -> list[KeptPlay]:
    mine = (
        select(DealPlayRow.__table__)
        .where(DealPlayRow.person == person_id)
        .order_by(DealPlayRow.began_at)
    )
    return [
        KeptPlay(
            deal=row.deal,
            table=row.table,
            seat=row.seat,
            began_at=iso_date(row.began_at),
            ended_at=None if row.ended_at is None else iso_date(row.ended_at),
            result=row.result,
            points=row.points,
            gave_up=row.gave_up,
            apart=row.apart,
        )
        for row in connection.execute(mine)
    ]


# ── Deleted ──────────────────────────────────────────────────────────────────────────────────────


async def delete_person(table_service: TableService, person_id: str) -> None:
    """Everybody else finds their tables as they were, with a seat that has no name any more."""
    changed: list[str] = []
    while some := await table_service.store.run(leave_tables, person_id):
        changed += some
    last, sessions = await table_service.store.run(erase_person_rows, person_id)
    table_service.end_sessions(sessions)
    for table_id in [*changed, *last]:
        await table_service.reload_from_store(table_id)


def leave_tables(person_id: str, connection: Connection) -> list[str]:
    """Some of them, and which: they are otherwise by that, or gone."""
    some = tables_of_person(person_id, connection, AT_ONCE)
    for row in some:
        if has_others(row.id, person_id, connection):
            anonymise_seats(row, person_id, connection)
        else:
            erase_table(row.id, connection)
    return [row.id for row in some]


def erase_person_rows(person_id: str, connection: Connection) -> tuple[list[str], list[str]]:
    """The tables to which they came meanwhile, and the sessions that have ended."""
    changed = leave_tables(person_id, connection)
    erase_community_rows(person_id, connection)
    duplicates.remove_member(person_id, connection)
    own = SessionRow.person == person_id
    sessions = [*connection.execute(select(SessionRow.id).where(own)).scalars()]
    connection.execute(delete(SessionRow).where(own))
    connection.execute(delete(EmailTokenRow).where(EmailTokenRow.person == person_id))
    connection.execute(delete(HolidayRow).where(HolidayRow.person == person_id))
    delete_notifications(person_id, connection)
    connection.execute(delete(PuzzleTryRow).where(PuzzleTryRow.person == person_id))
    connection.execute(update(ReviewRow).where(ReviewRow.person == person_id).values(person=None))
    connection.execute(update(TableRow).where(TableRow.owner == person_id).values(owner=None))
    connection.execute(delete(PersonRow).where(PersonRow.id == person_id))
    return changed, sessions


def has_others(table_id: str, person_id: str, connection: Connection) -> bool:
    others = select(SeatRow.seat).where(
        SeatRow.table == table_id, SeatRow.person.is_not(None), SeatRow.person != person_id
    )
    return connection.execute(others).first() is not None


def erase_community_rows(person_id: str, connection: Connection) -> None:
    """No rating, no friends; what others have reported of them is done with."""
    for whose in (
        RatingRow.person, RatingChangeRow.person, RelationRow.person, RelationRow.other,
        VisibilityRow.person, InvitationRow.person, InvitationRow.by, ReportRow.said_by,
        ReportRow.by,
    ):  # fmt: skip
        connection.execute(delete(whose.class_).where(whose == person_id))


def anonymise_seats(row: Any, person_id: str, connection: Connection) -> None:
    nobody: dict[str, Any] = {"person": None, "rated": None, "away": []}
    nobody["name"] = f"{DELETED_NAME} {row.seat + 1}"
    free_seat(row, person_id, nobody, connection)


def free_seat(row: Any, person_id: str, otherwise: dict[str, Any], connection: Connection) -> None:
    """Nobody sits there any more: the seat is open again, or a bot plays on."""
    values = {**otherwise}
    if row.state == "waiting":
        values |= {"kind": "open", "person": None, "name": ""}
    if row.state == "running":
        values |= {"kind": "bot", "level": STAND_IN_LEVEL, "has_left": True}
    this = (SeatRow.table == row.id) & (SeatRow.seat == row.seat)
    connection.execute(update(SeatRow).where(this).values(**values))
    next_one: dict[str, Any] = {"revision": TableRow.revision + 1}
    if row.talk and (otherwise or row.state == "waiting"):
        next_one["talk"] = without_person(row.talk, person_id)
    if row.state == "running" and row.awaited >> row.seat & 1:
        next_one["bot_due"] = time.time()  # it plays on there
    connection.execute(update(TableRow).where(TableRow.id == row.id).values(**next_one))
