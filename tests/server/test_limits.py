"""How often somebody may do something: for each of them, in a while, at all workers together."""

import asyncio
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from templetop.server import limits as module
from templetop.server.limits import Limit, OwnLedger, RedisLedger
from templetop.server.refusals import TooMany
from templetop.server.settings import Limits
from tests.server import services
from tests.server.serving import Refused, in_a_loop, serving, settings_in


async def allowed(limit: Limit, *who: str) -> list[bool]:
    found = []
    for one in who:
        try:
            await limit.count(one)
        except TooMany:
            found.append(False)
        else:
            found.append(True)
    return found


def test_everyone_has_a_limit_of_their_own_and_after_a_while_a_new_one() -> None:
    now = 0.0
    limit = Limit(OwnLedger(lambda: now), "tables", 2, "Too many.")
    assert in_a_loop(allowed(limit, "a", "a", "b", "a")) == [True, True, True, False]
    now += module.MINUTE
    assert in_a_loop(allowed(limit, "a", "a", "a")) == [True, True, False]


def test_different_things_are_counted_apart() -> None:
    ledger = OwnLedger()
    first, second = (Limit(ledger, what, 1, "Too many.") for what in ("tables", "hints"))
    assert in_a_loop(allowed(first, "a", "a")) == [True, False]
    assert in_a_loop(allowed(second, "a", "a")) == [True, False]


def test_not_everybody_who_ever_came_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "REMEMBERED", 10)
    ledger = OwnLedger()
    in_a_loop(allowed(Limit(ledger, "guests", 1, "Too many."), *map(str, range(100))))
    assert len(ledger.times["guests"]) == 10


def test_who_floods_us_fills_no_memory() -> None:
    ledger = OwnLedger()
    found = in_a_loop(allowed(Limit(ledger, "mails", 3, "Too many."), *["a"] * 500))
    assert found == [True] * 3 + [False] * 497
    assert len(ledger.times["mails"]["a"]) == 4


def test_workers_count_together(
    postgresql: str, redis: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one minute: they begin to count anew with the next."""
    now = time.time()
    monkeypatch.setattr(module, "time", SimpleNamespace(time=lambda: now))
    settings = settings_in(tmp_path, postgresql, redis, limits=Limits(tables=3))
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
            ledger = RedisLedger(address)
            limit = Limit(ledger, "tables", 1, "Too many.")
            found = await allowed(limit, "a", "a")
        found += await allowed(limit, "a", "a", "b")
        await ledger.close()
        return found

    assert in_a_loop(while_it_is_there_and_then()) == [True, False, True, False, True]
    assert caplog.text.count("Redis does not answer") == 1


def test_what_is_counted_in_redis_is_gone_after_a_while(redis: str) -> None:
    async def lifetimes() -> list[int]:
        ledger = RedisLedger(redis)
        await Limit(ledger, "once", 1, "Too many.").count("a")
        keys = [key async for key in ledger.redis.scan_iter(f"{module.PREFIX}:once:*")]
        found = await asyncio.gather(*map(ledger.redis.ttl, keys))
        await ledger.close()
        return [*found]

    [seconds] = in_a_loop(lifetimes())
    assert 0 < seconds <= 2 * module.MINUTE
