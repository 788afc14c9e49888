"""Holidays: somebody's clocks rest for some days a year, wherever they play by correspondence.

They are kept once for the person, and at each of those seats, as a table knows no people.
"""

import contextlib
import time
from typing import TYPE_CHECKING

from sqlalchemy import Connection, delete, insert, select, update

from templetop.engine.refusal import Refusal
from templetop.server.core.refusals import NotNow
from templetop.server.store.person_store import load_holidays
from templetop.server.store.schema import HolidayRow, SeatRow, TableRow
from templetop.server.tables.correspondence import DAY, Holidays, paused_seconds, unexpired
from templetop.server.translations import t

if TYPE_CHECKING:
    from templetop.server.store.change import TableChange
    from templetop.server.tables.room import TableRoom
    from templetop.server.tables.service import TableService

YEAR = 365 * DAY
MAX_HOLIDAYS = 50  # times a year, however short: each is kept, at every table


async def start_holiday(
    table_service: "TableService", person: str, days: int, max_days: int
) -> None:
    """From now on, for so many days; who is on holiday already has those days from now on."""
    await table_service.store.run(write_holiday, person, time.time(), days, max_days)
    await update_tables(table_service, person)


async def end_holiday(table_service: "TableService", person: str) -> None:
    """The days that are left may be taken later."""
    await table_service.store.run(end_current_holiday, person, time.time())
    await update_tables(table_service, person)


async def update_tables(table_service: "TableService", person: str) -> None:
    """All those where they play by correspondence."""
    holidays = await table_service.store.run(load_holidays, person)
    for table_id in await table_service.store.run(tables_by_correspondence, person):
        with contextlib.suppress(Refusal):  # it may be gone, or closed
            await update_table(await table_service.get(table_id), table_service, person, holidays)


async def update_table(
    room: "TableRoom", table_service: "TableService", person: str, holidays: Holidays
) -> None:
    def plan() -> "TableChange | None":
        own = unexpired(holidays, room.table.row.asked_at)
        return room.table.set_holidays(person, own, time.time())

    await table_service.commit_change(room, plan)


def days_left(holidays: Holidays, max_days: int, now: float) -> int:
    """Whole days that one may still take; none comes back before a year has passed."""
    return max(0, round(max_days - paused_seconds(holidays, now - YEAR, now) / DAY))


# ── Jobs ─────────────────────────────────────────────────────────────────────────────────────────


def write_holiday(
    person: str, now: float, days: int, max_days: int, connection: Connection
) -> None:
    end_current_holiday(person, now, connection)
    holidays = load_holidays(person, connection)
    if len(holidays) >= MAX_HOLIDAYS:
        raise NotNow(t("You have paused your clocks {MOST} times this year.", MOST=MAX_HOLIDAYS))
    left = days_left(holidays, max_days, now)
    if days > left:
        raise NotNow(
            t("You have {left} of {most} days of holiday left this year.", left=left, most=max_days)
        )
    row = {"person": person, "begins": now, "ends": now + days * DAY}
    connection.execute(insert(HolidayRow).values(**row))


def end_current_holiday(person: str, now: float, connection: Connection) -> None:
    """What lasts still ends now; what was over a year ago counts for nothing any more."""
    mine = HolidayRow.person == person
    old = mine & (HolidayRow.ends < now - YEAR)
    connection.execute(delete(HolidayRow).where(old))
    lasting = mine & (HolidayRow.ends > now)
    connection.execute(update(HolidayRow).where(lasting).values(ends=now))


def tables_by_correspondence(person: str, connection: Connection) -> list[str]:
    query = (
        select(TableRow.id)
        .join(SeatRow, SeatRow.table == TableRow.id)
        .where(
            SeatRow.person == person,
            TableRow.state != "over",
            TableRow.clock == "move",
            TableRow.seconds >= DAY,
        )
    )
    return [*connection.execute(query).scalars()]
