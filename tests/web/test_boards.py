"""What is done at the board itself, and what it shows."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, TimeoutError, expect

from templetop.games.shelf import ours, take

from .conftest import MOVING, Finished, Visit
from .people import OFFERS, Person
from .test_pages import FITS, keep_picture, serious_faults
from .tiers import IN_TEST_ALL, only

BOARD = ".table > .board"
MOST_CLICKS = 40  # some buttons only show, turn or enlarge something
MOST_DEALS = 20  # until one is not the lowest in the first round
MOST_STEPS = 2_000  # of the clock, until something has moved
DECISIONS = 10  # until a match is well under way
FINGER = 40  # pixels that a finger needs
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
PLAY = re.compile(r"Play \d+ \+ \d+")
ISLAND_GAMES = ["Karuba", "Karuba: The Card Game"]
LAY = re.compile("where to lay")  # what is asked of whoever lays a card
ASKED = re.compile("discard one|where to lay|Choose two")

Json = dict[str, Any]


# ── Deciding ─────────────────────────────────────────────────────────────────────────────────────


def click_until_decided(page: Page) -> None:
    targets = page.locator(BOARD).get_by_role("button", disabled=False)
    for number in range(MOST_CLICKS):
        expect(page.get_by_text("Your move.").first).to_be_visible()  # perhaps the next one
        expect(targets.first).to_be_visible()
        if decided(page):
            return
        targets.nth(number % targets.count()).click()
        expect(page.locator(".table")).to_have_attribute("aria-busy", "false")
    pytest.fail("The board takes clicks, but no decision comes of them.")


def decided(page: Page) -> bool:
    return page.locator(f"{OFFERS}.decided").count() > 0 or news(page) != ""


def news(page: Page) -> str:
    return page.locator("[aria-live=polite]").first.inner_text()


def test_a_tile_is_laid_by_dragging_it_with_a_finger(visit: Visit) -> None:
    page = visit(**PHONE)
    deal(page, "karuba", {"setup": "random"})
    drag_by_finger(page, page.locator(".now .tile"), lays(page).last)
    expect(page.get_by_role("log")).to_contain_text(re.compile(r"lays tile \d+ on f5"))


@IN_TEST_ALL
def test_a_card_is_laid_by_dragging_it_with_a_mouse(visit: Visit) -> None:
    page = visit()
    deal(page, "karuba_cards", {})
    card = come_to_lay(page)
    number = re.search(r"\d+", card.inner_text())
    assert number
    card.click()
    card.drag_to(page.locator(f"{BOARD} .large .target").last)
    expect(page.get_by_role("log")).to_contain_text(f"lays card {number[0]} on")


@IN_TEST_ALL
def test_a_finger_sees_where_a_card_would_lie_before_it_lays_it(visit: Visit) -> None:
    page = visit(**PHONE)
    deal(page, "karuba_cards", {})
    card = come_to_lay(page)
    card.tap()
    spaces, log = page.locator(f"{BOARD} .large .target"), page.get_by_role("log")
    for space in (spaces.first, spaces.last):  # the second is another
        space.tap()
        expect(space).to_have_text(re.compile("tap again"))
        expect(page.get_by_text("tap again", exact=True)).to_have_count(1)
        expect(page.locator(f"{BOARD} .asked")).to_contain_text(
            re.compile(r"Tap \w\d again to lay")
        )
    says = spaces.last.get_attribute("aria-label")
    assert says
    expect(spaces).not_to_have_count(0)  # nothing is laid: one is still asked
    assert says not in log.inner_text()
    spaces.last.tap()
    expect(log).to_contain_text(says)


@IN_TEST_ALL
def test_an_adventurer_is_dragged_to_its_beach_and_no_words_are_marked(visit: Visit) -> None:
    page = visit()
    deal(page, "karuba", {})
    beach = page.get_by_role("button", name="beach number 30")
    page.locator(".now .piece").drag_to(beach)
    expect(page.get_by_role("log")).to_contain_text("on beach number 30")
    assert page.evaluate("String(getSelection())") == ""


def come_to_lay(page: Page) -> Locator:
    """A card that may be laid where one likes; the first one may not."""
    asked = page.locator(".asked p")
    while not LAY.search(words := asked.inner_text()):
        if "discard" in words:
            page.get_by_role("button", name=re.compile("discard card")).first.click()
        else:
            play_two(page)
        expect(asked).not_to_have_text(words)
        expect(asked).to_contain_text(ASKED)
    return page.get_by_role("button", name=re.compile("lay card")).last


@IN_TEST_ALL
def test_who_plays_cards_by_keys_stays_at_the_hand(visit: Visit) -> None:
    page = visit()
    deal(page, "karuba_cards", {})
    hand = page.get_by_role("group", name="Your cards")
    for number in (0, 1):
        hand.get_by_role("button").nth(number).focus()
        page.keyboard.press("Space")
    hand.get_by_role("button", name=PLAY).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("log")).to_contain_text("plays cards")
    expect(hand.get_by_role("button", name=PLAY)).to_have_count(0)
    assert hand.evaluate("hand => hand.contains(document.activeElement)")


def test_a_worker_tile_is_turned_and_laid_by_keys(visit: Visit) -> None:
    page = visit()
    deal(page, "cacao", {})
    page.locator(BOARD).get_by_role(
        "button", name=re.compile("chooses the free square")
    ).first.focus()
    page.keyboard.press("Enter")
    hand = page.locator(".now .tile")
    lay = page.get_by_role("button", name=re.compile("Lay it like this"))
    expect(lay).to_be_visible()
    hand.nth(next(n for n in range(3) if "1-1-1-1" not in label(hand.nth(n)))).click()
    ways = {
        page.locator(BOARD).get_by_role("button", name="turn the tile").get_attribute("aria-label")
    }
    for _ in range(3):
        page.keyboard.press("r")
        ways.add(
            page.locator(BOARD)
            .get_by_role("button", name="turn the tile")
            .get_attribute("aria-label")
        )
    assert len(ways) == 4
    expect(page.get_by_text(re.compile("^(No work|Work) for "))).to_be_visible()
    lay.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("log")).to_contain_text(re.compile(r"lays a worker tile [\d-]+ on"))
    expect(lay).to_have_count(0)
    assert page.locator(".now").evaluate("now => now.contains(document.activeElement)")


# ── Showing ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", only(ours(), "karuba"))
def test_on_a_phone_one_sees_at_once_what_is_asked_and_can_hit_it(visit: Visit, game: str) -> None:
    page = visit(**PHONE)
    Person(page).make_table(take(game).name, ["bot 1", "bot 1", "bot 1"])
    page.evaluate("scrollTo(0, 0)")
    expect(page.locator(".status", has_text="Your move.")).to_be_in_viewport(ratio=1)
    expect(page.locator(".asked p")).to_be_in_viewport(ratio=1)
    expect(page.locator(".asked p")).to_contain_text(re.compile("hoose|Roll|take a step"))
    small_targets(page)
    if game == "cacao":
        page.locator(BOARD).get_by_role("button", name="chooses the free square").first.click()
        expect(page.get_by_role("button", name="Lay it like this")).to_be_visible()
        small_targets(page)


@IN_TEST_ALL
def test_on_a_phone_the_whole_island_is_seen_with_the_called_tile(visit: Visit) -> None:
    page = visit(**PHONE)
    deal(page, "karuba", {"setup": "random"}, bots=3)
    page.evaluate("scrollTo(0, 0)")
    expect(page.locator(".now .tile")).to_be_in_viewport(ratio=1)
    island = page.locator(f"{BOARD} .large > svg").bounding_box()
    assert island
    assert island["y"] + island["height"] <= top_of_the_tools(page)


def top_of_the_tools(page: Page) -> float:
    """Where the tools begin, which lie above the page."""
    box = page.locator(".tools").bounding_box()
    assert box
    return box["y"]


SMALL = """([board, finger]) => {
  const open = [...document.querySelectorAll(`${board} :is(button, [role=button])`)].filter(
    (one) => !one.disabled && one.getAttribute("aria-disabled") !== "true" && one.checkVisibility(),
  );
  const isSmall = (one) => {
    const { width, height } = one.getBoundingClientRect();
    return Math.min(width, height) < finger;
  };
  return open.filter(isSmall).map((one) => one.getAttribute("aria-label") ?? one.textContent);
}"""


def small_targets(page: Page) -> None:
    """Is everything that can be pressed as large as a finger, once the board has come to rest?"""
    expect(page.locator(BOARD).get_by_role("button", disabled=False).first).to_be_visible()
    try:
        page.wait_for_function(f"(of) => !({SMALL})(of).length", arg=[BOARD, FINGER])
    except TimeoutError:
        pytest.fail(f"too small: {page.evaluate(SMALL, [BOARD, FINGER])}")


LARGE = {"viewport": {"width": 1400, "height": 900}}
# A few decisions on a phone, and more of them on a large screen, by `make test-all`.
SCREENS = [
    *((game, PHONE, ["light", "dark"][n % 2], 2) for n, game in enumerate(ours())),
    *(
        pytest.param(game, LARGE, ["dark", "light"][n % 2], DECISIONS, marks=IN_TEST_ALL)
        for n, game in enumerate(ours())
    ),
]


@pytest.mark.parametrize(("game", "screen", "theme", "decisions"), SCREENS)
def test_a_board_in_play_fits_and_can_be_read_by_everyone(
    visit: Visit, game: str, screen: dict[str, Any], theme: str, decisions: int
) -> None:
    """The first decision is made by clicking on the board, the others by words."""
    page = visit(**screen, color_scheme=theme)
    person = Person(page)
    person.make_table(take(game).name, ["bot 1", "bot 1"])
    click_until_decided(page)
    person.open_offers()
    for _ in range(decisions - 1):
        expect(page.locator(f"{OFFERS}:not(.decided)").first).to_be_visible()
        expect(page.get_by_text("Your move.").first).to_be_visible()
        person.decide()
    keep_picture(page, f"board-{game}-{theme}")
    page.wait_for_function(FITS)
    assert serious_faults(page) == []
    assert skipped_headings(page) == []


@IN_TEST_ALL
def test_where_something_may_be_laid_every_target_has_a_name(visit: Visit) -> None:
    page = visit(**PHONE)
    deal(page, "karuba", {"setup": "random"})
    lays(page).first.hover()  # so that the tile is seen there
    assert serious_faults(page) == []
    deal(page, "karuba_cards", {})
    come_to_lay(page)
    assert serious_faults(page) == []
    deal(page, "cacao", {})
    assert serious_faults(page) == []
    page.locator(BOARD).get_by_role("button", name="chooses the free square").first.click()
    expect(page.get_by_role("button", name="Lay it like this")).to_be_visible()
    assert serious_faults(page) == []


def skipped_headings(page: Page) -> list[int]:
    """Levels that come without the one above them."""
    levels = page.evaluate(
        "[...document.querySelectorAll('h1, h2, h3, h4')].map(h => +h.tagName[1])"
    )
    assert levels
    pairs = zip([0, *levels], levels, strict=False)
    return [level for before, level in pairs if level > before + 1]


@IN_TEST_ALL
def test_a_line_of_the_log_lights_up_its_place(visit: Visit) -> None:
    page = visit()
    Person(page).make_table("Karuba", ["bot 1"])
    board = page.locator(BOARD)
    board.get_by_role("button", name="beach number 40").click()
    line = page.get_by_role("log").get_by_text("beach number 40")
    expect(page.get_by_text("Your move.").first).to_be_visible()
    expect(board.locator(".lit")).to_have_count(0)
    line.hover()
    expect(board.locator(".large .lit")).to_be_visible()
    page.mouse.move(0, 0)
    expect(board.locator(".lit")).to_have_count(0)


@pytest.mark.parametrize("game", only(ISLAND_GAMES, "Karuba"))
@IN_TEST_ALL
def test_an_island_of_another_is_shown_large_by_keys_and_left_again(
    visit: Visit, game: str
) -> None:
    page = visit()
    Person(page).make_table(game, ["bot 1", "bot 1"])
    board = page.locator(BOARD)
    small = board.get_by_role("list", name="The other islands").get_by_role("button")
    expect(small).to_have_count(2)
    name = small.first.locator("strong").inner_text()
    small.first.focus()
    page.keyboard.press("Enter")
    expect(board.get_by_role("group", name=f"{name}’s island")).to_be_visible()
    expect(board.get_by_role("button", name="Back to your island")).to_be_focused()
    page.keyboard.press("Escape")
    expect(board.get_by_role("group", name="Your island")).to_be_visible()
    expect(small.filter(has_text=name)).to_be_focused()


@IN_TEST_ALL
def test_the_lowest_sum_is_told(visit: Visit) -> None:
    page = visit()
    deal(page, "karuba_cards", {})
    play_two(page)
    expect(page.locator(f"{BOARD} .rivals")).to_contain_text(re.compile(r"sum \d+"))
    expect(page.locator(f"{BOARD} .lowest").first).to_contain_text("lowest")


@IN_TEST_ALL
def test_two_cards_keep_their_sum_when_the_first_lies_down_by_itself(visit: Visit) -> None:
    page = visit()
    for _ in range(MOST_DEALS):
        deal(page, "karuba_cards", {})
        play_two(page)
        expect(page.locator(".asked p")).to_contain_text(ASKED)
        if "Round 1" in (words := page.locator(".asked p").inner_text()) and LAY.search(words):
            break
    played = page.get_by_role("log").get_by_text("Ada plays cards").inner_text()
    sum_of_both = sum(map(int, re.findall(r"\d+", played)))
    expect(page.locator(f"{BOARD} .large .sum")).to_have_text(f"sum {sum_of_both}")


@IN_TEST_ALL
def test_who_lays_a_card_where_it_may_not_lie_is_told_why(visit: Visit) -> None:
    page = visit(**PHONE)
    deal(page, "karuba_cards", {})
    card = come_to_lay(page)
    card.click()
    taken = page.locator(f"{BOARD} .large .laid").first
    taken.click(force=True)  # the card is below what tells why
    told = page.get_by_role("alert")
    expect(told).to_contain_text(re.compile("already a card on .* Rule 3.3.6"))
    expect(told).to_be_in_viewport()
    expect(card).to_have_attribute("aria-pressed", "true")
    page.locator(f"{BOARD} .large .target").last.click()
    expect(told).to_have_count(0)
    expect(page.get_by_role("log")).to_contain_text("lays card")


@IN_TEST_ALL
def test_the_end_tells_what_the_points_are_made_of(visit: Visit, finished: Finished) -> None:
    page = visit(f"/tables/{finished('karuba_cards')}")
    colours = page.locator(f"{BOARD} .to-know li")
    expect(colours).to_have_count(4)
    for told in colours.all():
        expect(told).to_have_text(
            re.compile(r": (\d for coming home( \+ \d for .+)?|no .+|.+ in the way)$")
        )
    expect(page.locator(f"{BOARD} :is(.standing .sum, .field .open)")).to_have_count(0)


def play_two(page: Page) -> None:
    hand = page.get_by_role("group", name="Your cards")
    for number in (0, 1):
        hand.get_by_role("button").nth(number).click()
    hand.get_by_role("button", name=PLAY).click()
    expect(page.get_by_role("log")).to_contain_text("plays cards")


@IN_TEST_ALL
def test_who_does_not_know_a_game_is_told_what_it_is_about_until_they_do(visit: Visit) -> None:
    page = visit()
    deal(page, "cacao", {})
    in_short = page.get_by_role("heading", name="In short")
    expect(in_short).to_be_visible()
    page.get_by_role("button", name="I know this").click()
    expect(in_short).to_have_count(0)
    deal(page, "cacao", {})
    expect(in_short).to_have_count(0)
    deal(page, "karuba", {})
    expect(in_short).to_be_visible()


@IN_TEST_ALL
def test_the_end_tells_points_and_what_decides_among_equals_apart(
    visit: Visit, finished: Finished
) -> None:
    page = visit(f"/tables/{finished('karuba')}")
    rows = page.get_by_role("rowheader")
    words = ["treasures", "gold", "crystals", "points", "tiles (tie-break)"]
    expect(rows).to_have_text(words)


@IN_TEST_ALL
def test_the_ground_of_cacao_can_be_made_larger_and_smaller(visit: Visit) -> None:
    page = visit(**PHONE)
    deal(page, "cacao", {})
    ground = page.get_by_role("region", name="The ground")
    usual = ground.evaluate("box => box.scrollWidth")
    page.get_by_role("button", name="larger").click()
    assert ground.evaluate("box => box.scrollWidth") > 1.2 * usual
    ground.focus()
    page.keyboard.press("-")
    page.keyboard.press("-")
    assert ground.evaluate("box => box.scrollWidth <= box.clientWidth")
    expect(page.get_by_role("button", name="smaller")).to_be_disabled()


# ── Walking ──────────────────────────────────────────────────────────────────────────────────────


@IN_TEST_ALL
def test_an_adventurer_of_another_keeps_to_the_paths_it_walks(visit: Visit) -> None:
    assert len(turns_of_a_rival(visit(is_live=False, **MOVING))) > 3  # it was seen on its way


@IN_TEST_ALL
def test_who_wants_no_motion_sees_it_at_its_goal_at_once(visit: Visit) -> None:
    assert len(turns_of_a_rival(visit(is_live=False))) == 1


@IN_TEST_ALL
def test_an_adventurer_goes_back_the_way_it_came(visit: Visit) -> None:
    page = visit(is_live=False, **MOVING)
    there = turns_of_a_rival(page)
    table = page.request.get(f"/api{page.url[page.url.index('/tables/') :]}?drawing=false").json()
    answer_with(page, table | {"number": 1000})
    page.get_by_role("button", name="Discard without walking").click()
    path = path_around_a_corner(table["view"]["colours"][0]["beach"])
    step_until(page, "far => seen.length > far && window.isHome()", len(there) + 3)
    keeps_to(path, page.evaluate("seen"))


def turns_of_a_rival(page: Page) -> list[list[float]]:
    """All places where it was seen, on a way around a corner; none is off the path."""
    page.clock.install()
    stage(page, lambda table: table)
    table = deal(page, "karuba", {"setup": "random"})
    path = path_around_a_corner(table["view"]["colours"][0]["beach"])
    answer_with(page, walked(table, path))
    page.evaluate(
        """() => {
          const walker = document.querySelector('.rivals .walker');
          window.seen = [];
          const place = () => walker.getAttribute('transform').match(/[\\d.]+/g).map(Number);
          const home = String(place());
          window.isHome = () => String(place()) === home;
          new MutationObserver(() => seen.push(place())).observe(walker, { attributes: true });
        }"""
    )
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 60)
    page.get_by_role("button", name="Discard without walking").click()
    goal = [150 + 100 * (path[-1] % 6), 150 + 100 * (path[-1] // 6)]
    step_until(page, "goal => String(seen.at(-1)) === String(goal)", goal)
    seen: list[list[float]] = page.evaluate("seen")
    keeps_to(path, seen)
    return seen


def step_until(page: Page, is_so: str, *about: Any) -> None:
    """The page's clock goes on frame by frame, so that a busy machine misses none of them."""
    for _ in range(MOST_STEPS):
        if page.evaluate(is_so, *about):
            return
        page.clock.run_for(50)
    pytest.fail(f"It is not so: {is_so}")


