"""A game from outside without a board of its own: teams, happenings, chance that takes time."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Request, expect

from tests.server.held import HELD

from .conftest import ROOT, SERVE, Visit, free_port, serving
from .people import OFFERS, Person, keep_news
from .test_pages import keep_picture, look_at, serious_faults
from .tiers import IN_TEST_ALL

pytestmark = IN_TEST_ALL

LONGEST = 300_000  # milliseconds until all rolls of a round are done, on a machine that is busy
WAITS = "Waiting for chance"
ROUNDS = "The guard goes his rounds."
SIZES = [(360, 740), (740, 360), (1400, 900)]

Json = dict[str, Any]


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a file with the name of a table makes its experiments wait."""
    return tmp_path_factory.mktemp("held")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory, held: Path) -> Iterator[str]:
    """A server that was told of the game."""
    port, data = free_port(), tmp_path_factory.mktemp("data")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TEMPLETOP_GAMES", str(ROOT / "examples" / "heist"))
        patch.setenv(HELD, str(held))
        with serving([*SERVE, str(port), str(data)], port, data / "log") as here:
            yield here


def deal(page: Page, bots: int, options: dict[str, str]) -> str:
    """A table where one has to decide; its address."""
    page.request.post("/api/guests", data={"name": "Ada"})
    seats = [{"kind": "me"}, *[{"kind": "bot", "level": 1}] * bots]
    asked = {"game": "heist", "seats": seats, "is_public": True, "options": options}
    made = page.request.post("/api/tables", data=asked)
    assert made.ok, made.text()
    page.goto(f"/tables/{made.json()['table']}")
    expect(page.get_by_text("Your move.").first).to_be_visible()
    return page.url


# ── At the table ─────────────────────────────────────────────────────────────────────────────────


def test_two_teams_play_to_the_end_at_the_general_board(visit: Visit) -> None:
    page = visit()
    deal(page, 3, {"mode": "teams", "rounds": "3"})
    person = Person(page)
    expect(page.get_by_label("drawn as text")).to_contain_text("3 rounds left")
    for team, partner in (("Team A", "Tadpole"), ("Team B", "Snail")):
        expect(page.get_by_role("group", name=team)).to_contain_text(partner)
    while person.wait():
        person.decide()
    expect(page.locator("#ending")).to_have_text(
        re.compile(r"^(Ada and Tadpole|Snail and Beetle|N)")
    )
    outcomes = page.get_by_role("group", name=re.compile("Team")).locator("small").all_inner_texts()
    ours, theirs = outcomes[:2], outcomes[2:]
    assert ours == [f"you, {ours[1]}", ours[1]]
    assert theirs[0] == theirs[1]
    assert "won" not in (ours[1], theirs[1]) or ours[1] != theirs[1]
    assert serious_faults(page) == []


def test_chance_that_takes_its_time_is_waited_for_in_sight_of_all(visit: Visit, held: Path) -> None:
    page = visit()
    table = deal(page, 3, {"mode": "teams"})
    (held / table.rpartition("/")[2]).touch()
    watcher = visit(table)
    expect(watcher.locator(".status")).to_contain_text("Waiting for Ada")
    keep_news(page)
    page.locator(OFFERS, has_text="runs").click()
    expect(page.locator(".status")).to_contain_text(WAITS)
    expect(page.get_by_role("button", name="Take back")).to_be_disabled()
    assert page.locator(OFFERS).count() == 0
    for one in (watcher, page):
        expect(one.locator(".status")).to_contain_text(WAITS)
        expect(one.get_by_label("drawn as text")).to_contain_text("rolling")
    (held / table.rpartition("/")[2]).unlink()
    expect(page.get_by_text("Your move.").first).to_be_visible(timeout=LONGEST)
    assert sum(WAITS in news for news in page.evaluate("heard")) == 1


