"""The little that has to be known of a page's text: its blocks of code, links and headings."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

FENCE = re.compile(
    r"^(?P<indent> *)(?P<ticks>```+)(?P<language>[\w-]*) ?(?P<path>\S*)\n"
    r"(?P<text>.*?)^(?P=indent)(?P=ticks)$",
    re.MULTILINE | re.DOTALL,
)
LINK = re.compile(r"(?P<image>!?)\[(?P<words>[^\]]*)\]\((?P<to>[^)\s]+)\)")
CODE = re.compile(r"``.+?``|`[^`]+`", re.DOTALL)
ELSEWHERE = re.compile(r"[a-z]+:")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
NOT_RUN = re.compile(r"<!-- not run: (?P<why>.+?) -->\s*\Z")


@dataclass(frozen=True)
class Block:
    """A block of code on a page."""

    language: str
    path: str  # the file that it is a piece of
    text: str
    line: int  # where it begins
    not_run: str  # why it is only shown, if it is


def blocks(page: str) -> Iterator[Block]:
    for found in FENCE.finditer(page):
        before = page[: found.start()]
        marked = NOT_RUN.search(before)
        yield Block(
            found["language"],
            found["path"],
            found["text"],
            before.count("\n") + 1,
            marked["why"] if marked else "",
        )


def outside_code(page: str, change: Callable[[str], str]) -> str:
    """The page with everything changed that is not in a block of code."""
    parts, at = [], 0
    for found in FENCE.finditer(page):
        parts += [change(page[at : found.start()]), found[0]]
        at = found.end()
    return "".join([*parts, change(page[at:])])


def outside_quotes(text: str, change: Callable[[str], str]) -> str:
    """The same for `code` in a sentence."""
    parts, at = [], 0
    for found in CODE.finditer(text):
        parts += [change(text[at : found.start()]), found[0]]
        at = found.end()
    return "".join([*parts, change(text[at:])])


def links(page: str) -> list[str]:
    """Where its links and pictures lead within the repository."""
    found: list[str] = []

    def collect(text: str) -> str:
        found.extend(link["to"] for link in LINK.finditer(CODE.sub("", text)))
        return text

    outside_code(page, collect)
    return [to for to in found if not ELSEWHERE.match(to)]


def anchors(page: str) -> set[str]:
    """The names of its headings, as they stand behind # in a link."""
    return {anchor(heading) for heading in HEADING.findall(FENCE.sub("", page))}


def anchor(heading: str) -> str:
    kept = re.sub(r"[^\w\- ]", "", heading.strip().lower())
    return kept.replace(" ", "-")
