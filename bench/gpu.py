"""The GPU's part of the bench; needs only NumPy and Numba.

    python bench/gpu.py RESULTS.json
    python bench/gpu.py --game examples/connect_four --game examples/backgammon RESULTS.json

Pgx plays the two examples as well, and its figures are known for one card: there they stand beside
ours. A step of its backgammon is, as here, one checker moved by one die.
"""

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench import ours
from templetop.engine.game import Game
from templetop.games.shelf import ready_games, take

# Pgx 2.6, random play with auto-reset in batches of 131,072 on one H200, in steps a second.
PGX = {"connect_four": 1.024e9, "backgammon": 15e6}


def main() -> None:
    """Measure the games that are named, or all; print the figures, and keep them in a file."""
    parser = argparse.ArgumentParser(prog="bench/gpu.py", description=__doc__)
    parser.add_argument("results", nargs="?", type=Path, help="a file to keep the figures in")
    parser.add_argument("--game", action="append", type=Path, help="the folder of a game")
    arguments = parser.parse_args()
    games = [take(game) for game in arguments.game or ready_games()]
    found = {
        "machine": f"{ours.gpu()}; {ours.machine()}",
        "games": {game.id: measure(game) for game in games},
    }
    text = json.dumps(found, indent=1)
    print(text)
    if arguments.results:
        arguments.results.write_text(text + "\n")


def measure(game: Game) -> dict[str, object]:
    on_gpu, on_core = ours.on_gpu(game), ours.on_one_core(game, 20_000)
    beside = {"moves a second for each step of Pgx on an H200": ratio(game, on_gpu)}
    return {
        "seats": ours.seats_of(game),
        "final states and outcomes equal to the CPU's": ours.is_the_same_on_gpu(game),
        "speeds": [asdict(on_gpu), asdict(on_core)],
        **(beside if game.id in PGX else {}),
    }


def ratio(game: Game, speed: ours.Speed) -> float:
    return speed.moves_per_second / PGX.get(game.id, float("inf"))


if __name__ == "__main__":
    main()
