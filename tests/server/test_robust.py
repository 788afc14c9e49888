"""What nobody expects: it is answered in the promised form, noted once, and harms nobody else."""

import asyncio
import os
import sqlite3
from http import cookies
from pathlib import Path
from typing import Any

import orjson
import psycopg
import pytest
from sqlalchemy.exc import DatabaseError, OperationalError

from templetop.server.bots import autoplay
from templetop.server.core.settings import WeakSecret
from templetop.server.http import security_middleware
from templetop.server.store.database import Store, UnknownStore, find_due_tables, write_change
from templetop.server.tables.service import TableService
from templetop.server.tables.worker_bus import CHANNEL, PRESENCE_TIMEOUT, RedisWorkerBus
from tests.server import services
from tests.server.serving import Refused, Serving, eventually, serving, settings_in

# ── Answers ──────────────────────────────────────────────────────────────────────────────────────


def refused_in_form(answer: Any) -> int:
    assert answer.headers["content-type"] == "application/json"
    told = answer.json()
    assert [*told] == ["error", "table"]
    assert told["error"]["sentence"]
    return int(answer.status_code)


@pytest.mark.parametrize("origin", ["http://[::1", "null", "http://", "//", "http://[", "\u00fc"])
def test_an_origin_that_is_none_is_another_site(server: Serving, origin: str) -> None:
    headers = {b"Origin": origin.encode("latin-1")}
    answer = server.stranger().http.post("/guests", json={"name": "Ann"}, headers=headers)
    assert refused_in_form(answer) == 403


@pytest.mark.parametrize(
    "path", ["/%00", "/a/%00/b", f"/{'x' * 300}", f"/{'x/' * 3000}", "/%ff%fe"]
)
def test_a_path_that_can_be_no_file_is_nothing_worse(server: Serving, path: str) -> None:
    for start in ("", "/api", "/assets", "/api/tables"):
        address = f"http://127.0.0.1:{server.port}{start}{path}"
        assert server.stranger().http.get(address).status_code < 500


@pytest.mark.parametrize("body", [
    '{"name": "\\ud800"}', '{"\\ud800": 1}', '{"name": "a\\u0000b"}', '{"name": "\\udcff"}',
])  # fmt: skip
def test_half_a_character_or_none_is_refused(server: Serving, body: str) -> None:
    for path in ("/guests", "/accounts", "/sessions"):
        headers = {"Content-Type": "application/json"}
        content = body.replace("}", ', "password": "a\\u0000\\ud800bcdefgh"}')
        answer = server.stranger().http.post(path, content=content, headers=headers)
        assert refused_in_form(answer) in (401, 422)


