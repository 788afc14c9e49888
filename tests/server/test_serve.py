"""`templetop serve` on the command line."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from templetop.cli.app import app
from templetop.engine.refusal import Refusal
from templetop.server.core import refusals
from templetop.server.core.refusals import (
    ERRORS,
    InternalError,
    ServiceUnavailable,
    StaleTable,
    TableUnreadable,
    http_status,
    problem_view,
)
from templetop.server.core.settings import NamedBot, RateLimitSettings, RetentionSettings, Settings
from templetop.server.operations.runner import open_browser_when_ready
from templetop.server.store.database import Store, UnknownStore
from tests.server.serving import Serving

AS_JSON = {"Content-Type": "application/json"}


def templetop(*words: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "templetop", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=300)


@pytest.mark.parametrize("words", [
    ["--store", "sqlite:////nowhere/at/all.sqlite"],
    pytest.param(["--workers", "2"], marks=pytest.mark.slow),
    pytest.param(["--store", "mysql://localhost/templetop"], marks=pytest.mark.slow),
])  # fmt: skip
def test_what_cannot_be_served_is_said_in_a_sentence(words: list[str]) -> None:
    """And nothing else, whatever was begun before that."""
    answer = templetop("serve", *words)
    assert answer.returncode in (1, 2)
    assert len(answer.stderr.splitlines()) == 1


@pytest.mark.parametrize("words", [
    ["--workers", "2", "--store", "postgresql://localhost/templetop"],
    ["--workers", "2", "--redis", "redis://localhost"],
    ["--port", "0"],
    ["--bot", "mine"],
    ["--bot", "mine=exec:./there/is/none"],
    ["--bot", "mine@chess=exec:sh"],
    ["--bot", "level3=exec:sh"],
    ["--patience", "0"],
    ["--proxy", "nowhere"],
    ["--limit", "tabels=5"],
    ["--limit", "tables=many"],
    ["--limit", "tables=-1"],
    ["--keep", "over=nan"],
    ["--log", "xml"],
    ["--usual-clock", "-1"],
    ["--mail", "smtp://localhost"],
    ["--mail", "post://localhost", "--mail-from", "a@b.example", "--address", "https://b.example"],
    ["--game", "there/is/none"],
])  # fmt: skip
def test_what_cannot_be_meant_is_said_in_a_sentence(
    words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before anything is begun."""
    monkeypatch.setattr("templetop.server.operations.runner.run_server", None)
    answer = CliRunner(env={"NO_COLOR": "1"}).invoke(app, ["serve", *words])
    assert answer.exit_code in (1, 2)
    assert len(answer.stderr.splitlines()) == 1


def test_without_its_packages_it_says_which_and_how_to_get_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        "templetop.cli.serve.find_spec", lambda name: None if name == "uvicorn" else name
    )
    answer = CliRunner(env={"NO_COLOR": "1"}).invoke(app, ["serve"])
    assert answer.exit_code == 2
    assert " ".join(answer.stderr.split()) == (
        "The web table needs packages that are not installed here, such as uvicorn:"
        " pip install 'templetop[web]'."
    )


def test_an_unknown_store_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnknownStore):
        Store("mysql://localhost/templetop")


def test_what_a_store_needs_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(UnknownStore, match=r"pip install 'templetop\[cluster\]'"):
        Store("postgresql://localhost/templetop")


def test_workers_are_told_their_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(os, "environ", {})
    settings = Settings(
        str(tmp_path),
        redis="redis://localhost",
        limits=RateLimitSettings(tables=3),
        programs=(NamedBot("mine", "./mybot", ["cacao"]),),
    )
    settings.to_environment()
    assert Settings.from_environment() == settings


