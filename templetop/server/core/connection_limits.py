"""How many there are at the same time, and who holds more than their share of it."""

import logging
import time
from collections import Counter
from collections.abc import Callable

from templetop.server.core.client_addresses import Networks, client_network

WINDOW = 60.0  # seconds in which the same thing is not said again
MAX_KEYS = 1000  # addresses of which it is remembered

log = logging.getLogger("templetop.server")


class ConnectionLimiter:
    """Those who are there: so many from each address, and so many in all; 0 is any number.

    A proxy that the operator has named speaks for many, and may hold any number.
    """

    def __init__(
        self, what: str, most: int, most_in_all: int = 0, free: Networks | None = None
    ) -> None:
        self.what = what
        self.most, self.most_in_all = most, most_in_all
        self.free = free or Networks([])
        self.there: Counter[str] = Counter()
        self.in_all = 0
        self.refused = 0
        self.throttle = Throttle()

    def acquire(self, address: str) -> bool:
        """One more; False if that is too many, and then nobody has entered."""
        who = client_network(address)
        if self.most_in_all and self.in_all >= self.most_in_all:
            return self.log_refusal(
                "all", f"There are {self.in_all} {self.what}, and no room for more."
            )
        if self.most and self.there[who] >= self.most and not self.free.contains(address):
            return self.log_refusal(who, f"{who} has {self.most} {self.what}; it cannot have more.")
        self.there[who] += 1
        self.in_all += 1
        return True

    def release(self, address: str) -> None:
        who = client_network(address)
        self.in_all -= 1
        self.there[who] -= 1
        if not self.there[who]:
            del self.there[who]

    def log_refusal(self, who: str, sentence: str) -> bool:
        self.refused += 1
        if self.throttle.allow(who):
            log.warning("%s", sentence)
        return False


class Throttle:
    """Whether something may be said again: about everyone once in a while."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.said: dict[str, float] = {}

    def allow(self, about: str) -> bool:
        now = self.clock()
        if now - self.said.get(about, -WINDOW) < WINDOW:
            return False
        self.said.pop(about, None)
        self.said[about] = now
        if len(self.said) > MAX_KEYS:
            del self.said[next(iter(self.said))]
        return True
