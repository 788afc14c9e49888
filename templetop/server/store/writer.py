"""Who writes to the store: the event loop never waits until something is on disk."""

import asyncio
import contextlib
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection, Engine, RootTransaction, event
from sqlalchemy.exc import DisconnectionError, IntegrityError, OperationalError

Answer = TypeVar("Answer")
Job = Callable[[Connection], Any]

MAX_BATCH = 64  # jobs that share a commit
POOL_SIZE = 8
MAX_TRIES = 3  # of a job that others get in the way of
RETRY_CODES = {"40001", "40P01"}  # what PostgreSQL calls it
LOCK_TIMEOUT = 10.0  # seconds that we wait for another process that writes to the same file
RETRY_SECONDS = 0.05
BUSY_SECONDS = 0.02  # seconds after a commit in which another is likely to follow
GROUP_COMMIT_DELAY = 0.006  # seconds for which more is waited for then
IDLE_SECONDS = 5.0  # seconds after which a connection is tried before it is used


@dataclass(frozen=True)
class WriteJob:
    """A job, and who waits for its answer on the event loop."""

    job: Job
    answer: "asyncio.Future[Any]"


class Writer(Protocol):
    """Carries jobs out. When one is answered, what it wrote is on disk."""

    def submit(self, write_job: WriteJob) -> None:
        """Soon; a job that fails has written nothing."""

    def close(self) -> None:
        """When all jobs are done."""


async def run_job(writer: Writer, job: Callable[[Connection], Answer]) -> Answer:
    """Have a job done. Whoever stops waiting for it does not stop it."""
    answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
    context = copy_context()  # what is refused is refused in their language
    writer.submit(WriteJob(lambda connection: context.run(job, connection), answer))
    return await answer


Outcome = tuple[Any, BaseException | None]


def deliver(write_jobs: list[WriteJob], outcomes: list[Outcome]) -> None:
    """From a thread to the event loop, which is woken once for all of them."""
    with contextlib.suppress(RuntimeError):  # it has ended, and nobody waits any more
        write_jobs[0].answer.get_loop().call_soon_threadsafe(resolve_all, write_jobs, outcomes)


def resolve_all(write_jobs: list[WriteJob], outcomes: list[Outcome]) -> None:
    for write_job, (answer, failure) in zip(write_jobs, outcomes, strict=True):
        if write_job.answer.done():
            continue  # nobody waits for it any more
        if failure is None:
            write_job.answer.set_result(answer)
        else:
            write_job.answer.set_exception(failure)


