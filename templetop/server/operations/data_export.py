"""Everything that is stored about a person, as JSON."""

from typing import Any

from sqlalchemy import Connection, select

from templetop.server.api_models import (
    Export,
    KeptBrowser,
    KeptClub,
    KeptHoliday,
    KeptPlay,
    KeptPuzzle,
    KeptRating,
    KeptSession,
    KeptTable,
    KeptTie,
)
from templetop.server.community.ratings import rating_points
from templetop.server.community.visibility import visibility_of
from templetop.server.core.utc_days import iso_time
from templetop.server.deals import duplicates
from templetop.server.store.database import Store
from templetop.server.store.person_store import Person, find_person, load_holidays, wants_mail
from templetop.server.store.schema import (
    BrowserRow,
    DealPlayRow,
    MoveRow,
    PersonRow,
    PuzzleTryRow,
    RatingChangeRow,
    RelationRow,
    ReportRow,
    SeatRow,
    SessionRow,
    TableRow,
)

BATCH_SIZE = 50  # tables in one query, so that others need not wait long for the store


async def load_export(store: Store, person: Person) -> Export:
    tables = await store.run(tables_of_person, person.id)
    exported: list[KeptTable] = []
    for start in range(0, len(tables), BATCH_SIZE):
        exported += await store.run(exported_tables, tables[start : start + BATCH_SIZE], person.id)
    return await store.run(build_export, person.id, exported)


def exported_tables(rows: list[Any], person_id: str, connection: Connection) -> list[KeptTable]:
    return [exported_table(row, person_id, connection) for row in rows]


def build_export(person_id: str, tables: list[KeptTable], connection: Connection) -> Export:
    person = find_person(PersonRow.id == person_id, connection)
    assert person is not None
    sessions = connection.execute(
        select(SessionRow.made_at, SessionRow.seen_at).where(SessionRow.person == person_id)
    )
    return Export(
        id=person.id,
        name=person.name,
        account=person.account,
        email=person.email,
        made_at=iso_time(person.made_at),
        seen_at=iso_time(person.seen_at),
        sessions=[KeptSession(iso_time(made), iso_time(seen)) for made, seen in sessions],
        tables=tables,
        notices_by_mail=wants_mail(person_id, connection),
        browsers=exported_browsers(person_id, connection),
        holidays=[
            KeptHoliday(iso_time(begins), iso_time(ends))
            for begins, ends in load_holidays(person_id, connection)
        ],
        club=exported_community(person_id, connection),
        puzzles=exported_puzzles(person_id, connection),
        plays=exported_plays(person_id, connection),
        duplicates=duplicates.joined_duplicates(person_id, connection),
    )


def exported_community(person_id: str, connection: Connection) -> KeptClub:
    """Returns a person's ratings, relations, visibility and reports."""
    rated = (
        select(RatingChangeRow.__table__)
        .where(RatingChangeRow.person == person_id)
        .order_by(RatingChangeRow.at)
    )
    ties = select(RelationRow.other, RelationRow.kind, RelationRow.muted).where(
        RelationRow.person == person_id
    )
    reported = select(ReportRow.says).where(ReportRow.by == person_id)
    return KeptClub(
        ratings=[
            KeptRating(row.table, row.game, iso_time(row.at), rating_points(row.mu), row.gained)
            for row in connection.execute(rated)
        ],
        ties=[KeptTie(*row) for row in connection.execute(ties)],
        showing=visibility_of(person_id, connection),
        reported=[*connection.execute(reported).scalars()],
    )


def exported_browsers(person_id: str, connection: Connection) -> list[KeptBrowser]:
    query = select(BrowserRow.endpoint, BrowserRow.made_at).where(BrowserRow.person == person_id)
    return [KeptBrowser(endpoint, iso_time(made)) for endpoint, made in connection.execute(query)]


def exported_puzzles(person_id: str, connection: Connection) -> list[KeptPuzzle]:
    query = (
        select(PuzzleTryRow.game, PuzzleTryRow.puzzle, PuzzleTryRow.solved, PuzzleTryRow.made_at)
        .where(PuzzleTryRow.person == person_id)
        .order_by(PuzzleTryRow.made_at)
    )
    found = connection.execute(query)
    return [KeptPuzzle(game, puzzle, solved, iso_time(at)) for game, puzzle, solved, at in found]


def tables_of_person(person_id: str, connection: Connection, limit: int | None = None) -> list[Any]:
    query = (
        select(TableRow.id, TableRow.game, TableRow.state, TableRow.made_at, TableRow.awaited)
        .add_columns(TableRow.talk)
        .add_columns(SeatRow.seat, SeatRow.name, SeatRow.has_left, SeatRow.result)
        .join(SeatRow, SeatRow.table == TableRow.id)
        .where(SeatRow.person == person_id)
        .order_by(TableRow.made_at)
    )
    return [*connection.execute(query.limit(limit))]


def exported_table(row: Any, person_id: str, connection: Connection) -> KeptTable:
    moves = connection.execute(
        select(MoveRow.number, MoveRow.move)
        .where(MoveRow.table == row.id, MoveRow.seat == row.seat)
        .order_by(MoveRow.number)
    )
    made = [(number, move) for number, move in moves]
    fields = (row.id, row.game, row.state, iso_time(row.made_at))
    lines = [line["says"] for line in row.talk if line["person"] == person_id]
    return KeptTable(*fields, row.seat, row.name, row.has_left, row.result, made, lines)


def exported_plays(person_id: str, connection: Connection) -> list[KeptPlay]:
    query = (
        select(DealPlayRow.__table__)
        .where(DealPlayRow.person == person_id)
        .order_by(DealPlayRow.began_at)
    )
    return [
        KeptPlay(
            deal=row.deal,
            table=row.table,
            seat=row.seat,
            began_at=iso_time(row.began_at),
            ended_at=None if row.ended_at is None else iso_time(row.ended_at),
            result=row.result,
            points=row.points,
            gave_up=row.gave_up,
            apart=row.apart,
        )
        for row in connection.execute(query)
    ]
