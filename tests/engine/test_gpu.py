"""Games on a GPU, as far as this can be seen without one; tests/every_game has the rest."""

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from templetop.engine import gpu, small_code
from templetop.engine.simulate import CannotSimulate, simulate

from .elsewhere import run
from .toy import TOY


def test_without_the_cuda_package_a_sentence_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(gpu, "cuda", None)
    with pytest.raises(CannotSimulate, match=r"needs the CUDA package: pip install .*\.$"):
        simulate(TOY, 2, 1, device="cuda")


def test_without_the_cuda_package_no_gpu_is_found_and_the_package_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(gpu, "cuda", SimpleNamespace(is_available=lambda: False))
    monkeypatch.setattr(gpu, "find_spec", lambda name: None)
    with pytest.raises(CannotSimulate, match=r"needs the CUDA package: pip install .*\.$"):
        simulate(TOY, 2, 1, device="cuda")


def test_without_a_gpu_a_sentence_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpu, "cuda", SimpleNamespace(is_available=lambda: False))
    monkeypatch.setattr(gpu, "find_spec", lambda name: name)
    with pytest.raises(CannotSimulate, match=r"^There is no NVIDIA GPU .*; use --device cpu\.$"):
        simulate(TOY, 2, 1, device="cuda")


def test_what_is_wrong_anyway_is_refused_before_a_gpu_is_looked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(gpu, "cuda", None)
    with pytest.raises(CannotSimulate, match="There is no bot 'clever'"):
        simulate(TOY, 2, 1, ["clever"], device="cuda")


@pytest.mark.parametrize(("waiting", "called", "in_line"), [
    ([0, 0, 0], [0, 0, 0], 0),  # every game is over
    ([40, 5, 70], [32, 0, 64], 96),
    ([4, 5, 1], [0, 5, 0], 5),  # no phase fills a warp
])  # fmt: skip
def test_full_warps_take_a_step_and_somebody_always_does(
    waiting: list[int], called: list[int], in_line: int
) -> None:
    chosen, place = np.zeros(3, np.int32), np.zeros(3, np.int32)
    assert gpu.call(np.array(waiting, np.int32), chosen, place) == in_line
    assert chosen.tolist() == called
    assert place.tolist() == [0, called[0], called[0] + called[1]] or in_line < gpu.WARP


def long_function(name: str, calls: str = "") -> str:
    body = "\n".join(["  %x = add i64 1, 2"] * (small_code.LONG + 1))
    return f"define i32 {name}(i64 %a)\n{{\n{body}\n{calls}\n}}"


def test_a_long_function_with_several_callers_is_kept_apart() -> None:
    calls = "  %y = call i32 @twice(i64 1)\n  %z = call i32 @once(i64 1)"
    again = "  %y = call i32 @twice(i64 1)"
    texts = [long_function("@twice"), long_function("@once"),
             long_function("@one", calls), long_function('@"other"', again),
             "define i32 @twice_short(i64 %a)\n{\n}"]  # fmt: skip
    marked = [" noinline\n{" in text for text in small_code.kept_apart(texts)]
    assert marked == [True, False, False, False, False]


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
