"""Running Python in a process of its own, where other settings hold."""

import os
import subprocess
import sys
from pathlib import Path

from .tables import ROOT


def run(arguments: list[str], cache: Path, **settings: str) -> str:
    """What the process prints. Its machine code is kept apart from everybody else's."""
    environment = {**os.environ, "XDG_CACHE_HOME": str(cache), "PYTHONPATH": str(ROOT), **settings}
    done = subprocess.run(
        [sys.executable, "-W", "error", *arguments],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def digests_elsewhere(arguments: list[str], cache: Path, **settings: str) -> dict[str, str]:
    """What `digests` prints in a process of its own."""
    lines = run(["-m", "tests.every_game.digests", *arguments], cache, **settings)
    return dict(line.split(": ") for line in lines.splitlines())
