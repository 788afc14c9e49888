"""Guests, accounts, cookies, limits; and what a browser is told about our pages."""

import stat
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from templetop.server.core.settings import RateLimitSettings, Settings
from templetop.server.http.security_middleware import SecurityMiddleware
from tests.server.serving import Refused, Serving, serving, settings_in


def test_a_guest_is_known_again_by_a_cookie_that_scripts_cannot_read(server: Serving) -> None:
    ann = server.stranger()
    with pytest.raises(Refused) as refused:
        ann.get("/me")
    assert refused.value.status == 401
    answer = ann.http.post("/guests", json={"name": "Ann"})
    assert "HttpOnly" in answer.headers["set-cookie"]
    assert "SameSite=lax" in answer.headers["set-cookie"]
    known = {"id": answer.json()["id"], "name": "Ann", "is_guest": True, "email": None}
    assert ann.get("/me") == known


@pytest.mark.parametrize(
    "name", ["", " Ann", "A,B", "#", "\n", "x" * 25, "Owl", "exec:ls", "level3"]
)
def test_what_is_no_name_is_refused(server: Serving, name: str) -> None:
    with pytest.raises(Refused) as refused:
        server.person(name)
    assert refused.value.status == 422


def test_an_account_keeps_a_guests_matches(server: Serving) -> None:
    ann = server.person("Ann")
    table = ann.open_table("karuba", "me", "open")
    somebody = ann.post("/accounts", name="Ann Account", password="much too long")
    assert (somebody["is_guest"], somebody["id"]) == (False, ann.get("/me")["id"])
    ann.delete("/sessions")
    with pytest.raises(Refused):
        ann.get("/me")
    other_browser = server.stranger()
    other_browser.post("/sessions", name="ann  ACCOUNT", password="much too long")
    assert [card["id"] for card in other_browser.get("/tables?which=mine")] == [table["id"]]
    assert other_browser.look(table)["you"] == 0


def test_a_guest_who_takes_another_name_stays_the_same_person(server: Serving) -> None:
    ann = server.person("Ann")
    table = ann.open_table("karuba", "me", "open")
    renamed = ann.patch("/me", name="Ann of the Ferns")
    assert (renamed["name"], renamed["is_guest"]) == ("Ann of the Ferns", True)
    assert renamed == ann.get("/me")
    assert [card["id"] for card in ann.get("/tables?which=mine")] == [table["id"]]
    assert ann.look(table)["seats"][0]["name"] == "Ann"
    assert ann.open_table("karuba", "me")["seats"][0]["name"] == "Ann of the Ferns"


@pytest.mark.parametrize("name", ["", " Ann", "A,B", "x" * 25, "Owl", "exec:ls"])
def test_a_guest_cannot_take_what_is_no_name(server: Serving, name: str) -> None:
    ann = server.person("Ann")
    with pytest.raises(Refused) as refused:
        ann.patch("/me", name=name)
    assert refused.value.status == 422
    assert ann.get("/me")["name"] == "Ann"


def test_who_has_an_account_signs_in_by_the_new_name(server: Serving) -> None:
    eva, password = server.stranger(), "under the third stone"
    server.stranger().post("/accounts", name="Taken", password=password)
    eva.post("/accounts", name="Eva Account", password=password)
    with pytest.raises(Refused) as taken:
        eva.patch("/me", name="TAKEN")
    assert (taken.value.status, eva.get("/me")["name"]) == (409, "Eva Account")
    eva.patch("/me", name="Eva Longlegs")
    assert server.stranger().post("/sessions", name="eva longlegs", password=password) == {
        **eva.get("/me"),
        "name": "Eva Longlegs",
        "is_guest": False,
    }
    with pytest.raises(Refused) as refused:
        server.stranger().post("/sessions", name="Eva Account", password=password)
    assert refused.value.status == 401


def test_nobody_cannot_be_renamed(server: Serving) -> None:
    with pytest.raises(Refused) as refused:
        server.stranger().patch("/me", name="Somebody")
    assert refused.value.status == 401


def test_an_account_has_one_owner_and_one_password(server: Serving) -> None:
    server.stranger().post("/accounts", name="Cem Account", password="correct horse")
    with pytest.raises(Refused) as taken:
        server.stranger().post("/accounts", name="CEM  account", password="battery staple")
    assert taken.value.status == 409
    answers = []
    for name, password in [("Cem Account", "battery staple"), ("Nobody", "correct horse")]:
        with pytest.raises(Refused) as refused:
            server.stranger().post("/sessions", name=name, password=password)
        answers.append((refused.value.status, refused.value.sentence))
    assert answers[0] == answers[1]
    assert answers[0][0] == 401


