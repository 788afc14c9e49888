"""Sets of moves as bits, against Python's own sets; interpreted and compiled."""

from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from templetop.engine.bits import (
    MoveSet,
    bits_in,
    clear,
    count,
    has,
    members,
    move_set,
    nth,
    nth_bit,
    put,
)
from templetop.engine.compile import compiled

SAME_EVERY_TIME = settings(derandomize=True, database=None, deadline=None, max_examples=60)

LIMIT = 229
sets = st.sets(st.integers(0, LIMIT - 1))
words = st.integers(0, 2**64 - 1) | st.sampled_from([0, 1, 2**63, 2**64 - 1])


def set_of(numbers: set[int], limit: int = LIMIT) -> MoveSet:
    moves = move_set(limit)
    for number in numbers:
        put(moves, number)
    return moves


@compiled
def put_all(moves: Any, numbers: Any) -> None:
    clear(moves)
    for n in range(len(numbers)):
        put(moves, numbers[n])


@compiled
def take_all(moves: Any, numbers: Any) -> Any:
    """Write down the set's members in order; returns how many there are."""
    for n in range(count(moves)):
        numbers[n] = nth(moves, n)
    return count(moves)


@compiled
def where(moves: Any, there: Any) -> None:
    for n in range(len(there)):
        there[n] = has(moves, n)


@compiled
def bits_and_places(word: Any, places: Any) -> Any:
    for n in range(bits_in(word)):
        places[n] = nth_bit(word, n)
    return bits_in(word)


def test_a_set_has_a_bit_for_every_move() -> None:
    assert [len(move_set(moves)) for moves in (1, 63, 64, 65, 128, 129)] == [1, 1, 1, 2, 2, 3]
    assert move_set(500).dtype == np.uint64
    assert not move_set(500).any()


@SAME_EVERY_TIME
@given(sets)
def test_what_is_put_into_a_set_is_in_it(numbers: set[int]) -> None:
    moves = set_of(numbers)
    assert members(moves) == sorted(numbers)
    assert count(moves) == len(numbers)
    assert {number for number in range(LIMIT) if has(moves, number)} == numbers
    assert [nth(moves, n) for n in range(len(numbers))] == sorted(numbers)


@SAME_EVERY_TIME
@given(sets)
def test_there_is_no_move_after_the_last(numbers: set[int]) -> None:
    assert nth(set_of(numbers), len(numbers)) == -1


@SAME_EVERY_TIME
@given(sets, sets)
def test_a_cleared_set_is_empty(before: set[int], numbers: set[int]) -> None:
    moves = set_of(before)
    clear(moves)
    assert members(moves) == []


@SAME_EVERY_TIME
@given(words)
def test_the_bits_of_a_word_are_found_in_order(word: int) -> None:
    places = [place for place in range(64) if word >> place & 1]
    assert bits_in(np.uint64(word)) == len(places)
    assert [nth_bit(np.uint64(word), n) for n in range(len(places))] == places


@SAME_EVERY_TIME
@given(sets, sets)
def test_machine_code_does_the_same(before: set[int], numbers: set[int]) -> None:
    moves = set_of(before)
    put_all(moves, np.array(sorted(numbers), np.int64))
    assert members(moves) == sorted(numbers)
    found = np.zeros(LIMIT, np.int64)
    assert take_all(moves, found) == len(numbers)
    assert found[: len(numbers)].tolist() == sorted(numbers)
    there = np.zeros(LIMIT, np.bool_)
    where(moves, there)
    assert {*np.flatnonzero(there).tolist()} == numbers


@SAME_EVERY_TIME
@given(words)
def test_machine_code_finds_the_same_bits(word: int) -> None:
    places, plain_places = np.zeros(64, np.int64), np.zeros(64, np.int64)
    here = bits_and_places(np.uint64(word), places)
    assert here == bits_and_places.plain(np.uint64(word), plain_places) == word.bit_count()
    assert places.tolist() == plain_places.tolist()
