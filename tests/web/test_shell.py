"""What every visitor may count on."""

import gzip
import re

import pytest
from playwright.sync_api import Response, expect

from templetop.engine.rulebook import Rulebook
from templetop.games.shelf import ready_games, take

from .conftest import ROOT, Finished, Visit
from .people import OFFERS, Person

MOST_SCRIPT = 60_000  # bytes of compressed script with which the home page comes


def test_two_clicks_lead_from_home_to_a_game_against_bots(visit: Visit) -> None:
    page = visit()
    page.get_by_role("button", name="Karuba Lay").click()
    page.get_by_role("button", name="Play Karuba").click()
    expect(page).to_have_url(re.compile("/tables/"))
    expect(page.get_by_text("Your decision.").first).to_be_visible()


def test_home_leads_back_to_where_one_was(visit: Visit) -> None:
    page = visit()
    table = Person(page).make_table("Cacao", ["bot 1"])
    page.goto("/")
    page.get_by_role("link", name="Cacao").first.click()
    expect(page).to_have_url(table)


def test_a_game_can_be_started_and_played_with_the_keyboard_alone(visit: Visit) -> None:
    page = visit()
    page.get_by_role("button", name="Karuba Lay").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Play Karuba")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Karuba")
    page.locator("summary", has_text="in words").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")  # to the field that looks for a move
    page.keyboard.type("20")
    page.keyboard.press("Enter")
    expect(page.get_by_role("log")).to_contain_text("beach number 20")


def test_what_happens_is_told_to_who_does_not_see_the_board(visit: Visit) -> None:
    page = visit()
    person = Person(page)
    person.make_table("Karuba", ["bot 1"])
    person.open_offers()
    person.decide()
    expect(page.locator("[aria-live=polite]").first).to_contain_text("beach number")


def test_a_chosen_theme_holds_after_a_reload(visit: Visit) -> None:
    page = visit(color_scheme="light")
    ground = "getComputedStyle(document.body).backgroundColor"
    by_day = page.evaluate(ground)
    page.get_by_role("button", name="Change to day").click()
    page.get_by_role("button", name="Change to night").click()
    by_night = page.evaluate(ground)
    page.reload()
    expect(page.get_by_role("button", name="Colours: night")).to_be_visible()
    assert by_day != by_night == page.evaluate(ground)


@pytest.mark.parametrize("game", ready_games())
def test_every_sentence_of_a_rulebook_has_an_address(visit: Visit, game: str) -> None:
    page = visit(f"/rules/{game}")
    expect(page.locator("h1")).to_have_text(f"The rules of {take(game).name}")
    book = Rulebook.of(ROOT / "templetop" / "games" / game)
    anchors = page.evaluate("[...document.querySelectorAll('article [id]')].map((one) => one.id)")
    assert set(anchors) == book.numbers


def test_a_rulebook_shows_the_cards_and_the_figures_that_stand_in_it(visit: Visit) -> None:
    page = visit("/rules/karuba_cards")
    drawings = page.get_by_role("region", name="Drawing")
    expect(drawings).to_have_count(2)
    expect(drawings.last).to_contain_text("1┼◆   2├◆   3┤◆   4─●")
    colours = page.get_by_role("region", name="Figures").filter(has_text="purple")
    expect(colours.first.get_by_role("row")).to_have_count(1 + 5 + 1)
    expect(colours.last.get_by_role("row")).to_have_count(1 + 5)
    expect(page.get_by_role("article")).to_contain_text("So this set is ours")
    named = page.get_by_role("listitem").filter(has_text="way round").get_by_role("link")
    expect(named).to_have_text(["4.8"])  # and no figure like 3.9
    page.get_by_label("Look for").fill("lowest sum")
    expect(drawings).to_have_count(0)


def test_a_refusal_leads_to_its_rule(visit: Visit) -> None:
    """A page that is behind the table offers what the rules forbid by now."""
    page = visit()
    person = Person(page)
    person.make_table("Karuba", ["bot 1"])
    forged = {"error": {"sentence": "A tile lies there.", "rule": "3.3.1"}}
    page.route("**/moves*", lambda route: route.fulfill(status=422, json=forged))
    person.open_offers()
    person.decide()
    page.unroute("**/moves*")
    link = page.get_by_role("alert").get_by_role("link", name="Rule 3.3.1")
    with page.context.expect_page() as opened:
        link.click()
    expect(opened.value.locator(".lit")).to_contain_text("any empty space")


def test_the_match_can_be_looked_at_from_any_moment(visit: Visit) -> None:
    page = visit()
    person = Person(page)
    table = person.make_table("Karuba", ["bot 1"])
    person.open_offers()
    person.decide()
    expect(page.get_by_role("log")).to_contain_text("beach number")
    page.goto(f"{table}/replay/0")
    slider = page.get_by_role("slider")
    expect(slider).to_have_value("0")
    page.get_by_role("button", name="A move on").click()
    expect(page).to_have_url(f"{table}/replay/1")
    expect(page.locator("[aria-current=step]")).to_contain_text("beach number")


def test_the_first_page_is_light(visit: Visit) -> None:
    weights: list[int] = []
    page = visit("/me")

    def weigh(response: Response) -> None:
        if response.request.resource_type == "script":
            weights.append(len(gzip.compress(response.body())))

    page.on("response", weigh)
    page.goto("/", wait_until="networkidle")
    assert 10_000 < sum(weights) < MOST_SCRIPT


def test_no_drawing_is_asked_for_where_there_is_a_board(visit: Visit, finished: Finished) -> None:
    page = visit()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda socket: asked.append(socket.url))
    person = Person(page)
    table = person.make_table("Karuba", ["bot 1"])
    person.open_offers()
    person.decide()
    page.goto(f"{table}/replay")
    expect(page.get_by_role("slider")).to_be_visible()
    page.goto(f"/tables/{finished('karuba')}")
    expect(page.locator("#ending")).to_be_visible()
    drawn = [url for url in asked if re.search(r"/api/tables($|\?drawing|/[\w-]+($|[?/]))", url)]
    drawn = [url for url in drawn if not re.search("/(replay|hint|match)$", url)]
    assert len(drawn) > 5
    assert [url for url in drawn if "drawing=false" not in url] == []


def test_a_move_chosen_without_network_arrives_when_it_is_back(visit: Visit) -> None:
    page = visit()
    person = Person(page)
    person.make_table("Karuba", ["bot 1"])
    person.open_offers()
    page.context.set_offline(True)
    expect(page.get_by_text("The connection is lost")).to_be_visible()
    wanted = page.locator(OFFERS, has_text="beach number 30")
    wanted.click()
    page.context.set_offline(False)
    expect(page.get_by_role("log")).to_contain_text("beach number 30", timeout=20_000)
