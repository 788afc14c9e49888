"""Creates tables and rematches, with the row and the seats that a person asks for.

Begin reading at `create_table`. Who may sit down later is decided in `table`.
"""

import secrets
import time
from dataclasses import replace

from templetop.bots.names import named
from templetop.bots.roster import level_name
from templetop.games.shelf import take
from templetop.server.api_models import BotSeat, MySeat, NewClock, NewTable, OpenSeat, ProgramSeat
from templetop.server.core import utc_days
from templetop.server.core.refusals import NotNow
from templetop.server.store import database
from templetop.server.store.change import Row, Seat, StoredTable, TableChange
from templetop.server.store.database import RevisionConflict
from templetop.server.store.deal_plays import Visit
from templetop.server.store.person_store import Person
from templetop.server.tables import deal_key
from templetop.server.tables.room import TableRoom, require_seat
from templetop.server.tables.service import ACCOUNT_REQUIRED, TableService
from templetop.server.tables.table import Table
from templetop.server.tables.view_builder import sides_at_start
from templetop.server.translations import t


async def create_table(
    table_service: TableService, person: Person, wanted: NewTable, max_tables: int = 0
) -> TableRoom:
    """Opens a table for a person; its match begins at once if no seat is open.

    Refuses it if the person has `max_tables` open tables already; 0 is no limit.
    """
    await check_table_quota(table_service, person, max_tables)
    for listener in table_service.listeners:
        listener.check_new_table(wanted)
    table = build_table(person, wanted)
    if table.is_by_correspondence:
        await apply_holidays(table_service, table, person)
    return await save_table(table_service, table)


async def apply_holidays(table_service: TableService, table: Table, person: Person) -> None:
    """Copies the holidays of the person to their seat, so that its clock stops there, too."""
    holidays = await table_service.holidays_of(person)
    for seat in table.seats:
        if seat.person == person.id:
            seat.away = holidays


async def check_table_quota(table_service: TableService, person: Person, max_tables: int) -> None:
    """Refuses one more table if the person has `max_tables` open ones; 0 is no limit."""
    if max_tables and await table_service.store.count_open_tables(person.id) >= max_tables:
        raise NotNow(
            t(
                "You have {most} tables already: finish a match there, or close one.",
                most=max_tables,
            )
        )


async def create_rematch(
    table_service: TableService, room: TableRoom, person: Person, max_tables: int = 0
) -> TableRoom:
    """Opens a new table for the same people and bots, or returns the one that is open already.

    A table has one rematch, whoever asks for it first.
    """
    require_seat(room, person)
    if room.table.row.lesson:
        raise NotNow(t("A lesson is not a match: open a table to play one."))
    if room.table.row.deal is not None:
        raise NotNow(t("Everybody plays this deal once."))
    if room.table.row.state != "over":
        raise NotNow(t("The match is not over."))
    if room.table.row.rematch is None:
        await check_table_quota(table_service, person, max_tables)
    async with room.lock:
        if room.table.row.rematch is None:
            try:
                new = await save_table(table_service, rematch_table(room.table, person), room.table)
                change = TableChange(row={"rematch": new.table.id})
                room.table.apply(change)
                table_service.publish_change(room, change)
            except RevisionConflict:
                await table_service.catch_up(room)
    table_service.notify(room)
    assert room.table.row.rematch is not None
    return await table_service.get(room.table.row.rematch)


async def save_table(
    table_service: TableService, table: Table, before: Table | None = None
) -> TableRoom:
    """Stores a new table with the moves that chance has made at its start, and adds its room.

    `before` is the table whose rematch it is. `RevisionConflict` is raised if that has changed.
    """
    change = table.start_if_full({}, table.row.made_at)
    table.apply(change)
    stored = StoredTable(table.row, table.seats, change.moves, {})
    predecessor = None if before is None else (before.id, before.row.revision)
    await table_service.store.add_table(stored, predecessor)
    return table_service.add_new(table)


async def save_shared_deal_table(
    table_service: TableService, table: Table, visit: Visit | None = None
) -> TableRoom:
    """Stores a new table of a deal that other tables play, too, and adds its room.

    Raises `Begun` if one of its people has begun this deal at another table.
    """
    change = table.start_if_full({}, table.row.made_at)
    table.apply(change)
    people = {seat.seat: seat.person for seat in table.seats if seat.person is not None}
    stored = StoredTable(table.row, table.seats, change.moves, {})
    await table_service.store.run(
        database.add_shared_deal_table, stored, people, utc_days.clock(), visit
    )
    return table_service.add_new(table)


def with_shared_deal(table: Table, deal: str, key: str) -> Table:
    """Returns the table for a deal that other tables play, too. Call it before the match begins."""
    row = replace(table.row, deal=deal, secret=key, is_public=False, guide=False)
    return Table(StoredTable(row, table.seats, [], {}))


# ── Rows and seats of new tables ─────────────────────────────────────────────────────────────────


