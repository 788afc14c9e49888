"""The writers of both stores step by step: what is tried again, what is dropped, what is closed."""

import asyncio
import sqlite3
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import event, insert, text
from sqlalchemy.dialects import postgresql
from sqlalchemy.exc import (
    DatabaseError,
    DisconnectionError,
    IntegrityError,
    InterfaceError,
    OperationalError,
)

from templetop.server.store import database, writer
from templetop.server.store.database import (
    Store,
    StoreAway,
    UnknownStore,
    create_engine_for,
    load_table,
    migrate,
)
from templetop.server.store.fast_sql import PreparedStatement
from templetop.server.store.writer import (
    BUSY_SECONDS,
    GROUP_COMMIT_DELAY,
    IDLE_SECONDS,
    LOCK_TIMEOUT,
    MAX_BATCH,
    MAX_TRIES,
    RETRY_SECONDS,
    PooledWriter,
    SqliteWriter,
    WriteJob,
    check_idle_connections,
    configure_sqlite,
    deliver,
    is_serialization_conflict,
    resolve_all,
)
from tests.server.serving import in_a_loop

# ── Who gets in the way ──────────────────────────────────────────────────────────────────────────


def failure(kind: type[DatabaseError], state: str | None = None) -> DatabaseError:
    cause = Exception("Something.")
    cause.sqlstate = state  # type: ignore[attr-defined]
    return kind("", {}, cause)


def test_who_writes_the_same_or_waits_for_us_is_in_the_way() -> None:
    assert is_serialization_conflict(failure(IntegrityError))
    assert is_serialization_conflict(failure(OperationalError, "40P01"))
    assert is_serialization_conflict(failure(OperationalError, "40001"))
    assert not is_serialization_conflict(failure(OperationalError, "57P01"))
    assert not is_serialization_conflict(failure(OperationalError))
    assert not is_serialization_conflict(ValueError())
    assert not is_serialization_conflict(None)


