"""How workers tell each other that something has happened at a table, and who is there.

What happened is in the store before it is told. Who knows the table just before it need not look
there; who missed something does. A bell that is not heard costs seconds: every worker looks after
its tables now and then by itself.
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
PRESENCE_INTERVAL = 10.0  # seconds after which a worker says again who is there
PRESENCE_TIMEOUT = 30.0  # seconds after which a worker that says nothing is gone

log = logging.getLogger("templetop.server")


class BusSubscriber(Protocol):
    """Who listens."""

    def on_remote_change(self, table_id: str, revision: int, change: TableChange) -> None:
        """Another worker has changed a table, which has this revision now."""

    def on_remote_presence(self, table_id: str) -> None:
        """Somebody came to a table or left it, at another worker."""

    def on_remote_close(self, table_id: str) -> None:
        """A table was closed at another worker."""

    def on_sessions_ended(self, sessions: list[str]) -> None:
        """Somebody has signed out at another worker."""


class WorkerBus(Protocol):
    """Rung by one, heard by the others."""

    async def start(self, subscriber: BusSubscriber) -> None:
        """From now on, tell what is rung."""

    async def publish_change(self, table_id: str, revision: int, change: TableChange) -> None:
        """This has happened at this table."""

    async def publish_presence(self, table_id: str, seats: set[int]) -> None:
        """The seats of a table with somebody before a screen."""

    async def publish_all_presence(self, here: dict[str, set[int]]) -> None:
        """The same for all tables."""

    async def publish_closed(self, table_id: str) -> None:
        """This table is closed."""

    async def publish_ended_sessions(self, sessions: list[str]) -> None:
        """These sessions have ended."""

    def remote_seats(self, table_id: str) -> set[int]:
        """The seats of which other workers say so."""

    async def close(self) -> None:
        """Nothing more to say."""


class SingleWorkerBus:
    """For one worker alone."""

    async def start(self, subscriber: BusSubscriber) -> None:
        """Nobody else is there."""

    async def publish_change(self, table_id: str, revision: int, change: TableChange) -> None:
        """Nobody else is there."""

    async def publish_presence(self, table_id: str, seats: set[int]) -> None:
        """Nobody else is there."""

    async def publish_all_presence(self, here: dict[str, set[int]]) -> None:
        """Nobody else is there."""

    async def publish_closed(self, table_id: str) -> None:
        """Nobody else is there."""

    async def publish_ended_sessions(self, sessions: list[str]) -> None:
        """Nobody else is there."""

    def remote_seats(self, table_id: str) -> set[int]:
        return set()

    async def close(self) -> None:
        """Nobody else is there."""


class RedisWorkerBus:
    """Through Redis; while that is away, workers find out by looking into the store."""

    def __init__(self, url: str) -> None:
        from redis.asyncio import Redis

        self.redis: Any = Redis.from_url(url)
        self.name = secrets.token_hex(8)
        self.remote_presence: dict[str, tuple[float, dict[str, list[int]]]] = {}  # by worker
        self.listening: asyncio.Task[None] | None = None
        self.throttle = Throttle()

    async def start(self, subscriber: BusSubscriber) -> None:
        self.listening = asyncio.create_task(self.listen(subscriber))

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
        """What nobody understands is left aside, and the next is heard all the same."""
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
        if "there" in message:  # one table, and the others as before
            changed = message["there"]
            here = before
        else:
            here = message["here"]
            changed = {table: here.get(table, []) for table in before.keys() | here.keys()}
        known = {table: before.get(table, []) for table in changed}
        here = {**here, **{table: [*map(int, seats)] for table, seats in changed.items()}}
        self.expire_presence()
        self.remote_presence[message["worker"]] = (time.monotonic(), here)
        for table, seats in changed.items():
            if known[table] != seats:
                subscriber.on_remote_presence(table)

    def expire_presence(self) -> None:
        long_ago = time.monotonic() - PRESENCE_TIMEOUT
        self.remote_presence = {
            worker: told for worker, told in self.remote_presence.items() if told[0] > long_ago
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

    async def publish_all_presence(self, here: dict[str, set[int]]) -> None:
        await self.publish(here={table: sorted(seats) for table, seats in here.items()})

    def remote_seats(self, table_id: str) -> set[int]:
        now = time.monotonic()
        return {
            seat
            for at, here in self.remote_presence.values()
            if now - at < PRESENCE_TIMEOUT
            for seat in here.get(table_id, [])
        }

    async def close(self) -> None:
        if self.listening is not None:
            self.listening.cancel()
            await asyncio.gather(self.listening, return_exceptions=True)
        await self.redis.aclose()
