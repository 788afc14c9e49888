"""Members of the club: friends after a match, talk, a rematch, ratings, and a page on a phone."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from .conftest import Visit
from .test_pages import serious_faults
from .tiers import IN_TEST_ALL

PASSWORD = "under the third stone"
QUICK = "karuba_cards"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


def member(visit: Visit, name: str, path: str = "/lobby", **manners: Any) -> Page:
    """Somebody with an account, whose browser is here."""
    page = visit("/kept", **manners)
    answer = page.request.post("/api/accounts", data={"name": name, "password": PASSWORD})
    assert answer.ok, answer.text()
    page.goto(path)
    return page


def ask(page: Page, path: str, **body: Any) -> Any:
    answer = (
        page.request.post(f"/api{path}", data=body) if body else page.request.get(f"/api{path}")
    )
    assert answer.ok, answer.text()
    return answer.json()


def play_on(pages: list[Page], table: str) -> None:
    """To the end, without the pages: they only watch."""
    while True:
        for page in pages:
            seen = ask(page, f"/tables/{table}?drawing=false")
            if seen["state"] == "over":
                return
            if seen["offers"] and seen["decided"] is None:
                move = seen["offers"][-1]["move"]
                ask(page, f"/tables/{table}/moves", number=seen["number"], move=move)


@IN_TEST_ALL
def test_two_become_friends_talk_and_play_again(visit: Visit) -> None:
    ada, bo = member(visit, "Ada Clubwoman"), member(visit, "Bo Clubman")
    ada.get_by_role("combobox", name="Game", exact=True).select_option(QUICK)
    expect(ada.get_by_label("This match counts")).to_be_checked()  # as is usual among members
    ada.get_by_text("Create the table").click()
    ada.get_by_text("QR code").click()
    expect(ada.get_by_role("img", name="The link as a QR code")).to_be_visible()
    table = ada.url.rpartition("/")[2]
    bo.goto(ada.url)
    bo.get_by_role("button", name="Take seat 2").click()
    ada.get_by_role("button", name="Good luck!").click()
    expect(bo.locator(".seats .bubble")).to_have_text("Good luck!")
    expect(bo.get_by_label("What was said")).to_contain_text("Ada Clubwoman Good luck!")
    expect(bo.get_by_label("To your friends at this table")).to_have_count(0)
    play_on([ada, bo], table)

    after = ada.get_by_label("Ratings and friends")
    expect(after.get_by_text(re.compile(r"Rating 1\d\d\d [+−]\d+"))).to_have_count(2)
    after.get_by_role("button", name="Add Bo Clubman as a friend").click()
    expect(after).to_contain_text("You have asked Bo Clubman")
    bo.reload()
    bo.get_by_role("button", name="Accept Ada Clubwoman as a friend").click()
    expect(bo.get_by_label("Ratings and friends")).to_contain_text("your friend")

    ada.get_by_role("button", name="Play again").click()
    expect(ada.get_by_text("Your move.").first).to_be_visible()
    bo.get_by_role("button", name="Go to the rematch").click()
    expect(bo.get_by_text("Your move.").first).to_be_visible()
    assert ada.url == bo.url != table
    bo.get_by_label("To your friends at this table").fill("Now you lose.")
    bo.get_by_role("button", name="Say it").click()
    expect(ada.get_by_label("What was said")).to_contain_text("Now you lose.")
    assert serious_faults(ada) == []
    ada.get_by_label("More about this line").click()
    ada.get_by_role("button", name="Mute Bo Clubman").click()
    expect(ada.get_by_text("You have muted Bo Clubman")).to_be_visible()
    expect(ada.get_by_label("What was said")).to_have_count(0)

    ada.goto("/lobby")
    ada.get_by_label("Only people with a link").check()
    ada.get_by_text("Create the table").click()
    ada.get_by_role("button", name="Bo Clubman").click()
    expect(ada.get_by_role("button", name="✓ Bo Clubman is invited")).to_be_visible()
    bo.goto("/")
    bo.get_by_role("button", name="Go there").click()
    expect(bo.get_by_role("button", name="Take seat 2")).to_be_visible()
    ada.get_by_role("button", name="A bot for seat 2").click()
    expect(ada.get_by_text("Waiting for players")).to_have_count(0)


@IN_TEST_ALL
def test_a_page_fits_a_phone_and_shows_what_its_person_chose(visit: Visit) -> None:
    cy = member(visit, "Cy of the Canopy", "/me", **PHONE)
    bots = [{"kind": "me"}, {"kind": "bot", "level": 1}]
    table = ask(cy, "/tables", game=QUICK, seats=bots, counts=True)["table"]
    play_on([cy], table)
    cy.get_by_label("Your matches").select_option("everybody")
    expect(cy.get_by_text("Saved.")).to_be_visible()
    assert serious_faults(cy) == []
    cy.get_by_role("link", name="Cy of the Canopy").last.click()
    expect(cy.get_by_role("img", name="Rating over 1 match")).to_be_visible()
    width = "() => document.documentElement.scrollWidth <= innerWidth"
    assert cy.evaluate(width)
    assert serious_faults(cy) == []
    stranger = visit(re.sub(".*(?=/people)", "", cy.url), **PHONE)
    expect(stranger.get_by_role("heading", name="Matches")).to_be_visible()
    expect(stranger.get_by_role("heading", name="Figures")).to_have_count(0)
    stranger.goto(f"/people?game={QUICK}")
    expect(stranger.get_by_text("Level 5 bots")).to_be_visible()
    expect(stranger.get_by_role("link", name="Cy of the Canopy")).to_be_visible()
    assert stranger.evaluate(width)
    assert serious_faults(stranger) == []
