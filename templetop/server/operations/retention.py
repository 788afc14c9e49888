"""What nobody needs any more is deleted after a while: tables, guests, sessions and letters."""

import asyncio
import logging
import time
from collections.abc import Collection

from sqlalchemy import ColumnElement, Connection, delete, exists, func, select

from templetop.server.accounts.sessions import A_YEAR, DAY
from templetop.server.community.chat_reports import reports_away
from templetop.server.core.settings import Keeping
from templetop.server.deals import duplicates
from templetop.server.operations import account_deletion
from templetop.server.store import deal_plays
from templetop.server.store.database import erase_table
from templetop.server.store.schema import (
    BrowserRow,
    LetterRow,
    PersonRow,
    SeatRow,
    SessionRow,
    TableRow,
)
from templetop.server.tables.service import Hall

AT_FIRST = 60.0  # seconds after the start
EVERY = 3600.0  # seconds
AT_ONCE = 50  # so that nobody waits long for the store
BY_DAYS = 7  # times as long a table waits for people who play by correspondence

log = logging.getLogger("templetop.server")


async def keep_house(hall: Hall, keeping: Keeping) -> None:
    """Again and again."""
    await asyncio.sleep(AT_FIRST)
    while True:
        try:
            await clean(hall, keeping, time.time())
        except Exception:
            log.exception("Old data could not be deleted.")
        await asyncio.sleep(EVERY)


async def clean(hall: Hall, keeping: Keeping, now: float) -> None:
    tables = await tables_away(hall, keeping, now)
    guests = await guests_away(hall, keeping, now)
    await hall.store.have(sessions_away, now)
    await hall.store.have(reports_away, now)
    await hall.store.have(deal_plays.erase_homes, now)
    if keeping.over:
        await hall.store.have(deal_plays.erase_old, now - keeping.over * DAY)
        hall.deal_lists.forget()
        await hall.store.have(duplicates.erase_old, now - keeping.over * DAY)
    if tables or guests:
        log.info("Deleted %d tables and %d guests that nobody needs any more.", tables, guests)


# ── Tables ───────────────────────────────────────────────────────────────────────────────────────


async def tables_away(hall: Hall, keeping: Keeping, now: float) -> int:
    """Not those that somebody looks at just now."""
    count = 0
    while True:
        watched = [i for i, circle in hall.circles.items() if circle.watchers]
        gone = await hall.store.have(erase_old_tables, keeping, now, watched)
        for table_id in gone:
            hall.hear_of_gone(table_id)
            hall.run(hall.bell.say_gone(table_id))
        count += len(gone)
        if len(gone) < AT_ONCE:
            return count


def erase_old_tables(
    keeping: Keeping, now: float, watched: Collection[str], connection: Connection
) -> list[str]:
    """Some of them, and which."""
    query = select(TableRow.id).where(is_old(keeping, now), TableRow.id.not_in(watched))
    found = [*connection.execute(query.limit(AT_ONCE)).scalars()]
    for table_id in found:
        erase_table(table_id, connection)
    return found


def is_old(keeping: Keeping, now: float) -> ColumnElement[bool]:
    sits = exists().where(SeatRow.table == TableRow.id, SeatRow.kind == "person")
    is_running = TableRow.state == "running"
    by_days = (func.coalesce(TableRow.clock, "") == "move") & (TableRow.seconds >= DAY)
    is_waiting = TableRow.state == "waiting"
    return (
        (is_waiting & ~by_days & unchanged_for(keeping.waiting, now))
        | (is_waiting & by_days & unchanged_for(keeping.waiting * BY_DAYS, now))
        | (is_running & ~sits & unchanged_for(keeping.waiting, now))
        | (is_running & unchanged_for(keeping.running, now) & ~still_has_time(now))
        | ((TableRow.state == "over") & unchanged_for(keeping.over, now))
    )


def still_has_time(now: float) -> ColumnElement[bool]:
    """Who has days for a move, or is on holiday, has not forgotten it."""
    return TableRow.deadline.is_not(None) & (TableRow.deadline > now)


def unchanged_for(days: float, now: float) -> ColumnElement[bool]:
    """Never, if it is kept for ever: nothing was changed before the world began."""
    return TableRow.changed_at < (now - days * DAY if days else -1.0)


# ── People ───────────────────────────────────────────────────────────────────────────────────────


async def guests_away(hall: Hall, keeping: Keeping, now: float) -> int:
    count = 0
    while keeping.guests:
        guests = await hall.store.have(old_guests, now - keeping.guests * DAY)
        for person_id in guests:
            await account_deletion.erase(hall, person_id)
        count += len(guests)
        if len(guests) < AT_ONCE:
            break
    return count


def old_guests(since: float, connection: Connection) -> list[str]:
    is_old_guest = PersonRow.account.is_(None) & (PersonRow.seen_at < since)
    query = select(PersonRow.id).where(is_old_guest, PersonRow.banned.is_(None)).limit(AT_ONCE)
    return [*connection.execute(query).scalars()]


def sessions_away(now: float, connection: Connection) -> None:
    """And letters that nobody has opened, and browsers that nobody is signed in with."""
    connection.execute(delete(SessionRow).where(SessionRow.seen_at < now - A_YEAR))
    connection.execute(delete(LetterRow).where(LetterRow.made_at < now - DAY))
    connection.execute(delete(BrowserRow).where(BrowserRow.session.not_in(select(SessionRow.id))))