class Answers:
    """Where a writer reports what came of a job."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.outcomes: list[Any] = []
        self.slept: list[float] = []
        monkeypatch.setattr(writer, "deliver", lambda errands, said: self.outcomes.extend(said))
        monkeypatch.setattr(time, "sleep", self.slept.append)


def many_hands(folder: Path) -> PooledWriter:
    engine = create_engine_for(f"sqlite:///{folder / 'file.sqlite'}")
    configure_sqlite(engine)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE IF NOT EXISTS notes (note TEXT)"))
    return PooledWriter(engine)


def notes_in(folder: Path) -> list[str]:
    with sqlite3.connect(folder / "file.sqlite") as file:
        return [note for (note,) in file.execute("SELECT note FROM notes")]


def write(connection: Any) -> str:
    connection.execute(text("INSERT INTO notes VALUES ('here')"))
    return "written"


def errand(job: Any) -> Any:
    return WriteJob(job, None)  # type: ignore[arg-type]


def test_each_job_is_a_transaction(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers, hands = Answers(monkeypatch), many_hands(tmp_path)
    hands.run_with_retries(errand(write))
    assert (answers.outcomes, answers.slept) == ([("written", None)], [])
    assert notes_in(tmp_path) == ["here"]

    def fails(connection: Any) -> None:
        write(connection)
        raise ValueError("No.")

    hands.run_with_retries(errand(fails))
    answer, error = answers.outcomes[1]
    assert (answer, str(error), answers.slept) == (None, "No.", [])
    assert notes_in(tmp_path) == ["here"]
    hands.close()
    hands.engine.dispose()


@pytest.mark.parametrize("failures", [1, 2, 3])
def test_a_job_that_others_get_in_the_way_of_is_tried_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failures: int
) -> None:
    answers, hands, tries = Answers(monkeypatch), many_hands(tmp_path), []

    def job(connection: Any) -> str:
        tries.append(connection)
        if len(tries) <= failures:
            raise failure(IntegrityError)
        return write(connection)

    hands.run_with_retries(errand(job))
    assert MAX_TRIES == 3
    assert len(tries) == min(failures + 1, 3)
    assert answers.slept == [RETRY_SECONDS] * failures
    (outcome,) = answers.outcomes
    assert (outcome[0] == "written") == (failures < 3)
    assert notes_in(tmp_path) == ["here"] * (failures < 3)
    hands.close()


def test_many_hands_work_on_threads_of_their_own_until_all_is_done(tmp_path: Path) -> None:
    hands = many_hands(tmp_path)

    async def ask() -> list[str]:
        return await asyncio.gather(*(writer.run_job(hands, write) for _ in range(5)))

    assert in_a_loop(ask()) == ["written"] * 5
    assert hands.pool._max_workers == writer.POOL_SIZE == 8
    assert hands.pool._thread_name_prefix == "writer"
    hands.close()
    assert notes_in(tmp_path) == ["here"] * 5
    with pytest.raises(RuntimeError):
        hands.submit(errand(write))


# ── Answers ──────────────────────────────────────────────────────────────────────────────────────


def test_each_gets_its_answer_unless_nobody_waits_for_it() -> None:
    async def ask() -> list[Any]:
        loop = asyncio.get_running_loop()
        errands = [WriteJob(write, loop.create_future()) for _ in range(3)]
        errands[1].answer.cancel()
        outcomes: Any = [("one", None), ("two", None), (None, ValueError("three"))]
        deliver(errands, outcomes)
        assert not errands[0].answer.done()  # not on this thread
        await asyncio.sleep(0)
        with pytest.raises(ValueError, match="three"):
            errands[2].answer.result()
        return [errands[0].answer.result(), errands[1].answer.cancelled()]

    assert asyncio.run(ask()) == ["one", True]


def test_when_the_loop_has_ended_nobody_is_told() -> None:
    loop = asyncio.new_event_loop()
    waiting = WriteJob(write, loop.create_future())
    loop.close()
    deliver([waiting], [("one", None)])
    assert not waiting.answer.done()


def test_as_many_answers_as_errands() -> None:
    with pytest.raises(ValueError, match="zip"):
        resolve_all([errand(write)], [])


# ── One hand ─────────────────────────────────────────────────────────────────────────────────────


class Loop:
    """Says when something is to be done, and does nothing."""

    def __init__(self) -> None:
        self.later: list[tuple[float, str, float]] = []

    def call_later(self, pause: float, job: Any, until: float) -> None:
        self.later.append((pause, job.__name__, until))

    def get_loop(self) -> "Loop":
        return self


def test_what_comes_right_after_a_commit_waits_for_more(monkeypatch: pytest.MonkeyPatch) -> None:
    for since, pause in (
        (BUSY_SECONDS / 2, GROUP_COMMIT_DELAY),
        (BUSY_SECONDS, 0.0),
        (BUSY_SECONDS * 2, 0.0),
    ):
        hand, loop = SqliteWriter(create_engine_for("sqlite://")), Loop()
        monkeypatch.setattr(time, "monotonic", lambda: 100.0)
        hand.committed_at = 100.0 - since
        for _ in range(2):
            hand.submit(WriteJob(write, loop))  # type: ignore[arg-type]
        assert loop.later == [(pause, "write", 100.0 + LOCK_TIMEOUT)]  # once for both
        assert len(hand.pending) == 2
        assert hand.is_writing


def test_at_first_nothing_has_been_written() -> None:
    hand = SqliteWriter(create_engine_for("sqlite://"))
    assert (hand.connection, hand.pending, hand.is_writing) == (None, [], False)
    assert hand.committed_at == 0.0
    assert hand.thread._max_workers == 1


def test_starting_anew_drops_the_connection(tmp_path: Path) -> None:
    file = Store(f"sqlite:///{tmp_path / 'store.sqlite'}")
    hand = file.writer
    assert isinstance(hand, SqliteWriter)
    hand.reconnect()
    assert hand.connection is None
    hand.connection = before = file.engine.connect()
    hand.reconnect()
    assert hand.connection is None
    assert before.closed
    file.close()


def test_closing_closes_the_connection(tmp_path: Path) -> None:
    file = Store(f"sqlite:///{tmp_path / 'store.sqlite'}")
    hand = file.writer
    assert isinstance(hand, SqliteWriter)
    hand.connection = file.engine.connect()
    file.close()
    assert hand.connection.closed


def test_a_commit_has_room_for_so_many_jobs_and_the_rest_follows(tmp_path: Path) -> None:
    file = Store(f"sqlite:///{tmp_path / 'store.sqlite'}")
    hand, batches = file.writer, []
    assert isinstance(hand, SqliteWriter)
    carry_out = hand.run_batch

    def noted(batch: list[WriteJob]) -> Any:
        batches.append(len(batch))
        return carry_out(batch)

    hand.run_batch = noted  # type: ignore[method-assign]

    async def ask() -> list[Any]:
        jobs = [file.run(lambda connection, n=n: n) for n in range(MAX_BATCH + 3)]
        return [*await asyncio.gather(*jobs)]

    assert in_a_loop(ask()) == [*range(MAX_BATCH + 3)]
    assert batches == [MAX_BATCH, 3]
    assert not hand.is_writing
    assert hand.committed_at > 0
    file.close()


def test_a_commit_that_fails_is_told_to_all_and_the_next_one_starts_anew(tmp_path: Path) -> None:
    file = Store(f"sqlite:///{tmp_path / 'store.sqlite'}")
    hand = file.writer
    assert isinstance(hand, SqliteWriter)
    carry_out, fails = hand.run_batch, [True]

    def broken(batch: list[WriteJob]) -> Any:
        transaction, outcomes = carry_out(batch)

        def commit() -> None:
            raise OSError("The disk is full.")

        if fails.pop():
            assert transaction is not None
            transaction.rollback()
            return SimpleNamespace(commit=commit), outcomes
        return transaction, outcomes

    hand.run_batch = broken  # type: ignore[method-assign]

    async def ask() -> list[Any]:
        jobs = [file.run(lambda connection, n=n: n) for n in range(2)]
        failed = await asyncio.gather(*jobs, return_exceptions=True)
        assert hand.connection is None
        fails.append(False)
        return [*map(str, failed), await file.run(lambda connection: 9)]

    assert in_a_loop(ask()) == ["The disk is full."] * 2 + [9]
    file.close()


# ── A database server ────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def addressed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses of the engines; all of them are one of SQLite here."""
    asked: list[str] = []

    def engine(url: str) -> Any:
        asked.append(url)
        return create_engine_for("sqlite://")

    monkeypatch.setattr(database, "create_engine_for", engine)
    monkeypatch.setattr(database, "migrate", lambda engine, is_shared: None)
    return asked


