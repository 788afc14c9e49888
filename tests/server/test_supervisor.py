"""Worker processes are replaced when they die, and end when they are told to."""

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from templetop.server.operations import supervisor as supervising
from templetop.server.operations.supervisor import (
    EXIT_FAILED,
    MAX_FAILURES,
    MIN_RUN_SECONDS,
    RESTART_DELAYS,
    Supervisor,
    exit_reason,
)
from tests.server.bots_of_ones_own import is_running
from tests.server.prepared import FORKSERVER
from tests.server.serving import NO_CERTIFICATES, PATIENCE, eventually, free_port
from tests.server.working import (
    fail,
    hang,
    serve_and_take_too_long_to_end,
    serve_what_cannot_be_opened,
    supervise,
    work,
)

# As from a terminal: who serves decides by itself which signals it hears.
SPAWN = multiprocessing.get_context("spawn")


class Clock:
    """It stands still until it is moved; each look may move it."""

    def __init__(self, step: float = 0.0) -> None:
        self.now, self.step = 0.0, step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


Make = Callable[..., Supervisor]


@pytest.fixture
def supervise_by() -> Iterator[Make]:
    """Supervisors whose workers are gone after the test."""
    made: list[Supervisor] = []

    def make(do: Callable[..., None], workers: int, clock: Clock, *about: Any) -> Supervisor:
        made.append(Supervisor(do, about, workers, clock, FORKSERVER))
        return made[-1]

    yield make
    for supervisor in made:
        for worker in supervisor.running_workers():
            with suppress(ValueError):  # it has been closed
                worker.process.kill()
                worker.process.join()
                worker.close()
        supervisor.wake_receiver.close()
        supervisor.wake_sender.close()


def ready(supervisor: Supervisor) -> list[int]:
    """Which processes they are, when all are ready."""
    supervisor.start_due_workers()
    while any(worker.ready_since is None for worker in supervisor.running_workers()):
        supervisor.wait_for_event()
    return [worker.process.pid or 0 for worker in supervisor.running_workers()]


def test_dead_workers_are_replaced_at_once(supervise_by: Make) -> None:
    """Both are killed, and nobody else's time is waited for: the clock stands still."""
    supervisor = supervise_by(work, 2, Clock())
    for restarts in (2, 4):
        supervisor.clock.now += MIN_RUN_SECONDS  # type: ignore[attr-defined]
        before = ready(supervisor)
        supervisor.clock.now += MIN_RUN_SECONDS  # type: ignore[attr-defined]
        for pid in before:
            os.kill(pid, signal.SIGKILL)
        while supervisor.restarts.value < restarts:
            supervisor.wait_for_event()
            supervisor.replace_ended_workers()
        assert not {*ready(supervisor)} & {*before}


def test_who_fails_again_and_again_is_tried_less_and_less_often(supervise_by: Make) -> None:
    supervisor = supervise_by(fail, 1, Clock())
    place, clock = supervisor.slots[0], supervisor.clock
    assert isinstance(clock, Clock)
    pauses: list[float] = []
    for _ in range(len(RESTART_DELAYS) + 1):
        supervisor.start_due_workers()
        assert place.worker is not None
        while place.worker is not None:
            supervisor.wait_for_event()
            supervisor.replace_ended_workers()
        pauses.append(place.due - clock())
        clock.now = place.due
    assert pauses == [*RESTART_DELAYS, RESTART_DELAYS[-1]]
    assert max(RESTART_DELAYS[:3]) < 2


def test_one_place_that_fails_takes_no_other_worker_down(supervise_by: Make) -> None:
    supervisor = supervise_by(work, 2, Clock())
    [_, staying] = ready(supervisor)
    supervisor.slots[0].failures = 10 * MAX_FAILURES
    os.kill(ready(supervisor)[0], signal.SIGKILL)
    while supervisor.slots[0].worker is not None:
        supervisor.wait_for_event()
        supervisor.replace_ended_workers()
    assert not all(place.failures >= MAX_FAILURES for place in supervisor.slots)
    assert [worker.process.pid for worker in supervisor.running_workers()] == [staying]


def test_when_none_can_be_kept_running_the_code_says_so(supervise_by: Make) -> None:
    supervisor = supervise_by(fail, 1, Clock(step=2.0))
    assert supervisor.run() == EXIT_FAILED
    assert supervisor.restarts.value == MAX_FAILURES


@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_ends_the_workers_and_that_is_no_failure(told: signal.Signals) -> None:
    hears, tells = SPAWN.Pipe(duplex=False)
    process = SPAWN.Process(target=supervise, args=(tells,))
    process.start()
    workers = [hears.recv(), hears.recv()]
    assert process.pid is not None
    os.kill(workers[0], signal.SIGKILL)
    workers.append(hears.recv())  # it has been replaced
    os.kill(process.pid, told)
    process.join(PATIENCE)
    assert process.exitcode == 0
    eventually(lambda: not any(is_running(pid) for pid in workers))


def test_workers_end_when_their_supervisor_is_killed() -> None:
    hears, tells = SPAWN.Pipe(duplex=False)
    process = SPAWN.Process(target=supervise, args=(tells,))
    process.start()
    workers = [hears.recv(), hears.recv()]
    process.kill()
    process.join()
    eventually(lambda: not any(is_running(pid) for pid in workers))


def test_who_does_not_end_is_ended(supervise_by: Make, tmp_path: Path) -> None:
    """After so many seconds of the clock, or when it is told a second time."""
    supervisor = supervise_by(hang, 2, Clock(), tmp_path)
    ready(supervisor)
    workers = [worker.process for worker in supervisor.running_workers()]
    supervisor.clock.step = supervising.STOP_TIMEOUT  # type: ignore[attr-defined]
    supervisor.stop_workers()
    with pytest.raises(ValueError, match="closed"):
        workers[0].is_alive()
    impatient = supervise_by(hang, 1, Clock(), tmp_path)
    ready(impatient)
    impatient.stop()
    impatient.stop()
    impatient.stop_workers()


def test_how_a_process_has_ended_is_told() -> None:
    assert (exit_reason(3), exit_reason(-9), exit_reason(-60)) == (
        "exit code 3",
        "SIGKILL",
        "signal 60",
    )


def test_a_store_that_can_never_be_opened_ends_the_process_with_a_failure(tmp_path: Path) -> None:
    """One that was away at first, so that it was waited for."""
    process = SPAWN.Process(target=serve_what_cannot_be_opened, args=(tmp_path,))
    process.start()
    process.join(PATIENCE)
    assert process.exitcode == EXIT_FAILED


def test_a_process_that_takes_too_long_to_end_ends_all_the_same(tmp_path: Path) -> None:
    """A thread that nobody thought of would be waited for as long as it likes."""
    port = free_port()
    process = SPAWN.Process(target=serve_and_take_too_long_to_end, args=(tmp_path, port))
    process.start()
    address = f"http://127.0.0.1:{port}/api/health"

    def answers() -> bool:
        with suppress(httpx.TransportError):
            return httpx.get(address, verify=NO_CERTIFICATES).status_code == 200
        return False

    eventually(answers)
    process.terminate()
    process.join(PATIENCE)
    assert process.exitcode == 0
