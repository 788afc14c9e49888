"""A histogram of durations in the buckets of Prometheus."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping

BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds, beside +Inf

Sample = tuple[Mapping[str, str | int], float]


class Histogram:
    """Counts durations in seconds; `count` takes one, `samples` returns them all."""

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)
        self.seconds = 0.0

    def count(self, seconds: float) -> None:
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.seconds += seconds

    def samples(self) -> Iterable[Sample]:
        """Returns the cumulative buckets, then the sum of the seconds, then the count."""
        so_far = 0
        for bound, count in zip([*BOUNDS, "+Inf"], self.counts, strict=True):
            so_far += count
            yield ({"le": str(bound)}, so_far)
        yield ({}, self.seconds)
        yield ({}, so_far)
