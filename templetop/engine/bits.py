"""Sets as bits: of moves, in words of 64, and the counting of bits in one word."""

from typing import Any

import numpy as np

from templetop.engine.compile import instruction, rule

WORD = 64
ONE = np.uint64(1)
HALVES = (32, 16, 8, 4, 2, 1)

MoveSet = np.ndarray[Any, np.dtype[np.uint64]]


def move_set(moves: int) -> MoveSet:
    """An empty set for moves numbered from 0 to `moves` - 1."""
    return np.zeros((moves + WORD - 1) // WORD, np.uint64)


def members(moves: MoveSet) -> list[int]:
    """The moves in a set, in order."""
    found = []
    for number, word in enumerate(moves.tolist()):
        while word:
            lowest = word & -word
            found.append(number * WORD + lowest.bit_length() - 1)
            word ^= lowest
    return found


@rule
def clear(moves):
    for number in range(len(moves)):
        moves[number] = np.uint64(0)


@rule
def put(moves, move):
    moves[move >> 6] |= ONE << np.uint64(move & 63)


@rule
def has(moves, move):
    return (moves[move >> 6] >> np.uint64(move & 63)) & ONE != np.uint64(0)


@instruction("ctpop")
def bits_in(word):
    """How many bits of one word are set."""
    return int(word).bit_count()


@rule
def count(moves):
    """How many moves are in the set."""
    total = 0
    for number in range(len(moves)):
        total += bits_in(moves[number])
    return total


@rule
def nth(moves, n):
    """The n-th move of the set, counting from 0; -1 if there are not so many."""
    number = 0
    before = 0
    total = 0
    for word in range(len(moves)):
        here = bits_in(moves[word])
        total += here
        passed = int(n >= total)
        number += passed
        before += here * passed
    if number == len(moves):
        return -1
    return number * WORD + nth_bit(moves[number], n - before)


@rule
def nth_bit(word, n):
    """The place of the n-th set bit of a word: by halves, and without a branch to guess wrong."""
    place = 0
    for half in HALVES:
        here = bits_in(word & ((ONE << np.uint64(half)) - ONE))
        beyond = int(n >= here) * half
        n -= here * int(n >= here)
        place += beyond
        word = word >> np.uint64(beyond)
    return place
