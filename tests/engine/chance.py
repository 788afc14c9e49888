"""Is what happened as likely as it should be?"""

from collections.abc import Sequence

from templetop.engine.game import Array


def chi_square(counts: Array | Sequence[int], shares: Array | Sequence[float]) -> float:
    """How far the counts are from what the shares let expect; about 0 ± 1 when they are right.

    The chi-square statistic, less its mean and in units of its deviation. Our draws are the same in
    every run, so this is never bad luck: a generator that fails by more than 5 is at fault.
    """
    total, whole = sum(counts), sum(shares)
    expected = [total * share / whole for share in shares]
    statistic = sum((n - e) ** 2 / e for n, e in zip(counts, expected))
    freedom = len(expected) - 1
    return float((statistic - freedom) / (2 * freedom) ** 0.5)


def is_even(counts: Array | Sequence[int]) -> bool:
    """Are the counts those of equally likely things?"""
    return abs(chi_square(counts, [1] * len(counts))) < 5
