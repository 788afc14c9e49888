"""Draw the icons of the installed app from the logo: `python web/icons.py`."""

import shutil
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

PUBLIC = Path(__file__).parent / "public"
LOGO = (PUBLIC / "logo.svg").read_text()
ICONS = {"192": (192, 0.8, "22%"), "512": (512, 0.8, "22%"), "maskable": (512, 0.58, "0")}
PAGE = """<style>
  body {{ margin: 0; display: grid; place-items: center; height: 100vh; border-radius: {corner};
    background: #24553a; }}
  svg {{ width: {part}; height: {part}; }}
</style>{logo}"""


def main() -> None:
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for name, about in ICONS.items():
            draw(browser, name, *about)
        browser.close()


def draw(browser: Browser, name: str, size: int, part: float, corner: str) -> None:
    """The logo on a leaf-green ground; a maskable one has room to be cut round."""
    page = browser.new_page(viewport={"width": size, "height": size})
    page.set_content(PAGE.format(corner=corner, part=f"{part:.0%}", logo=LOGO))
    file = PUBLIC / "icons" / f"{name}.png"
    page.screenshot(path=file, omit_background=True)
    page.close()


if __name__ == "__main__":
    main()
