"""`python -m bench.visits`: is the memory of a table given back when one leaves it?

A browser comes to a table from the list of tables and goes back there, twenty times; the page is
never loaded anew. After each visit all garbage is collected, and what is left is counted. The first
visits load the board and fill what is kept on purpose: the last is compared with the third. Scripts
are interpreted here, as machine code that a browser makes of them meanwhile is no leak. The island
of Vul-Kar is the solid one, drawn by software, and a visit lasts until it is there. Interpreted
that would take minutes, so its scripts are compiled when they are first called, and never again.
"""

import argparse
import contextlib
import json
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import CDPSession, Page, expect, sync_playwright

from bench.keeping import RESULTS, keep
from templetop.games.shelf import ready_games, take

VISITS = 20
FIRST = 2  # visits that are not compared
MOST = 1.1  # times as much as after those may be left
MANNERS = ["--no-sandbox", "--js-flags=--jitless"]
AT_ONCE = (
    "--always-sparkplug --no-maglev --no-opt --no-lazy-feedback-allocation --no-flush-bytecode"
)
SOLID = [
    "--no-sandbox",
    "--enable-unsafe-swiftshader",
    "--use-angle=swiftshader",
    f"--js-flags={AT_ONCE}",
]
DRAWN = {"vulkar": ".sea canvas"}  # boards that are there when this is, and nothing loads
PATIENCE = 120  # seconds


@contextlib.contextmanager
def serving() -> Iterator[str]:
    """The address of a server of our own, with nothing in it."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port = int(one.getsockname()[1])
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "templetop", "serve", "--no-access-log"]
        command += ["--port", str(port), "--data", data]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as server:
            try:
                yield answering(f"http://127.0.0.1:{port}")
            finally:
                server.terminate()


def answering(address: str) -> str:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            urllib.request.urlopen(f"{address}/api/games", timeout=5).close()
            return address
        except (urllib.error.URLError, TimeoutError):
            if time.monotonic() > deadline:
                raise
            time.sleep(0.2)


def left_behind(client: CDPSession) -> dict[str, int]:
    """What the page still holds when nothing is held that nobody can reach."""
    for _ in range(3):  # what the first lets go of may hold something
        client.send("HeapProfiler.collectGarbage")
    counters = client.send("Memory.getDOMCounters")
    return {
        "heap": int(client.send("Runtime.getHeapUsage")["usedSize"]),
        "nodes": int(counters["nodes"]),
        "listeners": int(counters["jsEventListeners"]),
    }


def visits(page: Page, game: str, seats: int, times: int) -> list[dict[str, int]]:
    """What was left after each visit."""
    page.goto("/lobby")
    page.request.post("/api/guests", data={"name": "Ada"})
    company = [{"kind": "me"}, *[{"kind": "bot", "level": 1}] * (seats - 1)]
    table = page.request.post("/api/tables", data={"game": game, "seats": company}).json()["table"]
    page.goto("/lobby")
    client = page.context.new_cdp_session(page)
    page.locator(f"a[href='/tables/{table}']").first.click()
    found = []
    for _ in range(times):
        expect(page.locator(".table .board").first).to_be_visible()
        page.locator(DRAWN.get(game, ".board")).first.wait_for(state="attached")
        expect(page.locator(".board .loading")).to_have_count(0)
        page.wait_for_timeout(300)  # what comes and goes has come
        page.go_back()
        expect(page.locator(".table .board")).to_have_count(0)
        found.append(left_behind(client))
        page.go_forward()
    return found


def figures(page: Page, game: str, times: int) -> dict[str, Any]:
    seats = take(game).seats_for()[-1]
    found = visits(page, game, seats, times)
    before, after = found[FIRST], found[-1]
    return {
        "game": game,
        "seats": seats,
        "visits": times,
        "after_the_third": before,
        "after_the_last": after,
        "heap_times": round(after["heap"] / before["heap"], 4),
        "heaps": [one["heap"] for one in found],
        "is_given_back": after["heap"] <= MOST * before["heap"],
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.visits", description=__doc__)
    parser.add_argument("--of", nargs="+", default=ready_games(), choices=ready_games())
    parser.add_argument("--visits", type=int, default=VISITS)
    parser.add_argument("--at", help="the address of a server that runs")
    parser.add_argument("--out", type=Path, default=RESULTS)
    arguments = parser.parse_args()
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    here = contextlib.nullcontext(arguments.at) if arguments.at else serving()
    rows = []
    with here as address, sync_playwright() as playwright:
        for game in arguments.of:
            manners = SOLID if game in DRAWN else MANNERS
            browser = playwright.chromium.launch(executable_path=chromium, args=manners)
            context = browser.new_context(base_url=address)
            context.set_default_timeout(1000 * PATIENCE)
            expect.set_options(timeout=1000 * PATIENCE)
            rows.append(figures(context.new_page(), game, arguments.visits))
            print(json.dumps(rows[-1]), flush=True)
            browser.close()
            keep("visits", {"rows": rows}, arguments.out)


if __name__ == "__main__":
    main()
