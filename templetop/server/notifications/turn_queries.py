"""Queries for turn notifications: which turns are due to whom, and which were notified.

A person who looks at the table needs no notification, so the turn is marked as if one had been
sent. Of several workers, the first to mark a turn notifies it.
"""

import hashlib
from collections.abc import Collection
from dataclasses import asdict, dataclass
from itertools import groupby
from typing import Any, Literal

from sqlalchemy import ColumnElement, Connection, delete, exists, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import aliased

from templetop.engine.speech import ENGLISH
from templetop.server.notifications.web_push import PushSubscription
from templetop.server.store.person_store import Person, find_person, mail_language
from templetop.server.store.schema import (
    BrowserRow,
    MailPreferenceRow,
    NotificationRow,
    PersonRow,
    SeatRow,
    SessionRow,
    TableRow,
)

Channel = Literal["push", "mail"]
ActiveViewers = Collection[tuple[str, str]]  # (table, person) pairs of people who look at a table

DELAYS: dict[Channel, float] = {"push": 30.0, "mail": 300.0}  # seconds before notifying
MAIL_INTERVAL = 3600.0  # seconds between two mails; turns meanwhile go into the next one
BATCH_SIZE = 500  # turns that one check handles; others wait for the next
MAX_TABLES = 20  # tables in one notification; others are left out
MAX_BROWSERS = 10  # of one person; beyond that the oldest is removed

NUMBER = TableRow.length + 2 * TableRow.undone  # the same as Table.number
OTHER = aliased(SeatRow)


@dataclass(frozen=True)
class WaitingTable:
    """A table that waits for a person, and the names of the others there."""

    table: str
    game: str
    others: list[str]


@dataclass(frozen=True)
class TurnNotification:
    """A notification to one person about all tables that wait for them."""

    channel: Channel
    person: Person
    waiting: list[WaitingTable]
    browsers: list[PushSubscription]
    language: str  # of the mail; each browser has its own language


# ── Due notifications ────────────────────────────────────────────────────────────────────────────


def due_notifications(
    now: float, viewers: ActiveViewers, channels: Collection[Channel], connection: Connection
) -> list[TurnNotification]:
    """Returns the notifications that are due, and marks them so that no other worker sends them."""
    notifications = []
    for channel in channels:
        mark_seen(channel, now, viewers, connection)
        rows = [*connection.execute(overdue_turns(channel, now))]
        for person, own in groupby(rows, key=lambda row: str(row.person)):
            if claim_turns(channel, person, [*own], now, connection):
                notifications.append(turn_notification(channel, person, connection))
    return [
        notification
        for notification in notifications
        if notification is not None and notification.waiting
    ]


def mark_seen(channel: Channel, now: float, viewers: ActiveViewers, connection: Connection) -> None:
    """Marks the turns of people who look at the table as notified."""
    tables = sorted({table for table, _ in viewers})[:BATCH_SIZE]
    if not tables:
        return
    for row in [*connection.execute(unnotified_turns(channel).where(TableRow.id.in_(tables)))]:
        if (row.id, row.person) in viewers:
            mark_notified(channel, row, now, connection)


def overdue_turns(channel: Channel, now: float) -> Any:
    """Selects the turns that have lasted long enough to be notified, ordered by person."""
    query = unnotified_turns(channel).where(TableRow.asked_at <= now - DELAYS[channel])
    if channel == "mail":
        query = query.join(MailPreferenceRow, MailPreferenceRow.person == SeatRow.person)
        query = query.where(MailPreferenceRow.mailed_at <= now - MAIL_INTERVAL)
    return query.order_by(SeatRow.person).limit(BATCH_SIZE)


def claim_turns(
    channel: Channel, person: str, rows: list[Any], now: float, connection: Connection
) -> bool:
    """Marks the turns of a person as notified; True if any of them was not marked before.

    Mails have an interval as well: False if the person had a mail within the last hour.
    """
    if channel == "mail" and not may_mail(person, now, connection):
        return False
    marked = [mark_notified(channel, row, now, connection) for row in rows]
    return any(marked)


def unnotified_turns(channel: Channel) -> Any:
    """Selects the turns of people who have subscribed to the channel and were not notified yet."""
    is_notified = exists().where(
        NotificationRow.table == TableRow.id,
        NotificationRow.person == SeatRow.person,
        NotificationRow.way == channel,
        NotificationRow.number >= NUMBER,
    )
    query = select(TableRow.id, NUMBER.label("number"), SeatRow.person)
    query = query.join(SeatRow, SeatRow.table == TableRow.id)
    query = query.join(PersonRow, PersonRow.id == SeatRow.person)
    query = query.where(
        SeatRow.person.in_(subscribers(channel)), is_waiting_for_seat(), PersonRow.banned.is_(None)
    )
    return query.where(~is_notified)


def subscribers(channel: Channel) -> Any:
    """Selects the people who have subscribed to the channel."""
    if channel == "mail":
        return select(MailPreferenceRow.person)
    return select(BrowserRow.person).join(SessionRow, SessionRow.id == BrowserRow.session)


