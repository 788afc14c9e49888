"""Several at one table: watching, two tabs, changing one's mind, an account."""

import re

from playwright.sync_api import Page, Route, expect

from .conftest import Visit
from .people import OFFERS, Person
from .tiers import IN_TEST_ALL


def logged(page: Page, words: str) -> None:
    expect(page.get_by_role("log")).to_contain_text(words)


@IN_TEST_ALL
def test_who_only_watches_sees_the_table_and_decides_nothing(visit: Visit) -> None:
    person = Person(visit())
    table = person.make_table("Karuba", ["bot 1"])
    stranger = visit(table)
    expect(stranger.get_by_text(re.compile("^You are watching. Waiting for "))).to_be_visible()
    person.open_offers()
    person.page.locator(OFFERS, has_text="beach number 40").click()
    logged(stranger, "beach number 40")
    expect(stranger.locator(OFFERS)).to_have_count(0)


@IN_TEST_ALL
def test_two_tabs_of_one_person_show_the_same(visit: Visit) -> None:
    person = Person(visit())
    table = person.make_table("Karuba", ["bot 1"])
    other_tab = person.page.context.new_page()
    other_tab.goto(table)
    expect(other_tab.get_by_text("Your move.").first).to_be_visible()
    person.open_offers()
    person.page.locator(OFFERS, has_text="beach number 50").click()
    logged(other_tab, "beach number 50")


def test_a_decision_that_nobody_has_seen_can_be_changed_and_taken_back(visit: Visit) -> None:
    ada, bo = Person(visit("/lobby")), Person(visit("/me"))
    bo.sit_down(ada.make_table("Karuba: The Card Game", ["open"]))
    ada.open_offers()
    ada.page.locator(OFFERS).nth(0).click()
    expect(ada.page.locator(f"{OFFERS}.decided")).to_have_count(1)
    first = ada.page.locator(f"{OFFERS}.decided").inner_text()
    ada.page.locator(OFFERS).nth(1).click()
    expect(ada.page.locator(f"{OFFERS}.decided")).not_to_have_text(first)
    expect(bo.page.locator(".seats").get_by_text("✓ decided")).to_be_visible()
    ada.page.get_by_role("button", name="Take back").click()
    expect(ada.page.get_by_text("Your move.").first).to_be_visible()
    expect(bo.page.locator(".seats").get_by_text("✓ decided")).to_have_count(0)


@IN_TEST_ALL
def test_news_that_come_with_a_click_fold_nothing_away(visit: Visit) -> None:
    """A browser says a moment later that something was unfolded, and news may come before."""
    ada, bo = Person(visit("/lobby")), Person(visit("/me"))
    bo.sit_down(ada.make_table("Karuba: The Card Game", ["open"]))
    expect(ada.page.locator("summary", has_text="in words")).to_be_visible()
    ada.page.evaluate("addEventListener('toggle', (event) => event.stopPropagation(), true)")
    ada.open_offers()
    bo.open_offers()
    bo.decide()
    expect(ada.page.locator(".seats").get_by_text("✓ decided")).to_be_visible()
    expect(ada.page.locator(OFFERS).first).to_be_visible()


@IN_TEST_ALL
def test_a_table_by_invitation_is_found_through_its_link_alone(visit: Visit) -> None:
    page = visit("/lobby")
    page.get_by_role("combobox", name="Game", exact=True).select_option(label="Cacao")
    page.get_by_label("Only people with a link").check()
    page.get_by_text("Create the table").click()
    link = page.get_by_role("textbox", name="Invitation").input_value()
    to_watch = page.get_by_role("textbox", name="Link to watch").input_value()
    visitor = visit(page.url)
    expect(visitor.get_by_text("This table is private")).to_be_visible()
    visitor.goto(to_watch)
    visitor.get_by_role("button", name="Take seat 2").click()
    expect(visitor.get_by_text("need the invitation link to sit")).to_be_visible()
    friend = visit("/lobby")
    expect(friend.get_by_role("heading", name="Open tables")).to_be_visible()
    expect(friend.locator(f'a[href="/tables/{page.url.rpartition("/")[2]}"]')).to_have_count(0)
    friend.goto(link)
    expect(friend.get_by_role("heading", name="would like to play Cacao with you")).to_be_visible()
    Person(friend).sit_down(link)
    expect(friend.locator("summary", has_text="in words")).to_be_visible()
    expect(page.locator("summary", has_text="in words")).to_be_visible()


