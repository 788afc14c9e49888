"""A tournament on a small Ray cluster, one of whose workers is killed."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace

import pytest

from templetop import __version__
from templetop.arena import cluster
from templetop.arena.cluster import NoCluster, check_named, connected, play_there, started_here
from templetop.arena.folder import Folder
from templetop.arena.tournament import Fixture
from tests.server.services import missing

from .made import killer_of_its_worker, same, small

LONGEST = 600  # seconds; a busy machine takes its time
ROOT = Path(__file__).parents[2]


@pytest.fixture
def short_path() -> Iterator[Path]:
    """Ray's sockets do not bear long paths."""
    folder = Path(tempfile.mkdtemp(prefix="ray"))
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.slow
def test_a_worker_is_killed_in_the_middle_and_every_match_is_counted_once(
    tmp_path: Path, short_path: Path
) -> None:
    if find_spec("ray") is None:
        missing("Ray")  # `make test` installs it where there is one: Linux, Python before 3.15
    bot = killer_of_its_worker(tmp_path)
    out = tmp_path / "out"
    words = ["karuba_cards", "--bots", f"{bot},random", "--games", "12", "--workers", "2"]
    done = subprocess.run(
        [sys.executable, "-m", "templetop", "arena", *words, "--on", "ray", "--out", out, "--json"],
        cwd=ROOT,
        env={**os.environ, "RAY_TMPDIR": str(short_path), "RAY_USAGE_STATS_ENABLED": "0"},
        capture_output=True,
        text=True,
        timeout=LONGEST,
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "killed").exists()
    assert "Playing on Ray on this machine alone, 2 cores" in done.stderr
    figures = json.loads(done.stdout)
    assert (figures["matches"], figures["notes"]) == (12, [])
    rules = small({bot: bot, "random": "random"}, 12)
    lines = Counter(result.match for result in Folder(out, rules).results)
    assert lines == {fixture.match: 2 for fixture in rules.fixtures()}
    until = time.monotonic() + LONGEST
    while processes_with(str(short_path)) and time.monotonic() < until:
        time.sleep(0.1)
    assert processes_with(str(short_path)) == []


def processes_with(word: str) -> list[str]:
    """The command lines of processes that still run and have to do with it."""
    found = []
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = file.read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        if word in line:
            found.append(line)
    return found


def test_a_machine_with_other_rules_plays_no_match() -> None:
    rules, fixture = small(same("random"), 2), Fixture(0, 0, 0, ("one", "other"))
    with pytest.raises(NoCluster, match="another version of Templetop"):
        play_there(rules, fixture, "another", "/")
    assert len(play_there(rules, fixture, __version__, os.getcwd())) == 2


def test_on_a_cluster_a_program_is_found_where_the_arena_was_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ray's workers are started in a folder of their own."""
    monkeypatch.chdir(tmp_path)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "first_bot.py").write_bytes((ROOT / "examples/first_bot.py").read_bytes())
    rules = small({"mine": f"exec:{sys.executable} first_bot.py", "random": "random"}, 2)
    results = play_there(rules, next(rules.fixtures()), __version__, str(elsewhere))
    assert [result.note for result in results] == ["", ""]


def test_without_ray_one_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(NoCluster, match="Ray is not installed here"):
        connected(2, print)


# ── Which cluster ────────────────────────────────────────────────────────────────────────────────


def nobody() -> str:
    """An address of this machine at which nobody answers."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return f"127.0.0.1:{free.getsockname()[1]}"


def test_a_cluster_that_is_named_and_does_not_answer_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for address in (nobody(), f"ray://{nobody()}", "no-such-place.invalid:6379", "nonsense", "x:y"):
        monkeypatch.setenv("RAY_ADDRESS", address)
        with pytest.raises(NoCluster, match=r"^There is no Ray cluster at .*; RAY_ADDRESS names"):
            check_named()
    for address in ("", "auto", "local"):
        monkeypatch.setenv("RAY_ADDRESS", address)
        check_named()


def test_an_arena_of_its_own_is_nobody_elses_cluster(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only `ray start` leaves its address, and only where somebody answers is it joined."""
    monkeypatch.setenv("RAY_TMPDIR", str(tmp_path))
    assert started_here() == "local"
    (tmp_path / "ray").mkdir()
    (tmp_path / "ray" / "ray_current_cluster").write_text(nobody())
    assert started_here() == "local"
    with socket.create_server(("127.0.0.1", 0)) as there:
        address = f"127.0.0.1:{there.getsockname()[1]}"
        (tmp_path / "ray" / "ray_current_cluster").write_text(address)
        assert started_here() == address


@pytest.mark.parametrize(
    ("trial", "sentence"),
    [
        ("print('InvalidAuthToken: missing', flush=True); input()", "lets nobody in. Perhaps it w"),
        ("raise SystemExit(1)", "does not answer as a Ray cluster does. Perhaps it wants a token"),
        ("print('[two]')", "does not answer as a Ray cluster does."),
    ],
)
def test_a_cluster_that_does_not_let_us_in_is_refused(
    trial: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "TRIAL", trial)
    with socket.create_server(("127.0.0.1", 0)) as there:
        address = f"127.0.0.1:{there.getsockname()[1]}"
        with pytest.raises(NoCluster, match=re.escape(sentence)):
            cluster.tried(address)
        monkeypatch.setattr(cluster, "TRIAL", "print('warning'); print('[3, 24.0]')")
        assert cluster.tried(address) == (3, 24)


def test_it_is_said_where_the_matches_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    joined: list[dict[str, object]] = []
    ray = SimpleNamespace(init=lambda **told: joined.append(told))
    monkeypatch.setitem(sys.modules, "ray", ray)
    monkeypatch.setattr(cluster, "tried", lambda address: (2, 16))
    monkeypatch.setattr(cluster, "started_here", lambda: "local")
    said: list[str] = []
    monkeypatch.setenv("RAY_ADDRESS", "head:6379")
    connected(None, said.append)
    monkeypatch.delenv("RAY_ADDRESS")
    connected(3, said.append)
    assert said == [
        "Playing on Ray at head:6379, 2 machines, 16 cores.",
        "Playing on Ray on this machine alone, 3 cores: no cluster was named.",
    ]
    assert [told["address"] for told in joined] == ["head:6379", "local"]
    assert "num_cpus" not in joined[0]
    assert joined[1]["num_cpus"] == 3
