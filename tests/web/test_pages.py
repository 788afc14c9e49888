"""Every page, by day and by night, on a phone and on a wide screen."""

import os
import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from _pytest.mark import ParameterSet
from playwright.sync_api import Page, expect

from templetop.games.shelf import ours

from .conftest import ROOT, Finished, Visit
from .people import Person
from .tiers import IN_TEST_ALL, only
from .windows import SHOTS

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"

Way = Callable[[Page], None]
Looks = list[tuple[int, str]]  # widths and themes

LOOKS: Looks = [(360, "light"), (1400, "dark"), (360, "dark"), (1400, "light")]


def in_looks(names: list[str]) -> list[ParameterSet]:
    """Each in one width and theme, and by `make test-all` also in the other ones."""
    rows: list[ParameterSet] = []
    for n, name in enumerate(names):
        one, other = LOOKS[n % 4], LOOKS[n % 4 ^ 1]
        rows.append(pytest.param(name, [one], id=name))
        rows.append(pytest.param(name, [other], id=f"{name}-other", marks=IN_TEST_ALL))
    return rows


def to_home(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Karuba Lay").click()


def to_a_lesson(page: Page) -> None:
    to_home(page)
    page.get_by_role("button", name="Learn to play").click()
    expect(page.locator(".speech")).to_be_visible()
    expect(page.locator("[data-pointed]")).to_be_visible()


def to_lobby(page: Page) -> None:
    page.goto("/lobby")
    page.get_by_text("Rules: as usual").click()


def to_a_table(page: Page) -> None:
    to_home(page)
    page.get_by_role("button", name="Play Karuba").click()
    expect(page.locator("h1")).to_have_text("Karuba")
    Person(page).open_offers()


def to_cards(page: Page) -> None:
    Person(page).make_table("Karuba: The Card Game", ["bot 1", "bot 2"])


def to_cacao(page: Page) -> None:
    Person(page).make_table("Cacao", ["bot 1"])


def to_a_waiting_table(page: Page) -> None:
    Person(page).make_table_at_the_lobby("Cacao", ["open"])


def to_a_replay(page: Page) -> None:
    to_a_table(page)
    page.get_by_role("button", name="puts").first.click()
    page.goto(f"{page.url}/replay")
    expect(page.get_by_role("slider")).to_be_visible()


def to_the_rulebook(page: Page) -> None:
    page.goto("/rules/karuba#3.3.1")
    expect(page.locator(".lit")).to_be_in_viewport()


def to_the_rules_of_the_cards(page: Page) -> None:
    page.goto("/rules/karuba_cards")
    expect(page.get_by_role("group", name="Cards").last).to_be_visible()


def to_a_puzzle(page: Page) -> None:
    page.goto("/puzzles/cacao")
    expect(page.get_by_text("One move is clearly best")).to_be_visible()


def to_me(page: Page) -> None:
    page.goto("/me")
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()


def to_me_as_a_guest(page: Page) -> None:
    to_a_waiting_table(page)
    page.goto("/me")
    expect(page.get_by_role("button", name="Change my name")).to_be_visible()
    expect(page.get_by_text("not started")).to_be_visible()


def to_nowhere(page: Page) -> None:
    page.goto("/nowhere/at/all")


def to_people(page: Page) -> None:
    page.goto("/people")


def to_the_deal_of_the_day(page: Page) -> None:
    page.goto("/daily")


def to_duplicates(page: Page) -> None:
    page.goto("/duplicates")


def to_what_is_kept(page: Page) -> None:
    page.goto("/kept")


PAGES: dict[str, Way] = {
    "home": to_home,
    "lesson": to_a_lesson,
    "lobby": to_lobby,
    "table": to_a_table,
    "cards": to_cards,
    "cacao": to_cacao,
    "waiting": to_a_waiting_table,
    "replay": to_a_replay,
    "rulebook": to_the_rulebook,
    "card rules": to_the_rules_of_the_cards,
    "puzzle": to_a_puzzle,
    "me": to_me,
    "guest": to_me_as_a_guest,
    "lost": to_nowhere,
    "people": to_people,
    "daily": to_the_deal_of_the_day,
    "duplicates": to_duplicates,
    "kept": to_what_is_kept,
}


# As functions: what is given to the page as a text is forbidden there when it is looked at again.
FITS = "() => document.documentElement.scrollWidth <= innerWidth"
# Colours that are just changing are not those that somebody reads.
IS_STILL = """() => document.getAnimations().every(
  (one) => one.playState !== 'running' || one.effect.getComputedTiming().endTime === Infinity)"""


def look_at(page: Page, name: str, width: int, theme: str, height: int = 800) -> None:
    """In this size and theme the page fits, and everyone can read it."""
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    page.wait_for_function(FITS)
    keep_picture(page, f"{name}-{width}-{theme}")
    assert serious_faults(page) == []


SizesAndThemes = list[tuple[str, str]]
# What the first moment of a board is looked at in, and the second, and so on from the first again.
PHONE: list[SizesAndThemes] = [[("upright", "light"), ("sideways", "dark")]]
WIDE: list[SizesAndThemes] = [[("wide", "light")], [("wide", "dark")]]


def look_at_all(page: Page, name: str, looks: SizesAndThemes, sizes: Mapping[str, Any]) -> None:
    """The same in several named sizes, each with its theme."""
    for size, theme in looks:
        box = sizes[size]["viewport"]
        look_at(page, name, box["width"], theme, box["height"])


@pytest.mark.parametrize(("name", "looks"), in_looks([*PAGES]))
def test_a_page_fits_and_can_be_read_by_everyone(visit: Visit, name: str, looks: Looks) -> None:
    width, theme = looks[0]
    page = visit(viewport={"width": width, "height": 800}, color_scheme=theme)
    PAGES[name](page)
    expect(page.locator("h1")).to_be_visible()
    page.wait_for_load_state("networkidle")
    for width, theme in looks:
        look_at(page, name, width, theme)


WAYS_TO_THE_END = ["", "/replay/40", "/replay/40?as=open"]


@pytest.mark.parametrize("game", only(ours(), "karuba"))
def test_the_end_of_a_match_fits_and_can_be_read_by_everyone(
    visit: Visit, finished: Finished, game: str
) -> None:
    page = visit("/kept")
    for n, way in enumerate(WAYS_TO_THE_END):
        width, theme = LOOKS[n]
        page.set_viewport_size({"width": width, "height": 800})
        page.goto(f"/tables/{finished(game)}{way}")
        expect(page.get_by_text(re.compile("win|share first place")).first).to_be_visible()
        page.wait_for_load_state("networkidle")
        look_at(page, f"end-{game}-{re.sub('[^a-z]+', '-', way)}", width, theme)


def keep_picture(page: Page, name: str) -> None:
    """For people to look at, where they want to: SHOTS=1 in the environment."""
    if not os.environ.get("SHOTS"):
        return
    SHOTS.mkdir(exist_ok=True)
    page.evaluate("location.hash || scrollTo(0, 0)")
    page.screenshot(path=SHOTS / f"{name}.png", full_page="#" not in page.url)


def serious_faults(page: Page) -> list[str]:
    """What axe finds that would keep somebody out."""
    page.wait_for_function(IS_STILL)
    if page.evaluate("typeof axe === 'undefined'"):
        page.evaluate(f"{AXE.read_text(encoding='utf-8')}; null")
    found = page.evaluate(
        "axe.run({ resultTypes: ['violations'], preload: false })"
        ".then((report) => report.violations)"
    )
    return [
        f"{fault['id']}: {fault['nodes'][0]['html']}"
        for fault in found
        if fault["impact"] in ("serious", "critical")
    ]
