"""Who leaves, who only watches, and how a match ends that is dead."""

import re

from playwright.sync_api import Response, expect

from .conftest import Visit
from .people import Person
from .tiers import IN_TEST_ALL


def test_who_leaves_is_led_away_and_all_others_are_told(visit: Visit) -> None:
    ada, bo = Person(visit("/lobby")), Person(visit("/me"))
    bo.sit_down(ada.make_table("Karuba", ["open"]))
    expect(ada.page.get_by_role("button", name="Leave", exact=True)).to_be_visible()
    bo.page.on("dialog", lambda dialog: dialog.accept())
    bo.page.get_by_role("button", name="Leave", exact=True).click()
    expect(bo.page).to_have_url(re.compile(r":\d+/$"))
    told = "leaves. A level 3 bot plays on for"
    expect(ada.page.get_by_role("log")).to_contain_text(told)
    expect(ada.page.locator(".bars")).to_contain_text(told)
    expect(ada.page.locator(".seats").get_by_text("left: a bot plays on")).to_be_visible()
    ada.page.locator(".bars").get_by_role("button", name="OK").click()
    expect(ada.page.locator(".bars")).not_to_contain_text(told)


@IN_TEST_ALL
def test_the_last_one_left_ends_the_match(visit: Visit) -> None:
    ada, bo = Person(visit("/lobby")), Person(visit("/me"))
    bo.sit_down(ada.make_table("Karuba", ["open"]))
    bo.page.on("dialog", lambda dialog: dialog.accept())
    bo.page.get_by_role("button", name="Leave", exact=True).click()
    ada.page.on("dialog", lambda dialog: dialog.accept())
    ada.page.get_by_role("button", name="End the match").click()
    expect(ada.page.locator("#ending")).to_have_text("The match was ended early, and nobody won.")
    ada.page.goto("/me")
    expect(ada.page.get_by_role("link", name="ended early")).to_be_visible()


@IN_TEST_ALL
def test_who_only_watches_is_told_so(visit: Visit) -> None:
    table = Person(visit("/lobby")).make_table("Karuba", ["bot 1"])
    page = visit(table)
    expect(page.locator(".status")).to_contain_text("You are watching.")
    page.get_by_role("navigation").get_by_role("link", name="Rules").click()
    expect(page).to_have_url(re.compile("/rules/karuba$"))


def test_a_new_visitor_is_refused_nothing(visit: Visit) -> None:
    page = visit("/me")
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))
    page.goto("/")
    expect(page.locator("h1")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert [answer.url for answer in answers if answer.status >= 400] == []


@IN_TEST_ALL
def test_until_bots_search_it_is_said_and_how_far_they_are(visit: Visit) -> None:
    page = visit()
    told = {"is_ready": False, "is_coming": True, "before": 0, "part": 0.4}
    page.route("**/api/games/*/bots", lambda route: route.fulfill(json=told))
    Person(page).make_table("Karuba", ["bot 4"])
    expect(page.get_by_role("progressbar")).to_have_attribute("value", "0.4")
    expect(page.get_by_text("For now the bots play by first impressions")).to_be_visible()
    told |= {"is_ready": True}
    expect(page.get_by_text("For now the bots play by first impressions")).to_have_count(0)
