"""Replays: through whose eyes, at which moment, and the match as a file."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from templetop.games.shelf import ready_games

from .conftest import ROOT, Finished, Visit
from .people import Person

BOARDS = ".boards > .board"
MOVES = ".moves button"


def opened(page: Page, table: str, rest: str = "") -> None:
    page.goto(f"/tables/{table}/replay{rest}")
    expect(page.get_by_role("slider")).to_be_visible()
    expect(page.locator(BOARDS).first).to_be_visible()


def test_a_match_that_is_over_is_seen_through_any_eyes(visit: Visit, finished: Finished) -> None:
    page = visit()
    table = finished("karuba_cards")
    opened(page, table, "/20")
    hand = page.locator(BOARDS).get_by_text("in hand", exact=True)
    expect(page.locator(BOARDS)).to_have_count(1)
    expect(hand).to_have_count(0)  # a spectator sees none
    eyes = page.get_by_label("Through whose eyes")
    eyes.select_option(label="as Script saw it")
    expect(hand).not_to_have_count(0)
    of_one = hand.count()
    eyes.select_option(label="everything open")
    expect(page.locator(BOARDS)).to_have_count(2)
    expect(hand).to_have_count(2 * of_one)
    expect(page).to_have_url(re.compile(r"/replay/20\?as=open$"))
    page.reload()
    expect(page.locator(BOARDS)).to_have_count(2)


def test_who_played_sees_it_again_with_their_own_eyes(visit: Visit) -> None:
    page = visit()
    person = Person(page)
    table = person.make_table("Karuba", ["bot 1"])
    page.goto(f"{table}/replay")
    expect(page.get_by_text("you see what you may see")).to_be_visible()
    expect(page.get_by_label("Through whose eyes")).to_have_count(0)
    expect(page.get_by_role("link", name="Download")).to_have_count(0)


@pytest.mark.parametrize("game", ready_games())
def test_a_link_leads_others_to_the_same_moment(
    visit: Visit, finished: Finished, game: str
) -> None:
    page = visit()
    opened(page, finished(game))
    page.get_by_role("button", name="A move back").click()
    page.keyboard.press("ArrowLeft")
    step = page.locator("[aria-current=step]")
    link = page.get_by_role("textbox", name="Link to this moment").input_value()
    expect(page).to_have_url(link)
    other = visit(link)
    expect(other.locator("[aria-current=step]")).to_have_text(step.inner_text().split("\n"))
    expect(other.locator(BOARDS)).to_have_count(1)


def test_a_line_lights_up_what_it_is_about(visit: Visit, finished: Finished) -> None:
    page = visit(reduced_motion="reduce")
    opened(page, finished("karuba"), "/0")
    dark = page.locator(".boards").inner_html()
    page.locator(MOVES, has_text=re.compile(r"lays tile \d+ on")).first.hover()
    page.wait_for_function("html => document.querySelector('.boards').innerHTML !== html", arg=dark)


def test_a_match_runs_by_itself_and_can_be_stopped(visit: Visit, finished: Finished) -> None:
    page = visit()
    opened(page, finished("karuba"), "/3")
    page.get_by_role("button", name="Let it run").click()
    expect(page.get_by_role("slider")).to_have_value("5")
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Let it run")).to_be_visible()


@pytest.mark.parametrize("game", ready_games())
def test_the_downloaded_match_is_told_in_a_terminal(
    visit: Visit, finished: Finished, game: str, tmp_path: Path
) -> None:
    page = visit()
    opened(page, finished(game))
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the match").click()
    assert download.value.suggested_filename == f"{game}-{finished(game)}.txt"
    download.value.save_as(tmp_path / "match.txt")
    told = subprocess.run(
        [sys.executable, "-m", "templetop", "replay", str(tmp_path / "match.txt")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    _, last = page.locator(".moves li").last.inner_text().split(maxsplit=1)
    assert last.removesuffix(".") in " ".join(told.split())
