"""A small random generator with the same numbers interpreted, compiled and on a GPU.

It is the multiply-with-carry generator MWC64X: 32 bits of value and 32 of carry in one 64-bit word.
A product of two 32-bit numbers plus a carry never exceeds 64 bits, so nobody's idea of overflow can
make a difference. Its word lies in an array of one, called `random` wherever it is passed.
"""

from typing import Any

import numpy as np

from templetop.engine.compile import rule

MULTIPLIER = np.uint64(4294883355)
LOW = np.uint64(0xFFFFFFFF)
HALF = np.uint64(32)
ONE = np.uint64(1)
SEEDS = range(-(2**63), 2**64)  # that a generator can tell apart, but for those below 0


def is_seed(number: Any) -> bool:
    """Is it a whole number that a generator takes? NumPy's count as well."""
    return isinstance(number, int | np.integer) and SEEDS[0] <= int(number) <= SEEDS[-1]


def generator(seed: int, stream: int = 0) -> np.ndarray[Any, np.dtype[np.uint64]]:
    """A generator for a seed; each stream of a seed is a sequence of its own."""
    random = np.zeros(1, np.uint64)
    start(random, np.uint64(int(seed) & 0xFFFFFFFFFFFFFFFF), np.uint64(stream))
    return random


@rule
def start(random, seed, stream):
    """Begin one of the many sequences of a seed. Neighbouring seeds and streams share nothing."""
    value = scramble(scramble(seed & LOW) ^ (seed >> HALF))
    carry = scramble(scramble((seed >> HALF) ^ np.uint64(0x9E3779B9)) ^ (seed & LOW))
    value = scramble(value ^ (stream & LOW))
    carry = scramble(carry ^ value ^ (stream >> HALF)) % (MULTIPLIER - ONE) + ONE
    random[0] = (carry << HALF) | value


@rule
def scramble(value):
    """Mix 32 bits thoroughly (two rounds of multiply and shift)."""
    value ^= value >> np.uint64(16)
    value = (value * np.uint64(0x7FEB352D)) & LOW
    value ^= value >> np.uint64(15)
    value = (value * np.uint64(0x846CA68B)) & LOW
    return value ^ (value >> np.uint64(16))


@rule
def next_bits(random):
    """32 random bits."""
    value = random[0] & LOW
    carry = random[0] >> HALF
    random[0] = MULTIPLIER * value + carry
    return value ^ carry


@rule
def below(random, limit):
    """A whole number from 0 to limit - 1, each exactly as likely."""
    count = np.uint64(limit)
    product = next_bits(random) * count
    if product & LOW < count:
        # Without this redraw (Lemire's) some numbers would come up a little too often.
        unfair = (LOW + ONE - count) % count
        while product & LOW < unfair:
            product = next_bits(random) * count
    return int(product >> HALF)
