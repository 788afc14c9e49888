"""Lists of tables as people see them, made from stored rows and seats without loading a match.

Begin reading at `table_cards`.
"""

import time

from templetop.games.shelf import NotOnTheShelf, take
from templetop.server.api_models import Measure, SeatView, TableCard, Which
from templetop.server.store.change import Row, Seat
from templetop.server.store.database import ListedTable
from templetop.server.tables import view_builder
from templetop.server.tables.rules_upgrade import closed_reason
from templetop.server.tables.service import TableService
from templetop.server.tables.table import seconds_left
from templetop.server.tables.view_builder import clock_of_row, holiday_until, sides_at_start


async def table_cards(
    table_service: TableService, which: Which, person: str | None, after: str | None = None
) -> tuple[list[TableCard], bool]:
    """Returns a page of a list of tables, and whether more tables follow it."""
    tables, has_more = await table_service.store.list_tables(which, person, after)
    return [
        table_card(listed, person, table_service.connected_seats_at(listed.row.id))
        for listed in tables
    ], has_more


def table_card(listed: ListedTable, person: str | None, connected: set[int]) -> TableCard:
    row = listed.row
    seats = card_seats(listed, person, connected)
    return TableCard(
        id=row.id,
        game=row.game,
        name=game_name(row.game),
        seats=seats,
        state=row.state,
        is_public=row.is_public,
        awaits_you=any(seat.is_you and seat.is_awaited for seat in seats),
        made_at=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(row.made_at)),
        moves=row.length,
        guide=row.guide,
        practice=row.practice and not row.lesson,
        lesson=bool(row.lesson),
        counts=row.counts,
        closed=closed_reason(row),
        clock=clock_of_row(row),
        deal=row.deal,
    )


def game_name(game: str) -> str:
    """Returns the game's name in the current language, or its id if the game is not installed."""
    try:
        card = take(game)
    except NotOnTheShelf:
        return game
    return card.words.text(card.name)


def game_measure(game: str) -> Measure | None:
    """Returns what the game counts, or None if it counts nothing or is not installed."""
    try:
        return view_builder.measure_view(take(game))
    except NotOnTheShelf:
        return None


def card_seats(listed: ListedTable, person: str | None, connected: set[int]) -> list[SeatView]:
    row, now = listed.row, time.time()
    sides = sides_at_start(row.game, len(listed.seats), row.options)
    return [
        SeatView(
            seat=seat.seat,
            name=view_builder.name_of(seat, row.state),
            kind=seat.kind,
            level=seat.level,
            program=seat.program,
            is_replaced=seat.replaced is not None,
            is_you=person is not None and seat.person == person and not seat.has_left,
            is_awaited=bool(row.awaited >> seat.seat & 1),
            has_decided=False,
            side=sides[seat.seat],
            points=row.standing[seat.seat] if row.standing else 0,
            place=seat.place,
            result=seat.result,
            seconds_left=card_seconds_left(row, seat, now),
            is_here=seat.seat in connected,
            has_left=seat.has_left,
            away_until=holiday_until(seat.away, now),
            rated=seat.rated,
        )
        for seat in listed.seats
    ]


def card_seconds_left(row: Row, seat: Seat, now: float) -> float | None:
    """Returns the seconds left on the clock of a seat that is awaited, and None for other seats."""
    is_awaited = row.state == "running" and bool(row.awaited >> seat.seat & 1)
    return seconds_left(row, seat, is_awaited, now) if is_awaited else None
