"""Who plays by keys is never thrown back to the top of the page."""

import pytest
from playwright.sync_api import Page, expect

from templetop.games.shelf import ours, take

from .conftest import Visit
from .people import OFFERS, Person
from .test_boards import deal
from .tiers import IN_TEST_ALL, only

BOARD = ".table > .board"
TILES = 4
MOST_KEYS = 24  # until a decision is complete: a card, another, and where it lies


def at_the_table(page: Page) -> None:
    expect(page.locator(".table")).to_have_attribute("aria-busy", "false")
    page.wait_for_function("board => document.activeElement.closest(board)", arg=BOARD)


@pytest.mark.parametrize("game", only(ours(), "karuba"))
def test_the_focus_stays_at_the_table_after_a_decision(visit: Visit, game: str) -> None:
    page = visit()
    Person(page).make_table(take(game).name, ["bot 1"])
    targets = page.locator(BOARD).get_by_role("button", disabled=False)
    expect(targets.first).to_be_visible()
    news = page.locator("[aria-live=polite]").first
    for number in range(MOST_KEYS):
        expect(page.get_by_text("Your move.").first).to_be_visible()  # perhaps the next one
        expect(targets.first).to_be_visible()
        if news.inner_text():
            return
        targets.nth(number % targets.count()).focus()
        page.keyboard.press("Enter")
        at_the_table(page)
    pytest.fail("The board takes keys, but no decision comes of them.")


@IN_TEST_ALL
def test_the_focus_goes_to_the_table_when_a_decision_is_taken_back(visit: Visit) -> None:
    ada, bo = Person(visit("/lobby")), Person(visit("/me"))
    bo.sit_down(ada.make_table("Karuba: The Card Game", ["open"]))
    ada.open_offers()
    ada.page.locator(OFFERS).first.click()
    expect(ada.page.locator(f"{OFFERS}.decided")).to_have_count(1)
    ada.page.get_by_role("button", name="Take back").focus()
    ada.page.keyboard.press("Enter")
    at_the_table(ada.page)
    expect(ada.page.locator("[aria-live=polite]").first).to_contain_text("Taken back.")
    ada.page.keyboard.press("Tab")
    at_the_table(ada.page)


@IN_TEST_ALL
def test_tile_after_tile_is_laid_by_keys_alone(visit: Visit) -> None:
    page = visit()
    deal(page, "karuba", {"setup": "random"})
    assert "svg" not in tabs_to_the_island(page)
    for tiles in range(1, TILES + 1):
        for key in ("ArrowDown", "ArrowUp", "ArrowRight", "ArrowLeft"):
            page.keyboard.press(key)
            if page.evaluate("document.activeElement.matches('.lay')"):
                break  # and not at an adventurer, who might walk
        page.keyboard.press("Enter")
        expect(page.get_by_role("log").get_by_text("Ada lays tile")).to_have_count(tiles)
        expect(page.get_by_text("Your move.").first).to_be_visible()
        page.wait_for_function("() => document.activeElement.matches('.target')")


def tabs_to_the_island(page: Page) -> list[str]:
    """What the Tab key comes to on its way there."""
    stops: list[str] = []
    while len(stops) < MOST_KEYS:
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.target')"):
            return stops
        stops.append(page.evaluate("document.activeElement.localName"))
    pytest.fail(f"The Tab key does not come to the island: {stops}")
