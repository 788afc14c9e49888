"""A batch of tables: the same games as one table after the other, refusals, and what is shared."""

import gc
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import templetop as tt
from templetop.engine import batch as batches
from templetop.engine import dlpack
from templetop.engine.match import options_of
from templetop.engine.refusal import WrongSeats
from templetop.engine.seats import MOST_SEATS
from tests.engine.elsewhere import run
from tests.parameters import slow_rows

KARUBA = tt.take("karuba")
SIZE = 24


def stepped(batch: tt.Batch, steps: int, bot: str = "random") -> None:
    for _ in range(steps):
        batch.step(batch.choose(bot))


def test_mask_and_numbers_are_those_of_the_rules() -> None:
    batch = tt.Batch(KARUBA, SIZE, seats=3, seed=4)
    cores: Any = batch.hands
    stepped(batch, 50)
    mask, numbers = batch.mask(), batch.observe()
    assert mask.shape == (SIZE, KARUBA.moves.count)
    assert numbers.shape == (SIZE, KARUBA.observation)
    for n in range(SIZE):
        state, seat = cores.tables[n], int(batch.asked[n])
        legal = options_of(state, seat).view(np.uint8)
        wanted = np.unpackbits(legal, count=KARUBA.moves.count, bitorder="little")
        assert np.array_equal(mask[n], wanted)
        own = np.zeros(KARUBA.observation, np.float32)
        KARUBA.observe(state, seat, own)
        assert np.array_equal(numbers[n], own)


def test_machine_code_and_interpreter_step_alike() -> None:
    batch = tt.Batch(KARUBA, 2, seats=2, seed=1)
    cores: Any = batch.hands
    tables, desks, ahead = cores.tables.copy(), cores.desks.copy(), cores.ahead.copy()
    sheets = batches.Sheets(*(array.copy() for array in cores.sheets))
    for _ in range(90):  # past the end of the first game
        moves = batch.choose().copy()
        batch.step(moves)
        batches.step_tables.plain(
            tables, 0, 2, moves, cores.wanted.fresh, cores.seed, 0, desks, ahead, sheets,
            cores.rooms[0],
        )  # fmt: skip
        assert tables.tobytes() == cores.tables.tobytes()
        assert all(np.array_equal(ours, theirs) for ours, theirs in zip(sheets, cores.sheets))


def test_threads_make_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "SHARE", 8)
    one, three = (tt.Batch(KARUBA, 29, seats=2, seed=2, threads=n) for n in (1, 3))
    for _ in range(85):
        assert np.array_equal(one.mask(), three.mask())
        moves = one.choose().copy()
        assert np.array_equal(moves, three.choose())
        one.step(moves)
        three.step(moves)
        assert np.array_equal(one.rewards, three.rewards)
    assert np.array_equal(one.observe(), three.observe())


def test_a_win_is_worth_one_and_a_new_game_begins_by_itself() -> None:
    batch = tt.Batch(KARUBA, SIZE, seats=2, seed=3)
    ended = np.zeros(SIZE, int)
    for _ in range(170):
        batch.step(batch.choose())
        ended += batch.over
        assert not batch.rewards[~batch.over].any()
        assert (batch.rewards[batch.over].sum(axis=1) == 0).all()
        assert (np.abs(batch.rewards[batch.over]) <= 1).all()
    assert (ended == 2).all()  # a game for two takes 80 decisions, played so badly


def test_points_add_up_to_the_final_points() -> None:
    batch = tt.Batch(KARUBA, SIZE, seats=2, seed=3, rewards="points")
    cores: Any = batch.hands
    total, now = np.zeros((SIZE, 2)), np.zeros(MOST_SEATS, np.int16)
    for _ in range(40):
        batch.step(batch.choose("greedy"))
        total += batch.rewards
        assert not batch.over.any()
    for n in range(SIZE):
        KARUBA.points(cores.tables[n], now)
        assert total[n].tolist() == now[:2].tolist()
    assert total.mean() > 1


def test_the_same_seed_gives_the_same_games() -> None:
    batch = tt.Batch(KARUBA, SIZE, seats=2, seed=9)
    stepped(batch, 30)
    first = batch.observe().copy()
    batch.reset(9)
    stepped(batch, 30)
    assert np.array_equal(batch.observe(), first)
    batch.reset(10)
    stepped(batch, 30)
    assert not np.array_equal(batch.observe(), first)


@pytest.mark.parametrize("wrong", [-1, 63, 10_000, 2**40])
def test_an_illegal_move_is_refused_and_changes_nothing(wrong: int) -> None:
    batch = tt.Batch(KARUBA, SIZE, seats=2)
    cores: Any = batch.hands
    before = cores.tables.tobytes()
    moves = batch.choose().copy()
    moves[7] = wrong
    with pytest.raises(tt.Refusal, match=rf"^Move {wrong} is not legal for seat 0 at table 7\.$"):
        batch.step(moves)
    assert cores.tables.tobytes() == before


