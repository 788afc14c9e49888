"""What every visitor may count on."""

import gzip
import re

import pytest
from playwright.sync_api import Response, Route, expect

from templetop.engine.rulebook import Rulebook
from templetop.games.shelf import ours, take

from .conftest import MOVING, ROOT, Finished, Visit
from .people import OFFERS, Person, has_heard, keep_news
from .tiers import IN_TEST_ALL, only

CARD = "svg[role=img]"
MOST_SCRIPT = 60_000  # bytes of compressed script with which the home page comes


def test_two_clicks_lead_from_home_to_a_game_against_bots(visit: Visit) -> None:
    page = visit("/")
    page.get_by_role("button", name="Karuba Lay").click()
    page.get_by_role("button", name="Play Karuba").click()
    expect(page).to_have_url(re.compile("/tables/"))
    expect(page.get_by_text("Your move.").first).to_be_visible()


@IN_TEST_ALL
def test_home_leads_back_to_where_one_was(visit: Visit) -> None:
    page = visit()
    table = Person(page).make_table("Cacao", ["bot 1"])
    page.goto("/")
    page.get_by_role("link", name="Cacao").first.click()
    expect(page).to_have_url(table)


def test_a_game_can_be_started_and_played_with_the_keyboard_alone(visit: Visit) -> None:
    page = visit("/")
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


@IN_TEST_ALL
def test_what_happens_is_told_to_who_does_not_see_the_board(visit: Visit) -> None:
    page = visit()
    person = Person(page)
    person.make_table("Karuba", ["bot 1"])
    person.open_offers()
    keep_news(page)
    person.decide()
    has_heard(page, "beach number")


def test_a_chosen_theme_holds_after_a_reload(visit: Visit) -> None:
    page = visit("/", color_scheme="light")
    ground = "getComputedStyle(document.body).backgroundColor"
    by_day = page.evaluate(ground)
    page.get_by_role("button", name="Change to day").click()
    page.get_by_role("button", name="Change to night").click()
    by_night = page.evaluate(ground)
    page.reload()
    expect(page.get_by_role("button", name="Colours: night")).to_be_visible()
    assert by_day != by_night == page.evaluate(ground)


@IN_TEST_ALL
def test_who_asks_for_the_rules_is_handed_the_first_book_on_the_shelf(visit: Visit) -> None:
    page, first = visit("/lobby"), next(iter(ours()))
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="Rules").click()
    expect(page.locator("h1")).to_have_text(f"The rules of {take(first).name}")
    expect(page).to_have_url(re.compile(f"/rules/{first}$"))
    page.go_back()
    expect(page).to_have_url(re.compile("/lobby$"))


@pytest.mark.parametrize("game", only(ours(), "karuba"))
def test_readers_find_their_way_in_a_rulebook(visit: Visit, game: str) -> None:
    """Sentences and headings have addresses, the contents lead there, and marks are explained."""
    page = visit(f"/rules/{game}")
    expect(page.locator("h1")).to_have_text(f"The rules of {take(game).name}")
    book = Rulebook.of(ROOT / "templetop" / "games" / game)
    anchors = page.evaluate(
        "[...document.querySelectorAll('article [id]')]"
        ".filter((one) => !one.closest('svg')).map((one) => one.id)"
    )  # a drawing has parts of its own
    others = {"-".join(re.findall(r"\w+", e.text.lower())) for e in book.entries if not e.number}
    assert set(anchors) == book.numbers | others
    expect(page.get_by_text("The words below are ours.")).to_contain_text("(ruling)")
    marked = book.sentences[0]
    expect(page.locator(f"[id='{marked.number}']")).to_contain_text(f"[{marked.source}]")
    headings = [f"{e.number} {e.text}".strip() for e in book.entries if e.is_heading]
    ways = page.get_by_role("navigation", name="Contents").get_by_role("link")
    expect(ways).to_have_text(headings)
    ways.filter(has_text="Questions").click()
    expect(page.get_by_role("heading", name="Questions")).to_be_in_viewport()


