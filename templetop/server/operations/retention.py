"""Deletes what nobody needs any more: old tables, guests, sessions, email tokens and reports."""

import asyncio
import logging
import time
from collections.abc import Collection

from sqlalchemy import ColumnElement, Connection, delete, exists, func, select

from templetop.server.accounts.sessions import DAY, SESSION_SECONDS
from templetop.server.community.chat_reports import delete_old_reports
from templetop.server.core.settings import RetentionSettings
from templetop.server.deals import duplicates
from templetop.server.operations import account_deletion
from templetop.server.store import deal_plays
from templetop.server.store.database import erase_table
from templetop.server.store.schema import (
    BrowserRow,
    EmailTokenRow,
    PersonRow,
    SeatRow,
    SessionRow,
    TableRow,
)
from templetop.server.tables.service import TableService

FIRST_RUN_SECONDS = 60.0  # seconds from the start to the first run
RUN_INTERVAL = 3600.0  # seconds between two runs
BATCH_SIZE = 50  # rows in one transaction, so that others need not wait long for the store
CORRESPONDENCE_FACTOR = 7  # a factor: correspondence tables wait so much longer for people

log = logging.getLogger("templetop.server")


async def run_retention(table_service: TableService, retention: RetentionSettings) -> None:
    """Deletes what has expired, every hour."""
    await asyncio.sleep(FIRST_RUN_SECONDS)
    while True:
        try:
            await delete_expired(table_service, retention, time.time())
        except Exception:
            log.exception("Old data could not be deleted.")
        await asyncio.sleep(RUN_INTERVAL)


async def delete_expired(
    table_service: TableService, retention: RetentionSettings, now: float
) -> None:
    tables = await delete_old_tables(table_service, retention, now)
    guests = await delete_old_guests(table_service, retention, now)
    await table_service.store.run(delete_old_sessions, now)
    await table_service.store.run(delete_old_reports, now)
    await table_service.store.run(deal_plays.erase_networks, now)
    if retention.over:
        await table_service.store.run(deal_plays.erase_old_plays, now - retention.over * DAY)
        table_service.deal_lists.forget()
        await table_service.store.run(duplicates.erase_old_duplicates, now - retention.over * DAY)
    if tables or guests:
        log.info("Deleted %d tables and %d guests that nobody needs any more.", tables, guests)


# ── Tables ───────────────────────────────────────────────────────────────────────────────────────


async def delete_old_tables(
    table_service: TableService, retention: RetentionSettings, now: float
) -> int:
    """Deletes the expired tables that nobody watches, and returns how many there were."""
    count = 0
    while True:
        watched = [i for i, room in table_service.rooms.items() if room.clients]
        deleted = await table_service.store.run(erase_expired_tables, retention, now, watched)
        for table_id in deleted:
            table_service.on_remote_close(table_id)
            table_service.start_task(table_service.bus.publish_closed(table_id))
        count += len(deleted)
        if len(deleted) < BATCH_SIZE:
            return count


def erase_expired_tables(
    retention: RetentionSettings, now: float, watched: Collection[str], connection: Connection
) -> list[str]:
    """Deletes at most 50 expired tables, and returns their ids."""
    query = select(TableRow.id).where(is_expired(retention, now), TableRow.id.not_in(watched))
    found = [*connection.execute(query.limit(BATCH_SIZE)).scalars()]
    for table_id in found:
        erase_table(table_id, connection)
    return found


def is_expired(retention: RetentionSettings, now: float) -> ColumnElement[bool]:
    sits = exists().where(SeatRow.table == TableRow.id, SeatRow.kind == "person")
    is_running = TableRow.state == "running"
    by_days = (func.coalesce(TableRow.clock, "") == "move") & (TableRow.seconds >= DAY)
    is_waiting = TableRow.state == "waiting"
    return (
        (is_waiting & ~by_days & unchanged_for(retention.waiting, now))
        | (is_waiting & by_days & unchanged_for(retention.waiting * CORRESPONDENCE_FACTOR, now))
        | (is_running & ~sits & unchanged_for(retention.waiting, now))
        | (is_running & unchanged_for(retention.running, now) & ~has_long_clock(now))
        | ((TableRow.state == "over") & unchanged_for(retention.over, now))
    )


def has_long_clock(now: float) -> ColumnElement[bool]:
    """True for tables whose deadline is still to come, as with days for a move or during
    holidays."""
    return TableRow.deadline.is_not(None) & (TableRow.deadline > now)


def unchanged_for(days: float, now: float) -> ColumnElement[bool]:
    """True for tables that have not changed for so many days; 0 days means never."""
    return TableRow.changed_at < (now - days * DAY if days else -1.0)


# ── People ───────────────────────────────────────────────────────────────────────────────────────


async def delete_old_guests(
    table_service: TableService, retention: RetentionSettings, now: float
) -> int:
    count = 0
    while retention.guests:
        guests = await table_service.store.run(expired_guests, now - retention.guests * DAY)
        for person_id in guests:
            await account_deletion.delete_person(table_service, person_id)
        count += len(guests)
        if len(guests) < BATCH_SIZE:
            break
    return count


def expired_guests(since: float, connection: Connection) -> list[str]:
    is_old_guest = PersonRow.account.is_(None) & (PersonRow.seen_at < since)
    query = select(PersonRow.id).where(is_old_guest, PersonRow.banned.is_(None)).limit(BATCH_SIZE)
    return [*connection.execute(query).scalars()]


def delete_old_sessions(now: float, connection: Connection) -> None:
    """Deletes old sessions, unused email tokens, and browsers without a session."""
    connection.execute(delete(SessionRow).where(SessionRow.seen_at < now - SESSION_SECONDS))
    connection.execute(delete(EmailTokenRow).where(EmailTokenRow.made_at < now - DAY))
    connection.execute(delete(BrowserRow).where(BrowserRow.session.not_in(select(SessionRow.id))))
