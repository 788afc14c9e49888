"""What bots of one's own write to their standard error: a file for each, beside the results.

Every line says which match it comes from, and which seat: matches are played side by side.
"""

import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TextIO

MOST = 1 << 20  # characters of a file, of all matches together
LONGEST_NAME = 60
FULL = "… and more, but this file is long enough."


def files_for(bots: Iterable[str], folder: Path) -> dict[str, str]:
    """A file for each bot, by the name that it has in the tables."""
    files: dict[str, str] = {}
    for bot in bots:
        name = re.sub(r"[^\w.-]+", "_", bot).strip("_")[:LONGEST_NAME] or "bot"
        taken = sum(file.startswith(str(folder / name)) for file in files.values())
        files[bot] = str(folder / (f"{name}-{taken + 1}.txt" if taken else f"{name}.txt"))
    return files


class Remarks:
    """Where one bot's lines go in one match. There is a file from the first line on."""

    def __init__(self, path: str | None, match: str) -> None:
        self.path = path
        self.match = match
        self.file: TextIO | None = None

    def write(self, remark: str) -> None:
        """One line more; what cannot be kept stops no match."""
        if self.path is None:
            return
        with suppress(OSError, ValueError):
            if self.file is None:
                self.file = open(self.path, "a", encoding="utf-8", buffering=1)  # noqa: SIM115
            if self.file.tell() > MOST:
                remark, self.path = FULL, None
            self.file.write(f"[{self.match}] {remark}\n")

    def close(self) -> None:
        if self.file is not None:
            self.file.close()