@IN_TEST_ALL
def test_the_drawings_of_the_card_game_are_cards(visit: Visit) -> None:
    page = visit("/rules/karuba_cards")
    drawings = page.get_by_role("group", name="Cards")
    island, cards = drawings.first.locator(CARD), drawings.last.locator(CARD)
    expect(island).to_have_count(16)
    expect(cards).to_have_count(16)
    says = [one.get_attribute("aria-label") for one in cards.all()]
    assert [says[n - 1] for n in (1, 4, 9, 16)] == [
        "card 1, a crossing, crystal",
        "card 4, a path from west to east, gold",
        "card 9, a path from north to east, the blue adventurer",
        "card 16, a path to the north, the blue temple",
    ]
    expect(island.first).to_have_accessible_name(re.compile("^card 15,"))
    expect(drawings.last).to_contain_text("paths to the edges of the card")
    expect(page.get_by_role("region", name="Drawing")).to_have_count(0)


@IN_TEST_ALL
def test_a_drawing_that_shows_no_cards_stays_as_it_is_written(visit: Visit) -> None:
    written = {
        "1┼◆   2├◆": 2,
        "1┼◆   .    3┤◆\n     2├◆": 3,
        "1┼◆   2├◆\nand so on": 0,
        "1┼◆ 2├◆\n  10─● 11┌o": 0,  # what is above what?
        ". .": 0,
    }
    page = visit()
    page.route("**/karuba_cards/rulebook", lambda route: route.fulfill(json=book_with([*written])))
    page.goto("/rules/karuba_cards")
    rows = page.get_by_role("article").locator("pre, [role=group]")
    expect(rows).to_have_count(len(written))
    drawn = [row.locator(CARD).count() for row in rows.all()]
    assert drawn == [*written.values()]


def book_with(drawings: list[str]) -> dict[str, object]:
    """A rulebook with nothing in it but drawings."""
    heading = {"number": "", "text": "Drawn", "source": "", "is_heading": True}
    blocks = [{"kind": "drawing", "text": drawing, "rows": []} for drawing in drawings]
    return {
        "name": "Karuba: The Card Game", "intro": "", "short": [], "marks": "", "terms": [],
        "entries": [{**heading, "is_background": False}],
        "notes": [{"heading": "Drawn", "blocks": blocks}],
    }  # fmt: skip


@IN_TEST_ALL
def test_figures_are_folded_until_somebody_wants_them(visit: Visit) -> None:
    page = visit("/rules/cacao")
    figures = page.get_by_text("Average points, gold, water and temples")
    expect(figures).to_be_hidden()
    way = page.get_by_role("navigation", name="Contents").get_by_text("What comes of it")
    way.click()
    expect(figures).to_be_in_viewport()
    page.locator("summary", has_text="What comes of it").click()
    expect(figures).to_be_hidden()
    way.click()  # again, at the same address
    expect(figures).to_be_visible()
    page.reload()
    expect(figures).to_be_visible()
    page.goto("/rules/cacao")
    page.get_by_label("Search").fill("average points")
    expect(figures).to_be_visible()
    expect(page.get_by_role("status")).to_have_text("1 passage")


@IN_TEST_ALL
def test_a_rulebook_shows_the_figures_that_stand_in_it(visit: Visit) -> None:
    page = visit("/rules/cacao")
    page.locator("summary", has_text="the figures").click()
    figures = page.get_by_role("region", name="Figures").filter(has_text="another greedy one")
    expect(figures.get_by_role("row")).to_have_count(1 + 3 * 6)
    said = page.locator(".text").filter(has_text="never too many orders to try")
    expect(said.get_by_role("link")).to_have_text(["3.3.9", "3.3.10"])
    said = page.locator(".text").filter(has_text="within 0.1")
    expect(said.get_by_role("link")).to_have_count(0)


@IN_TEST_ALL
def test_a_rulebook_shows_the_cards_that_stand_in_it(visit: Visit) -> None:
    page = visit("/rules/karuba_cards")
    drawings = page.get_by_role("group", name="Cards")
    expect(drawings).to_have_count(2)
    expect(page.get_by_role("article")).to_contain_text("So this set is ours")
    said = page.locator(".text").filter(has_text="Good play brings")
    expect(said.get_by_role("link")).to_have_count(0)  # 2.4 and 3.9 are figures here
    page.get_by_label("Search").fill("lowest sum")
    expect(drawings).to_have_count(0)


@IN_TEST_ALL
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
    page.get_by_role("button", name="One move forward").click()
    expect(page).to_have_url(f"{table}/replay/1")
    expect(page.locator("[aria-current=step]")).to_contain_text("beach number")


