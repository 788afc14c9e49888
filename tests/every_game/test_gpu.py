"""On a GPU the same games are played, to the last byte.

Where there is no GPU, Numba's simulator runs the kernels, and the compiler still has to take them.
"""

import re
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from templetop.engine import gpu
from templetop.engine.game import Game
from templetop.engine.simulate import CannotSimulate, Outcome
from templetop.games.shelf import take
from tests.parameters import slow

from .digests import digests, kinds_of_bots, played
from .elsewhere import digests_elsewhere
from .tables import Table, games

HOPPER = (9, 0)
ROOM_FOR_TABLES = 1 << 16  # of constants in one kernel; the driver refuses more
TABLE = re.compile(r"^\.const .*?\[(\d+)\] = ", re.MULTILINE)


def set_aside(name: str) -> list[Game]:
    """All games but this one."""
    return [game for game in games() if game.id != name]


ONE_OF_A_KIND = [  # a game with a thread for each table, and one with herds: each takes long
    pytest.param(game, marks=[] if game.id in ("karuba", "cacao") else [pytest.mark.slow])
    for game in games()
]


@pytest.mark.parametrize("game", ONE_OF_A_KIND, ids=lambda game: str(game.id))
@pytest.mark.parametrize("kinds", ["few", *slow("all")])
def test_the_cuda_simulator_plays_the_same_games(game: Game, kinds: str, tmp_path: Path) -> None:
    words = [game.id, "cuda", "1", kinds]
    simulated = digests_elsewhere(words, tmp_path, NUMBA_ENABLE_CUDASIM="1")
    assert simulated == digests(game, "cpu", 1, kinds == "few") != {}


# ── The compiler, without a GPU ──────────────────────────────────────────────────────────────────


def call(game: Game) -> tuple[object, ...]:
    """What a kernel is called with."""
    policies = np.zeros(max(game.seats), np.int8)
    games = (game.state(), 0, np.uint64(0), policies, np.zeros(1, Outcome), game.state(0))
    return (*games, game.state(), np.zeros(1, np.uint64)) if gpu.herd_for(game) else games


@pytest.fixture
def compiler(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Numba's compiler for GPUs, which need not be there for it."""
    pytest.importorskip(
        "numba_cuda", reason='The CUDA package is missing: pip install "templetop[cuda]".'
    )
    libraries = pytest.importorskip("cuda.pathfinder")
    try:
        libraries.load_nvidia_dynamic_lib("nvvm")
    except libraries.DynamicLibNotFoundError:
        pytest.skip("NVIDIA's compiler is missing: pip install nvidia-nvvm.")
    hopper = SimpleNamespace(compute_capability=HOPPER)
    monkeypatch.setattr("numba.cuda.dispatcher.get_current_device", lambda: hopper)
    return import_module("numba.cuda").compile_ptx


@pytest.mark.filterwarnings("default")  # of the CUDA package, about itself
@pytest.mark.parametrize(
    "game", [take("karuba"), *slow(*set_aside("karuba"))], ids=lambda game: str(game.id)
)
def test_the_kernel_compiles_for_a_gpu(game: Game, compiler: Any) -> None:
    """The one for those who think; all that the other one plays by is in it as well."""
    compiles(game, compiler, all_random=False)


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_the_kernel_in_which_nobody_thinks_compiles_for_a_gpu(compiler: Any) -> None:
    """It differs in how a seat decides, which is the same in every game."""
    compiles(take("karuba"), compiler, all_random=True)


def compiles(game: Game, compiler: Any, all_random: bool) -> None:
    from numba import typeof

    kernel = gpu.kernel_for(game, all_random)
    with gpu.code_for(game):
        code, _ = compiler(kernel.py_func, tuple(map(typeof, call(game))), cc=HOPPER)
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
