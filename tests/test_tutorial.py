"""docs/your-own-game.md: its pieces make the example. What it shows is tried by test_docs.py."""

import re
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "your-own-game.md").read_text("utf-8")
EXAMPLE = ROOT / "examples" / "connect_four"
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def files() -> dict[str, str]:
    """What the page writes into each file, piece by piece."""
    pieces = defaultdict(list)
    for _, path, text in BLOCK.findall(PAGE):
        if path:
            pieces[path].append(text)
    return {path: "\n\n".join(texts) for path, texts in pieces.items()}


def test_the_pieces_of_the_page_are_the_example() -> None:
    assert {f"connect_four/{path.relative_to(EXAMPLE)}" for path in sources()} == {*files()}
    for path in sources():
        written = files()[f"connect_four/{path.relative_to(EXAMPLE)}"]
        assert written == path.read_text("utf-8"), path


def sources() -> list[Path]:
    return [path for path in EXAMPLE.rglob("*") if path.suffix in (".py", ".md")]
