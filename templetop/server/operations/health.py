"""Whether the server can do what it is for: its store answers, and takes what is written."""

import asyncio
import logging
import os
import time
from collections.abc import Callable

from sqlalchemy import Connection, text

from templetop.server.core.connection_limits import Throttle
from templetop.server.store.database import Store, first_line_of

PATIENCE = 2.0  # seconds in which a store that is well has answered
FRESH = 1.0  # seconds for which an answer is good, however many ask
WRITES = 30.0  # seconds after which it is tried again whether the store can be written to

log = logging.getLogger("templetop.server")
FileId = tuple[int, int]


class StoreHealth:
    """Whether the store answers; it is asked once for all who want to know at the same time."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.monotonic) -> None:
        self.store = store
        self.clock = clock
        self.file = file_identity(store)
        self.asking: asyncio.Task[bool] | None = None
        self.felt_at, self.was_well = -FRESH, True
        self.wrote_at = float("-inf")
        self.throttle = Throttle()

    async def is_well(self) -> bool:
        """Who hangs is not well either; we go on waiting for them, but do not ask once more."""
        if self.clock() - self.felt_at < FRESH:
            return self.was_well
        if self.asking is None or self.asking.done():
            self.asking = asyncio.create_task(self.check())
        asking = self.asking  # somebody else may ask anew before we are woken
        ended, _ = await asyncio.wait([asking], timeout=PATIENCE)
        self.was_well = bool(ended) and asking.result()
        self.felt_at = self.clock()
        return self.was_well

    async def check(self) -> bool:
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
        """A full disk can be read, so a write is tried now and then, and after one that failed."""
        now = self.clock()
        if now - self.wrote_at < WRITES:
            await self.store.run(check_store_reads)
            return
        self.wrote_at = float("-inf")
        await self.store.run(check_store_writes)
        self.wrote_at = now

    async def close(self) -> None:
        if self.asking is not None:
            self.asking.cancel()
            await asyncio.gather(self.asking, return_exceptions=True)


def check_store_reads(connection: Connection) -> None:
    connection.execute(text("SELECT 1"))


def check_store_writes(connection: Connection) -> None:
    """A row is written as it is: nothing changes, but the store needs room for it."""
    connection.execute(text("UPDATE alembic_version SET version_num = version_num"))


def file_identity(store: Store) -> FileId | None:
    """Which file it is: one that was deleted is written to all the same, and nobody finds it."""
    path = store.engine.url.database
    if store.is_shared or not path:
        return None
    try:
        about = os.stat(path)
    except OSError:
        return (0, 0)
    return about.st_dev, about.st_ino
