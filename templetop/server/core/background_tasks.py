"""Tasks that nobody waits for, and that end with whoever has started them."""

import asyncio
from collections.abc import Coroutine
from typing import Any


class BackgroundTasks:
    """A set of running tasks.

    The event loop itself keeps only weak references, so a task that nobody else keeps may vanish
    before it is done.
    """

    def __init__(self) -> None:
        self.running: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        return len(self.running)

    def start(self, coroutine: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(coroutine)
        self.running.add(task)
        task.add_done_callback(self.running.discard)

    async def close(self) -> None:
        """Cancels all tasks, and returns when they have ended."""
        for task in self.running:
            task.cancel()
        await asyncio.gather(*self.running, return_exceptions=True)
