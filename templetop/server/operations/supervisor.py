"""Keeps several worker processes running: a worker that ends is replaced.

The operating system reports when a process has ended, so no worker is polled. A place whose workers
fail again and again is tried less and less often; when no worker can be kept running at all, the
supervisor ends with an error code. Start reading at `Supervisor.run`.
"""

import contextlib
import logging
import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Any

from templetop.undisturbed import undisturbed

# On Linux a worker is a copy of the supervisor, which has imported everything: it is ready in a
# fraction of a second. Elsewhere system libraries do not allow that.
CONTEXT: Any = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
MIN_RUN_SECONDS = 10.0  # seconds; a worker that ends sooner after it was ready counts as failed
RESTART_DELAYS = (
    0.0,
    0.5,
    1.0,
    2.0,
    4.0,
    8.0,
)  # seconds before the next worker after the first failure, the second …
MAX_FAILURES = 8  # in a row; when all places have so many, the supervisor gives up
STOP_TIMEOUT = 9.0  # seconds that workers have to end; after that they are killed
EXIT_FAILED = 1  # the exit code of a server that cannot work
SIGNAL_NAMES = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
STOP_SIGNALS = [
    getattr(signal, name) for name in SIGNAL_NAMES if hasattr(signal, name)
]  # end the supervisor

log = logging.getLogger("templetop.server")


@dataclass
class Worker:
    """A worker process, and the connection on which it reports that it is ready."""

    process: Any
    ready: Connection
    ready_since: float | None = None

    def close(self) -> None:
        self.ready.close()
        self.process.close()


@dataclass
class WorkerSlot:
    """A place for one worker, and how often workers have failed there."""

    worker: Worker | None = None
    failures: int = 0  # in a row
    due: float = 0.0  # when the next worker is started

    def worker_ended(self, worker: Worker, now: float) -> None:
        """Records that the worker has ended by itself, and when the next one is due."""
        self.worker = None
        has_worked = worker.ready_since is not None and now - worker.ready_since >= MIN_RUN_SECONDS
        self.record_failure(now, 1 if has_worked else self.failures + 1)

    def record_failure(self, now: float, failures: int) -> None:
        self.failures = failures
        self.due = now + RESTART_DELAYS[min(failures, len(RESTART_DELAYS)) - 1]


