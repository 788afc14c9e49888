"""The store: what is asked of it and what is written to it, in SQLite and PostgreSQL alike."""

import os
import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar, cast

import sqlalchemy
from alembic import command
from alembic.config import Config
from alembic.util.exc import CommandError
from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Connection,
    Engine,
    bindparam,
    create_engine,
    delete,
    exists,
    func,
    insert,
    select,
    text,
    tuple_,
    update,
)
from sqlalchemy import cast as cast_as_text
from sqlalchemy.exc import (
    ArgumentError,
    DatabaseError,
    DBAPIError,
    InterfaceError,
    OperationalError,
)

from templetop.engine.refusal import Refusal
from templetop.server.api_models import Which
from templetop.server.core.refusals import (
    NoSuchAttachment,
    NoSuchTable,
)
from templetop.server.store import deal_plays
from templetop.server.store.change import (
    MadeMove,
    PendingDecision,
    Row,
    Seat,
    StoredTable,
    TableChange,
)
from templetop.server.store.fast_sql import PreparedStatement
from templetop.server.store.schema import (
    AttachmentRow,
    BestPossibleRow,
    DecisionRow,
    InvitationRow,
    MoveRow,
    NotificationRow,
    ReviewRow,
    SeatRow,
    TableRow,
)
from templetop.server.store.writer import (
    PooledWriter,
    SqliteWriter,
    Writer,
    check_idle_connections,
    configure_sqlite,
    run_job,
)
from templetop.server.translations import t

MIGRATIONS = Path(__file__).parent / "migrations"
MAX_LISTED = 60
NEW_TABLE_REVISION = 1  # the revision of a table where nothing has happened since it was made
OWN_LISTS: tuple[Which, ...] = ("mine", "over")
NO_LESSON_JSON = "{}"  # as it is kept
CONNECT_TIMEOUT = 4  # seconds that a database has to take a connection
MIGRATION_LOCK = 7_403_250  # the key by which one worker at a time brings the schema up to date

Answer = TypeVar("Answer")


class RevisionConflict(Exception):
    """The change does not follow the table as it is by now; nothing was written."""


class UnknownStore(Refusal):
    """An address of no store that we know."""


class StoreAway(UnknownStore):
    """A database that does not answer; it may, later."""


@dataclass(frozen=True)
class ListedTable:
    """A table in a list."""

    row: Row
    seats: list[Seat]


BAD_URL = "The store is sqlite:///FILE or postgresql://USER@HOST/NAME."


def create_engine_for(url: str) -> Engine:
    try:
        # What was asked is in no log; a database that says nothing is not waited for.
        return create_engine(
            url, pool_size=8, hide_parameters=True, connect_args=connect_arguments(url)
        )
    except ArgumentError:
        raise UnknownStore(BAD_URL) from None  # a password may be in it
    except ModuleNotFoundError as error:
        raise UnknownStore("PostgreSQL needs psycopg: pip install 'templetop[cluster]'.") from error


def connect_arguments(url: str) -> dict[str, int]:
    """How long a connection may take that is being made; the address may say otherwise."""
    is_server = url.startswith("postgresql")
    return (
        {"connect_timeout": CONNECT_TIMEOUT} if is_server and "connect_timeout" not in url else {}
    )


STORE_TOO_NEW = (
    "The store was made by a newer version of Templetop: install that, or restore a backup."
)


def connect_error_sentence(error: DBAPIError) -> str:
    """In a sentence."""
    reason = first_line_of(error.orig)
    if is_damaged(error):
        return f"The store is damaged, or it is not a store ({reason}): restore a backup."
    return f"The store cannot be opened: {reason}."


def is_damaged(error: DBAPIError) -> bool:
    """SQLite says so of a file whose pages it does not understand."""
    return type(error.orig) is sqlite3.DatabaseError


