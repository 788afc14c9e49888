"""The log: dated, one line for each thing, for people or for programs; and without secrets."""

import json
import logging
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from templetop.server.core import logs
from templetop.server.store.database import Store, UnknownStore
from tests.server.serving import Serving, eventually, serving, settings_in

DATE = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"
LINE = re.compile(rf"{DATE} (DEBUG|INFO|WARNING|ERROR) +\S.*")


class Records(logging.Handler):
    """Keeps what is logged."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.written.append(record)


@pytest.fixture
def written() -> Iterator[list[logging.LogRecord]]:
    """What goes to the access log."""
    log, records = logging.getLogger(logs.ACCESS), Records()
    log.addHandler(records)
    before = log.level
    log.setLevel(logging.INFO)
    yield records.written
    log.removeHandler(records)
    log.setLevel(before)


def fields(record: logging.LogRecord) -> dict[str, Any]:
    told: dict[str, Any] = getattr(record, logs.FIELDS)
    return told


def test_every_request_has_a_line(server: Serving, written: list[logging.LogRecord]) -> None:
    ann = server.person("Ann")
    eventually(lambda: written)  # it is noted after it was answered
    written.clear()
    table = ann.open_table("karuba", "me", "open", is_public=False)
    assert server.stranger().http.get(f"/tables/{table['id']}").status_code == 403
    stranger = server.stranger()
    stranger.http.get(f"/tables/{table['id']}?link={table['invitation']}")
    stranger.http.head("/games")
    with stranger.live(table, link=table["invitation"]) as tab:
        tab.table()
    eventually(lambda: len(written) >= 5)
    found = [(f["method"], f["path"], f["status"], f["address"]) for f in map(fields, written)]
    here = "127.0.0.1"
    assert found == [
        ("POST", "/api/tables", 200, here),
        ("GET", f"/api/tables/{table['id']}", 403, here),
        ("GET", f"/api/tables/{table['id']}", 200, here),
        ("HEAD", "/api/games", 200, here),
        ("GET", f"/api/tables/{table['id']}/live", 101, here),
    ]
    assert all(fields(record)["ms"] >= 0 for record in written)
    everything = "".join(
        logs.JsonFormatter().format(record) + str(vars(record)) for record in written
    )
    for secret in (table["invitation"], ann.http.cookies["templetop"], "link="):
        assert secret not in everything


def test_a_line_says_who_asked_and_not_which_proxy(
    tmp_path: Path, written: list[logging.LogRecord]
) -> None:
    with serving(settings_in(tmp_path, proxies=("127.0.0.1",))) as server:
        headers = {"X-Forwarded-For": "203.0.113.7"}
        server.stranger().http.get("/games", headers=headers)
        eventually(lambda: written)
        assert [fields(record)["address"] for record in written] == ["203.0.113.7"]


def test_nobody_writes_lines_of_their_own(
    server: Serving, written: list[logging.LogRecord]
) -> None:
    server.stranger().http.get("/nothing%0A2026-01-01T00:00:00.000Z INFO GET / 200%1B[2J")
    eventually(lambda: written)
    [record] = written
    for formatter in (logs.PlainFormatter(), logs.JsonFormatter()):
        line = formatter.format(record)
        assert line.isprintable()
    assert LINE.fullmatch(logs.PlainFormatter().format(record))


def test_a_long_path_is_cut(server: Serving, written: list[logging.LogRecord]) -> None:
    server.stranger().http.get("/" + "x" * 5000)
    eventually(lambda: written)
    assert len(fields(written[0])["path"]) == 200


def record(message: str, *about: object, failed: bool = False) -> logging.LogRecord:
    trouble: Any = None
    if failed:
        try:
            raise ValueError("a mistake\n2026-01-01T00:00:00.000Z INFO    All is well.\x1b[2J")
        except ValueError:
            trouble = sys.exc_info()
    return logging.LogRecord("templetop.server", logging.ERROR, "", 0, message, about, trouble)


def test_an_object_a_line_for_programs() -> None:
    line = logs.JsonFormatter().format(
        record("Table %s could not go on.", "T\n\ud800", failed=True)
    )
    assert len(line.splitlines()) == 1
    found = json.loads(line)
    assert re.fullmatch(DATE, found["time"])
    assert (found["level"], found["logger"]) == ("error", "templetop.server")
    assert found["message"].startswith("Table T\n")
    assert "ValueError: a mistake\n" in found["exception"]


def test_dated_lines_for_people() -> None:
    first, *more = logs.PlainFormatter().format(record("It failed.", failed=True)).splitlines()
    assert LINE.fullmatch(first)
    assert first.endswith("ERROR   It failed.")
    assert "    ValueError: a mistake" in more
    assert not [line for line in more if not line.startswith("    ") or "\x1b" in line]


def test_what_is_written_to_the_store_is_in_no_error(tmp_path: Path) -> None:
    """Sessions and the hashes of passwords would be in the log otherwise."""
    store = Store(f"sqlite:///{tmp_path / 'store.sqlite'}")
    try:
        with store.engine.begin() as connection, pytest.raises(DBAPIError) as failed:
            connection.execute(text("SELECT * FROM nowhere WHERE id = :id"), {"id": "a session"})
    finally:
        store.close()
    assert "a session" not in f"{failed.value} {failed.value!r}"


def test_the_password_of_a_store_is_in_no_sentence() -> None:
    with pytest.raises(UnknownStore) as refused:
        Store("postgresql://templetop:jaguar[@/")
    assert "jaguar" not in str(refused.value)
