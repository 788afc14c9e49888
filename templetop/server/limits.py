"""How often somebody may do something."""

import time
from collections import OrderedDict, deque
from collections.abc import Callable

from templetop.server.refusals import TooMany

MINUTE = 60.0
REMEMBERED = 10_000  # people or addresses


class Limit:
    """So many times in a minute, for each person or address; 0 is as often as one likes."""

    def __init__(self, most: int, sentence: str) -> None:
        self.most = most
        self.sentence = sentence
        self.times: OrderedDict[str, deque[float]] = OrderedDict()

    def count(self, who: str) -> None:
        """Once more; refused if that is too often."""
        if not self.most:
            return
        now = time.monotonic()
        times = self.times.setdefault(who, deque())
        self.times.move_to_end(who)
        while times and times[0] < now - MINUTE:
            times.popleft()
        if len(times) >= self.most:
            raise TooMany(self.sentence)
        times.append(now)
        while len(self.times) > REMEMBERED:
            self.times.popitem(last=False)


class Pace:
    """So much in so many seconds, for one alone; then as much again."""

    def __init__(
        self, most: int, seconds: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.most, self.seconds, self.clock = most, seconds, clock
        self.begun, self.spent = clock(), 0

    def allows(self, much: int = 1) -> bool:
        """So much more; False if that is too much."""
        now = self.clock()
        if now >= self.begun + self.seconds:
            self.begun, self.spent = now, 0
        self.spent += much
        return self.spent <= self.most
