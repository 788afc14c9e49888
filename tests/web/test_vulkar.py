"""The island in a real browser: what is chosen there, what rolls, and what is told when."""

import gzip
import json
import re
import urllib.request
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Response, expect

from tests.vulkar.drawn import island

from .conftest import MOVING, Finished, Visit
from .islands import (
    Course,
    Staged,
    aiming,
    bending,
    choosing,
    cursed,
    erupting,
    leaving,
    two_each,
    walking,
)
from .islands import turning as turning_vulkar
from .people import (
    IS_GONE,
    OFFERS,
    PLAY_ON,
    Person,
    flat,
    play_to_the_end,
    step_until,
    stop_the_clock,
)
from .test_pages import PHONE, WIDE, SizesAndThemes, look_at_all
from .tiers import IN_TEST_ALL

FINGER = 40  # pixels
SIZES: dict[str, dict[str, Any]] = {
    "upright": {"viewport": {"width": 390, "height": 844}, "has_touch": True},
    "sideways": {"viewport": {"width": 844, "height": 390}, "has_touch": True},
    "wide": {"viewport": {"width": 1400, "height": 900}},
}
SMALL = {"width": 400, "height": 500}  # drawn without a graphics card, each point costs
SOLID_PRESSES = 6  # of a whole match
LIGHTEST, HEAVIEST = 200_000, 450_000  # bytes of the first load, packed


def island_of(page: Page) -> Locator:
    return page.get_by_role("group", name="The island", exact=True)


def decision(page: Page) -> Any:
    """A move that is sent."""
    return page.expect_response("**/moves*")


def codes(staged: Staged, course: Course) -> list[str]:
    """What was chosen, as it is typed."""
    known = {offer["move"]: offer["code"] for offer in staged.table["offers"]}
    return [known[one["move"]] for one in staged.chosen]


# ── Choosing ─────────────────────────────────────────────────────────────────────────────────────


@IN_TEST_ALL
def test_a_card_is_played_by_click_and_by_keys(visit: Visit) -> None:
    page = visit(is_live=False)
    course = choosing()
    staged = Staged(page, 4).show(course)
    card = page.get_by_role("button", name=re.compile("^Flame Geyser, 5 spaces"))
    with decision(page):
        card.click()
    expect(page.locator(".table")).to_have_attribute("aria-busy", "false")
    card.focus()
    with decision(page):
        page.keyboard.press("Enter")
    assert codes(staged, course) == ["geyser 5"] * 2


@IN_TEST_ALL
def test_a_card_is_dragged_to_the_island(visit: Visit) -> None:
    page = visit(**SIZES["wide"], is_live=False)
    course = choosing()
    staged = Staged(page, 4).show(course)
    card = page.get_by_role("button", name=re.compile("^Lava Blast"))
    with decision(page):
        card.drag_to(page.locator("div.island"), target_position={"x": 300, "y": 200})
    assert codes(staged, course) == ["blast 6"]


def test_a_step_is_chosen_on_its_space_by_click_and_by_keys(visit: Visit) -> None:
    page = visit(**SIZES["wide"], is_live=False)
    course = walking()
    staged = Staged(page, 4).show(course)
    spaces = island_of(page).get_by_role("button", name=re.compile("^goes"))
    expect(spaces).to_have_count(3)
    with decision(page):
        island_of(page).get_by_role("button", name=re.compile("M10")).click()
    expect(page.locator(".table")).to_have_attribute("aria-busy", "false")
    spaces.first.focus()
    for key in ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"):
        page.keyboard.press(key)
    assert island_of(page).evaluate("it => it.contains(document.activeElement)")
    with decision(page):
        page.keyboard.press("Enter")
    assert codes(staged, course)[0] == "m10"
    assert len(staged.chosen) == 2


@IN_TEST_ALL
def test_a_figure_is_dragged_to_its_next_space(visit: Visit) -> None:
    page = visit(**SIZES["wide"], is_live=False)
    course = walking()
    staged = Staged(page, 4).show(course)
    space = island_of(page).get_by_role("button", name=re.compile("M14"))
    with decision(page):
        page.locator(".figure.mine").drag_to(space, force=True)
    assert codes(staged, course) == ["m14"]


