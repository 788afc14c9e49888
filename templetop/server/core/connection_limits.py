"""Limits how many connections an address holds at the same time, and how often a log line appears.

Begin with `ConnectionLimiter`.
"""

import logging
import time
from collections import Counter
from collections.abc import Callable

from templetop.server.core.bounded_dict import BoundedDict
from templetop.server.core.client_addresses import Networks, client_network

THROTTLE_SECONDS = 60.0  # seconds in which a message about the same key is not logged again
MAX_KEYS = 1000  # keys; beyond that, the oldest is forgotten and may be logged again

log = logging.getLogger("templetop.server")


class ConnectionLimiter:
    """Counts connections for each client network and in total; a maximum of 0 means no limit.

    The maximum for a network does not apply to `exempt`: a trusted proxy connects for many clients.
    """

    def __init__(
        self, noun: str, max_per_network: int, max_total: int = 0, exempt: Networks | None = None
    ) -> None:
        self.noun = noun
        self.max_per_network, self.max_total = max_per_network, max_total
        self.exempt = exempt or Networks([])
        self.counts: Counter[str] = Counter()
        self.total = 0
        self.refused = 0
        self.throttle = Throttle()

    def acquire(self, address: str) -> bool:
        """Counts one more connection; returns False, and counts nothing, if that is too many.

        Call `release` once for each True.
        """
        key = client_network(address)
        if self.max_total and self.total >= self.max_total:
            return self.log_refusal(
                "all", f"There are {self.total} {self.noun}, and no room for more."
            )
        if (
            self.max_per_network
            and self.counts[key] >= self.max_per_network
            and not self.exempt.contains(address)
        ):
            return self.log_refusal(
                key, f"{key} has {self.max_per_network} {self.noun}; it cannot have more."
            )
        self.counts[key] += 1
        self.total += 1
        return True

    def release(self, address: str) -> None:
        key = client_network(address)
        self.total -= 1
        self.counts[key] -= 1
        if not self.counts[key]:
            del self.counts[key]

    def log_refusal(self, key: str, sentence: str) -> bool:
        self.refused += 1
        if self.throttle.allow(key):
            log.warning("%s", sentence)
        return False


class Throttle:
    """Lets a message about each key through once in `THROTTLE_SECONDS`."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.allowed_at: BoundedDict[str, float] = BoundedDict(MAX_KEYS)

    def allow(self, key: str) -> bool:
        now = self.clock()
        if now - self.allowed_at.get(key, -THROTTLE_SECONDS) < THROTTLE_SECONDS:
            return False
        self.allowed_at[key] = now
        return True
