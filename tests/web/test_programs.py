"""A bot of one's own: whoever runs the server names it, and people choose it by that name."""

import shlex
import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from .conftest import Visit, free_port, serving
from .people import Person
from .tiers import IN_TEST_ALL

pytestmark = IN_TEST_ALL

FIRST = f"first=exec:{shlex.quote(sys.executable)} examples/first_bot.py"
STOPS = shlex.quote("print('{\"ready\": true}', flush=True); input(); input()")
CRASHES = f"Hasty@karuba=exec:{shlex.quote(sys.executable)} -c {STOPS}"
# As `templetop serve`, but no machine code is made ready for our own bots.
SERVE = """
import sys
from templetop.__main__ import main
from templetop.server import minds
minds.ready_games = list
sys.argv.insert(1, "serve")
main()
"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with two bots of its own, told so on the command line."""
    port, data = free_port(), tmp_path_factory.mktemp("data")
    serve = [sys.executable, "-c", SERVE, f"--port={port}", f"--data={data}"]
    with serving([*serve, "--bot", FIRST, "--bot", CRASHES], port, data / "log") as here:
        yield here


def test_a_program_is_chosen_beside_the_levels_and_plays_under_its_name(visit: Visit) -> None:
    person = Person(visit())
    person.make_table_at_the_lobby("Karuba: The Card Game", ["program first"])
    seats = person.page.locator("ol", has=person.page.get_by_text("your turn"))
    expect(seats).to_contain_text("first")
    person.open_offers()
    while person.wait():
        person.decide_swiftly()
    expect(person.page.get_by_role("log")).to_contain_text("first plays")
    person.page.goto("/me")
    expect(person.page.get_by_role("link", name="first").first).to_be_visible()


def test_a_program_can_be_chosen_on_the_first_page(visit: Visit) -> None:
    page = visit("/")
    page.get_by_role("button", name="Cacao").click()
    page.get_by_label("Level").select_option(label="first")
    page.get_by_role("button", name="Play Cacao").click()
    expect(page.locator("h1")).to_have_text("Cacao")
    expect(page.get_by_text("first", exact=True).first).to_be_visible()


def test_a_program_is_offered_for_its_games_only(visit: Visit) -> None:
    page = visit("/lobby")
    game = page.get_by_role("combobox", name="Game", exact=True)
    game.select_option(label="Karuba")
    page.get_by_label("Seat 2").select_option(label="Bot Hasty")
    game.select_option(label="Cacao")
    expect(page.get_by_label("Seat 2")).to_have_value("open")
    expect(page.get_by_label("Seat 2").locator("option", has_text="Hasty")).to_have_count(0)
    game.select_option(label="Karuba")
    expect(page.get_by_label("Seat 2")).to_have_value("program Hasty")


def test_who_loses_its_seat_is_told_of_in_the_log_and_at_the_seat(visit: Visit) -> None:
    person = Person(visit())
    person.make_table("Karuba", ["program Hasty"])
    page = person.page
    person.open_offers()
    while not page.get_by_role("log").get_by_text("Hasty loses its seat").count():
        assert person.wait(), "it is over, and Hasty still sits there"
        person.decide_swiftly()
    expect(page.get_by_role("log")).to_contain_text(
        "Hasty loses its seat to the random bot: it stopped."
    )
    expect(page.get_by_text("replaced by the random bot")).to_be_visible()
