"""How workers tell each other that something has happened at a table, and who is there.

What happened is in the store; the bell only says where to look. One that is not heard costs
seconds: every worker looks after its tables now and then by itself.
"""

import asyncio
import contextlib
import logging
import secrets
import time
from typing import Any, Protocol

import orjson

CHANNEL = "templetop"
ANNOUNCE = 10.0  # seconds after which a worker says again who is there
GONE = 30.0  # seconds after which a worker that says nothing is gone

log = logging.getLogger("templetop.server")


class Ears(Protocol):
    """Who listens."""

    async def hear_of_change(self, table_id: str, revision: int) -> None:
        """Another worker has changed a table, which has this revision now."""

    def hear_of_people(self, table_id: str) -> None:
        """Somebody came to a table or left it, at another worker."""


class Bell(Protocol):
    """Rung by one, heard by the others."""

    async def start(self, ears: Ears) -> None:
        """From now on, tell what is rung."""

    async def ring(self, table_id: str, revision: int) -> None:
        """Something has happened at this table."""

    async def say_who_is_here(self, here: dict[str, set[int]]) -> None:
        """The seats with somebody before a screen, table by table."""

    def others_here(self, table_id: str) -> set[int]:
        """The seats of which other workers say so."""

    async def close(self) -> None:
        """Nothing more to say."""


class NoBell:
    """For one worker alone."""

    async def start(self, ears: Ears) -> None:
        """Nobody else is there."""

    async def ring(self, table_id: str, revision: int) -> None:
        """Nobody else is there."""

    async def say_who_is_here(self, here: dict[str, set[int]]) -> None:
        """Nobody else is there."""

    def others_here(self, table_id: str) -> set[int]:
        return set()

    async def close(self) -> None:
        """Nobody else is there."""


class RedisBell:
    """Through Redis; while that is away, workers find out by looking into the store."""

    def __init__(self, url: str) -> None:
        from redis.asyncio import Redis

        self.redis: Any = Redis.from_url(url)
        self.name = secrets.token_hex(8)
        self.here: dict[str, tuple[float, dict[str, list[int]]]] = {}  # by worker
        self.listening: asyncio.Task[None] | None = None

    async def start(self, ears: Ears) -> None:
        self.listening = asyncio.create_task(self.listen(ears))

    async def listen(self, ears: Ears) -> None:
        from redis.exceptions import RedisError

        while True:
            try:
                async with self.redis.pubsub() as channel:
                    await channel.subscribe(CHANNEL)
                    async for message in channel.listen():
                        if message["type"] == "message":
                            await self.hear(orjson.loads(message["data"]), ears)
            except (RedisError, OSError):
                log.warning("Redis does not answer; looking into the store instead.")
                await asyncio.sleep(1.0)

    async def hear(self, said: dict[str, Any], ears: Ears) -> None:
        if said["worker"] == self.name:
            return
        if "here" in said:
            before = self.here.get(said["worker"], (0.0, {}))[1]
            self.here[said["worker"]] = (time.monotonic(), said["here"])
            for table in before.keys() | said["here"].keys():
                if before.get(table) != said["here"].get(table):
                    ears.hear_of_people(table)
        else:
            await ears.hear_of_change(said["table"], said["revision"])

    async def say(self, **what: Any) -> None:
        from redis.exceptions import RedisError

        with contextlib.suppress(RedisError, OSError):
            await self.redis.publish(CHANNEL, orjson.dumps({"worker": self.name, **what}))

    async def ring(self, table_id: str, revision: int) -> None:
        await self.say(table=table_id, revision=revision)

    async def say_who_is_here(self, here: dict[str, set[int]]) -> None:
        await self.say(here={table: sorted(seats) for table, seats in here.items()})

    def others_here(self, table_id: str) -> set[int]:
        now = time.monotonic()
        return {
            seat
            for at, here in self.here.values()
            if now - at < GONE
            for seat in here.get(table_id, [])
        }

    async def close(self) -> None:
        if self.listening is not None:
            self.listening.cancel()
            await asyncio.gather(self.listening, return_exceptions=True)
        await self.redis.aclose()
