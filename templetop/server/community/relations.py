"""Friends, friend requests, blocks and mutes.

Each person's view of another is one row, and two people are friends when both rows say so. A person
who is blocked is not told: requests of that person are stored and shown to nobody.
"""

import time
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select
from sqlalchemy.orm import aliased

from templetop.engine.speech import mark
from templetop.server.accounts.name_policy import sign_in_name
from templetop.server.api_models import FriendsView, PersonCard, Tie
from templetop.server.core.refusals import NoSuchPerson, NotNow
from templetop.server.store.database import is_storable_text
from templetop.server.store.person_store import Person, find_person
from templetop.server.store.schema import PersonRow, RelationRow, SeatRow, TableRow
from templetop.server.translations import t

MAX_RELATIONS = 300  # relations of one person; more are refused
MAX_RECENT = 20  # recent opponents that are proposed as friends
MAX_SEATS = 200  # latest seats of others among which they are looked for

NEEDS_ACCOUNT = mark("Friends need an account: open one on your own page.")


@dataclass(frozen=True)
class Relation:
    """What one person has decided about another."""

    kind: str = "none"
    muted: bool = False


# ── Reading and writing ──────────────────────────────────────────────────────────────────────────


def find_member(ref: str, connection: Connection) -> Person:
    """Returns the person with this id or account name. Raises `NoSuchPerson` for guests and banned
    people."""
    if is_storable_text(ref):
        for where in (PersonRow.id == ref, PersonRow.account == sign_in_name(ref)):
            person = find_person(where, connection)
            if person is not None and person.account is not None and person.banned is None:
                return person
    raise NoSuchPerson(t("Nobody with that name has an account here."))


def relation_of(person: str, other: str, connection: Connection) -> Relation:
    this = (RelationRow.person == person) & (RelationRow.other == other)
    row = connection.execute(select(RelationRow.kind, RelationRow.muted).where(this)).first()
    return Relation(row.kind, row.muted) if row else Relation()


def set_relation(person: str, other: str, new: Relation, connection: Connection) -> None:
    """Replaces a person's relation to another. The default relation is stored as no row at all."""
    this = (RelationRow.person == person) & (RelationRow.other == other)
    connection.execute(delete(RelationRow).where(this))
    if new != Relation():
        check_relation_quota(person, connection)
        values = {"person": person, "other": other, "made_at": time.time()}
        connection.execute(insert(RelationRow).values(**values, kind=new.kind, muted=new.muted))


def check_relation_quota(person: str, connection: Connection) -> None:
    """Refuses a person with 300 friends, requests and blocks."""
    count = select(func.count()).select_from(RelationRow).where(RelationRow.person == person)
    if connection.execute(count).scalar_one() >= MAX_RELATIONS:
        raise NotNow(
            t(
                "You have {MOST} friends and others in your lists: remove somebody first.",
                MOST=MAX_RELATIONS,
            )
        )


def are_friends(person: str, others: Collection[str], connection: Connection) -> bool:
    """True if the person is a friend of all the others."""
    query = select(func.count()).select_from(RelationRow)
    mine = (
        (RelationRow.person == person)
        & RelationRow.other.in_([*others])
        & (RelationRow.kind == "friend")
    )
    return bool(connection.execute(query.where(mine)).scalar_one() == len({*others}))


def have_met(person: str, other: str, connection: Connection) -> bool:
    """True if the two have played a match at the same table."""
    mine, theirs = aliased(SeatRow), aliased(SeatRow)
    query = (
        select(mine.table)
        .join(theirs, theirs.table == mine.table)
        .join(TableRow, TableRow.id == mine.table)
        .where(mine.person == person, theirs.person == other, TableRow.state != "waiting")
    )
    return connection.execute(query.limit(1)).first() is not None


def relation_between(person: str, other: str, connection: Connection) -> Tie:
    """Returns the relation as the first of the two people sees it."""
    mine, theirs = relation_of(person, other, connection), relation_of(other, person, connection)
    if mine.kind in ("friend", "blocked"):
        return "friend" if mine.kind == "friend" else "blocked"
    if theirs.kind == "asked":
        return "asks"
    return "asked" if mine.kind == "asked" else "none"


# ── Requests and blocks ──────────────────────────────────────────────────────────────────────────


def request_friend(me: Person, ref: str, connection: Connection) -> None:
    """Asks a person to be a friend, or accepts that person's request.

    Refused for guests, and for people who have never played together.
    """
    other = find_member(ref, connection)
    mine = relation_of(me.id, other.id, connection)
    theirs = relation_of(other.id, me.id, connection)
    if me.account is None:
        raise NotNow(t(NEEDS_ACCOUNT))
    if other.id == me.id:
        raise NotNow(t("You are your own best friend already."))
    if mine.kind == "friend":
        return
    if theirs.kind == "asked":
        set_relation(me.id, other.id, Relation("friend", mine.muted), connection)
        set_relation(other.id, me.id, Relation("friend", theirs.muted), connection)
    elif have_met(me.id, other.id, connection):
        set_relation(me.id, other.id, Relation("asked", mine.muted), connection)
    else:
        raise NotNow(t("You have not played with {name} yet.", name=other.name))


