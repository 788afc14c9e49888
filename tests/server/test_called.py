"""People are called to tables where it is their turn, if they are away: by push and by mail."""

import asyncio
import contextlib
import socket
import time
from base64 import urlsafe_b64decode
from collections.abc import Iterator
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from templetop.server.core.client_addresses import parse_address
from templetop.server.notifications import public_http, web_push
from templetop.server.notifications.public_http import NotPublicAddress, PublicHttpClient, is_public
from templetop.server.notifications.turn_notifier import TurnNotifier
from templetop.server.tables import holidays
from tests.server import services
from tests.server.conftest import STORES
from tests.server.endpoint import LATER, MUCH_LATER, SOON, Endpoint, call, endpoint
from tests.server.letterbox import Letterbox, letterbox, text_of, token_in
from tests.server.serving import Person, Refused, Serving, eventually, serving, settings_in

ADDRESS, PASSWORD = "https://games.example", "under the third stone"
DAYS = {"kind": "move", "seconds": 24 * 3600}


@pytest.fixture(scope="module")
def box() -> Iterator[Letterbox]:
    with letterbox() as found:
        yield found


@pytest.fixture(scope="module")
def service() -> Iterator[Endpoint]:
    with endpoint() as found:
        yield found


@pytest.fixture(scope="module", params=STORES)
def server(
    box: Letterbox,
    service: Endpoint,
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Serving]:
    own = {"mail": box.address, "mail_from": "Table <table@games.example>", "address": ADDRESS}
    with contextlib.ExitStack() as stack:
        store = ""
        if request.param == "postgresql":
            store = stack.enter_context(services.database(request.getfixturevalue("postgresql")))
        settings = settings_in(
            tmp_path_factory.mktemp("called"), store, tests_endpoint=service.address, **own
        )
        yield stack.enter_context(serving(settings))


def company(server: Serving, name: str, **others: Any) -> tuple[Person, Person, dict[str, Any]]:
    """Two people at a table where it is the turn of both."""
    ann, ben = server.person(name), server.person("Ben")
    table = ann.open_table("karuba", "me", "open", options={"setup": "random"}, **others)
    ben.sit(table)
    return ann, ben, table


def with_address(box: Letterbox, person: Person, name: str) -> None:
    person.post("/accounts", name=name, password=PASSWORD)
    person.ask("PUT", "/me/email", email="ann@example.org", password=PASSWORD)
    person.post("/me/email/confirmed", token=token_in(box.next()))


def refused(person: Person, method: str, path: str, **body: Any) -> Refused:
    with pytest.raises(Refused) as no:
        person.ask(method, path, **body)
    return no.value


# ── Push ─────────────────────────────────────────────────────────────────────────────────────────


def test_who_is_away_is_pushed_to_once_for_each_turn(server: Serving, service: Endpoint) -> None:
    ann, ben, table = company(server, "Ann", clock=DAYS)
    key = ann.ask("PUT", "/me/browsers", **service.browser("ann"))["push_key"]
    call(server, SOON)
    assert not service.pushes  # who has just gone may be back
    other = TurnNotifier(
        server.app.state.server.table_service, b"", server.app.state.server.turn_notifier.push, None
    )
    call(server, LATER, other)  # of two workers, one sends
    path, headers, told = service.next()
    assert (path, headers["topic"], headers["content-encoding"]) == ("/ann", "turns", "aes128gcm")
    assert told == {
        "title": "It is your turn",
        "body": "Karuba with Ben",
        "url": f"tables/{table['id']}",
        "waiting": 1,
    }
    told_by, known_by = headers["authorization"].removeprefix("vapid t=").split(", k=")
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), bytes_of(key))
    claims = jwt.decode(told_by, point, ["ES256"], audience="http://127.0.0.1")
    assert (known_by, claims["sub"]) == (key, "mailto:table@games.example")
    call(server, MUCH_LATER)
    assert not service.pushes  # it is still the same turn
    ann.any_move(table)
    ben.any_move(table)
    call(server, LATER)
    assert service.next()[2]["waiting"] == 1
    assert ann.get("/me/awaited") == {"tables": 1}
    ann.delete("/me/browsers", endpoint=service.browser("ann")["endpoint"])
    assert ann.get("/me/notices")["browsers"] == []


def test_everyone_is_called_in_the_language_they_asked_in(
    server: Serving, service: Endpoint, box: Letterbox
) -> None:
    anna, _, _ = company(server, "Anna", clock=DAYS)
    with_address(box, anna, "Anna Ahorn")
    anna.http.cookies.set("language", "de")
    anna.ask("PUT", "/me/browsers", **service.browser("anna"))
    anna.ask("PUT", "/me/notices", by_mail=True)
    anna.http.cookies.set("language", "en")
    anna.ask(
        "PUT", "/me/browsers", **service.browser("elsewhere")
    )  # this browser is an English one
    call(server, LATER)
    told = {path: told for path, _, told in (service.next(), service.next())}
    said = {path: (one["title"], one["body"]) for path, one in told.items()}
    assert said == {
        "/anna": ("Du bist am Zug", "Karuba mit Ben"),
        "/elsewhere": ("It is your turn", "Karuba with Ben"),
    }
    call(server, MUCH_LATER)
    mail = box.next()
    assert mail["Subject"] == "Du bist am Zug: Karuba mit Ben"
    assert text_of(mail).startswith("Hallo Anna Ahorn,")


