"""How often somebody may do something, in moving windows of the library `limits`.

A window means the same in memory and in Redis: requests that were allowed in the last seconds
count, refused ones do not. Begin with `RateLimit`, and with `RequestLimit` for whole requests.
"""

import logging
import math
import time
from collections import deque
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

from templetop.server.core.bounded_dict import BoundedDict
from templetop.server.core.client_addresses import client_network
from templetop.server.core.connection_limits import Throttle
from templetop.server.core.refusals import TooManyRequests
from templetop.server.translations import t

MINUTE = 60
HOUR = 60 * MINUTE
MAX_KEYS = 10_000  # people or networks per limit; beyond that, the oldest is forgotten
PREFIX = "templetop:limit"
REQUEST_WINDOW = 15  # seconds in which the requests of one network are counted
REFUSED_SECONDS = 1.0  # seconds after a refusal in which new connections are refused as well
REDIS_RETRY_SECONDS = 5.0  # seconds after a failure of Redis until it is tried again
# The costs of answers that are not cached, beyond a usual request, which costs 1 (about 1.5 ms).
REWIND_COST = 1  # to go back to an earlier moment of a match
DRAWING_COST = 9  # to draw a table as text
WHOLE_MATCH_COST = 4  # to go through all moves of a match

log = logging.getLogger("templetop.server")


@dataclass
class Window:
    """The recent hits of one key that were allowed: their times and costs."""

    hits: deque[tuple[float, int]] = field(default_factory=deque)
    spent: int = 0

    def forget_before(self, moment: float) -> None:
        while self.hits and self.hits[0][0] < moment:
            self.spent -= self.hits.popleft()[1]

    def add(self, now: float, amount: int) -> None:
        self.hits.append((now, amount))
        self.spent += amount


class BoundedMemoryStorage(MemoryStorage):
    """Holds the moving windows of the `MAX_KEYS` keys that were used last.

    The library's own storage keeps every key for ever, starts threads to tidy up, which takes
    longer than most requests do, and reads a clock that may be set back.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.clock = clock
        self.windows: BoundedDict[str, Window] = BoundedDict(MAX_KEYS)

    def acquire_entry(self, key: str, limit: int, expiry: int, amount: int = 1) -> bool:
        window, now = self.windows.setdefault(key, Window()), self.clock()
        self.windows.move_to_end(key)
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
    """Counts what was allowed, for this worker or for all workers."""

    async def hit(self, name: str, key: str, limit: RateLimitItem, cost: int = 1) -> bool:
        """Counts a hit of this cost if the limit allows it; returns False if it does not."""

    async def close(self) -> None:
        """Closes connections that the store holds."""


class MemoryRateLimits:
    """Counts for this worker alone."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.storages: dict[str, BoundedMemoryStorage] = {}

    async def hit(self, name: str, key: str, limit: RateLimitItem, cost: int = 1) -> bool:
        # Each limit has its own storage, so that many keys of one limit do not evict another's.
        if (storage := self.storages.get(name)) is None:
            storage = self.storages[name] = BoundedMemoryStorage(self.clock)
        return MovingWindowRateLimiter(storage).hit(limit, key, cost=cost)

    async def close(self) -> None:
        """Memory needs no closing."""


