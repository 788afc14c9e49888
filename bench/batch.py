"""How fast a batch of tables is; needs only NumPy and Numba, and torch for what it shares.

    python bench/batch.py                            the CPU, and the GPU if there is one
    python bench/batch.py --out RESULTS.json --game karuba --game cacao

On one core, by processor time: whole games simulated; the same moves stepped with masks; what is
observed. On all cores, and on a GPU, the same by the clock. Each figure is printed and kept as soon
as it is there. All of it takes two to three minutes.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import numpy as np

import templetop as tt
from bench import ours
from templetop.engine.gpu import look_for_a_gpu
from templetop.games.shelf import take

GAMES = ("karuba", "karuba_cards", "cacao")
SEATS = 4
ON_CPU = 4096  # tables: their records stay in the cache of a core
ON_GPU = 1 << 17
ROUNDS = 5
LONG_ENOUGH = 1.0  # seconds, for one figure
BYTES = 8 << 30  # of observations, at most


def main() -> None:
    """Measure the games that are named; print the figures, and keep them in a file."""
    parser = argparse.ArgumentParser(prog="bench/batch.py", description=__doc__)
    parser.add_argument("--out", type=Path, help="a file to keep the figures in")
    parser.add_argument("--game", action="append", help="a game's id")
    arguments = parser.parse_args()
    found: dict[str, Any] = {"machine": ours.machine(), "date": str(date.today()), "games": {}}

    def keep(game: str, figures: dict[str, Any]) -> None:
        found["games"].setdefault(game, {}).update(figures)
        print(json.dumps({game: figures}), flush=True)
        if arguments.out:
            arguments.out.write_text(json.dumps(found, indent=1) + "\n")

    has_gpu = is_there_a_gpu()
    found["GPU"] = ours.gpu() if has_gpu else "none"
    for name in arguments.game or GAMES:
        game = take(name)
        if has_gpu:
            on_gpu(game, keep)
        on_one_core(game, keep)


def is_there_a_gpu() -> bool:
    try:
        look_for_a_gpu()
    except tt.Refusal as refusal:
        print(refusal, flush=True)
        return False
    return True


def on_one_core(game: tt.Game, keep: Callable[[str, dict[str, Any]], None]) -> None:
    batch = tt.Batch(game, ON_CPU, seats=SEATS, threads=1)
    tt.simulate(game, SEATS, 1, threads=1)  # compiles, or loads
    plain, games = 0.0, 2000
    for _ in range(ROUNDS):
        begin = time.process_time()
        moves = tt.simulate(game, SEATS, games, threads=1).lengths.sum()
        plain = max(plain, float(moves) / (time.process_time() - begin))

    def step_with_masks() -> None:
        batch.mask()
        batch.step(batch.choose("random"))

    stepped = rate(step_with_masks, ON_CPU, time.process_time)
    figures = {
        "numbers observed": game.observation,
        "one core, decisions/s simulated": round(plain),
        "one core, decisions/s stepped with masks": round(stepped),
        "stepped with masks / simulated": round(stepped / plain, 3),
        "one core, observations/s": round(rate(batch.observe, ON_CPU, time.process_time)),
    }
    keep(game.id, figures)


def rate(do: Callable[[], object], size: int, clock: Callable[[], float]) -> float:
    """Tables a second: the best of some rounds."""
    do()
    best, times = 0.0, 1
    for _ in range(ROUNDS):
        begin = clock()
        for _ in range(times):
            do()
        seconds = max(clock() - begin, 1e-6)
        best = max(best, times * size / seconds)
        times = max(1, round(times * LONG_ENOUGH / ROUNDS / seconds))
    return best


def on_gpu(game: tt.Game, keep: Callable[[str, dict[str, Any]], None]) -> None:
    from numba import cuda

    size = min(ON_GPU, BYTES // (4 * game.observation))
    begin = time.perf_counter()
    batch = tt.Batch(game, size, "cuda", seats=SEATS)
    batch.mask()
    batch.observe()
    batch.step(batch.choose("random"))
    cuda.synchronize()
    seconds = round(time.perf_counter() - begin, 1)
    keep(game.id, {"tables": size, "seconds to compile for the GPU": seconds})

    def waited(do: Callable[[], object]) -> Callable[[], object]:
        """So many times that the GPU is never idle, and then wait for it."""

        def several() -> None:
            for _ in range(10):
                do()
            cuda.synchronize()

        return several

    def step() -> None:
        batch.step(batch.choose("random"))

    def step_with_masks() -> None:
        batch.mask()
        step()

    def all_of_it() -> None:
        batch.observe()
        step_with_masks()

    for what, do in (
        ("decisions/s stepped", step),
        ("decisions/s stepped with masks", step_with_masks),
        ("observations/s", batch.observe),
        ("decisions/s observed and stepped with masks", all_of_it),
    ):
        keep(game.id, {f"GPU, {what}": round(rate(waited(do), 10 * size, time.perf_counter))})
    keep(game.id, {"illegal moves": batch.refused, "the same as on the CPU": is_the_same(game)})
    keep(game.id, shared(game))


def is_the_same(game: tt.Game, size: int = 512, steps: int = 200) -> bool:
    """Are masks, rewards and observations the CPU's, move by move?"""
    here, there = (tt.Batch(game, size, device, seats=SEATS, seed=3) for device in ("cpu", "cuda"))
    for n in range(steps):
        for ours_, theirs in (
            (here.mask(), there.mask()), (here.asked, there.asked), (here.over, there.over),
            (here.rewards, there.rewards), (here.choose("greedy"), there.choose("greedy")),
        ):  # fmt: skip
            if not np.array_equal(ours_, theirs.numpy()):
                return False
        if n % 20 == 0 and not np.allclose(here.observe(), there.observe().numpy(), atol=1e-6):
            return False
        move = here.choose("random").copy()
        if not np.array_equal(move, there.choose("random").numpy()):
            return False
        here.step(move)
        there.step(move)
    return True


