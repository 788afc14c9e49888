"""Returns freed memory to the operating system.

The allocator of glibc keeps freed memory, so after a busy evening a server would hold that memory
for as long as it runs. `malloc_trim` gives it back. With other C libraries nothing is done.
"""

import asyncio
import ctypes
import logging
import sys
import time
from collections.abc import Callable

TRIM_INTERVAL = 60.0  # seconds at least between two trims, which block allocation for milliseconds

log = logging.getLogger("templetop.server")
Trim = Callable[[], object]


def find_malloc_trim() -> Trim | None:
    """Returns a call of `malloc_trim`; None if the C library has no such function."""
    if not sys.platform.startswith("linux"):
        return None
    try:
        trim = ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError):
        return None
    trim.argtypes, trim.restype = [ctypes.c_size_t], ctypes.c_int
    return lambda: trim(0)


class MemoryTrimmer:
    """Trims freed memory after a request, at most once in `TRIM_INTERVAL`."""

    def __init__(
        self, trim: Trim | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.trim = trim or find_malloc_trim()
        self.clock = clock
        self.trimmed_at = clock()
        self.is_requested = False

    def request_trim(self) -> None:
        """Notes that much memory was freed, so that the next `trim_if_due` may trim."""
        self.is_requested = True

    async def trim_if_due(self) -> bool:
        """Trims on a thread; returns False if no trim was requested, possible or due."""
        if (
            not self.is_requested
            or self.trim is None
            or self.clock() < self.trimmed_at + TRIM_INTERVAL
        ):
            return False
        self.is_requested, self.trimmed_at = False, self.clock()
        await asyncio.to_thread(self.trim)
        return True
