"""The kept result of planted faults: how many of them the tests of each rule noticed.

`python -m tests.mutants GAME --keep` writes it, as the docstring there tells.
"""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from templetop.engine.game import Refusal

FILE = "mutants.json"


class BrokenResult(Refusal):
    """The file with the kept result cannot be read."""


class Noticed(NamedTuple):
    """Of the faults in the functions that cite a rule."""

    faults: int
    by_its_tests: int  # those that bear its number
    by_any_test: int


@dataclass(frozen=True)
class KeptFaults:
    """What came of the last kept run for a game."""

    faults: int
    noticed: int
    rules: dict[str, Noticed]
    sources: str  # fingerprint of the modules in which faults were planted; empty if not kept

    @classmethod
    def read(cls, tests: Path) -> "KeptFaults | None":
        """The result kept in a folder of tests; None where none is kept."""
        path = tests / FILE
        if not path.is_file():
            return None
        try:
            kept = json.loads(path.read_text("utf-8"))
            rules = {
                number: Noticed(*map(int, row)) for number, row in dict(kept["sentences"]).items()
            }
            sources = str(kept.get("sources", ""))
            return cls(int(kept["faults"]), int(kept["noticed"]), rules, sources)
        except (ValueError, KeyError, TypeError, AttributeError):
            raise BrokenResult(f"{path} is no result of planted faults.") from None

    def is_of(self, folder: Path) -> bool:
        """Are the rules of the game in that folder the same as in the kept run?"""
        return self.sources == fingerprint(rule_modules(folder))


def rule_modules(folder: Path) -> list[Path]:
    """The modules of a game in which faults are planted."""
    return sorted((folder / "rules").glob("*.py"))


def fingerprint(paths: Iterable[Path]) -> str:
    """The same for the same names and texts, however their lines end."""
    digest = hashlib.sha256()
    for path in paths:
        digest.update(f"{path.name}\n{path.read_text('utf-8')}\n".encode())
    return digest.hexdigest()[:16]
