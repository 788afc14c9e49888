"""A helper process that kills external bots if the server dies without ending them.

The server writes the bots' process ids to a pipe, one line each: `+` when a bot starts, `-` when it
ends. When the pipe closes, the helper kills the bots that are left. It is run as a file and needs
only Python's standard library.
"""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterable
from contextlib import suppress


class ChildReaper:
    """Starts the helper process with the first bot, and tells it which bots run. Any thread may
    call it."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.watched: set[int] = set()
        self.process: subprocess.Popen[str] | None = None

    def watch(self, program: int) -> None:
        with self.lock:
            self.watched.add(program)
            self.send_line(f"+{program}\n")

    def forget(self, program: int) -> None:
        with self.lock:
            self.watched.discard(program)
            self.send_line(f"-{program}\n")

    def send_line(self, line: str) -> None:
        """Writes a line to the helper. If the helper has died, a new one gets the list of all
        bots."""
        if self.process is None or not write_line(self.process, line):
            self.close_pipe()
            self.process = start_reaper()
            write_line(self.process, "".join(f"+{program}\n" for program in self.watched))

    def close(self) -> None:
        """Closes the pipe, so that the helper kills the bots that are left."""
        with self.lock:
            self.close_pipe()

    def close_pipe(self) -> None:
        if self.process is not None and self.process.stdin is not None:
            with suppress(OSError):
                self.process.stdin.close()
            self.process.wait()
        self.process = None


def start_reaper() -> "subprocess.Popen[str]":
    """Starts the helper in a session of its own, so that Ctrl-C does not reach it."""
    return subprocess.Popen(
        [sys.executable, "-I", "-S", __file__],
        stdin=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def write_line(child_reaper: "subprocess.Popen[str]", line: str) -> bool:
    """Returns False if the helper has died."""
    assert child_reaper.stdin is not None
    try:
        child_reaper.stdin.write(line)
        child_reaper.stdin.flush()
    except OSError:
        return False
    return True


# ── In the helper process ────────────────────────────────────────────────────────────────────────


def run_reaper(lines: Iterable[str]) -> None:
    """Keeps a list of the running bots until the pipe closes, and then kills those that are
    left."""
    watched: set[int] = set()
    for line in lines:
        program = int(line[1:])
        if line.startswith("+"):
            watched.add(program)
        else:
            watched.discard(program)
    for program in watched:
        kill_group(program)


def kill_group(program: int) -> None:
    """Kills a program together with all that it has started."""
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(program, signal.SIGKILL)
        else:
            os.kill(program, signal.SIGTERM)


if __name__ == "__main__":
    run_reaper(sys.stdin)
