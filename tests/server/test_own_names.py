"""Only by its own names may a server be asked; a page elsewhere can point any other name at it."""

from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from templetop.server.core.host_names import OwnHostNames
from tests.server.serving import Serving, serving, settings_in


@pytest.mark.parametrize(("host", "is_own"), [
    ("127.0.0.1", True), ("127.0.0.1:8000", True), ("192.168.178.20:8000", True),
    ("203.0.113.7", True), ("[::1]:8000", True), ("[fe80::1]", True),
    ("localhost", True), ("LOCALHOST:8000", True), ("localhost.", True),
    ("attic", True), ("attic:8000", True), ("attic.local", True), ("Attic.Local:8000", True),
    ("games.example", True), ("Games.Example:8000", True), ("games.example.", True),
    ("evil.example", False), ("evil.games.example", False), ("games.example.evil.example", False),
    ("127.0.0.1.evil.example", False), ("localhost.evil.example", False),
    ("evil.localx", False), ("local.evil.example", False), ("attic.lan", False),
    ("games.example@evil.example", False), ("evil.example%games.example", False),
    ("127.0.0.1%evil.example", False), ("games.example, evil.example", False),
    ("games.example/evil.example", False), ("evil.example?games.example", False),
    ("games.example:port", False), ("[::1", False), ("gämes.example", False), ("", False),
])  # fmt: skip
def test_own_are_addresses_localhost_names_of_this_network_and_the_public_one(
    host: str, is_own: bool
) -> None:
    assert OwnHostNames("https://games.example/island").contains(host) == is_own


def test_without_a_public_address_no_public_name_is_own() -> None:
    assert not OwnHostNames().contains("games.example")
    assert OwnHostNames().contains("localhost:8000")


def test_what_asks_for_another_host_is_told_which_option_would_allow_it(server: Serving) -> None:
    http = server.stranger().http
    answer = http.get("/games", headers={"Host": "games.example:8000"})
    assert answer.status_code == 421
    sentence = (
        "This server is not known as games.example:8000. If it should be, start it with "
        "--address https://games.example:8000."
    )
    assert answer.json()["error"]["sentence"] == sentence
    page = httpx.get(f"http://127.0.0.1:{server.port}/", headers={"Host": "games.example:8000"})
    assert (page.status_code, page.text) == (421, sentence)
    german = {"Host": "x" * 200 + ".example", "Accept-Language": "de"}
    told = http.get("/games", headers=german).json()["error"]["sentence"]
    assert told.startswith("Dieser Server heißt nicht " + "x" * 40 + "….")


def test_no_socket_is_opened_for_another_host(server: Serving) -> None:
    ann = server.person("Ann")
    table = ann.open_table("karuba", "me")
    evil = {"Host": "evil.example", "Origin": "http://evil.example"}
    with pytest.raises(InvalidStatus), ann.live(table, headers=evil):
        pass
    with ann.live(table) as tab:
        tab.table()


def test_the_public_name_and_what_a_named_proxy_says_are_known(tmp_path: Path) -> None:
    settings = settings_in(tmp_path, address="https://games.example", proxies=("127.0.0.1",))
    with serving(settings) as server:
        http = server.stranger().http

        def ask(**headers: str) -> int:
            sent = {name.replace("_", "-"): value for name, value in headers.items()}
            return http.get("/games", headers=sent).status_code

        assert ask(Host="games.example") == 200
        assert ask(Host="app", X_Forwarded_Host="games.example") == 200
        assert ask(Host="app", X_Forwarded_Host="evil.example") == 421