def create_private_file(engine: Engine) -> None:
    """For its owner alone, whatever folder it is in; what SQLite puts beside it is so as well."""
    path = engine.url.database
    if path and path != ":memory:":
        with suppress(OSError):  # it is there, or cannot be made: SQLite says which
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def first_line_of(error: object) -> str:
    return str(error).partition("\n")[0].rstrip(".")


def is_storable_text(text: str) -> bool:
    """PostgreSQL keeps no text with a NUL in it, and does not even look for one."""
    return "\0" not in text


class Store:
    """Asks and writes, off the event loop."""

    def __init__(self, url: str) -> None:
        self.is_shared = url.startswith("postgresql")
        if not self.is_shared and not url.startswith("sqlite"):
            raise UnknownStore(BAD_URL)
        if url.startswith("postgresql:"):
            url = url.replace("postgresql:", "postgresql+psycopg:", 1)
        self.engine = create_engine_for(url)
        if self.is_shared:
            check_idle_connections(self.engine)
        else:
            create_private_file(self.engine)
            configure_sqlite(self.engine)
        try:
            migrate(self.engine, self.is_shared)
        except CommandError as error:
            raise UnknownStore(STORE_TOO_NEW) from error
        except (DatabaseError, InterfaceError) as error:
            self.engine.dispose()
            is_away = self.is_shared and isinstance(error, OperationalError | InterfaceError)
            raise (StoreAway if is_away else UnknownStore)(connect_error_sentence(error)) from error
        self.seen_version = 0
        self.writer: Writer = (
            PooledWriter(self.engine) if self.is_shared else SqliteWriter(self.engine)
        )

    async def run(self, job: Callable[..., Answer], *arguments: Any) -> Answer:
        return await run_job(self.writer, partial(job, *arguments))

    def close(self) -> None:
        self.writer.close()
        self.engine.dispose()

    # ── Tables ───────────────────────────────────────────────────────────────────────────────────

    async def add_table(self, stored: StoredTable, before: tuple[str, int] | None = None) -> None:
        """A new table; with `before`, the rematch of that table at that revision."""
        await self.run(add_table, stored, before)

    async def table(self, table_id: str, known_moves: int = 0) -> StoredTable:
        """All of a table, but only the moves after those that are known."""
        if not is_storable_text(table_id):
            raise NoSuchTable(t("There is no such table."))
        return await self.run(load_table, table_id, known_moves)

    async def revision(self, table_id: str) -> int:
        return (await self.revisions([table_id])).get(table_id, -1)

    async def revisions(self, table_ids: Sequence[str]) -> dict[str, int]:
        return await self.run(load_revisions, table_ids)

    async def change(
        self, table_id: str, revision: int, length: int, change: TableChange, has_decisions: bool
    ) -> None:
        """All of it or nothing; nothing if the table has changed since that revision."""
        await self.run(write_change, table_id, revision, length, change, has_decisions)

    async def replace_moves(self, stored: StoredTable, rules_version: int) -> None:
        """Write a table anew with the numbers of these rules; `Behind` if somebody has."""
        await self.run(replace_moves, stored, rules_version)

    async def erase(self, table_id: str) -> None:
        """A table and all that belongs to it."""
        await self.run(erase_table, table_id)

    async def count_open_tables(self, person: str) -> int:
        """How many tables somebody has opened that are not over."""
        return await self.run(count_open_tables, person)

    async def changed_elsewhere(self) -> bool:
        """Has another process written to this file since we asked last?"""
        version = await self.run(data_version)
        before, self.seen_version = self.seen_version, version
        return version != before

    async def attachment(self, table_id: str, number: int) -> bytes:
        """What was kept beside an event."""
        return await self.run(load_attachment, table_id, number)

    async def list_tables(
        self, which: Which, person: str | None, after: str | None = None
    ) -> tuple[list[ListedTable], bool]:
        """The newest first, or those that come after a table; and whether there are more."""
        if after is not None and not is_storable_text(after):
            raise NoSuchTable(t("There is no such table."))
        return await self.run(list_tables, which, person, after)

    async def due_tables(self, now: float, awaited_since: float) -> list[str]:
        """The tables where a clock has run out, or a bot or chance has been awaited for so long."""
        return await self.run(find_due_tables, now, awaited_since)


