"""The store in SQLite or PostgreSQL: opening, migrating, and the queries about tables.

Begin with `Store`; below it stand the jobs, functions that run in one transaction each.
"""

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
MAX_LISTED = 60  # tables of a list; further ones are on the next page
NEW_TABLE_REVISION = 1  # up to this revision, nothing has happened since the table was created
OWN_LISTS: tuple[Which, ...] = ("mine", "over")  # lists of one person's tables
NO_LESSON_JSON = "{}"  # the column `lesson` of a match
CONNECT_TIMEOUT = 4  # seconds to wait for a connection to PostgreSQL; then the store is away
MIGRATION_LOCK = 7_403_250  # key of the lock under which one worker migrates at a time

Answer = TypeVar("Answer")


class RevisionConflict(Exception):
    """The table has another revision than the change expects; nothing was written."""


class UnknownStore(Refusal):
    """The URL names no store that can be opened."""


class StoreAway(UnknownStore):
    """The database does not answer; it may answer later."""


@dataclass(frozen=True)
class ListedTable:
    """A table in a list, without its moves."""

    row: Row
    seats: list[Seat]


BAD_URL = "The store is sqlite:///FILE or postgresql://USER@HOST/NAME."


def create_engine_for(url: str) -> Engine:
    try:
        # Values of queries stay out of the log; a silent database is given up after a few seconds.
        return create_engine(
            url, pool_size=8, hide_parameters=True, connect_args=connect_arguments(url)
        )
    except ArgumentError:
        raise UnknownStore(BAD_URL) from None  # the error may quote a password in the URL
    except ModuleNotFoundError as error:
        raise UnknownStore("PostgreSQL needs psycopg: pip install 'templetop[cluster]'.") from error


def connect_arguments(url: str) -> dict[str, int]:
    """Returns the connect timeout for PostgreSQL, unless the URL sets one."""
    is_server = url.startswith("postgresql")
    return (
        {"connect_timeout": CONNECT_TIMEOUT} if is_server and "connect_timeout" not in url else {}
    )


STORE_TOO_NEW = (
    "The store was made by a newer version of Templetop: install that, or restore a backup."
)


def connect_error_sentence(error: DBAPIError) -> str:
    """Returns a sentence for the operator about a store that could not be opened."""
    reason = first_line_of(error.orig)
    if is_damaged(error):
        return f"The store is damaged, or it is not a store ({reason}): restore a backup."
    return f"The store cannot be opened: {reason}."


def is_damaged(error: DBAPIError) -> bool:
    """True if SQLite reports that the file is damaged; it raises exactly DatabaseError for that."""
    return type(error.orig) is sqlite3.DatabaseError


def create_private_file(engine: Engine) -> None:
    """Creates the SQLite file with mode 600; SQLite gives the files beside it the same mode."""
    path = engine.url.database
    if path and path != ":memory:":
        with suppress(OSError):  # if it cannot be created, SQLite reports why
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def first_line_of(error: object) -> str:
    return str(error).partition("\n")[0].rstrip(".")


def is_storable_text(text: str) -> bool:
    """True unless the text contains NUL, which PostgreSQL refuses even in a query."""
    return "\0" not in text