def build_table(person: Person, wanted: NewTable) -> Table:
    """Returns a table in memory as the person asks for it.

    Refuses seats, options or ratings that the game or the server does not allow.
    """
    game = take(wanted.game)
    if sum(isinstance(seat, MySeat) for seat in wanted.seats) > 1:
        raise NotNow(t("You can take only one seat."))
    game.start(
        len(wanted.seats), wanted.options
    )  # refuses seats and options that the game does not have
    if wanted.counts:
        check_can_be_rated(person, wanted)
    clock = wanted.clock
    row = copy_settings(
        Row(
            id="",
            game=game.id,
            rules_version=game.rules_version,
            options=game.agreed(wanted.options),
            is_public=wanted.is_public,
            invitation="",
            admission="",
            secret="",
            clock=clock.kind if clock else None,
            seconds=clock.seconds if clock else None,
            state="waiting",
            made_at=0.0,
            guide=allows_hints(wanted),
            owner=person.id,
            counts=wanted.counts,
        )
    )
    bots = iter(bot_names(wanted, person.name))
    seats = []
    for number, seat in enumerate(wanted.seats):
        if isinstance(seat, MySeat):
            seats.append(Seat(row.id, number, "person", person=person.id, name=person.name))
        elif isinstance(seat, BotSeat):
            seats.append(Seat(row.id, number, "bot", level=seat.level, name=next(bots)))
        elif isinstance(seat, ProgramSeat):
            seats.append(Seat(row.id, number, "bot", program=seat.name, name=next(bots)))
        else:
            seats.append(Seat(row.id, number, "open"))
    return Table(StoredTable(row, seats, [], {}))


def check_can_be_rated(person: Person, wanted: NewTable) -> None:
    """Refuses to rate a match whose result says nothing about the strength of people."""
    if person.account is None:
        raise NotNow(t(ACCOUNT_REQUIRED))
    if wanted.guide:
        raise NotNow(t("A match that counts is played without the guide."))
    if any(isinstance(seat, ProgramSeat) for seat in wanted.seats):
        raise NotNow(t("A match against a program does not count: nobody knows how strong it is."))
    if not any(isinstance(seat, MySeat | OpenSeat) for seat in wanted.seats):
        raise NotNow(t("A match between bots alone does not count."))
    agreed = take(wanted.game).agreed(wanted.options)
    if len({*sides_at_start(wanted.game, len(wanted.seats), agreed)}) < 2:
        raise NotNow(t("A match in which nobody plays against others does not count."))


def copy_settings(row: Row) -> Row:
    """Returns a new row with the same settings, but with an id, links and a deal key of its own."""
    now = time.time()
    return Row(
        id=secrets.token_urlsafe(9),
        game=row.game,
        rules_version=row.rules_version,
        options=dict(row.options),
        is_public=row.is_public,
        invitation=secrets.token_urlsafe(12),
        admission=row.admission
        or secrets.token_urlsafe(12),  # spectators may watch the rematch by the same link
        secret=deal_key.new_secret(),
        clock=row.clock,
        seconds=row.seconds,
        state="waiting",
        made_at=now,
        guide=row.guide,
        owner=row.owner,
        changed_at=now,
        counts=row.counts,
    )


def with_default_clock(wanted: NewTable, seconds: int) -> NewTable:
    """Adds the server's usual clock where strangers may sit down, so that nobody can block a match.

    A request that names a clock is not changed, and neither is one that says null, for no clock.
    """
    is_for_strangers = wanted.is_public and any(isinstance(s, OpenSeat) for s in wanted.seats)
    if "clock" in wanted.model_fields_set or not is_for_strangers or not seconds:
        return wanted
    return wanted.model_copy(update={"clock": NewClock(kind="move", seconds=seconds)})


def allows_hints(wanted: NewTable) -> bool:
    """True if people may ask for hints.

    If the request does not say, they may in matches against bots alone.
    """
    if wanted.guide is not None:
        return wanted.guide
    if wanted.counts:
        return False
    return all(isinstance(seat, MySeat | BotSeat | ProgramSeat) for seat in wanted.seats)


def bot_names(wanted: NewTable, person: str) -> list[str]:
    """Returns the names of the bots.

    An external bot with the person's name gets “(bot)” after it.
    """
    bots = [
        level_name(seat.level) if isinstance(seat, BotSeat) else seat.name
        for seat in wanted.seats
        if isinstance(seat, BotSeat | ProgramSeat)
    ]
    return [f"{name} (bot)" if name == person else name for name in named(bots)]


def rematch_table(table: Table, person: Person) -> Table:
    """Returns the rematch in memory.

    Everybody moves on by one seat, and the seats of people who have left are open.
    """
    row = copy_settings(replace(table.row, owner=person.id))
    seats = [
        replace(
            seat,
            table=row.id,
            seat=(seat.seat + 1) % len(table.seats),
            spent=0.0,
            place=None,
            result=None,
            missed=0,
            replaced=None,  # an external bot that failed plays again
            replaced_at=None,
            rated=None,
        )
        for seat in table.seats
    ]
    for seat in seats:
        if seat.has_left:
            seat.kind, seat.level, seat.person, seat.name = "open", None, None, ""
            seat.has_left = False
    return Table(StoredTable(row, sorted(seats, key=lambda seat: seat.seat), [], {}))
