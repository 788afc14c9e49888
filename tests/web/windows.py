"""Browser windows that several tests use one after the other.

Opening a window and loading the first page in it costs more than most tests do there. So a window
is kept, and for the next test everything that the last one left in it is removed: cookies, what the
pages have stored, routes, listeners, further tabs. What cannot be removed, such as a stopped clock,
closes the window.

When a test fails, there is a folder for it in `tests/web/shots`, with a picture of each window, its
page as HTML, everything that was written to the console, and a trace that
`python -m playwright show-trace FILE` opens. TRACE=1 in the environment keeps a picture and the
document of each step in the trace as well; that takes half as much time again.
"""

import os
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page

SHOTS = Path(__file__).parent / "shots"
TRACE = bool(os.environ.get("TRACE"))
EMPTY = "/theme.js"  # shown as text: a page at our address where no script runs
# What is set in a window that is open; everything else is said when a window is opened.
CHANGEABLE = {"viewport", "color_scheme", "reduced_motion"}
USUAL_SIZE = {"width": 1280, "height": 720}
# What cannot be taken back in a window.
LASTING = ["add_init_script", "route_web_socket", "expose_function", "expose_binding"]
# What a browser reports although nothing is wrong: refusals, and a network that was cut.
KNOWN = ("status of 4", "net::ERR_INTERNET_DISCONNECTED", "WebSocket is closed before")
FORGET = "() => { localStorage.clear(); sessionStorage.clear(); }"

Manners = dict[str, Any]


@dataclass
class Window:
    """One person's browser, with a page in it and whatever that has complained about."""

    page: Page
    complaints: list[str] = field(default_factory=list)
    console: list[str] = field(default_factory=list)
    is_lasting: bool = False  # something was done that cannot be taken back
    listeners: list[tuple[Any, Any]] = field(default_factory=list)

    @classmethod
    def open(cls, browser: Browser, patience: float, manners: Manners) -> "Window":
        context = browser.new_context(**manners)
        context.set_default_timeout(1000 * patience)
        context.tracing.start(screenshots=TRACE, snapshots=TRACE, sources=TRACE)
        window = cls(context.new_page())
        window.listen()
        return window

    @property
    def context(self) -> BrowserContext:
        return self.page.context

    def listen(self) -> None:
        """Errors in scripts, what the security policy forbids, addresses of others or nobody."""
        page = self.page
        page.on("pageerror", lambda error: self.complain(str(error)))
        page.on("console", lambda line: self.hear(line.type, line.text))
        page.on("request", lambda request: self.check_address(request.url))

    def complain(self, what: str) -> None:
        self.console.append(f"complaint: {what}")
        if not any(known in what for known in KNOWN):
            self.complaints.append(what)

    def hear(self, kind: str, text: str) -> None:
        self.console.append(f"{kind}: {text}")
        if kind == "error":
            self.complain(text)

    def check_address(self, url: str) -> None:
        is_ours = url.startswith(("http://127.0.0.1", "ws://127.0.0.1", "blob:", "data:"))
        if not is_ours or "/undefined" in url:
            self.complain(f"asks {url}")

    def begin(self, manners: Manners) -> None:
        """For the next test, with these manners of those that can be changed."""
        self.complaints.clear()
        self.console.clear()
        self.context.tracing.start_chunk()
        page = self.page
        page.set_viewport_size(manners.get("viewport", USUAL_SIZE))
        page.emulate_media(
            color_scheme=manners.get("color_scheme", "light"),
            reduced_motion=manners.get("reduced_motion", "no-preference"),
        )

    def watch_over(self) -> None:
        """Notice what has to be taken back after the test, and what cannot be."""
        add, page = self.page.on, self.page

        def listen(event: Any, listener: Any) -> None:
            self.listeners.append((event, listener))
            add(event, listener)

        setattr(page, "on", listen)  # noqa: B010
        for owner in (page, self.context):
            for name in LASTING:
                setattr(owner, name, self.noticed(getattr(owner, name)))
        clock = self.context.clock
        clock.install = self.noticed(clock.install)  # type: ignore[method-assign]

    def noticed(self, method: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any, **named: Any) -> Any:
            self.is_lasting = True
            return method(*given, **named)

        return call

    def clean(self) -> None:
        """As it was when it was opened, but for the cache of what was fetched."""
        page, context = self.page, self.context
        for other in context.pages:
            if other is not page:
                other.close()
        page.unroute_all(behavior="ignoreErrors")
        for event, listener in self.listeners:
            page.remove_listener(event, listener)
        self.listeners.clear()
        context.set_offline(False)
        page.mouse.move(0, 0)
        page.goto(EMPTY)
        page.evaluate(FORGET)
        context.clear_cookies()
        context.tracing.stop_chunk()

    def keep_evidence(self, folder: Path, number: int) -> None:
        """What a failed test leaves of this window, for people to look at."""
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{number}-console.txt").write_text("\n".join(self.console), encoding="utf-8")
        self.context.tracing.stop_chunk(path=folder / f"{number}-trace.zip")
        for tab, page in enumerate(self.context.pages, 1):
            name = f"{number}-{tab}" if tab > 1 else f"{number}"
            (folder / f"{name}.html").write_text(page.content(), encoding="utf-8")
            page.screenshot(path=folder / f"{name}.png", timeout=30_000)


