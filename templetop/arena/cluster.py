"""Matches on a Ray cluster: the one that runs already, or a small one on this machine."""

import os
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout, suppress
from itertools import islice
from typing import Any

from templetop import __version__
from templetop.arena.crew import MOST_TRIES, TICK, Results
from templetop.arena.playing import play_fixture
from templetop.arena.results import SeatResult
from templetop.arena.tournament import Fixture, Tournament
from templetop.engine.refusal import Refusal
from templetop.engine.simulate import cores
from templetop.games.shelf import take

AHEAD = 1000  # matches that the cluster knows of before they are played
ROOM = 100_000_000  # bytes that a cluster of our own keeps free for results, far more than needed
NO_RAY = "Ray is not installed here; run `pip install 'templetop[ray]'`."


class NoCluster(Refusal):
    """Matches cannot be played on a cluster, or not on this one."""


def play_on_ray(
    tournament: Tournament, fixtures: Iterator[Fixture], workers: int | None
) -> Results:
    """Play all these matches. One whose worker dies is played again, wherever there is room."""
    ray = connected(workers)
    try:
        with redirect_stdout(sys.stderr):  # where Ray tells of workers that died
            yield from playing(ray, tournament, fixtures, workers or AHEAD)
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None
    except ray.exceptions.RayError as error:
        why = str(error).partition("\n")[0]
        raise NoCluster(f"The cluster gave up on a match: {why}") from None
    finally:
        ray.shutdown()


def connected(workers: int | None) -> Any:
    """Ray, connected to a cluster."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # or Ray warns of a change
    try:
        import ray
    except ImportError:
        raise NoCluster(NO_RAY) from None
    quiet: dict[str, Any] = {"logging_level": "ERROR", "log_to_driver": False}
    try:
        ray.init(address="auto", **quiet)
    except ConnectionError:
        ray.init(
            num_cpus=workers or cores(),
            include_dashboard=False,
            object_store_memory=ROOM,
            **quiet,
        )
    return ray


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
        raise NoCluster("A machine in the cluster runs another version of Templetop.")
    with suppress(OSError):  # programs are looked for in the folder where we were started
        os.chdir(folder)
    return play_fixture(tournament, fixture)
