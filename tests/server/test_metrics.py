"""Health and metrics: they tell the truth, also when the store is gone; and not to everybody."""

import errno
import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
from psycopg.sql import SQL, Identifier
from sqlalchemy import Connection

from templetop.server.operations import health, metrics_routes, table_counts
from templetop.server.store.database import Store
from tests.server import services
from tests.server.serving import (
    NO_CERTIFICATES,
    PATIENCE,
    Serving,
    eventually,
    in_a_loop,
    play_on,
    serving,
    settings_in,
)

LINE = re.compile(r"(?:# (?:HELP|TYPE) \w+ .+|\w+\{(?:\w+=\"[^\"\\\n]*\",?)+\} [0-9.e+-]+)")


def ask(server: Serving, path: str, **headers: str) -> httpx.Response:
    address = f"http://127.0.0.1:{server.port}/api{path}"
    return httpx.get(address, headers=headers, timeout=PATIENCE, verify=NO_CERTIFICATES)


def told(server: Serving) -> dict[str, float]:
    """Every sample, by its name and labels, without the worker's."""
    answer = ask(server, "/metrics")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    lines = answer.text.splitlines()
    assert all(LINE.fullmatch(line) for line in lines), answer.text
    samples = [line.rpartition(" ") for line in lines if not line.startswith("#")]
    known = {re.sub(r",?worker=\"\d+\"", "", name): float(value) for name, _, value in samples}
    assert len(known) == len(samples)
    return {name.removesuffix("{}"): value for name, value in known.items()}


def test_what_goes_on_is_counted(server: Serving) -> None:
    before = told(server)
    ann, ben = server.person("Ann"), server.person("Ben")
    table = ann.open_table("karuba_cards", "me", "open")
    ben.sit(table)
    play_on([ann, ben], table, 6)
    assert ann.http.get("/tables/there-is-none").status_code == 404
    with ann.live(table) as tab:
        tab.table()
        assert told(server)["templetop_sockets"] >= 1
    after = told(server)
    assert after["templetop_moves_total"] - before["templetop_moves_total"] >= 6
    missed = 'templetop_refusals_total{status="404"}'
    assert after[missed] == before.get(missed, 0) + 1
    assert after["templetop_circles"] >= 1
    assert after['templetop_bots_waiting{room="search"}'] == 0
    assert after["templetop_experiments_waiting"] == 0
    assert after["templetop_store_up"] == 1


def test_a_histogram_holds_every_request_once(server: Serving) -> None:
    found = told(server)
    name = "templetop_request_duration_seconds"
    buckets = [value for key, value in found.items() if key.startswith(f"{name}_bucket")]
    assert buckets == sorted(buckets)
    answered = sum(v for key, v in found.items() if key.startswith("templetop_requests_total"))
    assert buckets[-1] == found[f"{name}_count"] == answered


def test_tables_are_counted_by_their_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_counts, "COUNT_INTERVAL", 0.0)
    with serving(settings_in(tmp_path)) as server:
        server.person("Ann").open_table("karuba", "me", "open")
        found = told(server)
    states = {state: found[f'templetop_tables{{state="{state}"}}'] for state in table_counts.STATES}
    assert states == {"waiting": 1, "running": 0, "over": 0}


# ── When the store is gone ───────────────────────────────────────────────────────────────────────


def test_all_is_well(server: Serving) -> None:
    answer = ask(server, "/health")
    assert (answer.status_code, answer.json()["sentence"]) == (200, "All is well.")


def check_gone_and_back(
    server: Serving, go: Callable[[], object], come: Callable[[], object]
) -> None:
    assert ask(server, "/health").status_code == 200
    go()
    answer = ask(server, "/health")
    assert answer.status_code == 503
    assert answer.json()["error"]["sentence"].startswith("The store does not answer")
    found = told(server)
    assert found["templetop_store_up"] == 0
    assert not [name for name in found if name.startswith("templetop_tables")]
    come()
    eventually(lambda: ask(server, "/health").status_code == 200)
    assert told(server)["templetop_store_up"] == 1


