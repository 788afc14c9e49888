"""Sessions: begun by signing in, ended by signing out, and dead from then on."""

import time
from pathlib import Path

import httpx
import pytest

from templetop.server.accounts import sessions as module
from templetop.server.core.settings import RateLimitSettings
from templetop.server.store import person_store
from templetop.server.tables.room import SIGNED_OUT
from tests.server.serving import Person, Refused, Serving, serving, settings_in

PASSWORD = "under the third stone"
numbers = iter(range(1_000_000))


def account(server: Serving) -> tuple[str, Person]:
    """Somebody new, whose name nobody has."""
    name = "".join("bdfghjkmnp"[int(digit)] + "a" for digit in f"{next(numbers):05}").title()
    person = server.stranger()
    person.post("/accounts", name=name, password=PASSWORD)
    return name, person


def refused(person: Person, path: str = "/me") -> int:
    with pytest.raises(Refused) as no:
        person.get(path)
    return no.value.status


def with_cookie(server: Serving, cookie: str) -> Person:
    person = server.stranger()
    person.http.cookies.set("templetop", cookie)
    return person


def test_signing_out_ends_the_session_wherever_its_cookie_is(server: Serving) -> None:
    name, person = account(server)
    stolen = person.http.cookies["templetop"]
    assert with_cookie(server, stolen).get("/me")["name"] == name
    person.delete("/sessions")
    assert "templetop" not in person.http.cookies
    assert refused(with_cookie(server, stolen)) == 401
    person.post("/sessions", name=name, password=PASSWORD)
    assert refused(with_cookie(server, stolen)) == 401


def test_signing_in_gives_a_new_session_and_ends_the_one_before(server: Serving) -> None:
    name, person = account(server)
    before = person.http.cookies["templetop"]
    person.post("/sessions", name=name, password=PASSWORD)
    assert person.http.cookies["templetop"] != before
    assert refused(with_cookie(server, before)) == 401
    assert person.get("/me")["name"] == name


def test_who_opens_an_account_is_known_by_a_new_cookie(server: Serving) -> None:
    ann = server.person("Ann")
    before = ann.http.cookies["templetop"]
    ann.post("/accounts", name=f"Opened {next(numbers)}", password=PASSWORD)
    assert refused(with_cookie(server, before)) == 401
    assert not ann.get("/me")["is_guest"]


def test_several_browsers_have_several_sessions(server: Serving) -> None:
    name, first = account(server)
    second = server.stranger()
    second.post("/sessions", name=name, password=PASSWORD)
    first.delete("/sessions")
    assert second.get("/me")["name"] == name


def test_whoever_listens_is_hung_up_on_when_the_session_ends(server: Serving) -> None:
    name, person = account(server)
    table = person.open_table("karuba", "me", "open")
    other = server.stranger()
    other.post("/sessions", name=name, password=PASSWORD)
    with person.live(table) as tab, other.live(table) as others:
        tab.table()
        others.table()
        person.delete("/sessions")
        assert (closed := tab.hung_up()).code == SIGNED_OUT[0]
        assert closed.reason == SIGNED_OUT[1]
        others.pong()


def test_a_new_password_ends_all_other_sessions(server: Serving) -> None:
    name, person = account(server)
    other = server.stranger()
    other.post("/sessions", name=name, password=PASSWORD)
    with pytest.raises(Refused) as wrong:
        person.ask("PUT", "/me/password", old="guessed", new="over the fourth stone")
    assert wrong.value.status == 401
    assert other.get("/me")["name"] == name
    person.ask("PUT", "/me/password", old=PASSWORD, new="over the fourth stone")
    assert person.get("/me")["name"] == name
    assert refused(other) == 401
    with pytest.raises(Refused):
        other.post("/sessions", name=name, password=PASSWORD)
    other.post("/sessions", name=name, password="over the fourth stone")


def test_a_guest_has_no_password_to_change(server: Serving) -> None:
    with pytest.raises(Refused) as no:
        server.person("Ann").ask("PUT", "/me/password", old="", new="over the fourth stone")
    assert no.value.status == 409


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """So many seconds later, as far as sessions know."""
    ahead = [0.0]

    class Clock:
        monotonic = staticmethod(time.monotonic)

        @staticmethod
        def time() -> float:
            return time.time() + ahead[0]

    monkeypatch.setattr(module, "time", Clock)
    return ahead


@pytest.mark.parametrize(("seconds", "status"), [
    (-10 * module.SESSION_SECONDS, None),  # the clock was set back: what is good stays good
    (-3600.0, None),
    (module.SESSION_SECONDS - 3600.0, None),
    (module.SESSION_SECONDS + 3600.0, 401),
])  # fmt: skip
def test_a_session_that_nobody_uses_is_over_after_a_year(
    server: Serving, later: list[float], seconds: float, status: int | None
) -> None:
    ann = server.person("Ann")
    server.app.state.server.people.sessions.uncache_all()
    later[0] = seconds
    if status is None:
        assert ann.get("/me")["name"] == "Ann"
    else:
        assert refused(ann) == status


def test_a_session_that_is_used_goes_on(server: Serving, later: list[float]) -> None:
    ann = server.person("Ann")
    for n in range(1, 4):
        later[0] = n * (module.SESSION_SECONDS - 3600.0)
        server.app.state.server.people.sessions.uncache_all()
        assert ann.get("/me")["name"] == "Ann"


