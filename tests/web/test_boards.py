"""What is done at the board itself, whatever game lies on it."""

import pytest
from playwright.sync_api import Page, expect

from templetop.games.shelf import ready_games, take

from .conftest import Visit
from .people import OFFERS, Person

BOARD = ".table > .board"
MOST_CLICKS = 24  # until a decision is complete: a card, another, and where it lies


def decided(page: Page) -> bool:
    return page.locator(f"{OFFERS}.decided").count() > 0 or news(page) != ""


def news(page: Page) -> str:
    return page.locator("[aria-live=polite]").first.inner_text()


@pytest.mark.parametrize("game", ready_games())
def test_a_decision_can_be_made_by_clicking_on_the_board(visit: Visit, game: str) -> None:
    page = visit()
    Person(page).make_table(take(game).name, ["bot 1"])
    targets = page.locator(BOARD).get_by_role("button", disabled=False)
    expect(targets.first).to_be_visible()
    for number in range(MOST_CLICKS):
        targets.nth(number % targets.count()).click()
        page.wait_for_timeout(300)
        if decided(page):
            return
    pytest.fail("The board takes clicks, but no decision comes of them.")


def test_a_line_of_the_log_lights_up_its_place(visit: Visit) -> None:
    page = visit()
    Person(page).make_table("Karuba", ["bot 1"])
    board = page.locator(BOARD)
    board.get_by_role("button", name="beach number 40").click()
    line = page.get_by_role("log").get_by_text("beach number 40")
    expect(page.get_by_text("Your decision.").first).to_be_visible()
    page.mouse.move(0, 0)
    page.wait_for_timeout(1000)  # what was laid has come to rest
    before = board.inner_html()
    line.hover()
    page.wait_for_timeout(200)
    assert board.inner_html() != before