class Windows:
    """All windows of a browser at one address: those of this test, and those kept for the next."""

    def __init__(self, browser: Browser, address: str, patience: float, script: str) -> None:
        self.browser = browser
        self.address = address
        self.patience = patience
        self.script = script  # runs before every page
        self.kept: dict[str, list[Window]] = {}
        self.used: list[tuple[str, Window]] = []

    def visit(self, path: str, manners: Manners, is_fresh: bool, is_live: bool) -> Page:
        """A page in a window where nobody has been; an empty one of our address, without a path."""
        fixed = {name: value for name, value in manners.items() if name not in CHANGEABLE}
        kind = f"{sorted(fixed.items())} {is_live}"
        kept = [] if is_fresh else self.kept.setdefault(kind, [])
        window = kept.pop() if kept else self.open(fixed, is_live)
        window.is_lasting |= is_fresh
        self.used.append((kind, window))
        window.begin(manners)
        if path or window.page.url == "about:blank":
            window.page.goto(path or EMPTY)
        return window.page

    def open(self, manners: Manners, is_live: bool) -> Window:
        window = Window.open(self.browser, self.patience, {"base_url": self.address, **manners})
        window.context.add_init_script(self.script)
        if not is_live:
            window.context.route_web_socket("**/live*", lambda socket: None)
        window.watch_over()
        return window

    def finish(self, has_failed: bool) -> list[str]:
        """After a test: the windows are kept for the next one, and what they complained about."""
        complaints = [complaint for _, window in self.used for complaint in window.complaints]
        used, self.used = self.used, []
        for kind, window in used:
            if has_failed or complaints or window.is_lasting or window.page.is_closed():
                window.context.close()
            else:
                window.clean()
                self.kept[kind].append(window)
        return complaints

    def keep_evidence(self, test: str) -> Path:
        return keep_evidence([window for _, window in self.used], test)

    def close(self) -> None:
        for windows in self.kept.values():
            for window in windows:
                window.context.close()


def keep_evidence(windows: list[Window], test: str, shots: Path = SHOTS) -> Path:
    """The folder with what a failed test leaves."""
    folder = shots / re.sub(r"[^\w-]+", "-", test).strip("-")
    for number, window in enumerate(windows, 1):
        try:
            window.keep_evidence(folder, number)
        except Exception as error:  # a browser that is gone leaves nothing, and hides no failure
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"{number}-error.txt").write_text(str(error), encoding="utf-8")
    return folder
