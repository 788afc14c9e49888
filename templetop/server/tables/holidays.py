"""Starts and ends people's holidays, which stop their clocks at all tables by correspondence.

The holidays are stored for the person and copied to each of those seats, because a table in memory
knows no people. Begin reading at `start_holiday`.
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

YEAR = 365 * DAY  # seconds
MAX_HOLIDAYS = 50  # a year, since each one is stored at every table; more are refused


async def start_holiday(
    table_service: "TableService", person: str, days: int, max_days: int
) -> None:
    """Starts a holiday of so many days now. A holiday that lasts already ends and is replaced.

    Refuses more days than the person has left of `max_days` a year.
    """
    await table_service.store.run(write_holiday, person, time.time(), days, max_days)
    await update_tables(table_service, person)


async def end_holiday(table_service: "TableService", person: str) -> None:
    """Ends the person's holiday now. The days that are left of it may be taken later."""
    await table_service.store.run(end_current_holiday, person, time.time())
    await update_tables(table_service, person)


async def update_tables(table_service: "TableService", person: str) -> None:
    """Copies the person's holidays to all their tables by correspondence."""
    holidays = await table_service.store.run(load_holidays, person)
    for table_id in await table_service.store.run(tables_by_correspondence, person):
        with contextlib.suppress(Refusal):  # the table may be gone or closed meanwhile
            await update_table(await table_service.get(table_id), table_service, person, holidays)


async def update_table(
    room: "TableRoom", table_service: "TableService", person: str, holidays: Holidays
) -> None:
    def plan() -> "TableChange | None":
        own = unexpired(holidays, room.table.row.asked_at)
        return room.table.set_holidays(person, own, time.time())

    await table_service.commit_change(room, plan)


def days_left(holidays: Holidays, max_days: int, now: float) -> int:
    """Returns how many whole days of holiday are left of `max_days` within a year."""
    return max(0, round(max_days - paused_seconds(holidays, now - YEAR, now) / DAY))


# ── On the writer's thread ───────────────────────────────────────────────────────────────────────


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
    """Ends a holiday that lasts now, and deletes those that ended more than a year ago."""
    own = HolidayRow.person == person
    expired = own & (HolidayRow.ends < now - YEAR)
    connection.execute(delete(HolidayRow).where(expired))
    current = own & (HolidayRow.ends > now)
    connection.execute(update(HolidayRow).where(current).values(ends=now))


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
