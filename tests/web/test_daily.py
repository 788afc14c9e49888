"""The deal of the day, and duplicates, as people see them."""

import re

from playwright.sync_api import Page, expect

from .conftest import Visit
from .people import Person
from .test_pages import serious_faults
from .tiers import IN_TEST_ALL


def with_account(page: Page, name: str) -> Page:
    page.request.post("/api/accounts", data={"name": name, "password": "a river of ink"})
    page.goto("/daily")
    return page


def begin(page: Page) -> Person:
    page.get_by_role("button", name="Play today’s deal of Karuba", exact=True).click()
    expect(page.locator("summary", has_text="in words")).to_be_visible()
    return Person(page)


def what_chance_did(page: Page) -> list[str]:
    told = page.get_by_role("log").locator("li").all_inner_texts()
    return [line for line in told if "Chance" in line]


@IN_TEST_ALL
def test_two_people_play_the_deal_of_the_day_and_compare_their_results(visit: Visit) -> None:
    ada = begin(with_account(visit(), "Ada the First"))
    table = ada.page.url
    bo = with_account(visit(), "Bo the Second")
    ada.open_offers()
    while ada.wait():
        ada.decide_swiftly()
    expect(ada.page.get_by_text("so it is your best so far")).to_be_visible()
    ada.page.get_by_role("link", name="See all results").click()
    results = ada.page.get_by_role("table", name="Results of Karuba", exact=True)
    expect(results.get_by_role("row")).to_have_count(2)
    assert serious_faults(ada.page) == []

    bo.reload()
    expect(bo.get_by_text("1 person has played it.")).to_be_visible()
    assert "Ada the First" not in bo.locator("main").inner_text()
    bo.goto(f"{table}/replay")
    expect(bo.get_by_text("when you have played the deal yourself")).to_be_visible()
    bo.goto("/daily")
    second = begin(bo)
    second.open_offers()
    for _ in range(3):
        second.wait()
        second.decide()
    dealt = what_chance_did(bo)
    while second.wait():
        second.decide_swiftly()
    bo.goto("/daily")
    row = bo.get_by_role("table", name="Results of Karuba", exact=True).get_by_role("row")
    expect(row).to_have_count(3)
    expect(row.filter(has_text="Ada the First")).to_have_count(1)
    expect(row.filter(has_text="Bo the Second")).to_have_count(1)
    bo.goto(table)
    expect(bo.locator("#ending")).to_be_visible()
    assert what_chance_did(bo)[: len(dealt)] == dealt
    assert len(dealt) >= 4


@IN_TEST_ALL
def test_who_gives_up_the_deal_of_the_day_sees_no_results_that_day(visit: Visit) -> None:
    page = begin(with_account(visit(), "Cy the Third")).page
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Leave").click()
    expect(page).to_have_url(re.compile("/$"))
    page.goto("/daily")
    expect(page.get_by_text("You: gave up")).to_be_visible()
    expect(page.get_by_text("what others did when the day is over")).to_be_visible()
    expect(page.get_by_role("table", name="Results of Karuba", exact=True)).to_have_count(0)


@IN_TEST_ALL
def test_friends_join_a_duplicate_by_its_link(visit: Visit) -> None:
    ada, bo = visit("/duplicates"), visit("/duplicates")
    ada.get_by_role("combobox", name="Seats").select_option("1")
    ada.get_by_role("button", name="Open a duplicate of 4 deals").click()
    link = ada.get_by_label("Link to this duplicate").input_value()
    bo.goto(link)
    bo.get_by_label("Your name").fill("Bo")
    bo.get_by_role("button", name="Play along").click()
    expect(bo.get_by_role("row", name="Bo (you)")).to_be_visible()
    bo.get_by_role("button", name="Play", exact=True).first.click()
    expect(bo.locator("summary", has_text="in words")).to_be_visible()
    bo.on("dialog", lambda dialog: dialog.accept())
    bo.get_by_role("button", name="Leave").click()
    bo.goto(link)
    expect(bo.get_by_role("row", name="Bo (you)")).to_contain_text("gave up")
    assert serious_faults(bo) == []
    ada.reload()
    expect(ada.get_by_role("row", name="Bo")).not_to_contain_text("gave up")