def is_waiting_for_seat() -> ColumnElement[bool]:
    """True for a running table that waits for a person's seat and where other people sit, too.

    Turns at tables with bots alone are not notified.
    """
    others = exists().where(
        OTHER.table == TableRow.id, OTHER.kind == "person", OTHER.seat != SeatRow.seat
    )
    is_awaited = TableRow.awaited.bitwise_rshift(SeatRow.seat).bitwise_and(1) == 1
    return (
        (TableRow.state == "running")
        & (SeatRow.kind == "person")
        & SeatRow.has_left.is_(False)
        & is_awaited
        & others
    )


def may_mail(person: str, now: float, connection: Connection) -> bool:
    """Marks a mail as sent now; False if the last one is less than an hour old."""
    is_long_ago = MailPreferenceRow.mailed_at <= now - MAIL_INTERVAL
    this = update(MailPreferenceRow).where(MailPreferenceRow.person == person, is_long_ago)
    return connection.execute(this.values(mailed_at=now)).rowcount == 1


def mark_notified(channel: Channel, row: Any, now: float, connection: Connection) -> bool:
    """Marks a turn as notified; False if it was marked already."""
    this = (
        (NotificationRow.table == row.id)
        & (NotificationRow.person == row.person)
        & (NotificationRow.way == channel)
    )
    values = {"number": row.number, "made_at": now}
    later = (
        update(NotificationRow).where(this, NotificationRow.number < row.number).values(**values)
    )
    if connection.execute(later).rowcount == 1:
        return True
    new = {"table": row.id, "person": row.person, "way": channel, **values}
    try:
        with connection.begin_nested():
            connection.execute(insert(NotificationRow).values(**new))
    except IntegrityError:
        return False
    return True


def turn_notification(
    channel: Channel, person: str, connection: Connection
) -> TurnNotification | None:
    person_found = find_person(PersonRow.id == person, connection)
    if person_found is None:
        return None
    browsers = browsers_of(person, connection) if channel == "push" else []
    spoken = mail_language(person, connection) or ENGLISH
    return TurnNotification(
        channel, person_found, waiting_for(person, connection), browsers, spoken
    )


def waiting_for(person: str, connection: Connection) -> list[WaitingTable]:
    """Returns the tables that wait for a person, the most urgent first."""
    query = select(TableRow.id, TableRow.game, SeatRow.seat)
    query = query.join(SeatRow, SeatRow.table == TableRow.id)
    query = query.where(SeatRow.person == person, is_waiting_for_seat())
    query = query.order_by(TableRow.deadline.is_(None), TableRow.deadline, TableRow.asked_at)
    rows = [*connection.execute(query.limit(MAX_TABLES))]
    return [WaitingTable(row.id, row.game, others_at(row.id, row.seat, connection)) for row in rows]


def others_at(table: str, seat: int, connection: Connection) -> list[str]:
    query = select(SeatRow.name).where(SeatRow.table == table, SeatRow.seat != seat)
    return [*connection.execute(query.order_by(SeatRow.seat)).scalars()]


def count_waiting(person: str, connection: Connection) -> int:
    """Returns at how many tables a person's turn keeps others waiting."""
    query = select(func.count()).select_from(TableRow)
    query = query.join(SeatRow, SeatRow.table == TableRow.id)
    return connection.execute(
        query.where(SeatRow.person == person, is_waiting_for_seat())
    ).scalar_one()


# ── Subscriptions ────────────────────────────────────────────────────────────────────────────────


def endpoint_id(endpoint: str) -> str:
    return hashlib.sha256(endpoint.encode()).hexdigest()


def add_browser(
    browser: PushSubscription, session: str, now: float, connection: Connection
) -> None:
    """Stores a browser for the session that is signed in there. Above ten browsers, the oldest is
    removed."""
    remove_browser(browser.id, connection)
    row = asdict(browser) | {"session": session, "made_at": now}
    connection.execute(insert(BrowserRow).values(**row))
    mine = select(BrowserRow.id).where(BrowserRow.person == browser.person)
    old = mine.order_by(BrowserRow.made_at.desc()).offset(MAX_BROWSERS)
    for browser_id in [*connection.execute(old).scalars()]:
        remove_browser(browser_id, connection)


def remove_browser(browser_id: str, connection: Connection) -> None:
    connection.execute(delete(BrowserRow).where(BrowserRow.id == browser_id))


def remove_own_browser(browser_id: str, person: str, connection: Connection) -> None:
    own = (BrowserRow.id == browser_id) & (BrowserRow.person == person)
    connection.execute(delete(BrowserRow).where(own))


def browsers_of(person: str, connection: Connection) -> list[PushSubscription]:
    """Returns the browsers in which the person is still signed in."""
    columns = (BrowserRow.id, BrowserRow.person, BrowserRow.endpoint)
    query = select(*columns, BrowserRow.p256dh, BrowserRow.auth, BrowserRow.language)
    query = query.join(SessionRow, SessionRow.id == BrowserRow.session)
    rows = connection.execute(query.where(BrowserRow.person == person))
    return [PushSubscription(**row) for row in rows.mappings()]


def delete_notifications(person: str, connection: Connection) -> None:
    """Deletes a person's browsers, mail preference and marks of notified turns."""
    for row in (NotificationRow, BrowserRow, MailPreferenceRow):
        connection.execute(delete(row).where(row.person == person))
