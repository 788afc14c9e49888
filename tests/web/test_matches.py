"""Two people and a bot play whole matches; one reloads, one loses the network for a while."""

import re
import time
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from templetop.games.shelf import ours, take
from tests.every_game.tables import cut_short

from .conftest import Finished, Visit
from .people import OFFERS, Person, flat, play_to_the_end
from .test_pages import serious_faults
from .tiers import IN_TEST_ALL, only

HAS_TOLD = "(lines) => document.querySelectorAll('[role=log] li').length >= lines"
LONGEST = 600  # seconds; it is played in a fraction of that on a quiet machine


# The others come to their end in tests of their own boards.
PLAYED_HERE = ["karuba", "karuba_cards", "cacao"]


@pytest.mark.parametrize("game", only(PLAYED_HERE, "karuba_cards"))
def test_two_people_and_a_bot_play_a_match(visit: Visit, game: str) -> None:
    ada, bo = Person(flat(visit("/lobby"))), Person(flat(visit("/me")))
    numbers = cut_short(take(game))
    bo.sit_down(ada.make_table(take(game).name, ["open", "bot 1"], numbers))
    play([ada, bo], decisions=4)
    ada.page.reload()
    play([ada, bo], decisions=2)
    lose_the_network(bo, meanwhile=ada)
    play_to_the_end([ada, bo], OFFERS)
    assert ada.page.locator("#ending").inner_text() == bo.page.locator("#ending").inner_text()
    assert rematch(ada) == rematch(bo)


def play(people: list[Person], decisions: int) -> None:
    """Until so many decisions are made, or it is over."""
    deadline = time.monotonic() + LONGEST
    for person in people:
        expect(person.page.locator("summary", has_text="in words")).to_be_visible()
        person.open_offers()
    while decisions and not all(person.is_over for person in people):
        assert time.monotonic() < deadline, "nobody is asked any more, and it is not over"
        for person in people:
            if person.is_asked:
                person.decide()
                decisions = max(0, decisions - 1)


def rematch(person: Person) -> str:
    """The table where it goes on."""
    before = person.page.url
    person.page.get_by_role("button", name=re.compile("Play again|Go to the rematch")).click()
    expect(person.page).not_to_have_url(before)
    expect(person.page.locator("summary", has_text="in words")).to_be_visible()
    return person.page.url


def lose_the_network(person: Person, meanwhile: Person) -> None:
    """The other one decides, and who comes back is told what happened."""
    while not meanwhile.is_asked:
        play([person, meanwhile], decisions=1)
    person.page.context.set_offline(True)
    expect(person.page.get_by_text("Reconnecting")).to_be_visible()
    meanwhile.decide()
    person.page.context.set_offline(False)
    expect(person.page.get_by_text("Reconnecting")).to_be_hidden()
    told = meanwhile.page.get_by_role("log").locator("li").count()  # a bot may go on at any time
    person.page.wait_for_function(HAS_TOLD, arg=told)


PARTS = "Where the points came from"


@pytest.mark.parametrize(("rivals", "widths"), [
    (5, [390]),
    pytest.param(5, [1000, 1440], marks=IN_TEST_ALL),
    pytest.param(1, [390, 1000, 1440], marks=IN_TEST_ALL),
])  # fmt: skip
@IN_TEST_ALL
def test_what_the_points_are_made_of_is_seen_whole(
    visit: Visit, finished: Finished, rivals: int, widths: list[int]
) -> None:
    table = finished("karuba_cards", rivals)
    page = visit(f"/tables/{table}", viewport={"width": widths[0], "height": 900})
    box = page.get_by_role("region", name=PARTS)
    expect(box).to_be_visible()
    for width in widths:
        page.set_viewport_size({"width": width, "height": 900})
        assert box.evaluate("box => box.scrollWidth <= box.clientWidth")
        assert serious_faults(page) == []


@pytest.mark.parametrize("game", only(ours(), "karuba"))
def test_four_seats_fit_a_phone(visit: Visit, finished: Finished, game: str) -> None:
    page = visit(f"/tables/{finished(game, 3)}", viewport={"width": 360, "height": 800})
    box = page.locator(".scroll" if decides(game) else "section[aria-labelledby=ending]")
    expect(box).to_be_visible()
    assert box.evaluate("box => box.scrollWidth <= box.clientWidth")


def decides(game: str) -> bool:
    """Do points decide, so that they are told part by part?"""
    measure = take(game).measure
    return measure is not None and measure.decides


def test_many_seats_are_rows(visit: Visit, finished: Finished) -> None:
    page = visit(f"/tables/{finished('karuba_cards', 5)}")
    assert headers(page, "columnheader") == ["blue", "orange", "green", "purple", "points"]
    assert len(headers(page, "rowheader")) == 6
    rows = page.get_by_role("region", name=PARTS).locator("tbody tr")
    for n in range(6):
        *parts, points = map(int, rows.nth(n).locator("td").all_inner_texts())
        assert sum(parts) == points


def headers(page: Page, role: Literal["columnheader", "rowheader"]) -> list[str]:
    box = page.get_by_role("region", name=PARTS)
    expect(box).to_be_visible()
    return box.get_by_role(role).all_inner_texts()