@pytest.mark.parametrize(("thing", "why"), [
    (".fixed", "Trees are turned after the walk"),
    ("circle.ember", "Embers are flicked after the walk"),
])  # fmt: skip
@IN_TEST_ALL
def test_what_cannot_be_used_says_why_where_it_is(visit: Visit, thing: str, why: str) -> None:
    page = visit(**SIZES["wide"], is_live=False)
    staged = Staged(page, 4).show(walking())
    box = island_of(page).locator(thing).first.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.click(x, y)
    refusal = page.get_by_role("alert")
    expect(refusal).to_contain_text(why)
    told = refusal.bounding_box()
    assert told
    assert abs(told["y"] - y) < 200
    assert staged.chosen == []  # nobody was asked for it


def test_sideways_island_question_and_cards_are_seen_at_once(visit: Visit) -> None:
    page = visit(**SIZES["sideways"], is_live=False)
    Staged(page, 4).show(choosing())
    tools = page.locator(".tools").bounding_box()
    assert tools
    for what in ("div.island", ".own-seats", ".asked", ".course", ".take >> nth=0"):
        expect(page.locator(what)).to_be_in_viewport(ratio=0.95)
        box = page.locator(what).bounding_box()
        assert box
        assert box["y"] + box["height"] <= tools["y"] + 6, what  # nothing lies over it
    page.evaluate("scrollBy(0, 60)")  # to what else there is
    expect(page.locator("div.island")).to_be_in_viewport(ratio=0.8)


@IN_TEST_ALL
def test_on_a_phone_one_is_near_enough_to_hit_what_is_asked(visit: Visit) -> None:
    page = visit(**SIZES["upright"], is_live=False)
    Staged(page, 4).show(walking())
    targets = island_of(page).get_by_role("button")
    expect(targets.first).to_be_in_viewport()
    for target in targets.all():
        box = target.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= FINGER
    page.get_by_role("button", name="the whole island").click()
    expect(page.get_by_role("button", name="smaller")).to_be_disabled()


@IN_TEST_ALL
def test_a_finger_reads_a_card_before_it_plays_it(visit: Visit) -> None:
    page = visit(**SIZES["upright"], is_live=False)
    staged = Staged(page, 4).show(choosing())
    card = page.get_by_role("button", name=re.compile("^Lava Blast"))
    card.tap()
    expect(page.locator(".does")).to_contain_text("turn up to one tree")
    assert not staged.chosen
    with decision(page):
        card.tap()


@IN_TEST_ALL
def test_the_island_is_told_to_who_does_not_see_it(visit: Visit) -> None:
    page = visit(is_live=False)
    Staged(page, 4).show(walking())
    words = page.get_by_role("region", name="The island in words")
    expect(words).to_contain_text("Ada: on M9; tokens: 2 red, 1 yellow, 1 blue; pictures: yellow.")
    expect(words).to_contain_text("Dan: lies on S27")
    expect(words).to_contain_text("Vul-Kar looks south.")
    expect(words).to_contain_text("crook up the lane (heading 0), cinder oak ")


# ── Aiming and turning ───────────────────────────────────────────────────────────────────────────


