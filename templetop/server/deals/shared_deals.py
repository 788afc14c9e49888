"""Deals that are the same for all who play them: their names, their keys, and who may look when.

A table of such a deal has its name in its row, and its key as the secret of its luck. So all that
chance does there is the same for everybody, as far as their games allow, and so is all that its
bots imagine. Whoever has not played a deal to its end must not see how others did.

day/2026-11-18/karuba      the deal of the day
duplicate/x7Bq…/3          the third deal of a duplicate
"""

import hmac

from templetop.engine.speech import mark
from templetop.server.core import utc_days
from templetop.server.core.refusals import NotAllowed
from templetop.server.store import deal_plays
from templetop.server.store.database import Store
from templetop.server.store.deal_plays import Visit
from templetop.server.store.person_store import Person
from templetop.server.tables.room import TableRoom, check_may_view
from templetop.server.tables.table import Table
from templetop.server.translations import t

DAY, DUPLICATE = "day", "duplicate"
NOT_YET = mark("You can look at this when you have played the deal yourself, to its end.")
NOT_TODAY = mark(
    "You can look at this when you have played the deal yourself, to its end, or when its day is"
    " over."
)


def daily_deal_id(day: str, game: str) -> str:
    return f"{DAY}/{day}/{game}"


def duplicate_deal_id(duplicate: str, number: int) -> str:
    return f"{DUPLICATE}/{duplicate}/{number}"


def shared_deal_secret(secret: bytes, deal: str) -> str:
    """The same at every worker; nobody finds it who does not know the secret."""
    return hmac.digest(secret, deal.encode(), "sha256").hex()


def visit_of(secret: bytes, deal: str, household: str, person: Person) -> Visit:
    """Where somebody begins the deal of a day; nobody finds the address in it without the secret.

    Whoever is a guest, or came only that day, is new: anybody can have any number of such names.
    """
    _, day, _ = deal.split("/")
    home = hmac.digest(secret, f"home {deal} {household}".encode(), "sha256").hex()
    return Visit(home, person.account is None or person.made_at >= utc_days.start_of_day(day))


async def may_see_deal(store: Store, table: Table, person: str | None) -> bool:
    """May they watch it, see its replay, have it coached, and try it again?

    Those of others they may when their own match has ended by its rules, or everybody knows it.
    """
    deal = table.row.deal
    if deal is None or is_deal_public(deal):
        return True
    return person is not None and await store.run(deal_plays.has_finished, deal, person)


def is_deal_public(deal: str) -> bool:
    """Does everybody know it by now?"""
    kind, name, _ = deal.split("/")
    return kind == DAY and utc_days.is_day_over(name)


async def check_may_enter(
    store: Store, room: TableRoom, person: Person | None, link: str
) -> TableRoom:
    """The same circle, for those to whom its table is open now; no link opens such a deal."""
    table, who = room.table, person.id if person else None
    if table.row.deal is None or (who is not None and table.has_member(who)):
        return check_may_view(room, person, link)
    if not await may_see_deal(store, table, who):
        raise NotAllowed(t(NOT_TODAY if table.row.deal.startswith(DAY) else NOT_YET))
    return room
