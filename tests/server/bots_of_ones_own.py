"""Programs that play at the tables of the tests: one that behaves, and others."""

import shlex
import sys
from pathlib import Path

from templetop.server.core.settings import NamedBot

ROOT = Path(__file__).parents[2]
FIRST_BOT = f"{shlex.quote(sys.executable)} -S {shlex.quote(str(ROOT / 'examples/first_bot.py'))}"

POLITE = """
import json, os, sys, time
def say(answer):
    print(answer if isinstance(answer, str) else json.dumps(answer), flush=True)
{first}
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say({{"ready": True}})
    elif message["type"] == "decide":
        first_move = {{"number": message["number"], "move": message["moves"][0]["move"]}}
        {decide}
{last}
"""
SAYS_ITS_NUMBER = "open({file!r}, 'a').write(str(os.getpid()) + '\\n')"
WRITES_DOWN = "open({file!r}, 'a').write(line); say(first_move)"


def program(
    name: str,
    folder: Path,
    decide: str = "say(first_move)",
    first: str = "",
    last: str = "",
    games: tuple[str, ...] = (),
) -> NamedBot:
    """A program that does as it should, except for what is said here."""
    file = folder / f"{name}.py"
    file.write_text(POLITE.format(decide=decide, first=first, last=last))
    command = f"{shlex.quote(sys.executable)} -S {shlex.quote(str(file))}"
    return NamedBot(name, command, [*games])


def is_running(process: int) -> bool:
    """Not one that has ended and that nobody has asked about since."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def noted(file: Path) -> list[int]:
    """The processes that have noted their number there."""
    return [int(line) for line in file.read_text().splitlines()] if file.exists() else []