def migrate(engine: Engine, is_shared: bool) -> None:
    """Make the tables of the store, or change those of an earlier version."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with engine.begin() as connection:
        if is_shared:
            connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})"))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


# ── Jobs ─────────────────────────────────────────────────────────────────────────────────────────


def add_table(stored: StoredTable, before: tuple[str, int] | None, connection: Connection) -> None:
    if before is not None:
        write_change(*before, 0, TableChange(row={"rematch": stored.row.id}), False, connection)
    connection.execute(insert(TableRow).values(**asdict(stored.row)))
    connection.execute(insert(SeatRow), [asdict(seat) for seat in stored.seats])
    first_change = TableChange(row={"asked_at": stored.row.made_at}, moves=stored.moves)
    write_moves(stored.row.id, 0, first_change, connection)


def add_shared_deal_table(
    stored: StoredTable,
    people: dict[int, str],
    now: float,
    visit: deal_plays.Visit | None,
    connection: Connection,
) -> None:
    """A table of a deal that others play as well, for those who have not begun it yet."""
    assert stored.row.deal is not None
    deal_plays.start_plays(stored.row.deal, stored.row.id, people, now, visit, connection)
    add_table(stored, None, connection)


def load_table(table_id: str, known_moves: int, connection: Connection) -> StoredTable:
    """Everything about a table, as of one moment."""
    query = select(TableRow.__table__).where(TableRow.id == table_id)
    if connection.dialect.name == "postgresql":
        query = query.with_for_update(read=True)  # nobody changes it between our questions
    row = connection.execute(query).mappings().first()
    if row is None:
        raise NoSuchTable(t("There is no such table."))
    moves = connection.execute(
        select(MoveRow.seat, MoveRow.move, MoveRow.answers)
        .where(MoveRow.table == table_id, MoveRow.number >= known_moves)
        .order_by(MoveRow.number)
    )
    decisions = connection.execute(
        select(DecisionRow.seat, DecisionRow.move, DecisionRow.made_at).where(
            DecisionRow.table == table_id, DecisionRow.number == row["length"]
        )
    )
    attachments = connection.execute(
        select(AttachmentRow.number).where(
            AttachmentRow.table == table_id, AttachmentRow.number >= known_moves
        )
    )
    return StoredTable(
        Row(**row),
        seats_of([table_id], connection),
        [MadeMove(*move) for move in moves],
        {seat: PendingDecision(move, at) for seat, move, at in decisions},
        [*attachments.scalars()],
    )


def seats_of(table_ids: Sequence[str], connection: Connection) -> list[Seat]:
    rows = connection.execute(
        select(SeatRow.__table__).where(SeatRow.table.in_(table_ids)).order_by(SeatRow.seat)
    )
    return [Seat(**row) for row in rows.mappings()]


def load_revisions(table_ids: Sequence[str], connection: Connection) -> dict[str, int]:
    rows = connection.execute(
        select(TableRow.id, TableRow.revision).where(TableRow.id.in_(table_ids))
    )
    return {row.id: row.revision for row in rows}


def write_change(
    table_id: str,
    revision: int,
    length: int,
    change: TableChange,
    has_decisions: bool,
    connection: Connection,
) -> None:
    """`has_decisions`: there are open decisions at that revision, which are to be cleared."""
    which = {"this": table_id, "follows": revision}
    row = {**change.row, "revision": revision + 1, "changed_at": time.time()}
    if CHANGE_TABLE.execute(connection, {**which, **row}) != 1:
        raise RevisionConflict
    for seat, values in change.seats.items():
        CHANGE_SEAT.execute(connection, {"this": table_id, "here": seat, **values})
    write_moves(table_id, length, change, connection)
    if change.attachment is not None:
        attachment = {"table": table_id, "number": length, "body": change.attachment}
        connection.execute(insert(AttachmentRow), attachment)
    if change.decisions is not None and has_decisions:
        CLEAR_DECISIONS.execute(connection, {"this": table_id})
    if change.decisions:
        write_decisions(table_id, length, change.decisions, connection)
    if change.row.get("state") == "over":
        deal_plays.end_plays(table_id, connection)


def write_moves(table_id: str, length: int, change: TableChange, connection: Connection) -> None:
    if change.taken_back:
        first = {"this": table_id, "first": length - change.taken_back}
        connection.execute(DELETE_MOVES, first)
        connection.execute(DELETE_ATTACHMENTS, first)
    if change.moves:
        at = change.row["asked_at"]
        ADD_MOVES.execute(
            connection,
            *(
                {"table": table_id, "number": length + n, **made._asdict(), "made_at": at}
                for n, made in enumerate(change.moves)
            ),
        )


def write_decisions(
    table_id: str, number: int, decisions: dict[int, PendingDecision], connection: Connection
) -> None:
    ADD_DECISIONS.execute(
        connection,
        *(
            {"table": table_id, "number": number, "seat": seat, "move": move, "made_at": at}
            for seat, (move, at) in decisions.items()
        ),
    )


def replace_moves(stored: StoredTable, rules_version: int, connection: Connection) -> None:
    """The moves and open decisions, as they are numbered now."""
    table_id, change = stored.row.id, TableChange(row={"rules_version": rules_version})
    write_change(table_id, stored.row.revision, stored.row.length, change, False, connection)
    for number, made in enumerate(stored.moves):
        where = {"this": table_id, "here": number}
        connection.execute(RENUMBER_MOVE, {**where, "move": made.move})
    for seat, decision in stored.decisions.items():
        where = {"this": table_id, "here": seat}
        connection.execute(RENUMBER_DECISION, {**where, "move": decision.move})


def erase_table(table_id: str, connection: Connection) -> None:
    deal_plays.detach_table(table_id, connection)
    for part in (
        BestPossibleRow,
        NotificationRow,
        ReviewRow,
        InvitationRow,
        AttachmentRow,
        DecisionRow,
        MoveRow,
        SeatRow,
    ):
        connection.execute(delete(part).where(part.table == table_id))
    connection.execute(update(TableRow).where(TableRow.rematch == table_id).values(rematch=None))
    connection.execute(delete(TableRow).where(TableRow.id == table_id))


def count_open_tables(person: str, connection: Connection) -> int:
    own_tables = (TableRow.owner == person) & (TableRow.state != "over")
    return connection.execute(
        select(func.count()).select_from(TableRow).where(own_tables)
    ).scalar_one()


def data_version(connection: Connection) -> int:
    """SQLite's own: it changes when another process has written, and not by what we write."""
    return int(connection.exec_driver_sql("PRAGMA data_version").scalar_one())


