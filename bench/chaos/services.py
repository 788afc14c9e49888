"""What a run starts and breaks: a small file system, PostgreSQL, Redis and the server itself.

Everything listens on 127.0.0.1 alone, lies in a folder of its own, and is stopped at the end.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any

import orjson

from bench.load import free_port, wait_for
from templetop.server.core.settings import ENVIRONMENT_VARIABLE, Settings
from tests.server.services import as_postgres, is_listening, postgres_binaries

START = 120.0  # seconds until something that was started must be there, on a busy machine
STOP = 30.0
SIZE = "256m"  # of the small file system
BLOCK = 1 << 20
FAKETIME = "**/faketime/libfaketimeMT.so.1"  # Debian has a folder for the architecture between
LIBRARIES = (Path("/usr/lib"), Path("/usr/local/lib"))
RUN = (
    "from templetop.server.operations.runner import run_server; "
    "from templetop.server.core.settings import Settings; "
    "run_server(Settings.from_environment(), '127.0.0.1', {port}, {workers}, False)"
)
CHECK_CLOCK = "import time; time.sleep(0.01); print(time.time(), time.monotonic())"
# libfaketime 0.9.10 answers `time.sleep` with EINVAL: it does not know absolute monotonic times.
SLEEP = """import select, time
time.sleep = lambda seconds: select.select([], [], [], seconds) and None
"""
# What libfaketime leaves behind when a process is killed, by the number of that process.
LEFT_BEHIND = ("/dev/shm/faketime_shm_{}", "/dev/shm/sem.faketime_sem_{}")


class Skipped(Exception):
    """Why something cannot be done on this machine."""


def until(is_so: Callable[[], bool], what: str, patience: float = START) -> None:
    end = time.monotonic() + patience
    while not is_so():
        if time.monotonic() > end:
            raise TimeoutError(f"{what} did not happen within {patience:.0f} s.")
        time.sleep(0.05)


def stopped(process: "subprocess.Popen[bytes]", patience: float = STOP) -> None:
    """Wait until it has, and end it if it does not."""
    try:
        process.wait(patience)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


# ── A small file system ──────────────────────────────────────────────────────────────────────────


class SmallDisk:
    """A file system in memory that can be filled."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.filling = folder / "filling"
        folder.mkdir(mode=0o755)
        if sys.platform != "linux" or not shutil.which("mount"):
            raise Skipped("there is no tmpfs on this system")
        command = ["mount", "-t", "tmpfs", "-o", f"size={SIZE},mode=755", "tmpfs", str(folder)]
        mounted = subprocess.run(command, capture_output=True, text=True)
        if mounted.returncode:
            raise Skipped(f"tmpfs cannot be mounted ({mounted.stderr.strip().splitlines()[-1]})")

    def fill(self) -> None:
        """To the last byte; what became free meanwhile is taken as well."""
        with contextlib.suppress(OSError), self.filling.open("ab", buffering=0) as file:
            size = BLOCK
            while size:
                try:
                    file.write(bytes(size))
                except OSError:
                    size //= 16

    def empty(self) -> None:
        self.filling.unlink(missing_ok=True)

    def close(self) -> None:
        subprocess.run(["umount", "-l", str(self.folder)], capture_output=True)


# ── PostgreSQL and Redis ─────────────────────────────────────────────────────────────────────────


class Database:
    """A PostgreSQL server; its data lies on the small file system, its log does not."""

    def __init__(self, folder: Path, log: IO[bytes]) -> None:
        binaries = postgres_binaries()
        if binaries is None:
            raise Skipped("PostgreSQL is not installed")
        self.binaries, self.folder, self.port = binaries, folder, free_port()
        self.quiet: dict[str, Any] = {"stdout": log, "stderr": log, "cwd": "/"}
        self.quiet["start_new_session"] = True
        folder.mkdir()
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres")
        options = ["-A", "trust", "-U", "templetop", "--wal-segsize=1"]
        make = as_postgres(binaries / "initdb", "-D", folder / "data", *options)
        subprocess.run(make, check=True, **self.quiet)
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"postgresql://templetop@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        options = ["-p", str(self.port), "-k", str(self.folder), "-c", "listen_addresses=127.0.0.1"]
        options += ["-c", "min_wal_size=4MB", "-c", "max_wal_size=16MB"]
        command = as_postgres(self.binaries / "postgres", "-D", self.folder / "data", *options)
        self.process = subprocess.Popen(command, **self.quiet)
        until(lambda: self.has_ended() or self.is_ready(), "The start of PostgreSQL")

    def is_ready(self) -> bool:
        where = ["-h", "127.0.0.1", "-p", str(self.port)]
        asked = as_postgres(self.binaries / "pg_isready", *where)
        return subprocess.run(asked, **self.quiet).returncode == 0

    def has_ended(self) -> bool:
        return self.process is None or self.process.poll() is not None

    def stop(self) -> None:
        """At once, as if it had crashed."""
        data = self.folder / "data"
        stop = as_postgres(self.binaries / "pg_ctl", "-D", data, "-m", "immediate", "stop")
        subprocess.run(stop, **self.quiet)
        if self.process is not None:
            stopped(self.process)


class Redis:
    """A Redis server that keeps nothing."""

    def __init__(self, folder: Path, log: IO[bytes]) -> None:
        binary = shutil.which("redis-server")
        if binary is None:
            raise Skipped("Redis is not installed")
        self.binary, self.folder, self.log, self.port = binary, folder, log, free_port()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"redis://127.0.0.1:{self.port}"

    def start(self) -> None:
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", ""]
        command = [self.binary, *options, "--appendonly", "no"]
        quiet: dict[str, Any] = {"stdout": self.log, "stderr": self.log, "cwd": self.folder}
        self.process = subprocess.Popen(command, start_new_session=True, **quiet)
        until(lambda: is_listening(self.port), "The start of Redis")

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()