class Supervisor:
    """Starts a number of processes that do the same work, and replaces those that end.

    `work` is called in each of them with a connection and a shared number: it sends a message when
    it is ready, and can read there how many workers were replaced.
    """

    def __init__(
        self,
        work: Callable[..., None],
        arguments: tuple[Any, ...],
        workers: int,
        clock: Callable[[], float] = time.monotonic,
        context: Any = CONTEXT,
    ) -> None:
        self.work, self.about = work, arguments
        self.clock, self.context = clock, context
        self.slots = [WorkerSlot() for _ in range(workers)]
        self.restarts = context.RawValue("Q", 0)
        self.stop_requests = 0  # how often `stop` was called
        self.wake_receiver, self.wake_sender = (
            socket.socketpair()
        )  # a signal wakes `wait_for_event`
        self.wake_sender.setblocking(False)

    def run(self) -> int:
        """Runs until a signal ends it; returns the exit code of the program."""
        with self.wake_receiver, self.wake_sender, self.handle_signals():
            while not self.stop_requests:
                self.start_due_workers()
                self.wait_for_event()
                self.replace_ended_workers()
                if all(slot.failures >= MAX_FAILURES for slot in self.slots):
                    log.error("No worker process can be kept running, so the server ends.")
                    self.stop_workers()
                    return EXIT_FAILED
            self.stop_workers()
        return 0

    def stop(self, *signal: object) -> None:
        """Ends the supervisor, as a signal does. A second call kills the workers without
        waiting."""
        self.stop_requests += 1
        with contextlib.suppress(BlockingIOError):
            self.wake_sender.send(b".")

    @contextlib.contextmanager
    def handle_signals(self) -> Iterator[None]:
        """Handles the signals that end the supervisor while the block runs.

        Signals that are ignored stay so: a program under nohup is meant to survive SIGHUP.
        """
        handled = [
            number for number in STOP_SIGNALS if signal.getsignal(number) is not signal.SIG_IGN
        ]
        before = {number: signal.signal(number, self.stop) for number in handled}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    # ── Starting and replacing ───────────────────────────────────────────────────────────────────

    def start_due_workers(self) -> None:
        for slot in self.slots:
            if slot.worker is None and slot.due <= self.clock():
                try:
                    slot.worker = self.start_worker()
                except OSError as error:  # the system allows no further process
                    log.error("A worker process could not be started: %s.", error.strerror)
                    slot.record_failure(self.clock(), slot.failures + 1)

    def start_worker(self) -> Worker:
        ready, tells = self.context.Pipe(duplex=False)
        arguments = (self.work, self.about, tells, self.restarts)
        process = self.context.Process(target=start_work, args=arguments)
        try:
            with undisturbed(), hold_back_signals():
                process.start()
        except OSError:
            ready.close()
            raise
        finally:
            tells.close()  # the process has its own copy
        return Worker(process, ready)

    def wait_for_event(self) -> None:
        """Waits until a signal comes, a worker is ready or ends, or a worker is due."""
        workers = self.running_workers()
        waited_for: list[Any] = [
            self.wake_receiver,
            *(worker.process.sentinel for worker in workers),
        ]
        waited_for += [worker.ready for worker in workers if worker.ready_since is None]
        due = [slot.due for slot in self.slots if slot.worker is None]
        occurred = wait(waited_for, max(0.0, min(due) - self.clock()) if due else None)
        if self.wake_receiver in occurred:
            self.wake_receiver.recv(64)
        for worker in workers:
            if worker.ready in occurred:
                with contextlib.suppress(EOFError):  # the worker has ended instead
                    worker.ready.recv_bytes()
                    worker.ready_since = self.clock()

    def running_workers(self) -> list[Worker]:
        return [slot.worker for slot in self.slots if slot.worker is not None]

    def replace_ended_workers(self) -> None:
        if self.stop_requests:
            return
        for slot in self.slots:
            if (worker := slot.worker) is not None and not worker.process.is_alive():
                slot.worker_ended(worker, self.clock())
                self.restarts.value += 1
                pause = max(0.0, slot.due - self.clock())
                log.error(
                    "Worker process %d has ended (%s); another one is started%s.",
                    worker.process.pid,
                    exit_reason(worker.process.exitcode),
                    f" in {pause:.1f} s" if pause else "",
                )
                worker.close()

    # ── The end ──────────────────────────────────────────────────────────────────────────────────

    def stop_workers(self) -> None:
        """Terminates all workers, and kills those that do not end in time."""
        workers, deadline = self.running_workers(), self.clock() + STOP_TIMEOUT
        for worker in workers:
            worker.process.terminate()
        while left := [worker for worker in workers if worker.process.is_alive()]:
            if self.stop_requests > 1 or self.clock() >= deadline:
                break
            waited_for: list[Any] = [
                self.wake_receiver,
                *(worker.process.sentinel for worker in left),
            ]
            if self.wake_receiver in wait(waited_for, deadline - self.clock()):
                self.wake_receiver.recv(64)
        for worker in left:
            log.warning("Worker process %d did not end in time.", worker.process.pid)
            worker.process.kill()
        for worker in workers:
            worker.process.join()
            worker.close()


@contextlib.contextmanager
def hold_back_signals() -> Iterator[None]:
    """Blocks signals while the block runs, until the new process has installed its handlers."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, STOP_SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def exit_reason(code: int | None) -> str:
    """Returns how a process has ended, for the log."""
    if code is None or code >= 0:
        return f"exit code {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"


# ── In a worker ──────────────────────────────────────────────────────────────────────────────────


def start_work(
    work: Callable[..., None], arguments: tuple[Any, ...], ready: Connection, restarts: Any
) -> None:
    """Prepares a worker process and calls `work`. Ctrl-C and SIGHUP are left to the supervisor."""
    for number in STOP_SIGNALS:
        ends_us = number not in (signal.SIGINT, getattr(signal, "SIGHUP", None))
        # Ignored signals would be ignored by the programs that are started here, too.
        signal.signal(number, signal.SIG_DFL if ends_us else lambda *_: None)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, STOP_SIGNALS)
    exit_with_supervisor()
    work(*arguments, ready, restarts)


def exit_with_supervisor() -> None:
    """Ends this worker, as SIGTERM does, when the supervisor is gone."""
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
            os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, daemon=True).start()