def load_attachment(table_id: str, number: int, connection: Connection) -> bytes:
    body = connection.execute(
        select(AttachmentRow.body).where(
            AttachmentRow.table == table_id, AttachmentRow.number == number
        )
    ).scalar()
    if body is None:
        raise NoSuchAttachment(t("There is no such keepsake."))
    return bytes(body)


# Every move is written by these, so they are put together once.
TABLES, SEATS, MOVES, DECISIONS, ATTACHMENTS = (
    cast(sqlalchemy.Table, row.__table__)
    for row in (TableRow, SeatRow, MoveRow, DecisionRow, AttachmentRow)
)
THIS_TABLE: BindParameter[str] = bindparam("this")
THIS_NUMBER: BindParameter[int] = bindparam("here")
CHANGE_TABLE = PreparedStatement(
    update(TABLES).where(TABLES.c.id == THIS_TABLE, TABLES.c.revision == bindparam("follows"))
)
CHANGE_SEAT = PreparedStatement(
    update(SEATS).where(SEATS.c.table == THIS_TABLE, SEATS.c.seat == THIS_NUMBER)
)
ADD_MOVES = PreparedStatement(insert(MOVES))
CLEAR_DECISIONS = PreparedStatement(delete(DECISIONS).where(DECISIONS.c.table == THIS_TABLE))
ADD_DECISIONS = PreparedStatement(insert(DECISIONS))
DELETE_MOVES = delete(MOVES).where(
    MOVES.c.table == THIS_TABLE, MOVES.c.number >= bindparam("first")
)
DELETE_ATTACHMENTS = delete(ATTACHMENTS).where(
    ATTACHMENTS.c.table == THIS_TABLE, ATTACHMENTS.c.number >= bindparam("first")
)
RENUMBER_MOVE = update(MOVES).where(MOVES.c.table == THIS_TABLE, MOVES.c.number == THIS_NUMBER)
RENUMBER_DECISION = update(DECISIONS).where(
    DECISIONS.c.table == THIS_TABLE, DECISIONS.c.seat == THIS_NUMBER
)


