"""Rooms in which bots think, or experiments run, each with processes of its own; and turns there.

People take turns, whatever address they come from and at however many tables they play; whose turn
it is, `schedule.py` says. Who is in no hurry, as the coach, comes last.
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

from templetop.server.bots.schedule import USUAL, Asker, Entry, Schedule
from templetop.server.core.histogram import Histogram
from templetop.undisturbed import undisturbed

SPAWN = multiprocessing.get_context("spawn")
MOST_TRIES = 3

log = logging.getLogger("templetop.server")
Answer = TypeVar("Answer")


class TooLate(Exception):
    """It was not their turn in time."""


class FairQueue:
    """So many at a time, and those who wait take turns."""

    def __init__(self, places: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.schedule = Schedule(places, clock)
        self.waited = Histogram()  # seconds, of those whose turn has come

    @contextlib.asynccontextmanager
    async def slot(
        self,
        who: Asker | str,
        is_patient: bool = False,
        seconds: float = USUAL,
        until: float | None = None,
    ) -> AsyncIterator[None]:
        """Wait for it, and have it; for so many seconds, as is expected.

        Whose turn has not come when `until` seconds have gone by is `TooLate`.
        """
        entry = await self.wait(who, is_patient, seconds, until)
        try:
            yield
        finally:
            self.leave(entry)

    async def wait(
        self,
        who: Asker | str,
        is_patient: bool = False,
        seconds: float = USUAL,
        until: float | None = None,
    ) -> Entry:
        """Until one is called; who is patient lets all others go first."""
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        entry = self.schedule.enter(who, seconds, is_patient)

        def call() -> None:
            if not called.done():  # or else nobody waits any more, which is noticed below
                called.set_result(None)

        entry.call = call
        self.admit()
        try:
            async with asyncio.timeout(until):
                await called
        except TimeoutError:
            self.leave(entry)
            raise TooLate from None
        except asyncio.CancelledError:
            self.leave(entry)
            raise
        return entry

    def leave(self, entry: Entry) -> None:
        self.schedule.leave(entry)
        self.admit()

    def admit(self) -> None:
        """As many of those who wait as there is room for."""
        while (entry := self.schedule.next()) is not None:
            self.waited.count(self.schedule.clock() - entry.came)
            entry.call()

    @property
    def busy(self) -> int:
        return self.schedule.places - self.schedule.free

    @property
    def queued(self) -> int:
        """Who has gone is not among them."""
        return sum(self.schedule.all.waiting)


class FairProcessPool:
    """Processes that think, and those who wait to be thought for."""

    def __init__(self, processes: int) -> None:
        self.processes = processes
        self.turns = FairQueue(processes)
        self.pool = create_process_pool(processes)

    async def submit(
        self,
        who: Asker | str,
        think: Callable[..., Answer],
        *about: Any,
        within: float | None = None,
        is_patient: bool = False,
        seconds: float = USUAL,
        until: float | None = None,
    ) -> Answer:
        """Have it thought about, when it is their turn; and within so many seconds from then on."""
        turn = self.turns.slot(who, is_patient, seconds, until)
        async with turn, asyncio.timeout(within):
            return await self.run(think, *about)

    async def run(self, think: Callable[..., Answer], *about: Any) -> Answer:
        """At once; by others, if those who do so die over it."""
        for _ in range(MOST_TRIES - 1):
            pool = self.pool
            try:
                return await asyncio.wrap_future(pool.submit(think, *about))
            except BrokenProcessPool:
                log.warning(
                    "A process for bots or experiments has died; new ones have been started."
                )
                if self.pool is pool:
                    self.pool = create_process_pool(self.processes)
        return await asyncio.wrap_future(self.pool.submit(think, *about))

    def restart(self) -> None:
        """End what somebody has waited for too long; the others are thought for again."""
        for process in [*(getattr(self.pool, "_processes", None) or {}).values()]:
            process.kill()

    def close(self) -> None:
        """At once, whatever is thought about; a pool that shuts down forgets its processes."""
        processes = [*(getattr(self.pool, "_processes", None) or {}).values()]
        self.pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()


class LazyProcessPool(ProcessPoolExecutor):
    """Processes, each started when there is something to think about and nobody is free."""

    def submit(
        self, think: Callable[..., Answer], /, *about: Any, **named: Any
    ) -> "Future[Answer]":
        with undisturbed():
            return super().submit(think, *about, **named)


def create_process_pool(processes: int) -> LazyProcessPool:
    return LazyProcessPool(processes, SPAWN, initializer=exit_with_parent)


def exit_with_parent() -> None:
    """End when the server does, however it ends; and leave Ctrl-C to it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(5)  # people are answered before bots think
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
            os._exit(0)

    threading.Thread(target=watch, daemon=True).start()