def end_friendship(me: Person, ref: str, connection: Connection) -> None:
    """Ends a friendship, declines a request, or withdraws one."""
    other = find_person_by_id(ref, connection)
    clear_relation(me.id, other.id, connection)


def block(me: Person, ref: str, connection: Connection) -> None:
    """Blocks a person, and ends any friendship or request between the two."""
    other = find_person_by_id(ref, connection)
    if other.id == me.id:
        raise NotNow(t("You cannot block yourself."))
    clear_relation(me.id, other.id, connection)
    set_relation(
        me.id,
        other.id,
        Relation("blocked", relation_of(me.id, other.id, connection).muted),
        connection,
    )


def unblock(me: Person, ref: str, connection: Connection) -> None:
    other = find_person_by_id(ref, connection)
    mine = relation_of(me.id, other.id, connection)
    if mine.kind == "blocked":
        set_relation(me.id, other.id, Relation("none", mine.muted), connection)


def mute(me: Person, ref: str, is_muted: bool, connection: Connection) -> None:
    """Mutes a person, or ends that. Guests can be muted, too."""
    other = find_person_by_id(ref, connection)
    set_relation(
        me.id,
        other.id,
        Relation(relation_of(me.id, other.id, connection).kind, is_muted),
        connection,
    )


def find_person_by_id(ref: str, connection: Connection) -> Person:
    """Returns the person with this id, guests included, or the member with this name."""
    person = find_person(PersonRow.id == ref, connection) if is_storable_text(ref) else None
    return person if person is not None else find_member(ref, connection)


def clear_relation(person: str, other: str, connection: Connection) -> None:
    """Removes friendship and requests between two people; blocks and mutes stay."""
    for first, second in ((person, other), (other, person)):
        before = relation_of(first, second, connection)
        if before.kind in ("asked", "friend"):
            set_relation(first, second, Relation("none", before.muted), connection)


# ── Lists ────────────────────────────────────────────────────────────────────────────────────────


def friends_of(me: Person, connection: Connection) -> FriendsView:
    own = {
        row.other: row for row in connection.execute(relations_where(RelationRow.person == me.id))
    }
    others = connection.execute(
        relations_where((RelationRow.other == me.id) & (RelationRow.kind == "asked"))
    )
    asking = [row.person for row in others if relation_kind(own, row.person) in ("none", "asked")]

    def of(kind: str) -> list[str]:
        return [other for other, row in own.items() if row.kind == kind]

    known = {*asking, *(other for other, row in own.items() if row.kind != "none")}
    return FriendsView(
        friends=person_cards(of("friend"), own, connection),
        asking=person_cards(asking, own, connection),
        asked=person_cards(of("asked"), own, connection),
        blocked=person_cards(of("blocked"), own, connection),
        met=person_cards(
            [other_id for other_id in recent_opponents(me.id, connection) if other_id not in known],
            own,
            connection,
        ),
    )


def relation_kind(own: dict[str, Any], other: str) -> str:
    return own[other].kind if other in own else "none"


def relations_where(whose: Any) -> Any:
    return (
        select(RelationRow.person, RelationRow.other, RelationRow.kind, RelationRow.muted)
        .where(whose)
        .limit(MAX_RELATIONS)
    )


def person_cards(
    people: Collection[str], own: dict[str, Any], connection: Connection
) -> list[PersonCard]:
    """Returns the people sorted by name, without those who were banned."""
    query = select(PersonRow.id, PersonRow.name).where(
        PersonRow.id.in_([*people]), PersonRow.banned.is_(None)
    )
    rows = sorted(connection.execute(query), key=lambda row: row.name.casefold())
    return [PersonCard(row.id, row.name, row.id in own and own[row.id].muted) for row in rows]


def recent_opponents(person: str, connection: Connection) -> list[str]:
    """Returns people with an account who have played with the person, the latest first."""
    mine, theirs = aliased(SeatRow), aliased(SeatRow)
    query = (
        select(theirs.person)
        .join(mine, mine.table == theirs.table)
        .join(TableRow, TableRow.id == mine.table)
        .join(PersonRow, PersonRow.id == theirs.person)
        .where(mine.person == person, theirs.person != person, TableRow.state != "waiting")
        .where(PersonRow.account.is_not(None))
        .order_by(TableRow.changed_at.desc())
    )
    people = connection.execute(query.limit(MAX_SEATS)).scalars()
    return [*dict.fromkeys(opponent for opponent in people if opponent is not None)][:MAX_RECENT]
