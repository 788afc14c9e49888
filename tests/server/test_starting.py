"""A server whose database is away when it starts waits for it, and says so to everybody."""

import uuid
from pathlib import Path

import httpx
import psycopg
import pytest
from psycopg.sql import SQL, Identifier
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from templetop.server.operations import startup
from templetop.server.store.database import Store, StoreAway, UnknownStore
from tests.server.serving import (
    NO_CERTIFICATES,
    PATIENCE,
    Serving,
    eventually,
    serving,
    settings_in,
)

SENTENCE = "The server is waiting for its store; try again in a moment."


def ask(server: Serving, path: str, **headers: str) -> httpx.Response:
    address = f"http://127.0.0.1:{server.port}{path}"
    return httpx.get(address, headers=headers, timeout=PATIENCE, verify=NO_CERTIFICATES)


@pytest.fixture
def away(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """As long as there is something in it, the store is away."""
    why = ["It does not answer."]

    def store(url: str) -> Store:
        if why:
            raise StoreAway(why[0])
        return Store(url)

    monkeypatch.setattr(startup, "Store", store)
    monkeypatch.setattr(startup, "RETRY_INTERVAL", 0.01)
    return why


def test_everybody_is_told_to_wait_until_the_store_answers(tmp_path: Path, away: list[str]) -> None:
    with serving(settings_in(tmp_path)) as server:
        for path in ("/api/health", "/api/games", "/api/metrics", "/api/nothing"):
            answer = ask(server, path)
            assert answer.status_code == 503
            assert answer.json()["error"]["sentence"] == SENTENCE
        german = {"Accept-Language": "de"}
        assert ask(server, "/api/health", **german).json()["error"]["sentence"] != SENTENCE
        page = ask(server, "/")
        assert (page.status_code, page.text) == (503, SENTENCE)
        assert page.headers["x-frame-options"] == "DENY"
        move = f"http://127.0.0.1:{server.port}/api/tables/A/moves"
        assert httpx.post(move, json={"number": 1, "move": 1}).status_code == 503
        with pytest.raises(InvalidStatus):
            connect(f"ws://127.0.0.1:{server.port}/api/tables/A/live")
        away.clear()
        eventually(lambda: ask(server, "/api/health").status_code == 200)
        assert server.person("Ann").open_table("karuba", "me", 1)["id"]


def test_it_can_be_stopped_while_it_waits(tmp_path: Path, away: list[str]) -> None:
    with serving(settings_in(tmp_path)) as server:
        assert ask(server, "/api/health").status_code == 503


def test_a_database_that_is_not_there_yet_is_waited_for(postgresql: str, tmp_path: Path) -> None:
    name = f"later_{uuid.uuid4().hex}"
    with psycopg.connect(postgresql, autocommit=True) as connection:
        with serving(settings_in(tmp_path, f"{postgresql.rpartition('/')[0]}/{name}")) as server:
            assert ask(server, "/api/health").status_code == 503
            connection.execute(SQL("CREATE DATABASE {}").format(Identifier(name)))
            eventually(lambda: ask(server, "/api/health").status_code == 200)
            assert server.person("Ann").get("/me")["name"] == "Ann"
        connection.execute(SQL("DROP DATABASE {} WITH (FORCE)").format(Identifier(name)))


@pytest.mark.parametrize("host", ["127.0.0.1:1", "no-such-host.invalid"])
def test_a_database_that_is_away_is_not_one_that_is_wrong(host: str) -> None:
    with pytest.raises(StoreAway):
        Store(f"postgresql://nobody@{host}/nothing")
    with pytest.raises(UnknownStore) as wrong:
        Store("mysql://localhost/templetop")
    assert not isinstance(wrong.value, StoreAway)
