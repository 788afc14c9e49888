"""How often somebody may do something: for each of them, in a while, at all workers together."""

import asyncio
import time
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from limits.aio.storage.redis import redispy

from templetop.server.core import rate_limits as module
from templetop.server.core.rate_limits import (
    DRAWING_COST,
    REWIND_COST,
    BoundedMemoryStorage,
    MemoryRateLimits,
    RateLimit,
    RateLimitStore,
    RedisRateLimits,
    RequestLimit,
)
from templetop.server.core.refusals import TooManyRequests
from templetop.server.core.settings import RateLimitSettings
from tests.server import services
from tests.server.serving import NO_LIMITS, Refused, in_a_loop, serving, settings_in

NEW_TABLE = {"game": "karuba", "seats": [{"kind": "me"}, {"kind": "bot", "level": 1}]}


async def allowed(limit: RateLimit, *who: str) -> list[bool]:
    found = []
    for one in who:
        try:
            await limit.hit(one)
        except TooManyRequests:
            found.append(False)
        else:
            found.append(True)
    return found


def test_everyone_has_a_limit_of_their_own_and_after_a_while_a_new_one() -> None:
    now = 0.0
    limit = RateLimit(MemoryRateLimits(lambda: now), "tables", 2, "Too many.")
    assert in_a_loop(allowed(limit, "a", "a", "b", "a")) == [True, True, True, False]
    now += module.MINUTE + 1
    assert in_a_loop(allowed(limit, "a", "a", "a")) == [True, True, False]


def test_different_things_are_counted_apart() -> None:
    rate_limits = MemoryRateLimits()
    first, second = (RateLimit(rate_limits, what, 1, "Too many.") for what in ("tables", "hints"))
    assert in_a_loop(allowed(first, "a", "a")) == [True, False]
    assert in_a_loop(allowed(second, "a", "a")) == [True, False]


def test_not_everybody_who_ever_came_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_KEYS", 10)
    rate_limits = MemoryRateLimits()
    guests, guesses = (
        RateLimit(rate_limits, what, 1, "Too many.") for what in ("guests", "guesses")
    )
    in_a_loop(allowed(guesses, "Ann"))
    in_a_loop(allowed(guests, *map(str, range(100))))
    assert len(rate_limits.storages["guests"].windows) == 10
    assert in_a_loop(allowed(guesses, "Ann")) == [False]


def test_who_floods_us_fills_no_memory() -> None:
    rate_limits = MemoryRateLimits()
    found = in_a_loop(allowed(RateLimit(rate_limits, "mails", 3, "Too many."), *["a"] * 500))
    assert found == [True] * 3 + [False] * 497
    [window] = rate_limits.storages["mails"].windows.values()
    assert len(window.hits) == 3


def test_workers_count_together(postgresql: str, redis: str, tmp_path: Path) -> None:
    settings = settings_in(tmp_path, postgresql, redis, limits=RateLimitSettings(tables=3))
    with serving(settings) as first, serving(settings) as second:
        ann = first.person("Ann")
        elsewhere = second.stranger()
        elsewhere.http.cookies.update(ann.http.cookies)
        for person in (ann, elsewhere, ann):
            person.open_table("karuba", "me")
        for person in (ann, elsewhere):
            with pytest.raises(Refused) as refused:
                person.open_table("karuba", "me")
            assert refused.value.status == 429


def test_without_redis_each_counts_for_itself(caplog: pytest.LogCaptureFixture) -> None:
    async def while_it_is_there_and_then() -> list[bool]:
        with services.redis() as address:
            rate_limits = RedisRateLimits(address)
            limit = RateLimit(rate_limits, "tables", 1, "Too many.")
            found = await allowed(limit, "a", "a")
        found += await allowed(limit, "a", "a", "b")
        await rate_limits.close()
        return found

    assert in_a_loop(while_it_is_there_and_then()) == [True, False, True, False, True]
    assert caplog.text.count("Redis does not answer") == 1


def test_what_is_counted_in_redis_is_gone_after_a_while(redis: str) -> None:
    async def lifetimes() -> list[int]:
        rate_limits = RedisRateLimits(redis)
        await RateLimit(rate_limits, "once", 1, "Too many.").hit("a")
        keys = [key async for key in rate_limits.redis.scan_iter(f"{module.PREFIX}*once*")]
        found = await asyncio.gather(*map(rate_limits.redis.ttl, keys))
        await rate_limits.close()
        return [*found]

    [seconds] = in_a_loop(lifetimes())
    assert 0 < seconds <= module.MINUTE


# ── The same in memory and in Redis ──────────────────────────────────────────────────────────────

# Seconds since the beginning, and whether it is allowed: three times in 60 s, and refused tries
# do not count. In windows that are fixed, five would pass around each full minute.
HITS = [
    (50.0, True), (55.0, True), (58.0, True), (59.0, False), (61.0, False), (100.0, False),
    (110.5, True), (111.0, False), (115.0, False), (115.5, True), (116.0, False), (118.5, True),
    (118.75, False), (170.25, False), (171.0, True), (300.0, True), (300.0, True), (300.0, True),
    (300.0, False), (360.0, False), (360.5, True),
]  # fmt: skip


async def outcomes(rate_limits: RateLimitStore, clock: list[float]) -> list[tuple[float, bool]]:
    limit, found, begin = RateLimit(rate_limits, "moves", 3, "Too many."), [], clock[0]
    for at, _ in HITS:
        clock[0] = begin + at
        found += [(at, one) for one in await allowed(limit, "a")]
    await rate_limits.close()
    return found