def test_what_cannot_be_is_refused_in_a_sentence() -> None:
    with pytest.raises(WrongSeats):
        tt.Batch(KARUBA, 1, seats=9)
    with pytest.raises(tt.Refusal, match=r"^A batch has at least one table\.$"):
        tt.Batch(KARUBA, 0)
    with pytest.raises(tt.Refusal, match=r"^Rewards are win or points, not 'gold'\.$"):
        tt.Batch(KARUBA, 1, rewards="gold")
    with pytest.raises(tt.Refusal, match=r"^A batch is played on cpu or cuda, not on 'tpu'\.$"):
        tt.Batch(KARUBA, 1, "tpu")
    batch = tt.Batch(KARUBA, 2)
    with pytest.raises(tt.Refusal, match=r"^A batch has the bots random and greedy, not 'level5'"):
        batch.choose("level5")
    for moves in ([1], [[1, 2]], [0.5, 1.5]):
        with pytest.raises(tt.Refusal, match=r"^A step takes 2 whole numbers, one for each table"):
            batch.step(moves)


@pytest.mark.parametrize(
    ("places", "sides", "worths"),
    [
        ([1, 2], [0, 1], [1, -1]),
        ([1, 1], [0, 1], [0, 0]),
        ([2, 2], [0, 1], [0, 0]),  # the game has beaten both
        ([1, 2, 3], [0, 1, 2], [1, -1, -1]),
        ([1, 1, 3], [0, 1, 2], [0, 0, -0.5]),
        ([1, 1, 2, 2], [0, 0, 1, 1], [1, 1, -1, -1]),
        ([1, 1], [0, 0], [1, 1]),
        ([2, 2], [0, 0], [-1, -1]),
    ],
)
def test_what_an_end_is_worth(places: list[int], sides: list[int], worths: list[float]) -> None:
    seats = len(places)
    rows = [np.array(row + [0] * (MOST_SEATS - seats), np.int8) for row in (places, sides)]
    assert [batches.worth(seat, *rows, seats) for seat in range(seats)] == worths


# ── On a GPU ─────────────────────────────────────────────────────────────────────────────────────

ON_BOTH = """
from bench.batch import is_the_same
from templetop.engine import batch_gpu
from templetop.games.shelf import take

game = take("karuba")
batch_gpu.BYTES = 4 * game.observation * 32  # not all tables at a time
print(is_the_same(game, size={size}, steps={steps}))
"""


@pytest.mark.parametrize(("size", "steps"), [(2, 3), *slow_rows((34, 2), (3, 12))])
def test_the_cuda_simulator_steps_and_sees_the_same(size: int, steps: int, tmp_path: Path) -> None:
    script = ON_BOTH.format(size=size, steps=steps)
    assert run(script, tmp_path, NUMBA_ENABLE_CUDASIM="1") == ["True"]


# ── Shared memory ────────────────────────────────────────────────────────────────────────────────


class LentHere(dlpack.Lent):
    """As an array on a GPU, but here."""

    @property
    def address(self) -> int:
        return int(self.array.ctypes.data)


@pytest.mark.parametrize("kind", [np.float32, np.int64, np.bool_])
def test_others_use_the_memory_where_it_is(kind: Any) -> None:
    array = np.zeros((3, 5), kind)
    taken = np.from_dlpack(LentHere(array, (1, 0)))
    array[1, 2] = 1
    assert taken[1, 2] == 1
    assert taken.shape == (3, 5)
    assert len(dlpack.lent) == 1
    del taken
    gc.collect()
    assert not dlpack.lent


def test_what_nobody_takes_is_given_back() -> None:
    capsule = LentHere(np.zeros(3), (1, 0)).__dlpack__()
    assert len(dlpack.lent) == 1
    del capsule
    gc.collect()
    assert not dlpack.lent


def test_arrays_of_a_batch_are_shared_on_the_cpu() -> None:
    batch = tt.Batch(KARUBA, 2)
    for array in (batch.observe(), batch.mask(), batch.rewards, batch.asked, batch.over):
        assert np.shares_memory(np.from_dlpack(array), array)


def test_a_batch_is_pickled_with_all_its_tables() -> None:
    batch = tt.Batch(KARUBA, SIZE, seats=2, seed=5, threads=2)
    stepped(batch, 20)
    again = pickle.loads(pickle.dumps(batch))
    assert again.game is KARUBA
    for _ in range(80):
        moves = batch.choose()
        batch.step(moves)
        again.step(moves)
    assert np.array_equal(batch.asked, again.asked)
    assert np.array_equal(batch.observe(), again.observe())
    assert np.array_equal(batch.mask(), again.mask())


def test_a_batch_takes_a_game_and_a_seed_of_64_bits() -> None:
    with pytest.raises(tt.Refusal, match=r"^Hand over the game itself: tt\.take\('karuba'\)\.$"):
        tt.Batch("karuba", 4)  # type: ignore[arg-type]
    batch = tt.Batch(KARUBA, 4, seed=np.int64(7))  # type: ignore[arg-type]
    for begin in (lambda: tt.Batch(KARUBA, 4, seed=2**64), lambda: batch.reset(2**64)):
        with pytest.raises(tt.Refusal, match=r"^A seed is a whole number from "):
            begin()


def test_only_a_game_from_the_shelf_is_pickled() -> None:
    from dataclasses import replace

    assert pickle.loads(pickle.dumps(KARUBA)) is KARUBA
    with pytest.raises(tt.Refusal, match=r"^Karuba cannot be pickled: it was not taken from the "):
        pickle.dumps(replace(KARUBA, seats=(2,)))
