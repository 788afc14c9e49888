"""Processes of their own: how fast they answer, and how they end."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LONGEST = 300  # seconds; a busy machine takes its time
TEMPLETOP = (sys.executable, "-m", "templetop")


def shell(command: str) -> "subprocess.CompletedProcess[str]":
    """What a shell makes of it; $T is templetop."""
    environment = {**os.environ, "T": " ".join(TEMPLETOP), "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        ["bash", "-c", command], env=environment, capture_output=True, text=True, timeout=LONGEST
    )


def is_asleep(process: "subprocess.Popen[str]") -> bool:
    """True if the process waits, for example for its input; elsewhere than on Linux always."""
    status = Path(f"/proc/{process.pid}/stat")
    return not status.exists() or status.read_text().rpartition(")")[2].split()[0] == "S"


def test_a_closed_pipe_is_no_accident() -> None:
    done = shell("$T rules karuba | head -1; $T games --json | true")
    assert done.returncode == 0
    assert done.stderr == ""


def test_closed_streams_are_no_accident() -> None:
    assert shell("$T nothing >&- 2>&-").returncode == 2
    done = shell("$T play karuba <&-")
    assert done.returncode == 0
    assert "You leave the table." in done.stdout


def test_a_terminal_without_our_characters() -> None:
    done = shell("PYTHONIOENCODING=ascii $T games")
    assert done.returncode == 0
    assert "Karmagg?n" in done.stdout


def test_a_full_disk_is_said_in_a_sentence() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full here")
    done = shell("$T games > /dev/full")
    assert done.returncode == 1
    assert done.stderr == "The output cannot be read or written: No space left on device.\n"


def test_bytes_that_are_no_text_are_typed_in_vain() -> None:
    done = shell(r"printf '\xff\xfe\x00\n' | $T play karuba")
    assert done.returncode == 0
    assert "is not a move now" in done.stdout


def test_ctrl_c_keeps_the_match_and_says_no_more_than_that(tmp_path: Path) -> None:
    file = tmp_path / "evening.txt"
    playing = subprocess.Popen(
        [*TEMPLETOP, "play", "karuba", "--save", str(file)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    assert playing.stdout
    assert playing.stdin
    shown = ""
    while not shown.endswith("Player> "):  # it waits for a move, so nothing else is under way
        character = playing.stdout.read(1)
        assert character, shown
        shown += character
    while not is_asleep(playing):  # a signal just before the read would be seen after it
        time.sleep(0.01)
    playing.send_signal(signal.SIGINT)
    playing.wait(timeout=LONGEST)  # its input is open as long as it runs, as at a terminal
    _, errors = playing.communicate()
    assert playing.returncode == 130
    assert errors == "Stopped.\n"
    assert file.read_text().startswith("templetop match")


ALL_IN_ONE = """
import sys
from templetop.cli import main
PLAY = "play karuba --bots greedy,random,py:examples/ten_line_bot.py:Best"
for words in ("games", PLAY, "rules karuba 3.4", "bot-protocol karuba", "--help"):
    sys.argv = ["templetop", *words.split()]
    try:
        main()
    except SystemExit as end:
        assert not end.code, words
    assert "numba" not in sys.modules, words
"""


def test_nobody_waits_for_a_compiler_that_is_not_wanted() -> None:
    python = [sys.executable, "-c", ALL_IN_ONE]
    done = subprocess.run(
        python, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=LONGEST
    )
    assert done.returncode == 0, done.stderr
