"""What cannot be understood or is not allowed: a clear error, the right status, nothing changed."""

from collections.abc import Callable
from typing import Any

import pytest
from itsdangerous import URLSafeSerializer

from templetop.server.store.schema import Base
from tests.server.serving import Person, Refused, Serving, Table


@pytest.fixture(scope="module")
def server(own_server: Serving) -> Serving:
    """All that is in its store is compared."""
    return own_server


@pytest.fixture(scope="module")
def ann(server: Serving) -> Person:
    return server.person("Ann")


@pytest.fixture(scope="module")
def table(ann: Person) -> Table:
    return ann.open_table("karuba", "me", "open", options={"setup": "random"})


@pytest.fixture(scope="module")
def running(server: Serving, ann: Person) -> Table:
    table = ann.open_table("karuba", "me", "open", options={"setup": "random"})
    server.person("Ben").sit(table)
    return ann.look(table)


def test_broken_json_is_no_json(ann: Person) -> None:
    for content in (b"{", b"", b"\xff\xfe", b"[" * 2_000, b"nan"):
        answer = ann.http.post("/tables", content=content, headers=JSON)
        assert answer.status_code in (400, 422)
        assert answer.json()["error"]["sentence"]
        assert answer.json()["table"] is None


@pytest.mark.parametrize("content", [b"{", b"", b"\xff\xfe", b"[" * 2_000, b'{"number": 3, "mo'])
def test_broken_json_changes_nothing(
    server: Serving, ann: Person, running: Table, content: bytes
) -> None:
    """Wherever JSON is expected: no table more, nobody new, nothing moved."""
    path = f"/tables/{running['id']}"
    before = rows(server)
    for method, where in [
        ("POST", "/tables"), ("POST", "/guests"), ("POST", "/accounts"), ("POST", "/sessions"),
        ("PATCH", "/me"), ("POST", f"{path}/seats"), ("POST", f"{path}/moves"),
        ("DELETE", f"{path}/moves"),
    ]:  # fmt: skip
        answer = ann.http.request(method, where, content=content, headers=JSON)
        assert answer.status_code in (400, 422), where
        assert answer.json()["error"]["sentence"]
        assert "set-cookie" not in answer.headers
    assert rows(server) == before
    assert ann.look(running) == running | {"drawing": ""}


def rows(server: Serving) -> dict[str, list[Any]]:
    """All that the store keeps."""
    with server.app.state.server.table_service.store.engine.connect() as connection:
        return {
            table.name: sorted(map(repr, connection.execute(table.select())))
            for table in Base.metadata.sorted_tables
        }


def strangers_cookie(server: Serving, ann: Person, kind: str) -> str:
    sessions = server.app.state.server.people.sessions
    own = sessions.session_of(ann.http.cookies["templetop"])
    key = sessions.signer.secret_keys
    cookies = {
        "of another server": URLSafeSerializer(b"of another server", salt="session").dumps(own),
        "of a session that never was": sessions.signer.dumps("nothing-of-this-kind"),
        "of another kind": URLSafeSerializer(key, salt="other").dumps(own),
        "of an id": sessions.signer.dumps(ann.get("/me")["id"]),
        "not signed": own,
    }
    return str(cookies[kind])


@pytest.mark.parametrize(
    "kind",
    [
        "of another server",
        "of a session that never was",
        "of another kind",
        "of an id",
        "not signed",
    ],
)
def test_a_foreign_cookie_is_nobodys(
    server: Serving, ann: Person, running: Table, kind: str
) -> None:
    """Neither over HTTP nor over a socket can it do anything, or see what its owner would."""
    eve, before = server.stranger(), rows(server)
    eve.http.cookies.set("templetop", strangers_cookie(server, ann, kind))
    number, move = running["number"], running["offers"][0]["move"]
    attempts: list[Callable[[], Any]] = [
        lambda: eve.get("/me"),
        lambda: eve.patch("/me", name="Eve"),
        lambda: eve.move(running, number, move),
        lambda: eve.undo(running, number),
        lambda: eve.sit(running),
        lambda: eve.leave(running),
        lambda: eve.open_table("karuba", "me"),
    ]
    for attempt in attempts:
        with pytest.raises(Refused) as refused:
            attempt()
        assert refused.value.status == 401
    assert eve.look(running)["you"] is None
    with eve.live(running) as tab:
        assert tab.table()["you"] is None
    assert rows(server) == before


JSON = {"Content-Type": "application/json"}


def test_a_huge_request_is_too_large(ann: Person) -> None:
    answer = ann.http.post("/guests", content=b'{"name": "' + b"x" * 1_000_000, headers=JSON)
    assert answer.status_code == 413