def shared(game: tt.Game) -> dict[str, Any]:
    """Do torch, JAX and CuPy take the arrays where they are, and give moves from there?"""
    batch = tt.Batch(game, 64, "cuda", seats=SEATS)
    found: dict[str, Any] = {}
    for name, check in (("torch", with_torch), ("JAX", with_jax), ("CuPy", with_cupy)):
        try:
            found[f"{name} shares the memory"] = check(batch)
        except ImportError:
            found[f"{name} shares the memory"] = "not installed"
        except Exception as error:  # the other figures are worth having
            found[f"{name} shares the memory"] = f"{type(error).__name__}: {error}"[:300]
    return found


def with_torch(batch: tt.Batch) -> bool:
    import torch

    numbers, mask = torch.from_dlpack(batch.observe()), torch.from_dlpack(batch.mask())
    before = numbers.clone()
    batch.step(mask.to(torch.int8).argmax(1))
    batch.observe()
    moved = bool((numbers != before).any())  # it shows what is new without being asked
    same = numbers.data_ptr() == batch.observe().address and mask.dtype == torch.bool
    return moved and same and torch.from_dlpack(batch.asked).dtype == torch.int64


def with_jax(batch: tt.Batch) -> bool:
    import os

    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    import jax

    numbers, mask = jax.dlpack.from_dlpack(batch.observe()), jax.dlpack.from_dlpack(batch.mask())
    batch.step(mask.argmax(1).astype("int32"))
    same = int(numbers.unsafe_buffer_pointer()) == batch.observe().address
    return bool(same and batch.refused == 0)


def with_cupy(batch: tt.Batch) -> bool:
    import cupy

    mask = cupy.from_dlpack(batch.mask())
    batch.step(mask.argmax(1))
    return bool(int(mask.data.ptr) == batch.mask().address and batch.refused == 0)


if __name__ == "__main__":
    main()
