"""The best result that was possible with full knowledge of what was hidden, for solo matches.

It is computed once for a match that is over, in a worker process, and shared by all tables of the
same deal. Only some games know how; start reading at `find_or_start`.
"""

import asyncio
import logging

from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import IntegrityError

from templetop.engine.game import no_hindsight
from templetop.server.api_models import Bound
from templetop.server.bots.bot_pool import BotPool, FinishedMatch
from templetop.server.core.bounded_dict import BoundedDict
from templetop.server.store.schema import BestPossibleRow, TableRow
from templetop.server.tables import deal_key
from templetop.server.tables.service import TableService
from templetop.server.tables.table import Table

MAX_AT_ONCE = 20  # matches that wait for it or are computed; more are not started
COMPUTE_TIMEOUT = 120.0  # seconds for a match; after that the attempt has failed
MAX_FAILED = 1_000  # failed attempts that are remembered, so that they are not repeated

log = logging.getLogger("templetop.server")


class BestPossibleService:
    """Computes best possible results in the background, and stores them."""

    def __init__(self, table_service: TableService, bot_pool: BotPool) -> None:
        self.table_service = table_service
        self.bot_pool = bot_pool
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self.failed_tables: BoundedDict[str, None] = BoundedDict(MAX_FAILED)

    async def find_or_start(self, table: Table) -> tuple[Bound | None, bool]:
        """Returns the best possible result, if it is known, and whether it is being computed.

        Starts computing it if that is possible and not too much is under way.
        """
        was_working = table.id in self.tasks  # may end while the store is read
        known = await self.table_service.store.run(find_best_possible, table.id, table.row.deal)
        if known is not None:
            found = max(known.found, table.row.standing[0])
            return Bound(found, max(found, known.most)), False
        if not self.can_compute(table):
            return None, False
        is_working = was_working or table.id in self.tasks
        if not is_working and len(self.tasks) < MAX_AT_ONCE:
            self.tasks[table.id] = asyncio.create_task(self.compute(table))
        return None, True

    def can_compute(self, table: Table) -> bool:
        """True if the game can compute it, its machine code is ready and no attempt has failed.
        Without machine code it would take hours."""
        is_ready = self.bot_pool.can_advise(table.row.game)
        knows_how = table.game.hindsight is not no_hindsight
        has_moves = table.match is not None
        return has_moves and knows_how and is_ready and table.id not in self.failed_tables

    async def compute(self, table: Table) -> None:
        assert table.match is not None
        key = deal_key.key_from_secret(table.row.secret)
        fields = (table.row.game, table.id, table.names, table.row.options)
        try:
            played = FinishedMatch(*fields, [*table.match.moves], key)
            found = await self.bot_pool.best_possible(played, COMPUTE_TIMEOUT)
            if found is None:
                self.remember_failure(table.id)
            else:
                await self.table_service.store.run(add_best_possible, table.id, Bound(*found))
        except Exception:
            log.exception("The goal of table %s could not be found out.", table.id)
            self.remember_failure(table.id)
        finally:
            self.tasks.pop(table.id, None)

    def remember_failure(self, table_id: str) -> None:
        self.failed_tables[table_id] = None

    async def close(self) -> None:
        tasks = [*self.tasks.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def find_best_possible(table_id: str, deal: str | None, connection: Connection) -> Bound | None:
    """Returns the stored result of this table, or of another table of the same deal; None if there
    is none."""
    query = select(BestPossibleRow.found, BestPossibleRow.most).join(
        TableRow, TableRow.id == BestPossibleRow.table
    )
    which = BestPossibleRow.table == table_id
    if deal is not None:
        which |= TableRow.deal == deal
    found = connection.execute(query.where(which).order_by(BestPossibleRow.found.desc())).first()
    return Bound(*found) if found else None


def add_best_possible(table_id: str, bound: Bound, connection: Connection) -> None:
    """Stores a result, unless another worker has stored one or the table was deleted."""
    row = {"table": table_id, "found": bound.found, "most": bound.most}
    try:
        with connection.begin_nested():
            connection.execute(insert(BestPossibleRow).values(**row))
    except IntegrityError:
        log.info("The goal of table %s is already known, or the table is gone.", table_id)
