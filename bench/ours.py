"""How fast we are: games on one core, on two, on a GPU; the size of a state; the time to start."""

import os
import platform
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from templetop.engine.game import Game
from templetop.engine.simulate import simulate

SEATS = 4  # or as many as can play
FEWEST_CPU_GAMES = 500
ROUND = 2.0  # seconds
FEWEST_GPU_GAMES, MOST_GPU_GAMES = 1 << 18, 1 << 25
COMPARED = 2_000  # final states compared between GPU and CPU
ROUNDS = 5
GPU_ROUNDS = 2

FIRST_ANSWER = """
from templetop.engine.match import Match, legal_moves, seats_to_move
from templetop.games.shelf import take
match = Match.new(take({game!r}), ["a", "b"], {{}})
print(len(legal_moves(match.state, seats_to_move(match.state)[0])))
"""
FIRST_GAME = """
from templetop.engine.simulate import simulate
from templetop.games.shelf import take
print(simulate(take({game!r}), {seats}, 1).points.tolist())
"""


@dataclass(frozen=True)
class Speed:
    """How fast one way of playing is."""

    how: str
    games_per_second: float
    moves_per_second: float


def seats_of(game: Game) -> int:
    return min(SEATS, max(game.seats))


def enough(game: Game) -> int:
    """As many games as a core plays in about two seconds."""
    simulate(game, seats_of(game), 1, threads=1)  # compiles, or loads
    trial = simulate(game, seats_of(game), FEWEST_CPU_GAMES, threads=1)
    return max(FEWEST_CPU_GAMES, int(FEWEST_CPU_GAMES * ROUND / trial.seconds))


def on_one_core(game: Game) -> Speed:
    """Uniform random play with full move generation, by CPU time as for the peers."""
    games = enough(game)
    seconds, moves = [], 0
    for _ in range(ROUNDS):
        begin = time.process_time()
        results = simulate(game, seats_of(game), games, threads=1)
        seconds.append(time.process_time() - begin)
        moves = int(results.lengths.sum())
    return Speed("one core", games / min(seconds), moves / min(seconds))


def on_threads(game: Game, threads: int) -> Speed:
    """The same by the clock on the wall, on so many threads; the best of a few runs."""
    games = threads * enough(game)
    rounds = [simulate(game, seats_of(game), games, threads=threads) for _ in range(ROUNDS)]
    best = min(rounds, key=lambda results: results.seconds).summary()
    how = f"{threads} thread{'s' if threads > 1 else ''}"
    return Speed(how, best["games_per_second"], best["moves_per_second"])


def on_gpu(game: Game, seconds: float = 5.0) -> Speed:
    """The same games on the GPU here, outcomes brought home; rounds of about so many seconds."""
    trial = simulate(game, seats_of(game), FEWEST_GPU_GAMES, device="cuda")
    games = int(FEWEST_GPU_GAMES * seconds / trial.seconds)
    games = min(max(games, FEWEST_GPU_GAMES), MOST_GPU_GAMES)
    rounds = [simulate(game, seats_of(game), games, device="cuda") for _ in range(GPU_ROUNDS)]
    best = min(rounds, key=lambda results: results.seconds).summary()
    return Speed("GPU", best["games_per_second"], best["moves_per_second"])


def is_the_same_on_gpu(game: Game) -> bool:
    """Are outcomes and final states the CPU's, byte for byte, with fewest and most seats?"""
    able = game.seats_for()
    return all(
        same_end(game, seats, bot)
        for seats in sorted({able[0], able[-1]})
        for bot in ("random", "greedy")
    )


def same_end(game: Game, seats: int, bots: str) -> bool:
    ends = [
        simulate(game, seats, COMPARED, [bots], device=device, keep_states=True)
        for device in ("cpu", "cuda")
    ]
    tables = [results.states.tobytes() for results in ends if results.states is not None]
    return len(tables) == 2 and len(set(tables)) == 1 and outcomes(ends[0]) == outcomes(ends[1])


def outcomes(results: Any) -> bytes:
    return bytes(results.outcomes.tobytes())


def first_answers(game: Game) -> dict[str, float]:
    """Seconds from the start of a process to its first answer, the best of three."""
    with tempfile.TemporaryDirectory() as empty:
        never_compiled = {"XDG_CACHE_HOME": empty}
        interpreted = [seconds_of(FIRST_ANSWER, game, never_compiled) for _ in range(3)]
        seconds_of(FIRST_GAME, game, {})
        compiled = [seconds_of(FIRST_GAME, game, {}) for _ in range(3)]
    return {
        "interpreted, on a machine that never compiled": min(interpreted),
        "compiled, from the cache": min(compiled),
    }


def seconds_of(script: str, game: Game, environment: dict[str, str]) -> float:
    code = script.format(game=game.id, seats=seats_of(game))
    keeps_bytecode = {"PYTHONDONTWRITEBYTECODE": ""}  # as Python does unless it is told otherwise
    begin = time.perf_counter()
    subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **keeps_bytecode, **environment},
        check=True,
        stdout=subprocess.DEVNULL,
    )
    return time.perf_counter() - begin


def machine() -> str:
    """What this was measured on: processor, cores, system, Python."""
    cores = os.cpu_count()
    return f"{processor()}, {cores} cores, {platform.system()}, Python {platform.python_version()}"


def processor() -> str:
    """The processor's name and clock, where the system tells."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    facts = dict(line.split("\t", 1) for line in lines if "\t" in line)
    name = facts.get("model name", "\t: unknown processor").split(": ")[-1]
    clock = facts.get("cpu MHz", "\t: 0").split(": ")[-1]
    return f"{name} at {float(clock) / 1000:.1f} GHz"


def gpu() -> str:
    """The GPU's name."""
    from numba import cuda

    name = cuda.get_current_device().name
    return name.decode() if isinstance(name, bytes) else str(name)
