"""Runs a command several times while other processes keep the cores busy: `make test-hard`.

    python -m tests.under_load [--times 5] [--loops 2] COMMAND …

After each run it says whether the command succeeded. What the command prints is kept in
build/test-hard. Whatever happens, the busy processes end: with this one, or when their time is up.
"""

import argparse
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import NoReturn

KEPT = Path("build/test-hard")
LONGEST = 3600  # seconds that one run may take
BUSY = """
import os, sys, time
parent, end = int(sys.argv[1]), time.monotonic() + float(sys.argv[2])
while os.getppid() == parent and time.monotonic() < end:
    sum(range(100_000))
"""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.under_load", description=__doc__)
    parser.add_argument("--times", type=int, default=5, help="how often the command is run")
    parser.add_argument("--loops", type=int, default=2, help="how many busy processes there are")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    asked = parser.parse_args()
    signal.signal(signal.SIGTERM, stop)
    KEPT.mkdir(parents=True, exist_ok=True)
    with busy(asked.loops, LONGEST * asked.times):
        passed = [run(asked.command, number) for number in range(1, asked.times + 1)]
    print(f"{sum(passed)} of {len(passed)} runs passed.")
    sys.exit(not all(passed))


def stop(number: int, frame: FrameType | None) -> NoReturn:
    sys.exit(128 + number)


@contextmanager
def busy(loops: int, seconds: float) -> Iterator[None]:
    """So many processes that do nothing but compute."""
    words = [sys.executable, "-c", BUSY, str(os.getpid()), str(seconds)]
    started = [subprocess.Popen(words) for _ in range(loops)]
    try:
        yield
    finally:
        for process in started:
            process.kill()
            process.wait()


def run(command: Sequence[str], number: int) -> bool:
    """Did the command succeed in the time it has? Whatever it started ends with it."""
    file = KEPT / f"run-{number}.log"
    with file.open("w") as output:
        process = subprocess.Popen(
            command, stdout=output, stderr=subprocess.STDOUT, start_new_session=True
        )
        try:
            passed = process.wait(LONGEST) == 0
        except subprocess.TimeoutExpired:
            passed = False
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    last = file.read_text(errors="replace").splitlines()[-1:]
    print(f"Run {number} {'passed' if passed else 'failed'}: {' '.join(last)} ({file})", flush=True)
    return passed


if __name__ == "__main__":
    main()
