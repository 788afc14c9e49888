"""A window that was used shows the next test nothing of the last one; failures leave evidence."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from .people import Person
from .windows import Windows, keep_evidence

PHONE = {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark"}


def visit(windows: Windows) -> Page:
    return windows.visit("/me", {}, is_fresh=False, is_live=True)


def test_nothing_of_one_visit_is_left_for_the_next(windows: Windows) -> None:
    page = windows.visit("", PHONE, is_fresh=False, is_live=True)
    Person(page).make_table("Karuba", ["bot 1"])
    page.evaluate("() => { localStorage.note = 'here'; sessionStorage.note = 'here'; }")
    page.route("**/*", lambda route: route.abort())
    heard: list[str] = []
    page.on("request", lambda request: heard.append(request.url))
    page.context.new_page()
    page.context.set_offline(True)
    assert windows.finish(has_failed=False) == []

    again = visit(windows)
    assert again is page
    expect(again.locator("h1")).to_have_text("Who are you?")
    assert again.evaluate("[localStorage.note, sessionStorage.note, innerWidth]") == [
        None, None, 1280
    ]  # fmt: skip
    assert again.evaluate("matchMedia('(prefers-color-scheme: light)').matches")
    assert len(again.context.pages) == 1
    assert not any(url.endswith("/me") for url in heard)
    assert windows.finish(has_failed=False) == []


def test_a_window_with_a_clock_of_its_own_is_not_used_again(windows: Windows) -> None:
    page = visit(windows)
    page.clock.install()
    windows.finish(has_failed=False)
    assert page.is_closed()


def test_a_window_where_a_test_failed_leaves_its_evidence(windows: Windows, tmp_path: Path) -> None:
    page = visit(windows)
    page.evaluate("console.error('Something is wrong')")
    [(_, window)] = windows.used
    folder = keep_evidence([window], "a test [with a parameter]", tmp_path)
    assert folder.name == "a-test-with-a-parameter"
    kept = sorted(file.name for file in folder.iterdir())
    assert kept == ["1-console.txt", "1-trace.zip", "1.html", "1.png"]
    assert "Something is wrong" in (folder / "1-console.txt").read_text()
    assert re.search("Who are you", (folder / "1.html").read_text())
    assert windows.finish(has_failed=True) == ["Something is wrong"]
    assert page.is_closed()
