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

RARELY = 60.0  # seconds between two times: it takes milliseconds, in which memory is not allocated

log = logging.getLogger("templetop.server")
Trim = Callable[[], object]


def trim_of_the_library() -> Trim | None:
    """What gives memory back here; nothing where the C library has no such function."""
    if not sys.platform.startswith("linux"):
        return None
    try:
        trim = ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError):
        return None
    trim.argtypes, trim.restype = [ctypes.c_size_t], ctypes.c_int
    return lambda: trim(0)


class Memory:
    """Gives memory back when tables are gone, but not every time."""

    def __init__(
        self, trim: Trim | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.trim = trim or trim_of_the_library()
        self.clock = clock
        self.given_back_at = clock()
        self.is_wanted = False

    def table_is_gone(self) -> None:
        """There may be something to give back."""
        self.is_wanted = True

    async def give_back(self) -> bool:
        """On a thread, which runs beside all others; False if there was nothing to do yet."""
        if not self.is_wanted or self.trim is None or self.clock() < self.given_back_at + RARELY:
            return False
        self.is_wanted, self.given_back_at = False, self.clock()
        await asyncio.to_thread(self.trim)
        return True