@IN_TEST_ALL
def test_an_ember_is_aimed_by_keys_and_the_odds_are_seen(visit: Visit) -> None:
    page = visit(**SIZES["wide"], is_live=False)
    course = aiming()
    staged = Staged(page, 4).show(course)
    pit = island_of(page).get_by_role("button", name=re.compile("ember of Cough"))
    expect(page.locator(".cloud")).to_have_count(0)
    pit.focus()
    page.keyboard.press("Enter")
    expect(pit).to_have_accessible_name(re.compile("west-north-west, normal: arrows aim"))
    expect(page.locator(".cloud")).not_to_have_count(0)
    expect(page.get_by_text("Of a hundred embers flicked like this")).to_contain_text("low burn")
    for key in ("ArrowUp", "ArrowLeft", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    expect(pit).to_have_accessible_name(re.compile("north-west, hard|west-north-west, hard"))
    with decision(page):
        page.keyboard.press("Enter")
    assert re.fullmatch("flick cough (nw|wnw|w) hard", codes(staged, course)[0])


@IN_TEST_ALL
def test_under_the_curse_aim_and_map_show_what_runs_past_a_picture(visit: Visit) -> None:
    """12.18  In the standard game no ember has to, and nothing is said of it."""
    page = visit(**SIZES["wide"], is_live=False)
    state = island("M2", "B1", "B12", game="curse", tracker=["geyser 4", "shop 4", "roots 4"])
    course = Course(state).do("geyser 4", "m3", "m10", "m9", "m14")
    Staged(page, 3, options={"game": "curse"}).show(course)
    expect(page.locator(".past-picture")).to_have_count(10)
    island_of(page).get_by_role("button", name=re.compile("ember of Wink")).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text(re.compile(r"Passes a picture: \d+ in 100\."))).to_be_visible()


@IN_TEST_ALL
def test_an_ember_is_drawn_back_like_a_sling(visit: Visit) -> None:
    page = visit(**SIZES["wide"], is_live=False)
    course = aiming()
    staged = Staged(page, 4).show(course)
    box = island_of(page).get_by_role("button", name=re.compile("ember of Wink")).bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 20, y)
    page.mouse.move(x - 80, y, steps=4)
    expect(page.locator(".sling.strength-2")).to_be_visible()
    with decision(page):
        page.mouse.up()
    assert codes(staged, course) == ["flick wink e hard"]


@IN_TEST_ALL
def test_a_finger_confirms_its_aim(visit: Visit) -> None:
    page = visit(**SIZES["upright"], is_live=False)
    course = aiming()
    staged = Staged(page, 4).show(course)
    page.get_by_role("button", name="Hiccup", exact=True).tap()
    page.get_by_role("button", name="hard", exact=True).tap()
    assert not staged.chosen
    with decision(page):
        page.get_by_role("button", name="Flick it!").tap()
    assert codes(staged, course) == ["flick hiccup s hard"]


@IN_TEST_ALL
def test_a_bad_aim_is_told_before_it_is_flicked(visit: Visit) -> None:
    page = visit(**SIZES["wide"], is_live=False)
    Staged(page, 4).show(aiming())
    page.get_by_role("button", name="Wink", exact=True).click()
    dial = page.get_by_role("slider", name="Where to")
    dial.focus()
    for _ in range(8):
        page.keyboard.press("ArrowLeft")
    expect(page.get_by_text("mostly fall back into Wink")).to_be_visible()


@IN_TEST_ALL
def test_vulkar_and_trees_are_turned_with_the_lane_that_opens_lit(visit: Visit) -> None:
    page = visit(**SIZES["wide"], is_live=False)
    course = bending()
    staged = Staged(page, 4).show(course)
    tree = island_of(page).get_by_role("button", name=re.compile("tree wader"))
    tree.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".cloud")).not_to_have_count(0)
    expect(page.get_by_text("Of a hundred marbles after that")).to_contain_text("heron")
    with decision(page):
        page.keyboard.press("Enter")
    assert codes(staged, course) == ["tree wader 1"]


@IN_TEST_ALL
def test_vulkar_is_dragged_around(visit: Visit) -> None:
    page = visit(**SIZES["wide"], is_live=False)
    course = turning_vulkar()
    staged = Staged(page, 4).show(course)
    box = island_of(page).get_by_role("button", name=re.compile("Vul-Kar")).bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y + 20)
    page.mouse.down()
    page.mouse.move(x + 30, y + 10, steps=3)
    page.mouse.move(x + 60, y, steps=3)
    with decision(page):
        page.mouse.up()
    assert codes(staged, course) == ["turn east"]


# ── Rolling: the clock is stepped, no frames are waited for ──────────────────────────────────────