class Store:
    """Opens a store and runs jobs on it without blocking the event loop.

    Raises UnknownStore if the URL is wrong or the store cannot be opened, and StoreAway if
    PostgreSQL does not answer.
    """

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
        """Runs a job in a transaction, with the connection as its last argument.

        Returns what the job returns, after the transaction is on disk. A job that raises leaves
        nothing behind.
        """
        return await run_job(self.writer, partial(job, *arguments))

    def close(self) -> None:
        self.writer.close()
        self.engine.dispose()

    # ── Tables ───────────────────────────────────────────────────────────────────────────────────

    async def add_table(self, stored: StoredTable, before: tuple[str, int] | None = None) -> None:
        """Adds a table; `before` is the id and revision of the table of which it is the rematch.

        Raises RevisionConflict if that table has changed since.
        """
        await self.run(add_table, stored, before)

    async def table(self, table_id: str, known_moves: int = 0) -> StoredTable:
        """Loads a table, without its first `known_moves` moves."""
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
        """Writes a change; raises RevisionConflict if the table has another revision by now."""
        await self.run(write_change, table_id, revision, length, change, has_decisions)

    async def replace_moves(self, stored: StoredTable, rules_version: int) -> None:
        """Renumbers the moves of a table for these rules.

        Raises RevisionConflict if another worker was faster.
        """
        await self.run(replace_moves, stored, rules_version)

    async def erase(self, table_id: str) -> None:
        """Deletes a table and all that belongs to it."""
        await self.run(erase_table, table_id)

    async def count_open_tables(self, person: str) -> int:
        """Returns how many tables a person has opened that are not over."""
        return await self.run(count_open_tables, person)

    async def changed_elsewhere(self) -> bool:
        """True if another process has written to this SQLite file since the last call."""
        version = await self.run(data_version)
        before, self.seen_version = self.seen_version, version
        return version != before

    async def attachment(self, table_id: str, number: int) -> bytes:
        """Returns the attachment of an event; raises NoSuchAttachment if there is none."""
        return await self.run(load_attachment, table_id, number)

    async def list_tables(
        self, which: Which, person: str | None, after: str | None = None
    ) -> tuple[list[ListedTable], bool]:
        """Returns the newest tables first, and whether there are more.

        With `after`, the list begins behind that table. A visitor without a person has no
        tables of their own.
        """
        if after is not None and not is_storable_text(after):
            raise NoSuchTable(t("There is no such table."))
        return await self.run(list_tables, which, person, after)

    async def due_tables(self, now: float, awaited_since: float) -> list[str]:
        """Returns the running tables with people that need attention.

        Their clock has run out, or a bot or chance has been due since `awaited_since`.
        """
        return await self.run(find_due_tables, now, awaited_since)


def migrate(engine: Engine, is_shared: bool) -> None:
    """Creates the schema of a new store, or upgrades an older one; one worker at a time."""
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
    """Adds a table with a shared deal; raises AlreadyBegun if one of the people has begun it."""
    assert stored.row.deal is not None
    deal_plays.start_plays(stored.row.deal, stored.row.id, people, now, visit, connection)
    add_table(stored, None, connection)


def load_table(table_id: str, known_moves: int, connection: Connection) -> StoredTable:
    """Loads a table as of one moment; raises NoSuchTable if there is none."""
    query = select(TableRow.__table__).where(TableRow.id == table_id)
    if connection.dialect.name == "postgresql":
        query = query.with_for_update(read=True)  # so that all queries see the same revision
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
    """Writes a change that follows this revision; raises RevisionConflict if it does not.

    `has_decisions` says whether there are open decisions at that revision: only then are they
    deleted, which saves a statement for most moves.
    """
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
    """Writes new numbers for moves and open decisions; may raise RevisionConflict."""
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
    """Returns SQLite's counter, which changes when another process writes, and only then."""
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


# The statements of every move, compiled once.
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
    """Does the query of `Store.list_tables`."""
    if person is None and which in OWN_LISTS:
        return [], False  # seats of bots have no person either, and would match None
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
    """Returns a condition for matches: lessons are not listed when they are over."""
    return cast_as_text(TableRow.lesson, sqlalchemy.String) == NO_LESSON_JSON


def has_or_expects_people() -> ColumnElement[bool]:
    """Returns a condition that excludes tables that all people have left.

    A new table is included although nobody sits there yet.
    """
    has_person = exists().where(SeatRow.table == TableRow.id, SeatRow.kind == "person")
    return has_person | (TableRow.revision <= NEW_TABLE_REVISION)


def list_position(table_id: str, connection: Connection) -> tuple[float, str]:
    """Returns the position of a table in lists; raises NoSuchTable if there is none."""
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
    """True if the database cannot be reached or used, rather than that a statement is wrong."""
    return isinstance(error, OperationalError | InterfaceError) or error.connection_invalidated
