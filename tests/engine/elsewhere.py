"""Running Python in a process of its own, with a cache of its own."""

import os
import subprocess
import sys
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
