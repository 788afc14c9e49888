"""The door: who says half of something, holds too many connections, or does not take an answer."""

import contextlib
import json
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from templetop.server.core.client_addresses import (
    BadAddress,
    Networks,
    client_address,
    client_network,
)
from templetop.server.core.connection_limits import THROTTLE_SECONDS, ConnectionLimiter, Throttle
from templetop.server.core.settings import RateLimitSettings
from templetop.server.http import http_protocol, security_middleware
from tests.server.serving import PATIENCE, Serving, eventually, serving, settings_in


@contextlib.contextmanager
def line_to(server: Serving, *said: str) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as line:
        for words in said:
            line.sendall(words.encode())
        yield line


def heard_from(line: socket.socket) -> bytes:
    """All that comes until it is closed."""
    parts = []
    with contextlib.suppress(ConnectionResetError):
        while part := line.recv(1 << 16):
            parts.append(part)
    return b"".join(parts)


def refused(line: socket.socket) -> int:
    """With which status; as everything is refused."""
    head, _, body = heard_from(line).partition(b"\r\n\r\n")
    assert json.loads(body)["error"]["sentence"]
    return int(head.split()[1])


@pytest.mark.parametrize("said", [
    "", "\r\n\r\n", "GET / HT", "GET / HTTP/1.1\r\nHost: here\r\nX-Slow: ",
])  # fmt: skip
def test_who_says_half_of_something_is_not_waited_for(
    server: Serving, monkeypatch: pytest.MonkeyPatch, said: str, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(http_protocol, "HEADER_TIMEOUT", 0.1)
    http_protocol.throttle.allowed_at.clear()
    with line_to(server, said) as line:
        assert refused(line) == 408
    assert "127.0.0.1 sent no request, or only part of one" in caplog.text


def test_nor_is_who_goes_on_with_half_of_the_next(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    with line_to(server, "GET /api/games HTTP/1.1\r\nHost: here\r\n\r\n") as line:
        assert b"200 OK" in line.recv(1 << 16)
        monkeypatch.setattr(http_protocol, "HEADER_TIMEOUT", 0.1)
        line.sendall(b"GET /api/ga")
        assert b" 408 " in heard_from(line)


def test_who_does_not_say_all_they_announced_is_not_waited_for(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(security_middleware, "BODY_TIMEOUT", 0.1)
    head = "POST /api/guests HTTP/1.1\r\nHost: here\r\nContent-Length: 50\r\n\r\n"
    with line_to(server, head, '{"name": ') as line:
        assert refused(line) == 408


def test_a_head_without_end_is_refused(server: Serving) -> None:
    start = "GET / HTTP/1.1\r\nX-More: "
    with line_to(server, start + "x" * (http_protocol.MAX_HEADER_BYTES - len(start) + 1)) as line:
        assert refused(line) == 431


@pytest.mark.parametrize("said", ["\x00\x01\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9\r\n\r\n"])
def test_what_is_no_http_is_refused_in_the_same_form(server: Serving, said: str) -> None:
    with line_to(server, said) as line:
        assert refused(line) == 400


def test_who_does_not_take_the_answer_is_left(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All that lies between us is full, and nothing of it is taken."""
    monkeypatch.setattr(http_protocol, "RESPONSE_TIMEOUT", 0.1)
    connections = server.server.server_state.connections
    before = {*connections}
    with line_to(server) as line:
        eventually(lambda: len(connections) > len(before))
        with contextlib.suppress(OSError):  # it may be over while we still ask
            line.sendall(b"GET /api/openapi.json HTTP/1.1\r\nHost: here\r\n\r\n" * 600)
        eventually(lambda: {*connections} <= before)


def test_nobody_holds_more_connections_than_their_share(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_protocol, "HEADER_TIMEOUT", PATIENCE)
    limits = RateLimitSettings(connections=5)
    with serving(settings_in(tmp_path, limits=limits)) as server, contextlib.ExitStack() as stack:
        for _ in range(5):
            stack.enter_context(line_to(server, "GET / HT"))
        for _ in range(10):
            with line_to(server) as line:
                assert refused(line) == 429
        stack.pop_all().close()
        eventually(lambda: server.stranger().get("/games"))
    assert caplog.text.count("127.0.0.1 has 5 connections; it cannot have more.") == 1


def test_half_requests_of_one_keep_nobody_else_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a proxy would, somebody else comes from another address of this machine."""
    monkeypatch.setattr(http_protocol, "HEADER_TIMEOUT", PATIENCE)
    limits = RateLimitSettings(connections=20)
    with serving(settings_in(tmp_path, limits=limits)) as server, contextlib.ExitStack() as stack:
        for _ in range(50):
            stack.enter_context(line_to(server, "GET / HT"))
        with socket.create_connection(
            ("127.0.0.1", server.port), PATIENCE, source_address=("127.0.0.2", 0)
        ) as other:
            other.sendall(b"GET /api/games HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n")
            assert b" 200 OK" in heard_from(other)


def test_a_socket_is_a_connection_until_it_is_closed(tmp_path: Path) -> None:
    with serving(settings_in(tmp_path, limits=RateLimitSettings(connections=9))) as server:
        ann = server.person("Ann")
        table = ann.open_table("karuba", "me", "open")
        for _ in range(20):
            with ann.live(table) as tab:
                tab.table()
        assert ann.look(table)["id"] == table["id"]


def test_nobody_listens_with_more_sockets_than_their_share(tmp_path: Path) -> None:
    from templetop.server.tables.socket_routes import TOO_OFTEN

    with serving(settings_in(tmp_path, limits=RateLimitSettings(sockets=2))) as server:
        ann = server.person("Ann")
        table = ann.open_table("karuba", "me", "open")
        for _ in range(3):
            with ann.live(table) as one, ann.live(table) as two:
                one.table()
                two.table()
                with ann.live(table) as three:
                    assert three.hung_up().code == TOO_OFTEN
            eventually(lambda: not server.app.state.server.sockets.total)


# ── Counting ─────────────────────────────────────────────────────────────────────────────────────


def test_there_is_an_end_to_all_of_them_together() -> None:
    crowd = ConnectionLimiter("connections", 5, max_total=3)
    assert [crowd.acquire(f"10.0.0.{n}") for n in range(5)] == [True, True, True, False, False]
    crowd.release("10.0.0.1")
    assert crowd.acquire("10.0.0.9")


def test_a_proxy_may_hold_any_number() -> None:
    crowd = ConnectionLimiter("connections", 2, exempt=Networks(["10.1.0.0/16"]))
    assert all(crowd.acquire("10.1.2.3") for _ in range(10))
    assert [crowd.acquire("10.2.2.3") for _ in range(3)] == [True, True, False]


def test_who_has_gone_is_forgotten() -> None:
    crowd = ConnectionLimiter("connections", 2)
    for n in range(100):
        crowd.acquire(f"10.0.0.{n}")
        crowd.release(f"10.0.0.{n}")
    assert (len(crowd.counts), crowd.total) == (0, 0)


def test_the_same_thing_is_said_once_in_a_while() -> None:
    now = 0.0
    rarely = Throttle(lambda: now)
    assert [rarely.allow("a"), rarely.allow("a"), rarely.allow("b")] == [True, False, True]
    now += THROTTLE_SECONDS
    assert rarely.allow("a")


@pytest.mark.parametrize(("address", "counted"), [
    ("192.0.2.7", "192.0.2.7"),
    ("::ffff:192.0.2.7", "192.0.2.7"),
    ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
    ("2001:db8:1:2:ffff::1%eth0", "2001:db8:1:2::/64"),
    ("nowhere", "nowhere"),
])  # fmt: skip
def test_a_household_is_counted_as_one(address: str, counted: str) -> None:
    assert client_network(address) == counted


@pytest.mark.parametrize(("peer", "forwarded", "client"), [
    ("192.0.2.7", "198.51.100.1", "192.0.2.7"),  # not named: what it says is nothing
    ("10.0.0.1", "198.51.100.1", "198.51.100.1"),
    ("10.0.0.1", "1.2.3.4, 198.51.100.1", "198.51.100.1"),  # the first is hearsay
    ("10.0.0.1", "1.2.3.4, 198.51.100.1, 10.0.0.2", "198.51.100.1"),
    ("10.0.0.1", "", "10.0.0.1"),
    ("10.0.0.1", "nonsense, <script>", "10.0.0.1"),
    ("10.0.0.1", "2001:db8::1", "2001:db8::1"),
])  # fmt: skip
def test_only_named_proxies_are_believed(peer: str, forwarded: str, client: str) -> None:
    assert client_address(Networks(["10.0.0.0/24"]), peer, forwarded) == client


def test_what_is_no_network_is_refused() -> None:
    with pytest.raises(BadAddress):
        Networks(["everybody"])


# ── Asking again and again ───────────────────────────────────────────────────────────────────────


def test_who_asks_for_too_much_is_not_answered_and_keeps_nobody_else_out(tmp_path: Path) -> None:
    limits = RateLimitSettings(requests=3)
    with serving(settings_in(tmp_path, limits=limits, proxies=("127.0.0.1",))) as server:
        http = server.stranger().http

        def ask(address: str) -> int:
            return http.get("/games", headers={"X-Forwarded-For": address}).status_code

        assert [ask("10.0.0.1") for _ in range(5)] == [200, 200, 200, 429, 429]
        assert ask("10.0.0.2") == 200


def test_whoever_has_asked_for_too_much_is_not_even_listened_to(tmp_path: Path) -> None:
    with serving(settings_in(tmp_path, limits=RateLimitSettings(requests=2))) as server:
        http = server.stranger().http
        assert [http.get("/games").status_code for _ in range(3)] == [200, 200, 429]
        with pytest.raises(httpx.TransportError):
            server.stranger().http.get("/games")
