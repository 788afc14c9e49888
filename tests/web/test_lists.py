"""Lists of tables that are longer than a page shows at first."""

import json
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Route, expect

from .conftest import Visit
from .test_pages import serious_faults
from .tiers import IN_TEST_ALL, only

PAGE = 60  # tables in one answer of the server


def card(number: int, state: str) -> dict[str, Any]:
    """A table as lists show it."""
    return {
        "id": f"table{number}",
        "game": "karuba",
        "name": "Karuba",
        "state": state,
        "seats": [seat(0, f"Ada {number}")],
        "moves": 0,
        "is_public": True,
        "made_at": "2026-01-01T12:00:00Z",
        "awaits_you": False,
        "guide": False,
        "closed": None,
    }


def seat(number: int, name: str, **told: Any) -> dict[str, Any]:
    usual = {"kind": "person", "is_you": False, "is_awaited": False, "result": None, "points": 0}
    return usual | {"seat": number, "side": number, "name": name} | told


def answer_with(tables: int, state: str, route: Route) -> None:
    """As the server does: a page of them, those after the one that is named."""
    after = parse_qs(urlsplit(route.request.url).query).get("after", ["table-1"])[0]
    first = int(after.removeprefix("table")) + 1
    cards = [card(number, state) for number in range(first, min(first + PAGE, tables))]
    route.fulfill(body=json.dumps(cards), content_type="application/json")


def test_more_open_tables_than_fit_are_shown_when_one_asks(visit: Visit) -> None:
    page = visit()
    page.route("**/api/tables?which=open", lambda route: answer_with(30, "waiting", route))
    page.goto("/lobby")
    listed = page.locator("section", has_text="Open tables")
    tables, more = listed.locator("li"), listed.get_by_role("button", name="Show more")
    expect(tables).to_have_count(12)
    more.click()
    expect(tables).to_have_count(24)
    more.click()
    expect(tables).to_have_count(30)
    expect(more).to_have_count(0)


@IN_TEST_ALL
def test_all_of_ones_matches_are_found_however_many(visit: Visit) -> None:
    page = visit("/me")
    page.get_by_label("A name is enough to play").fill("Ada")
    page.route("**/api/tables?which=over*", lambda route: answer_with(150, "over", route))
    page.get_by_role("button", name="Come in as a guest").click()
    listed = page.locator("section", has_text="Your matches")
    tables, more = listed.locator("li"), listed.get_by_role("button", name="Show more")
    expect(tables).to_have_count(24)
    while more.count():
        before = tables.count()
        more.click()
        expect(tables).not_to_have_count(before)
    expect(tables).to_have_count(150)
    expect(tables.last).to_contain_text("Ada 149")


CLOSED = "This match of Karuba was begun with version 2 of the rules; it can no longer be shown."


@pytest.mark.parametrize("game", only(["karuba", "a game that is not here any more"], "karuba"))
def test_a_match_that_cannot_be_opened_keeps_its_line(visit: Visit, game: str) -> None:
    seats = [seat(0, "Ada", points=28, result="won", is_you=True), seat(1, "Bo", points=2)]
    closed = card(1, "over") | {"seats": seats, "closed": CLOSED, "game": game}
    page = visit("/me")
    page.get_by_label("A name is enough to play").fill("Ada")
    page.route(
        "**/api/tables?which=over*", lambda route: route.fulfill(json=[card(0, "over"), closed])
    )
    page.get_by_role("button", name="Come in as a guest").click()
    line = page.get_by_role("listitem").filter(has_text=CLOSED)
    expect(line).to_contain_text("you 28 and Bo 2")
    # A table of a game that is there still tells the result; of another game, nothing can be shown.
    expect(line.get_by_role("link")).to_have_count(1 if game == "karuba" else 0)
    expect(
        page.get_by_role("listitem").filter(has_text="Ada 0").get_by_role("link")
    ).to_be_visible()
    assert serious_faults(page) == []
