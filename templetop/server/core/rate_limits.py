"""How often somebody may do something, in a window that moves along with the time.

The windows of the library `limits` mean the same in memory and in Redis: what was allowed in the
last so many seconds counts, and what was refused does not.
"""

import logging
import math
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol

from limits import RateLimitItem, RateLimitItemPerSecond
from limits.aio.storage import RedisStorage
from limits.aio.strategies import MovingWindowRateLimiter as SharedMovingWindow
from limits.errors import StorageError
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from templetop.server.core.client_addresses import client_network
from templetop.server.core.connection_limits import Throttle
from templetop.server.core.refusals import TooManyRequests
from templetop.server.translations import t

MINUTE = 60
HOUR = 60 * MINUTE
MAX_KEYS = 10_000  # people or addresses, for each thing that is counted
PREFIX = "templetop:limit"
REQUEST_WINDOW = 15  # seconds in which requests of one address are counted
NO_ENTRY = 1.0  # seconds for which an address that was refused may not connect anew
WITHOUT_REDIS = 5.0  # seconds after a failure of Redis for which it is not asked again
# What an answer that is not known yet takes beyond a usual request, which costs 1 (about 1.5 ms).
POSITION = 1  # to go back to an earlier moment of a match
DRAWING = 9  # to draw a table as text
WHOLE_MATCH = 4  # to go through all moves of a match

log = logging.getLogger("templetop.server")


@dataclass
class Window:
    """What one key was allowed recently: when, and how much of the limit that took."""

    hits: deque[tuple[float, int]] = field(default_factory=deque)
    spent: int = 0

    def forget_before(self, moment: float) -> None:
        while self.hits and self.hits[0][0] < moment:
            self.spent -= self.hits.popleft()[1]

    def add(self, now: float, amount: int) -> None:
        self.hits.append((now, amount))
        self.spent += amount


class BoundedMemoryStorage(MemoryStorage):
    """Moving windows of the keys that were used last.

    The library's own storage keeps every key for ever and starts threads to tidy up, which takes
    longer than most requests do; it also goes by a clock that may be set back.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.clock = clock
        self.windows: OrderedDict[str, Window] = OrderedDict()

    def acquire_entry(self, key: str, limit: int, expiry: int, amount: int = 1) -> bool:
        window, now = self.windows.setdefault(key, Window()), self.clock()
        self.windows.move_to_end(key)
        if len(self.windows) > MAX_KEYS:
            self.windows.popitem(last=False)
        window.forget_before(now - expiry)
        if window.spent + amount > limit:
            return False
        window.add(now, amount)
        return True

    def get_moving_window(self, key: str, limit: int, expiry: int) -> tuple[float, int]:
        now = self.clock()
        window = self.windows.get(key)
        if window is None:
            return now, 0
        window.forget_before(now - expiry)
        return (window.hits[0][0] if window.hits else now), window.spent


class RateLimitStore(Protocol):
    """Where it is written down who was allowed what."""

    async def hit(self, what: str, who: str, limit: RateLimitItem, cost: int = 1) -> bool:
        """Count it, as so many, if the limit allows that; False if it does not."""

    async def close(self) -> None:
        """Give back what the store holds open."""


class MemoryRateLimits:
    """Counts for this worker alone."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.storages: dict[str, BoundedMemoryStorage] = {}

    async def hit(self, what: str, who: str, limit: RateLimitItem, cost: int = 1) -> bool:
        # Each thing that is counted has a storage of its own, so that none pushes out another.
        if (storage := self.storages.get(what)) is None:
            storage = self.storages[what] = BoundedMemoryStorage(self.clock)
        return MovingWindowRateLimiter(storage).hit(limit, who, cost=cost)

    async def close(self) -> None:
        """Memory needs no closing."""


class RedisRateLimits:
    """Counts for all workers together; while Redis is away, each worker counts for itself."""

    def __init__(self, url: str, clock: Callable[[], float] = time.monotonic) -> None:
        from redis.asyncio import ConnectionPool, Redis

        pool = ConnectionPool.from_url(url, socket_timeout=1.0, socket_connect_timeout=1.0)
        self.redis: Any = Redis.from_pool(pool)
        storage = RedisStorage(
            "async+redis://",
            wrap_exceptions=True,
            implementation="redispy",
            key_prefix=PREFIX,
            connection_pool=pool,  # type: ignore[arg-type]  # one of coredis or of redis-py
        )
        self.windows = SharedMovingWindow(storage)
        self.own = MemoryRateLimits(clock)
        self.clock = clock
        self.away_until = -math.inf
        self.throttle = Throttle()

    async def hit(self, what: str, who: str, limit: RateLimitItem, cost: int = 1) -> bool:
        if self.clock() >= self.away_until:  # else every request would wait for Redis
            try:
                return await self.windows.hit(limit, what, who, cost=cost)
            except (StorageError, OSError):
                self.away_until = self.clock() + WITHOUT_REDIS
                if self.throttle.allow("Redis"):
                    log.warning("Redis does not answer; every worker counts for itself.")
        return await self.own.hit(what, who, limit, cost)

    async def close(self) -> None:
        await self.redis.aclose()


class RateLimit:
    """So many times in a minute, or in other seconds, for each; 0 is as often as one likes."""

    def __init__(
        self, store: RateLimitStore, what: str, most: int, sentence: str, seconds: int = MINUTE
    ) -> None:
        self.most, self.sentence = most, sentence
        self.hit_store = partial(store.hit, what)
        self.window = RateLimitItemPerSecond(most, seconds)

    async def allows(self, who: str) -> bool:
        """Once more; False if that is too often."""
        return not self.most or await self.hit_store(who, self.window)

    async def hit(self, who: str) -> None:
        """Once more; refused if that is too often."""
        if not await self.allows(who):
            raise TooManyRequests(t(self.sentence, most=self.most))


class RequestLimit:
    """What one address may ask for, each request weighed by what it costs.

    `most` is allowed at once, and as much again only when it is `REQUEST_WINDOW` seconds old;
    0 is as much as one likes. It is counted where the other limits are.
    """

    def __init__(
        self, store: RateLimitStore, most: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.most, self.clock = most, clock
        self.hit = partial(store.hit, "requests")
        self.window = RateLimitItemPerSecond(most, REQUEST_WINDOW)
        self.refused_at: OrderedDict[str, float] = OrderedDict()
        self.throttle = Throttle(clock)

    async def allows(self, address: str, cost: int = 1) -> bool:
        """Count a request of this cost; False if that is too much, and then it is not counted."""
        if not self.most:
            return True
        who = client_network(address)
        if await self.hit(who, self.window, min(cost, self.most)):
            return True
        if cost == 1:
            self.note_refused(who)
        if self.throttle.allow(who):
            log.warning("%s sends too many requests; some of them are not answered.", who)
        return False

    def note_refused(self, who: str) -> None:
        self.refused_at[who] = self.clock()
        self.refused_at.move_to_end(who)
        if len(self.refused_at) > MAX_KEYS:
            self.refused_at.popitem(last=False)

    async def charge(self, address: str, cost: int) -> None:
        """Count what answering takes beyond a usual request; refused if that is too much."""
        if not await self.allows(address, cost):
            raise TooManyRequests(t("Too many requests in a short time; wait a moment."))

    def was_just_refused(self, address: str) -> bool:
        """Known to this worker alone, and without asking anybody: for new connections."""
        refused_at = self.refused_at.get(client_network(address)) if self.refused_at else None
        return refused_at is not None and self.clock() < refused_at + NO_ENTRY


class FixedWindow:
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