def test_a_happening_unfolds_by_pointer_and_by_keys(visit: Visit) -> None:
    page = visit()
    deal(page, 3, {"mode": "teams"})
    log = page.get_by_role("log")
    dealt, card = log.get_by_text("The loot is dealt."), log.get_by_text("Ada gets the card").first
    expect(card).to_be_hidden()
    dealt.click()
    expect(card).to_be_visible()
    expect(log.get_by_text("Snail gets a card, 2 times.")).to_be_visible()
    dealt.click()
    expect(card).to_be_hidden()
    page.keyboard.press("ArrowRight")
    expect(card).to_be_visible()
    page.keyboard.press("ArrowDown")
    expect(card).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(card).to_be_hidden()
    expect(dealt).to_be_focused()
    page.keyboard.press("Enter")
    expect(card).to_be_visible()
    assert serious_faults(page) == []


def test_what_an_event_brought_along_can_be_downloaded(visit: Visit) -> None:
    page = visit()
    deal(page, 1, {})
    page.locator(OFFERS, has_text="runs").click()
    expect(page.get_by_text("Your move.").first).to_be_visible(timeout=LONGEST)
    log = page.get_by_role("log")
    log.get_by_text(ROUNDS).click()
    log.get_by_text("how it happened").first.click()
    kept = log.get_by_text(re.compile(r"^\d+ bytes · Download$"))
    expect(kept).to_be_visible()
    keep_picture(page, "keepsake")
    assert serious_faults(page) == []
    with page.expect_download() as download:
        kept.get_by_role("link").click()
    way = download.value.path().read_bytes()
    assert kept.inner_text().startswith(f"{len(way)} bytes")
    assert all(0 <= place <= 1 for place in json.loads(way))


def test_it_is_played_by_keys_alone(visit: Visit) -> None:
    page = visit()
    deal(page, 1, {})
    page.locator(OFFERS, has_text="sneaks").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("log")).to_contain_text("Ada sneaks.")
    expect(page.get_by_text("Your move.").first).to_be_visible(timeout=LONGEST)
    page.wait_for_function("() => document.activeElement.closest('.board')")
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    assert page.evaluate("document.activeElement.closest('.table') !== null")


def test_eight_in_teams_fit_and_can_be_read_by_everyone(visit: Visit) -> None:
    page = visit(viewport={"width": SIZES[0][0], "height": SIZES[0][1]})
    deal(page, 7, {"mode": "teams"})
    drawing = page.get_by_label("drawn as text")
    expect(drawing).to_contain_text("Guppy")
    expect(page.locator(OFFERS)).to_have_count(9)
    for (width, height), theme in zip(SIZES, ["light", "dark", "light"]):
        look_at(page, "heist", width, theme, height)
        assert drawing.evaluate("box => box.scrollWidth <= box.clientWidth")


# ── How it ended ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("options", "says"),
    [({"corridor": "1", "caught": "0"}, "You all won."), ({"rounds": "1"}, "You all lost.")],
)
def test_all_win_or_lose_together(visit: Visit, options: dict[str, str], says: str) -> None:
    page = visit()
    table = deal(page, 2, {"mode": "together"} | options)
    page.locator(OFFERS, has_text="sneaks").click()
    expect(page.locator("#ending")).to_have_text(says, timeout=LONGEST)
    expect(page.locator(".seats").get_by_text(says.split()[-1][:-1])).to_have_count(3)
    page.goto(f"{table}/replay")
    expect(page.locator(".head")).to_contain_text(says)
    page.goto("/me")
    expect(page.get_by_role("link", name="Heist")).to_contain_text(says[:-1].lower())


def test_the_guide_tells_chances_where_points_decide_nothing(visit: Visit) -> None:
    page = visit()
    table = deal(page, 1, {})
    told = page.request.get(f"/api{table[table.index('/tables/') :]}").json()
    weighed = [
        {**offer, "visits": 9, "values": [0.62, 0.38], "points": [2.0, 3.0], "share": share}
        for offer, share in zip(told["offers"], (0.4, 0.0), strict=False)
    ]
    advice = {"weighed": weighed, "line": [], "simulations": 18}
    page.route("**/hint", lambda route: route.fulfill(json=advice))
    page.get_by_role("button", name="Ask the guide").click()
    advised = page.locator(".hint li")
    expect(advised).to_have_count(2)
    first, second = advised.all()
    expect(first).to_contain_text("your chance is about 62%")
    expect(first).to_contain_text("about 40% of the time")
    expect(second).not_to_contain_text("of the time")
    expect(page.locator(".hint")).not_to_contain_text("step")


