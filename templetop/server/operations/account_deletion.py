"""Deletes a person everywhere. Tables with other people keep an anonymous seat."""

import time
from typing import Any

from sqlalchemy import Connection, delete, select, update

from templetop.server.deals import duplicates
from templetop.server.notifications.turn_queries import delete_notifications
from templetop.server.operations.data_export import tables_of_person
from templetop.server.store.database import erase_table
from templetop.server.store.schema import (
    EmailTokenRow,
    HolidayRow,
    InvitationRow,
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
from templetop.server.tables.service import TableService
from templetop.server.tables.table import STAND_IN_LEVEL

DELETED_NAME = "Somebody gone"  # the name of a seat whose person was deleted
BATCH_SIZE = 50  # tables in one transaction, so that others need not wait long for the store


async def delete_person(table_service: TableService, person_id: str) -> None:
    """Deletes a person, and reloads the tables where the person sat.

    Tables with others keep the match and lose the name; a table without others is deleted.
    """
    changed: list[str] = []
    while some := await table_service.store.run(leave_tables, person_id):
        changed += some
    last, sessions = await table_service.store.run(erase_person_rows, person_id)
    table_service.end_sessions(sessions)
    for table_id in [*changed, *last]:
        await table_service.reload_from_store(table_id)


def leave_tables(person_id: str, connection: Connection) -> list[str]:
    """Removes a person from at most 50 of their tables. A table with other people keeps an
    anonymous seat; any other is deleted. Returns the ids of the tables it has handled."""
    some = tables_of_person(person_id, connection, BATCH_SIZE)
    for row in some:
        if has_others(row.id, person_id, connection):
            anonymise_seats(row, person_id, connection)
        else:
            erase_table(row.id, connection)
    return [row.id for row in some]


def erase_person_rows(person_id: str, connection: Connection) -> tuple[list[str], list[str]]:
    """Deletes the person and all rows about them.

    Returns the tables that they joined meanwhile, and the sessions that have ended.
    """
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
    """Deletes the person's ratings, relations, invitations and visibility, and all reports by or
    about them."""
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
    """Gives up a person's seat: it is open again before the match, and a bot plays on during it."""
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
        next_one["bot_due"] = time.time()  # the bot decides at once
    connection.execute(update(TableRow).where(TableRow.id == row.id).values(**next_one))
