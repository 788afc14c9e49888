"""On a GPU the same games are played, to the last byte.

Where there is no GPU, Numba's simulator runs the kernels, and the compiler still has to take them.
"""

import re
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from templetop.engine import gpu
from templetop.engine.game import Array, Game
from templetop.engine.simulate import CannotSimulate, Outcome

from .digests import digests, kinds_of_bots, played
from .elsewhere import digests_elsewhere
from .tables import Table

HOPPER = (9, 0)
NO_POLICIES = np.zeros(0, np.int8)
ROOM_FOR_TABLES = 1 << 16  # of constants in one kernel; the driver refuses more
TABLE = re.compile(r"^\.const .*?\[(\d+)\] = ", re.MULTILINE)


def test_the_cuda_simulator_plays_the_same_games(tmp_path: Path) -> None:
    simulated = digests_elsewhere(["cuda", "1"], tmp_path, NUMBA_ENABLE_CUDASIM="1")
    assert simulated == digests("cpu", 1)


# ── The compiler, without a GPU ──────────────────────────────────────────────────────────────────


def call(game: Game, policies: Array) -> tuple[object, ...]:
    """What a kernel is called with."""
    return (game.state(), 0, np.uint64(0), policies, np.zeros(1, Outcome), game.state(0))


@pytest.mark.filterwarnings("default")  # of the CUDA package, about itself
@pytest.mark.parametrize("all_random", [True, False], ids=["random", "thinking"])
def test_the_kernel_compiles_for_a_gpu(
    game: Game, all_random: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not find_spec("numba_cuda"):
        pytest.skip("The CUDA package is not installed: pip install templetop[cuda].")
    from numba import cuda, typeof

    monkeypatch.setattr(
        "numba.cuda.dispatcher.get_current_device",
        lambda: SimpleNamespace(compute_capability=HOPPER),
    )
    kernel = gpu.kernel_for(game, all_random)
    signature = tuple(map(typeof, call(game, NO_POLICIES)))
    try:
        code, _ = cuda.compile_ptx(kernel.py_func, signature, cc=HOPPER)
    except cuda.cudadrv.error.NvvmSupportError as missing:
        pytest.skip(f"NVIDIA's compiler is not installed: {missing}")
    assert ".visible .entry" in code
    assert ".target sm_90" in code
    assert size_of_tables(code) <= ROOM_FOR_TABLES, "Let one rule read a table for all others."


def size_of_tables(code: str) -> int:
    """In bytes. A table is there once for each rule that reads it."""
    return sum(map(int, TABLE.findall(code)))


# ── A real one ───────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def real_gpu() -> None:
    try:
        gpu.look_for_a_gpu()
    except CannotSimulate as why:
        pytest.skip(str(why))


@pytest.mark.gpu
@pytest.mark.usefixtures("real_gpu")
def test_a_gpu_plays_the_same_games(table: Table) -> None:
    for bots in kinds_of_bots(table):
        on_gpu, on_cpu = (played(table, bots, device, 5000) for device in ("cuda", "cpu"))
        assert on_gpu.states is not None
        assert on_cpu.states is not None
        assert on_gpu.outcomes.tobytes() == on_cpu.outcomes.tobytes()
        assert on_gpu.states.tobytes() == on_cpu.states.tobytes()
