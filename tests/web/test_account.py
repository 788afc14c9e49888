"""All that somebody can do about their account, at a server that stands under a path."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from templetop.server.core.settings import BUILT_WEB
from tests.server.letterbox import Letterbox, letterbox, text_of
from tests.server.serving import Serving, serving, settings_in

from .tiers import IN_TEST_ALL
from .windows import Window

OLD, NEW, NEWEST = "under the third stone", "over the fourth stone", "beside the fifth stone"


@pytest.fixture(scope="module")
def box() -> Iterator[Letterbox]:
    with letterbox() as found:
        yield found


@pytest.fixture(scope="module")
def server(box: Letterbox, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    own = {
        "base": "/games",
        "web": str(BUILT_WEB),
        "mail": box.address,
        "mail_from": "table@games.example",
        "address": "https://games.example/games",
    }
    with serving(settings_in(tmp_path_factory.mktemp("account"), **own)) as running:
        yield running


@pytest.fixture
def page(window: Callable[..., Window], server: Serving) -> Iterator[Page]:
    """Nothing is asked for but what is under the path; all else would belong to others."""
    opened = window(base_url=f"http://127.0.0.1:{server.port}/games/")
    asked: list[str] = []
    page = opened.page
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda line: asked.append(line.url))
    yield page
    assert not opened.complaints
    paths = [urlsplit(url).path for url in asked if not url.startswith(("data:", "blob:"))]
    assert [path for path in paths if not path.startswith("/games/")] == []


def link_in(box: Letterbox) -> str:
    """Where the last mail leads, under the path."""
    found = re.search(r"https://games\.example/games/(\S+)", text_of(box.next()))
    assert found
    return found[1]


def fill(page: Page, card: str, button: str, **fields: str) -> None:
    section = page.locator("section.card").filter(has=page.get_by_role("heading", name=card))
    for label, value in fields.items():
        section.get_by_label(label.replace("_", " ")).fill(value)
    section.get_by_role("button", name=button).click()


@IN_TEST_ALL
def test_an_account_from_its_first_day_to_its_last(page: Page, box: Letterbox) -> None:
    page.goto("me")
    fill(page, "An account", "Create an account", Name="Quilla", Password=OLD)
    expect(page.get_by_role("status").first).to_have_text("You have an account now.")
    fill(page, "Your password", "Change my password", Current_password=OLD, New_password=NEW)
    expect(page.get_by_role("status").first).to_contain_text("Your password has been changed")
    address = {"Address": "ann@example.org", "Your_password": NEW}
    fill(page, "Your email address", "Send me a link", **address)
    page.goto(link_in(box))
    page.get_by_role("button", name="Yes, it is mine").click()
    expect(page.get_by_role("status")).to_contain_text("ann@example.org is yours")
    page.get_by_role("link", name="Continue").click()
    page.reload()
    expect(page.get_by_text("A link goes to ann@example.org")).to_be_visible()
    page.get_by_role("button", name="Sign out").click()

    page.get_by_role("link", name="Forgot your password?").click()
    page.get_by_label("The name of your account").fill("Quilla")
    page.get_by_role("button", name="Send me a link").click()
    page.goto(link_in(box))
    page.get_by_label("A new password").fill(NEWEST)
    page.get_by_role("button", name="Set the password").click()
    expect(page.locator("h1")).to_have_text("Quilla")
    expect(page).to_have_url(re.compile(r"/games/me$"))

    with page.expect_download() as download:
        page.get_by_role("link", name="Download your data").click()
    assert '"ann@example.org"' in Path(download.value.path()).read_text()
    page.get_by_text("Delete my account").click()
    fill(page, "Your data", "Delete everything", Your_password=NEWEST)
    expect(page.locator("h1")).to_have_text("Who are you?")
    fill(page, "Sign in", "Sign in", Name="Quilla", Password=NEWEST)
    expect(page.get_by_role("alert")).to_contain_text("The name or the password is wrong")


@IN_TEST_ALL
def test_the_page_of_what_is_kept_says_what_the_operator_has_set(page: Page) -> None:
    page.goto("me")
    page.get_by_role("link", name="What is kept here").click()
    expect(page).to_have_url(re.compile(r"/games/kept$"))
    expect(page.get_by_role("row", name="Finished matches")).to_contain_text("365 days")
    expect(page.get_by_role("row", name="Links in emails")).to_be_visible()


def test_under_a_path_one_plays_and_passes_links_on(page: Page, server: Serving) -> None:
    page.goto("")
    page.get_by_role("button", name="Karuba Lay").click()
    page.get_by_role("button", name="Play Karuba").click()
    expect(page).to_have_url(re.compile(r"/games/tables/[\w-]+$"))
    expect(page.get_by_text("Your move.").first).to_be_visible()
    with page.expect_popup() as popup:  # a link that opens a tab of its own
        page.get_by_role("link", name="Rules").nth(1).click()
    expect(popup.value).to_have_url(re.compile(r"/games/rules/karuba$"))
    expect(popup.value.locator("h1")).to_contain_text("Karuba")


@IN_TEST_ALL
def test_whoever_opened_a_table_closes_it_and_others_are_told(page: Page) -> None:
    page.goto("")
    page.get_by_role("button", name="Karuba Lay").click()
    page.get_by_role("button", name="Play Karuba").click()
    expect(page.get_by_text("Your move.").first).to_be_visible()
    other = page.context.new_page()
    other.goto(page.url)
    expect(other.get_by_text("Your move.").first).to_be_visible()
    page.get_by_text("Close this table").click()
    page.get_by_role("button", name="Close it").click()
    expect(page).to_have_url(re.compile(r"/games/lobby$"))
    expect(other.get_by_role("alert")).to_contain_text("This table is gone.")