def test_postgresql_is_spoken_to_by_psycopg_and_has_many_writers(
    addressed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[Any] = []
    monkeypatch.setattr(database, "check_idle_connections", tried.append)
    Store("postgresql://me:postgresql:@host/name").close()
    shared = Store("postgresql+psycopg://me:postgresql:@host/name")
    assert addressed == ["postgresql+psycopg://me:postgresql:@host/name"] * 2
    assert tried[1] is shared.engine
    assert shared.is_shared
    assert isinstance(shared.writer, PooledWriter)
    shared.close()
    alone = Store("sqlite://")
    assert not alone.is_shared
    assert isinstance(alone.writer, SqliteWriter)
    assert len(tried) == 2
    alone.close()


@pytest.mark.parametrize(
    ("url", "kind", "is_away"),
    [
        ("postgresql://host/name", OperationalError, True),
        ("postgresql://host/name", InterfaceError, True),
        ("postgresql://host/name", DatabaseError, False),
        ("sqlite://", OperationalError, False),
    ],
)
def test_a_server_that_does_not_answer_is_away(
    addressed: list[str], monkeypatch: pytest.MonkeyPatch, url: str, kind: Any, is_away: bool
) -> None:
    def fail(engine: Any, is_shared: bool) -> None:
        assert is_shared == url.startswith("postgresql")
        raise failure(kind)

    monkeypatch.setattr(database, "migrate", fail)
    with pytest.raises(UnknownStore) as refused:
        Store(url)
    assert isinstance(refused.value, StoreAway) == is_away


class Asked(Exception):
    """A query that was asked is all that is wanted."""


def test_there_nobody_changes_a_table_while_it_is_read() -> None:
    def execute(query: Any) -> None:
        raise Asked(str(query.compile(dialect=dialect)))

    dialect = postgresql.psycopg.dialect()  # type: ignore[no-untyped-call]
    server: Any = SimpleNamespace(dialect=SimpleNamespace(name="postgresql"), execute=execute)
    with pytest.raises(Asked, match=r"FOR SHARE$"):
        load_table("t", 0, server)


@pytest.mark.parametrize("fails", [False, True])
def test_all_connections_are_given_back(
    addressed: list[str], monkeypatch: pytest.MonkeyPatch, fails: bool
) -> None:
    engine, disposed = create_engine_for("sqlite://"), []
    monkeypatch.setattr(database, "create_engine_for", lambda url: engine)
    monkeypatch.setattr(engine, "dispose", lambda: disposed.append(engine))
    if not fails:
        Store("sqlite://").close()
        assert len(disposed) == 1
        return

    def fail(engine: Any, is_shared: bool) -> None:
        raise failure(DatabaseError)

    monkeypatch.setattr(database, "migrate", fail)
    with pytest.raises(UnknownStore):
        Store("sqlite://")
    assert len(disposed) == 1


def test_there_one_worker_at_a_time_brings_the_schema_up_to_date() -> None:
    with pytest.raises(OperationalError, match="no such function: pg_advisory_xact_lock"):
        migrate(create_engine_for("sqlite://"), True)


def test_statements_go_to_the_driver_of_a_server_as_they_are() -> None:
    asked = []

    def execute(sql: str, given: Any) -> Any:
        asked.append((sql, given))
        return SimpleNamespace(rowcount=7)

    dialect = postgresql.psycopg.dialect()  # type: ignore[no-untyped-call]
    server: Any = SimpleNamespace(dialect=dialect, exec_driver_sql=execute)
    assert (
        PreparedStatement(insert(database.MOVES)).execute(server, {"table": "t", "number": 1}) == 7
    )
    ((sql, given),) = asked
    assert sql.startswith("INSERT INTO moves")
    assert "RETURNING" not in sql
    assert given == [{"table": "t", "number": 1}]


class Raw:
    """A connection to a database server."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.is_gone = False

    def execute(self, sql: str) -> None:
        if self.is_gone:
            raise sqlite3.OperationalError("gone")
        self.said.append(sql)

    def rollback(self) -> None:
        self.said.append("rollback")


def test_a_connection_that_was_idle_is_tried_before_it_is_used(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    heard: dict[str, Any] = {}
    engine = create_engine_for("sqlite://")
    with monkeypatch.context() as patch:
        patch.setattr(event, "listen", lambda engine, name, hear: heard.update({name: hear}))
        check_idle_connections(engine)
    moment = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: moment[0])
    raw, record = Raw(), SimpleNamespace(info={})
    heard["checkout"](raw, record, None)  # it is new
    heard["checkin"](raw, record)
    moment[0] += IDLE_SECONDS - 0.1
    heard["checkout"](raw, record, None)
    assert raw.said == []
    moment[0] += 0.1
    heard["checkout"](raw, record, None)
    assert raw.said == ["SELECT 1", "rollback"]
    raw.is_gone = True
    with pytest.raises(DisconnectionError, match="It was away"):
        heard["checkout"](raw, record, None)


def test_what_changed_before_the_first_question_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "data_version", lambda connection: 1)
    file = Store(f"sqlite:///{tmp_path / 'store.sqlite'}")

    async def ask() -> list[bool]:
        return [await file.changed_elsewhere() for _ in range(2)]

    assert in_a_loop(ask()) == [True, False]
    file.close()
