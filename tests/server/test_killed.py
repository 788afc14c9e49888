"""The server is killed at any moment: every move that it has acknowledged is there afterwards."""

import contextlib
import multiprocessing
import os
import random
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
from sqlalchemy import select

from templetop.server.run import run
from templetop.server.schema import DecisionRow, MoveRow
from templetop.server.settings import Settings
from templetop.server.store import Store
from tests.server.serving import Person, Refused, Table, eventually, free_port, settings_in

KILLS = 20
HOST = "127.0.0.1"
Decisions = set[tuple[str, int, int, int]]  # table, number, seat, move

FORKSERVER = multiprocessing.get_context("forkserver")  # imports what a server needs only once
FORKSERVER.set_forkserver_preload(["templetop.server.app", "templetop.server.run"])


def serve(settings: Settings, port: int, workers: int) -> None:
    """In the new process."""
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    sys.stdin = os.fdopen(0)  # uvicorn hands it on to its workers
    run(settings, HOST, port, workers, open_browser=False)


class Process:
    """A server in a process of its own, as `templetop serve` runs it."""

    def __init__(self, settings: Settings, port: int, workers: int = 1) -> None:
        self.port = port
        self.process = FORKSERVER.Process(target=serve, args=(settings, port, workers))
        self.process.start()
        eventually(self.answers, 60)

    def answers(self) -> bool:
        assert self.process.is_alive()
        with contextlib.suppress(httpx.TransportError):
            return httpx.get(f"http://{HOST}:{self.port}/api/games").status_code == 200
        return False

    def kill(self) -> None:
        self.process.kill()
        self.process.join()


class Pair:
    """Two people who play as fast as they can, and note what was acknowledged."""

    def __init__(self, port: int) -> None:
        self.people = [Person(port), Person(port)]
        for person, name in zip(self.people, ("Ann", "Ben"), strict=True):
            person.post("/guests", name=name)
        self.acknowledged: Decisions = set()
        self.sit_down()

    def sit_down(self) -> None:
        ann, ben = self.people
        self.table: Table = ann.open_table("karuba", "me", "open", options={"setup": "random"})
        ben.sit(self.table)

    def play(self) -> None:
        """Until the server is gone."""
        with contextlib.suppress(httpx.TransportError):
            while True:
                for seat, person in enumerate(self.people):
                    self.decide(seat, person)

    def decide(self, seat: int, person: Person) -> None:
        seen = person.look(self.table)
        if seen["state"] == "over":
            self.sit_down()
        elif seen["offers"] and seen["decided"] is None:
            move = random.choice(seen["offers"])["move"]
            with contextlib.suppress(Refused):
                person.move(self.table, seen["number"], move)
                self.acknowledged.add((self.table["id"], seen["number"], seat, move))

    def close(self) -> None:
        for person in self.people:
            person.http.close()


@contextlib.contextmanager
def killed_at_last(process: Process) -> Iterator[Process]:
    try:
        yield process
    finally:
        process.kill()


def kept(address: str) -> Decisions:
    """What is on disk: moves by the number they answer, and open decisions."""
    store = Store(address)
    with store.engine.connect() as connection:
        moves = [
            *connection.execute(select(MoveRow.table, MoveRow.answers, MoveRow.seat, MoveRow.move))
        ]
        open_ones = connection.execute(
            select(DecisionRow.table, DecisionRow.number, DecisionRow.seat, DecisionRow.move)
        )
        assert len({*moves}) == len(moves)
        found = {tuple(row) for row in [*moves, *open_ones]}
    store.close()
    return found


def test_twenty_times_killed_no_acknowledged_move_is_lost(tmp_path: Path) -> None:
    port, settings = free_port(), settings_in(tmp_path)
    process = Process(settings, port)
    pairs = [Pair(port) for _ in range(3)]
    moment = random.Random(11)
    for _ in range(KILLS):
        with killed_at_last(process):
            threads = [threading.Thread(target=pair.play) for pair in pairs]
            for thread in threads:
                thread.start()
            enough = acknowledged(pairs) + moment.randrange(1, 12)
            eventually(lambda: acknowledged(pairs) >= enough)  # noqa: B023  it waits here
            time.sleep(moment.uniform(0.0, 0.05))
        for thread in threads:
            thread.join()
        on_disk = kept(settings.store_url)
        for pair in pairs:
            assert pair.acknowledged <= on_disk
        process = Process(settings, port)
    with killed_at_last(process):
        for pair in pairs:
            seen = [person.look(pair.table) for person in pair.people]
            assert seen[0]["number"] == seen[1]["number"]
            pair.close()
    assert acknowledged(pairs) > KILLS


def acknowledged(pairs: list[Pair]) -> int:
    return sum(len(pair.acknowledged) for pair in pairs)


def test_bots_go_on_when_the_server_is_back(tmp_path: Path) -> None:
    port, settings = free_port(), settings_in(tmp_path)
    ann = Person(port)
    with killed_at_last(Process(settings, port)):
        ann.post("/guests", name="Ann")
        table = ann.open_table("karuba", "me", 3, 3, options={"setup": "random"})
        number = ann.any_move(table)["number"]
    with killed_at_last(Process(settings, port)):
        eventually(lambda: ann.look(table)["number"] > number)
        assert ann.get("/me")["name"] == "Ann"
    ann.http.close()


def test_a_killed_worker_loses_nothing_and_is_replaced(
    tmp_path: Path, postgresql: str, redis: str
) -> None:
    port = free_port()
    settings = settings_in(tmp_path, postgresql, redis)
    process = Process(settings, port, workers=2)
    try:
        pair = Pair(port)
        for _ in range(3):
            playing = threading.Thread(target=pair.play)
            playing.start()
            enough = len(pair.acknowledged) + 5
            eventually(lambda: len(pair.acknowledged) >= enough)  # noqa: B023  it waits here
            for worker in workers_of(process):
                os.kill(worker, signal.SIGKILL)
            playing.join()
            assert pair.acknowledged <= kept(postgresql)
            eventually(process.answers)
        before = len(pair.acknowledged)
        assert before > 3
        pair.decide(0, pair.people[0])
        pair.decide(1, pair.people[1])
        assert len(pair.acknowledged) > before
        pair.close()
    finally:
        left = workers_of(process)
        process.kill()
        for worker in left:
            os.kill(worker, signal.SIGKILL)


def workers_of(process: Process) -> list[int]:
    """Its children that serve; Linux tells which those are."""
    pid = process.process.pid
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [
        int(child)
        for child in children
        if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()
    ]