def test_the_browser_is_opened_when_there_is_something_to_see(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    open_browser_when_ready(f"http://127.0.0.1:{server.port}")
    assert opened == [f"http://127.0.0.1:{server.port}"]


def test_every_refusal_has_its_status() -> None:
    assert http_status(StaleTable("")) == 409
    ours = {kind for kind, (status, _) in ERRORS.items() if status >= 500}
    assert ours == {InternalError, ServiceUnavailable}  # everything else is the visitor's mistake
    assert all(400 <= status < 500 for kind, (status, _) in ERRORS.items() if kind not in ours)


def test_every_refusal_has_a_code_of_its_own() -> None:
    codes = [code for _, code in ERRORS.values()]
    assert len({*codes}) == len(codes)
    assert all(re.fullmatch("[a-z]+(-[a-z]+)*", code) for code in codes)
    for kind in vars(refusals).values():
        if isinstance(kind, type) and issubclass(kind, Refusal) and kind is not Refusal:
            assert kind in ERRORS, kind
    assert problem_view(TableUnreadable("Old.")).code == "table-unreadable"
    assert problem_view(Refusal("Something else.")).code == "refused"


def test_a_request_that_is_refused_has_a_code(server: Serving) -> None:
    ann = server.person("Ann")
    for answer, code in (
        (ann.http.get("/tables/none"), "no-such-table"),
        (ann.http.get("/nowhere"), "not-found"),
        (ann.http.post("/tables", content=b"{", headers=AS_JSON), "bad-request"),
        (ann.http.post("/tables", json={}), "invalid-request"),
        (
            ann.http.post("/tables", json={"game": "none", "seats": [{"kind": "me"}]}),
            "no-such-game",
        ),
    ):
        assert answer.json()["error"]["code"] == code


def test_what_an_operator_says_reaches_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Settings] = []
    monkeypatch.setattr(
        "templetop.server.operations.runner.run_server",
        lambda settings, *rest: told.append(settings),
    )
    words = ["--proxy", "127.0.0.1", "--proxy", "10.0.0.0/8", "--base", "games/", "--https"]
    words += ["--limit", "tables-from=7", "--limit", "hints=0", "--keep", "over=0.5"]
    words += ["--address", "https://b.example/", "--mail-from", "a@b.example"]
    words += ["--log", "json", "--no-access-log", "--usual-clock", "90"]
    secrets = {
        "TEMPLETOP_STORE": "postgresql://me:jaguar@db/templetop",
        "TEMPLETOP_REDIS": "redis://:jaguar@redis",
        "TEMPLETOP_MAIL": "smtp://me:jaguar@mail",
        "TEMPLETOP_METRICS_TOKEN": "a token",
        "TEMPLETOP_DATA": "there",
    }
    answer = CliRunner(env={"NO_COLOR": "1", **secrets}).invoke(app, ["serve", *words])
    assert answer.exit_code == 0, answer.output
    [settings] = told
    assert settings == Settings(
        "there",
        secrets["TEMPLETOP_STORE"],
        secrets["TEMPLETOP_REDIS"],
        limits=RateLimitSettings(tables_from=7, hints=0),
        keeping=RetentionSettings(over=0.5),
        usual_clock=90,
        is_https=True,
        proxies=("127.0.0.1", "10.0.0.0/8"),
        base="/games",
        address="https://b.example",
        mail=secrets["TEMPLETOP_MAIL"],
        mail_from="a@b.example",
        log="json",
        has_access_log=False,
        metrics_token="a token",
    )


@pytest.mark.parametrize(("words", "variable"), [
    (["serve", "--store", "postgresql://me:jaguar@db/templetop"], "STORE"),
    (["serve", "--store", "postgresql://db/templetop?user=me&password=jaguar"], "STORE"),
    (["serve", "--redis", "redis://:jaguar@redis"], "REDIS"),
    (["serve", "--mail", "smtp://me:jaguar@mail"], "MAIL"),
    (["serve", "--metrics-token", "jaguar"], "METRICS_TOKEN"),
    (["admin", "list", "--store", "postgresql://me:jaguar@db/templetop"], "STORE"),
    (["backup", "file.tar", "--store", "postgresql://me:jaguar@db/templetop"], "STORE"),
])  # fmt: skip
def test_no_password_is_taken_from_where_everybody_reads_it(
    words: list[str], variable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A command stands in the list of processes as long as it runs."""
    monkeypatch.setattr("templetop.server.operations.runner.run_server", None)
    monkeypatch.setattr("templetop.server.operations.admin.run_admin_command", None)
    answer = CliRunner(env={"NO_COLOR": "1"}).invoke(app, words)
    assert answer.exit_code == 2
    assert f"TEMPLETOP_{variable}" in answer.stderr
    assert "jaguar" not in answer.output