class PooledWriter:
    """For a server that takes several writers: each job is a transaction of its own."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.pool = ThreadPoolExecutor(POOL_SIZE, "writer")

    def submit(self, write_job: WriteJob) -> None:
        self.pool.submit(self.run_with_retries, write_job)

    def run_with_retries(self, write_job: WriteJob) -> None:
        """Anew, if another one got in the way: by then it finds what that one has written."""
        outcome: Outcome = (None, None)
        for _ in range(MAX_TRIES):
            outcome = self.try_once(write_job.job)
            if not is_serialization_conflict(outcome[1]):
                break
            time.sleep(RETRY_SECONDS)  # so that whoever waited for us comes first
        deliver([write_job], [outcome])

    def try_once(self, job: Job) -> Outcome:
        try:
            with self.engine.begin() as connection:
                return job(connection), None
        except BaseException as error:
            return None, error

    def close(self) -> None:
        self.pool.shutdown()


def is_serialization_conflict(failure: BaseException | None) -> bool:
    """Did another job write the same row at the same moment, or wait for us as we for it?"""
    cause = getattr(failure, "orig", None)
    return isinstance(failure, IntegrityError) or getattr(cause, "sqlstate", None) in RETRY_CODES


class SqliteWriter:
    """For SQLite: one writer, who brings to disk together whatever has come in meanwhile.

    A disk takes milliseconds to promise that something is on it, for one job as for fifty: that is
    waited for on a thread. What there is to write is put together on the event loop itself. On the
    thread, each of its small steps would have to wait until the event loop has time for it.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.connection: Connection | None = None
        self.pending: list[WriteJob] = []
        self.is_writing = False
        self.committed_at = 0.0
        self.thread = ThreadPoolExecutor(1, "writer")

    def submit(self, write_job: WriteJob) -> None:
        """Where much is written, what comes in the next moment is written with it."""
        self.pending.append(write_job)
        if not self.is_writing:
            self.is_writing = True
            loop, now = write_job.answer.get_loop(), time.monotonic()
            pause = GROUP_COMMIT_DELAY if now < self.committed_at + BUSY_SECONDS else 0.0
            loop.call_later(pause, self.write, now + LOCK_TIMEOUT)

    def write(self, until: float) -> None:
        """What has come in; if another process is writing, a little later."""
        batch = self.pending[:MAX_BATCH]
        loop = batch[0].answer.get_loop()
        try:
            transaction, outcomes = self.run_batch(batch)
        except OperationalError as locked:
            self.reconnect()
            if time.monotonic() < until:
                loop.call_later(RETRY_SECONDS, self.write, until)
                return
            transaction, outcomes = None, [(None, locked)] * len(batch)
        except Exception as error:
            transaction, outcomes = None, [(None, error)] * len(batch)
        del self.pending[: len(batch)]
        if transaction is None:
            self.finish_batch(batch, outcomes)
            return
        committed = loop.run_in_executor(self.thread, transaction.commit)
        committed.add_done_callback(lambda future: self.on_committed(batch, outcomes, future))

    def run_batch(self, batch: list[WriteJob]) -> tuple[RootTransaction | None, list[Outcome]]:
        """In one transaction, which is still to be brought to disk; none, if one alone failed."""
        if self.connection is None:
            self.connection = self.engine.connect()
            raw: Any = self.connection.connection.driver_connection
            raw.execute("PRAGMA busy_timeout=20")  # milliseconds; who is locked out tries later
        transaction = self.connection.begin()
        try:
            return transaction, [(write_job.job(self.connection), None) for write_job in batch]
        except Exception as error:
            transaction.rollback()
            if len(batch) == 1:
                return None, [(None, error)]
            return self.run_separately(batch, self.connection)

    def run_separately(
        self, batch: list[WriteJob], connection: Connection
    ) -> tuple[RootTransaction, list[Outcome]]:
        """One has failed, so nothing was written: once more, and each may fail alone.

        To be ready for that every time would double what there is to do.
        """
        transaction = connection.begin()
        return transaction, [run_in_savepoint(write_job.job, connection) for write_job in batch]

    def on_committed(
        self, batch: list[WriteJob], outcomes: list[Outcome], future: "asyncio.Future[None]"
    ) -> None:
        """It is on disk, or none of it is."""
        if (failure := future.exception()) is not None:
            self.reconnect()
            outcomes = [(None, failure)] * len(batch)
        self.committed_at = time.monotonic()
        self.finish_batch(batch, outcomes)

    def reconnect(self) -> None:
        """After a disk that was full, say; nothing of what it has not taken is left over."""
        if self.connection is not None:
            self.connection.invalidate()
            self.connection.close()
        self.connection = None

    def finish_batch(self, batch: list[WriteJob], outcomes: list[Outcome]) -> None:
        resolve_all(batch, outcomes)
        self.is_writing = bool(self.pending)
        if self.pending:
            self.write(time.monotonic() + LOCK_TIMEOUT)

    def close(self) -> None:
        """What nobody waits for any more is written all the same."""
        self.thread.shutdown()
        if self.pending:
            transaction, _ = self.run_batch(self.pending)
            if transaction is not None:
                transaction.commit()
        if self.connection is not None:
            self.connection.close()


def run_in_savepoint(job: Job, connection: Connection) -> Outcome:
    """What came of a job; one that failed has written nothing."""
    try:
        with connection.begin_nested():
            return job(connection), None
    except Exception as error:
        return None, error


def configure_sqlite(engine: Engine) -> None:
    """SQLite promises nothing by default: write ahead, wait for the disk, check keys."""

    def on_connect(connection: Any, record: Any) -> None:
        connection.isolation_level = None  # we say ourselves when a transaction begins
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")
        connection.execute("PRAGMA busy_timeout=10000")

    event.listen(engine, "connect", on_connect)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))


def check_idle_connections(engine: Engine) -> None:
    """A database server may have gone and come back; to try every time would cost as much again."""

    def on_checkin(connection: Any, record: Any) -> None:
        record.info["idle since"] = time.monotonic()

    def on_checkout(connection: Any, record: Any, proxy: Any) -> None:
        if time.monotonic() - record.info.get("idle since", time.monotonic()) < IDLE_SECONDS:
            return
        try:
            connection.execute("SELECT 1")
            connection.rollback()
        except engine.dialect.loaded_dbapi.Error as error:
            raise DisconnectionError("It was away.") from error

    event.listen(engine, "checkin", on_checkin)
    event.listen(engine, "checkout", on_checkout)