@pytest.mark.parametrize("name", ["language", "templetop", "templetop-device", "other"])
def test_no_cookie_takes_long_to_read(
    server: Serving, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Before 3.11.10, Python needs a second for 30 KB of backslashes: nobody else is heard then."""
    escaped, unquote = [], cookies._unquote

    def watched(value: str) -> str:
        escaped.append("\\" in value)
        return str(unquote(value))

    monkeypatch.setattr(cookies, "_unquote", watched)
    ann = server.person("Ann")
    table = ann.open_table("karuba", "me", "open")
    sent = {"Cookie": f'{name}="' + "\\1" * 1000 + '"', "Content-Type": "application/json"}
    stranger = server.stranger()
    for path in ("/me", "/games", f"/tables/{table['id']}"):
        stranger.http.get(path, headers=sent)
    move = {"number": 0, "move": 0}
    stranger.http.post(f"/tables/{table['id']}/moves", json=move, headers=sent)
    with stranger.live(table, headers={"Cookie": sent["Cookie"]}) as tab:
        tab.table()
    assert escaped
    assert not any(escaped)


def test_a_mistake_of_ours_is_told_in_the_same_form_and_noted(
    server: Serving, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*about: Any) -> None:
        raise ArithmeticError("a secret of ours")

    monkeypatch.setattr("templetop.server.tables.listings.table_cards", fail)
    answer = server.stranger().http.get("/tables")
    assert refused_in_form(answer) == 500
    assert "secret" not in answer.text
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
    assert "a secret of ours" in caplog.text


def test_while_the_store_is_away_one_is_told_and_afterwards_all_is_well(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    security_middleware.throttle.allowed_at.clear()
    with services.postgresql() as service:
        server = Serving(settings_in(tmp_path, service))
        ann = server.person("Ann")
        table = ann.open_table("karuba", "me", "open")
    try:
        for _ in range(3):
            assert refused_in_form(ann.http.get(f"/tables/{table['id']}")) == 503
        assert caplog.text.count("The store does not answer") == 1
        with ann.live(table) as tab:
            assert tab.hung_up().code == 1013
        assert ann.get("/games")
    finally:
        server.stop()


def test_bots_that_wait_for_the_store_fill_no_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line when it goes, one when it is back; how often they tried is counted."""
    caplog.set_level("INFO", "templetop.server")
    monkeypatch.setattr(autoplay, "RETRY_INTERVAL", 0.01)
    monkeypatch.setattr(autoplay, "CLOCK_INTERVAL", 0.01)
    with serving(settings_in(tmp_path)) as server:
        ann = server.person("Ann")
        store, service = (
            server.app.state.server.table_service.store,
            server.app.state.server.autoplay,
        )
        truly, is_away = store.run, True

        async def have(job: Any, *about: Any) -> Any:
            if is_away and job in (write_change, find_due_tables):
                raise OperationalError("UPDATE", {}, sqlite3.OperationalError("disk I/O error"))
            return await truly(job, *about)

        monkeypatch.setattr(store, "run", have)
        table = ann.open_table("karuba", "me", 1, options={"setup": "random"})
        eventually(lambda: service.outage.failures > 5)
        assert caplog.text.count("Bots and chance wait for the store: disk I/O error.") == 1
        is_away = False
        eventually(lambda: not service.outage.current_failures)
        eventually(lambda: ann.look(table)["seats"][1]["has_decided"])
    assert caplog.text.count("The store answers again") == 1
    assert "Traceback" not in caplog.text


@pytest.mark.parametrize("path", ["/api/games", "/api/nothing", "/", "/api/openapi.json"])
def test_whoever_asks_for_the_head_is_sent_no_body(server: Serving, path: str) -> None:
    address, http = f"http://127.0.0.1:{server.port}{path}", server.stranger().http
    whole, head = http.get(address), http.head(address)
    assert (head.status_code, head.content) == (whole.status_code, b"")
    for name in ("content-type", "content-length", "content-security-policy"):
        assert head.headers[name] == whole.headers[name]


# ── Messages of other workers ────────────────────────────────────────────────────────────────────

NONSENSE: list[bytes] = [
    b"", b"\xff", b"{", b"[]", b"7", b"null", b"{}", b'{"worker": "w"}',
    b'{"worker": "w", "change": {}}', b'{"worker": "w", "change": 7, "table": "T", "revision": 1}',
    b'{"worker": "w", "here": 7}', b'{"worker": "w", "there": []}',
    b'{"worker": "w", "here": {"T": 7}}', b'{"worker": [], "here": {}}',
]  # fmt: skip


def test_nonsense_on_redis_deafens_nobody(
    postgresql: str, redis: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    import redis as package

    settings = settings_in(tmp_path, postgresql, redis)
    with serving(settings) as first, serving(settings) as second:
        ann, ben = first.person("Ann"), second.person("Ben")
        table = ann.open_table("karuba", "me", "open", options={"setup": "random"})
        ben.sit(table)
        with ann.live(table) as anns:
            anns.table()
            with package.Redis.from_url(redis) as line:
                for message in NONSENSE:
                    assert line.publish(CHANNEL, message) >= 2
                lie: dict[str, Any] = {"row": {"length": 99}, "seats": [[17, {"name": "Eve"}]]}
                lie |= {"moves": [], "cut": 0, "decisions": None, "has_keepsake": False}
                about = {"worker": "w", "table": table["id"], "revision": 3, "change": lie}
                line.publish(CHANNEL, orjson.dumps(about))
            with ben.live(table):
                anns.table(lambda t: t["seats"][1]["is_here"])
            ben.any_move(table)
            anns.table(lambda t: t["seats"][1]["has_decided"])
            assert [seat["name"] for seat in ann.look(table)["seats"]] == ["Ann", "Ben"]
    assert caplog.text.count("which makes no sense") == 2  # once at each worker


def test_a_worker_that_says_nothing_any_more_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    class Deaf:
        def on_remote_presence(self, table_id: str) -> None: ...

        def on_remote_change(self, *about: object) -> None: ...

        def on_remote_close(self, table_id: str) -> None: ...

        def on_sessions_ended(self, sessions: list[str]) -> None: ...

    now = 0.0
    monkeypatch.setattr("templetop.server.tables.worker_bus.time.monotonic", lambda: now)
    bus = RedisWorkerBus("redis://127.0.0.1:1")
    for n in range(5):
        now = 2 * n * PRESENCE_TIMEOUT
        bus.dispatch({"worker": str(n), "here": {"T": [1]}}, Deaf())
    assert [*bus.remote_presence] == ["4"]
    assert bus.remote_seats("T") == {1}


# ── Tables that are not there ────────────────────────────────────────────────────────────────────


def test_tables_that_are_not_there_leave_nothing_behind(server: Serving) -> None:
    table_service: TableService = server.app.state.server.table_service
    stranger = server.stranger()
    before = len(table_service.rooms)
    for n in range(30):
        with pytest.raises(Refused):
            stranger.look(f"nowhere-{n}")
    assert (len(table_service.rooms), len(table_service.loading)) == (before, 0)


def test_a_table_that_many_ask_for_is_loaded_once(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = server.person("Ann")
    table = ann.open_table("karuba", "me", "open")
    table_service: TableService = server.app.state.server.table_service
    table_service.rooms.pop(table["id"])
    truly, asked = table_service.store.table, []

    all_ask = asyncio.Event()

    async def slowly(*about: Any) -> Any:
        asked.append(about)
        await all_ask.wait()
        return await truly(*about)

    monkeypatch.setattr(table_service.store, "table", slowly)

    async def all_come() -> set[int]:
        coming = [asyncio.create_task(table_service.get(table["id"])) for _ in "123"]
        await asyncio.sleep(0)  # each of them has asked
        all_ask.set()
        return {id(room) for room in await asyncio.gather(*coming)}

    loop = server.server.servers[0].get_loop()
    found = asyncio.run_coroutine_threadsafe(all_come(), loop).result()
    assert (len(found), len(asked)) == (1, 1)


def test_a_rulebook_is_put_together_once(server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes milliseconds in which nobody else is answered."""
    first = server.stranger().get("/games/karuba/rulebook")
    monkeypatch.setattr("templetop.server.catalog.routes.EntryView", None)
    assert server.stranger().get("/games/karuba/rulebook") == first


# ── What is kept ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("kept", [b"", b"\n", b"short", b" " * 64])
def test_a_secret_that_could_be_guessed_is_refused(tmp_path: Path, kept: bytes) -> None:
    settings = settings_in(tmp_path)
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "secret").write_bytes(kept)
    with pytest.raises(WeakSecret, match="too short"):
        settings.load_secret()


def test_a_file_that_is_no_store_gets_a_sentence(tmp_path: Path) -> None:
    for name, content in (("text", b"This is no database at all. " * 99), ("half", b"SQLite f")):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(UnknownStore, match="damaged"):
            Store(f"sqlite:///{tmp_path / name}")


def test_a_damaged_store_gets_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "store.sqlite"
    Store(f"sqlite:///{file}").close()
    content = bytearray(file.read_bytes())
    content[4096:] = b"\x00\xff" * (len(content[4096:]) // 2)
    file.write_bytes(content)
    with pytest.raises(UnknownStore, match="damaged"):
        Store(f"sqlite:///{file}")


def test_a_store_that_is_damaged_while_people_play_gets_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    security_middleware.throttle.allowed_at.clear()
    malformed = sqlite3.DatabaseError("database disk image is malformed")

    def fail(*about: Any) -> None:
        raise DatabaseError("SELECT", {}, malformed)

    with serving(settings_in(tmp_path)) as server:
        monkeypatch.setattr("templetop.server.tables.listings.table_cards", fail)
        for _ in range(3):
            answer = server.stranger().http.get("/tables")
            assert refused_in_form(answer) == 503
            assert "damaged" in answer.text
    assert caplog.text.count("is damaged (database disk image is malformed)") == 1


def test_the_store_is_readable_by_its_owner_alone(tmp_path: Path) -> None:
    """Whatever folder it is in: hashes of passwords and links of private tables are there."""
    (tmp_path / "data").mkdir(mode=0o755)
    before = os.umask(0o022)
    try:
        with serving(settings_in(tmp_path)) as server:
            server.person("Ann")
            found = {path.name: path.stat().st_mode & 0o777 for path in server_files(tmp_path)}
    finally:
        os.umask(before)
    assert {*found} >= {"templetop.sqlite", "templetop.sqlite-wal", "secret"}
    assert {*found.values()} == {0o600}


def server_files(folder: Path) -> list[Path]:
    return [path for path in (folder / "data").iterdir() if path.is_file()]


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_store_of_a_newer_version_gets_a_sentence(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    newer = "UPDATE alembic_version SET version_num = '9999'"
    if kind == "sqlite":
        address = f"sqlite:///{tmp_path / 'store.sqlite'}"
        Store(address).close()
        with sqlite3.connect(tmp_path / "store.sqlite") as file:
            file.execute(newer)
        file.close()
        with pytest.raises(UnknownStore, match="newer version"):
            Store(address)
        return
    with services.database(request.getfixturevalue("postgresql")) as address:
        Store(address).close()
        with psycopg.connect(address) as connection:
            connection.execute(newer)
        with pytest.raises(UnknownStore, match="newer version"):
            Store(address)


# ── Numbers ──────────────────────────────────────────────────────────────────────────────────────


def test_a_table_may_come_to_any_number_by_play(server: Serving) -> None:
    """Whoever takes back and lays again, and again, plays on all the same."""
    ann = server.person("Ann")
    table = ann.open_table("karuba", "me", options={"setup": "placed"})
    with server.app.state.server.table_service.store.engine.begin() as connection:
        connection.exec_driver_sql(
            f"UPDATE tables SET undone = 700000000 WHERE id = '{table['id']}'"
        )
    server.app.state.server.table_service.rooms.clear()
    now = ann.look(table)
    assert now["number"] > 1_000_000_000
    moved = ann.move(table, now["number"], now["offers"][0]["move"])
    again = ann.undo(table, moved["number"])
    assert again["number"] == now["number"] + 2
    assert ann.any_move(table)["moves"] == now["moves"] + 1
