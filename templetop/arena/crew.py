"""Matches on this machine: a crew of processes, each of which plays one match at a time."""

import multiprocessing
import os
import signal
import sys
import threading
import traceback
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, suppress
from multiprocessing.connection import Connection, wait
from typing import Any, cast

from templetop.arena.playing import play_fixture
from templetop.arena.results import SeatResult
from templetop.arena.tournament import Fixture, Tournament
from templetop.arena.words import t
from templetop.engine.faults import FaultInGame, fault_of
from templetop.engine.refusal import Refusal
from templetop.undisturbed import undisturbed

SPAWN = multiprocessing.get_context("spawn")
TICK = 1.0  # seconds without a result after which that is said
MOST_TRIES = 3  # that a match gets
FAREWELL = 5.0  # seconds in which a worker leaves

# What came of one match after the other; an empty list when there is nothing new.
Results = Generator[list[SeatResult], None, None]
# Plays one match in a worker: of a tournament, or of something else that has matches to be played.
Play = Callable[[Any, Any], Any]


class WorkersDie(Refusal):
    """A match ends whatever process plays it."""


class MatchFailed(RuntimeError):
    """A mistake of ours, or of a bot of ours, came to light in a match."""


def play_here(tournament: Tournament, fixtures: Iterator[Fixture], workers: int) -> Results:
    """Play all these matches. One whose worker dies is played again by another."""
    with closing(play_each(play_fixture, tournament, fixtures, workers)) as matches:
        for results in matches:
            yield results or []


def play_each(
    play: Play, tournament: Any, fixtures: Iterator[Any], workers: int
) -> Generator[Any, None, None]:
    """What `play` makes of one match after the other; None when there is nothing new."""
    crew = Crew(tournament, play)
    schedule = Schedule(fixtures)
    try:
        while True:
            while len(crew.busy) < workers and (fixture := schedule.next()):
                crew.let_play(fixture)
            if not crew.busy:
                return
            for fixture, results in crew.news():
                if results is None:
                    schedule.put_back(fixture)
                else:
                    yield results
            yield None
    finally:
        crew.dismiss()


class Schedule:
    """The matches that are still to be played."""

    def __init__(self, fixtures: Iterator[Any]) -> None:
        self.fixtures = fixtures
        self.again: deque[Any] = deque()
        self.tries: Counter[str] = Counter()

    def next(self) -> Any:
        return self.again.popleft() if self.again else next(self.fixtures, None)

    def put_back(self, fixture: Any) -> None:
        """Its worker died; but it may be the match that kills them."""
        self.tries[fixture.match] += 1
        if self.tries[fixture.match] == MOST_TRIES:
            raise WorkersDie(
                t("Match {match} of {bots} has killed the process playing it {times} times; "
                  "perhaps there is too little memory for so many workers.",
                  match=fixture.match, bots=", ".join(fixture.bots), times=MOST_TRIES)
            )  # fmt: skip
        self.again.append(fixture)


class Crew:
    """Workers who play, and workers who wait for the next match."""

    def __init__(self, tournament: Any, play: Play) -> None:
        self.tournament = tournament
        self.play = play
        self.idle: list[Worker] = []
        self.busy: dict[Connection, Worker] = {}

    def let_play(self, fixture: Any) -> None:
        worker = self.idle.pop() if self.idle else Worker(self.tournament, self.play)
        worker.play(fixture)
        self.busy[worker.line] = worker

    def news(self) -> Iterator[tuple[Any, Any]]:
        """The matches that have ended by now; None for one whose worker has died."""
        for line in wait(list(self.busy), timeout=TICK):
            worker = self.busy.pop(cast(Connection, line))
            results = worker.results()
            if results is not None:
                self.idle.append(worker)
            yield worker.fixture, results

    def dismiss(self) -> None:
        """Everybody leaves; matches that are not finished are given up."""
        everybody = [*self.idle, *self.busy.values()]
        for worker in everybody:
            worker.process.terminate()
        for worker in everybody:
            worker.leave()


class Worker:
    """A process, seen from where its matches come from."""

    fixture: Any

    def __init__(self, tournament: Any, play: Play = play_fixture) -> None:
        self.line, far_end = SPAWN.Pipe()
        self.process = SPAWN.Process(target=work, args=(tournament, far_end, play), daemon=True)
        with undisturbed():
            self.process.start()
        far_end.close()  # so that the line is cut when the process ends

    def play(self, fixture: Any) -> None:
        self.fixture = fixture
        with suppress(OSError):  # who is dead says so when the results are asked for
            self.line.send(fixture)

    def results(self) -> Any:
        """What came of the match; None if the worker has died."""
        try:
            results = self.line.recv()
        except (EOFError, OSError):
            self.leave()
            return None
        if isinstance(results, FaultInGame):
            raise results
        if isinstance(results, str):
            failure = MatchFailed(f"match {self.fixture.match}: {results.splitlines()[-1]}")
            failure.add_note(results)
            raise failure
        return results

    def leave(self) -> None:
        self.line.close()
        self.process.join(FAREWELL)
        self.process.kill()
        self.process.join()


# ── In the process of a worker ───────────────────────────────────────────────────────────────────


def work(tournament: Any, line: Connection, play: Play = play_fixture) -> None:
    """Play match after match, as long as somebody wants the results."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who is asked to stop dismisses us
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # and lets programs go that play here
    threading.Thread(target=leave_with_parent, daemon=True).start()
    with suppress(EOFError, OSError):
        while True:
            line.send(played(tournament, line.recv(), play))


def leave_with_parent() -> None:
    """If the arena is killed, nobody plays on for nobody."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)


def played(tournament: Any, fixture: Any, play: Play = play_fixture) -> Any:
    """What came of it, or where it went wrong."""
    try:
        return play(tournament, fixture)
    except Exception as error:
        return fault_of(error) or traceback.format_exc()
