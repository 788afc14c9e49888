"""What a server makes anew each time, made once for all servers of the tests.

Bots and experiments run in real processes, which are copied from one that has imported everything.
A new SQLite file is a copy of one with all tables and nothing in them. Passwords are hashed by
Argon2, but with the least of work. And nothing fails because a busy machine takes its time: a test
of what happens when something takes too long says itself how long that is.
"""

import contextlib
import functools
import multiprocessing
import os
import sqlite3
from collections.abc import Iterator, Mapping
from pathlib import Path
from unittest import mock

import argon2
from sqlalchemy import Engine

from templetop.server.accounts import passwords
from templetop.server.bots import autoplay, process_pool
from templetop.server.operations import health, table_counts
from templetop.server.store import database, writer
from tests.server.serving import PATIENCE

FORKSERVER = multiprocessing.get_context("forkserver")  # imports what a server needs only once
FORKSERVER.set_forkserver_preload(["tests.server.preloaded"])
truly_bring_up_to_date = database.migrate


@contextlib.contextmanager
def all_prepared() -> Iterator[None]:
    with (
        mock.patch.object(process_pool, "create_process_pool", forking_pool),
        mock.patch.object(database, "migrate", copy_of_an_empty_file),
        mock.patch.object(passwords, "PasswordHasher", hasher_of_little_work),
        mock.patch.object(health, "ANSWER_TIMEOUT", PATIENCE),
        mock.patch.object(table_counts, "COUNT_TIMEOUT", PATIENCE),
        mock.patch.object(autoplay, "EXPERIMENT_TIMEOUT", PATIENCE),
        mock.patch.object(autoplay, "MAX_EXPERIMENTS", 0),  # however fast a match is played
    ):
        yield


def forking_pool(processes: int) -> process_pool.LazyProcessPool:
    """Its processes have the environment of this one at this moment, as new interpreters have."""
    return process_pool.LazyProcessPool(
        processes, FORKSERVER, initializer=begin, initargs=({**os.environ},)
    )


def begin(environment: Mapping[str, str]) -> None:
    os.environ.clear()
    os.environ.update(environment)
    process_pool.exit_with_parent()


def copy_of_an_empty_file(engine: Engine, is_shared: bool) -> None:
    """A new file is not made by all migrations, one after the other; everything else is."""
    if is_shared or not is_empty(engine):
        truly_bring_up_to_date(engine, is_shared)
        return
    with engine.connect() as connection:
        file = connection.connection.dbapi_connection
        assert isinstance(file, sqlite3.Connection)
        empty_file().backup(file)


def is_empty(engine: Engine) -> bool:
    """Also of what is no store: then opening it tells what is wrong."""
    path = Path(engine.url.database or "")
    return not path.is_file() or not path.stat().st_size


@functools.cache
def empty_file() -> sqlite3.Connection:
    """With all tables and nothing in them."""
    copy = sqlite3.connect(":memory:", check_same_thread=False)
    engine = database.create_engine_for("sqlite://")
    writer.configure_sqlite(engine)
    truly_bring_up_to_date(engine, False)
    with engine.connect() as connection:
        made = connection.connection.dbapi_connection
        assert isinstance(made, sqlite3.Connection)
        connection.rollback()
        made.backup(copy)
    engine.dispose()
    return copy


def hasher_of_little_work() -> argon2.PasswordHasher:
    return argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