def flicked(page: Page, roll: str = "") -> Staged:
    """An ember that fells Bo is flicked; it is about to roll."""
    page.clock.install()
    course = aiming()
    staged = Staged(flat(page), 4).show(course)
    course.do("flick cough wnw normal")
    staged.then(
        (course.launch("ember") if not roll else course.by_the_odds(*roll.split(", "))).on()
    )
    page.get_by_role("button", name="Cough", exact=True).click()
    stop_the_clock(page)
    page.get_by_role("button", name="Flick it!").click()
    expect(page.get_by_text("You may")).to_have_count(0)
    return staged


def test_the_end_is_not_told_before_the_marble_got_there(visit: Visit) -> None:
    page = visit(**SIZES["wide"], **MOVING, is_live=False)
    flicked(page)
    step_until(page, page.locator(".marble.ember"))
    page.clock.run_for(200)
    told = page.get_by_role("log")
    seats = page.get_by_role("list", name="The seats")
    read_out = page.locator("[aria-live=polite].unseen").first
    expect(told).not_to_contain_text("An ember rolls")
    expect(read_out).to_have_text("")
    expect(page.locator(".status")).to_have_text("Watch the board …")
    expect(seats).not_to_contain_text("Bo decides")
    expect(page.locator(".stars")).to_have_count(1)  # Dan has been lying there
    step_until(page, page.locator(".stars").nth(1))
    expect(page.locator(".marble.ember")).to_have_count(1)
    step_until(page, told.get_by_text("An ember rolls"))
    expect(read_out).not_to_have_text("")
    expect(page.locator(".marble")).to_have_count(0)
    expect(page.locator(".stars")).to_have_count(2)
    expect(page.locator(".status")).not_to_have_text("Watch the board …")


COUNT_SIGNS = """() => {
  window.signs = 0;
  const look = () => (window.signs += document.querySelectorAll('.moment').length);
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
}"""


@IN_TEST_ALL
def test_no_sign_lies_over_a_launch(visit: Visit) -> None:
    """The island shows itself what happens; what other games are given for that would hide it."""
    page = visit(**SIZES["wide"], **MOVING, is_live=False)
    page.add_init_script(f"addEventListener('DOMContentLoaded', {COUNT_SIGNS})")
    flicked(page)
    step_until(page, page.get_by_role("log").get_by_text("An ember rolls"))
    assert page.evaluate("window.signs") == 0


@IN_TEST_ALL
def test_a_launch_is_skipped_and_watched_again(visit: Visit) -> None:
    page = visit(**SIZES["wide"], **MOVING, is_live=False)
    flicked(page)
    step_until(page, page.locator(".marble"))
    page.get_by_role("button", name="Skip", exact=True).click()
    expect(page.locator(".marble")).to_have_count(0)
    expect(page.get_by_role("log")).to_contain_text("An ember rolls")
    page.get_by_role("button", name="Watch again").click()
    step_until(page, page.locator(".marble"))
    page.keyboard.press("Escape")
    expect(page.locator(".marble")).to_have_count(0)
    expect(page.get_by_role("button", name="Watch again")).to_be_visible()


@IN_TEST_ALL
def test_what_nobody_saw_is_shown_along_its_lanes(visit: Visit) -> None:
    page = visit(**SIZES["wide"], **MOVING, is_live=False)
    flicked(page, "into Cough, into low burn, fells, into sulphur, rests")
    step_until(page, page.locator(".marble"))
    step_until(page, page.get_by_text("the path shows its lanes"))
    step_until(page, page.get_by_role("log").get_by_text("An ember rolls"))
    expect(page.locator(".stars")).to_have_count(2)


@IN_TEST_ALL
def test_pictures_that_do_not_come_are_replaced_by_the_lanes(visit: Visit) -> None:
    page = visit(**SIZES["wide"], **MOVING, is_live=False)
    page.route("**/keepsakes/*", lambda route: route.abort())
    staged = flicked(page)
    assert staged.course
    staged.course.keepsakes.clear()
    step_until(page, page.get_by_text("the path shows its lanes"))


