"""A stranger is taught each game, to the end of its lesson."""

import pytest
from playwright.sync_api import Locator, Page, expect

from templetop.engine.lesson import ANY, Lesson, TaughtStep, lesson_of
from templetop.games.shelf import take

from .conftest import Visit
from .people import OFFERS, Person, flat
from .tiers import IN_TEST_ALL

OTHERS = {
    "karuba_cards": "Karuba: The Card Game",
    "cacao": "Cacao",
    "karmaggan": "Karmaggän",
    "vulkar": "Vul-Kar",
}


def lesson_in(game: str) -> Lesson:
    lesson = lesson_of(take(game))
    assert lesson is not None
    return lesson


def begin(page: Page, name: str) -> None:
    page.locator(".box", has=page.get_by_text(name, exact=True)).click()
    page.get_by_role("button", name="Learn to play").click()
    expect(page.locator(".speech")).to_be_visible()


def says(page: Page, lesson: Lesson, number: int) -> None:
    """The step at hand is the one that is shown."""
    expect(page.locator(".speech h2")).to_have_text(lesson.steps[number].title)
    expect(page.locator(".speech")).to_contain_text(f"{number + 1} of {len(lesson.steps)}")
    expect(page.locator(".table")).to_have_attribute("aria-busy", "false")


def is_clear_of(page: Page, thing: Locator) -> None:
    """What is pointed at lies in sight, and the words do not cover it."""
    card, box = page.locator(".speech").bounding_box(), thing.bounding_box()
    assert card is not None
    assert box is not None
    is_beside = box["x"] + box["width"] <= card["x"] or box["y"] + box["height"] <= card["y"] + 1
    assert is_beside, (card, box)


# ── By clicks ────────────────────────────────────────────────────────────────────────────────────


def target(page: Page, words: str) -> Locator:
    return page.locator(f'.board .large [role=button][aria-label*="{words}"]').first


def click_karuba(page: Page, step: TaughtStep) -> None:
    code = step.moves[0]
    if code == ANY:
        target(page, "lays tile").click()
    elif " " in code:
        target(page, "walk yellow").click()
        to = "into its temple" if code.endswith("temple") else f"to {code.split()[1]}"
        target(page, to).click()
    else:
        target(page, f"on {code}").click()


@IN_TEST_ALL
def test_karuba_is_learned_by_clicks_left_and_resumed_and_then_played(visit: Visit) -> None:
    page, lesson = visit("/", viewport={"width": 390, "height": 844}), lesson_in("karuba")
    begin(page, "Karuba")
    address = page.url
    for number, step in enumerate(lesson.steps):
        says(page, lesson, number)
        if step.title == "Your island":
            expect(page.locator("[data-pointed]")).to_have_attribute("data-piece", "island")
        if step.title == "A tile is called":
            is_clear_of(page, page.locator("[data-piece='called tile'][data-pointed]"))
            page.get_by_role("button", name="← Back").click()
            expect(page.locator(".speech h2")).to_have_text(lesson.steps[number - 1].title)
            page.get_by_role("button", name="Next →").click()
            says(page, lesson, number)
        if step.title == "Lay a tile":
            is_clear_of(page, page.locator(".board .large rect.lit"))
            target(page, "on b3").click()
            expect(page.locator(".refusal").first).to_contain_text("begin at its beach")
        if step.title == "Close the gap":
            page.goto("/")
            page.locator(".box", has=page.get_by_text("Karuba", exact=True)).click()
            page.get_by_role("button", name="Continue the lesson").click()
            expect(page).to_have_url(address)
            says(page, lesson, number)
        for attempt in step.tries:
            page.get_by_role("button", name=attempt.says).click()
            expect(page.locator(".speech .refusal")).to_be_visible()
        if step.asks:
            click_karuba(page, step)
        else:
            page.locator(".speech .main").click()
    expect(page.locator(".speech h2")).to_have_text("You know how to play Karuba.")
    page.get_by_role("button", name="Play your first match").click()
    page.wait_for_url(lambda url: url != address)
    expect(page.locator(".speech")).to_have_count(0)
    page.goto("/")
    page.locator(".box", has=page.get_by_text("Karuba", exact=True)).click()
    expect(page.get_by_role("button", name="Play Karuba")).to_be_visible()
    expect(page.get_by_role("button", name="Learn to play")).to_have_count(0)


# ── By keys ──────────────────────────────────────────────────────────────────────────────────────


def press(page: Page, button: Locator) -> None:
    button.focus()
    page.keyboard.press("Enter")


def press_move(page: Page, step: TaughtStep) -> None:
    """The one that the step names first, in the list of moves in words."""
    Person(page).open_offers()
    code = step.moves[0].removesuffix("*")
    named = page.locator(OFFERS, has=page.locator("kbd", has_text=code))
    exact = page.locator(OFFERS, has=page.locator(f'kbd:text-is("{code}")'))
    buttons = page.locator(OFFERS) if code == ANY else named if "*" in step.moves[0] else exact
    press(page, buttons.first)


@pytest.mark.parametrize("game", OTHERS)
@IN_TEST_ALL
def test_the_others_are_learned_by_keys(visit: Visit, game: str) -> None:
    page, lesson = flat(visit("/")), lesson_in(game)
    begin(page, OTHERS[game])
    for number, step in enumerate(lesson.steps):
        says(page, lesson, number)
        if step.asks:
            press_move(page, step)
        else:
            press(page, page.locator(".speech .main"))
    expect(page.get_by_role("button", name="Play your first match")).to_be_visible()
