"""How often somebody may do something, at all workers together."""

import logging
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Any, Protocol

from templetop.server.crowd import Rarely
from templetop.server.refusals import TooMany
from templetop.server.words import t

MINUTE = 60.0
HOUR = 60 * MINUTE
REMEMBERED = 10_000  # people or addresses, for each thing that is counted
PREFIX = "templetop:limit"

log = logging.getLogger("templetop.server")


class Ledger(Protocol):
    """Where it is written down how often."""

    async def add(self, what: str, who: str, seconds: float, most: int) -> int:
        """Once more; how often it was in so many seconds, with this time. Beyond `most`, any."""

    async def close(self) -> None:
        """Nothing more to write."""


class OwnLedger:
    """Of one worker."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.times: dict[str, OrderedDict[str, deque[float]]] = {}

    async def add(self, what: str, who: str, seconds: float, most: int) -> int:
        now, everyone = self.clock(), self.times.setdefault(what, OrderedDict())
        times = everyone.setdefault(who, deque(maxlen=most + 1))  # who floods us fills no memory
        everyone.move_to_end(who)
        while times and times[0] <= now - seconds:
            times.popleft()
        times.append(now)
        while len(everyone) > REMEMBERED:
            everyone.popitem(last=False)
        return len(times)

    async def close(self) -> None:
        """Nobody else has it."""


class RedisLedger:
    """Of all workers; while Redis is away, each keeps its own."""

    def __init__(self, url: str) -> None:
        from redis.asyncio import Redis

        self.redis: Any = Redis.from_url(url, socket_timeout=1.0, socket_connect_timeout=1.0)
        self.own = OwnLedger()
        self.complained = Rarely()

    async def add(self, what: str, who: str, seconds: float, most: int) -> int:
        from redis.exceptions import RedisError

        key = f"{PREFIX}:{what}:{who}:{int(time.time() // seconds)}"
        try:
            async with self.redis.pipeline() as both:
                both.incr(key)
                both.expire(key, int(2 * seconds))
                found: list[int] = await both.execute()
            return found[0]
        except (RedisError, OSError):
            if self.complained.may("Redis"):
                log.warning("Redis does not answer; every worker counts for itself.")
            return await self.own.add(what, who, seconds, most)

    async def close(self) -> None:
        await self.redis.aclose()


class Limit:
    """So many times in a minute, or in other seconds, for each; 0 is as often as one likes."""

    def __init__(
        self, ledger: Ledger, what: str, most: int, sentence: str, seconds: float = MINUTE
    ) -> None:
        self.ledger, self.what = ledger, what
        self.most, self.seconds = most, seconds
        self.sentence = sentence

    async def count(self, who: str) -> None:
        """Once more; refused if that is too often."""
        if not self.most:
            return
        if await self.ledger.add(self.what, who, self.seconds, self.most) > self.most:
            raise TooMany(t(self.sentence, most=self.most))


class Pace:
    """So much in so many seconds, for one alone; then as much again."""

    def __init__(
        self, most: int, seconds: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.most, self.seconds, self.clock = most, seconds, clock
        self.begun, self.spent = clock(), 0

    def allows(self, much: int = 1) -> bool:
        """So much more; False if that is too much."""
        now = self.clock()
        if now >= self.begun + self.seconds:
            self.begun, self.spent = now, 0
        self.spent += much
        return self.spent <= self.most
