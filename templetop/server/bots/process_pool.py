"""Worker processes, and a fair queue in front of them.

`FairQueue` waits for the slots that `schedule.py` grants; `FairProcessPool` runs functions in
processes.
"""

import asyncio
import contextlib
import logging
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from templetop.server.bots.schedule import DEFAULT_SECONDS, Asker, QueueEntry, Schedule
from templetop.server.core.histogram import Histogram
from templetop.undisturbed import undisturbed

SPAWN = multiprocessing.get_context("spawn")
MAX_TRIES = 3

log = logging.getLogger("templetop.server")
Answer = TypeVar("Answer")


class QueueTimeout(Exception):
    """The queue granted no slot in time."""


class FairQueue:
    """Limits how many tasks run at the same time, and grants slots to the others in fair order."""

    def __init__(self, places: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.schedule = Schedule(places, clock)
        self.wait_times = Histogram()  # seconds that tasks waited for their slot

    @contextlib.asynccontextmanager
    async def slot(
        self,
        asker: Asker | str,
        is_background: bool = False,
        seconds: float = DEFAULT_SECONDS,
        queue_timeout: float | None = None,
    ) -> AsyncIterator[None]:
        """Waits for a slot and holds it while the block runs. `seconds` is the expected duration.

        Raises `QueueTimeout` if there is no slot within `queue_timeout` seconds.
        """
        entry = await self.wait(asker, is_background, seconds, queue_timeout)
        try:
            yield
        finally:
            self.leave(entry)

    async def wait(
        self,
        asker: Asker | str,
        is_background: bool = False,
        seconds: float = DEFAULT_SECONDS,
        queue_timeout: float | None = None,
    ) -> QueueEntry:
        """Waits until the task gets a slot, and returns its entry for `leave`. Patient tasks come
        last."""
        granted: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        entry = self.schedule.add(asker, seconds, is_background)

        def call() -> None:
            if not granted.done():  # a cancelled task is taken out of the queue below
                granted.set_result(None)

        entry.grant = call
        self.admit()
        try:
            async with asyncio.timeout(queue_timeout):
                await granted
        except TimeoutError:
            self.leave(entry)
            raise QueueTimeout from None
        except asyncio.CancelledError:
            self.leave(entry)
            raise
        return entry

    def leave(self, entry: QueueEntry) -> None:
        """Returns a slot, or takes a waiting task out of the queue."""
        self.schedule.remove(entry)
        self.admit()

    def admit(self) -> None:
        """Grants all free slots to the tasks that come next."""
        while (entry := self.schedule.next()) is not None:
            self.wait_times.count(self.schedule.clock() - entry.queued_at)
            entry.grant()

    @property
    def busy(self) -> int:
        return self.schedule.places - self.schedule.free

    @property
    def queued(self) -> int:
        """The number of tasks that wait, without those that were cancelled."""
        return sum(self.schedule.root.waiting)


class FairProcessPool:
    """Worker processes behind a fair queue."""

    def __init__(self, processes: int) -> None:
        self.processes = processes
        self.queue = FairQueue(processes)
        self.pool = create_process_pool(processes)

    async def submit(
        self,
        asker: Asker | str,
        function: Callable[..., Answer],
        *arguments: Any,
        timeout: float | None = None,
        is_background: bool = False,
        seconds: float = DEFAULT_SECONDS,
        queue_timeout: float | None = None,
    ) -> Answer:
        """Runs the function in a worker process when it has a slot, for at most `timeout` seconds
        from then on."""
        slot = self.queue.slot(asker, is_background, seconds, queue_timeout)
        async with slot, asyncio.timeout(timeout):
            return await self.run(function, *arguments)

    async def run(self, function: Callable[..., Answer], *arguments: Any) -> Answer:
        """Runs the function in a worker process without queueing. If the process dies, the pool is
        replaced and the call is tried again, three times in all."""
        for _ in range(MAX_TRIES - 1):
            pool = self.pool
            try:
                return await asyncio.wrap_future(pool.submit(function, *arguments))
            except BrokenProcessPool:
                log.warning(
                    "A process for bots or experiments has died; new ones have been started."
                )
                if self.pool is pool:
                    self.pool = create_process_pool(self.processes)
        return await asyncio.wrap_future(self.pool.submit(function, *arguments))

    def restart(self) -> None:
        """Kills the processes after a call took too long. Calls of others that ran there are tried
        again."""
        for process in [*(getattr(self.pool, "_processes", None) or {}).values()]:
            process.kill()

    def close(self) -> None:
        """Terminates the processes at once, whatever they compute.

        The processes are listed first, because an executor that was shut down no longer knows them.
        """
        processes = [*(getattr(self.pool, "_processes", None) or {}).values()]
        self.pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()


class LazyProcessPool(ProcessPoolExecutor):
    """A process pool that starts a process only when a call finds no idle one."""

    def submit(
        self, function: Callable[..., Answer], /, *arguments: Any, **keywords: Any
    ) -> "Future[Answer]":
        with undisturbed():
            return super().submit(function, *arguments, **keywords)


def create_process_pool(processes: int) -> LazyProcessPool:
    return LazyProcessPool(processes, SPAWN, initializer=exit_with_parent)


def exit_with_parent() -> None:
    """Prepares a worker process: it ends when the server ends, in whatever way, and ignores
    Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(5)  # the processes that answer requests come first
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
            os._exit(0)

    threading.Thread(target=watch, daemon=True).start()
