"""The pages in a real browser, at a server of their own."""

import functools
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from .scripts import play_to_the_end

ROOT = Path(__file__).parents[2]
PATIENCE = 300  # seconds; a busy machine takes its time

# A bot's first move waits for a process that wakes up, perhaps on a machine that compiles as well.
expect.set_options(timeout=1000 * PATIENCE)

SERVE = [sys.executable, "-m", "tests.web.serve"]

# Bots are not slower than they have to be, unless somebody says so.
AT_ONCE = "localStorage.pace ??= 'at once'"
# Nothing moves unless a test is about that: without a graphics card, an island in three dimensions
# has two pictures a second, and whatever rolls down there is waited for.
STILL = {"reduced_motion": "reduce"}
MOVING = {"reduced_motion": "no-preference"}

Visit = Callable[..., Page]
Finished = Callable[..., str]


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the pages are served from: our own server, or one that runs and is named."""
    if named := os.environ.get("TEMPLETOP_AT"):
        yield named
        return
    if not (ROOT / "web" / "dist" / "index.html").exists():
        pytest.fail("The pages are not built: run `make web/dist/index.html`.")
    port, data = free_port(), tmp_path_factory.mktemp("data")
    with serving([*SERVE, str(port), str(data)], port, data / "log") as here:
        yield here


@contextmanager
def serving(command: list[str], port: int, log: Path) -> Iterator[str]:
    """The address of a server started with this command, as long as it is wanted."""
    with (
        open(log, "wb") as written,
        subprocess.Popen(command, cwd=ROOT, stdout=written, stderr=written) as server,
    ):
        try:
            yield answering(f"http://127.0.0.1:{port}", server, log)
        finally:
            server.terminate()


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def answering(address: str, server: subprocess.Popen[bytes], log: Path) -> str:
    """The address, once somebody answers there."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and server.poll() is None:
        try:
            urllib.request.urlopen(f"{address}/api/games", timeout=5).close()
            return address
        except (urllib.error.URLError, TimeoutError):
            time.sleep(0.2)
    pytest.fail(f"The server does not answer:\n{log.read_text()[-2000:]}")


@pytest.fixture(scope="session")
def finished(address: str) -> Finished:
    """The id of a table where a match of that game has come to its end."""
    return functools.cache(functools.partial(play_to_the_end, address))


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Debian's, or the one that CHROMIUM names."""
    path = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if not path:
        pytest.skip(
            "There is no Chromium: install it (apt install chromium), or name it: CHROMIUM=…"
        )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def visit(chromium: Browser, address: str) -> Iterator[Visit]:
    """Somebody new opens a page; whatever the browser complains about fails the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_page(path: str = "/", **manners: object) -> Page:
        context = chromium.new_context(base_url=address, **(STILL | manners))  # type: ignore[arg-type]
        context.set_default_timeout(1000 * PATIENCE)
        context.add_init_script(AT_ONCE)
        contexts.append(context)
        page = context.new_page()
        listen(page, complaints)
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not complaints


# What a browser reports although nothing is wrong: refusals, and a network that was cut.
KNOWN = ("status of 4", "net::ERR_INTERNET_DISCONNECTED", "WebSocket is closed before")


def listen(page: Page, complaints: list[str]) -> None:
    """Errors in scripts, things forbidden by the security policy, addresses of others."""

    def complain(what: str) -> None:
        if not any(known in what for known in KNOWN):
            complaints.append(what)

    def check_request(url: str) -> None:
        if not url.startswith(("http://127.0.0.1", "ws://127.0.0.1", "blob:", "data:")):
            complain(f"asks {url}")

    page.on("pageerror", lambda error: complain(str(error)))
    page.on("console", lambda line: complain(line.text) if line.type == "error" else None)
    page.on("request", lambda request: check_request(request.url))
