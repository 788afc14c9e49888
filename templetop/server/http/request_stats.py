"""Counts the requests that a worker has answered, for its metrics."""

from collections import Counter

from templetop.server.core.histogram import Histogram


class RequestStats:
    """What requests came to, since this worker was started."""

    def __init__(self) -> None:
        self.statuses: Counter[int] = Counter()
        self.durations = Histogram()

    def count(self, status: int, seconds: float) -> None:
        self.statuses[status] += 1
        self.durations.count(seconds)