def test_not_every_request_asks_the_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(settings_in(tmp_path)) as server:
        ann, person_store = server.person("Ann"), server.app.state.server.people.person_store
        monkeypatch.setattr(person_store, "session_person", None)
        for _ in range(3):
            assert ann.get("/me")["name"] == "Ann"


def test_who_signs_out_at_one_worker_is_out_at_the_other(
    postgresql: str, redis: str, tmp_path: Path
) -> None:
    settings = settings_in(tmp_path, postgresql, redis)
    with serving(settings) as first, serving(settings) as second:
        ann = first.person("Ann")
        elsewhere = with_cookie(second, ann.http.cookies["templetop"])
        table = ann.open_table("karuba", "me", "open")
        with elsewhere.live(table) as tab:
            assert tab.table()["you"] == 0
            ann.delete("/sessions")
            assert tab.hung_up().code == SIGNED_OUT[0]
        assert refused(elsewhere) == 401


# ── Wrong passwords ──────────────────────────────────────────────────────────────────────────────


def tried(person: Person, name: str, password: str, **headers: str) -> int:
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    body = {"name": name, "password": password}
    return person.http.post("/sessions", json=body, headers=sent).status_code


def test_wrong_passwords_of_others_do_not_keep_the_owner_out(tmp_path: Path) -> None:
    """Neither from another address, nor from the same one, in a browser that was here before."""
    limits = RateLimitSettings(sign_ins=5, guesses=8)
    with serving(settings_in(tmp_path, limits=limits, proxies=("127.0.0.1",))) as server:
        name, owner = account(server)
        owner.delete("/sessions")
        eve = server.stranger()
        told = [tried(eve, name, "guessed", X_Forwarded_For="198.51.100.1") for _ in range(7)]
        assert told == [401] * 5 + [429] * 2
        new = server.stranger()
        assert tried(new, name, PASSWORD, X_Forwarded_For="198.51.100.2") == 200
        assert tried(owner, name, PASSWORD, X_Forwarded_For="198.51.100.1") == 200
        owner.delete("/sessions")
        from_each = [
            [tried(eve, name, "guessed", X_Forwarded_For=f"203.0.113.{n}") for _ in range(4)]
            for n in range(9)
        ]
        # It is guessed from everywhere: beyond its first tries an address has no more.
        assert from_each[-1] == [401] * 3 + [429]
        another = server.stranger()
        assert tried(another, name, PASSWORD, X_Forwarded_For="198.51.100.3") == 200
        assert tried(owner, name, PASSWORD, X_Forwarded_For="198.51.100.1") == 200


# ── Over HTTPS ───────────────────────────────────────────────────────────────────────────────────


def given(answer: httpx.Response) -> dict[str, str]:
    """The cookies that are set, with what is said about each."""
    return dict(one.split("=", 1) for one in answer.headers.get_list("set-cookie"))


def asked(person: Person, path: str, **cookies: str) -> httpx.Response:
    """As a browser over HTTPS would; the client of the tests sends no such cookie over HTTP."""
    said = "; ".join(f"{name.replace('__Host_', '__Host-')}={v}" for name, v in cookies.items())
    return person.http.get(path, headers={"Cookie": said})


def test_over_https_the_cookie_belongs_to_this_host_alone(tmp_path: Path) -> None:
    with serving(settings_in(tmp_path, is_https=True)) as server:
        ann = server.stranger()
        [(name, said)] = given(ann.http.post("/guests", json={"name": "Ann"})).items()
        assert name == "__Host-templetop"
        value, *about = said.split("; ")
        assert {"Path=/", "Secure", "HttpOnly"} <= {*about}
        assert not any(one.startswith("Domain") for one in about)
        assert asked(ann, "/me", __Host_templetop=value).json()["name"] == "Ann"
        assert not given(asked(ann, "/visitor", __Host_templetop=value))


def test_who_has_a_cookie_of_before_stays_signed_in_and_gets_the_new_one(tmp_path: Path) -> None:
    with serving(settings_in(tmp_path)) as server:
        ann = server.person("Ann")
        old = ann.http.cookies["templetop"]
    with serving(settings_in(tmp_path, is_https=True)) as server:
        answer = asked(server.stranger(), "/visitor", templetop=old)
        assert answer.json()["me"]["name"] == "Ann"
        new = given(answer)
        assert new["__Host-templetop"].startswith(f"{old};")
        assert "Max-Age=0" in new["templetop"]
        stolen = asked(server.stranger(), "/me", __Host_templetop=old, templetop="made up")
        assert stolen.json()["name"] == "Ann"


def test_under_a_path_the_cookie_has_no_prefix(tmp_path: Path) -> None:
    with serving(settings_in(tmp_path, is_https=True, base="/games")) as server:
        address = f"http://127.0.0.1:{server.port}/games/api/guests"
        assert [*given(server.stranger().http.post(address, json={"name": "Ann"}))] == ["templetop"]


def test_a_device_of_one_account_is_none_of_another(server: Serving) -> None:
    people = server.app.state.server.people
    (_, ann), (_, ben) = account(server), account(server)
    device = ann.http.cookies["templetop-device"]
    owner, other = (
        person_store.Person(person.get("/me")["id"], "", "", "", 0.0) for person in (ann, ben)
    )
    assert people.sessions.has_signed_in_here(owner, device)
    assert not people.sessions.has_signed_in_here(other, device)
    assert not people.sessions.has_signed_in_here(None, device)
    assert not people.sessions.has_signed_in_here(owner, "made up")
