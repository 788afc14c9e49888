"""`python -m bench.island_frame http://127.0.0.1:8000`: what a picture of Vul-Kar's island costs.

A table of four at a server that runs. The island is turned by a key again and again, and each time
we wait until its picture is done. Told is how long the script of such a picture takes by the
browser's own timeline, in time of its thread: the callback of its animation frame, which moves the
camera, hands everything to the graphics card and puts the elements over their places. What the card
does after that is not in it; here it is done by software (SwiftShader), so the window is small: how
many points a picture has changes nothing for the script, and everything is in it.
Then the island is left and opened again and again; told is the heap after a forced collection.
"""

import json
import shutil
import statistics
import sys
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, ViewportSize, sync_playwright

from bench.keeping import keep

WINDOW: ViewportSize = {"width": 480, "height": 480}
PICTURES = 40
WARM_UP = 5
VISITS = 20
COMPANY = [{"kind": "me"}, *[{"kind": "bot", "level": 1}] * 3]
SOFTWARE = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
DRAWN = "div.sea .pin"  # comes with the first picture
DONE = """async () => {
  await new Promise((drawn) => requestAnimationFrame(drawn));
  await new Promise((later) => setTimeout(later));
  const gl = document.querySelector('div.sea canvas').getContext('webgl2');
  gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
}"""


def main(address: str) -> None:
    with sync_playwright() as playwright:
        chromium = shutil.which("chromium") or shutil.which("google-chrome")
        browser = playwright.chromium.launch(executable_path=chromium, args=SOFTWARE)
        page = at_a_table(browser, address)
        line = page.context.new_cdp_session(page)
        found: dict[str, Any] = {
            "browser": browser.version,
            "bytes of the first load, as they came": loaded(page),
            "bytes of the home page's scripts, as they came": home(browser, address),
            "picture": pictures(browser, page),
        }
        keep("island", found)
        found["heap"] = heaps(page, line)
        print(json.dumps(found, indent=1))
        print(keep("island", found))
        browser.close()


def at_a_table(browser: Browser, address: str) -> Page:
    context = browser.new_context(base_url=address, viewport=WINDOW)
    context.set_default_timeout(180_000)
    page = context.new_page()
    page.add_init_script("localStorage.setItem('vulkar island', 'solid')")
    page.request.post("/api/guests", data={"name": "Ada"})
    table = page.request.post("/api/tables", data={"game": "vulkar", "seats": COMPANY}).json()
    page.goto(f"/tables/{table['table']}")
    page.locator(DRAWN).first.wait_for(state="attached")
    return page


def loaded(page: Page, kind: str = "") -> dict[str, int]:
    """What came over the wire, packed as the server packs it: all of it, and by name."""
    found: list[list[Any]] = page.evaluate(
        "performance.getEntriesByType('resource').map((one) => [one.name, one.transferSize])"
    )
    files = {name.rpartition("/")[2]: size for name, size in found if "/api/" not in name}
    wanted = {name: size for name, size in files.items() if name.endswith(kind)}
    return {"all": sum(wanted.values())} | wanted


def home(browser: Browser, address: str) -> int:
    page = browser.new_page(base_url=address)
    page.goto("/", wait_until="networkidle")
    found = loaded(page, ".js")["all"]
    page.close()
    return found


def pictures(browser: Browser, page: Page) -> dict[str, float]:
    page.get_by_role("button", name="the whole island").focus()
    turn_around(page, WARM_UP)
    events = traced(browser, page, lambda: turn_around(page, PICTURES))
    frames = [one for one in events if one["name"] == "FireAnimationFrame" and "tdur" in one]
    drawn = sorted(one["tdur"] / 1000 for one in frames)[-PICTURES:]  # the others only wait for one
    return {
        "pictures": len(drawn),
        "median ms of script": round(statistics.median(drawn), 2),
        "95 of 100 below ms": round(drawn[int(len(drawn) * 0.95) - 1], 2),
        "longest ms": round(drawn[-1], 2),
    }


def turn_around(page: Page, times: int) -> None:
    for _ in range(times):
        page.keyboard.press("ArrowLeft")
        page.evaluate(DONE)


def traced(browser: Browser, page: Page, what: Callable[[], None]) -> list[dict[str, Any]]:
    """The timeline of the page meanwhile; times of its thread, whatever else the machine does."""
    browser.start_tracing(page=page, categories=["devtools.timeline"])
    what()
    events: list[dict[str, Any]] = json.loads(browser.stop_tracing())["traceEvents"]
    return events


def heaps(page: Page, line: CDPSession) -> dict[str, float]:
    """By locators alone: a handle of an element would hold all that it belonged to."""
    found = []
    for _ in range(VISITS + 1):
        page.locator("a[href='/']").first.click()
        page.locator("div.sea").wait_for(state="detached")
        page.go_back()
        page.locator(DRAWN).first.wait_for(state="attached")
        page.evaluate(DONE)
        line.send("HeapProfiler.collectGarbage")
        found.append(line.send("Runtime.getHeapUsage")["usedSize"] / 1e6)
    return {
        "second visit MB": round(found[1], 2),
        "last visit MB": round(found[-1], 2),
        "times": round(found[-1] / found[1], 3),
    }


if __name__ == "__main__":
    main(*sys.argv[1:])
