"""The GPU's part of the bench; needs only NumPy and Numba.

    python bench/gpu.py RESULTS.json
    python bench/gpu.py --game examples/connect_four --game examples/backgammon RESULTS.json

Games are compiled side by side and measured one after the other. Each game's figures are printed
and kept as soon as they are there. Pgx plays the two examples as well, and its figures are known
for one card: there they stand beside ours. A step of its backgammon is, as here, one checker moved
by one die.
"""

import argparse
import json
import multiprocessing
import sys
import time
from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench import ours
from templetop.engine.simulate import simulate
from templetop.games.shelf import ready_games, take

# Pgx 2.6, random play with auto-reset in batches of 131,072 on one H200, in steps a second.
PGX = {"connect_four": 1.024e9, "backgammon": 15e6}
FORK = multiprocessing.get_context("fork")  # a new process would not find a packed Numba
card = FORK.Lock()  # one game at a time


def main() -> None:
    """Measure the games that are named, or all; print the figures, and keep them in a file."""
    parser = argparse.ArgumentParser(prog="bench/gpu.py", description=__doc__)
    parser.add_argument("results", nargs="?", type=Path, help="a file to keep the figures in")
    parser.add_argument("--game", action="append", type=Path, help="the folder of a game")
    arguments = parser.parse_args()
    games = arguments.game or [Path(name) for name in ready_games()]
    found: dict[str, Any] = {"machine": "", "date": str(date.today()), "games": {}}
    with FORK.Pool(len(games)) as processes:
        for name, machine, figures in processes.imap_unordered(measure, games):
            found["machine"] = machine
            found["games"][name] = figures
            print(json.dumps({name: figures}, indent=1), flush=True)
            if arguments.results:
                arguments.results.write_text(json.dumps(found, indent=1) + "\n")


def measure(path: Path) -> tuple[str, str, dict[str, object]]:
    """A game's name, the machine, and the figures."""
    game = take(path if path.is_dir() else path.name)
    begin = time.perf_counter()
    simulate(game, ours.seats_of(game), 1, device="cuda")
    seconds = time.perf_counter() - begin
    simulate(game, ours.seats_of(game), 1, ["greedy"], device="cuda")  # compiles, as do these
    for bot in ("random", "greedy"):
        simulate(game, ours.seats_of(game), 1, [bot])
    with card:
        on_gpu, on_core = ours.on_gpu(game), ours.on_one_core(game)
        is_the_same = ours.is_the_same_on_gpu(game)
    figures: dict[str, object] = {
        "seats": ours.seats_of(game),
        "speeds": [asdict(on_gpu), asdict(on_core)],
        "seconds to compile": round(seconds, 1),
        "final states and outcomes equal to the CPU's": is_the_same,
    }
    if game.id in PGX:
        ratio = on_gpu.moves_per_second / PGX[game.id]
        figures["moves a second for each step of Pgx on an H200"] = ratio
    return game.id, f"{ours.gpu()}; {ours.machine()}", figures


if __name__ == "__main__":
    main()