@IN_TEST_ALL
def test_who_wants_no_motion_sees_it_at_once(visit: Visit) -> None:
    page = visit(**SIZES["wide"], is_live=False)
    course = erupting()
    staged = Staged(page, 4).show(course)
    expect(page.locator(".stars")).to_have_count(1)
    staged.table = (course.launch("fireballs").on()).told_in(staged.table)
    staged.course = course
    page.reload()
    expect(page.locator(".stars")).to_have_count(3)
    expect(page.locator(".marble")).to_have_count(0)


# ── How one looks ────────────────────────────────────────────────────────────────────────────────


@IN_TEST_ALL
def test_the_flat_map_is_a_choice_that_is_remembered(visit: Visit) -> None:
    page = visit(**SIZES["wide"], is_live=False)
    Staged(page, 4).show(walking())
    flat_map = page.locator("svg.base")
    expect(flat_map).to_have_count(1)  # as no motion is wanted
    change = page.get_by_role("button", name="show the island in three dimensions")
    if not change.count():
        pytest.skip("There is no WebGL here.")
    change.click()
    expect(flat_map).to_have_count(0)
    page.reload()
    expect(page.get_by_role("button", name="show the island flat")).to_be_visible()
    page.get_by_role("button", name="show the island flat").click()
    expect(flat_map).to_have_count(1)
    page.reload()
    expect(flat_map).to_have_count(1)


LOSE = """document.querySelector('.solid canvas').lost =
    document.querySelector('.solid canvas').getContext('webgl2').getExtension('WEBGL_lose_context'),
    document.querySelector('.solid canvas').lost.loseContext()"""
RESTORE = "document.querySelector('.solid canvas').lost.restoreContext()"


@IN_TEST_ALL
def test_when_the_graphics_card_loses_the_picture_the_map_is_there_until_it_is_back(
    visit: Visit,
) -> None:
    page = visit(viewport=SMALL, is_live=False)
    Staged(page, 4).show(walking())
    flat_map, remark = page.locator("svg.base"), page.get_by_text("graphics card lost the picture")
    change = page.get_by_role("button", name="show the island in three dimensions")
    if not change.count():
        pytest.skip("There is no WebGL here.")
    change.click()
    expect(flat_map).to_have_count(0)
    expect(page.locator(".solid canvas")).to_be_visible()
    page.evaluate(LOSE)
    expect(flat_map).to_be_visible()
    expect(remark).to_be_visible()
    page.evaluate(RESTORE)
    expect(flat_map).to_have_count(0)
    expect(remark).to_have_count(0)
    page.evaluate(LOSE)
    expect(flat_map).to_be_visible()
    change.click()  # who does not wait for it has it drawn anew
    expect(flat_map).to_have_count(0)
    expect(page.locator(".solid canvas")).to_be_visible()


@IN_TEST_ALL
def test_when_the_board_fails_the_match_goes_on_with_the_moves_in_words(visit: Visit) -> None:
    """The server has been renewed, say, and tells an old page of a table in a new way."""
    page = visit(**SIZES["wide"], is_live=False)
    page.add_init_script("window.reportError = (error) => { window.reported = error.message; }")
    staged = Staged(page, 4)
    staged.table = walking().told_in(staged.table)
    staged.table["view"] = {"asks": "Where to?"}
    page.goto(f"/tables/{staged.id}")
    expect(page.get_by_role("alert")).to_contain_text("This board has failed.")
    assert page.evaluate("reported")  # whoever looks after the pages can find out why
    expect(page.get_by_text("Unfolding the board")).to_have_count(0)
    expect(page.get_by_role("link", name="load the page anew")).to_be_visible()
    with decision(page):
        page.locator(OFFERS).first.click()
    assert len(staged.chosen) == 1


@IN_TEST_ALL
def test_without_webgl_one_plays_on_the_map(visit: Visit) -> None:
    page = visit(**SIZES["wide"], **MOVING, is_live=False)
    page.add_init_script(
        """const get = HTMLCanvasElement.prototype.getContext;
        HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
          return kind.startsWith('webgl') ? null : get.call(this, kind, ...more);
        };"""
    )
    Staged(page, 4).show(walking())
    expect(page.locator("svg.base")).to_have_count(1)
    expect(page.get_by_role("button", name="three dimensions")).to_have_count(0)