def keeps_to(path: list[int], seen: list[list[float]]) -> None:
    """Was it always on a line through one of the spaces?"""
    middles = [[150 + 100 * (space % 6), 150 + 100 * (space // 6)] for space in path]
    for x, y in seen:
        assert any(abs(x - there[0]) < 1 or abs(y - there[1]) < 1 for there in middles)


def path_around_a_corner(beach: int) -> list[int]:
    """From the west one goes east and then north or south; from the south, north and then aside."""
    n = beach // 10
    if n <= 5:
        first = 6 * (n - 1)
        return [first, first + 1, first + 1 + (6 if n < 5 else -6)]
    first = 24 + n - 6
    return [first, first - 6, first - 6 + (1 if n < 11 else -1)]


def walked(table: Json, path: list[int]) -> Json:
    """The table after the rival's first adventurer has walked."""
    island = table["view"]["islands"][1]
    colour = island["adventurers"][0]["colour"]
    island["adventurers"][0] |= {"at": "space", "space": path[-1]}
    walk = {"kind": "walk", "seat": 1, "adventurer": colour, "to": path[-1], "path": path}
    line = told(table["number"], "Bot walks.") | {"seat": 1, "target": walk}
    return table | {"number": table["number"] + 1, "log": [*table["log"], line]}


def told(number: int, says: str) -> Json:
    """A line of the log."""
    told = {"number": number, "last": number, "says": says, "seat": None, "target": None}
    return told | {"parts": [], "keepsake": None}


@IN_TEST_ALL
def test_the_path_to_a_goal_is_drawn_before_it_is_chosen(visit: Visit) -> None:
    page = visit(is_live=False)
    stage(page, offer_a_walk)
    deal(page, "karuba", {"setup": "random"})
    board = page.locator(BOARD)
    expect(board.locator(".trail")).to_have_count(0)
    board.get_by_role("button", name=re.compile("^walk ")).click()
    expect(board.locator(".asked p")).to_contain_text(re.compile("Choose where .* walks"))
    expect(board.locator(".trail.faint")).to_have_count(1)
    board.get_by_role("button", name="walks around the corner").hover()
    expect(board.locator(".trail.moving")).to_be_visible()
    page.keyboard.press("Escape")
    expect(board.locator(".trail")).to_have_count(0)


def offer_a_walk(table: Json) -> Json:
    if not table["offers"]:
        return table
    one = table["view"]["colours"][0]
    path = path_around_a_corner(one["beach"])
    walk = {"kind": "walk", "seat": 0, "adventurer": one["colour"], "to": path[-1], "path": path}
    offer = {"move": 999, "code": "walk", "says": "walks around the corner", "target": walk}
    return table | {"offers": [*table["offers"], offer]}


# ── Tables to order ──────────────────────────────────────────────────────────────────────────────


def deal(page: Page, game: str, options: dict[str, str], bots: int = 1) -> Json:
    """A table with bots where one has to decide; as the page was told of it."""
    page.request.post("/api/guests", data={"name": "Ada"})
    seats = [{"kind": "me"}, *[{"kind": "bot", "level": 1}] * bots]
    asked = {"game": game, "seats": seats, "is_public": False, "options": options}
    made = page.request.post("/api/tables", data=asked)
    assert made.ok, made.text()
    table = made.json()["table"]
    page.goto(f"/tables/{table}")
    expect(page.get_by_text("Your move.").first).to_be_visible()
    expect(page.locator(".asked p")).not_to_be_empty()
    told: Json = page.request.get(f"/api/tables/{table}?drawing=false").json()
    return told


def stage(page: Page, change: Callable[[Json], Json]) -> None:
    """From now on tables are told with this change; the page hears nothing else (`is_live`)."""

    def fulfill(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json=change(answer.json()))

    page.route(re.compile(r"/api/tables/[\w-]+\?"), fulfill)


def answer_with(page: Page, table: Json) -> None:
    """Whatever is decided now, the table is this then."""
    done = {"table": table["id"], "number": table["number"]}
    page.route("**/moves*", lambda route: route.fulfill(json=done))
    page.route(re.compile(r"/api/tables/[\w-]+\?"), lambda route: route.fulfill(json=table))


def lays(page: Page) -> Locator:
    return page.locator(f"{BOARD} .large .target.lay")


def label(button: Locator) -> str:
    return button.get_attribute("aria-label") or ""


def drag_by_finger(page: Page, thing: Locator, target: Locator) -> None:
    """From the middle of the one to the middle of the other, in some steps."""
    page.evaluate("scrollTo(0, 0)")
    start, end = thing.bounding_box(), target.bounding_box()
    assert start
    assert end
    from_x, from_y = start["x"] + start["width"] / 2, start["y"] + start["height"] / 2
    to_x, to_y = end["x"] + end["width"] / 2, end["y"] + end["height"] / 2
    fingers = page.context.new_cdp_session(page)

    def touch(kind: str, *points: Json) -> None:
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    touch("touchStart", {"x": from_x, "y": from_y})
    for n in range(1, 6):
        part = n / 5
        there = {"x": from_x + part * (to_x - from_x), "y": from_y + part * (to_y - from_y)}
        touch("touchMove", there)
    touch("touchEnd")
