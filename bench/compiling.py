"""`python -m bench.compiling`: how long a newcomer waits for a game's machine code.

Each game is compiled in a process of its own that finds nothing in its cache: random play, then
greedy, then the bots. Seconds are of processor time, so a busy machine does not matter much.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from typing import Any

from rich.console import Console
from rich.table import Table

from bench.keeping import keep
from templetop.games.shelf import ours

STEPS = ("random", "greedy", "bots")

COMPILES = """
import json, sys, time
from templetop.bots import roster
from templetop.engine import simulate
from templetop.games.shelf import take

def say_nothing(sentence): pass

game, found = take(sys.argv[1]), []
seats = game.seats_for()[0]
for bot in ("random", "greedy"):
    begin = time.process_time()
    simulate.make_ready(simulate.wanted(game, seats, 1, [bot]), say_nothing)
    found.append(time.process_time() - begin)
begin = time.process_time()
roster.make_ready(roster.NAMES, game, say_nothing, is_compiled=True)
found.append(time.process_time() - begin)
print(json.dumps(found))
"""


def seconds_for(game: str) -> dict[str, float]:
    """For each step, and for all of them."""
    with tempfile.TemporaryDirectory() as empty:
        done = subprocess.run(
            [sys.executable, "-c", COMPILES, game],
            env={**os.environ, "XDG_CACHE_HOME": empty},
            capture_output=True,
            text=True,
            check=True,
        )
    steps: list[float] = json.loads(done.stdout)
    found = dict(zip(STEPS, steps, strict=True)) | {"all": sum(steps)}
    return {step: round(seconds, 1) for step, seconds in found.items()}


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.compiling", description=__doc__)
    parser.add_argument("--game", action="append", choices=ours(), help="only this one")
    parser.add_argument("--no-save", action="store_true", help="leave bench/results/ as it is")
    arguments = parser.parse_args()
    found: dict[str, Any] = {}
    for game in arguments.game or ours():
        found[game] = seconds_for(game)
        print(game, found[game], flush=True)
    show(found)
    if not arguments.no_save:
        print(f"Kept in {keep('compiling', {'seconds': found}).name}.")


def show(found: dict[str, dict[str, float]]) -> None:
    table = Table(title="Seconds until a game's machine code is there, on one core")
    table.add_column("game")
    for step in (*STEPS, "all"):
        table.add_column(step, justify="right")
    for game, seconds in found.items():
        table.add_row(game, *(f"{second:.1f}" for second in seconds.values()))
    Console().print(table)


if __name__ == "__main__":
    main()
