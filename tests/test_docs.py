"""The documents: what they show is what happens, links lead somewhere, and no page is forgotten."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import templetop
from docs.site.contents import CHAPTERS, ROOT, pages
from docs.site.markdown import anchors, blocks, links
from tests.parameters import slow

PAGES = {page.source for page in pages()}
NAMED = {page.source for chapter in CHAPTERS for page in chapter.pages}
TRIED = {"console", "python"}
PATH = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"  # `python` is this one


def text(path: str) -> str:
    return (ROOT / path).read_text("utf-8")


def shows_something(path: str) -> bool:
    return any(block.language in TRIED and not block.path for block in blocks(text(path)))


LONGEST = "docs/study-a-variant.md"  # most of what it shows is tried with the command line as well


@pytest.mark.parametrize(
    "page", [*sorted({*filter(shows_something, PAGES)} - {LONGEST}), *slow(LONGEST)]
)
def test_what_a_page_shows_is_what_happens(page: str, tmp_path: Path) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")  # as from the repository's own folder
    done = subprocess.run(
        [sys.executable, "-m", "tests.snippets", page],
        cwd=tmp_path,
        env={**os.environ, "PATH": PATH, "PYTHONPATH": str(ROOT), "TEMPLETOP_GAMES": ""},
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr


def test_every_page_is_in_the_list() -> None:
    written = {str(path.relative_to(ROOT)) for path in (ROOT / "docs").glob("*.md")}
    written |= {str(path.relative_to(ROOT)) for path in ROOT.glob("*.md")}
    assert written <= PAGES


@pytest.mark.parametrize("page", sorted(PAGES))
def test_every_link_leads_somewhere(page: str) -> None:
    for link in links(text(page)):
        path, _, anchor = link.partition("#")
        place = os.path.normpath(Path(page).parent / path) if path else page
        if place in NAMED - PAGES:
            continue  # a page that is still to be written
        assert (ROOT / place).exists(), link
        assert not anchor or anchor in anchors(text(place)), link


def test_what_is_only_shown_says_why() -> None:
    for page in PAGES:
        unmarked = [block for block in blocks(text(page)) if block.language in {"py", "pycon"}]
        assert not unmarked, f"{page}: python, and a comment why it is not run"


def test_the_version_is_the_same_everywhere() -> None:
    assert f"version: {templetop.__version__}\n" in text("CITATION.cff")
    assert f"## {templetop.__version__}\n" in text("CHANGELOG.md")


def test_nothing_of_the_project_is_left_unsaid() -> None:
    project = tomllib.loads(text("pyproject.toml"))["project"]
    assert {"authors", "classifiers", "description", "keywords", "license", "readme"} <= {*project}
