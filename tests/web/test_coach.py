"""What thinks for people: the guide weighs moves, and the coach looks back at a lost match.

Its machine code may have to be made first, so this is for `make test-all`.
"""

import random
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from .conftest import SERVE, Visit, free_port, serving
from .people import Person
from .test_pages import serious_faults
from .test_the_guide import GUIDE, at_a_table

pytestmark = pytest.mark.slow

WORST = "#coach .costliest > li"
A_COMPILER = (
    600_000  # milliseconds for the guide or the coach of one game, on a machine where it never was
)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server whose bots can search in Karuba."""
    port, data = free_port(), tmp_path_factory.mktemp("data")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SEARCHING", "karuba")
        with serving([*SERVE, str(port), str(data)], port, data / "log") as here:
            yield here


def lose(page: Page) -> str:
    """At random, by the same cookie as the page; the address of the table."""
    server, dice = page.request, random.Random(3)
    seats = [{"kind": "me"}, {"kind": "bot", "level": 1}]
    wanted = {"game": "karuba", "seats": seats, "options": {"setup": "random"}}
    server.post("/api/guests", data={"name": "Ada"})
    where = f"/api/tables/{server.post('/api/tables', data=wanted).json()['table']}"
    while (seen := server.get(f"{where}?drawing=false").json())["state"] != "over":
        if seen["offers"] and seen["decided"] is None:
            move = dice.choice(seen["offers"])["move"]
            server.post(f"{where}/moves", data={"number": seen["number"], "move": move})
    return where.removeprefix("/api")


def at_table(page: Page) -> str:
    return f"/api{page.url[page.url.index('/tables') :].split('?')[0].removesuffix('/replay')}"


def play_on(page: Page) -> None:
    """To the end, by the moves that look best at first sight; as the page, by the same cookie."""
    server, where = page.request, at_table(page)
    while (seen := server.get(f"{where}?drawing=false").json())["state"] != "over":
        if seen["offers"] and seen["decided"] is None:
            looked = server.get(f"{where}/hint?at_first_sight=true").json()["weighed"]
            move = {"number": seen["number"], "move": looked[0]["move"]}
            server.post(f"{where}/moves", data=move)


def own_points(page: Page) -> int:
    seats = page.request.get(f"{at_table(page)}?drawing=false").json()["seats"]
    return next(int(seat["points"]) for seat in seats if seat["name"] == "Ada")


def test_a_lost_match_is_coached_and_tried_again_from_its_worst_moment(visit: Visit) -> None:
    page = visit()
    page.goto(lose(page))
    expect(page.get_by_role("heading", name="Snail wins")).to_be_visible()
    lost = own_points(page)
    page.get_by_role("link", name="What decided the match?").click()
    coach = page.locator("#coach")
    expect(coach.get_by_role("heading", name="Luck and skill")).to_be_visible(timeout=A_COMPILER)
    expect(coach.get_by_role("progressbar")).to_have_count(0, timeout=A_COMPILER)
    expect(coach).to_contain_text("Decisions by Ada cost")
    expect(coach.locator("svg[role=img] circle")).to_have_count(3)  # where to look first
    worst = page.locator(WORST).first
    worst.get_by_role("button").first.click()
    expect(worst).to_contain_text("Played:")
    expect(worst).to_contain_text("Better:")
    expect(worst).to_contain_text("The coach expects")
    expect(page.locator(".boards .recent")).not_to_have_count(0)  # the move that was made
    assert serious_faults(page) == []
    page.reload()  # it was kept
    expect(page.locator(WORST)).not_to_have_count(0)
    page.locator(WORST).first.get_by_role("button").first.click()
    page.get_by_role("button", name="Try again from here").click()
    expect(page.locator(".agreed")).to_contain_text("This match is practice")
    expect(page.get_by_role("log")).to_contain_text("tries again from here")
    expect(page.get_by_text("Your move.").first).to_be_visible()
    before = page.get_by_role("log").locator("li").count()
    person = Person(page)
    person.open_offers()
    page.locator("details ul[aria-label=Moves] button").first.click()
    expect(page.get_by_role("log").locator("li").nth(before)).to_be_visible()
    play_on(page)
    expect(page.get_by_role("heading", name="Ada wins")).to_be_visible()
    assert own_points(page) > lost


def test_the_real_guide_weighs_real_moves(visit: Visit) -> None:
    page = at_a_table(visit)
    page.get_by_role("button", name="Ask the guide").click()
    expect(page.locator(GUIDE)).to_be_visible(timeout=A_COMPILER)
    expect(page.locator(GUIDE)).to_contain_text(re.compile(r"simulated \d+ games"))
    best = page.locator(f"{GUIDE} .says").first.inner_text()
    page.locator(f"{GUIDE} li button").first.click()
    expect(page.get_by_role("log")).to_contain_text(best)
