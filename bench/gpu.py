"""The GPU's part of the bench; needs only NumPy and Numba: python bench/gpu.py RESULTS.json"""

import json
import sys
from dataclasses import asdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench import ours
from templetop.games.shelf import ready_games, take


def main() -> None:
    """Measure every game that is ready, print the figures, and keep them if a file is named."""
    found = {
        "machine": f"{ours.gpu()}; {ours.machine()}",
        "games": {game_id: measure(game_id) for game_id in ready_games()},
    }
    text = json.dumps(found, indent=1)
    print(text)
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text(text + "\n")


def measure(game_id: str) -> dict[str, object]:
    game = take(game_id)
    return {
        "seats": ours.SEATS,
        "final states and outcomes equal to the CPU's": ours.is_the_same_on_gpu(game),
        "speeds": [asdict(ours.on_gpu(game)), asdict(ours.on_one_core(game, 20_000))],
    }


if __name__ == "__main__":
    main()
