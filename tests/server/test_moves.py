"""A move takes the short way, and all that is said about it is what the long way would say."""

import asyncio
import struct
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import IntegrityError
from starlette.types import Scope

from templetop.server.http.websocket_protocol import frame_header
from templetop.server.store import writer
from templetop.server.store.database import ADD_MOVES, CHANGE_TABLE, Store
from templetop.server.tables import fast_move_route
from templetop.server.tables.fast_move_route import (
    MoveQuery,
    MoveRequest,
    parse_move_request,
    parse_query,
)
from tests.server.serving import Person, Serving, Table, in_a_loop

SHORT = {"Content-Type": "application/json"}
LONG = {"Content-Type": "application/json; charset=utf-8"}  # which is unusual, and as good


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tables to which somebody has come the short way."""
    ways: list[str] = []
    answered = fast_move_route.handle_move

    async def noted(server: Any, asked: MoveRequest, new: Any) -> Any:
        ways.append(asked.table)
        return await answered(server, asked, new)

    monkeypatch.setattr(fast_move_route, "handle_move", noted)
    return ways


def post(
    person: Person, table: Table, headers: dict[str, str], query: str = "", **said: Any
) -> Any:
    answer = person.http.post(f"/tables/{table['id']}/moves{query}", json=said, headers=headers)
    return answer.status_code, answer.json(), {*answer.headers} - {"date", "content-length"}


@pytest.mark.parametrize("lasting_server", ["sqlite"], indirect=True)
def test_both_ways_say_the_same(server: Serving, taken: list[str]) -> None:
    ann, ben, stranger = server.person("Ann"), server.person("Ben"), server.stranger()
    private = ann.open_table("karuba", "me", "open", options={"setup": "random"}, is_public=False)
    table = ann.open_table("karuba", "me", "open", options={"setup": "random"})
    ben.sit(table)
    now = ann.look(table)
    number, move = now["number"], now["offers"][0]["move"]
    asked = [
        (stranger, table, "", {"number": number, "move": move}),
        (ben, private, "", {"number": 0, "move": 0}),
        (ben, private, f"?link={ann.look(private)['admission']}", {"number": 0, "move": 0}),
        (ben, {"id": "nothing"}, "", {"number": 0, "move": 0}),
        (ann, table, "?drawing=false", {"number": number + 7, "move": move}),
        (ann, table, "", {"number": number, "move": 999}),
        (ann, table, "?view=true&drawing=false", {"number": number, "move": move}),
        (ann, table, "", {"number": number, "move": move}),
    ]
    statuses = []
    for person, where, query, said in asked:
        short = post(person, where, SHORT, query, **said)
        assert taken.pop() == where["id"]
        assert short == post(person, where, LONG, query, **said)
        assert not taken
        statuses.append(short[0])
    assert statuses == [401, 403, 403, 404, 409, 422, 200, 200]


@pytest.mark.parametrize("lasting_server", ["sqlite"], indirect=True)
def test_what_is_no_move_goes_the_long_way(server: Serving, taken: list[str]) -> None:
    ann = server.person("Ann")
    table = ann.open_table("karuba", "me", "open")
    for said in ({}, {"number": -1, "move": 0}, {"number": 0}, {"number": 0, "move": "x"}):
        status, answer, _ = post(ann, table, SHORT, **said)
        assert status == 422
        assert answer["error"]["sentence"]
    assert not taken


def request(path: str = "/api/tables/T/moves", **others: Any) -> Scope:
    usual = {"type": "http", "method": "POST", "path": path, "query_string": b""}
    return usual | {"headers": [(b"content-type", b"application/json")]} | others


def test_only_what_is_usual_is_understood() -> None:
    json = (b"content-type", b"application/json")
    cookie = (b"cookie", b"a=b; templetop=me")
    assert parse_move_request(request(headers=[json, cookie])) == MoveRequest(
        "T", MoveQuery(), "me"
    )
    assert parse_move_request(request()) == MoveRequest("T", MoveQuery(), None)
    for path in ("/api/tables/T/moves/", "/api/tables//moves", f"/api/tables/{'T' * 33}/moves",
                 "/api/tables/T%/moves", "/api/tables/T/seats"):  # fmt: skip
        assert parse_move_request(request(path)) is None
    others: list[Scope] = [
        {"method": "DELETE"}, {"headers": []}, {"headers": [json, cookie, cookie]},
        {"headers": [json, json]}, {"query_string": b"drawing=perhaps"},
    ]  # fmt: skip
    for other in others:
        assert parse_move_request(request(**other)) is None


def test_wishes_stand_behind_the_question_mark() -> None:
    assert parse_query(b"") == MoveQuery("", False, True)
    assert parse_query(b"link=a-b_c&drawing=false&view=true") == MoveQuery("a-b_c", True, False)
    for query in (b"link=a&link=b", b"link=%C3%A4", b"other=true", b"view=1", b"view=",
                  b"link=" + b"a" * 61, b"link=a" + b"&" * 200):  # fmt: skip
        assert parse_query(query) is None


@pytest.mark.parametrize(("length", "how"), [(125, "!BB"), (126, "!BBH"), (65_536, "!BBQ")])
def test_every_length_is_written_as_browsers_read_it(length: int, how: str) -> None:
    assert struct.unpack(how, frame_header(length))[-1] == length


def test_what_the_store_refuses_is_refused_as_ever(tmp_path: Path) -> None:
    """A statement that goes straight to SQLite fails like any other."""
    store = Store(f"sqlite:///{tmp_path / 'store.sqlite'}")
    made = {"table": "T", "number": 1, "seat": 0, "move": 3, "answers": 0, "made_at": 0.0}
    with pytest.raises(IntegrityError), store.engine.begin() as connection:
        ADD_MOVES.execute(connection, made)  # at a table that there is not
    with store.engine.begin() as connection:
        given = {"this": "T", "follows": 0, "standing": [1, 2], "practice": True}
        assert CHANGE_TABLE.execute(connection, given) == 0
    store.close()


def test_a_busy_writer_waits_for_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "GROUP_COMMIT_DELAY", 3600.0)
    store = Store(f"sqlite:///{tmp_path / 'store.sqlite'}")
    hand = store.writer
    assert isinstance(hand, writer.SqliteWriter)

    async def two_come() -> int:
        await store.revision("T")  # nobody is busy yet
        hand.committed_at = float("inf")
        coming = [asyncio.create_task(store.revision("T")) for _ in range(2)]
        await asyncio.sleep(0)
        waiting = len(hand.pending)
        hand.write(0.0)
        await asyncio.gather(*coming)
        return waiting

    assert in_a_loop(two_come()) == 2
    store.close()
