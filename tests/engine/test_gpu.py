"""Games on a GPU, as far as this can be seen without one; tests/every_game has the rest."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from templetop.engine import gpu
from templetop.engine.simulate import CannotSimulate, simulate

from .elsewhere import run
from .toy import TOY


def test_without_the_cuda_package_a_sentence_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(gpu, "cuda", None)
    with pytest.raises(CannotSimulate, match=r"needs the CUDA package: pip install .*\.$"):
        simulate(TOY, 2, 1, device="cuda")


def test_without_a_gpu_a_sentence_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpu, "cuda", SimpleNamespace(is_available=lambda: False))
    with pytest.raises(CannotSimulate, match=r"^There is no NVIDIA GPU .*; use --device cpu\.$"):
        simulate(TOY, 2, 1, device="cuda")


def test_what_is_wrong_anyway_is_refused_before_a_gpu_is_looked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(gpu, "cuda", None)
    with pytest.raises(CannotSimulate, match="There is no bot 'clever'"):
        simulate(TOY, 2, 1, ["clever"], device="cuda")


SIMULATED = """
from templetop.engine import gpu
from templetop.engine.simulate import simulate
from tests.engine.toy import TOY

gpu.BATCH, gpu.THREADS = 8, 4
for bots in (["random"], ["greedy", "random"]):
    for games in (1, 8, 21):
        batches = []
        results = simulate(
            TOY, 2, games, bots, 9, device="cuda", keep_states=True, progress=batches.append
        )
        print(batches, results.outcomes.tobytes().hex(), results.states.tobytes().hex())
"""


def test_batches_of_games_make_no_difference(tmp_path: Path) -> None:
    """In Numba's simulator of a GPU."""
    expected = []
    for bots in (["random"], ["greedy", "random"]):
        for games, batches in ((1, [1]), (8, [8]), (21, [8, 8, 5])):
            results = simulate(TOY, 2, games, bots, 9, keep_states=True)
            assert results.states is not None
            outcomes, states = results.outcomes.tobytes().hex(), results.states.tobytes().hex()
            expected.append(f"{batches} {outcomes} {states}")
    assert run(SIMULATED, tmp_path, NUMBA_ENABLE_CUDASIM="1") == expected
