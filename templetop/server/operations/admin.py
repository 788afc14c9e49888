"""The operator's commands, which work on the store. A running server notices the changes by itself.

People and tables can be named as the lists show them. Each command is carried out as a whole or not
at all.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Connection, delete, func, select, true, update
from sqlalchemy.engine import make_url
from sqlalchemy.orm import aliased

from templetop.engine.refusal import Refusal
from templetop.server.accounts.name_policy import check_person_name, name_skeleton, sign_in_name
from templetop.server.community.ratings import FULL_WEIGHT_MATCHES, REPEAT_SECONDS
from templetop.server.core.refusals import NameTaken, NoSuchPerson, NoSuchTable
from templetop.server.core.utc_days import iso_time
from templetop.server.operations.account_deletion import free_seat
from templetop.server.operations.data_export import tables_of_person
from templetop.server.store.database import Store, UnknownStore, erase_table, seats_of
from templetop.server.store.person_store import Person, change_person, find_person
from templetop.server.store.schema import PersonRow, RatingChangeRow, ReportRow, SeatRow, TableRow
from templetop.server.translations import t

MAX_REASON_LENGTH = 200

Answer = TypeVar("Answer")


class BadBanReason(Refusal):
    """A ban has no reason, or one that is too long. The banned person is told the reason."""


@dataclass(frozen=True)
class AdminTableLine:
    """A table in the operator's list."""

    id: str
    game: str
    state: str
    is_public: bool
    made_at: str
    changed_at: str
    moves: int
    seats: list[str]


@dataclass(frozen=True)
class AdminPersonLine:
    """A person in the operator's list."""

    id: str
    name: str
    is_guest: bool
    made_at: str
    seen_at: str
    banned: str | None


def run_admin_command(url: str, command: Callable[..., Answer], *arguments: Any) -> Answer:
    """Runs a command on an existing store, in one transaction. Refused if there is no store."""
    if url.startswith("sqlite") and not Path(make_url(url).database or "").is_file():
        raise UnknownStore(t("There is no store at {place}.", place=make_url(url).database))
    store = Store(url)
    try:
        with store.engine.begin() as connection:
            return command(*arguments, connection)
    finally:
        store.close()


# ── Lists ────────────────────────────────────────────────────────────────────────────────────────


def admin_tables(limit: int, connection: Connection) -> list[AdminTableLine]:
    """Returns the tables that changed last, the latest first."""
    query = select(TableRow.__table__).order_by(TableRow.changed_at.desc()).limit(limit)
    return [table_line(row, connection) for row in connection.execute(query)]


def table_line(row: Any, connection: Connection) -> AdminTableLine:
    seats = [seat.name or f"({seat.kind})" for seat in seats_of([row.id], connection)]
    dates = (iso_time(row.made_at), iso_time(row.changed_at))
    return AdminTableLine(row.id, row.game, row.state, row.is_public, *dates, row.length, seats)


def admin_people(limit: int, only_banned: bool, connection: Connection) -> list[AdminPersonLine]:
    """Returns the people who were seen last, the latest first."""
    which: ColumnElement[bool] = PersonRow.banned.is_not(None) if only_banned else true()
    query = select(PersonRow.__table__).where(which).order_by(PersonRow.seen_at.desc()).limit(limit)
    return [
        AdminPersonLine(
            row.id,
            row.name,
            row.account is None,
            iso_time(row.made_at),
            iso_time(row.seen_at),
            row.banned,
        )
        for row in connection.execute(query)
    ]


# ── Tables ───────────────────────────────────────────────────────────────────────────────────────


def delete_table(table_id: str, connection: Connection) -> None:
    """Deletes a table and all that belongs to it."""
    found = connection.execute(select(TableRow.id).where(TableRow.id == table_id)).first()
    if found is None:
        raise NoSuchTable(t("There is no table {table}.", table=repr(table_id)))
    erase_table(table_id, connection)


# ── People ───────────────────────────────────────────────────────────────────────────────────────


def find_person_by_ref(ref: str, connection: Connection) -> Person:
    """Returns a person by id, by account name, or by a guest's name.

    Raises `NoSuchPerson` if there is none, or if several guests have the name.
    """
    for where in (PersonRow.id == ref, PersonRow.account == sign_in_name(ref)):
        if person := find_person(where, connection):
            return person
    query = select(PersonRow.id).where(PersonRow.name == ref).limit(5)
    guests = [*connection.execute(query).scalars()]
    if len(guests) == 1 and (guest := find_person(PersonRow.id == guests[0], connection)):
        return guest
    if guests:
        several = t("Several guests are called {name}; name one by its id: {ids}.",
                    name=ref, ids=guests)  # fmt: skip
        raise NoSuchPerson(several)
    raise NoSuchPerson(t("Nobody is called {name}, and it is nobody's id.", name=repr(ref)))


