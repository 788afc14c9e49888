"""The guide: what the strongest bot would do, as a server says it."""

from typing import Any

from playwright.sync_api import Page, Route, expect

from .conftest import Visit
from .people import Person
from .test_pages import serious_faults
from .tiers import IN_TEST_ALL

GUIDE = ".hint"


def at_a_table(visit: Visit, game: str = "Karuba", rivals: int = 1, **manners: Any) -> Page:
    page = visit(**manners)
    Person(page).make_table(game, ["bot 1"] * rivals)
    expect(page.get_by_text("Your move.").first).to_be_visible()
    return page


def advice(page: Page) -> dict[str, Any]:
    """As the server gives it, about the table that the page shows."""
    table = page.request.get(f"/api{page.url[page.url.index('/tables/') :]}").json()
    weighed = [
        {**offer, "visits": 300 - n, "values": [0.6, 0.4], "points": [21.4, 18.6]}
        for n, offer in enumerate(table["offers"][-3:])
    ]
    line = [{"seat": seat, "says": f"goes on, {seat}"} for seat in (0, 1, 0)]
    return {"weighed": weighed, "line": line, "simulations": 800}


def test_the_guide_tells_its_favourites_and_one_is_chosen(visit: Visit) -> None:
    page = at_a_table(visit)
    told = advice(page)
    page.route("**/hint", lambda route: route.fulfill(json=told))
    page.get_by_role("button", name="Ask the guide").click()
    guide = page.locator(GUIDE)
    expect(guide).to_contain_text("800 games")
    expect(guide).to_contain_text("you get about 21 points, Snail 19")
    expect(guide).to_contain_text("expects this to follow")
    assert serious_faults(page) == []
    best = guide.locator("li button").first
    expect(best).to_contain_text(told["weighed"][0]["says"])
    best.click()
    expect(page.get_by_role("log")).to_contain_text(told["weighed"][0]["says"])
    expect(guide).to_have_count(0)  # it was about another moment
    page.wait_for_function("() => document.activeElement.closest('.board')")


@IN_TEST_ALL
def test_the_points_of_several_rivals_are_no_range(visit: Visit) -> None:
    page = at_a_table(visit, "Karuba: The Card Game", rivals=5)
    told = advice(page)
    for one in told["weighed"]:
        one["points"] = [1.2, 9.1, 8.4, 7.7, 9.3, 8.0]
    page.route("**/hint", lambda route: route.fulfill(json=told))
    page.get_by_role("button", name="Ask the guide").click()
    says = "you get about 1 point, the others 9, 8, 8, 9 and 8"
    expect(page.locator(GUIDE)).to_contain_text(says)


@IN_TEST_ALL
def test_the_guide_can_be_sent_away(visit: Visit) -> None:
    page = at_a_table(visit, viewport={"width": 360, "height": 700})
    told = advice(page)
    page.route("**/hint", lambda route: route.fulfill(json=told))
    page.get_by_role("button", name="Ask the guide").click()
    expect(page.locator(GUIDE)).to_be_in_viewport()
    what_it_expects = page.locator(GUIDE).get_by_text("goes on, 1").last
    what_it_expects.scroll_into_view_if_needed()
    expect(what_it_expects).to_be_in_viewport()
    page.get_by_role("button", name="Close the advice").click()
    expect(page.locator(GUIDE)).to_have_count(0)


@IN_TEST_ALL
def test_a_guide_that_is_not_ready_answers_when_it_is(visit: Visit) -> None:
    page = at_a_table(visit)
    page.clock.install()
    told, asked = advice(page), []
    not_yet = {"error": {"sentence": "Not yet.", "rule": None}}

    def answer(route: Route) -> None:
        asked.append(route)
        if len(asked) == 1:
            route.fulfill(status=409, json=not_yet)
        else:
            route.fulfill(json=told)

    page.route("**/hint", answer)
    page.get_by_role("button", name="Ask the guide").click()
    expect(page.get_by_text("The guide is getting ready")).to_be_visible()
    expect(page.locator(GUIDE)).to_contain_text("This looks best at first sight.")
    page.mouse.move(0, 0)  # nothing is exchanged under a pointer
    page.clock.fast_forward(10_000)
    expect(page.locator(GUIDE)).to_contain_text("800 games")
    expect(page.get_by_text("The guide is getting ready")).to_have_count(0)


ASK = "Ask the guide"
OFF, ON = "The guide is off at this table.", "The guide is on at this table."


@IN_TEST_ALL
def test_among_people_there_is_no_guide_unless_the_table_is_made_so(visit: Visit) -> None:
    ada, bo = Person(visit("/lobby")), Person(visit("/me"))
    address = ada.make_table("Karuba", ["open"])
    expect(ada.page.get_by_text(OFF)).to_be_visible()
    bo.page.goto(address)
    expect(bo.page.get_by_text(OFF)).to_be_visible()  # before one sits down
    bo.sit_down(address)
    for person in (ada, bo):
        expect(person.page.locator("summary", has_text="in words")).to_be_visible()
        expect(person.page.get_by_text(OFF)).to_be_visible()
        expect(person.page.get_by_role("button", name=ASK)).to_have_count(0)


@IN_TEST_ALL
def test_whoever_makes_a_table_says_whether_there_is_a_guide(visit: Visit) -> None:
    ada, bo = Person(visit("/lobby")), Person(visit("/lobby"))
    box = ada.page.get_by_role("checkbox", name="Guide")
    expect(box).not_to_be_checked()  # a seat is open, for a person
    ada.page.get_by_label("Seat 2").select_option("bot 1")
    expect(box).to_be_checked()
    ada.page.get_by_label("Seat 2").select_option("open")
    expect(box).not_to_be_checked()
    box.check()
    ada.page.get_by_text("Create the table").click()
    expect(ada.page.get_by_text(ON)).to_be_visible()
    table = ada.page.url[ada.page.url.index("/tables/") :]
    bo.page.reload()
    expect(bo.page.locator(f'a[href="{table}"]')).to_contain_text("with the guide")
    bo.sit_down(table)
    for person in (ada, bo):
        expect(person.page.get_by_role("button", name=ASK)).to_be_visible()
        expect(person.page.get_by_text(ON)).to_be_visible()