def list_tables(
    which: Which, person: str | None, after: str | None, connection: Connection
) -> tuple[list[ListedTable], bool]:
    if person is None and which in OWN_LISTS:
        return [], False  # the seats of bots have no person either
    own_tables = select(SeatRow.table).where(SeatRow.person == person)
    conditions = {
        "open": (TableRow.state == "waiting") & TableRow.is_public & has_or_expects_people(),
        "running": (TableRow.state == "running") & TableRow.is_public,
        "mine": TableRow.id.in_(own_tables) & (TableRow.state != "over"),
        "over": TableRow.id.in_(own_tables) & (TableRow.state == "over") & is_not_lesson(),
    }
    position = tuple_(TableRow.made_at, TableRow.id)
    query = select(TableRow.__table__).where(conditions[which])
    if after is not None:
        query = query.where(position < list_position(after, connection))
    query = query.order_by(TableRow.made_at.desc(), TableRow.id.desc()).limit(MAX_LISTED + 1)
    found = [Row(**row) for row in connection.execute(query).mappings()]
    tables = found[:MAX_LISTED]
    seats: dict[str, list[Seat]] = {row.id: [] for row in tables}
    for seat in seats_of([*seats], connection):
        seats[seat.table].append(seat)
    return [ListedTable(row, seats[row.id]) for row in tables], len(found) > len(tables)


def is_not_lesson() -> ColumnElement[bool]:
    """And no lesson: those are not listed when they are over."""
    return cast_as_text(TableRow.lesson, sqlalchemy.String) == NO_LESSON_JSON


def has_or_expects_people() -> ColumnElement[bool]:
    """Somebody sits there, or nobody has come yet; a table that all have left is no invitation."""
    has_person = exists().where(SeatRow.table == TableRow.id, SeatRow.kind == "person")
    return has_person | (TableRow.revision <= NEW_TABLE_REVISION)


def list_position(table_id: str, connection: Connection) -> tuple[float, str]:
    """Where a table stands in lists."""
    query = select(TableRow.made_at, TableRow.id).where(TableRow.id == table_id)
    found = connection.execute(query).first()
    if found is None:
        raise NoSuchTable(t("There is no such table."))
    return found.made_at, found.id


def find_due_tables(now: float, awaited_since: float, connection: Connection) -> list[str]:
    rows = connection.execute(
        select(TableRow.id).where(
            TableRow.state == "running",
            (TableRow.deadline <= now)
            | (TableRow.bot_due <= awaited_since)
            | (TableRow.chance_due <= awaited_since),
            exists().where(SeatRow.table == TableRow.id, SeatRow.kind == "person"),
        )
    )
    return [*rows.scalars()]


def is_store_unavailable(error: DBAPIError) -> bool:
    return isinstance(error, OperationalError | InterfaceError) or error.connection_invalidated
