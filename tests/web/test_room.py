"""A board has room on any screen, stays where it is, and shows what it asks about."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from templetop.games.shelf import ours, take

from .conftest import Finished, Visit
from .test_pages import FITS
from .tiers import IN_TEST_ALL

SIDEWAYS: dict[str, Any] = {"viewport": {"width": 844, "height": 390}, "has_touch": True}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
WIDE: dict[str, Any] = {"viewport": {"width": 1366, "height": 850}}
MAIN = {
    "karuba": ".large > svg",
    "karuba_cards": ".large > svg",
    "cacao": ".ground .box",
    "karmaggan": "div.temple",
    "vulkar": "div.island",
}
EDGE = 8.0  # pixels
BEGINS_IN_SIGHT = """(board) =>
  document.querySelector(board).getBoundingClientRect().top < 0.6 * innerHeight"""
# The page scrolls there by itself.
IS_SEEN_WHOLE = """([board, edge]) => {
  const [box, tools] = [board, '.tools'].map(
    (one) => document.querySelector(one).getBoundingClientRect());
  return scrollY > 0 && box.top >= 0 && box.bottom <= tools.top + edge;
}"""


def deal(page: Page, game: str, seats: int, **options: str) -> None:
    page.request.post("/api/guests", data={"name": "Ada"})
    sitting = [{"kind": "me"}, *[{"kind": "bot", "level": 1}] * (seats - 1)]
    wanted = {"game": game, "seats": sitting, "options": options}
    made = page.request.post("/api/tables", data=wanted).json()
    page.goto(f"/tables/{made['table']}")
    expect(page.locator(".table > .board").get_by_role("button").first).to_be_visible()


@pytest.mark.parametrize("game", [*ours()])
def test_on_its_side_a_phone_shows_the_whole_board(visit: Visit, game: str) -> None:
    page = visit(**SIDEWAYS)
    deal(page, game, 2)
    page.wait_for_function(IS_SEEN_WHOLE, arg=[MAIN[game], EDGE])


@IN_TEST_ALL
@pytest.mark.parametrize("game", [*ours()])
def test_as_many_as_can_play_fit_the_screen(visit: Visit, game: str) -> None:
    page = visit(**PHONE)
    deal(page, game, max(take(game).seats))
    for screen in (PHONE, WIDE):
        page.set_viewport_size(screen["viewport"])
        page.evaluate("scrollTo(0, 0)")
        page.wait_for_function(FITS)
        page.wait_for_function(BEGINS_IN_SIGHT, arg=MAIN[game])


def test_a_number_where_nothing_may_be_placed_says_why_where_it_was_tried(visit: Visit) -> None:
    page = visit(**WIDE)
    deal(page, "karuba", 2)
    page.get_by_role("button", name=re.compile("beach number 10$")).click()
    temples = page.locator("[data-closed]")
    expect(temples.first).to_be_visible()
    where = temples.first.bounding_box()
    temples.first.click()
    refusal = page.get_by_role("alert")
    expect(refusal).to_contain_text("too close")
    told = refusal.bounding_box()
    assert where
    assert told
    assert abs(told["y"] - where["y"]) < 200  # beside it, not at the top of the page
    before = page.locator(MAIN["karuba"]).bounding_box()
    page.get_by_role("button", name="temple number").first.click()
    expect(refusal).to_have_count(0)
    assert page.locator(MAIN["karuba"]).bounding_box() == before  # the board has not jumped


@pytest.mark.parametrize(("game", "place", "why"), [
    ("cacao", (0.13, 0.15), "There is no jungle tile beside"),
    ("karmaggan", (0.5, 0.5), "G is not beside"),
    ("vulkar", (0.5, 0.89), "Choose a card"),
])  # fmt: skip
@IN_TEST_ALL
def test_a_place_that_is_not_offered_says_why(
    visit: Visit, game: str, place: tuple[float, float], why: str
) -> None:
    page = visit(**WIDE, reduced_motion="reduce")  # so that the island is flat
    deal(page, game, 2)
    expect(page.get_by_text("Your move.").first).to_be_visible()
    expect(page.locator(".asked:not(.waits)").first).to_be_visible()
    box = page.locator(f"{MAIN[game]} svg[role=group]").bounding_box()
    assert box
    x, y = box["x"] + place[0] * box["width"], box["y"] + place[1] * box["height"]
    page.mouse.click(x, y)
    refusal = page.get_by_role("alert")
    expect(refusal).to_contain_text(why)
    told = refusal.bounding_box()
    assert told
    assert abs(told["y"] - y) < 200
    page.mouse.click(2, 2)
    expect(refusal).to_have_count(0)


@IN_TEST_ALL
def test_cacao_leads_back_to_what_it_asks_about(visit: Visit) -> None:
    page = visit(**PHONE)
    deal(page, "cacao", 2)
    page.locator(".players").scroll_into_view_if_needed()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    back = page.get_by_role("button", name="To the question")
    back.evaluate("button => button.click()")
    expect(page.locator(".ground .target").first).to_be_in_viewport(ratio=1)


@IN_TEST_ALL
def test_a_replay_opens_where_something_lies(visit: Visit, finished: Finished) -> None:
    page = visit(f"/tables/{finished('cacao')}/replay", **PHONE)
    box = page.locator(".ground .box")
    expect(box.locator(".laid").first).to_be_in_viewport()
