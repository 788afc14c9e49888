"""Puzzles are solved and missed."""

from pathlib import Path

from playwright.sync_api import Page, expect

from templetop.games.shelf import take
from templetop.server.learning.puzzle_catalog import CatalogPuzzle, PuzzleCatalog, puzzle_position

from .conftest import Visit
from .test_pages import serious_faults


def answer(page: Page, one: CatalogPuzzle, is_right: bool) -> None:
    """By the list of moves in words."""
    moves = puzzle_position(one.text).offers()
    wanted = next(move for move in moves if (move.move == one.best) == is_right)
    page.locator("summary", has_text="in words").click()
    page.locator("ul[aria-label=Moves] button", has_text=wanted.code).first.click()
    page.get_by_role("button", name="This is my answer").click()


def test_a_puzzle_is_solved_and_one_is_missed(visit: Visit, tmp_path: Path) -> None:
    easy, second, *_ = PuzzleCatalog(tmp_path).puzzles_of(take("karuba")).values()
    page = visit("/")
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
    expect(told).to_contain_text(puzzle_position(second.text).offer(second.best).says)
    expect(page.get_by_text("1 solved, 2 tried")).to_be_visible()
    page.reload()
    expect(page.get_by_text("1 solved, 2 tried")).to_be_visible()  # as long as the tab is open
