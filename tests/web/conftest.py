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
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from .scripts import play_to_the_end
from .windows import Window, Windows, keep_evidence

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

# A test asks whether a page that was left gives its memory back.
ARGUMENTS = ["--no-sandbox", "--js-flags=--expose-gc"]

Visit = Callable[..., Page]
Finished = Callable[..., str]

KEPT: dict[str, Windows] = {}  # by the address of the server
OPEN = pytest.StashKey[list[Callable[[str], Path]]]()  # what keeps the evidence of a test
FAILED = pytest.StashKey[bool]()


@pytest.fixture(scope="package")
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


@pytest.fixture(scope="package")
def finished(address: str) -> Finished:
    """The id of a table where a match of that game has come to its end."""
    return functools.cache(functools.partial(play_to_the_end, address))


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """Debian's, or the one that CHROMIUM names."""
    path = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if not path:
        pytest.skip(
            "There is no Chromium: install it (apt install chromium), or name it: CHROMIUM=…"
        )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def windows(chromium: Browser, address: str) -> Windows:
    """Kept from test to test, as long as the server is the same."""
    if address not in KEPT:
        KEPT[address] = Windows(chromium, address, PATIENCE, AT_ONCE)
    return KEPT[address]


@pytest.fixture
def visit(windows: Windows, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """Somebody new opens a page, or none yet; whatever the browser complains about fails the test.

    The browser is one that other tests have used, and where nothing of that is left. `is_fresh`
    opens another that has never fetched anything. `is_live=False` is for tests that say themselves
    what a table is like: its page hears nothing from the server by itself.
    """

    def open_page(
        path: str = "", is_fresh: bool = False, is_live: bool = True, **manners: object
    ) -> Page:
        return windows.visit(path, STILL | manners, is_fresh, is_live)

    request.node.stash[OPEN] = [windows.keep_evidence]
    yield open_page
    has_failed = request.node.stash.get(FAILED, False)
    complaining = [window for _, window in windows.used if window.complaints]
    if complaining and not has_failed:
        folder = windows.keep_evidence(request.node.name)
    if complaints := windows.finish(has_failed):
        said = "\n".join(complaints)
        pytest.fail(f"The browser complains:\n{said}" + ("" if has_failed else told(folder)))


@pytest.fixture
def window(chromium: Browser, request: pytest.FixtureRequest) -> Iterator[Callable[..., Window]]:
    """Opens a window for this test alone, at any address."""
    opened: list[Window] = []

    def open_window(**manners: Any) -> Window:
        one = Window.open(chromium, PATIENCE, manners)
        opened.append(one)
        one.context.tracing.start_chunk()
        return one

    request.node.stash[OPEN] = [functools.partial(keep_evidence, opened)]
    yield open_window
    for one in opened:
        one.context.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A test that fails leaves pictures, the console and a trace, and says where."""
    report = yield
    if report.failed and report.when == "call":
        item.stash[FAILED] = True
        for keep in item.stash.get(OPEN, []):
            report.sections.append(("browser", told(keep(item.name))))
    return report


def told(folder: Path) -> str:
    return f"\nPictures, console and trace: {folder.relative_to(ROOT)}"
