"""Take the picture of a table that README shows: `python web/picture.py http://127.0.0.1:8000`.

A match of Karuba against a bot. In the beginning a bot plays for us, too, so that there is
something to see; then we come back to our seat.
"""

import shutil
import sys
import time
from pathlib import Path

from playwright.sync_api import APIRequestContext, Browser, expect, sync_playwright

PICTURE = Path(__file__).parents[1] / "docs" / "table.png"
ENOUGH = 84  # moves, until the island is half covered
LONGEST = 60  # seconds until a bot has made them
COMPANY = [{"kind": "me"}, {"kind": "bot", "level": 2}]


def main(address: str) -> None:
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        take_picture(browser, address)
        browser.close()


def take_picture(browser: Browser, address: str) -> None:
    context = browser.new_context(
        base_url=address,
        viewport={"width": 1360, "height": 820},
        color_scheme="light",
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.goto(half_a_match(context.request))
    expect(page.get_by_text("Your move.").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    page.screenshot(path=PICTURE)


def half_a_match(server: APIRequestContext) -> str:
    """The address of a table where we are to decide."""
    server.post("/api/guests", data={"name": "Ada"})
    table = server.post("/api/tables", data={"game": "karuba", "seats": COMPANY}).json()
    where = f"/api/tables/{table['table']}"
    server.delete(f"{where}/seats")
    deadline = time.monotonic() + LONGEST
    while table["number"] < ENOUGH and time.monotonic() < deadline:
        table = server.get(f"{where}?drawing=false").json()
    server.post(f"{where}/seats", data={})
    return where.removeprefix("/api")


if __name__ == "__main__":
    main(*sys.argv[1:])
