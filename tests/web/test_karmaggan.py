"""The Temple in a real browser: what is chosen there, what moves, and what is told."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.every_game.tables import cut_short
from tests.karmaggan.drawn import temple

from .conftest import MOVING, Visit
from .people import FRAME, IS_GONE, PLAY_ON, Person, play_to_the_end, step_until, stop_the_clock
from .temples import (
    GAME,
    Course,
    Staged,
    battling,
    before_the_centre,
    choosing,
    in_the_rings,
    meeting,
    outside,
    stepping,
    swarming,
)
from .test_pages import PHONE, WIDE, SizesAndThemes, look_at_all
from .tiers import IN_TEST_ALL

FINGER = 40  # pixels
CLICKS = 6  # on the board
STEPS = 2_000  # so often a stopped clock is let go on
MOMENTS = {"battering ram": ".ram", "piston": ".pressed", "iris flash": ".flash"}
SIZES: dict[str, dict[str, Any]] = {
    "upright": {"viewport": {"width": 360, "height": 740}, "has_touch": True},
    "sideways": {"viewport": {"width": 800, "height": 360}, "has_touch": True},
    "wide": {"viewport": {"width": 1400, "height": 900}},
}


def temple_of(page: Page) -> Locator:
    return page.get_by_role("group", name="The Temple", exact=True)


def ring(page: Page, name: str) -> str:
    """How the ring is turned."""
    return page.locator(f".ring.{name}").get_attribute("transform") or ""


def decision(page: Page) -> Any:
    """A move that is sent."""
    return page.expect_response("**/moves*")


def angle(page: Page, name: str) -> float:
    return float(ring(page, name).removeprefix("rotate(").removesuffix(")"))


# ── Choosing ─────────────────────────────────────────────────────────────────────────────────────


def test_a_step_is_chosen_on_its_space_by_click_and_by_keys(visit: Visit) -> None:
    page = visit(is_live=False)
    staged = Staged(page, 4).show(stepping())
    spaces = temple_of(page).get_by_role("button", name=re.compile("^steps to"))
    expect(spaces).not_to_have_count(0)
    with decision(page):
        spaces.first.click()
    expect(page.locator(".table")).to_have_attribute("aria-busy", "false")
    spaces.first.focus()
    for key in ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"):
        page.keyboard.press(key)
    assert temple_of(page).evaluate("it => it.contains(document.activeElement)")
    with decision(page):
        page.keyboard.press("Enter")
    assert len(staged.chosen) == 2


@IN_TEST_ALL
def test_a_raider_is_dragged_to_its_next_space(visit: Visit) -> None:
    page = visit(viewport={"width": 1400, "height": 900}, is_live=False)
    Staged(page, 4).show(stepping())
    space = temple_of(page).get_by_role("button", name=re.compile("^steps to")).first
    with decision(page):
        page.locator(".piece.mine").drag_to(space, force=True)


@IN_TEST_ALL
def test_a_card_is_dragged_into_the_temple(visit: Visit) -> None:
    page = visit(viewport={"width": 1400, "height": 900}, is_live=False)
    Staged(page, 4).show(Course(in_the_rings()))
    card = page.get_by_role("button", name=re.compile("^pole, attack"))
    with decision(page):
        card.drag_to(page.locator("div.temple"))


@IN_TEST_ALL
def test_what_a_ring_would_bring_where_is_shown_before_it_turns(visit: Visit) -> None:
    page = visit(viewport={"width": 1400, "height": 900}, is_live=False)
    Staged(page, 4).show(Course(in_the_rings()))
    expect(page.locator(".ahead")).to_have_count(0)
    page.get_by_role("button", name=re.compile("^mirror helmet")).hover()
    expect(page.locator(".ahead.faint")).not_to_have_count(0)
    Staged(page, 4).show(choosing())
    temple_of(page).get_by_role("button", name=re.compile("Outer ring clockwise")).hover()
    expect(page.locator(".ahead .stop")).to_have_count(12)  # two raiders, six numbers


@IN_TEST_ALL
def test_on_a_phone_one_is_near_enough_to_hit_what_is_asked(visit: Visit) -> None:
    page = visit(**SIZES["upright"], is_live=False)
    Staged(page, 4).show(stepping())
    targets = temple_of(page).get_by_role("button")
    expect(targets.first).to_be_in_viewport()
    for target in targets.all():
        box = target.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= FINGER
    page.get_by_role("button", name="the whole Temple").click()
    expect(page.get_by_role("button", name="smaller")).to_be_disabled()


@IN_TEST_ALL
def test_a_finger_reads_a_card_before_it_plays_it(visit: Visit) -> None:
    page = visit(**SIZES["upright"], is_live=False)
    staged = Staged(page, 4).show(Course(in_the_rings()))
    card = page.get_by_role("button", name=re.compile("^pole, attack"))
    card.tap()
    expect(page.locator(".does")).to_contain_text("step on one abyss")
    assert not staged.chosen
    with decision(page):
        card.tap()


# ── Moving: the clock is stepped, no frames are waited for ───────────────────────────────────────


@IN_TEST_ALL
def test_a_ring_turns_and_takes_along_who_stands_on_it(visit: Visit) -> None:
    page = visit(viewport={"width": 1400, "height": 900}, **MOVING, is_live=False)
    page.clock.install()
    course = choosing()
    staged = Staged(page, 4).show(course)
    before = angle(page, "Outer")
    stop_the_clock(page)
    staged.then(course.do("turn outer +", "die 4"))
    temple_of(page).get_by_role("button", name=re.compile("Outer ring clockwise")).click()
    step_until(page, page.get_by_role("log").get_by_text("turns clockwise by 4 sectors"))
    for _ in range(STEPS):
        page.clock.run_for(FRAME)
        if (midway := angle(page, "Outer")) != before:
            break
    assert before < midway < before + 90
    page.clock.run_for(3000)
    assert angle(page, "Outer") == pytest.approx(before + 90)


def test_a_trap_shoots_along_its_lines_and_is_gone(visit: Visit) -> None:
    page = visit(viewport={"width": 1400, "height": 900}, **MOVING, is_live=False)
    page.clock.install()
    course = stepping()
    staged = Staged(page, 4).show(course)
    stop_the_clock(page)
    staged.then(course.do("B31", "up fire"))
    temple_of(page).get_by_role("button", name=re.compile("steps to .*B31")).click()
    step_until(page, page.locator(".shot.fire .line"))
    expect(page.get_by_role("log")).to_contain_text("Fire")
    page.clock.run_for(4000)
    expect(page.locator(".shot")).to_have_count(0)


@pytest.mark.parametrize(("card", "scene"), [*MOMENTS.items()])
@IN_TEST_ALL
def test_ram_piston_and_flash_are_moments_of_their_own(visit: Visit, card: str, scene: str) -> None:
    page = visit(viewport={"width": 1400, "height": 900}, **MOVING, is_live=False)
    page.clock.install()
    course = before_the_centre()
    staged = Staged(page, 4).show(course)
    stop_the_clock(page)
    staged.then(course.do("G", f"up {card}"))
    temple_of(page).get_by_role("button", name=re.compile("steps to the centre")).click()
    moment = page.locator(scene)
    step_until(page, moment)
    expect(page.locator(".moment")).to_have_count(0)  # nothing lies over it
    expect(page.locator(".happening")).to_contain_text(card)
    pictures = []
    for _ in range(3):
        page.clock.run_for(300)
        pictures.append(moment.inner_html())
    assert len({*pictures}) == 3  # it moves
    page.clock.run_for(3000)
    expect(moment).to_have_count(0)


@IN_TEST_ALL
def test_a_flash_takes_one_away_without_a_way_between(visit: Visit) -> None:
    page = visit(viewport={"width": 1400, "height": 900}, **MOVING, is_live=False)
    page.clock.install()
    course = stepping().do("B31", "up iris flash")
    staged = Staged(page, 4).show(course)
    stop_the_clock(page)
    mine = page.locator(".piece", has_text="Ada on")
    before = mine.bounding_box()
    staged.then(course.do("put A11"))
    temple_of(page).get_by_role("button", name=re.compile("flash to .*A11")).click()
    step_until(page, page.locator(".leap"))
    assert mine.bounding_box() == before
    page.clock.run_for(3000)
    assert mine.bounding_box() != before
    expect(page.locator(".leap")).to_have_count(0)


@IN_TEST_ALL
def test_the_egg_flies_from_hands_to_hands(visit: Visit) -> None:
    page = visit(viewport={"width": 1400, "height": 900}, **MOVING, is_live=False)
    page.clock.install()
    course = Course(temple("D8", "A17", "F4", egg="Ann"))
    staged = Staged(page, 3).show(course)
    stop_the_clock(page)
    staged.then(course.do("throw Ben"))
    temple_of(page).get_by_role("button", name="throws the Egg to Bo").click()
    egg = page.locator(".flying")
    step_until(page, egg)
    places = []
    for _ in range(3):
        page.clock.run_for(200)
        places.append(egg.get_attribute("transform"))
    assert len({*places}) == 3
    page.clock.run_for(3000)
    expect(egg).to_have_count(0)
    expect(page.locator(".piece", has_text="with the Egg")).to_contain_text("Bo on")


@IN_TEST_ALL
def test_a_moment_is_skipped_by_who_goes_on(visit: Visit) -> None:
    page = visit(viewport={"width": 1400, "height": 900}, **MOVING, is_live=False)
    page.clock.install()
    course = before_the_centre()
    staged = Staged(page, 4).show(course)
    stop_the_clock(page)
    staged.then(course.do("G", "up piston"))
    temple_of(page).get_by_role("button", name=re.compile("steps to the centre")).click()
    step_until(page, page.locator(".pressed"))
    staged.then(course)
    page.locator(".karmaggan").get_by_role("button", name=re.compile("End the turn")).click()
    page.clock.run_for(FRAME)
    expect(page.locator(".pressed")).to_have_count(0)


@IN_TEST_ALL
def test_who_wants_no_motion_sees_no_moment(visit: Visit) -> None:
    page = visit(viewport={"width": 1400, "height": 900}, is_live=False)
    course = before_the_centre()
    staged = Staged(page, 4).show(course)
    page.evaluate(
        """() => {
          window.seen = 0;
          const look = () => (window.seen += document.querySelectorAll('.pressed').length);
          new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
        }"""
    )
    staged.then(course.do("G", "up piston"))
    temple_of(page).get_by_role("button", name=re.compile("steps to the centre")).click()
    expect(page.get_by_role("log")).to_contain_text("The piston comes down on Ada")
    expect(
        temple_of(page).get_by_role("button", name=re.compile("^steps to")).first
    ).to_be_visible()
    assert page.evaluate("window.seen") == 0


@IN_TEST_ALL
def test_who_wants_no_motion_sees_it_at_once(visit: Visit) -> None:
    page = visit(viewport={"width": 1400, "height": 900}, is_live=False)
    course = choosing()
    staged = Staged(page, 4).show(course)
    before = angle(page, "Outer")
    staged.then(course.do("turn outer +", "die 4"))
    temple_of(page).get_by_role("button", name=re.compile("Outer ring clockwise")).click()
    expect(page.locator(".ring.Outer")).to_have_attribute("transform", f"rotate({before + 90:.3f})")


@IN_TEST_ALL
def test_who_dies_rises_and_is_gone(visit: Visit) -> None:
    page = visit(viewport={"width": 1400, "height": 900}, **MOVING, is_live=False)
    course = Course(temple("A14", "C2", "F4", coins=[3, 1, 4], hands=["tar"]))
    staged = Staged(page, 3).show(course.do("roll", "die 2"))
    raiders = page.locator(".piece")
    expect(raiders).to_have_count(3)
    staged.then(course.do("A15", "up arrows"))
    temple_of(page).get_by_role("button", name=re.compile("steps to .*A15")).click()
    expect(page.get_by_role("log")).to_contain_text("kill Bo")
    expect(raiders).to_have_count(2)


# ── Battle, swarm, seats ─────────────────────────────────────────────────────────────────────────


@IN_TEST_ALL
def test_pass_or_fight_is_asked_with_the_place_in_sight(visit: Visit) -> None:
    page = visit(**SIZES["upright"], is_live=False)
    staged = Staged(page, 4).show(meeting())
    expect(page.locator(".subject")).to_be_in_viewport()
    with decision(page):
        page.locator(".karmaggan").get_by_role("button", name=re.compile("Pass in peace")).click()
    assert len(staged.chosen) == 1


@IN_TEST_ALL
def test_a_battle_is_a_scene_with_cards_face_down_until_both_have_chosen(visit: Visit) -> None:
    page = visit(viewport={"width": 1400, "height": 900}, is_live=False)
    Staged(page, 4).show(battling(), has_decided=1)
    scene = page.get_by_role("region", name="A battle")
    expect(scene).to_contain_text("Round 2 of 3")
    expect(scene.locator(".back")).to_have_count(1)  # the other's, which nobody may see
    expect(scene.get_by_role("list", name="The rounds so far")).to_contain_text("pole")
    expect(scene.locator(".winner")).to_have_text("pole")
    with decision(page):
        page.get_by_role("button", name=re.compile("^gaze, counter")).click()


@IN_TEST_ALL
def test_a_round_is_turned_up_before_it_goes_on(visit: Visit) -> None:
    page = visit(viewport={"width": 1400, "height": 900}, **MOVING, is_live=False)
    page.clock.install()
    course = battling()
    staged = Staged(page, 4).show(course, has_decided=1)
    stop_the_clock(page)
    staged.then(course.do("card gaze, card stone"))
    page.get_by_role("button", name=re.compile("^gaze, counter")).click()
    scene = page.get_by_role("region", name="A battle")
    step_until(page, scene.locator(".slot .card:not(.back)").nth(1))
    expect(scene.locator(".slot .card:not(.back)")).to_have_count(2)
    page.clock.run_for(3000)
    expect(scene).to_contain_text("Round 3 of 3")


@IN_TEST_ALL
def test_what_happens_for_the_first_time_is_told_until_it_is_known(visit: Visit) -> None:
    page = visit(**SIZES["wide"], is_live=False)
    staged = Staged(page, 8).show(swarming())
    expect(page.get_by_role("note", name="Sacrifice")).to_contain_text("summoning tile")
    page.get_by_role("button", name="Got it").click()
    expect(page.get_by_role("note", name="Sacrifice")).to_have_count(0)
    expect(page.get_by_role("note", name="The swarm")).to_be_visible()
    staged.show(swarming())
    expect(page.get_by_role("note", name="The swarm")).to_be_visible()


@IN_TEST_ALL
def test_eight_seats_in_teams_are_seen_at_a_glance(visit: Visit) -> None:
    page = visit(viewport={"width": 1400, "height": 900}, is_live=False)
    Staged(page, 8).show(swarming())
    seats = page.get_by_role("list", name="The seats").get_by_role("listitem")
    expect(seats).to_have_count(8)
    expect(seats.filter(has_text=re.compile("team ?A"))).to_have_count(4)
    expect(seats.filter(has_text="with the Egg")).to_contain_text("Dan")
    expect(seats.filter(has_text="decides")).to_contain_text("Ada")
    assert page.locator(".own-seats").evaluate("box => box.scrollWidth <= box.clientWidth + 4")


@IN_TEST_ALL
def test_on_a_phone_eight_seats_are_seen_at_once(visit: Visit) -> None:
    page = visit(**SIZES["upright"], is_live=False)
    Staged(page, 8).show(swarming())
    seats = page.get_by_role("list", name="The seats").get_by_role("listitem")
    for seat in seats.all():
        expect(seat).to_be_in_viewport(ratio=1)
    expect(seats.filter(has_text="with the Egg")).to_contain_text("Dan")  # read out, if not seen


@pytest.mark.parametrize(("moment", "seats"), [(stepping, 4), (swarming, 8)])
@IN_TEST_ALL
def test_long_words_fit_a_phone_too(visit: Visit, moment: Any, seats: int) -> None:
    page = visit(**SIZES["upright"], locale="de-DE", is_live=False)
    staged = Staged(page, seats)
    staged.board = "Der Tempel"
    staged.show(moment())
    seats_of_all = page.locator(".own-seats").bounding_box()
    badge = page.locator(".doing", has_text="entscheidet").bounding_box()
    assert seats_of_all
    assert badge
    assert badge["x"] >= seats_of_all["x"]  # else it is cut off
    rows = {button.bounding_box()["y"] for button in page.locator(".tools > .button").all()}  # type: ignore[index]
    assert len(rows) == 1


@IN_TEST_ALL
def test_on_a_phone_the_cards_of_a_battle_need_no_scrolling(visit: Visit) -> None:
    page = visit(**SIZES["upright"], is_live=False)
    Staged(page, 4).show(battling())
    for card in ("gaze", "tar", "dagger"):
        button = page.get_by_role("button", name=re.compile(f"^{card}, "))
        expect(button).to_be_in_viewport(ratio=0.7)


def test_sideways_temple_question_and_hand_are_seen_at_once(visit: Visit) -> None:
    page = visit(**SIZES["sideways"], is_live=False)
    Staged(page, 4).show(stepping())
    tools = page.locator(".tools").bounding_box()
    assert tools
    for what in ("div.temple", ".own-seats", ".asked", ".course", ".acts", ".take >> nth=4"):
        box = page.locator(what).first.bounding_box()
        assert box
        assert box["y"] >= -2, what
        assert box["y"] + box["height"] <= tools["y"] + 6, what  # nothing lies over it


@IN_TEST_ALL
def test_the_table_of_the_turn_tells_what_you_can_do_now(visit: Visit) -> None:
    page = visit(is_live=False)
    Staged(page, 4).show(stepping())
    table = page.get_by_role("region", name="What you can do now")
    expect(table.get_by_text("take steps")).to_be_visible()
    expect(table.locator(".now").first).to_contain_text("5")
    expect(table.locator(".done")).to_contain_text("roll two dice")


MOMENTS_SEEN: list[tuple[Callable[[], Course], int]] = [(outside, 4), (battling, 4), (swarming, 8)]


@IN_TEST_ALL
@pytest.mark.parametrize("looks", [PHONE, WIDE])
def test_moments_fit_and_can_be_read_by_everyone(visit: Visit, looks: list[SizesAndThemes]) -> None:
    page = visit(**SIZES[looks[0][0][0]], is_live=False)
    for n, (moment, seats) in enumerate(MOMENTS_SEEN):
        Staged(page, seats).show(moment())
        look_at_all(page, f"temple-{moment.__name__}", looks[n % len(looks)], SIZES)


# ── A match ──────────────────────────────────────────────────────────────────────────────────────


TARGETS = ".karmaggan :is(.target, .acts button, .take:not(.idle))"
IS_ASKED = f"""() => document.querySelector('#ending')
  || document.querySelector('.status.yours') && document.querySelector('{TARGETS}')"""


def click_on_the_board(person: Person) -> None:
    """Whatever it offers: a space, a card, a button."""
    person.page.wait_for_function(IS_ASKED)
    offered = person.page.locator(f".table > .board {TARGETS}")
    offered.nth(person.dice.randrange(offered.count())).click(force=True)
    expect(person.page.locator(".table")).to_have_attribute("aria-busy", "false")


@IN_TEST_ALL
def test_two_people_and_a_bot_play_a_whole_match_at_the_board(visit: Visit) -> None:
    """First with a hand that must hit its target, then by the targets themselves."""
    ada = Person(visit())
    bo = Person(visit("/me"))
    bo.sit_down(ada.make_table(GAME.name, ["open", "bot 1"], cut_short(GAME)))
    expect(bo.page.locator("summary", has_text="in words")).to_be_visible()
    bo.page.evaluate(PLAY_ON, [TARGETS, 2])
    for _ in range(CLICKS):
        click_on_the_board(ada)
    play_to_the_end([ada], TARGETS)
    expect(bo.page.locator("#ending")).to_be_visible()
    assert ada.page.locator("#ending").inner_text() == bo.page.locator("#ending").inner_text()


@IN_TEST_ALL
def test_memory_is_given_back_on_leaving(visit: Visit) -> None:
    """Nothing of the board listens or moves any more."""
    page = visit(**MOVING, is_live=False)
    Staged(page, 4).show(stepping())
    page.evaluate(
        """() => {
          const svg = document.querySelector('div.temple svg');
          window.left = new WeakRef(svg);
        }"""
    )
    page.get_by_role("link", name="Rules").first.evaluate("it => it.removeAttribute('target')")
    page.get_by_role("link", name="Tables").click()
    expect(page.locator("div.temple")).to_have_count(0)
    page.wait_for_function(IS_GONE)
