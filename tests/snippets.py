"""Runs what a page shows: `python -m tests.snippets docs/play.md`, in an empty folder.

One process runs a whole page, so that nothing is imported or compiled twice, and no page sees what
another one has left behind. CONTRIBUTING.md says which blocks are run, and how.
"""

import io
import os
import re
import runpy
import shlex
import sys
import traceback
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

from docs.site.markdown import Block, blocks

ROOT = Path(__file__).parents[1]
PROMPT = "$ "
ANYTHING = "…"


class Unlike(Exception):
    """Something else came of it than the page shows."""


@dataclass
class Done:
    """What a command has printed, and how it ended."""

    printed: str
    code: int = 0


class Reader:
    """Somebody who reads a page and tries everything out."""

    def __init__(self, page: Path) -> None:
        self.page = page
        self.names: dict[str, Any] = {"__name__": "__main__"}
        self.ways: dict[str, Callable[[Block], None]] = {
            "console": self.type_in,
            "python": self.execute,
        }

    def read(self) -> None:
        for block in blocks(self.page.read_text("utf-8")):
            if block.path and not block.not_run:
                add_piece(block)
            elif block.language in self.ways and not block.not_run:
                try:
                    self.ways[block.language](block)
                except BaseException:
                    where = f"{self.page.relative_to(ROOT)}:{block.line}"
                    sys.exit(f"{where}: {traceback.format_exc()}")

    def execute(self, block: Block) -> None:
        exec(compile(block.text, str(self.page), "exec"), self.names)

    def type_in(self, block: Block) -> None:
        for command, shown in typed(block.text):
            done = run(command)
            for line in shown:
                if not looks_like(line, done.printed):
                    raise Unlike(f"{command}\nshould print\n{line}\nand printed\n{done.printed}")
            if done.code != 0 and not shown:  # a refusal that is shown is meant
                raise Unlike(f"{command}\nended with {done.code}:\n{done.printed}")


def add_piece(block: Block) -> None:
    file = Path(block.path)
    file.parent.mkdir(parents=True, exist_ok=True)
    before = f"{file.read_text('utf-8')}\n\n" if file.exists() else ""
    file.write_text(before + block.text, "utf-8")


def typed(text: str) -> list[tuple[str, list[str]]]:
    """Each command, and the lines that are shown below it."""
    found: list[tuple[str, list[str]]] = []
    for line in text.replace("\\\n", " ").splitlines():
        if line.startswith(PROMPT):
            found.append((line.removeprefix(PROMPT), []))
        elif line.strip():
            found[-1][1].append(line.rstrip())
    return found


def looks_like(line: str, printed: str) -> bool:
    """Is the line there, whatever stands for the dots and however wide the gaps are?"""
    words = [r"\s+".join(map(re.escape, part.split())) for part in line.split(ANYTHING)]
    return re.search(r".*".join(words), printed) is not None


def run(command: str) -> Done:
    """The command, in this process; `printf … |` before it types."""
    first, _, second = command.rpartition(" | ")
    return answer(shlex.split(second), said_by(first) if first else "")


def said_by(command: str) -> str:
    name, text = shlex.split(command)
    if name != "printf":
        raise Unlike(f"Only printf can stand before a pipe, not {name}.")
    return text.replace("\\n", "\n")


def answer(words: list[str], stdin: str) -> Done:
    match words:
        case ["templetop", *rest]:
            return templetop(rest, stdin)
        case ["python", file, *rest]:
            return script(file, rest)
        case ["cat", file]:
            return Done(Path(file).read_text("utf-8"))
        case ["cd", folder]:
            os.chdir(folder)
            return Done("")
    raise Unlike(f"{words[0]} is not run here; show it in a block of `sh`.")


def templetop(words: list[str], stdin: str) -> Done:
    from typer.testing import CliRunner

    from templetop.cli import arena
    from templetop.cli.app import app
    from tests.arena.made import in_this_process

    runner = CliRunner(env={"COLUMNS": "100", "NO_COLOR": "1"})
    with patch.object(arena, "players", in_this_process):  # who need not import all this again
        done = runner.invoke(app, words, input=stdin)
    return Done(done.output, done.exit_code)


def script(file: str, words: list[str]) -> Done:
    before, printed = sys.argv, io.StringIO()
    sys.argv = [file, *words]
    try:
        with redirect_stdout(printed), redirect_stderr(printed):
            runpy.run_path(file, run_name="__main__")
    except SystemExit as ended:
        return Done(printed.getvalue(), int(ended.code or 0))
    finally:
        sys.argv = before
    return Done(printed.getvalue())


if __name__ == "__main__":
    sys.path.insert(0, "")  # what a page writes can be imported
    Reader(ROOT / sys.argv[1]).read()
