"""Whether the store can be read and written."""

import asyncio
import logging
import os
import time
from collections.abc import Callable

from sqlalchemy import Connection, text

from templetop.server.core.connection_limits import Throttle
from templetop.server.store.database import Store, first_line_of

ANSWER_TIMEOUT = 2.0  # seconds within which the store must answer; else the server is not well
CACHE_SECONDS = 1.0  # seconds for which an answer is cached
WRITE_CHECK_INTERVAL = 30.0  # seconds between two checks that write

log = logging.getLogger("templetop.server")
FileId = tuple[int, int]


class StoreHealth:
    """Checks the store; requests that come at the same time share one check."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.monotonic) -> None:
        self.store = store
        self.clock = clock
        self.file = file_identity(store)
        self.check_task: asyncio.Task[bool] | None = None
        self.checked_at, self.last_result = -CACHE_SECONDS, True
        self.wrote_at = float("-inf")
        self.throttle = Throttle()

    async def is_well(self) -> bool:
        """True if the store has answered in time. The answer is cached for a second.

        A check that hangs goes on, and is not started a second time.
        """
        if self.clock() - self.checked_at < CACHE_SECONDS:
            return self.last_result
        if self.check_task is None or self.check_task.done():
            self.check_task = asyncio.create_task(self.check())
        asking = self.check_task  # another request may start a new check meanwhile
        ended, _ = await asyncio.wait([asking], timeout=ANSWER_TIMEOUT)
        self.last_result = bool(ended) and asking.result()
        self.checked_at = self.clock()
        return self.last_result

    async def check(self) -> bool:
        """Returns whether the store works; logs the reason if it does not."""
        try:
            if self.file != file_identity(self.store):
                raise FileNotFoundError("its file is gone, or is another one")
            await self.read_or_write()
        except Exception as error:
            if self.throttle.allow("pulse"):
                log.error("The store does not answer: %s.", first_line_of(error))
            return False
        return True

    async def read_or_write(self) -> None:
        """Reads from the store, and every 30 seconds writes to it, as a full disk can still be
        read.

        After a failed write, the next check writes again.
        """
        now = self.clock()
        if now - self.wrote_at < WRITE_CHECK_INTERVAL:
            await self.store.run(check_store_reads)
            return
        self.wrote_at = float("-inf")
        await self.store.run(check_store_writes)
        self.wrote_at = now

    async def close(self) -> None:
        if self.check_task is not None:
            self.check_task.cancel()
            await asyncio.gather(self.check_task, return_exceptions=True)


def check_store_reads(connection: Connection) -> None:
    connection.execute(text("SELECT 1"))


def check_store_writes(connection: Connection) -> None:
    """Writes a row without changing it, which needs room in the store all the same."""
    connection.execute(text("UPDATE alembic_version SET version_num = version_num"))


def file_identity(store: Store) -> FileId | None:
    """Returns the device and inode of the store's file; None for a database server.

    A file that was deleted can still be written to, but its data is lost; then the identity has
    changed.
    """
    path = store.engine.url.database
    if store.is_shared or not path:
        return None
    try:
        status = os.stat(path)
    except OSError:
        return (0, 0)
    return status.st_dev, status.st_ino
