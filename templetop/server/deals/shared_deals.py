"""Deals that several tables share: their ids, their keys, and who may see which table when.

A table of such a deal has the deal's id in its row and the deal's key as its secret, so chance and
bots draw the same at all of them. Who has not finished a deal may not see how others played it.

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
    """Returns the key of a deal. All workers derive the same one, and it cannot be found without
    the server's secret."""
    return hmac.digest(secret, deal.encode(), "sha256").hex()


def visit_of(secret: bytes, deal: str, network: str, person: Person) -> Visit:
    """Returns where a person begins the deal of a day; the address in it is hashed with the
    server's secret.

    Guests and people who came that day count as new, because anybody can have any number of such
    names.
    """
    _, day, _ = deal.split("/")
    hashed_network = hmac.digest(secret, f"home {deal} {network}".encode(), "sha256").hex()
    return Visit(
        hashed_network, person.account is None or person.made_at >= utc_days.start_of_day(day)
    )


async def may_see_deal(store: Store, table: Table, person: str | None) -> bool:
    """True if the person may watch the table, replay it, have it coached and practise from it.

    That is so when everybody may see the deal, or when the person's own match of it has ended by
    the rules.
    """
    deal = table.row.deal
    if deal is None or is_deal_public(deal):
        return True
    return person is not None and await store.run(deal_plays.has_finished, deal, person)


def is_deal_public(deal: str) -> bool:
    """True if everybody may see the tables of the deal: its day is over."""
    kind, name, _ = deal.split("/")
    return kind == DAY and utc_days.is_day_over(name)


async def check_may_enter(
    store: Store, room: TableRoom, person: Person | None, link: str
) -> TableRoom:
    """Returns the room, if the person may see its table. No link opens a table of a shared deal."""
    table, person_id = room.table, person.id if person else None
    if table.row.deal is None or (person_id is not None and table.has_member(person_id)):
        return check_may_view(room, person, link)
    if not await may_see_deal(store, table, person_id):
        raise NotAllowed(t(NOT_TODAY if table.row.deal.startswith(DAY) else NOT_YET))
    return room