def test_in_memory_the_window_moves() -> None:
    clock = [0.0]
    assert in_a_loop(outcomes(MemoryRateLimits(lambda: clock[0]), clock)) == HITS


def test_in_redis_it_moves_in_the_same_way(redis: str, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [60.0 * (time.time() // 60)]  # so that full minutes are where fixed windows end
    monkeypatch.setattr(redispy, "time", SimpleNamespace(time=lambda: clock[0]))

    async def in_redis() -> list[tuple[float, bool]]:
        return await outcomes(RedisRateLimits(redis), clock)

    assert in_a_loop(in_redis()) == HITS


# ── What requests cost ───────────────────────────────────────────────────────────────────────────


async def passed(requests: RequestLimit, address: str, *costs: int) -> list[bool]:
    return [await requests.allow(address, cost) for cost in costs]


def test_three_hundred_usual_requests_pass_at_once_and_twenty_a_second_on_average() -> None:
    now = 0.0
    requests = RequestLimit(
        MemoryRateLimits(lambda: now), RateLimitSettings().requests, lambda: now
    )
    first = in_a_loop(passed(requests, "10.0.0.1", *[1] * 301))
    assert first == [True] * 300 + [False]
    assert requests.was_just_refused("10.0.0.1")
    assert not requests.was_just_refused("10.0.0.2")
    assert in_a_loop(requests.allow("10.0.0.2"))

    async def in_ten_minutes() -> int:
        nonlocal now
        found = 0
        for second in range(1, 601):
            now = float(second)
            found += sum(await passed(requests, "10.0.0.1", *[1] * 100))
        return found

    assert in_a_loop(in_ten_minutes()) <= 20 * 600
    assert requests.was_just_refused("10.0.0.1")
    now += module.REFUSED_SECONDS
    assert not requests.was_just_refused("10.0.0.1")


WEIGHED = [(15, True), (6, False), (5, True), (1, False)]  # of 20; what was refused does not count


def test_requests_are_weighed_by_what_they_cost() -> None:
    now = 0.0
    requests = RequestLimit(MemoryRateLimits(lambda: now), 20, lambda: now)
    costs = [cost for cost, _ in WEIGHED]
    assert in_a_loop(passed(requests, "10.0.0.1", *costs)) == [may for _, may in WEIGHED]
    with pytest.raises(TooManyRequests):
        in_a_loop(requests.charge("10.0.0.1", 1))
    now = 15.5
    in_a_loop(requests.charge("10.0.0.1", 1000))  # the most that is allowed at all
    in_a_loop(RequestLimit(MemoryRateLimits(), 0).charge("10.0.0.1", 1000))


def test_workers_weigh_requests_together_in_redis(redis: str) -> None:
    async def at_two_workers() -> list[bool]:
        stores = [RedisRateLimits(redis) for _ in range(2)]
        workers = [RequestLimit(store, 20) for store in stores]
        found = []
        for number, (cost, _) in enumerate(WEIGHED):
            found.append(await workers[number % 2].allow("10.0.0.77", cost))
        for store in stores:
            await store.close()
        return found

    assert in_a_loop(at_two_workers()) == [may for _, may in WEIGHED]


def test_requests_at_two_servers_count_together(redis: str, tmp_path: Path) -> None:
    limits = replace(NO_LIMITS, requests=10)
    both = [settings_in(tmp_path / name, redis=redis, limits=limits) for name in "ab"]
    with serving(both[0]) as first, serving(both[1]) as second:
        visitors = [server.stranger().http for server in (first, second)]
        found = [visitors[number % 2].get("/about").status_code for number in range(10)]
        assert (found, visitors[1].get("/about").status_code) == ([200] * 10, 429)


def test_who_waits_for_a_redis_that_is_away_waits_once(caplog: pytest.LogCaptureFixture) -> None:
    now, asked = 0.0, list[float]()

    class Silent:
        async def hit(self, *about: object, cost: int) -> bool:
            asked.append(now)
            raise OSError

    async def requests_for_ten_seconds() -> list[bool]:
        nonlocal now
        store = RedisRateLimits("redis://127.0.0.1:1", lambda: now)
        store.windows = Silent()  # type: ignore[assignment]
        requests, found = RequestLimit(store, 20, lambda: now), []
        for second in range(10):
            now = float(second)
            found += await passed(requests, "10.0.0.1", 1, 1, 1)
        await store.close()
        return found

    assert in_a_loop(requests_for_ten_seconds()) == [True] * 20 + [False] * 10
    assert asked == [0, 5]


def test_who_floods_us_with_requests_fills_no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_KEYS", 10)
    storage = BoundedMemoryStorage(lambda: 0.0)
    for number in range(100):
        assert storage.acquire_entry(f"10.0.0.{number}", 3, 15)
    assert len(storage.windows) == 10
    assert storage.get_moving_window("10.0.0.0", 3, 15) == (0.0, 0)
    assert storage.get_moving_window("10.0.0.99", 3, 15) == (0.0, 1)


def test_drawings_of_earlier_moments_cost_more_until_they_are_known(tmp_path: Path) -> None:
    most = 4 + DRAWING_COST + REWIND_COST  # for coming, opening a table, and a drawing
    limits = replace(NO_LIMITS, requests=most)
    with serving(settings_in(tmp_path, limits=limits)) as server:
        ann = server.person("Ann")
        table = ann.http.post("/tables", json=NEW_TABLE).json()["table"]

        def status(number: int) -> int:
            return ann.http.get(f"/tables/{table}/replay/{number}").status_code

        assert status(0) == 200
        assert status(0) == 200
        assert status(1) == 429
