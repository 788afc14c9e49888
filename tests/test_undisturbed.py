"""A process is started while somebody presses Ctrl-C."""

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
from multiprocessing.connection import Connection

import pytest

from templetop.undisturbed import undisturbed

SPAWN = multiprocessing.get_context("spawn")
FIRST = """
from tests.test_undisturbed import hears_ctrl_c
if __name__ == "__main__":
    print([hears_ctrl_c() for _ in range(2)])
"""

pytestmark = pytest.mark.skipif(
    not hasattr(signal, "pthread_sigmask"), reason="there are no signals to hold back here"
)


def hears_ctrl_c() -> bool:
    """Does a process that is started now?"""
    here, there = SPAWN.Pipe()
    process = SPAWN.Process(target=say_whether, args=(there,))
    with undisturbed():
        process.start()
    hears: bool = here.recv()
    process.join()
    return hears


def say_whether(line: Connection) -> None:
    line.send(signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ()))


def test_not_even_the_first_process_hears_it() -> None:
    done = subprocess.run(
        [sys.executable, "-c", FIRST], capture_output=True, text=True, timeout=300
    )
    assert done.stdout == "[False, False]\n", done.stderr


def press_ctrl_c() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def press_and_go_on(done: list[int]) -> None:
    with undisturbed():
        press_ctrl_c()
        done += [sum(range(n)) for n in range(1000)]


@pytest.mark.parametrize("how", ["with one thread", "with another that hears it"])
def test_who_starts_it_is_interrupted_when_it_has_been_started(how: str) -> None:
    stop = threading.Event()
    if how != "with one thread":
        threading.Thread(target=stop.wait, daemon=True).start()
    done: list[int] = []
    try:
        with pytest.raises(KeyboardInterrupt):
            press_and_go_on(done)
    finally:
        stop.set()
    assert len(done) == 1000
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


def test_a_server_is_told_once() -> None:
    told: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: told.append(number))
    try:
        with undisturbed():
            press_ctrl_c()
        assert told == [signal.SIGINT]
    finally:
        signal.signal(signal.SIGINT, before)


def test_nothing_happens_when_nobody_presses_it() -> None:
    with undisturbed():
        pass
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
