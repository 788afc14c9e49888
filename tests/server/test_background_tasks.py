"""Tasks that nobody waits for."""

import asyncio

from templetop.server.core.background_tasks import BackgroundTasks


def test_a_task_runs_without_being_waited_for_and_is_forgotten_when_it_is_done() -> None:
    async def run() -> tuple[int, int, list[str]]:
        tasks, done = BackgroundTasks(), []
        may_end = asyncio.Event()

        async def work() -> None:
            await may_end.wait()
            done.append("done")

        tasks.start(work())
        running = len(tasks)
        may_end.set()
        await asyncio.gather(*tasks.running)
        await asyncio.sleep(0)  # the callbacks of a task run after those who waited for it
        return running, len(tasks), done

    assert asyncio.run(run()) == (1, 0, ["done"])


def test_tasks_are_cancelled_when_their_owner_closes() -> None:
    async def run() -> tuple[int, list[str]]:
        tasks, heard = BackgroundTasks(), []

        async def for_ever() -> None:
            try:
                await asyncio.Event().wait()
            finally:
                heard.append("cancelled")

        async def fails() -> None:
            raise ValueError("No.")

        tasks.start(for_ever())
        tasks.start(fails())
        await asyncio.sleep(0)
        await tasks.close()
        return len(tasks), heard

    assert asyncio.run(run()) == (0, ["cancelled"])
