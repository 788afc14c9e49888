"""Who is whose friend, who has asked, and who wants to hear nothing of whom.

Everybody says for themselves what they think of somebody else, one row for each way. Two are
friends when both have asked. Whoever is blocked is not told: what they ask is kept, and nobody sees
it.
"""

import time
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select
from sqlalchemy.orm import aliased

from templetop.engine.speech import mark
from templetop.server.accounts.name_policy import account_of
from templetop.server.api_models import FriendsView, PersonCard, Tie
from templetop.server.core.refusals import NoSuchPerson, NotNow
from templetop.server.store.database import can_be_kept
from templetop.server.store.person_store import Person, find_person
from templetop.server.store.schema import PersonRow, SeatRow, TableRow, TieRow
from templetop.server.translations import t

MOST = 300  # friends, people asked or blocked, of one person
MET = 20  # people one has played with, who are proposed
LAST_SEATS = 200  # among so many that one met last

NEED_ACCOUNT = mark("Friends need an account: open one on your own page.")


@dataclass(frozen=True)
class Said:
    """What somebody has said about somebody else."""

    kind: str = "none"
    muted: bool = False


# ── Who ──────────────────────────────────────────────────────────────────────────────────────────


def member(who: str, connection: Connection) -> Person:
    """Somebody with an account, by id or by name."""
    if can_be_kept(who):
        for where in (PersonRow.id == who, PersonRow.account == account_of(who)):
            person = find_person(where, connection)
            if person is not None and person.account is not None and person.banned is None:
                return person
    raise NoSuchPerson(t("Nobody with that name has an account here."))


def said(person: str, other: str, connection: Connection) -> Said:
    this = (TieRow.person == person) & (TieRow.other == other)
    row = connection.execute(select(TieRow.kind, TieRow.muted).where(this)).first()
    return Said(row.kind, row.muted) if row else Said()


def say(person: str, other: str, new: Said, connection: Connection) -> None:
    """From now on this; nothing is kept of who means nothing to one."""
    this = (TieRow.person == person) & (TieRow.other == other)
    connection.execute(delete(TieRow).where(this))
    if new != Said():
        check_room(person, connection)
        both = {"person": person, "other": other, "made_at": time.time()}
        connection.execute(insert(TieRow).values(**both, kind=new.kind, muted=new.muted))


def check_room(person: str, connection: Connection) -> None:
    count = select(func.count()).select_from(TieRow).where(TieRow.person == person)
    if connection.execute(count).scalar_one() >= MOST:
        raise NotNow(
            t("You have {MOST} friends and others in your lists: remove somebody first.", MOST=MOST)
        )


def are_friends(person: str, others: Collection[str], connection: Connection) -> bool:
    """With all of them."""
    query = select(func.count()).select_from(TieRow)
    mine = (TieRow.person == person) & TieRow.other.in_([*others]) & (TieRow.kind == "friend")
    return bool(connection.execute(query.where(mine)).scalar_one() == len({*others}))


def have_met(person: str, other: str, connection: Connection) -> bool:
    """At one table, in a match."""
    mine, theirs = aliased(SeatRow), aliased(SeatRow)
    query = (
        select(mine.table)
        .join(theirs, theirs.table == mine.table)
        .join(TableRow, TableRow.id == mine.table)
        .where(mine.person == person, theirs.person == other, TableRow.state != "waiting")
    )
    return connection.execute(query.limit(1)).first() is not None


def tie_between(person: str, other: str, connection: Connection) -> Tie:
    """As the first of them sees it."""
    mine, theirs = said(person, other, connection), said(other, person, connection)
    if mine.kind in ("friend", "blocked"):
        return "friend" if mine.kind == "friend" else "blocked"
    if theirs.kind == "asked":
        return "asks"
    return "asked" if mine.kind == "asked" else "none"


# ── What is done ─────────────────────────────────────────────────────────────────────────────────


