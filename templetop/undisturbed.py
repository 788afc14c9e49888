"""Starting processes that leave Ctrl-C to us.

A terminal sends Ctrl-C to everybody who was started from it. Who is still waking up can neither
ignore it nor answer it well, and says so in a traceback.
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker

CAN_HOLD_BACK = hasattr(signal, "pthread_sigmask")  # not on Windows


@contextmanager
def undisturbed() -> Iterator[None]:
    """Whoever is started now never hears Ctrl-C; we do, as soon as this is over."""
    if not CAN_HOLD_BACK:
        yield
        return
    wake_the_tracker()
    with interrupted_later():
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def wake_the_tracker() -> None:
    """The first process to be spawned has one started, and that lets Ctrl-C through again."""
    resource_tracker.ensure_running()


@contextmanager
def interrupted_later() -> Iterator[None]:
    """Another thread may still hear Ctrl-C; then it is here that the program would be interrupted,
    with a process half started."""
    if not is_interruptible():
        yield
        return
    heard: list[int] = []
    signal.signal(signal.SIGINT, lambda number, _: heard.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        for number in heard[:1]:
            signal.raise_signal(number)


def is_interruptible() -> bool:
    """By Ctrl-C, anywhere; a server is told of it and ends when it can."""
    return (
        threading.current_thread() is threading.main_thread()
        and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    )
