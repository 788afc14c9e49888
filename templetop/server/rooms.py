"""Rooms in which bots think, or experiments run, each with processes of its own; and turns there.

Tables take turns. Who asks six questions at once has one of them thought about; then come all the
others who wait, each with one, before the second. Who is in no hurry, as the coach, comes last.
"""

import asyncio
import contextlib
import heapq
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from templetop.undisturbed import undisturbed

SPAWN = multiprocessing.get_context("spawn")
MOST_TRIES = 3

log = logging.getLogger("templetop.server")
Answer = TypeVar("Answer")
# Is it in no hurry; its round; who came first; who waits
Waiting = tuple[bool, int, int, "asyncio.Future[None]"]


class Turns:
    """So many at a time, and those who wait take turns.

    Everyone's next question is in the round after their last one, and nobody's in a round that has
    gone by: who asked for nothing so far cannot make up for it, and who comes late is not behind.
    """

    def __init__(self, seats: int) -> None:
        self.seats = self.free = seats
        self.waiting: list[Waiting] = []
        self.last: dict[str, int] = {}  # the round of everyone's last question, from this one on
        self.round = 0
        self.came = 0

    @contextlib.asynccontextmanager
    async def turn(self, who: str, is_patient: bool = False) -> AsyncIterator[None]:
        """Wait for it, and have it."""
        await self.wait(who, is_patient)
        try:
            yield
        finally:
            self.free += 1
            self.call()

    async def wait(self, who: str, is_patient: bool = False) -> None:
        """Until one is called; who is patient lets all others go first, and has no rounds."""
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.came += 1
        if not is_patient:
            self.last[who] = max(self.round, self.last.get(who, -1) + 1)
        number = 0 if is_patient else self.last[who]
        heapq.heappush(self.waiting, (is_patient, number, self.came, called))
        self.call()
        try:
            await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():  # called, and gone at the same moment
                self.free += 1
                self.call()
            raise

    @property
    def taken(self) -> int:
        return self.seats - self.free

    @property
    def in_line(self) -> int:
        """Who has gone is not among them."""
        return sum(not called.done() for *_, called in self.waiting)

    def call(self) -> None:
        """As many of those who wait as there is room for."""
        while self.free and self.waiting:
            is_patient, number, _, called = heapq.heappop(self.waiting)
            if not called.done():  # who has gone is not called
                if not is_patient:
                    self.begin(number)
                self.free -= 1
                called.set_result(None)

    def begin(self, number: int) -> None:
        """It is this round's turn; who was last in an earlier one is as good as new."""
        if number != self.round:
            self.round = number
            self.last = {who: last for who, last in self.last.items() if last >= number}


class Room:
    """Processes that think, and those who wait to be thought for."""

    def __init__(self, processes: int) -> None:
        self.processes = processes
        self.turns = Turns(processes)
        self.pool = new_pool(processes)

    async def ask(
        self,
        who: str,
        think: Callable[..., Answer],
        *about: Any,
        within: float | None = None,
        is_patient: bool = False,
    ) -> Answer:
        """Have it thought about, when it is their turn; and within so many seconds from then on."""
        async with self.turns.turn(who, is_patient), asyncio.timeout(within):
            return await self.think(think, *about)

    async def think(self, think: Callable[..., Answer], *about: Any) -> Answer:
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
                    self.pool = new_pool(self.processes)
        return await asyncio.wrap_future(self.pool.submit(think, *about))

    def start_anew(self) -> None:
        """End what somebody has waited for too long; the others are thought for again."""
        for process in [*(getattr(self.pool, "_processes", None) or {}).values()]:
            process.kill()

    def close(self) -> None:
        """At once, whatever is thought about; a pool that shuts down forgets its processes."""
        processes = [*(getattr(self.pool, "_processes", None) or {}).values()]
        self.pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()


class Pool(ProcessPoolExecutor):
    """Processes, each started when there is something to think about and nobody is free."""

    def submit(
        self, think: Callable[..., Answer], /, *about: Any, **named: Any
    ) -> "Future[Answer]":
        with undisturbed():
            return super().submit(think, *about, **named)


def new_pool(processes: int) -> Pool:
    return Pool(processes, SPAWN, initializer=stay_with_the_server)


def stay_with_the_server() -> None:
    """End when the server does, however it ends; and leave Ctrl-C to it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(5)  # people are answered before bots think
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
            os._exit(0)

    threading.Thread(target=watch, daemon=True).start()
