"""Behind a proxy: it is believed who sent something and to which host, if the operator named it."""

import json
from pathlib import Path

import pytest
from websockets.sync.client import connect

from templetop.server.core.settings import RateLimitSettings
from tests.server.serving import PATIENCE, Serving, serving, settings_in

ONE_GUEST = RateLimitSettings(guests=1)


def come_as_guest(server: Serving, **headers: str) -> int:
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    name = {"name": "Ann"}
    return server.stranger().http.post("/guests", json=name, headers=sent).status_code


@pytest.mark.parametrize(("proxies", "last"), [((), 429), (("127.0.0.0/8",), 200)])
def test_limits_count_who_sent_it(tmp_path: Path, proxies: tuple[str, ...], last: int) -> None:
    with serving(settings_in(tmp_path, limits=ONE_GUEST, proxies=proxies)) as server:
        assert come_as_guest(server, X_Forwarded_For="198.51.100.1") == 200
        assert come_as_guest(server, X_Forwarded_For="198.51.100.1") == 429
        assert come_as_guest(server, X_Forwarded_For="198.51.100.2, 198.51.100.1") == 429
        assert come_as_guest(server, X_Forwarded_For="198.51.100.2") == last


def test_all_addresses_of_a_household_are_one_visitor(tmp_path: Path) -> None:
    with serving(settings_in(tmp_path, limits=ONE_GUEST, proxies=("127.0.0.1",))) as server:
        assert come_as_guest(server, X_Forwarded_For="2001:db8::1") == 200
        assert come_as_guest(server, X_Forwarded_For="2001:db8::ffff:1") == 429
        assert come_as_guest(server, X_Forwarded_For="2001:db8:0:1::1") == 200


@pytest.mark.parametrize(("proxies", "status"), [((), 403), (("127.0.0.1",), 200)])
def test_the_host_that_a_browser_asked_for_is_its_own(
    tmp_path: Path, proxies: tuple[str, ...], status: int
) -> None:
    settings = settings_in(tmp_path, proxies=proxies, address="https://games.example")
    with serving(settings) as server:
        told = {"Origin": "https://games.example", "X_Forwarded_Host": "games.example"}
        assert come_as_guest(server, **told) == status
        evil = {"Origin": "https://evil.example", "X_Forwarded_Host": "games.example"}
        assert come_as_guest(server, **evil) == 403


def test_where_only_https_is_spoken_no_page_that_came_by_http_acts_for_anybody(
    tmp_path: Path,
) -> None:
    settings = settings_in(tmp_path, address="https://games.example", is_https=True)
    with serving(settings) as server:
        said = {"Host": "games.example", "X_Forwarded_Proto": "https"}
        assert come_as_guest(server, Origin="http://games.example", **said) == 403
        assert come_as_guest(server, Origin="https://games.example", **said) == 200


def test_under_a_base_path_all_is_found_with_it_and_without(tmp_path: Path) -> None:
    with serving(settings_in(tmp_path, base="/games")) as server:
        get = server.stranger().http.get
        for start in ("", "/games"):
            address = f"http://127.0.0.1:{server.port}{start}/api/games"
            assert get(address).status_code == 200
        elsewhere = get(f"http://127.0.0.1:{server.port}/gamesapi/games")
        assert "json" not in elsewhere.headers["content-type"]
        ann = server.stranger()
        ann.http.base_url = f"http://127.0.0.1:{server.port}/games/api"  # where her cookie is sent
        ann.post("/guests", name="Ann")
        table = ann.open_table("karuba", "me", "open")
        address = f"ws://127.0.0.1:{server.port}/games/api/tables/{table['id']}/live"
        with connect(address, max_size=None) as line:
            assert json.loads(line.recv(PATIENCE))["table"]["id"] == table["id"]