# ── Seats, turn, Curse ───────────────────────────────────────────────────────────────────────────


@IN_TEST_ALL
def test_seats_are_seen_at_a_glance(visit: Visit) -> None:
    page = visit(**SIZES["wide"], is_live=False)
    Staged(page, 4).show(leaving())
    seats = page.get_by_role("list", name="The seats").get_by_role("listitem")
    expect(seats).to_have_count(4)
    expect(seats.filter(has_text="Ada")).to_contain_text("decides")
    expect(seats.filter(has_text="Bo")).to_contain_text("aboard")
    expect(seats.filter(has_text="Bo")).to_contain_text("16")
    beside = page.get_by_role("list", name="Beside the island")
    expect(beside).to_contain_text("8 turns left")
    expect(beside).to_contain_text("2 fireballs")


@IN_TEST_ALL
def test_with_two_seats_each_leads_two_figures(visit: Visit) -> None:
    page = visit(**SIZES["wide"], is_live=False)
    Staged(page, 2).show(two_each())
    seats = page.get_by_role("list", name="The seats").get_by_role("listitem")
    expect(seats.first.locator(".figure")).to_have_count(2)
    expect(page.get_by_text("Ada’s second figure")).not_to_have_count(0)


@IN_TEST_ALL
def test_the_table_of_the_turn_tells_what_you_can_do_now(visit: Visit) -> None:
    page = visit(is_live=False)
    Staged(page, 4).show(walking())
    table = page.get_by_role("region", name="What you can do now")
    expect(table.locator(".done")).to_contain_text("choose a card")
    expect(table.locator(".now")).to_contain_text("5")
    expect(table).to_contain_text("flick an ember")


@IN_TEST_ALL
def test_under_the_curse_the_common_aim_is_seen(visit: Visit) -> None:
    page = visit(**SIZES["wide"], is_live=False)
    course = cursed()
    staged = Staged(page, 3, options={"game": "curse"}).show(course)
    goal = page.get_by_role("region", name="Your shared goal")
    expect(goal).to_contain_text("1 of 3")
    expect(goal).to_contain_text("on its slab")
    expect(goal).to_contain_text("1 of 3 Cataclysm!")
    seats = page.get_by_role("list", name="The seats").get_by_role("listitem")
    expect(seats.filter(has_text="Bo")).to_contain_text("set complete")
    with decision(page):
        page.get_by_role("button", name=re.compile("^Roots Stir")).click()
    assert codes(staged, course) == ["roots 4"]


MOMENTS_SEEN: list[tuple[Callable[[], Course], int]] = [
    (choosing, 4),
    (aiming, 4),
    (bending, 4),
    (leaving, 4),
    (cursed, 3),
]


@IN_TEST_ALL
@pytest.mark.parametrize("looks", [PHONE, WIDE])
def test_moments_fit_and_can_be_read_by_everyone(visit: Visit, looks: list[SizesAndThemes]) -> None:
    page = visit(**SIZES[looks[0][0][0]], is_live=False)
    for n, (moment, seats) in enumerate(MOMENTS_SEEN):
        Staged(page, seats).show(moment())
        if moment is aiming:
            page.get_by_role("button", name="Wink", exact=True).click()
        look_at_all(page, f"island-{moment.__name__}", looks[n % len(looks)], SIZES)


# ── A match ──────────────────────────────────────────────────────────────────────────────────────


TARGETS = ".vulkar :is(.target, .acts button:not(:disabled), .take:not(.idle))"
PRESS = """(where) => {
  if (document.querySelector('#ending')) return 'over';
  if (document.querySelector('.table').getAttribute('aria-busy') !== 'false') return '';
  if (!document.querySelector('.status.yours')) return '';
  const all = document.querySelectorAll('TARGETS');
  all[Math.floor(where * all.length)]?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  return all.length ? 'pressed' : '';
}""".replace("TARGETS", TARGETS)