def test_in_a_replay_the_drawing_is_what_one_saw_or_everything(visit: Visit) -> None:
    page = visit()
    table = deal(page, 1, {"mode": "together", "rounds": "1"})
    page.locator(OFFERS, has_text="sneaks").click()
    expect(page.locator("#ending")).to_be_visible(timeout=LONGEST)
    page.goto(f"{table}/replay/4")
    drawing = page.get_by_label("drawn as text")
    expect(drawing).to_contain_text("? ?")
    expect(page.locator("[aria-current=step]")).to_contain_text("The loot is dealt.")
    eyes = page.get_by_label("View as")
    expect(eyes.locator("option")).to_have_text(["Ada (you)", "everyone: nothing hidden"])
    eyes.select_option(label="everyone: nothing hidden")
    expect(drawing).to_have_count(1)
    expect(drawing).not_to_contain_text("? ?")


# ── Making a table ───────────────────────────────────────────────────────────────────────────────


def at_the_lobby(visit: Visit) -> Page:
    page = visit("/lobby")
    Person(page).choose("Game", "Heist")
    return page


def test_the_rules_say_how_many_seats_there_can_be(visit: Visit) -> None:
    page = at_the_lobby(visit)
    seats = page.get_by_role("combobox", name="Seats", exact=True)
    expect(seats.locator("option")).to_have_count(8)
    expect(seats.locator("option:disabled")).to_have_text(["1: not with alone"])
    page.get_by_text("Rules: as usual").click()
    page.get_by_label("Two teams").check()
    expect(seats).to_have_value("4")
    expect(page.get_by_text("With teams: 4, 6 or 8 players.")).to_be_visible()
    expect(seats.locator("option:enabled")).to_have_text(["4", "6", "8"])
    seats.select_option("8")
    expect(page.get_by_label("Seat 8")).to_be_visible()
    page.get_by_label("All against the museum").check()
    expect(seats.locator("option:disabled")).to_have_count(0)
    expect(seats).to_have_value("8")


def test_numbers_are_changed_checked_and_set_back(visit: Visit) -> None:
    page = at_the_lobby(visit)
    asked: list[Json] = []

    def keep(request: Request) -> None:
        if request.method == "POST" and "/api/tables" in request.url:
            asked.append(json.loads(request.post_data or "{}"))

    page.on("request", keep)
    folded = page.locator("details", has=page.get_by_text(re.compile("^Change the numbers")))
    numbers, make = folded.locator("summary"), page.get_by_role("button", name="Create the table")
    rounds, corridor = (page.get_by_label(name, exact=True) for name in ("rounds", "corridor"))
    numbers.click()
    rounds.fill("3")
    corridor.fill("99")  # 20 are the most
    expect(numbers).to_have_text("Change the numbers: corridor and rounds changed")
    numbers.click()
    expect(corridor).to_be_hidden()
    make.click()
    expect(corridor).to_be_focused()  # it was unfolded to be mended
    assert asked == []
    page.get_by_role("button", name="Back to the usual numbers").click()
    expect(corridor).to_have_value("5")
    expect(rounds).to_have_value("8")
    rounds.fill("3")
    assert serious_faults(page) == []
    make.click()
    expect(page.locator("h1")).to_have_text("Heist")
    assert [table["options"] for table in asked] == [{"rounds": "3"}]


def test_the_first_page_offers_what_the_usual_rules_allow(visit: Visit) -> None:
    page = visit("/")
    page.get_by_role("button", name="Heist").click()
    expect(page.get_by_label("Bots").locator("option")).to_have_count(7)  # one alone cannot play
    page.get_by_role("button", name="Play Heist").click()
    expect(page.get_by_label("drawn as text")).to_be_visible()
