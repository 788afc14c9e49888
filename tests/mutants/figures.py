"""The table of planted faults in CONTRIBUTING.md, made of the kept results.

python -m tests.mutants.figures
"""

import json
from typing import Any

from templetop.games.shelf import take

from .targets import GAMES, OTHERS, ROOT, Target, target_of

DOCUMENT = ROOT / "CONTRIBUTING.md"
BEGIN = "<!-- made by: python -m tests.mutants.figures -->\n"
END = "<!-- end of what is made -->\n"
HEAD = (
    "| planted in | faults there | tried | noticed | make no difference |\n|---|--:|--:|--:|--:|\n"
)
CALLED = {"server": "the server's transactions", "search": "the search of the bots"}


def table() -> str:
    """A row for each target of which a result is kept."""
    targets = [target_of(name) for name in [*GAMES, *OTHERS]]
    return HEAD + "".join(row_of(target) for target in targets if target.results_file.is_file())


def row_of(target: Target) -> str:
    kept: dict[str, Any] = json.loads(target.results_file.read_text("utf-8"))
    name = CALLED.get(target.name) or take(target.name).name
    tried, noticed, equivalent = (kept[what] for what in ("faults", "noticed", "equivalent"))
    share = f"{noticed} ({noticed / tried:.1%})"
    there = kept.get("of", "")  # runs of before did not say it
    return f"| {name} | {there} | {tried + equivalent} | {share} | {equivalent} |\n"


def with_table(document: str) -> str:
    """The document with the table as it is now; without a place for it, nothing is changed."""
    before, begin, rest = document.partition(BEGIN)
    _, end, after = rest.partition(END)
    return before + begin + table() + end + after if begin and end else document


def write() -> None:
    DOCUMENT.write_text(with_table(DOCUMENT.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    write()
