"""Matches on a Ray cluster: one that was started for that, or a small one of our own.

RAY_ADDRESS names a cluster; else there may be one on this machine that `ray start` made. A small
one that another arena has started for itself is left alone, for it ends when that one ends. Whether
a cluster can be reached is tried by a process of its own: Ray waits for long, and may take the
process that asks down with it.
"""

import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout, suppress
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from templetop import __version__
from templetop.arena.crew import MOST_TRIES, TICK, Results
from templetop.arena.playing import play_fixture
from templetop.arena.results import SeatResult
from templetop.arena.tournament import Fixture, Tournament
from templetop.arena.words import t, tn
from templetop.engine.refusal import Refusal
from templetop.engine.simulate import cores
from templetop.engine.speech import mark
from templetop.games.shelf import take

AHEAD = 1000  # matches that the cluster knows of before they are played
ROOM = 100_000_000  # bytes that a cluster of our own keeps free for results, far more than needed
NO_RAY = mark("Ray is not installed here; run `pip install 'templetop[ray]'`.")
NAMED = "RAY_ADDRESS"
OUR_OWN = "local"  # an address by which Ray starts a cluster
STARTED = "ray_current_cluster"  # the file in which `ray start` leaves the address
NEAR = 3.0  # seconds in which somebody answers at all
PATIENCE = 60.0  # seconds in which a cluster has let us in, on a busy machine
REFUSED = ("InvalidAuthToken", "AuthenticationError", "Unauthenticated")
TOKEN = mark(
    "Perhaps it wants a token, or none: set RAY_AUTH_MODE to token or disabled, as for the"
    " cluster, and RAY_AUTH_TOKEN or RAY_AUTH_TOKEN_PATH to its token."
)
TRIAL = """
import json, sys, ray
ray.init(address=sys.argv[1], logging_level="ERROR", log_to_driver=False)
machines = sum(node["Alive"] for node in ray.nodes())
print(json.dumps([machines, ray.cluster_resources().get("CPU", 0)]))
"""
SOON = {  # Ray is to give up within seconds
    "RAY_gcs_rpc_server_connect_timeout_s": "5",
    "RAY_gcs_rpc_server_reconnect_timeout_s": "5",
}


def token() -> str:
    """A sentence to go after another one."""
    return f" {t(TOKEN)}"


class NoCluster(Refusal):
    """Matches cannot be played on a cluster, or not on this one."""


def play_on_ray(
    tournament: Tournament,
    fixtures: Iterator[Fixture],
    workers: int | None,
    say: Callable[[str], None] = lambda sentence: None,
) -> Results:
    """Play all these matches. One whose worker dies is played again, wherever there is room."""
    ray = connected(workers, say)
    try:
        with redirect_stdout(sys.stderr):  # where Ray tells of workers that died
            yield from playing(ray, tournament, fixtures, workers or AHEAD)
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None
    except ray.exceptions.RayError as error:
        why = str(error).partition("\n")[0]
        raise NoCluster(t("The cluster gave up on a match: {why}", why=why)) from None
    except ConnectionError:
        gone = t("The cluster has gone; matches that were over are counted.")
        raise NoCluster(gone) from None
    finally:
        ray.shutdown()


def connected(workers: int | None, say: Callable[[str], None]) -> Any:
    """Ray, connected to a cluster; it is said to which one, and how large it is."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # or Ray warns of a change
    try:
        import ray
    except ImportError:
        raise NoCluster(t(NO_RAY)) from None
    quiet: dict[str, Any] = {"logging_level": "ERROR", "log_to_driver": False}
    address = os.environ.get(NAMED, "")
    if address in ("", "auto"):
        address = started_here()
    if address != OUR_OWN:
        machines, there = tried(address)
        ray.init(address=address, **quiet)
        machines_there = tn("{count:,} machine", "{count:,} machines", machines)
        say(t("Playing on Ray at {address}, {machines}, {cores}.",
              address=address, machines=machines_there, cores=cores_in_words(there)))  # fmt: skip
        return ray
    mine = workers or cores()
    ray.init(
        address=OUR_OWN,
        num_cpus=mine,
        include_dashboard=False,
        object_store_memory=ROOM,
        **quiet,
    )
    say(t("Playing on Ray on this machine alone, {cores}: no cluster was named.",
          cores=cores_in_words(mine)))  # fmt: skip
    return ray


def cores_in_words(count: int) -> str:
    return tn("{count:,} core", "{count:,} cores", count)


def check_named() -> None:
    """Refuse at once if a cluster is named and nobody answers there."""
    address = os.environ.get(NAMED, "")
    if address not in ("", "auto", OUR_OWN):
        look_for(address)


def started_here() -> str:
    """The address of the cluster that `ray start` made on this machine, if it still runs."""
    folder = Path(os.environ.get("RAY_TMPDIR") or tempfile.gettempdir())
    for file in (folder / "ray" / STARTED, folder / STARTED):
        with suppress(OSError, NoCluster):
            address = file.read_text("utf-8").strip()
            look_for(address)
            return address
    return OUR_OWN


def look_for(address: str) -> None:
    """Refuse an address at which nobody answers."""
    parts = urlsplit(address if "://" in address else f"//{address}")
    try:
        place = (parts.hostname or "", parts.port or 0)
        socket.create_connection(place, timeout=NEAR).close()
    except (OSError, ValueError, OverflowError):
        raise NoCluster(
            t("There is no Ray cluster at {address}; {variable} names one, and without it this "
              "machine plays alone.", address=address, variable=NAMED)
        ) from None  # fmt: skip


def tried(address: str) -> tuple[int, int]:
    """How many machines and cores the cluster has; refused if it does not let us in."""
    look_for(address)
    asked = subprocess.Popen(
        [sys.executable, "-c", TRIAL, address],
        env={**os.environ, **SOON},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    watch = threading.Timer(PATIENCE, asked.kill)
    watch.start()
    try:
        assert asked.stdout is not None
        for line in asked.stdout:
            if any(word in line for word in REFUSED):
                raise NoCluster(
                    t("The Ray cluster at {address} lets nobody in.", address=address) + token()
                )
            if line.startswith("["):
                with suppress(ValueError, TypeError):
                    machines, there = json.loads(line)
                    return int(machines), int(there)
    finally:
        watch.cancel()
        asked.kill()
        asked.communicate()
    no_answer = t("What is at {address} does not answer as a Ray cluster does.", address=address)
    raise NoCluster(no_answer + token())


def playing(ray: Any, tournament: Tournament, fixtures: Iterator[Fixture], ahead: int) -> Results:
    play = ray.remote(num_cpus=1, max_retries=MOST_TRIES - 1)(play_there)
    awaited: list[Any] = []
    while True:
        awaited += [
            play.remote(tournament, fixture, __version__, os.getcwd())
            for fixture in islice(fixtures, ahead - len(awaited))
        ]
        if not awaited:
            return
        ready, awaited = ray.wait(awaited, timeout=TICK)
        yield from ray.get(ready)
        yield []


def play_there(
    tournament: Tournament, fixture: Fixture, version: str, folder: str
) -> list[SeatResult]:
    """On some machine of the cluster: the match, if it is played by the same rules there."""
    if (version, tournament.rules) != (__version__, take(tournament.game).rules_version):
        raise NoCluster(t("A machine in the cluster runs another version of Templetop."))
    with suppress(OSError):  # programs are looked for in the folder where we were started
        os.chdir(folder)
    return play_fixture(tournament, fixture)