def press(ada: Person, presses: int) -> None:
    """Until Ada has pressed so often, or it is over."""
    for _ in range(presses):
        ada.page.wait_for_function(PRESS, arg=ada.dice.random())


@IN_TEST_ALL
def test_two_people_and_a_bot_play_a_whole_match_at_the_board(visit: Visit) -> None:
    """By its targets alone: spaces, cards, pits, trees, buttons. Ada begins at the solid island."""
    ada = Person(visit(viewport=SMALL))
    bo = Person(visit("/me"))
    ada.page.add_init_script("localStorage['vulkar island'] ??= 'solid'")
    bo.sit_down(ada.make_table("Vul-Kar", ["open", "bot 1"], {"rounds": "2"}))
    expect(ada.page.locator("div.sea .pin").first).to_be_attached()
    bo.page.evaluate(PLAY_ON, [TARGETS, 2])
    press(ada, presses=SOLID_PRESSES)
    ada.page.get_by_role("button", name="show the island flat").click()
    play_to_the_end([ada], TARGETS)
    expect(bo.page.locator("#ending")).to_be_visible()
    assert ada.page.locator("#ending").inner_text() == bo.page.locator("#ending").inner_text()
    watch = ada.page.get_by_role("button", name="Watch again")
    if watch.count():
        watch.click()
        expect(ada.page.get_by_role("button", name="Skip", exact=True)).to_be_visible()


@IN_TEST_ALL
def test_a_replay_shows_the_launch_when_it_is_stepped_over(
    visit: Visit, address: str, finished: Finished
) -> None:
    table = finished("vulkar", rounds="2")
    log = urllib.request.urlopen(f"{address}/api/tables/{table}?drawing=false")
    rolling = [line["number"] for line in json.load(log)["log"] if is_launch(line)]
    page = flat(visit(**SIZES["wide"], **MOVING))
    page.clock.install()
    page.goto(f"/tables/{table}/replay/{rolling[0]}")
    expect(page.locator(".says")).not_to_contain_text("rolls")
    expect(island_of(page)).to_be_visible()
    stop_the_clock(page)
    page.get_by_role("button", name="One move forward").click()
    step_until(page, page.locator(".marble"))
    page.get_by_role("button", name="Skip", exact=True).click()
    expect(page.locator(".marble")).to_have_count(0)
    page.get_by_role("button", name="Watch again").click()
    step_until(page, page.locator(".marble"))


def is_launch(line: dict[str, Any]) -> bool:
    return any(part["keepsake"] is not None for part in line["parts"])


def test_the_first_load_of_the_island_is_light(visit: Visit) -> None:
    """All that is fetched before one plays, as a server packs it; another table fetches no more.

    Whoever has not said otherwise sees it in three dimensions.
    """
    page = visit(is_fresh=True, is_live=False, viewport=SMALL, **MOVING)
    weights: dict[str, int] = {}

    def weigh(response: Response) -> None:
        if "/api/" not in response.url and response.url.startswith("http"):
            weights[response.url] = len(gzip.compress(response.body()))

    page.on("response", weigh)
    Staged(page, 4).show(walking())
    expect(page.locator("div.sea .pin").first).to_be_attached()
    page.wait_for_load_state("networkidle")
    assert LIGHTEST < sum(weights.values()) < HEAVIEST


@IN_TEST_ALL
def test_memory_is_given_back_on_leaving(visit: Visit) -> None:
    """Nothing of the map listens or moves any more."""
    page = visit(is_live=False)
    Staged(page, 4).show(walking())
    page.evaluate("() => void (window.left = new WeakRef(document.querySelector('svg.base')))")
    page.get_by_role("link", name="Tables").click()
    expect(page.locator("svg.base")).to_have_count(0)
    # Svelte remembers what the last change of the page replaced, until the next one.
    page.get_by_role("link", name="Rules").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("rules")
    page.wait_for_function(IS_GONE)
