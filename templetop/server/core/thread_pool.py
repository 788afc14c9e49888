"""A pool of threads for one kind of work, with a bounded queue."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any, TypeVar

from templetop.server.core.refusals import TooManyRequests
from templetop.server.translations import t

Answer = TypeVar("Answer")


class BoundedThreadPool:
    """Runs blocking work on its own threads, so that it does not delay other work.

    At most `max_waiting` calls wait for a thread; more are refused.
    """

    def __init__(self, name: str, threads: int, max_waiting: int) -> None:
        self.pool = ThreadPoolExecutor(threads, name)
        self.max_jobs = threads + max_waiting
        self.busy = 0

    async def run(self, work: Callable[..., Answer], *arguments: Any) -> Answer:
        """Returns what `work` returns; raises TooManyRequests if the queue is full."""
        if self.busy >= self.max_jobs:
            raise TooManyRequests(t("Too many people are asking for this; try again in a moment."))
        self.busy += 1
        try:
            loop, context = (
                asyncio.get_running_loop(),
                copy_context(),
            )  # keeps the language of the request
            return await loop.run_in_executor(self.pool, lambda: context.run(work, *arguments))
        finally:
            self.busy -= 1

    def close(self) -> None:
        self.pool.shutdown(wait=False, cancel_futures=True)
