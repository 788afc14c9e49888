"""Pages from all over the repository, put side by side, with links that lead on."""

import os
import re
import shutil
from collections.abc import Callable
from itertools import count
from pathlib import Path

from docs.site import boards, commands, reference
from docs.site.contents import CHAPTERS, COMMANDS, HOME, REFERENCE, ROOT, Page, pages
from docs.site.listing import listing
from docs.site.markdown import ELSEWHERE, FENCE, LINK, outside_code, outside_quotes

RULEBOOK = "rulebook.md"
LEAF = "#2a6442"
SENTENCE = re.compile(r"^- \*\*([F\d.]+)\*\* ", re.MULTILINE)
CITED = re.compile(r"(?<![\w.\-/#])(?:F|[1-9]\d*)(?:\.\d+)+(?!\.?\w)")
PICTURES = {".png", ".svg", ".webp"}
PICTURE = re.compile(r"(?<![\w/.])docs/[\w/-]+\.(?:png|webp)")
COMMENT = re.compile(r"^<!-- .*? -->\n", re.MULTILINE)


class BrokenLink(Exception):
    """A link that leads nowhere."""


class Gathering:
    """A folder that is being filled with pages."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.pages = {page.source: page for page in pages()}
        self.named = {page.source for chapter in CHAPTERS for page in chapter.pages}
        self.shown: dict[str, str] = {}  # the address of a page for each source that is linked

    def gather(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)
        for page in self.pages.values():
            self.write(page.address, self.finished(page))
        for path, address in self.shown.items():
            self.write(address, listing(path))
        shutil.copytree(Path(__file__).parent / "assets", self.folder / "_static")
        shutil.copy(ROOT / "web" / "public" / "logo.svg", self.folder / "_static")
        leaves = (ROOT / "web" / "src" / "art" / "canopy.svg").read_text("utf-8")
        leaves = leaves.replace("<path ", f'<path fill="{LEAF}" ')  # the web table colours a shape
        (self.folder / "_static" / "canopy.svg").write_text(leaves, "utf-8")
        shutil.copy(Path(__file__).parent / "conf.py", self.folder)

    def write(self, address: str, text: str) -> None:
        file = self.folder / f"{address}.md"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")

    def finished(self, page: Page) -> str:
        """The page as the site has it."""
        text = (ROOT / page.source).read_text("utf-8")
        text = outside_code(text, lambda part: COMMENT.sub("", self.led_on(part, page)))
        if page.source.endswith(RULEBOOK):
            text = self.with_drawings(with_addresses(text), Path(page.address).name)
        text = FENCE.sub(with_caption, text)
        made: dict[str, Callable[[], str]] = {COMMANDS: commands.text, REFERENCE: reference.text}
        if page.source in made:
            text = f"{text}\n{made[page.source]()}"
        return text + contents() if page.source == HOME else text

    # Where links lead

    def led_on(self, text: str, page: Page) -> str:
        """The text with its links as they are on the site."""

        def changed(link: re.Match[str]) -> str:
            words, to = link["words"], link["to"]
            if to.startswith("#") or ELSEWHERE.match(to):
                return link[0]
            path, _, anchor = to.partition("#")
            found = self.place(os.path.normpath(Path(page.source).parent / path), page)
            if found is None:
                return words  # a page that is still to be written
            address = os.path.relpath(found, Path(page.address).parent)
            return f"{link['image']}[{words}]({address}{'#' * bool(anchor)}{anchor})"

        return LINK.sub(changed, text)

    def place(self, path: str, page: Page) -> str | None:
        """Where on the site a file of the repository is, or is put."""
        if path in self.pages:
            return f"{self.pages[path].address}.md"
        if path in self.named:
            return None
        if not (ROOT / path).exists():
            raise BrokenLink(f"{page.source} links to {path}, which is not there.")
        if Path(path).suffix in PICTURES:
            return self.picture(path)
        self.shown[path] = f"source/{path.replace('.', '_')}"
        return f"{self.shown[path]}.md"

    def picture(self, path: str) -> str:
        """Where on the site a picture is, once it is copied."""
        copy = self.folder / "pictures" / Path(path).name
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, copy)
        return f"pictures/{copy.name}"

    # What rulebooks show

    def with_drawings(self, text: str, game: str) -> str:
        """A rulebook with its table below the introduction, and its plans drawn."""
        heading, introduction, rest = text.split("\n\n", 2)
        numbers = count(1)
        rest = FENCE.sub(lambda found: boards.plan(game, next(numbers)) + found[0], rest)
        drawn = "\n\n".join([heading, introduction, boards.table(game), rest])
        return PICTURE.sub(lambda found: f"/{self.picture(found[0])}", drawn)


def contents() -> str:
    """The list of all pages, which stands in the margin."""
    lines = []
    for chapter in CHAPTERS:
        entries = [f"{page.title} <{page.address}>" for page in chapter.pages if page.is_written]
        lines += ["", "```{toctree}", ":hidden:", f":caption: {chapter.title}", "", *entries, "```"]
    return "\n".join([*lines, ""])


def with_caption(found: re.Match[str]) -> str:
    """A block of code with the name of its file above it."""
    if not found["path"]:
        return found[0]
    body = f"{found['text']}{found['ticks']}"
    opening = f"{found['ticks']}{{code-block}} {found['language']}"
    caption = found["path"].replace("_", "\\_")
    return f"{opening}\n:caption: {caption}\n\n{body}"


def with_addresses(text: str) -> str:
    """A rulebook whose sentences have addresses, and lead to those they cite."""
    numbers = {*SENTENCE.findall(text)}

    def cited(part: str) -> str:
        return CITED.sub(
            lambda found: (
                f'<a href="#{found[0]}">{found[0]}</a>' if found[0] in numbers else found[0]
            ),
            part,
        )

    def changed(part: str) -> str:
        lines = []
        for line in part.splitlines(keepends=True):
            if begins := SENTENCE.match(line):
                number, rest = begins[1], line[begins.end() :]
                sign = f'- <a class="rule" id="{number}" href="#{number}">{number}</a> '
                lines.append(sign + outside_quotes(rest, cited))
            else:
                lines.append(line if line.startswith("#") else outside_quotes(line, cited))
        return "".join(lines)

    return outside_code(text, changed)
