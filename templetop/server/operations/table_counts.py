"""How many tables the store holds in each state, counted now and then."""

import asyncio
import time
from collections.abc import Callable

from sqlalchemy import Connection, func, select

from templetop.server.store.database import Store
from templetop.server.store.schema import TableRow

COUNT_INTERVAL = 15.0  # seconds between two counts
COUNT_TIMEOUT = 2.0  # seconds for a count; after that it raises TimeoutError
STATES = ("waiting", "running", "over")


class TableCounts:
    """The numbers of tables in each state, counted at most every 15 seconds."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.monotonic) -> None:
        self.store = store
        self.clock = clock
        self.counted_at = -COUNT_INTERVAL
        self.tables: dict[str, int] = {}

    async def count(self) -> dict[str, int]:
        if self.clock() - self.counted_at >= COUNT_INTERVAL:
            async with asyncio.timeout(COUNT_TIMEOUT):
                self.tables = await self.store.run(count_tables)
            self.counted_at = self.clock()
        return self.tables


def count_tables(connection: Connection) -> dict[str, int]:
    query = select(TableRow.state, func.count().label("tables")).group_by(TableRow.state)
    found = {row.state: row.tables for row in connection.execute(query)}
    return {state: found.get(state, 0) for state in STATES}
