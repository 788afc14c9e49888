"""Counts the requests that a worker has answered, for its metrics."""

from collections import Counter

from templetop.server.core.histogram import Histogram


class RequestStats:
    """The statuses and durations of this worker's requests since its start."""

    def __init__(self) -> None:
        self.statuses: Counter[int] = Counter()
        self.durations = Histogram()

    def count(self, status: int, seconds: float) -> None:
        self.statuses[status] += 1
        self.durations.count(seconds)
