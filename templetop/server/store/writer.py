"""Runs jobs on the database, so that the event loop never waits for the disk.

Begin with `run_job`. `SqliteWriter` has one connection and groups commits; `PooledWriter` runs jobs
on several threads for PostgreSQL.
"""

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

MAX_BATCH = 64  # jobs in a transaction; more wait for the next
POOL_SIZE = 8  # threads; more jobs wait
MAX_TRIES = 3  # of a job that conflicts with others; then it fails
RETRY_CODES = {"40001", "40P01"}  # SQLSTATEs of PostgreSQL: serialization failure, deadlock
LOCK_TIMEOUT = 10.0  # seconds to wait for another process that writes to the file; then jobs fail
RETRY_SECONDS = 0.05  # seconds before a job is tried again
BUSY_SECONDS = 0.02  # seconds after a commit in which another job is likely to follow
GROUP_COMMIT_DELAY = 0.006  # seconds; the wait for more jobs while BUSY_SECONDS last
IDLE_SECONDS = 5.0  # seconds after which an unused connection is tested before it is used


@dataclass(frozen=True)
class WriteJob:
    """A job, and the future that gets its result."""

    job: Job
    answer: "asyncio.Future[Any]"


class Writer(Protocol):
    """Runs jobs; when the future of a job has a result, the job's changes are on disk."""

    def submit(self, write_job: WriteJob) -> None:
        """Queues a job and returns at once.

        The job's future gets its result after the transaction is on disk; a job that raises
        leaves nothing behind.
        """

    def close(self) -> None:
        """Waits until all queued jobs are done."""


async def run_job(writer: Writer, job: Callable[[Connection], Answer]) -> Answer:
    """Runs a job and returns its result; cancelling the caller does not cancel the job."""
    answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
    context = copy_context()  # keeps the language of the request for refusals
    writer.submit(WriteJob(lambda connection: context.run(job, connection), answer))
    return await answer


Outcome = tuple[Any, BaseException | None]


def deliver(write_jobs: list[WriteJob], outcomes: list[Outcome]) -> None:
    """Resolves futures from a thread, waking their event loop once for all of them."""
    with contextlib.suppress(RuntimeError):  # the event loop has ended
        write_jobs[0].answer.get_loop().call_soon_threadsafe(resolve_all, write_jobs, outcomes)


def resolve_all(write_jobs: list[WriteJob], outcomes: list[Outcome]) -> None:
    for write_job, (answer, failure) in zip(write_jobs, outcomes, strict=True):
        if write_job.answer.done():
            continue  # its caller was cancelled
        if failure is None:
            write_job.answer.set_result(answer)
        else:
            write_job.answer.set_exception(failure)


class PooledWriter:
    """Runs each job in its own transaction, on a pool of threads; for PostgreSQL."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.pool = ThreadPoolExecutor(POOL_SIZE, "writer")

    def submit(self, write_job: WriteJob) -> None:
        self.pool.submit(self.run_with_retries, write_job)

    def run_with_retries(self, write_job: WriteJob) -> None:
        """Runs a job, and again after a conflict: then it sees what the other job has written."""
        outcome: Outcome = (None, None)
        for _ in range(MAX_TRIES):
            outcome = self.try_once(write_job.job)
            if not is_serialization_conflict(outcome[1]):
                break
            time.sleep(RETRY_SECONDS)  # lets the other job finish first
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
    """True if a job failed because another one wrote the same row, or because of a deadlock."""
    cause = getattr(failure, "orig", None)
    return isinstance(failure, IntegrityError) or getattr(cause, "sqlstate", None) in RETRY_CODES


class SqliteWriter:
    """Runs jobs on the event loop over one SQLite connection, and commits them in groups.

    A commit takes milliseconds, for one job as for fifty, so it runs on a thread. The jobs run on
    the event loop itself: on the thread, each of their small steps would wait for the interpreter
    lock.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.connection: Connection | None = None
        self.pending: list[WriteJob] = []
        self.is_writing = False
        self.committed_at = 0.0
        self.thread = ThreadPoolExecutor(1, "writer")

    def submit(self, write_job: WriteJob) -> None:
        """Queues a job; shortly after a commit, the writer waits for more jobs to group."""
        self.pending.append(write_job)
        if not self.is_writing:
            self.is_writing = True
            loop, now = write_job.answer.get_loop(), time.monotonic()
            pause = GROUP_COMMIT_DELAY if now < self.committed_at + BUSY_SECONDS else 0.0
            loop.call_later(pause, self.write, now + LOCK_TIMEOUT)

    def write(self, until: float) -> None:
        """Runs a batch of queued jobs; while another process has the lock, tries again later.

        Past `until` the jobs fail.
        """
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
        """Runs jobs in one transaction, and returns the transaction, not yet committed.

        The transaction is None if the batch was a single job and it failed.
        """
        if self.connection is None:
            self.connection = self.engine.connect()
            raw: Any = self.connection.connection.driver_connection
            raw.execute("PRAGMA busy_timeout=20")  # milliseconds; then `write` tries again later
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
        """Runs jobs again after one of them failed, each in its own savepoint.

        Savepoints for every batch would double the work.
        """
        transaction = connection.begin()
        return transaction, [run_in_savepoint(write_job.job, connection) for write_job in batch]

    def on_committed(
        self, batch: list[WriteJob], outcomes: list[Outcome], future: "asyncio.Future[None]"
    ) -> None:
        """Resolves the futures of a batch after its commit; if that failed, nothing is on disk."""
        if (failure := future.exception()) is not None:
            self.reconnect()
            outcomes = [(None, failure)] * len(batch)
        self.committed_at = time.monotonic()
        self.finish_batch(batch, outcomes)

    def reconnect(self) -> None:
        """Drops the connection after a failure, so that no half-done transaction is left."""
        if self.connection is not None:
            self.connection.invalidate()
            self.connection.close()
        self.connection = None

    def finish_batch(self, batch: list[WriteJob], outcomes: list[Outcome]) -> None:
        """Resolves the futures of a batch, and starts the next batch if jobs are waiting."""
        resolve_all(batch, outcomes)
        self.is_writing = bool(self.pending)
        if self.pending:
            self.write(time.monotonic() + LOCK_TIMEOUT)

    def close(self) -> None:
        """Writes the queued jobs and closes the connection; their futures get no result."""
        self.thread.shutdown()
        if self.pending:
            transaction, _ = self.run_batch(self.pending)
            if transaction is not None:
                transaction.commit()
        if self.connection is not None:
            self.connection.close()


def run_in_savepoint(job: Job, connection: Connection) -> Outcome:
    """Runs a job in a savepoint; returns its result or its error, which has left nothing behind."""
    try:
        with connection.begin_nested():
            return job(connection), None
    except Exception as error:
        return None, error


def configure_sqlite(engine: Engine) -> None:
    """Makes commits durable: write-ahead log, full synchronization, foreign keys.

    Transactions begin with BEGIN IMMEDIATE.
    """

    def on_connect(connection: Any, record: Any) -> None:
        connection.isolation_level = None  # the listener below begins transactions
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")
        connection.execute("PRAGMA busy_timeout=10000")

    event.listen(engine, "connect", on_connect)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))


def check_idle_connections(engine: Engine) -> None:
    """Tests connections that were unused for `IDLE_SECONDS`, in case the server was restarted.

    A test before every use would double the round trips.
    """

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
