"""Free seats that people offer to their friends."""

import time
from typing import Any

from sqlalchemy import Connection, delete, exists, insert, select

from templetop.server.community.relations import are_friends, find_member, relation_of
from templetop.server.core.refusals import NotNow
from templetop.server.store.change import Row
from templetop.server.store.database import ListedTable, is_storable_text, seats_of
from templetop.server.store.person_store import Person
from templetop.server.store.schema import InvitationRow, PersonRow, SeatRow, TableRow
from templetop.server.translations import t

MAX_INVITATIONS = 20  # invitations to one table; more are refused
MAX_LISTED = 20  # invitations in a person's list


def add_invitation(table_id: str, me: Person, ref: str, connection: Connection) -> None:
    """Offers a free seat to a friend; inviting somebody twice stores one invitation.

    Refused if they are not friends, or if the table has 20 invitations.
    """
    friend = find_member(ref, connection)
    if not are_friends(me.id, [friend.id], connection):
        raise NotNow(t("{name} is not your friend.", name=friend.name))
    invited = select(InvitationRow.person).where(InvitationRow.table == table_id)
    invited_ids = [*connection.execute(invited).scalars()]
    if friend.id in invited_ids:
        return
    if len(invited_ids) >= MAX_INVITATIONS:
        raise NotNow(t("{MOST} people have been invited already.", MOST=MAX_INVITATIONS))
    values = {"table": table_id, "person": friend.id, "by": me.id, "made_at": time.time()}
    connection.execute(insert(InvitationRow).values(**values))


def remove_invitation(table_id: str, person: str, connection: Connection) -> None:
    if is_storable_text(table_id):
        invitation = (InvitationRow.table == table_id) & (InvitationRow.person == person)
        connection.execute(delete(InvitationRow).where(invitation))


def invitations_for(person: str, connection: Connection) -> list[tuple[ListedTable, str]]:
    """Returns the waiting tables with a free seat to which the person is invited, and the names of
    the friends who did, the newest first. Invitations of blocked people are left out."""
    is_free = exists().where(SeatRow.table == TableRow.id, SeatRow.kind == "open")
    is_seated = exists().where(SeatRow.table == TableRow.id, SeatRow.person == person)
    query = (
        select(TableRow.__table__, PersonRow.name.label("by_name"), PersonRow.id.label("by_id"))
        .join(InvitationRow, InvitationRow.table == TableRow.id)
        .join(PersonRow, PersonRow.id == InvitationRow.by)
        .where(InvitationRow.person == person, TableRow.state == "waiting", is_free, ~is_seated)
        .order_by(InvitationRow.made_at.desc())
        .limit(MAX_LISTED)
    )
    rows = [dict(row) for row in connection.execute(query).mappings()]
    return [
        listed_invitation(row, connection)
        for row in rows
        if not is_blocked(person, row, connection)
    ]


def listed_invitation(row: dict[str, Any], connection: Connection) -> tuple[ListedTable, str]:
    by = row.pop("by_name")
    row.pop("by_id")
    return ListedTable(Row(**row), seats_of([row["id"]], connection)), by


def is_blocked(person: str, row: dict[str, Any], connection: Connection) -> bool:
    return relation_of(person, row["by_id"], connection).kind == "blocked"
