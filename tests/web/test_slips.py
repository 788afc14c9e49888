"""A slip is not final: what a finger shows first, what is taken back, and what others are asked."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from templetop.games.shelf import ours, take

from .conftest import Visit
from .people import OFFERS, Person
from .tiers import IN_TEST_ALL, only

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
BOARD = ".table > .board"
SHOWN = "Shown, not done yet"
MOST_TAPS = 24  # until something is shown: a card has to be raised first, or an adventurer picked


def table_of(page: Page) -> dict[str, Any]:
    """As the server knows it."""
    path = page.url[page.url.index("/tables/") :]
    told: dict[str, Any] = page.request.get(f"/api{path}?drawing=false").json()
    return told


@pytest.mark.parametrize("game", only(ours(), "karuba"))
def test_a_tap_shows_a_move_and_only_the_next_one_makes_it(visit: Visit, game: str) -> None:
    page = visit(**PHONE)
    person = Person(page)
    person.make_table(take(game).name, ["bot 1"])
    shown = page.get_by_role("group", name=SHOWN)
    expect(page.locator(BOARD).get_by_role("button", disabled=False).first).to_be_visible()
    person.open_offers()
    expect(page.locator(OFFERS).nth(1)).to_be_visible()
    page.locator(OFFERS).first.tap()
    expect(shown).to_be_visible()
    assert (table_of(page)["answered"], table_of(page)["decided"]) == (None, None)
    shown.get_by_role("button", name="Not yet").tap()
    expect(shown).to_have_count(0)
    page.locator(OFFERS).nth(1).tap()
    page.locator(OFFERS).nth(1).tap()
    expect(shown).to_have_count(0)
    expect(page.locator(".table")).to_have_attribute("aria-busy", "false")
    assert table_of(page)["answered"] is not None


def test_a_tap_on_the_island_lays_no_tile_until_it_is_repeated(visit: Visit) -> None:
    page = visit(**PHONE)
    deal(page, "karuba", setup="random")
    place = page.get_by_role("button", name=re.compile("lays tile .* on c3"))
    place.tap()
    expect(page.get_by_role("group", name=SHOWN)).to_contain_text("on c3?")
    expect(place.locator(".ghost")).to_have_css("opacity", "0.9")  # it is seen to lie there
    assert table_of(page)["answered"] is None
    page.get_by_role("button", name=re.compile("lays tile .* on d4")).tap()
    expect(page.get_by_role("group", name=SHOWN)).to_contain_text("on d4?")
    assert table_of(page)["answered"] is None
    page.get_by_role("button", name=re.compile("lays tile .* on d4")).tap()
    expect(page.get_by_role("log")).to_contain_text("on d4")


@IN_TEST_ALL
def test_whoever_wants_so_is_asked_by_mouse_too(visit: Visit) -> None:
    page = visit()
    deal(page, "karuba", setup="random")
    page.get_by_text("How you play").click()
    page.get_by_label("Show a move first").select_option("always")
    page.get_by_role("button", name=re.compile("lays tile .* on c3")).click()
    expect(page.get_by_role("group", name=SHOWN)).to_contain_text("on c3?")
    page.keyboard.press("Escape")
    expect(page.get_by_role("group", name=SHOWN)).to_have_count(0)
    page.get_by_role("button", name=re.compile("lays tile .* on c3")).click()
    page.get_by_role("button", name="Do it").click()
    expect(page.get_by_role("log")).to_contain_text("on c3")


def deal(page: Page, game: str, **options: str) -> None:
    """A table against a bot."""
    page.request.post("/api/guests", data={"name": "Ada"})
    seats = [{"kind": "me"}, {"kind": "bot", "level": 1}]
    wanted = {"game": game, "seats": seats, "options": options}
    made = page.request.post("/api/tables", data=wanted).json()
    page.goto(f"/tables/{made['table']}")
    expect(page.get_by_text("Your move.").first).to_be_visible()


@IN_TEST_ALL
def test_against_bots_a_tile_is_taken_back_although_the_next_was_called(visit: Visit) -> None:
    page = visit()
    page.on("dialog", lambda dialog: dialog.accept())
    deal(page, "karuba", setup="random")
    first = page.locator(".now p.number").inner_text()
    page.get_by_role("button", name=re.compile("lays tile .* on c3")).click()
    expect(page.locator(".now p.number")).not_to_have_text(first)
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".now p.number")).to_have_text(first)
    expect(page.locator(".agreed")).to_contain_text("This match is practice")
    expect(page.get_by_role("log")).to_contain_text("this match is practice from now on")
    page.get_by_role("button", name=re.compile("lays tile .* on d4")).click()
    expect(page.get_by_role("log")).to_contain_text("Ada lays tile")


@IN_TEST_ALL
def test_the_others_are_asked_whether_a_move_is_taken_back(visit: Visit) -> None:
    ada, bo = visit("/me"), visit("/me")
    ada.request.post("/api/guests", data={"name": "Ada"})
    seats = [{"kind": "me"}, {"kind": "open"}]
    wanted = {"game": "karuba", "seats": seats, "options": {"setup": "random"}}
    made = ada.request.post("/api/tables", data=wanted).json()
    ada.goto(f"/tables/{made['table']}")
    Person(bo).sit_down(ada.url)
    for page in (ada, bo):  # both decide, and see it of each other
        page.get_by_role("button", name=re.compile("lays tile .* on c3")).click()
    ada.get_by_role("button", name="Ask to take back").click()
    question = bo.get_by_role("group", name="A question for everyone")
    expect(question).to_contain_text("Ada is asking to take back a move")
    question.get_by_role("button", name="Agree").click()
    expect(bo.get_by_role("log")).to_contain_text("Everyone agrees: Ada takes the move back.")
    expect(ada.get_by_role("log")).not_to_contain_text("lays tile")
