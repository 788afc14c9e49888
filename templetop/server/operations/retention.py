"""What nobody needs any more is deleted after a while: tables, guests, sessions and letters."""

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

AT_FIRST = 60.0  # seconds after the start
EVERY = 3600.0  # seconds
AT_ONCE = 50  # so that nobody waits long for the store
BY_DAYS = 7  # times as long a table waits for people who play by correspondence

log = logging.getLogger("templetop.server")


async def run_retention(table_service: TableService, keeping: RetentionSettings) -> None:
    """Again and again."""
    await asyncio.sleep(AT_FIRST)
    while True:
        try:
            await delete_expired(table_service, keeping, time.time())
        except Exception:
            log.exception("Old data could not be deleted.")
        await asyncio.sleep(EVERY)


async def delete_expired(
    table_service: TableService, keeping: RetentionSettings, now: float
) -> None:
    tables = await delete_old_tables(table_service, keeping, now)
    guests = await delete_old_guests(table_service, keeping, now)
    await table_service.store.run(delete_old_sessions, now)
    await table_service.store.run(delete_old_reports, now)
    await table_service.store.run(deal_plays.erase_networks, now)
    if keeping.over:
        await table_service.store.run(deal_plays.erase_old_plays, now - keeping.over * DAY)
        table_service.deal_lists.forget()
        await table_service.store.run(duplicates.erase_old_duplicates, now - keeping.over * DAY)
    if tables or guests:
        log.info("Deleted %d tables and %d guests that nobody needs any more.", tables, guests)


# ── Tables ───────────────────────────────────────────────────────────────────────────────────────


async def delete_old_tables(
    table_service: TableService, keeping: RetentionSettings, now: float
) -> int:
    """Not those that somebody looks at just now."""
    count = 0
    while True:
        watched = [i for i, room in table_service.rooms.items() if room.clients]
        gone = await table_service.store.run(erase_expired_tables, keeping, now, watched)
        for table_id in gone:
            table_service.on_remote_close(table_id)
            table_service.start_task(table_service.bus.publish_closed(table_id))
        count += len(gone)
        if len(gone) < AT_ONCE:
            return count


def erase_expired_tables(
    keeping: RetentionSettings, now: float, watched: Collection[str], connection: Connection
) -> list[str]:
    """Some of them, and which."""
    query = select(TableRow.id).where(is_expired(keeping, now), TableRow.id.not_in(watched))
    found = [*connection.execute(query.limit(AT_ONCE)).scalars()]
    for table_id in found:
        erase_table(table_id, connection)
    return found


def is_expired(keeping: RetentionSettings, now: float) -> ColumnElement[bool]:
    sits = exists().where(SeatRow.table == TableRow.id, SeatRow.kind == "person")
    is_running = TableRow.state == "running"
    by_days = (func.coalesce(TableRow.clock, "") == "move") & (TableRow.seconds >= DAY)
    is_waiting = TableRow.state == "waiting"
    return (
        (is_waiting & ~by_days & unchanged_for(keeping.waiting, now))
        | (is_waiting & by_days & unchanged_for(keeping.waiting * BY_DAYS, now))
        | (is_running & ~sits & unchanged_for(keeping.waiting, now))
        | (is_running & unchanged_for(keeping.running, now) & ~has_long_clock(now))
        | ((TableRow.state == "over") & unchanged_for(keeping.over, now))
    )


def has_long_clock(now: float) -> ColumnElement[bool]:
    """Who has days for a move, or is on holiday, has not forgotten it."""
    return TableRow.deadline.is_not(None) & (TableRow.deadline > now)


def unchanged_for(days: float, now: float) -> ColumnElement[bool]:
    """Never, if it is kept for ever: nothing was changed before the world began."""
    return TableRow.changed_at < (now - days * DAY if days else -1.0)


# ── People ───────────────────────────────────────────────────────────────────────────────────────


async def delete_old_guests(
    table_service: TableService, keeping: RetentionSettings, now: float
) -> int:
    count = 0
    while keeping.guests:
        guests = await table_service.store.run(expired_guests, now - keeping.guests * DAY)
        for person_id in guests:
            await account_deletion.delete_person(table_service, person_id)
        count += len(guests)
        if len(guests) < AT_ONCE:
            break
    return count


def expired_guests(since: float, connection: Connection) -> list[str]:
    is_old_guest = PersonRow.account.is_(None) & (PersonRow.seen_at < since)
    query = select(PersonRow.id).where(is_old_guest, PersonRow.banned.is_(None)).limit(AT_ONCE)
    return [*connection.execute(query).scalars()]


def delete_old_sessions(now: float, connection: Connection) -> None:
    """And letters that nobody has opened, and browsers that nobody is signed in with."""
    connection.execute(delete(SessionRow).where(SessionRow.seen_at < now - SESSION_SECONDS))
    connection.execute(delete(EmailTokenRow).where(EmailTokenRow.made_at < now - DAY))
    connection.execute(delete(BrowserRow).where(BrowserRow.session.not_in(select(SessionRow.id))))
