"""Memory that is no longer needed goes back to the system.

The allocator of the C library keeps what is freed, as it may be wanted again: after an evening with
many tables a server would hold on to what they needed for as long as it runs. glibc can be told to
give it back (malloc_trim). Other libraries do so on their own, or cannot be told: there, nothing is
done.
"""

import asyncio
import ctypes
import logging
import sys
import time
from collections.abc import Callable

TRIM_INTERVAL = (
    60.0  # seconds between two times: it takes milliseconds, in which memory is not allocated
)

log = logging.getLogger("templetop.server")
Trim = Callable[[], object]


def find_malloc_trim() -> Trim | None:
    """What gives memory back here; nothing where the C library has no such function."""
    if not sys.platform.startswith("linux"):
        return None
    try:
        trim = ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError):
        return None
    trim.argtypes, trim.restype = [ctypes.c_size_t], ctypes.c_int
    return lambda: trim(0)


class MemoryTrimmer:
    """Gives memory back when tables are gone, but not every time."""

    def __init__(
        self, trim: Trim | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.trim = trim or find_malloc_trim()
        self.clock = clock
        self.trimmed_at = clock()
        self.is_requested = False

    def request_trim(self) -> None:
        """There may be something to give back."""
        self.is_requested = True

    async def trim_if_due(self) -> bool:
        """On a thread, which runs beside all others; False if there was nothing to do yet."""
        if (
            not self.is_requested
            or self.trim is None
            or self.clock() < self.trimmed_at + TRIM_INTERVAL
        ):
            return False
        self.is_requested, self.trimmed_at = False, self.clock()
        await asyncio.to_thread(self.trim)
        return True
