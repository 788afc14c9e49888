"""The generator: the same numbers everywhere, each as likely as any other."""

from typing import Any

import numpy as np
import pytest

from templetop.engine.compile import compiled
from templetop.engine.game import Array
from templetop.engine.random import HALF, LOW, MULTIPLIER, below, generator, next_bits, start

from .chance import is_even

SEEDS = [0, 1, 2, 12345, 2**32 - 1, 2**32, 2**63, 2**64 - 1]
LIMITS = [1, 2, 3, 7, 36, 100, 2**16, 2**31 - 1, 3 << 30, 2**32 - 1, 2**32]


@compiled
def draw(random: Any, limit: int, numbers: Any) -> None:
    for n in range(len(numbers)):
        numbers[n] = below(random, limit)


@compiled
def draw_bits(random: Any, numbers: Any) -> None:
    for n in range(len(numbers)):
        numbers[n] = next_bits(random)


@compiled
def begin(seed: Any, random: Any, words: Any) -> None:
    """The word with which each stream of a seed begins."""
    for stream in range(len(words)):
        start(random, seed, np.uint64(stream))
        words[stream] = random[0]


def drawn(limit: int, how_many: int, seed: int = 0) -> Array:
    numbers = np.zeros(how_many, np.int64)
    draw(generator(seed), limit, numbers)
    return numbers


def beginnings(seed: int, how_many: int) -> Array:
    words = np.zeros(how_many, np.uint64)
    begin(np.uint64(seed), np.zeros(1, np.uint64), words)
    return words


# ── The same numbers ─────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("limit", LIMITS)
def test_machine_code_draws_the_same_numbers(seed: int, limit: int) -> None:
    plain, machine = np.zeros(40, np.int64), np.zeros(40, np.int64)
    plain_random, machine_random = generator(seed, 3), generator(seed, 3)
    draw.plain(plain_random, limit, plain)
    draw(machine_random, limit, machine)
    assert plain.tolist() == machine.tolist()
    assert plain_random[0] == machine_random[0]


@pytest.mark.parametrize("seed", SEEDS)
def test_machine_code_begins_the_same_streams(seed: int) -> None:
    words = beginnings(seed, 50)
    assert [int(generator(seed, stream)[0]) for stream in range(50)] == words.tolist()


@pytest.mark.parametrize(
    ("seed", "stream", "numbers"),
    [
        (0, 0, [579, 579, 63, 401, 490, 188]),
        (1, 0, [635, 680, 627, 610, 354, 674]),
        (1, 1, [598, 546, 175, 603, 934, 209]),
        (2**64 - 1, 2**32 + 5, [490, 665, 505, 256, 569, 12]),
    ],
)
def test_the_first_numbers_of_a_seed_never_change(
    seed: int, stream: int, numbers: list[int]
) -> None:
    """Else recorded seeds would mean other games."""
    random = generator(seed, stream)
    assert [below(random, 1000) for _ in range(6)] == numbers


def test_a_seed_may_be_any_whole_number() -> None:
    assert generator(-1)[0] == generator(2**64 - 1)[0]
    assert generator(2**64 + 5)[0] == generator(5)[0]


def test_the_generator_is_mwc64x() -> None:
    """The next word is the multiplier times the value plus the carry, in whole numbers."""
    random = generator(99)
    for _ in range(100):
        word = int(random[0])
        value, carry = word & 0xFFFFFFFF, word >> 32
        assert next_bits(random) == value ^ carry
        assert int(random[0]) == int(MULTIPLIER) * value + carry < 2**64


# ── Fair numbers ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("limit", [2, 3, 5, 11, 30, 36, 57])
def test_every_number_is_as_likely(limit: int) -> None:
    for seed in range(5):
        assert is_even(np.bincount(drawn(limit, 100_000, seed), minlength=limit))


@pytest.mark.parametrize("limit", [3 << 30, 5 << 29, 2**32 - 1, 2**31 + 1])
def test_every_number_is_as_likely_at_awkward_limits(limit: int) -> None:
    """Multiplying and shifting alone would favour every third number of 3 · 2³⁰ two to one."""
    numbers = drawn(limit, 200_000)
    assert 0 <= numbers.min() <= numbers.max() < limit
    assert is_even(np.bincount(numbers % 3, minlength=3))
    assert is_even(np.bincount(numbers * 64 // limit, minlength=64))


def test_one_of_one_is_nothing_to_decide() -> None:
    assert set(drawn(1, 100).tolist()) == {0}


def test_every_bit_is_as_often_set_as_not() -> None:
    words = np.zeros(100_000, np.uint64)
    draw_bits(generator(4), words)
    for bit in range(32):
        ones = int((words >> np.uint64(bit) & np.uint64(1)).sum())
        assert is_even([ones, len(words) - ones]), bit
    assert not (words >> np.uint64(32)).any()


def test_a_number_says_nothing_about_the_next() -> None:
    numbers = drawn(8, 200_001)
    assert is_even(np.bincount(numbers[:-1] * 8 + numbers[1:], minlength=64))


# ── Streams ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("seed", [0, 1, 2**40])
def test_streams_of_a_seed_begin_apart(seed: int) -> None:
    words = beginnings(seed, 100_000)
    assert len(np.unique(words)) == len(words)


@pytest.mark.parametrize("limit", [2, 11, 36])
def test_the_first_number_of_many_streams_is_fair(limit: int) -> None:
    """Game number n draws from stream n, so this is the first thing that happens in many games."""
    words = beginnings(7, 100_000)
    first = ((words & LOW) ^ (words >> HALF)) * np.uint64(limit) >> HALF
    assert is_even(np.bincount(first.astype(np.int64), minlength=limit))


def test_a_stream_says_nothing_about_the_next_stream() -> None:
    words = beginnings(7, 100_001)
    first = (((words & LOW) ^ (words >> HALF)) >> np.uint64(29)).astype(np.int64)
    assert is_even(np.bincount(first[:-1] * 8 + first[1:], minlength=64))


def test_every_stream_begins_on_the_long_way_round() -> None:
    """A carry of 0, or of the multiplier and more, is not on the generator's cycle."""
    carries = beginnings(3, 1_000_000) >> HALF
    assert 1 <= carries.min() <= carries.max() < MULTIPLIER


@pytest.mark.parametrize(("seed", "other"), [(625, 1372), (343, 1248), (779, 788)])
def test_two_seeds_share_no_streams(seed: int, other: int) -> None:
    assert not {*beginnings(seed, 20_000).tolist()} & {*beginnings(other, 20_000).tolist()}


def test_streams_beyond_the_first_four_billion_are_new() -> None:
    first = {*beginnings(0, 400_000).tolist()}
    later = {
        int(generator(0, (high << 32) + low)[0]) for high in range(1, 50) for low in range(300)
    }
    assert not first & later