def rename_person(ref: str, name: str, connection: Connection) -> Person:
    """Renames a person everywhere, also at tables that are over. An account's name is also its
    sign-in name.

    Refused if the name could be taken for another account's.
    """
    person = find_person_by_ref(ref, connection)
    check_person_name(name)
    other = find_person(PersonRow.looks == name_skeleton(name), connection)
    if other is not None and other.id != person.id:
        raise NameTaken(
            t("{name} could be taken for {other}, who has an account.",
              name=name, other=other.name)
        )  # fmt: skip
    values: dict[str, Any] = {"name": name}
    if person.account is not None:
        values |= {"account": sign_in_name(name), "looks": name_skeleton(name)}
    change_person(person, values, connection)
    for row in tables_of_person(person.id, connection):
        rename_at_table(row, name, connection)
    return person


def rename_at_table(row: Any, name: str, connection: Connection) -> None:
    """Renames a seat, with a number behind the name if somebody else at the table has it."""
    taken = {seat.name for seat in seats_of([row.id], connection) if seat.seat != row.seat}
    number, free = 1, name
    while free in taken:
        number, free = number + 1, f"{name} {number + 1}"
    this = (SeatRow.table == row.id) & (SeatRow.seat == row.seat)
    connection.execute(update(SeatRow).where(this).values(name=free))
    raised = {"revision": TableRow.revision + 1}
    connection.execute(update(TableRow).where(TableRow.id == row.id).values(**raised))


def ban_person(ref: str, why: str, connection: Connection) -> Person:
    """Bans a person: their sessions end, and bots play on at their seats."""
    person, reason = find_person_by_ref(ref, connection), " ".join(why.split())
    if not reason or len(reason) > MAX_REASON_LENGTH:
        raise BadBanReason(
            t("Say in 1 to {longest} characters why; they will see it.", longest=MAX_REASON_LENGTH)
        )
    change_person(person, {"banned": reason}, connection)
    for row in tables_of_person(person.id, connection):
        if row.state != "over" and not row.has_left:
            free_seat(row, person.id, {}, connection)
    return person


def unban_person(ref: str, connection: Connection) -> Person:
    person = find_person_by_ref(ref, connection)
    if person.banned is None:
        raise NoSuchPerson(t("{name} is not banned.", name=person.name))
    change_person(person, {"banned": None}, connection)
    return person


# ── Reports and frequent pairs ───────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class AdminReportLine:
    """A chat line that somebody has reported."""

    table: str
    line: int
    at: str
    said_by: str
    name: str
    says: str
    by: str


def admin_reports(connection: Connection) -> list[AdminReportLine]:
    """Returns the reports, the latest first."""
    sayer, reporter = aliased(PersonRow), aliased(PersonRow)
    query = (
        select(ReportRow.__table__, sayer.name.label("name"), reporter.name.label("by_name"))
        .join(sayer, sayer.id == ReportRow.said_by)
        .join(reporter, reporter.id == ReportRow.by)
        .order_by(ReportRow.at.desc())
    )
    return [
        AdminReportLine(
            table=row.table,
            line=row.line,
            at=iso_time(row.at),
            said_by=row.said_by,
            name=row.name,
            says=row.says,
            by=row.by_name,
        )
        for row in connection.execute(query)
    ]


def dismiss_reports(table_id: str, connection: Connection) -> int:
    """Deletes the reports of a table, and returns how many there were."""
    return connection.execute(delete(ReportRow).where(ReportRow.table == table_id)).rowcount


@dataclass(frozen=True)
class AdminPairLine:
    """Two people who have played many matches that count against each other lately."""

    one: str
    other: str
    game: str
    matches: int
    gained: int  # rating points that the first person has gained in all


def frequent_pairs(connection: Connection) -> list[AdminPairLine]:
    """Returns the pairs who met so often that their matches count less, the most frequent first."""
    one, other = aliased(RatingChangeRow), aliased(RatingChangeRow)
    first, second = aliased(PersonRow), aliased(PersonRow)
    matches = func.count()
    query = (
        select(first.name, second.name, one.game, matches, func.sum(one.gained))
        .select_from(one)
        .join(other, (other.table == one.table) & (one.person < other.person))
        .join(first, first.id == one.person)
        .join(second, second.id == other.person)
        .where(one.at > time.time() - REPEAT_SECONDS)
        .group_by(one.person, other.person, first.name, second.name, one.game)
        .having(matches > FULL_WEIGHT_MATCHES)
        .order_by(matches.desc())
    )
    return [AdminPairLine(*row) for row in connection.execute(query)]
