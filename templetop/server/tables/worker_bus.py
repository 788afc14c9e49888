"""Tells the workers of a server what has changed at tables and who is connected.

A change is stored before it is published, so a lost message costs only seconds: every worker polls
the store, too. Begin reading at `WorkerBus`.
"""

import asyncio
import contextlib
import logging
import secrets
import time
from typing import Any, Protocol

import orjson

from templetop.server.core.connection_limits import Throttle
from templetop.server.store.change import TableChange

CHANNEL = "templetop"
PRESENCE_INTERVAL = 10.0  # seconds between two messages of a worker about all its connected seats
PRESENCE_TIMEOUT = 30.0  # seconds after which a silent worker counts as stopped

log = logging.getLogger("templetop.server")


class BusSubscriber(Protocol):
    """Receives the messages of other workers."""

    def on_remote_change(self, table_id: str, revision: int, change: TableChange) -> None:
        """Another worker has changed a table, which has this revision now."""

    def on_remote_presence(self, table_id: str) -> None:
        """The connected seats of a table have changed at another worker."""

    def on_remote_close(self, table_id: str) -> None:
        """Another worker has closed a table."""

    def on_sessions_ended(self, sessions: list[str]) -> None:
        """Sessions have ended at another worker."""


class WorkerBus(Protocol):
    """Publishes messages to all other workers and knows which seats are connected there."""

    async def start(self, subscriber: BusSubscriber) -> None:
        """Delivers the messages of other workers to the subscriber from now on."""

    async def publish_change(self, table_id: str, revision: int, change: TableChange) -> None:
        """Publishes a change that is stored, with the table's revision after it."""

    async def publish_presence(self, table_id: str, seats: set[int]) -> None:
        """Publishes the seats of one table that are connected to this worker."""

    async def publish_all_presence(self, seats_by_table: dict[str, set[int]]) -> None:
        """Publishes the connected seats of all tables, and so that this worker is alive."""

    async def publish_closed(self, table_id: str) -> None:
        """Publishes that a table is closed."""

    async def publish_ended_sessions(self, sessions: list[str]) -> None:
        """Publishes that sessions have ended, so that their sockets are closed everywhere."""

    def remote_seats(self, table_id: str) -> set[int]:
        """Returns the seats of a table that are connected to other workers."""

    async def close(self) -> None:
        """Stops delivering messages and disconnects."""


class SingleWorkerBus:
    """The bus of a server with one worker.

    It publishes nothing, and no seat is connected elsewhere.
    """

    async def start(self, subscriber: BusSubscriber) -> None: ...

    async def publish_change(self, table_id: str, revision: int, change: TableChange) -> None: ...

    async def publish_presence(self, table_id: str, seats: set[int]) -> None: ...

    async def publish_all_presence(self, seats_by_table: dict[str, set[int]]) -> None: ...

    async def publish_closed(self, table_id: str) -> None: ...

    async def publish_ended_sessions(self, sessions: list[str]) -> None: ...

    def remote_seats(self, table_id: str) -> set[int]:
        return set()

    async def close(self) -> None: ...


class RedisWorkerBus:
    """The bus of several workers, which publishes through Redis.

    While Redis is away, workers learn of changes by polling the store.
    """

    def __init__(self, url: str) -> None:
        from redis.asyncio import Redis

        self.redis: Any = Redis.from_url(url)
        self.name = secrets.token_hex(8)
        # For each worker, when its last message came, and its connected seats by table.
        self.remote_presence: dict[str, tuple[float, dict[str, list[int]]]] = {}
        self.listener: asyncio.Task[None] | None = None
        self.throttle = Throttle()

    async def start(self, subscriber: BusSubscriber) -> None:
        self.listener = asyncio.create_task(self.listen(subscriber))

    async def listen(self, subscriber: BusSubscriber) -> None:
        from redis.exceptions import RedisError

        while True:
            try:
                async with self.redis.pubsub() as channel:
                    await channel.subscribe(CHANNEL)
                    async for message in channel.listen():
                        if message["type"] == "message":
                            self.handle_message(message["data"], subscriber)
            except (RedisError, OSError):
                log.warning("Redis does not answer; looking into the store instead.")
            except Exception:
                log.exception("Listening to Redis failed; trying again.")
            await asyncio.sleep(1.0)

    def handle_message(self, message: bytes, subscriber: BusSubscriber) -> None:
        """Delivers a message. A message that cannot be read is logged and skipped."""
        try:
            self.dispatch(orjson.loads(message), subscriber)
        except Exception as error:
            if self.throttle.allow("Redis"):
                log.warning("Redis sent %.200r, which makes no sense: %r.", message, error)

    def dispatch(self, message: dict[str, Any], subscriber: BusSubscriber) -> None:
        if message["worker"] == self.name:
            return
        if "change" in message:
            change = TableChange.from_json(message["change"])
            subscriber.on_remote_change(message["table"], message["revision"], change)
            return
        if "gone" in message:
            subscriber.on_remote_close(str(message["gone"]))
            return
        if "ended" in message:
            subscriber.on_sessions_ended([*map(str, message["ended"])])
            return
        before = self.remote_presence.get(message["worker"], (0.0, {}))[1]
        if "there" in message:  # one table has changed, and the others are as before
            changed = message["there"]
            current = before
        else:
            current = message["here"]
            changed = {table: current.get(table, []) for table in before.keys() | current.keys()}
        known = {table: before.get(table, []) for table in changed}
        current = {**current, **{table: [*map(int, seats)] for table, seats in changed.items()}}
        self.expire_presence()
        self.remote_presence[message["worker"]] = (time.monotonic(), current)
        for table, seats in changed.items():
            if known[table] != seats:
                subscriber.on_remote_presence(table)

    def expire_presence(self) -> None:
        oldest = time.monotonic() - PRESENCE_TIMEOUT
        self.remote_presence = {
            worker: (at, seats)
            for worker, (at, seats) in self.remote_presence.items()
            if at > oldest
        }

    async def publish(self, **fields: Any) -> None:
        from redis.exceptions import RedisError

        with contextlib.suppress(RedisError, OSError):
            await self.redis.publish(CHANNEL, orjson.dumps({"worker": self.name, **fields}))

    async def publish_change(self, table_id: str, revision: int, change: TableChange) -> None:
        await self.publish(table=table_id, revision=revision, change=change.as_json())

    async def publish_presence(self, table_id: str, seats: set[int]) -> None:
        await self.publish(there={table_id: sorted(seats)})

    async def publish_closed(self, table_id: str) -> None:
        await self.publish(gone=table_id)

    async def publish_ended_sessions(self, sessions: list[str]) -> None:
        await self.publish(ended=sessions)

    async def publish_all_presence(self, seats_by_table: dict[str, set[int]]) -> None:
        await self.publish(here={table: sorted(seats) for table, seats in seats_by_table.items()})

    def remote_seats(self, table_id: str) -> set[int]:
        now = time.monotonic()
        return {
            seat
            for at, seats in self.remote_presence.values()
            if now - at < PRESENCE_TIMEOUT
            for seat in seats.get(table_id, [])
        }

    async def close(self) -> None:
        if self.listener is not None:
            self.listener.cancel()
            await asyncio.gather(self.listener, return_exceptions=True)
        await self.redis.aclose()