class RedisRateLimits:
    """Counts for all workers in Redis; while Redis fails, each worker counts for itself."""

    def __init__(self, url: str, clock: Callable[[], float] = time.monotonic) -> None:
        from redis.asyncio import ConnectionPool, Redis

        pool = ConnectionPool.from_url(url, socket_timeout=1.0, socket_connect_timeout=1.0)
        self.redis: Any = Redis.from_pool(pool)
        storage = RedisStorage(
            "async+redis://",
            wrap_exceptions=True,
            implementation="redispy",
            key_prefix=PREFIX,
            connection_pool=pool,  # type: ignore[arg-type]  # typed as coredis or redis-py
        )
        self.windows = SharedMovingWindow(storage)
        self.fallback = MemoryRateLimits(clock)
        self.clock = clock
        self.retry_at = -math.inf
        self.throttle = Throttle()

    async def hit(self, name: str, key: str, limit: RateLimitItem, cost: int = 1) -> bool:
        if self.clock() >= self.retry_at:  # else every request would wait for Redis
            try:
                return await self.windows.hit(limit, name, key, cost=cost)
            except (StorageError, OSError):
                self.retry_at = self.clock() + REDIS_RETRY_SECONDS
                if self.throttle.allow("Redis"):
                    log.warning("Redis does not answer; every worker counts for itself.")
        return await self.fallback.hit(name, key, limit, cost)

    async def close(self) -> None:
        await self.redis.aclose()


class RateLimit:
    """Allows each key `maximum` hits in `seconds`; a maximum of 0 means no limit.

    `sentence` is the refusal; its part {most} is the maximum.
    """

    def __init__(
        self, store: RateLimitStore, name: str, maximum: int, sentence: str, seconds: int = MINUTE
    ) -> None:
        self.maximum, self.sentence = maximum, sentence
        self.hit_store = partial(store.hit, name)
        self.window = RateLimitItemPerSecond(maximum, seconds)

    async def allow(self, key: str) -> bool:
        """Counts a hit; returns False, and counts nothing, if that is too often."""
        return not self.maximum or await self.hit_store(key, self.window)

    async def hit(self, key: str) -> None:
        """Counts a hit; raises TooManyRequests if that is too often."""
        if not await self.allow(key):
            raise TooManyRequests(t(self.sentence, most=self.maximum))


class RequestLimit:
    """Limits the total cost of one network's requests in `REQUEST_WINDOW` seconds.

    A maximum of 0 means no limit. The costs are counted in the store of the other limits.
    """

    def __init__(
        self, store: RateLimitStore, maximum: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.maximum, self.clock = maximum, clock
        self.hit = partial(store.hit, "requests")
        self.window = RateLimitItemPerSecond(maximum, REQUEST_WINDOW)
        self.refused_at: BoundedDict[str, float] = BoundedDict(MAX_KEYS)
        self.throttle = Throttle(clock)

    async def allow(self, address: str, cost: int = 1) -> bool:
        """Counts a request of this cost; returns False, and counts nothing, if that is too much."""
        if not self.maximum:
            return True
        key = client_network(address)
        if await self.hit(key, self.window, min(cost, self.maximum)):
            return True
        if cost == 1:
            self.note_refused(key)
        if self.throttle.allow(key):
            log.warning("%s sends too many requests; some of them are not answered.", key)
        return False

    def note_refused(self, key: str) -> None:
        self.refused_at[key] = self.clock()

    async def charge(self, address: str, cost: int) -> None:
        """Counts the extra cost of an answer; raises TooManyRequests if that is too much."""
        if not await self.allow(address, cost):
            raise TooManyRequests(t("Too many requests in a short time; wait a moment."))

    def was_just_refused(self, address: str) -> bool:
        """True if this worker has refused the network a moment ago.

        New connections are refused by this; the store is not asked, because that would cost more
        than the connection does.
        """
        refused_at = self.refused_at.get(client_network(address)) if self.refused_at else None
        return refused_at is not None and self.clock() < refused_at + REFUSED_SECONDS


class FixedWindow:
    """Allows one connection `maximum` units in each period of `seconds`."""

    def __init__(
        self, maximum: int, seconds: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.maximum, self.seconds, self.clock = maximum, seconds, clock
        self.started_at, self.spent = clock(), 0

    def allow(self, amount: int = 1) -> bool:
        """Counts the amount; returns False if the period has no room for it any more."""
        now = self.clock()
        if now >= self.started_at + self.seconds:
            self.started_at, self.spent = now, 0
        self.spent += amount
        return self.spent <= self.maximum
