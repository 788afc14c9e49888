"""Pictures of the games in a browser: `python -m docs.site.photos http://127.0.0.1:8300`.

Two kinds, both kept in docs/boards: a moment of a match between bots, and the drawings of the
rulebooks' plans, in their order. Take them again when a board has changed.
"""

import base64
import shutil
import sys
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, sync_playwright

from docs.site.boards import PHOTOS

MOMENTS = {"karuba_cards": 28, "cacao": 75}  # so many moves; README has pictures of the others
GAMES = ("karuba", "karuba_cards", "cacao", "karmaggan", "vulkar")
LONGEST = 120_000  # milliseconds until bots have played a match
BOTS = [{"kind": "bot", "level": 2}] * 2
DRAWN = "article :is(figure, .cards)"
WIDE = 1280  # pixels, at most
AS_WEBP = """
async ([png, wide]) => {
  const drawn = Uint8Array.from(atob(png), (character) => character.charCodeAt(0));
  const image = await createImageBitmap(new Blob([drawn], { type: 'image/png' }));
  const scale = Math.min(1, wide / image.width);
  const canvas = new OffscreenCanvas(image.width * scale, image.height * scale);
  const pen = canvas.getContext('2d');
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.8 });
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
"""


def main(address: str, *games: str) -> None:
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    PHOTOS.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for game in games or GAMES:
            take_photos(browser, address, game)
        browser.close()


def take_photos(browser: Browser, address: str, game: str) -> None:
    context = browser.new_context(
        base_url=address,
        viewport={"width": 1280, "height": 860},
        device_scale_factor=2,
        color_scheme="light",
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.goto(f"/rules/{game}")
    for number, drawing in enumerate(drawings(page), 1):
        keep(page, drawing.screenshot(), PHOTOS / f"{game}-{number}.webp")
    if game in MOMENTS:
        page.goto(moment_of_a_match(page, game))
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(2000)
        keep(page, page.screenshot(), PHOTOS / f"{game}.webp")
    context.close()


def drawings(page: Page) -> list[Locator]:
    """What the rulebook's page draws where the text has a plan in characters."""
    page.wait_for_selector("article")
    page.wait_for_load_state("networkidle")
    page.evaluate("document.querySelectorAll('details').forEach((part) => (part.open = true))")
    page.add_style_tag(content="article .cards { width: fit-content }")
    page.wait_for_timeout(1000)
    return page.locator(DRAWN).all()


def keep(page: Page, png: bytes, file: Path) -> None:
    made = page.evaluate(AS_WEBP, [base64.b64encode(png).decode(), WIDE])
    file.write_bytes(base64.b64decode(made))
    print(f"{file.name}: {file.stat().st_size // 1000} kB")


def moment_of_a_match(page: Page, game: str) -> str:
    """The address of a moment in the replay of a match, which bots play while somebody looks on."""
    page.request.post("/api/guests", data={"name": "Ada"})
    table = page.request.post("/api/tables", data={"game": game, "seats": BOTS}).json()["table"]
    page.goto(f"/tables/{table}")
    page.get_by_role("link", name="Replay").first.wait_for(timeout=LONGEST)
    return f"/tables/{table}/replay/{MOMENTS[game]}"


if __name__ == "__main__":
    main(*sys.argv[1:])
