"""Lists of tables that are longer than a page shows at first."""

import json
from typing import Any
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Route, expect

from .conftest import Visit

PAGE = 60  # tables in one answer of the server


def card(number: int, state: str) -> dict[str, Any]:
    """A table as lists show it."""
    return {
        "id": f"table{number}",
        "game": "karuba",
        "name": "Karuba",
        "state": state,
        "seats": [{"seat": 0, "name": f"Ada {number}", "kind": "guest", "is_you": False}],
        "moves": 0,
        "is_public": True,
        "made_at": "2026-01-01T12:00:00Z",
        "awaits_you": False,
    }


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
