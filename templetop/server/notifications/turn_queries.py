"""What the store is asked about calls: who is to be called to which tables, and where.

Who looks at a table while they are awaited needs no call: that is noted as if they had been called.
Of several workers, the first to note a call makes it.
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
from templetop.server.notifications.web_push import Browser
from templetop.server.store.person_store import Person, find_person
from templetop.server.store.schema import (
    BrowserRow,
    CallRow,
    MailWishRow,
    PersonRow,
    SeatRow,
    SessionRow,
    TableRow,
)

Way = Literal["push", "mail"]
Looking = Collection[tuple[str, str]]  # tables, and people before a screen that shows them

PATIENCE: dict[Way, float] = {"push": 30.0, "mail": 300.0}  # seconds until somebody is called
BETWEEN_MAILS = 3600.0  # seconds; what comes up meanwhile is told in the next one
AT_ONCE = 500  # calls that are looked at in one go
MOST_NAMED = 20  # tables in one call
MOST_BROWSERS = 10  # of one person

NUMBER = TableRow.length + 2 * TableRow.undone  # as Table.number has it
OTHER = aliased(SeatRow)


@dataclass(frozen=True)
class Waiting:
    """A table that waits for somebody, and who else sits there."""

    table: str
    game: str
    others: list[str]


@dataclass(frozen=True)
class Summons:
    """Somebody to be called, to all tables that wait for them."""

    way: Way
    person: Person
    waiting: list[Waiting]
    browsers: list[Browser]
    language: str  # of the mail; each browser has its own


# ── Who is to be called ──────────────────────────────────────────────────────────────────────────


def calls_due(
    now: float, looking: Looking, ways: Collection[Way], connection: Connection
) -> list[Summons]:
    """Noted, so that nobody else makes these calls."""
    found = []
    for way in ways:
        note_seen(way, now, looking, connection)
        rows = [*connection.execute(due(way, now))]
        for person, own in groupby(rows, key=lambda row: str(row.person)):
            if is_first(way, person, [*own], now, connection):
                found.append(summons(way, person, connection))
    return [one for one in found if one is not None and one.waiting]


def note_seen(way: Way, now: float, looking: Looking, connection: Connection) -> None:
    """Who looks at a table knows whose turn it is."""
    tables = sorted({table for table, _ in looking})[:AT_ONCE]
    if not tables:
        return
    for row in [*connection.execute(unnoted(way).where(TableRow.id.in_(tables)))]:
        if (row.id, row.person) in looking:
            note(way, row, now, connection)


def due(way: Way, now: float) -> Any:
    """Turns that have lasted long enough, by person."""
    query = unnoted(way).where(TableRow.asked_at <= now - PATIENCE[way])
    if way == "mail":
        query = query.join(MailWishRow, MailWishRow.person == SeatRow.person)
        query = query.where(MailWishRow.mailed_at <= now - BETWEEN_MAILS)
    return query.order_by(SeatRow.person).limit(AT_ONCE)


def is_first(way: Way, person: str, rows: list[Any], now: float, connection: Connection) -> bool:
    """Has nobody called them to all of these meanwhile?"""
    if way == "mail" and not may_mail(person, now, connection):
        return False
    noted = [note(way, row, now, connection) for row in rows]
    return any(noted)


def unnoted(way: Way) -> Any:
    """Turns of people who want to be called that way and have not been."""
    called = exists().where(
        CallRow.table == TableRow.id,
        CallRow.person == SeatRow.person,
        CallRow.way == way,
        CallRow.number >= NUMBER,
    )
    query = select(TableRow.id, NUMBER.label("number"), SeatRow.person)
    query = query.join(SeatRow, SeatRow.table == TableRow.id)
    query = query.join(PersonRow, PersonRow.id == SeatRow.person)
    query = query.where(SeatRow.person.in_(wishing(way)), waits(), PersonRow.banned.is_(None))
    return query.where(~called)


def wishing(way: Way) -> Any:
    """The people who want to be called that way."""
    if way == "mail":
        return select(MailWishRow.person)
    return select(BrowserRow.person).join(SessionRow, SessionRow.id == BrowserRow.session)


def waits() -> ColumnElement[bool]:
    """A table for a seat, and other people with it; bots wait without calling anybody."""
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
    """Not too often; whoever asks first may."""
    is_long_ago = MailWishRow.mailed_at <= now - BETWEEN_MAILS
    this = update(MailWishRow).where(MailWishRow.person == person, is_long_ago)
    return connection.execute(this.values(mailed_at=now)).rowcount == 1


def note(way: Way, row: Any, now: float, connection: Connection) -> bool:
    """Is it the first time for this turn?"""
    this = (CallRow.table == row.id) & (CallRow.person == row.person) & (CallRow.way == way)
    values = {"number": row.number, "made_at": now}
    later = update(CallRow).where(this, CallRow.number < row.number).values(**values)
    if connection.execute(later).rowcount == 1:
        return True
    new = {"table": row.id, "person": row.person, "way": way, **values}
    try:
        with connection.begin_nested():
            connection.execute(insert(CallRow).values(**new))
    except IntegrityError:
        return False
    return True


def summons(way: Way, person: str, connection: Connection) -> Summons | None:
    found = find_person(PersonRow.id == person, connection)
    if found is None:
        return None
    browsers = browsers_of(person, connection) if way == "push" else []
    spoken = mail_language(person, connection) or ENGLISH
    return Summons(way, found, waiting_for(person, connection), browsers, spoken)


def waiting_for(person: str, connection: Connection) -> list[Waiting]:
    """Those that are most urgent first."""
    query = select(TableRow.id, TableRow.game, SeatRow.seat)
    query = query.join(SeatRow, SeatRow.table == TableRow.id)
    query = query.where(SeatRow.person == person, waits())
    query = query.order_by(TableRow.deadline.is_(None), TableRow.deadline, TableRow.asked_at)
    rows = [*connection.execute(query.limit(MOST_NAMED))]
    return [Waiting(row.id, row.game, others_at(row.id, row.seat, connection)) for row in rows]


def others_at(table: str, seat: int, connection: Connection) -> list[str]:
    query = select(SeatRow.name).where(SeatRow.table == table, SeatRow.seat != seat)
    return [*connection.execute(query.order_by(SeatRow.seat)).scalars()]


def count_waiting(person: str, connection: Connection) -> int:
    """All of them."""
    query = select(func.count()).select_from(TableRow)
    query = query.join(SeatRow, SeatRow.table == TableRow.id)
    return connection.execute(query.where(SeatRow.person == person, waits())).scalar_one()


# ── What people wish ─────────────────────────────────────────────────────────────────────────────


def id_of(endpoint: str) -> str:
    return hashlib.sha256(endpoint.encode()).hexdigest()


def add_browser(browser: Browser, session: str, now: float, connection: Connection) -> None:
    """Whoever is signed in there now; who has too many loses the oldest."""
    remove_browser(browser.id, connection)
    row = asdict(browser) | {"session": session, "made_at": now}
    connection.execute(insert(BrowserRow).values(**row))
    mine = select(BrowserRow.id).where(BrowserRow.person == browser.person)
    old = mine.order_by(BrowserRow.made_at.desc()).offset(MOST_BROWSERS)
    for browser_id in [*connection.execute(old).scalars()]:
        remove_browser(browser_id, connection)


def remove_browser(browser_id: str, connection: Connection) -> None:
    connection.execute(delete(BrowserRow).where(BrowserRow.id == browser_id))


def remove_own_browser(browser_id: str, person: str, connection: Connection) -> None:
    own = (BrowserRow.id == browser_id) & (BrowserRow.person == person)
    connection.execute(delete(BrowserRow).where(own))


def browsers_of(person: str, connection: Connection) -> list[Browser]:
    """Those in which somebody is still signed in."""
    columns = (BrowserRow.id, BrowserRow.person, BrowserRow.endpoint)
    query = select(*columns, BrowserRow.p256dh, BrowserRow.auth, BrowserRow.language)
    query = query.join(SessionRow, SessionRow.id == BrowserRow.session)
    rows = connection.execute(query.where(BrowserRow.person == person))
    return [Browser(**row) for row in rows.mappings()]


def wants_mail(person: str, connection: Connection) -> bool:
    return mail_language(person, connection) is not None


def mail_language(person: str, connection: Connection) -> str | None:
    """The language of their mails; None if they want none."""
    query = select(MailWishRow.language).where(MailWishRow.person == person)
    return connection.execute(query).scalar_one_or_none()


def wish_mail(person: str, wants: bool, spoken: str, now: float, connection: Connection) -> None:
    if not wants:
        connection.execute(delete(MailWishRow).where(MailWishRow.person == person))
    elif wants_mail(person, connection):
        this = update(MailWishRow).where(MailWishRow.person == person)
        connection.execute(this.values(language=spoken))
    else:
        row = {"person": person, "made_at": now, "mailed_at": 0.0, "language": spoken}
        connection.execute(insert(MailWishRow).values(**row))


def forget_calls(person: str, connection: Connection) -> None:
    """All that is kept about calling somebody."""
    for row in (CallRow, BrowserRow, MailWishRow):
        connection.execute(delete(row).where(row.person == person))