def bytes_of(letters: str) -> bytes:
    return urlsafe_b64decode(letters + "=" * (-len(letters) % 4))


def test_nobody_is_called_who_looks_at_the_table(server: Serving, service: Endpoint) -> None:
    ann, _, table = company(server, "Lea Looks")
    ann.ask("PUT", "/me/browsers", **service.browser("lea"))
    with ann.live(table) as tab:
        tab.table()
        call(server, LATER)
    call(server, MUCH_LATER)  # she has seen it
    assert not service.pushes
    ann, _, table = company(server, "Lea Left")
    ann.ask("PUT", "/me/browsers", **service.browser("left"))
    with ann.live(table) as tab:
        tab.table()
        tab.say(type="ping", is_hidden=True)  # behind other tabs
        while tab.hear()["type"] != "pong":
            pass
        call(server, LATER)
    assert service.next()[0] == "/left"


def test_many_tables_are_one_notice_and_bots_call_nobody(
    server: Serving, service: Endpoint
) -> None:
    ann, ben, _ = company(server, "Mia Many")
    second = ann.open_table("karuba", "me", "open", options={"setup": "random"})
    ben.sit(second)
    ann.open_table("karuba", "me", 1, options={"setup": "random"})
    ann.ask("PUT", "/me/browsers", **service.browser("mia"))
    call(server, LATER)
    _, _, told = service.next()
    assert (told["waiting"], told["url"]) == (2, "lobby")
    assert told["body"] == "Karuba with Ben\nKaruba with Ben"
    assert not service.pushes


def test_a_browser_that_is_gone_is_forgotten_and_one_that_fails_is_tried_again(
    server: Serving, service: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web_push, "RETRY_INTERVALS", (0.0, 0.0))
    ann, ben, table = company(server, "Gus Gone")
    ann.ask("PUT", "/me/browsers", **service.browser("gus"))
    for status, tries in ((503, 3), (307, 3), (403, 1), (410, 1)):
        service.status = status
        call(server, LATER)
        assert [service.next()[0] for _ in range(tries)] == ["/gus"] * tries
        assert not service.pushes
        ann.any_move(table)
        ben.any_move(table)
    service.status = 201
    assert ann.get("/me/notices")["browsers"] == []


def test_a_browser_is_told_as_long_as_somebody_is_signed_in_there(
    server: Serving, service: Endpoint
) -> None:
    ann, _, _ = company(server, "Sue Signs Out")
    ann.ask("PUT", "/me/browsers", **service.browser("sue"))
    ann.delete("/sessions")
    call(server, LATER)
    assert not service.pushes


