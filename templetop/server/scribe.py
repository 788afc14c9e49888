"""Who writes to the store, on threads of their own: the event loop never waits for a disk."""

import asyncio
import contextlib
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import DisconnectionError

Answer = TypeVar("Answer")
Job = Callable[[Connection], Any]

MOST_AT_ONCE = 64  # jobs that share a commit
THREADS = 8
IDLE = 5.0  # seconds after which a connection is tried before it is used


@dataclass(frozen=True)
class Errand:
    """A job, and who waits for its answer on the event loop."""

    job: Job
    answer: "asyncio.Future[Any]"


class Scribe(Protocol):
    """Carries jobs out. When one is answered, what it wrote is on disk."""

    def take(self, errand: Errand) -> None:
        """Soon; a job that fails has written nothing."""

    def close(self) -> None:
        """When all jobs are done."""


async def done(scribe: Scribe, job: Callable[[Connection], Answer]) -> Answer:
    """Have a job done. Whoever stops waiting for it does not stop it."""
    answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
    scribe.take(Errand(job, answer))
    return await answer


Outcome = tuple[Any, BaseException | None]


def report(errands: list[Errand], outcomes: list[Outcome]) -> None:
    """From a thread to the event loop, which is woken once for all of them."""
    with contextlib.suppress(RuntimeError):  # it has ended, and nobody waits any more
        errands[0].answer.get_loop().call_soon_threadsafe(answer_all, errands, outcomes)


def answer_all(errands: list[Errand], outcomes: list[Outcome]) -> None:
    for errand, (answer, failure) in zip(errands, outcomes, strict=True):
        if errand.answer.done():
            continue  # nobody waits for it any more
        if failure is None:
            errand.answer.set_result(answer)
        else:
            errand.answer.set_exception(failure)


class ManyHands:
    """For a server that takes several writers: each job is a transaction of its own."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.pool = ThreadPoolExecutor(THREADS, "scribe")

    def take(self, errand: Errand) -> None:
        self.pool.submit(self.carry_out, errand)

    def carry_out(self, errand: Errand) -> None:
        try:
            with self.engine.begin() as connection:
                outcome: Outcome = (errand.job(connection), None)
        except BaseException as error:
            outcome = (None, error)
        report([errand], [outcome])

    def close(self) -> None:
        self.pool.shutdown()


class OneHand:
    """For SQLite: one writer, who brings to disk together whatever has come in meanwhile.

    A disk takes milliseconds to promise that something is on it, for one job as for fifty.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.errands: queue.SimpleQueue[Errand | None] = queue.SimpleQueue()
        self.thread = threading.Thread(target=self.write, name="scribe", daemon=True)
        self.thread.start()

    def take(self, errand: Errand) -> None:
        self.errands.put(errand)

    def write(self) -> None:
        """Until there is nothing more to come."""
        while first := self.errands.get():
            batch = [first]
            while len(batch) < MOST_AT_ONCE and not self.errands.empty():
                if (another := self.errands.get()) is None:
                    self.errands.put(None)
                    break
                batch.append(another)
            report(batch, self.carry_out(batch))

    def carry_out(self, batch: list[Errand]) -> list[Outcome]:
        """In one transaction, but each may fail alone; they are answered when all is on disk."""
        try:
            with self.engine.begin() as connection:
                outcomes = [attempt(errand.job, connection) for errand in batch]
        except BaseException as error:
            outcomes = [(None, error) for _ in batch]
        return outcomes

    def close(self) -> None:
        self.errands.put(None)
        self.thread.join()


def attempt(job: Job, connection: Connection) -> Outcome:
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