def test_a_file_that_is_gone_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite itself goes on writing to it, and it would all be lost."""
    monkeypatch.setattr(health, "CACHE_SECONDS", 0.0)
    file, away = tmp_path / "data" / "templetop.sqlite", tmp_path / "away.sqlite"
    with serving(settings_in(tmp_path)) as server:
        check_gone_and_back(server, lambda: file.rename(away), lambda: away.rename(file))
        file.rename(away)
        shutil.copy(away, file)
        assert ask(server, "/health").status_code == 503  # that one is another


def test_a_database_that_is_gone_is_noticed(
    postgresql: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "CACHE_SECONDS", 0.0)
    with (
        services.database(postgresql) as store,
        serving(settings_in(tmp_path, store)) as server,
        psycopg.connect(postgresql, autocommit=True) as operator,
    ):
        name = store.rpartition("/")[2]

        def allow(whether: bool) -> None:
            state = SQL("true" if whether else "false")
            change = SQL("ALTER DATABASE {} ALLOW_CONNECTIONS {}").format(Identifier(name), state)
            operator.execute(change)
            end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s"
            operator.execute(end, [name])

        check_gone_and_back(server, lambda: allow(False), lambda: allow(True))


def test_a_store_that_can_be_read_but_not_written_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a disk that is full.

    What is counted is how often a write is asked for: whoever writes tries a job again by itself
    that has failed together with others, such as a look at the clocks.
    """
    monkeypatch.setattr(health, "CACHE_SECONDS", 0.0)
    with serving(settings_in(tmp_path)) as server:
        now, store_health = 0.0, server.app.state.server.store_health
        truly_have = store_health.store.run
        store_health.clock = lambda: now
        truly, tried = health.check_store_writes, list[float]()

        def fails(connection: Connection) -> None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        async def have(job: Callable[..., Any], *about: Any) -> Any:
            if job is fails:
                tried.append(now)
            return await truly_have(job, *about)

        monkeypatch.setattr(store_health.store, "run", have)
        assert ask(server, "/health").status_code == 200
        monkeypatch.setattr(health, "check_store_writes", fails)
        now = health.WRITE_CHECK_INTERVAL / 2
        assert ask(server, "/health").status_code == 200
        assert tried == []
        now = health.WRITE_CHECK_INTERVAL * 1.5
        assert [ask(server, "/health").status_code for _ in range(3)] == [503] * 3
        assert len(tried) == 3  # a store that cannot be written to is tried again at every question
        monkeypatch.setattr(health, "check_store_writes", truly)
        assert ask(server, "/health").status_code == 200


def test_to_try_whether_it_can_be_written_really_writes(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'store.sqlite'}")
    log = tmp_path / "store.sqlite-wal"

    async def written() -> int:
        before = log.stat().st_size
        await store.run(health.check_store_writes)
        return log.stat().st_size - before

    assert in_a_loop(written()) > 0
    store.close()


def test_a_store_that_hangs_is_asked_once_and_not_waited_for(
    postgresql: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "CACHE_SECONDS", 0.0)
    monkeypatch.setattr(health, "ANSWER_TIMEOUT", 0.05)
    for question in ("check_store_reads", "check_store_writes"):
        monkeypatch.setattr(health, question, lambda connection: hang(connection))

    def hang(connection: object) -> None:
        asked.append(connection)
        eventually(lambda: is_over)

    asked: list[object] = []
    is_over: list[bool] = []
    with services.database(postgresql) as store, serving(settings_in(tmp_path, store)) as server:
        assert [ask(server, "/health").status_code for _ in range(12)] == [503] * 12
        assert len(asked) == 1
        monkeypatch.setattr(
            health, "ANSWER_TIMEOUT", PATIENCE
        )  # a busy store is not one that hangs
        is_over.append(True)
        eventually(lambda: ask(server, "/health").status_code == 200)


# ── Who may have them ────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("headers", [
    {"Host": "games.example"},
    {"Host": "[::1"},
    {"Host": ""},
    {"X-Forwarded-For": "203.0.113.7"},
    {"Forwarded": "for=203.0.113.7"},
    {"X-Real-IP": "203.0.113.7"},
    {"Via": "1.1 proxy"},
])  # fmt: skip
def test_metrics_are_not_for_who_comes_through_a_proxy(
    server: Serving, headers: dict[str, str]
) -> None:
    answer = ask(server, "/metrics", **headers)
    assert answer.status_code in (400, 403, 421)
    assert "templetop_" not in answer.text


def test_a_named_proxy_may_pass_on_who_asks_and_that_decides(tmp_path: Path) -> None:
    with serving(settings_in(tmp_path, proxies=("127.0.0.1",))) as server:
        assert ask(server, "/metrics").status_code == 200
        assert ask(server, "/metrics", **{"X-Forwarded-For": "127.0.0.1"}).status_code == 403


@pytest.mark.parametrize(("word", "is_one"), [
    ("127.0.0.1", True), ("127.8.9.10", True), ("::1", True), ("::ffff:127.0.0.1", True),
    ("localhost", True), ("10.0.0.1", False), ("localhost.example", False), ("", False),
])  # fmt: skip
def test_what_is_this_machine(word: str, is_one: bool) -> None:
    assert metrics_routes.is_loopback(word) == is_one


def test_by_a_token_metrics_are_had_from_everywhere_and_by_nothing_else(tmp_path: Path) -> None:
    token = "the token of whoever runs this"
    with serving(
        settings_in(tmp_path, metrics_token=token, address="https://games.example")
    ) as server:
        from_afar = {"X-Forwarded-For": "203.0.113.7", "Host": "games.example"}
        right = ask(server, "/metrics", Authorization=f"Bearer {token}", **from_afar)
        assert right.status_code == 200
        for wrong in ("", token, "Bearer", f"Bearer {token}x", f"Basic {token}"):
            assert ask(server, "/metrics", Authorization=wrong).status_code == 403
