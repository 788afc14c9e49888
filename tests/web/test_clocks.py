"""Clocks: they run before one's eyes, and a bot takes over when time runs out."""

import re

from playwright.sync_api import expect

from .conftest import Visit
from .people import KEEP_NEWS, Person, has_heard
from .tiers import IN_TEST_ALL


@IN_TEST_ALL
def test_the_clock_of_who_must_decide_runs(visit: Visit) -> None:
    page = visit("/lobby")
    Person(page).choose("Clock", "ten minutes per player")
    page.get_by_label("Seat 2").select_option("bot 1")
    page.get_by_text("Create the table").click()
    timer = page.get_by_role("timer")  # a bot has none
    expect(timer).to_have_text(re.compile(r"\d:\d\d"))
    expect(timer).not_to_have_text(timer.inner_text())


def test_a_bot_plays_on_for_whose_time_runs_out(visit: Visit) -> None:
    page = visit("/me")
    seats = [{"kind": "me"}, {"kind": "bot", "level": 1}]
    wanted = {"game": "karuba", "seats": seats, "clock": {"kind": "move", "seconds": 2}}
    page.request.post("/api/guests", data={"name": "Slow Loris"})
    table = page.request.post("/api/tables", data=wanted).json()
    page.add_init_script(f"addEventListener('DOMContentLoaded', {KEEP_NEWS})")
    page.goto(f"/tables/{table['table']}")
    expect(page.get_by_role("timer").first).to_be_visible()
    expect(page.get_by_role("log")).to_contain_text("Slow Loris puts")
    has_heard(page, "Slow Loris puts")