def test_passwords_are_kept_as_argon2_hashes(server: Serving) -> None:
    server.stranger().post("/accounts", name="Dan Account", password="a secret of mine")
    engine = server.app.state.server.table_service.store.engine
    with engine.connect() as connection:
        kept = connection.exec_driver_sql(
            "select password from people where account = 'dan account'"
        )
        (password,) = kept.one()
    assert password.startswith("$argon2id$")


@pytest.mark.parametrize("cookie", ["", "x", "a.b.c", "WyJhIl0.aaaaaa.bbbbbbbbbbbbbbbbbbbbbbbbbbb"])
def test_a_forged_cookie_is_nobody(server: Serving, cookie: str) -> None:
    eve = server.stranger()
    eve.http.cookies.set("templetop", cookie)
    with pytest.raises(Refused) as refused:
        eve.get("/me")
    assert refused.value.status == 401


def test_a_cookie_of_another_server_is_nobody(server: Serving, tmp_path: Path) -> None:
    with serving(settings_in(tmp_path)) as other:
        cookie = other.person("Ann").http.cookies["templetop"]
    eve = server.stranger()
    eve.http.cookies.set("templetop", cookie)
    with pytest.raises(Refused) as refused:
        eve.open_table("karuba", "me")
    assert refused.value.status == 401


def test_the_secret_is_made_once_and_for_the_owner_alone(tmp_path: Path) -> None:
    settings = Settings(str(tmp_path / "data"))
    secret = settings.load_secret()
    assert len(secret) >= 32
    assert settings.load_secret() == secret
    assert stat.S_IMODE((tmp_path / "data" / "secret").stat().st_mode) == 0o600
    assert Settings(str(tmp_path / "elsewhere")).load_secret() != secret


def test_too_much_in_a_minute_is_refused(tmp_path: Path) -> None:
    limits = RateLimitSettings(guests=3, sign_ins=2, tables=2, hints=1)
    with serving(settings_in(tmp_path, limits=limits)) as server:
        ann = server.person("Ann")
        for _ in range(2):
            ann.open_table("karuba", "me")
            with pytest.raises(Refused) as refused:
                ann.post("/sessions", name="Ann", password="guessed")
            assert refused.value.status == 401
        calls: list[Callable[[], Any]] = [
            lambda: ann.open_table("karuba", "me"),
            lambda: ann.post("/sessions", name="Ben", password="guessed"),
            lambda: [server.person(f"Ben {n}") for n in range(3)],
        ]
        for call in calls:
            with pytest.raises(Refused) as refused:
                call()
            assert refused.value.status == 429


@pytest.mark.parametrize("path", [
    "/daily", "/daily/history", "/duplicates", "/duplicates/{duplicate}", "/friends", "/lessons",
    "/me/bests", "/people/{person}", "/leaderboard?game=karuba",
])  # fmt: skip
def test_nobody_looks_things_up_without_end(limited: Serving, path: str) -> None:
    """Each of these takes the longer, the more somebody has played."""
    ann = limited.person("Ann")
    own = ann.post("/duplicates", game="karuba_cards", seats=[0, 1])["id"]
    where = path.format(duplicate=own, person=ann.get("/me")["id"])
    told = [ann.http.get(where).status_code for _ in range(3)]
    assert 429 not in told[:2]
    assert told[2] == 429


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    settings = settings_in(
        tmp_path_factory.mktemp("limited"), limits=replace(RateLimitSettings.unlimited(), pages=2)
    )
    with serving(settings) as running:
        yield running


def test_only_a_server_behind_https_asks_browsers_to_stay_with_it() -> None:
    name = b"strict-transport-security"
    told = []
    for is_https in (True, False):
        middleware = SecurityMiddleware(None, None, None, is_https)  # type: ignore[arg-type]
        told.append(name in dict(middleware.headers))
    assert told == [True, False]


def test_browsers_are_told_to_load_nothing_from_elsewhere(server: Serving) -> None:
    for path in ("/", "/api/games", "/api/nothing", "/tables/of/the/pages"):
        headers = server.stranger().http.get(f"http://127.0.0.1:{server.port}{path}").headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert "script" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"


def test_another_site_may_not_act_for_a_person(server: Serving) -> None:
    ann = server.person("Ann")
    answer = ann.http.post(
        "/tables",
        json={"game": "karuba", "seats": [{"kind": "me"}]},
        headers={"Origin": "https://evil.example"},
    )
    assert answer.status_code == 403
    assert ann.get("/tables?which=mine") == []