def test_a_huge_request_without_its_length_is_too_large_as_well(ann: Person) -> None:
    def drops() -> Any:
        for _ in range(100):
            yield b"x" * 10_000

    assert ann.http.post("/guests", content=drops(), headers=JSON).status_code == 413


@pytest.mark.parametrize("path", [
    "/tables/nowhere", "/tables/nowhere/replay", "/tables/nowhere/replay/3",
    "/tables/nowhere/match", "/tables/nowhere/hint", "/games/chess/rulebook", "/nothing",
    "/tables/" + "x" * 32,
])  # fmt: skip
def test_what_is_not_there_is_not_found(ann: Person, path: str) -> None:
    with pytest.raises(Refused) as refused:
        ann.get(path)
    assert refused.value.status == 404


@pytest.mark.parametrize("body", [
    {}, {"number": 0}, {"move": 0}, {"number": "0", "move": 0}, {"number": 0, "move": 1.5},
    {"number": -1, "move": 0}, {"number": 0, "move": 10**30}, {"number": None, "move": None},
    {"number": True, "move": 0}, {"number": 0, "move": 0, "seat": 1},
])  # fmt: skip
def test_what_is_no_move_is_refused(ann: Person, running: Table, body: dict[str, Any]) -> None:
    with pytest.raises(Refused) as refused:
        ann.post(f"/tables/{running['id']}/moves", **body)
    assert refused.value.status == 422
    assert ann.look(running) == running | {"drawing": ""}


def test_a_match_that_has_not_begun_takes_no_moves(ann: Person, table: Table) -> None:
    with pytest.raises(Refused) as refused:
        ann.move(table, 0, 0)
    assert refused.value.status == 409
    with pytest.raises(Refused) as refused:
        ann.get(f"/tables/{table['id']}/replay/0")
    assert refused.value.status == 404


def test_a_foreign_seat_cannot_be_played(server: Serving, ann: Person, running: Table) -> None:
    eve, number, move = server.person("Eve"), running["number"], running["offers"][0]["move"]
    attempts: list[Callable[[], Any]] = [
        lambda: eve.move(running, number, move),
        lambda: eve.undo(running, number),
        lambda: eve.get(f"/tables/{running['id']}/replay/3?seat=0"),
        lambda: eve.get(f"/tables/{running['id']}/match"),
        lambda: eve.get(f"/tables/{running['id']}/hint"),
    ]
    for attempt in attempts:
        with pytest.raises(Refused) as refused:
            attempt()
        assert refused.value.status == 403
    for attempt in (lambda: eve.sit(running), lambda: eve.leave(running)):
        with pytest.raises(Refused) as refused:
            attempt()
        assert refused.value.status == 409
    assert ann.look(running) == running | {"drawing": ""}


def test_out_of_turn_is_refused_with_the_rule(server: Serving) -> None:
    ann, ben = server.person("Ann"), server.person("Ben")
    table = ann.open_table("cacao", "me", "open")
    ben.sit(table)
    waits = next(person for person in (ann, ben) if not person.look(table)["offers"])
    before = waits.look(table)
    with pytest.raises(Refused) as refused:
        waits.move(table, before["number"], 0)
    assert refused.value.status == 409
    assert "Ann" in refused.value.sentence
    assert "Ben" in refused.value.sentence
    assert "seat" not in refused.value.sentence
    assert waits.look(table) == before


def test_who_says_nothing_about_themselves_can_only_look(server: Serving, running: Table) -> None:
    stranger = server.stranger()
    for method, path in [
        ("POST", "/tables"),
        ("POST", f"/tables/{running['id']}/seats"),
        ("DELETE", f"/tables/{running['id']}/seats"),
        ("POST", f"/tables/{running['id']}/rematch"),
        ("GET", f"/tables/{running['id']}/hint"),
    ]:
        body = {"game": "karuba", "seats": [{"kind": "me"}]} if path == "/tables" else {}
        with pytest.raises(Refused) as refused:
            stranger.ask(method, path, **body)
        assert refused.value.status == 401
    assert stranger.look(running)["number"] == running["number"]


def test_a_wrong_method_is_refused_in_the_same_form(ann: Person) -> None:
    with pytest.raises(Refused) as refused:
        ann.ask("PUT", "/games")
    assert refused.value.status == 405


@pytest.mark.parametrize("path", ["/tables/a%00b", "/tables?which=open&after=a%00b"])
def test_a_nul_in_the_name_of_a_table_names_none(ann: Person, path: str) -> None:
    with pytest.raises(Refused) as refused:
        ann.get(path)
    assert refused.value.status == 404


def test_nobody_signs_in_with_a_nul_in_their_name(ann: Person) -> None:
    with pytest.raises(Refused) as refused:
        ann.post("/sessions", name="An\0n", password="twelve letters")
    assert refused.value.status == 401