def test_an_account_keeps_what_a_guest_has_begun(visit: Visit) -> None:
    page = visit()
    table = Person(page).make_table("Cacao", ["bot 1"])
    page.goto("/me")
    name_and_password(page, "An account", "Create an account")
    expect(page.locator("h1")).to_have_text("Ada of the Ferns")
    page.get_by_role("button", name="Sign out").click()
    expect(page.locator("h1")).to_have_text("Who are you?")
    name_and_password(page, "Sign in", "Sign in")
    expect(page.locator("h1")).to_have_text("Ada of the Ferns")
    expect(page.locator(f'a[href="{table[table.index("/tables/") :]}"]')).to_be_visible()


def name_and_password(page: Page, heading: str, button: str) -> None:
    form = page.locator("section", has=page.get_by_role("heading", name=heading))
    form.get_by_label("Name").fill("Ada of the Ferns")
    form.get_by_label("Password").fill("under the third stone")
    form.get_by_role("button", name=button).click()


@IN_TEST_ALL
def test_a_guest_takes_another_name_and_keeps_their_tables(visit: Visit) -> None:
    page = visit()
    table = Person(page).make_table("Karuba", ["bot 1"])
    page.goto("/me")
    page.get_by_label("What others call you").fill("Bo of the Brook")
    page.get_by_role("button", name="Change my name").click()
    expect(page.locator("h1")).to_have_text("Bo of the Brook")
    expect(page.get_by_role("link", name="Bo of the Brook")).to_be_visible()
    page.reload()
    expect(page.locator("h1")).to_have_text("Bo of the Brook")
    expect(page.locator(f'a[href="{table[table.index("/tables/") :]}"]')).to_be_visible()


@IN_TEST_ALL
def test_what_is_no_name_is_refused_in_a_sentence(visit: Visit) -> None:
    page = visit("/me")
    page.get_by_label("A name is enough").fill("exec:ls")
    page.get_by_role("button", name="Come in").click()
    expect(page.get_by_role("alert")).to_contain_text("letters and digits")
    expect(page.locator("h1")).to_have_text("Who are you?")


@IN_TEST_ALL
def test_home_tells_whose_turn_it_is_after_the_tab_was_closed(visit: Visit) -> None:
    ada, bo = Person(visit("/me")), Person(visit("/me"))
    for person, name in ((ada, "Ada"), (bo, "Bo")):
        person.page.get_by_label("A name is enough").fill(name)
        person.page.get_by_role("button", name="Come in").click()
        expect(person.page.locator("h1")).to_have_text(name)
    bo.sit_down(ada.make_table("Karuba", ["open"]))
    expect(bo.page.get_by_text("Waiting for Ada").first).to_be_visible()
    tabs = [person.page.context.new_page() for person in (ada, bo)]
    for person, tab, words in zip((ada, bo), tabs, ("your turn", "waiting for Ada"), strict=True):
        person.page.close()
        tab.goto("/")
        match = tab.get_by_role("link", name="Karuba").filter(has_text=words)
        expect(match).to_be_visible()
    tabs[0].get_by_role("link", name="Karuba").filter(has_text="your turn").click()
    expect(tabs[0].get_by_text("Your move.").first).to_be_visible()


def test_a_game_without_a_board_of_its_own_is_drawn_and_played_in_words(visit: Visit) -> None:
    page = visit(is_live=False)
    page.route(re.compile(r"/api/tables/[\w-]+\?"), as_a_game_without_board)
    Person(page).make_table("Karuba", ["bot 1"])
    page.reload()
    expect(page.get_by_label("drawn as text")).to_contain_text("110")
    page.locator(OFFERS, has_text="beach number 70").click()
    logged(page, "beach number 70")


def as_a_game_without_board(route: Route) -> None:
    answer = route.fetch()
    route.fulfill(response=answer, json=answer.json() | {"game": "marbles"})


def test_a_move_is_seen_although_the_live_line_is_down(visit: Visit) -> None:
    page = visit()
    page.route_web_socket("**/live*", lambda line: line.close(code=4408))
    person = Person(page)
    person.make_table("Karuba", ["bot 1"])
    expect(page.get_by_text("Reconnecting")).to_be_visible()
    person.open_offers()
    page.locator(OFFERS, has_text="beach number 70").click()
    logged(page, "beach number 70")


@IN_TEST_ALL
def test_who_leaves_can_come_back(visit: Visit) -> None:
    page, bo = visit(), Person(visit("/me"))
    bo.sit_down(Person(page).make_table("Karuba", ["open"]))  # who does not decide: it waits
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Leave", exact=True).click()
    page.get_by_role("link", name="you left").click()
    page.get_by_role("button", name="Come back").click()
    expect(page.locator("summary", has_text="in words")).to_be_visible()