def ask(me: Person, who: str, connection: Connection) -> None:
    """To be friends; who was asked agrees by asking as well."""
    other = member(who, connection)
    mine = said(me.id, other.id, connection)
    theirs = said(other.id, me.id, connection)
    if me.account is None:
        raise NotNow(t(NEED_ACCOUNT))
    if other.id == me.id:
        raise NotNow(t("You are your own best friend already."))
    if mine.kind == "friend":
        return
    if theirs.kind == "asked":
        say(me.id, other.id, Said("friend", mine.muted), connection)
        say(other.id, me.id, Said("friend", theirs.muted), connection)
    elif have_met(me.id, other.id, connection):
        say(me.id, other.id, Said("asked", mine.muted), connection)
    else:
        raise NotNow(t("You have not played with {name} yet.", name=other.name))


def part(me: Person, who: str, connection: Connection) -> None:
    """Not friends any more, not asked any more, not asking any more."""
    other = someone(who, connection)
    forget(me.id, other.id, connection)


def block(me: Person, who: str, connection: Connection) -> None:
    """Hear nothing of somebody."""
    other = someone(who, connection)
    if other.id == me.id:
        raise NotNow(t("You cannot block yourself."))
    forget(me.id, other.id, connection)
    say(me.id, other.id, Said("blocked", said(me.id, other.id, connection).muted), connection)


def unblock(me: Person, who: str, connection: Connection) -> None:
    other = someone(who, connection)
    mine = said(me.id, other.id, connection)
    if mine.kind == "blocked":
        say(me.id, other.id, Said("none", mine.muted), connection)


def mute(me: Person, who: str, is_muted: bool, connection: Connection) -> None:
    """Their lines are not shown to one; guests can be muted, too."""
    other = someone(who, connection)
    say(me.id, other.id, Said(said(me.id, other.id, connection).kind, is_muted), connection)


def someone(who: str, connection: Connection) -> Person:
    """By id; one may have met a guest."""
    person = find_person(PersonRow.id == who, connection) if can_be_kept(who) else None
    return person if person is not None else member(who, connection)


def forget(person: str, other: str, connection: Connection) -> None:
    """What was between them; who has blocked the other still does."""
    for one, two in ((person, other), (other, person)):
        before = said(one, two, connection)
        if before.kind in ("asked", "friend"):
            say(one, two, Said("none", before.muted), connection)


# ── Lists ────────────────────────────────────────────────────────────────────────────────────────


def friends_of(me: Person, connection: Connection) -> FriendsView:
    own = {row.other: row for row in connection.execute(ties_of(TieRow.person == me.id))}
    others = connection.execute(ties_of((TieRow.other == me.id) & (TieRow.kind == "asked")))
    asking = [row.person for row in others if own_kind(own, row.person) in ("none", "asked")]

    def of(kind: str) -> list[str]:
        return [other for other, row in own.items() if row.kind == kind]

    known = {*asking, *(other for other, row in own.items() if row.kind != "none")}
    return FriendsView(
        friends=cards(of("friend"), own, connection),
        asking=cards(asking, own, connection),
        asked=cards(of("asked"), own, connection),
        blocked=cards(of("blocked"), own, connection),
        met=cards([one for one in met(me.id, connection) if one not in known], own, connection),
    )


def own_kind(own: dict[str, Any], other: str) -> str:
    return own[other].kind if other in own else "none"


def ties_of(whose: Any) -> Any:
    return select(TieRow.person, TieRow.other, TieRow.kind, TieRow.muted).where(whose).limit(MOST)


def cards(people: Collection[str], own: dict[str, Any], connection: Connection) -> list[PersonCard]:
    """By name; who has been banned is not there."""
    query = select(PersonRow.id, PersonRow.name).where(
        PersonRow.id.in_([*people]), PersonRow.banned.is_(None)
    )
    rows = sorted(connection.execute(query), key=lambda row: row.name.casefold())
    return [PersonCard(row.id, row.name, row.id in own and own[row.id].muted) for row in rows]


def met(person: str, connection: Connection) -> list[str]:
    """People with an account with whom one has played, the last first."""
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
    people = connection.execute(query.limit(LAST_SEATS)).scalars()
    return [*dict.fromkeys(one for one in people if one is not None)][:MET]
