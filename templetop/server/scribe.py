"""Who writes to the store, on threads of their own: the event loop never waits for a disk."""

import asyncio
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import DisconnectionError

Answer = TypeVar("Answer")
Job = Callable[[Connection], Any]

MOST_AT_ONCE = 64  # jobs that share a commit
THREADS = 8
IDLE = 5.0  # seconds after which a connection is tried before it is used


class Scribe(Protocol):
    """Carries jobs out. When one is answered, what it wrote is on disk."""

    def submit(self, job: Callable[[Connection], Answer]) -> "Future[Answer]":
        """Soon; a job that fails has written nothing."""

    def close(self) -> None:
        """When all jobs are done."""


async def done(scribe: Scribe, job: Callable[[Connection], Answer]) -> Answer:
    """Have a job done. Whoever stops waiting for it does not stop it."""
    return await asyncio.shield(asyncio.wrap_future(scribe.submit(job)))


class ManyHands:
    """For a server that takes several writers: each job is a transaction of its own."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.pool = ThreadPoolExecutor(THREADS, "scribe")

    def submit(self, job: Callable[[Connection], Answer]) -> "Future[Answer]":
        return self.pool.submit(self.carry_out, job)

    def carry_out(self, job: Callable[[Connection], Answer]) -> Answer:
        with self.engine.begin() as connection:
            return job(connection)

    def close(self) -> None:
        self.pool.shutdown()


class OneHand:
    """For SQLite: one writer, who brings to disk together whatever has come in meanwhile.

    A disk takes milliseconds to promise that something is on it, for one job as for fifty.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.jobs: queue.SimpleQueue[tuple[Job, Future[Any]] | None] = queue.SimpleQueue()
        self.thread = threading.Thread(target=self.write, name="scribe", daemon=True)
        self.thread.start()

    def submit(self, job: Callable[[Connection], Answer]) -> "Future[Answer]":
        answer: Future[Answer] = Future()
        self.jobs.put((job, answer))
        return answer

    def write(self) -> None:
        """Until there is nothing more to come."""
        while first := self.jobs.get():
            batch = [first]
            while len(batch) < MOST_AT_ONCE and not self.jobs.empty():
                if (another := self.jobs.get()) is None:
                    self.jobs.put(None)
                    break
                batch.append(another)
            self.carry_out([one for one in batch if one[1].set_running_or_notify_cancel()])

    def carry_out(self, batch: list[tuple[Job, Future[Any]]]) -> None:
        """In one transaction, but each may fail alone; they are answered when all is on disk."""
        answers: list[tuple[Future[Any], Any, BaseException | None]] = []
        try:
            with self.engine.begin() as connection:
                for job, future in batch:
                    answers.append((future, *attempt(job, connection)))
        except BaseException as error:
            answers = [(future, None, error) for _, future in batch]
        for future, answer, failure in answers:
            if failure is None:
                future.set_result(answer)
            else:
                future.set_exception(failure)

    def close(self) -> None:
        self.jobs.put(None)
        self.thread.join()


def attempt(job: Job, connection: Connection) -> tuple[Any, BaseException | None]:
    """What came of a job; one that failed has written nothing."""
    try:
        with connection.begin_nested():
            return job(connection), None
    except Exception as error:
        return None, error


def make_durable(engine: Engine) -> None:
    """SQLite promises nothing by default: write ahead, wait for the disk, check keys."""

    def on_connect(connection: Any, record: Any) -> None:
        connection.isolation_level = None  # we say ourselves when a transaction begins
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")
        connection.execute("PRAGMA busy_timeout=10000")

    event.listen(engine, "connect", on_connect)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))


def try_idle_connections(engine: Engine) -> None:
    """A database server may have gone and come back; to try every time would cost as much again."""

    def on_checkin(connection: Any, record: Any) -> None:
        record.info["idle since"] = time.monotonic()

    def on_checkout(connection: Any, record: Any, proxy: Any) -> None:
        if time.monotonic() - record.info.get("idle since", time.monotonic()) < IDLE:
            return
        try:
            connection.execute("SELECT 1")
            connection.rollback()
        except engine.dialect.loaded_dbapi.Error as error:
            raise DisconnectionError("It was away.") from error

    event.listen(engine, "checkin", on_checkin)
    event.listen(engine, "checkout", on_checkout)
