"""Running Python in a process of its own, with a cache of its own."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]


def run(script: str, cache: Path, path: Path = ROOT, **settings: str) -> list[str]:
    """The lines that a script prints; the packages it imports are those that lie in `path`."""
    environment = {**os.environ, "XDG_CACHE_HOME": str(cache), "PYTHONPATH": str(path), **settings}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", script],
        cwd=path,
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


# ── Many scripts ─────────────────────────────────────────────────────────────────────────────────

# Runs each script in a process of its own that has imported Numba already.
PROCESS = """
import json, os, sys, traceback

import numba
import numpy

numba.njit(lambda numbers: numbers[0])(numpy.zeros(1))  # looks up once all that Numba knows

def run(script, settings, printed):
    os.environ.update(settings)
    paper = os.open(printed, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(paper, 1)
    os.dup2(paper, 2)
    try:
        exec(compile(script, "script", "exec"), {"__name__": "__main__"})
        code = 0
    except BaseException:
        traceback.print_exc()
        code = 1
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)

for line in sys.stdin:
    child = os.fork()
    if not child:
        run(*json.loads(line))
    print(os.waitpid(child, 0)[1], flush=True)
"""


class Scripts:
    """Runs scripts as `run` does, without importing Numba again for each of them."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process

    def run(self, script: str, cache: Path, **settings: str) -> list[str]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        cache.mkdir(parents=True, exist_ok=True)
        printed = cache / "printed.txt"
        request = [script, {"XDG_CACHE_HOME": str(cache), **settings}, str(printed)]
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        status = int(self.process.stdout.readline())
        text = printed.read_text("utf-8")
        assert status == 0, text
        return text.splitlines()


@contextmanager
def scripts() -> Iterator[Scripts]:
    """Such a process; it writes no bytecode, as tests edit sources without changing their time."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    with subprocess.Popen(
        [sys.executable, "-W", "error", "-c", PROCESS],
        cwd=ROOT,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    ) as process:
        yield Scripts(process)
