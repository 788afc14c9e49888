"""Replays: through whose eyes, at which moment, and the match as a file."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from templetop.games.shelf import ours

from .conftest import ROOT, Finished, Visit
from .people import Person
from .tiers import IN_TEST_ALL, only

BOARDS = ".boards > .board"
MOVES = ".moves button"
HAS_COME_TO = "(moment) => document.querySelector('input[type=range]').value >= moment"
MOMENTS = 12  # of the first rounds
# What is the same in all games is seen in one, and by `make test-all` in all.
FOR_ONE = pytest.mark.parametrize("game", only(ours(), "karuba"))


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
    eyes = page.get_by_label("View as")
    eyes.select_option(label="Script")
    expect(hand).not_to_have_count(0)
    of_one = hand.count()
    eyes.select_option(label="everyone: nothing hidden")
    expect(page.locator(BOARDS)).to_have_count(2)
    expect(hand).to_have_count(2 * of_one)
    expect(page).to_have_url(re.compile(r"/replay/20\?as=open$"))
    page.reload()
    expect(page.locator(BOARDS)).to_have_count(2)


@IN_TEST_ALL
def test_who_played_sees_it_again_with_their_own_eyes(visit: Visit) -> None:
    page = visit()
    person = Person(page)
    table = person.make_table("Karuba", ["bot 1"])
    page.goto(f"{table}/replay")
    expect(page.get_by_text("you see only what you may know")).to_be_visible()
    expect(page.get_by_label("View as")).to_have_count(0)
    expect(page.get_by_role("link", name="Download")).to_have_count(0)


@IN_TEST_ALL
def test_a_happening_is_one_step_wherever_one_comes_to_it(visit: Visit) -> None:
    page = visit()
    table = Person(page).make_table("Karuba: The Card Game", ["bot 1", "bot 1"])
    expect(page.get_by_text("Your move.").first).to_be_visible()
    for moment in ("", "/5"):  # in the midst of what Snail is dealt
        page.goto(f"{table}/replay{moment}")
        step = page.locator("[aria-current=step]")
        expect(step).to_contain_text("1 Chance deals the cards for round 1.")
        expect(page.locator(BOARDS).get_by_text("3 in hand, 13 in the pile")).to_have_count(3)
    parts = page.locator(".moves details li")
    expect(parts.first).to_be_hidden()
    page.locator(".moves summary").click()
    expect(parts.nth(3)).to_have_text("Chance deals a card to Snail, 3 times.")


@FOR_ONE
@IN_TEST_ALL
def test_a_link_leads_others_to_the_same_moment(
    visit: Visit, finished: Finished, game: str
) -> None:
    page = visit()
    opened(page, finished(game))
    page.get_by_role("button", name="One move back").click()
    page.keyboard.press("ArrowLeft")
    step = page.locator("[aria-current=step]")
    link = page.get_by_role("textbox", name="Link to this moment").input_value()
    expect(page).to_have_url(link)
    other = visit(link)
    expect(other.locator("[aria-current=step]")).to_have_text(step.inner_text().split("\n"))
    expect(other.locator(BOARDS)).to_have_count(1)


@pytest.mark.parametrize("game", only(ours(), "karuba"))
def test_on_a_phone_all_that_a_move_did_is_read_and_the_buttons_stay_in_their_place(
    visit: Visit, finished: Finished, game: str
) -> None:
    page = visit(viewport={"width": 360, "height": 800})
    opened(page, finished(game), "/0")
    told, on = page.locator(".says"), page.get_by_role("button", name="One move forward")
    place = on.bounding_box()
    lengths = [len(line) for line in page.locator(MOVES).all_inner_texts()]
    longest = lengths.index(max(lengths))
    page.locator(MOVES).nth(longest).click()
    expect(told).to_contain_text(f"{longest} / ")
    assert told.evaluate("p => p.scrollHeight <= p.clientHeight")
    assert on.bounding_box() == place


@IN_TEST_ALL
def test_a_line_lights_up_what_it_is_about(visit: Visit, finished: Finished) -> None:
    page = visit()
    opened(page, finished("karuba"), "/0")
    dark = page.locator(".boards").inner_html()
    page.locator(MOVES, has_text=re.compile(r"lays tile \d+ on")).first.hover()
    page.wait_for_function("html => document.querySelector('.boards').innerHTML !== html", arg=dark)


def test_a_match_runs_by_itself_and_can_be_stopped(visit: Visit, finished: Finished) -> None:
    page = visit()
    opened(page, finished("karuba"), "/3")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_function(HAS_COME_TO, arg=5)
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


@FOR_ONE
@IN_TEST_ALL
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


@IN_TEST_ALL
def test_two_cards_have_the_same_sum_at_every_moment(visit: Visit, finished: Finished) -> None:
    page = visit()
    table = finished("karuba_cards")
    log = page.request.get(f"/api/tables/{table}?drawing=false").json()["log"]
    played: dict[int, int] = {}  # the sum of the two cards of a seat, until the next are drawn
    sums = page.locator(f"{BOARDS} .standing")
    seen = 0
    for line in log[:MOMENTS]:
        if line["seat"] is None:
            played = {}
        elif line["target"]["kind"] == "play":
            played[line["seat"]] = sum(line["target"]["cards"])
        opened(page, table, f"/{line['last'] + 1}")
        expect(page.locator("[aria-current=step]")).to_contain_text(line["says"].split(" ", 1)[1])
        for seat, words in enumerate(sums.all_inner_texts()):
            if shown := re.search(r"sum (\d+)", words):
                assert int(shown[1]) == played[seat], (line, words)
                seen += 1
    assert seen > MOMENTS / 3