@pytest.mark.parametrize("url", [
    "http://push.example/x", "https://push.example:8443/x", "https://me:pw@push.example/",
    "https://127.0.0.1/x", "https://10.1.2.3/", "https://[::1]/", "https://[fe80::1]/",
    "https://169.254.169.254/latest", "https://[::ffff:10.0.0.1]/", "https://[64:ff9b::a00:1]/",
    "https://224.0.0.1/", "https://[2002:a00:1::]/", "https://0.0.0.0/", "https://100.64.0.1/",
    "https://[", "file:///etc/passwd", "https://push.example/a b", "https:///x", "",
])  # fmt: skip
def test_nothing_is_sent_but_to_public_hosts(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    known = socket.getaddrinfo

    def look_up(host: str, *about: Any, **others: Any) -> Any:
        return known("8.8.8.8" if host == "push.example" else host, *about, **others)

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    with pytest.raises(NotPublicAddress):
        asyncio.run(PublicHttpClient().resolve(url))


def test_a_name_is_looked_up_once_and_all_its_addresses_count(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answers = iter([["8.8.8.8"], ["8.8.8.8", "127.0.0.1"]])
    reached: list[Any] = []

    async def connect(host: str, port: int, **about: Any) -> Any:
        reached.append((host, port, about["server_hostname"]))
        raise ConnectionRefusedError

    monkeypatch.setattr(public_http, "look_up", lambda host: next(answers))
    monkeypatch.setattr(asyncio, "open_connection", connect)
    with pytest.raises(ConnectionRefusedError):
        asyncio.run(PublicHttpClient().post("https://push.example/x", {}, b""))
    assert reached == [("8.8.8.8", 443, "push.example")]
    with pytest.raises(NotPublicAddress):
        asyncio.run(PublicHttpClient().post("https://push.example/x", {}, b""))
    address = parse_address("2a00:1450:4001:82a::200e")
    assert address is not None
    assert is_public(address)


def test_what_is_no_browser_is_refused(server: Serving, service: Endpoint) -> None:
    ann, good = server.person("Ann"), service.browser("x")
    for bad in ({"p256dh": "A" * 87}, {"auth": "A"}, {"endpoint": "https://10.0.0.1/"}):
        no = refused(ann, "PUT", "/me/browsers", **{**good, **bad})
        assert (no.status, no.sentence.endswith(".")) == (422, True)
    assert ann.get("/me/notices")["browsers"] == []
    for n in range(12):
        found = ann.ask("PUT", "/me/browsers", **service.browser(str(n)))
    assert len(found["browsers"]) == 10


# ── Mail ─────────────────────────────────────────────────────────────────────────────────────────


def test_a_mail_tells_of_turns_until_one_click_stops_it(server: Serving, box: Letterbox) -> None:
    ann, ben, table = company(server, "Mel", clock=DAYS)
    assert refused(ann, "PUT", "/me/notices", by_mail=True).status == 409
    with_address(box, ann, f"Mel {time.time_ns()}")
    assert ann.ask("PUT", "/me/notices", by_mail=True)["by_mail"]
    call(server, LATER)
    assert not box.mails  # a mail takes its time
    call(server, 400.0)
    mail = box.next()
    assert (mail["To"], mail["Subject"]) == ("ann@example.org", "It is your turn: Karuba with Ben")
    assert f"{ADDRESS}/tables/{table['id']}" in text_of(mail)
    ann.any_move(table)
    ben.any_move(table)
    call(server, 800.0)
    assert not box.mails  # one an hour
    call(server, MUCH_LATER + 400.0)
    assert "Karuba with Ben" in text_of(box.next())
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = mail["List-Unsubscribe"].strip("<>").removeprefix(f"{ADDRESS}/api")
    stranger = server.stranger().http
    seen = stranger.get(link)
    assert (seen.status_code, "/unsubscribe#" in seen.headers["location"]) == (303, True)
    assert ann.get("/me/notices")["by_mail"]  # by looking at it nothing stops
    assert stranger.post(f"{link}x", content="").status_code == 410
    done = stranger.post(link, data={"List-Unsubscribe": "One-Click"})
    assert done.status_code == 200
    assert not ann.get("/me/notices")["by_mail"]
    assert token_in(mail) == link.rpartition("/")[2]  # the page in the text has the same


# ── Holidays ─────────────────────────────────────────────────────────────────────────────────────


def test_on_holiday_ones_own_clocks_rest_and_all_see_it(server: Serving) -> None:
    ann, ben, table = company(server, "Hal", clock=DAYS)
    quick = ann.open_table("karuba", "me", 1, clock={"kind": "move", "seconds": 600})
    found = ann.ask("PUT", "/me/holiday", days=10)
    assert found["holidays_left"] == 30  # none is over yet
    mine, bens = ben.look(table)["seats"]
    assert (mine["away_until"], bens["away_until"]) == (found["holiday_until"], None)
    assert ann.look(quick)["seats"][0]["away_until"] is None
    [row] = [card for card in ben.get("/tables?which=mine") if card["id"] == table["id"]]
    assert row["clock"] == DAYS
    assert row["seats"][1]["seconds_left"] == pytest.approx(24 * 3600, abs=600)
    table_service = server.app.state.server.table_service
    later = time.time() + 3 * 24 * 3600
    at = table_service.rooms[table["id"]].table
    assert (at.seconds_left(0, later) or 0) > 23 * 3600  # hers stands still
    assert at.seconds_left(1, later) == 0.0
    assert at.row.deadline < later  # the first clock that runs out is his
    another = ben.open_table("karuba", "me", "open", options={"setup": "random"}, clock=DAYS)
    assert ann.sit(another)["seats"][1]["away_until"] == found["holiday_until"]
    no = refused(ann, "PUT", "/me/holiday", days=31)
    assert (no.status, no.sentence) == (409, "You have 30 of 30 days of holiday left this year.")
    back = ann.delete("/me/holiday")
    assert (back["holiday_until"], back["holidays_left"]) == (None, 30)
    assert ben.look(table)["seats"][0]["away_until"] is None
    kept = ann.get("/me/export")
    assert len(kept["holidays"]) >= 1
    ann.delete("/me", password="")
    eventually(lambda: ben.look(table)["seats"][0]["has_left"])


def test_nobody_fills_the_store_with_holidays(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(holidays, "MAX_HOLIDAYS", 3)
    ann = server.person("Ann")
    for _ in range(3):
        ann.ask("PUT", "/me/holiday", days=1)
        ann.delete("/me/holiday")
    no = refused(ann, "PUT", "/me/holiday", days=1)
    assert (no.status, no.sentence) == (409, "You have paused your clocks 3 times this year.")
    assert len(ann.get("/me/export")["holidays"]) == 3
