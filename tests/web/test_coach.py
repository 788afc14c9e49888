"""A lost match is coached and tried again from its worst moment; puzzles are solved and missed."""

import random
from pathlib import Path

from playwright.sync_api import Page, expect

from templetop.games.shelf import take
from templetop.server.puzzles import Puzzles, Riddle, position

from .conftest import Visit
from .people import Person
from .test_pages import serious_faults

WORST = "#coach .costliest > li"
A_COMPILER = 600_000  # milliseconds for the coach of one game, on a machine where it never was


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


def answer(page: Page, one: Riddle, is_right: bool) -> None:
    """By the list of moves in words."""
    moves = position(one.text).offers()
    wanted = next(move for move in moves if (move.move == one.best) == is_right)
    page.locator("summary", has_text="in words").click()
    page.locator("ul[aria-label=Moves] button", has_text=wanted.code).first.click()
    page.get_by_role("button", name="This is my answer").click()


def test_a_puzzle_is_solved_and_one_is_missed(visit: Visit, tmp_path: Path) -> None:
    easy, second, *_ = Puzzles(tmp_path).of(take("karuba")).values()
    page = visit()
    page.get_by_role("link", name="Puzzles").first.click()
    page.get_by_role("link", name="Karuba", exact=False).first.click()
    told = page.locator(".told")
    expect(page.get_by_text("Puzzle 1 of")).to_be_visible()
    answer(page, easy, True)
    expect(told).to_contain_text("Right!")
    assert serious_faults(page) == []
    page.get_by_role("button", name="Next puzzle").click()
    expect(page.get_by_text("Puzzle 2 of")).to_be_visible()
    answer(page, second, False)
    expect(told).to_contain_text("Not the best move.")
    expect(told).to_contain_text(position(second.text).offer(second.best).says)
    expect(page.get_by_text("1 solved, 2 tried")).to_be_visible()
    page.reload()
    expect(page.get_by_text("1 solved, 2 tried")).to_be_visible()  # as long as the tab is open
