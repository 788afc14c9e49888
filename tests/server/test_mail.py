"""Mail: an address is confirmed, and a forgotten password replaced, by links that are good once."""

import itertools
import smtplib
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from templetop.server.accounts import service
from templetop.server.core.mail import BadMailUrl, SmtpServer
from templetop.server.core.settings import RateLimitSettings
from templetop.server.operations import admin
from tests.server.letterbox import Letterbox, letterbox, text_of, token_in
from tests.server.serving import (
    Person,
    Refused,
    Serving,
    eventually,
    free_port,
    serving,
    settings_in,
)

PASSWORD, NEW = "under the third stone", "over the fourth stone"
ADDRESS = "https://games.example"
FROM = "Templetop <table@games.example>"
NUMBERS = itertools.count()  # of accounts with names of their own


@pytest.fixture(scope="module")
def box() -> Iterator[Letterbox]:
    with letterbox() as found:
        yield found


@pytest.fixture(scope="module")
def server(box: Letterbox, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    own = {"mail": box.address, "mail_from": FROM, "address": ADDRESS}
    with serving(settings_in(tmp_path_factory.mktemp("mail"), **own)) as running:
        yield running


def with_address(server: Serving, box: Letterbox, name: str) -> Person:
    """An account whose address is confirmed."""
    ann = server.stranger()
    ann.post("/accounts", name=name, password=PASSWORD)
    ann.ask("PUT", "/me/email", email="ann@example.org", password=PASSWORD)
    ann.post("/me/email/confirmed", token=token_in(box.next()))
    return ann


def refused(person: Person, method: str, path: str, **body: str) -> int:
    with pytest.raises(Refused) as no:
        person.ask(method, path, **body)
    return no.value.status


def test_an_address_counts_when_it_is_confirmed(server: Serving, box: Letterbox) -> None:
    ann = server.stranger()
    ann.post("/accounts", name="Quilla", password=PASSWORD)
    assert refused(ann, "PUT", "/me/email", email="ann@example.org", password="guessed") == 401
    ann.ask("PUT", "/me/email", email="ann@example.org", password=PASSWORD)
    assert ann.get("/me")["email"] is None
    letter = box.next()
    assert (letter["To"], letter["From"]) == ("ann@example.org", FROM)
    assert "Quilla" in text_of(letter)
    token = token_in(letter)
    assert ann.post("/me/email/confirmed", token=token)["email"] == "ann@example.org"
    assert refused(ann, "POST", "/me/email/confirmed", token=token) == 410
    assert ann.delete("/me/email", password=PASSWORD)["email"] is None


def test_a_forgotten_password_is_replaced_by_the_link(server: Serving, box: Letterbox) -> None:
    ann = with_address(server, box, "Quillb")
    stranger = server.stranger()
    stranger.post("/passwords/forgotten", name="quillB")
    letter = box.next()
    assert letter["To"] == "ann@example.org"
    token = token_in(letter)
    weak = refused(stranger, "PUT", "/passwords/forgotten", token=token, password="password1")
    assert weak == 422  # and the link is good still
    assert (
        stranger.ask("PUT", "/passwords/forgotten", token=token, password=NEW)["name"] == "Quillb"
    )
    assert stranger.get("/me")["name"] == "Quillb"
    assert refused(ann, "GET", "/me") == 401
    assert refused(ann, "POST", "/sessions", name="Quillb", password=PASSWORD) == 401
    assert refused(stranger, "PUT", "/passwords/forgotten", token=token, password=NEW) == 410


def test_nobody_learns_who_has_an_account(server: Serving, box: Letterbox) -> None:
    with_address(server, box, "Quillc")
    silent = server.stranger()
    silent.post("/accounts", name="Quilld", password=PASSWORD)  # without an address
    asked = ("Quillc", "Quilld", "nobody")
    told = [server.stranger().post("/passwords/forgotten", name=name) for name in asked]
    assert told[0] == told[1] == told[2]
    assert "Quillc" in text_of(box.next())
    assert not box.mails


def test_the_link_is_that_of_the_operator_whatever_a_request_says(
    server: Serving, box: Letterbox
) -> None:
    with_address(server, box, "Quille")
    headers = {"Host": "evil", "X-Forwarded-Host": "evil.example"}
    server.stranger().http.post("/passwords/forgotten", json={"name": "Quille"}, headers=headers)
    assert "evil" not in text_of(box.next())


def test_only_the_last_link_is_good_and_only_for_an_hour(
    server: Serving, box: Letterbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_address(server, box, "Quillf")
    tokens = []
    for _ in range(2):
        server.stranger().post("/passwords/forgotten", name="Quillf")
        tokens.append(token_in(box.next()))
    stranger = server.stranger()
    assert refused(stranger, "PUT", "/passwords/forgotten", token=tokens[0], password=NEW) == 410
    now = time.time()
    monkeypatch.setattr(service, "time", type("Later", (), {"time": lambda: now + 3700.0}))
    assert refused(stranger, "PUT", "/passwords/forgotten", token=tokens[1], password=NEW) == 410


def test_a_link_for_one_thing_is_none_for_another(server: Serving, box: Letterbox) -> None:
    ann = server.stranger()
    ann.post("/accounts", name="Quillg", password=PASSWORD)
    ann.ask("PUT", "/me/email", email="ann@example.org", password=PASSWORD)
    token = token_in(box.next())
    assert refused(ann, "PUT", "/passwords/forgotten", token=token, password=NEW) == 410


@pytest.mark.parametrize("email", [
    "ann", "ann@", "@example.org", "ann@example", "ann@exam ple.org", "a@b.org\nBcc: c@d.org",
    "ann@example.org, eve@example.org", "<ann@example.org>", "a\0@example.org", "ä" * 300,
    "=?utf-8?q?ann=40example=2Eorg=2Ceve?=@example.org", "=?utf-8?q??=@example.org",
    "=?utf-8?b?YW5uQGV4YW1wbGUub3JnLGV2ZQ==?=@example.org", "\u202eann@example.org",
    "a..b@example.org", ".a@example.org", "ann@example..org", "a" * 65 + "@example.org",
])  # fmt: skip
def test_what_is_no_address_gets_no_mail(server: Serving, box: Letterbox, email: str) -> None:
    ann = server.stranger()
    name = f"Quillh {next(NUMBERS)}"
    ann.post("/accounts", name=name, password=PASSWORD)
    assert refused(ann, "PUT", "/me/email", email=email, password=PASSWORD) == 422
    assert not box.mails


@pytest.mark.parametrize(
    "email", ["ann@example.org", "ann.o'neill+games@mail.example.org", "jörg@example.org"]
)
def test_what_is_an_address_gets_one(server: Serving, box: Letterbox, email: str) -> None:
    ann = server.stranger()
    ann.post("/accounts", name=f"Quillj {next(NUMBERS)}", password=PASSWORD)
    ann.ask("PUT", "/me/email", email=email, password=PASSWORD)
    assert token_in(box.next())


def test_a_guest_has_no_address(server: Serving) -> None:
    ann = server.person("Ann")
    assert refused(ann, "PUT", "/me/email", email="ann@example.org", password="") == 409


def test_there_is_an_end_to_mail(box: Letterbox, tmp_path: Path) -> None:
    own = {"mail": box.address, "mail_from": FROM, "address": ADDRESS}
    with serving(settings_in(tmp_path, limits=RateLimitSettings(mails=2), **own)) as server:
        told = [
            server.stranger()
            .http.post("/passwords/forgotten", json={"name": f"no {n}"})
            .status_code
            for n in range(4)
        ]
    assert told == [200, 200, 429, 429]


def test_a_server_without_mail_says_so(tmp_path: Path) -> None:
    with serving(settings_in(tmp_path)) as server:
        assert refused(server.stranger(), "POST", "/passwords/forgotten", name="Ann") == 409


def test_mail_that_cannot_be_sent_is_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    nowhere = f"smtp+plain://127.0.0.1:{free_port()}"
    own = {"mail": nowhere, "mail_from": FROM, "address": ADDRESS}
    with serving(settings_in(tmp_path, **own)) as server:
        ann = server.stranger()
        ann.post("/accounts", name="Quilli", password=PASSWORD)
        ann.ask("PUT", "/me/email", email="ann@example.org", password=PASSWORD)
        eventually(lambda: "An email could not be sent" in caplog.text)
        assert ann.get("/me")["email"] is None


@pytest.mark.parametrize(("url", "post"), [
    ("smtp://ann:p%40ss@mail.example", SmtpServer("smtp", "mail.example", 587, "ann", "p@ss")),
    ("smtps://mail.example", SmtpServer("smtps", "mail.example", 465, "", "")),
    ("smtp+plain://127.0.0.1:2525", SmtpServer("smtp+plain", "127.0.0.1", 2525, "", "")),
])  # fmt: skip
def test_how_mail_is_sent_is_said_by_an_address(url: str, post: SmtpServer) -> None:
    assert SmtpServer.from_url(url) == post


@pytest.mark.parametrize("url", ["mail.example", "http://mail.example", "smtp://mail:x"])
def test_what_says_nothing_about_mail_is_refused(url: str) -> None:
    with pytest.raises(BadMailUrl):
        SmtpServer.from_url(url)


def test_whoever_offers_no_secrecy_is_told_no_password(box: Letterbox) -> None:
    """A mail server that cannot encrypt is not trusted with one, unless the operator said so."""
    from email.message import EmailMessage

    message = EmailMessage()
    message["From"], message["To"] = FROM, "ann@example.org"
    post = SmtpServer("smtp", "127.0.0.1", box.port, "ann", "secret")
    with pytest.raises(smtplib.SMTPException):
        post.deliver(message)


def test_a_new_password_makes_old_links_good_for_nothing(server: Serving, box: Letterbox) -> None:
    ann, thief = with_address(server, box, "Quillx"), server.stranger()
    thief.post("/passwords/forgotten", name="Quillx")
    token = token_in(box.next())
    ann.ask("PUT", "/me/password", old=PASSWORD, new=NEW)
    assert refused(thief, "PUT", "/passwords/forgotten", token=token, password=PASSWORD) == 410
    assert ann.get("/me")["name"] == "Quillx"


def test_who_is_banned_does_not_come_back_by_a_link(server: Serving, box: Letterbox) -> None:
    ann = with_address(server, box, "Quilly")
    ann.post("/passwords/forgotten", name="Quilly")
    token = token_in(box.next())
    with server.app.state.server.table_service.store.engine.begin() as connection:
        admin.ban_person("Quilly", "Enough.", connection)
    stranger = server.stranger()
    assert refused(stranger, "PUT", "/passwords/forgotten", token=token, password=NEW) == 403
    assert refused(stranger, "GET", "/me") == 401


def test_nobody_is_buried_in_our_mail_by_many_accounts(box: Letterbox, tmp_path: Path) -> None:
    limits = RateLimitSettings(mails=2, sign_ins=0)
    own = {"mail": box.address, "mail_from": FROM, "address": ADDRESS}
    proxied = settings_in(tmp_path, limits=limits, proxies=("127.0.0.1",), **own)
    with serving(proxied) as server:
        statuses = []
        for n in range(3):  # each account from an address of its own
            ann = server.stranger()
            ann.http.headers["X-Forwarded-For"] = f"10.0.0.{n}"
            ann.post("/accounts", name=f"Quillz {n}", password=PASSWORD)
            wanted = {"email": "Victim@example.org", "password": PASSWORD}
            statuses.append(ann.http.put("/me/email", json=wanted).status_code)
        assert statuses == [200, 200, 429]
        for _ in range(2):
            assert box.next()["To"] == "Victim@example.org"
