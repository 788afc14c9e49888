"""Programs end with the server that started them, however it ends.

A server that is killed can send nobody away. So a process of its own knows who runs, line by line
through a pipe (`+` and who has come, `-` and who has gone), and when the pipe ends, it does what
the server no longer can. It is run as a file, and needs nothing but Python.
"""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterable
from contextlib import suppress


class ChildReaper:
    """Told who comes and goes, by any thread; called when the first one comes."""

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
        """If he has died, there is another one, who is told everything."""
        if self.process is None or not write_line(self.process, line):
            self.close_pipe()
            self.process = start_reaper()
            write_line(self.process, "".join(f"+{program}\n" for program in self.watched))

    def close(self) -> None:
        """Whoever is still there goes now."""
        with self.lock:
            self.close_pipe()

    def close_pipe(self) -> None:
        if self.process is not None and self.process.stdin is not None:
            with suppress(OSError):
                self.process.stdin.close()
            self.process.wait()
        self.process = None


def start_reaper() -> "subprocess.Popen[str]":
    """In a session of his own: Ctrl-C is not for him."""
    return subprocess.Popen(
        [sys.executable, "-I", "-S", __file__],
        stdin=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def write_line(child_reaper: "subprocess.Popen[str]", line: str) -> bool:
    assert child_reaper.stdin is not None
    try:
        child_reaper.stdin.write(line)
        child_reaper.stdin.flush()
    except OSError:
        return False
    return True


# ── In that process ──────────────────────────────────────────────────────────────────────────────


def run_reaper(lines: Iterable[str]) -> None:
    """Until there is nobody any more to say who comes; then those who are left are sent away."""
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
    """It and all it has started."""
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(program, signal.SIGKILL)
        else:
            os.kill(program, signal.SIGTERM)


if __name__ == "__main__":
    run_reaper(sys.stdin)