# ── The clock ────────────────────────────────────────────────────────────────────────────────────


class MovedClock:
    """The time of day of the server's processes, and of no others; see libfaketime(1)."""

    def __init__(self, folder: Path) -> None:
        found = [path for library in LIBRARIES for path in sorted(library.glob(FAKETIME))]
        if not found:
            raise Skipped("libfaketime is not installed")
        self.file = folder / "clock"
        (folder / "clock-modules").mkdir()
        (folder / "clock-modules" / "sitecustomize.py").write_text(SLEEP)
        self.environment = {
            "LD_PRELOAD": str(found[0]),
            "FAKETIME_TIMESTAMP_FILE": str(self.file),
            "FAKETIME_CACHE_DURATION": "1",  # seconds until the file is read again
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            "FAKETIME_FORCE_MONOTONIC_FIX": "0",  # with it, threads that wait are woken at once
            "NO_FAKE_STAT": "1",  # files keep their times: compiled code is found by them
            "PYTHONPATH": os.pathsep.join(
                [str(folder / "clock-modules"), *filter(None, [os.environ.get("PYTHONPATH")])]
            ),
        }
        self.check()

    def move(self, offset: int) -> None:
        """So many seconds from the machine's clock."""
        draft = self.file.with_suffix(".new")
        draft.write_text(f"{offset:+d}\n")
        draft.replace(self.file)  # a half-written one is never read

    def check(self) -> None:
        """That the time of day moves and the monotonic clock does not."""
        self.move(-5000)
        command = [sys.executable, "-c", CHECK_CLOCK]
        told = subprocess.run(
            command, env={**os.environ, **self.environment}, capture_output=True, text=True
        )
        self.move(0)
        day, monotonic = map(float, told.stdout.split() or ("nan", "nan"))
        is_moved = abs(time.time() - 5000 - day) < 600
        if not is_moved or abs(time.monotonic() - monotonic) > 600:
            raise Skipped("libfaketime does not move the clock of Python alone")


# ── The server ───────────────────────────────────────────────────────────────────────────────────


class Server:
    """The server in processes of its own; like a service manager, this starts it again."""

    def __init__(
        self, settings: Settings, workers: int, log: IO[bytes], environment: dict[str, str]
    ) -> None:
        self.settings, self.workers, self.log = settings, workers, log
        self.port = free_port()
        told = {ENVIRONMENT_VARIABLE: orjson.dumps(asdict(settings)).decode()}
        self.environment = {**os.environ, **environment, **told}
        self.process: subprocess.Popen[bytes] | None = None
        self.started: list[int] = []

    def start(self) -> None:
        command = [sys.executable, "-c", RUN.format(port=self.port, workers=self.workers)]
        out: dict[str, Any] = {"stdout": self.log, "stderr": self.log, "env": self.environment}
        self.process = subprocess.Popen(command, start_new_session=True, **out)
        self.started.append(self.process.pid)

    def wait(self) -> None:
        wait_for(self.port)

    def has_ended(self) -> bool:
        return self.process is not None and self.process.poll() is not None

    def serving(self) -> list[int]:
        """The processes that answer requests, the oldest first."""
        if self.process is None:
            return []
        return children(self.process.pid) if self.workers > 1 else [self.process.pid]

    def kill(self, pids: list[int]) -> None:
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def stop(self) -> float:
        """As a service manager does; returns the seconds that it took."""
        begun = time.monotonic()
        if self.process is not None:
            family = [self.process.pid, *offspring(self.process.pid)]
            self.process.terminate()
            stopped(self.process)
            self.kill([pid for pid in family[1:] if is_ours(pid)])
        for left in LEFT_BEHIND:
            for pid in self.started:
                Path(left.format(pid)).unlink(missing_ok=True)
        return time.monotonic() - begun

    def memory(self) -> tuple[float, int]:
        """The megabytes of all its processes, and how many those are; what they share counts once.

        That is the PSS, which Linux alone knows.
        """
        family = [] if self.process is None else [self.process.pid, *offspring(self.process.pid)]
        return round(sum(map(pss, family)) / 1024, 1), len(family)


def children(pid: int) -> list[int]:
    """Those that work; not the helper by which multiprocessing cleans up."""
    with contextlib.suppress(OSError):
        found = map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
        return [child for child in found if not is_tracker(child)]
    return []


def is_tracker(pid: int) -> bool:
    with contextlib.suppress(OSError):
        return b"resource_tracker" in Path(f"/proc/{pid}/cmdline").read_bytes()
    return True


def offspring(pid: int) -> list[int]:
    found = [pid]
    for one in found:
        with contextlib.suppress(OSError):
            for task in Path(f"/proc/{one}/task").iterdir():
                found += map(int, (task / "children").read_text().split())
    return found[1:]


def is_ours(pid: int) -> bool:
    """Is it still a process of the server, and not another one that got its number?"""
    with contextlib.suppress(OSError):
        return ENVIRONMENT_VARIABLE.encode() in Path(f"/proc/{pid}/environ").read_bytes()
    return False


def pss(pid: int) -> int:
    """Kilobytes."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1])
    return 0


@contextlib.contextmanager
def terminated_as_by_ctrl_c() -> Iterator[None]:
    """SIGTERM and SIGHUP end a run as Ctrl-C does, so that nothing is left behind."""

    def leave(*signal: object) -> None:
        raise KeyboardInterrupt

    before = {one: signal.signal(one, leave) for one in (signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)
