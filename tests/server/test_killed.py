"""The server is killed at any moment: every move that it has acknowledged is there afterwards."""

import contextlib
import os
import random
import signal
import threading
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import httpx
import pytest
from sqlalchemy import select
from websockets.exceptions import ConnectionClosed, WebSocketException

from templetop.games.shelf import ELSEWHERE
from templetop.server.bots import autoplay
from templetop.server.core.settings import Settings
from templetop.server.operations.runner import run_server
from templetop.server.store.database import Store
from templetop.server.store.schema import DecisionRow, MoveRow
from tests.server.bots_of_ones_own import is_running
from tests.server.prepared import FORKSERVER
from tests.server.serving import (
    NO_CERTIFICATES,
    Live,
    Person,
    Refused,
    Table,
    eventually,
    free_port,
    id_of,
    settings_in,
)

KILLS = 3
ROUNDS = 8  # that are played on at the worker that is left
PAIRS = 6  # each may be told something in the moment of a kill
HOST = "127.0.0.1"
NEVER = 1e9  # seconds after which a worker does what another one has not done
Decisions = set[tuple[str, int, int, int]]  # table, number, seat, move


def serve(settings: Settings, port: int, workers: int, environment: Mapping[str, str]) -> None:
    """In the new process."""
    os.environ.update(environment)
    autoplay.TAKEOVER_TIMEOUT = NEVER
    signal.signal(signal.SIGUSR1, lose_patience)
    run_server(settings, HOST, port, workers, open_browser=False)


def lose_patience(*signal: object) -> None:
    """With another worker: what that has not done is done here at once."""
    autoplay.TAKEOVER_TIMEOUT = 0.0


class Process:
    """A server in a process of its own, as `templetop serve` runs it."""

    def __init__(
        self,
        settings: Settings,
        port: int,
        workers: int = 1,
        environment: Mapping[str, str] = {},
    ) -> None:
        self.port = port
        own = {ELSEWHERE: os.environ[ELSEWHERE], **environment}
        self.process = FORKSERVER.Process(target=serve, args=(settings, port, workers, own))
        self.process.start()
        try:
            eventually(self.answers)
        except AssertionError:
            self.kill()
            raise

    def answers(self) -> bool:
        assert self.process.is_alive()
        with contextlib.suppress(httpx.TransportError):
            address = f"http://{HOST}:{self.port}/api/games"
            return httpx.get(address, verify=NO_CERTIFICATES).status_code == 200
        return False

    def lose_patience(self) -> None:
        assert self.process.pid is not None
        os.kill(self.process.pid, signal.SIGUSR1)

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


class Onlooker:
    """Somebody who watches a pair, and notes what they were shown: it has to last, too."""

    def __init__(self, pair: Pair) -> None:
        self.pair, self.person = pair, Person(pair.people[0].port)
        self.decided: set[tuple[str, int, int]] = set()  # table, number, seat
        self.logs: dict[str, list[dict[str, object]]] = {}  # the last that was seen of each table

    def watch(self) -> None:
        """Until the server is gone; from table to table."""
        with contextlib.suppress(OSError, WebSocketException, httpx.TransportError):
            while True:
                table = id_of(self.pair.table)
                with self.person.live(table, drawing=False) as tab:
                    while self.look(tab) != "over":
                        pass
                while id_of(self.pair.table) == table:
                    self.person.get("/games")  # fails when the server is gone
                    time.sleep(0.02)

    def look(self, tab: Live) -> str:
        seen = tab.table()
        table, number = str(seen["id"]), int(seen["number"])
        self.decided |= {(table, number, s["seat"]) for s in seen["seats"] if s["has_decided"]}
        self.logs[table] = seen["log"]
        return str(seen["state"])

    def check(self, on_disk: Decisions) -> None:
        """Whoever was shown to have decided has."""
        assert self.decided <= {(table, number, seat) for table, number, seat, _ in on_disk}

    def check_logs(self) -> None:
        """What was told is told again, by the server that is there now."""
        for table, log in self.logs.items():
            assert self.person.look(table)["log"][: len(log)] == log
        self.person.http.close()


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


def test_killed_time_and_again_it_loses_nothing_that_was_acknowledged_or_seen(
    tmp_path: Path,
) -> None:
    port, settings = free_port(), settings_in(tmp_path)
    process = Process(settings, port)
    pairs = [Pair(port) for _ in range(PAIRS)]
    onlookers = [Onlooker(pair) for pair in pairs]
    moment = random.Random(11)
    for _ in range(KILLS):
        with killed_at_last(process):
            busy = [*(pair.play for pair in pairs), *(eve.watch for eve in onlookers)]
            threads = [threading.Thread(target=what) for what in busy]
            for thread in threads:
                thread.start()
            enough = acknowledged(pairs) + moment.randrange(1, 12)
            shown = decided_before(onlookers) + 2
            eventually(lambda: acknowledged(pairs) >= enough)  # noqa: B023  it waits here
            eventually(lambda: decided_before(onlookers) >= shown)  # noqa: B023
            time.sleep(moment.uniform(0.0, 0.05))
        for thread in threads:
            thread.join()
        on_disk = kept(settings.store_url)
        for pair, eve in zip(pairs, onlookers, strict=True):
            assert pair.acknowledged <= on_disk
            eve.check(on_disk)
        process = Process(settings, port)
    with killed_at_last(process):
        for pair, eve in zip(pairs, onlookers, strict=True):
            seen = [person.look(pair.table) for person in pair.people]
            assert seen[0]["number"] == seen[1]["number"]
            eve.check_logs()
            pair.close()
    assert acknowledged(pairs) > KILLS
    assert decided_before(onlookers) > KILLS