def test_the_first_page_is_light(visit: Visit) -> None:
    weights: list[int] = []
    page = visit("/me", is_fresh=True)

    def weigh(response: Response) -> None:
        if response.request.resource_type == "script":
            weights.append(len(gzip.compress(response.body())))

    page.on("response", weigh)
    page.goto("/", wait_until="networkidle")
    assert 10_000 < sum(weights) < MOST_SCRIPT


SHIFTS = """window.shifts = 0;
new PerformanceObserver((list) => {
  for (const { hadRecentInput, value } of list.getEntries()) if (!hadRecentInput) shifts += value;
}).observe({ type: 'layout-shift', buffered: true });"""
MOST_SHIFT = 0.02  # of the screen; the best pages of the web are below 0.1


@pytest.mark.parametrize("width", only([390, 1280], 390))
def test_nothing_moves_while_the_first_page_comes(visit: Visit, width: int) -> None:
    """Neither for somebody new nor for somebody with a name and a match."""
    page = visit("/me", viewport={"width": width, "height": 800})
    page.add_init_script(SHIFTS)
    for is_known in (False, True):
        if is_known:
            Person(page).make_table("Karuba", ["bot 1"])
        page.goto("/", wait_until="networkidle")
        expect(page.get_by_role("heading", name="Your matches")).to_have_count(int(is_known))
        expect(page.locator(".games .card").first).to_be_visible()
        assert page.evaluate("shifts") < MOST_SHIFT


ANIMATED = """document.getAnimations().map(({ effect }) =>
    [effect.target instanceof SVGElement, effect.getComputedTiming().endTime])"""
REST = 61_000  # milliseconds after which nothing sways


def test_the_first_page_comes_to_rest(visit: Visit) -> None:
    """The layout is computed anew for whatever moves within a drawing, as long as it moves."""
    page = visit("/", **MOVING)
    expect(page.locator(".games .card").first).to_be_visible()
    animated = page.evaluate(ANIMATED)
    assert len(animated) >= 9
    assert not [end for in_drawing, end in animated if in_drawing or not end or end > REST]


def test_notices_of_what_the_pages_contain_travel_with_them(visit: Visit) -> None:
    answer = visit().request.get("/third-party-licenses.txt")
    assert answer.ok
    for name in ("three", "svelte", "uqr"):
        assert f"## {name} " in answer.text()


UNDRAWN = "again|coach|company|goal|hint|match|replay"  # answers without a view


@IN_TEST_ALL
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
    drawn = [url for url in drawn if not re.search(f"/({UNDRAWN})$", url)]
    assert len(drawn) > 5
    assert [url for url in drawn if "drawing=false" not in url] == []


LOST = "Your move did not arrive; choose again."


def test_a_move_chosen_without_network_is_not_sent_later_unasked(visit: Visit) -> None:
    page = visit()
    person = Person(page)
    person.make_table("Karuba", ["bot 1"])
    person.open_offers()
    page.context.set_offline(True)
    expect(page.get_by_text("Reconnecting")).to_be_visible()
    page.locator(OFFERS, has_text="beach number 30").click()
    expect(page.get_by_role("alert")).to_contain_text("is not answering")
    page.context.set_offline(False)
    expect(page.get_by_role("alert")).to_have_text(LOST)
    expect(page.get_by_role("alert")).to_be_in_viewport()
    expect(page.get_by_text("Your move.").first).to_be_visible()
    page.locator(OFFERS, has_text="beach number 50").click()
    expect(page.get_by_role("log")).to_contain_text("beach number 50")
    expect(page.get_by_role("log")).not_to_contain_text("beach number 30")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_of_a_move_that_arrived_without_an_answer_one_is_told_so(visit: Visit) -> None:
    page = visit()
    person = Person(page)
    person.make_table("Karuba", ["bot 1"])
    person.open_offers()
    posted: list[str] = []

    def lose_the_answer(route: Route) -> None:
        posted.append(route.request.url)
        route.fetch()
        route.abort("internetdisconnected")

    page.route("**/moves*", lose_the_answer)
    keep_news(page)
    page.locator(OFFERS, has_text="beach number 30").click()
    has_heard(page, "Your move arrived.")
    expect(page.get_by_role("log")).to_contain_text("beach number 30")
    expect(page.get_by_role("alert")).to_have_count(0)
    assert len(posted) == 1