def acknowledged(pairs: list[Pair]) -> int:
    return sum(len(pair.acknowledged) for pair in pairs)


def decided_before(onlookers: list[Onlooker]) -> int:
    """How many decisions they have been shown."""
    return sum(len(eve.decided) for eve in onlookers)


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
        for _ in range(2):  # who replaces them is replaced as well
            playing = threading.Thread(target=pair.play)
            playing.start()
            enough = len(pair.acknowledged) + 5
            eventually(lambda: len(pair.acknowledged) >= enough)  # noqa: B023  it waits here
            for worker in workers_of(process):
                with contextlib.suppress(ProcessLookupError):
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
        for worker in left:  # they end by themselves; not even that is waited for
            with contextlib.suppress(ProcessLookupError):
                os.kill(worker, signal.SIGKILL)


def workers_of(process: Process) -> list[int]:
    """Its children that serve or think; Linux tells which those are."""
    pid = process.process.pid
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    found = []
    for child in children:
        with contextlib.suppress(OSError):  # it has just ended
            if b"resource_tracker" not in Path(f"/proc/{child}/cmdline").read_bytes():
                found.append(int(child))
    return found


# ── One of two workers ───────────────────────────────────────────────────────────────────────────


class Player:
    """Somebody before one worker, with a tab that stays open; notes what was acknowledged."""

    def __init__(self, person: Person, table: str, stack: contextlib.ExitStack) -> None:
        self.person, self.table = person, table
        self.tab: Live = stack.enter_context(person.live(table, drawing=False))
        self.seen = self.tab.table()
        self.acknowledged: Decisions = set()

    def wait_for(self, number: int, *decided: int) -> Table:
        """Until the table has come so far, or further, or these have decided there."""
        while not self.has_come_to(number, decided):
            self.seen = self.tab.table()
        return self.seen

    def has_come_to(self, number: int, decided: tuple[int, ...]) -> bool:
        at_it = self.seen["number"] == number
        return self.seen["number"] > number or (
            at_it and all(self.seen["seats"][seat]["has_decided"] for seat in decided)
        )

    def decide(self) -> None:
        """Any move; it is acknowledged when the own tab shows it."""
        seat, number = self.seen["you"], self.seen["number"]
        move = random.choice(self.seen["offers"])["move"]
        self.person.move(self.table, number, move)
        self.wait_for(number, seat)
        self.acknowledged.add((self.table, number, seat, move))


def test_when_one_of_two_workers_is_killed_the_match_goes_on_at_the_other(
    tmp_path: Path, postgresql: str, redis: str
) -> None:
    settings = settings_in(tmp_path, postgresql, redis)
    with contextlib.ExitStack() as stack:
        dying, staying = (
            stack.enter_context(killed_at_last(Process(settings, free_port()))) for _ in range(2)
        )
        ann, ben = Person(dying.port), Person(staying.port)
        ann.post("/guests", name="Ann")
        ben.post("/guests", name="Ben")
        table = id_of(ann.open_table("karuba", "me", "open", 3, options={"setup": "random"}))
        ben.sit(table)
        anns, bens = Player(ann, table, stack), Player(ben, table, stack)
        # The worker that makes the last decision of a round lets the bot think about the next: that
        # is Ann's. Ben decides when the bot has, so that his never has a reason to think for it.
        number = bens.seen["number"]
        for _ in range(3):
            bens.wait_for(number, 2)
            bens.decide()
            anns.wait_for(number, 1, 2)
            anns.decide()
            number = anns.wait_for(number + 1)["number"]
            bens.wait_for(number)
        bens.wait_for(number, 2)
        bens.decide()
        anns.wait_for(number, 1, 2)
        thinkers = workers_of(dying)
        assert thinkers
        for thinker in thinkers:
            os.kill(thinker, signal.SIGSTOP)  # it thinks for ever
        anns.decide()
        number = bens.wait_for(number + 1)["number"]
        anns.wait_for(number)
        anns.decide()
        bens.wait_for(number, 0)
        assert bens.seen["seats"][2]["is_awaited"]
        dying.kill()
        staying.lose_patience()
        for thinker in thinkers:
            os.kill(thinker, signal.SIGCONT)  # and finds that its server is gone
        with pytest.raises(ConnectionClosed):
            anns.tab.table(lambda table: False)

        ann.http.close()
        again = Person(staying.port)
        again.http.cookies.update(ann.http.cookies)
        anns = moved(anns, Player(again, table, stack))
        assert anns.seen["number"] == number
        assert (table, number, 0, anns.seen["decided"]) in anns.acknowledged
        for player in (anns, bens):  # the worker that is left thinks for the bot by itself
            player.wait_for(number, 0, 2)
            assert player.seen["number"] == number
        bens.decide()  # with the same tab as before
        for player in (anns, bens):
            player.wait_for(number + 1)
        for _ in range(ROUNDS):
            number = bens.seen["number"]
            for player in (anns, bens):
                player.wait_for(number)
                player.decide()
            for player in (anns, bens):
                player.wait_for(number + 1)
        assert anns.acknowledged | bens.acknowledged <= kept(postgresql)
        assert len(anns.acknowledged) == len(bens.acknowledged) == 5 + ROUNDS  # five by the kill
        eventually(lambda: not any(is_running(thinker) for thinker in thinkers))
        for person in (again, ben):
            person.http.close()


def moved(before: Player, now: Player) -> Player:
    now.acknowledged = before.acknowledged
    return now
