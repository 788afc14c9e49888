"""Several workers share tables through PostgreSQL and Redis."""

import random
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import orjson
import psycopg
import pytest

from templetop.engine.match import legal_moves
from templetop.engine.seats import CHANCE
from templetop.games.shelf import ready_games, take
from templetop.server.bots import autoplay
from templetop.server.store import writer
from templetop.server.store.change import Row, StoredTable, TableChange
from templetop.server.store.change import Seat as InStore
from templetop.server.tables.table import Table as AtWorker
from tests.server import services
from tests.server.serving import (
    Person,
    Refused,
    Serving,
    Table,
    eventually,
    play_on,
    serving,
    settings_in,
)

KEY = "ab" * 32


@pytest.fixture(scope="module")
def workers(
    postgresql: str, redis: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[list[Serving]]:
    """Two, with one store, one Redis and one secret."""
    settings = settings_in(tmp_path_factory.mktemp("workers"), postgresql, redis)
    with serving(settings) as first, serving(settings) as second:
        yield [first, second]


def elsewhere(person: Person, worker: Serving) -> Person:
    """The same person, whose browser comes to another worker."""
    other = worker.stranger()
    other.http.cookies.update(person.http.cookies)
    return other


def shared_table(workers: list[Serving]) -> tuple[Person, Person, Table]:
    """Ann talks to the one worker, Ben to the other."""
    ann, ben = workers[0].person("Ann"), workers[1].person("Ben")
    table = ann.open_table("karuba", "me", "open", options={"setup": "random"})
    ben.sit(table)
    return ann, ben, ann.look(table)


def test_what_happens_at_one_worker_is_seen_at_the_other(workers: list[Serving]) -> None:
    ann, ben, table = shared_table(workers)
    with ann.live(table) as anns, ben.live(table) as bens:
        anns.table(lambda t: all(seat["is_here"] for seat in t["seats"]))
        move, number = table["offers"][0]["move"], table["number"]
        ann.move(table, number, move)
        bens.table(lambda t: t["seats"][0]["has_decided"])
        ben.move(table, number, move)
        for tab in (anns, bens):
            assert tab.table(lambda t: t["number"] > number)["number"] == number + 3


def test_a_match_across_two_workers(workers: list[Serving]) -> None:
    ann, ben, table = shared_table(workers)
    end = play_on([ann, ben], table)
    assert end["state"] == "over"
    assert ann.look(table)["log"] == ben.look(table)["log"]


def test_two_workers_never_both_accept_one_number(workers: list[Serving]) -> None:
    """Ann sends different moves to both at the same moment, again and again."""
    ann = workers[0].person("Ann")
    twins = [ann, elsewhere(ann, workers[1])]
    table = ann.open_table("karuba", "me", options={"setup": "random"})
    for _ in range(15):
        now = ann.look(table)
        start = threading.Barrier(2)
        moves = [now["offers"][0]["move"], now["offers"][-1]["move"]]

        def send(twin: int, number: int = now["number"]) -> int:
            start.wait()  # noqa: B023  the loop waits for this
            try:
                twins[twin].move(table, number, moves[twin])  # noqa: B023
            except Refused as refused:
                return refused.status
            return 200

        with ThreadPoolExecutor(2) as pool:
            answers = [*pool.map(send, range(2))]
        assert sorted(answers) == [200, 409]
        seen = [twin.look(table) for twin in twins]
        assert seen[0] == seen[1]
        assert seen[0]["number"] == now["number"] + 2


def test_the_last_two_to_decide_at_the_same_moment_are_both_heard(workers: list[Serving]) -> None:
    ann, ben, table = shared_table(workers)
    people = [ann, ben]
    for _ in range(15):
        now = ann.look(table)
        start = threading.Barrier(2)

        def send(person: Person, number: int = now["number"]) -> None:
            start.wait()  # noqa: B023  the loop waits for this
            person.move(table, number, now["offers"][0]["move"])  # noqa: B023

        with ThreadPoolExecutor(2) as pool:
            [*pool.map(send, people)]
        assert [person.look(table)["number"] for person in people] == [now["number"] + 3] * 2


def test_what_is_taken_back_at_one_worker_is_gone_at_the_other(workers: list[Serving]) -> None:
    ann, ben = workers[0].person("Ann"), workers[1].person("Ben")
    table = ann.open_table("karuba", "me", "open")
    ben.sit(table)
    mover, other = (ann, ben) if ann.look(table)["offers"] else (ben, ann)
    before = mover.look(table)
    first, second = (offer["move"] for offer in before["offers"][:2])
    mover.move(table, before["number"], first)
    seen = other.look(table)
    again = mover.undo(table, seen["number"])
    mover.move(table, again["number"], second)
    now = other.look(table)
    assert now["moves"] == seen["moves"]
    assert now["number"] > seen["number"]
    assert now["log"] != seen["log"]
    assert now["log"] == mover.look(table)["log"]


@pytest.mark.parametrize("game", ready_games())
def test_a_worker_that_is_told_a_change_has_the_same_table(game: str) -> None:
    """It makes the change itself, and need not look into the store."""
    card = take(game)
    agreed = (card.rules_version, card.agreed(), True, "I", "A", KEY, None, None)
    row = Row("T", game, *agreed, "waiting", 0.0)
    seats = [InStore("T", n, "person", person=name, name=name) for n, name in enumerate("AB")]
    table = AtWorker(StoredTable(row, seats, [], {}))
    begun = table.start_if_full({}, 0.0)
    table.apply(begun)
    told = AtWorker(StoredTable(replace(row), [replace(seat) for seat in seats], begun.moves, {}))
    chosen = random.Random(3)
    for _ in range(40):
        assert table.match is not None
        assert told.match is not None
        change = next_change(table, chosen)
        table.apply(change)
        line = orjson.loads(orjson.dumps(change.as_json()))
        assert told.apply_remote(table.row.revision, TableChange.from_json(line))
        assert (told.row, told.seats, told.decisions) == (table.row, table.seats, table.decisions)
        assert (told.answers, told.moves) == (table.answers, table.moves)
        assert (told.attachments, told.deal.clocks) == (table.attachments, table.deal.clocks)
        if table.row.state == "over":
            break
        assert told.match.state.tobytes() == table.match.state.tobytes()
    assert not told.apply_remote(table.row.revision, TableChange())  # it has that already
    assert not told.apply_remote(table.row.revision + 2, TableChange())  # it has missed one


def next_change(table: AtWorker, chosen: random.Random) -> TableChange:
    """Somebody decides, or an experiment has found what happens."""
    assert table.match is not None
    if table.waits_for_chance:
        event = chosen.choice(legal_moves(table.match.state, CHANCE))
        change = table.apply_events(table.number, [event], b"a way", 5.0)
    else:
        seat = table.awaited_seats()[0]
        move = chosen.choice(legal_moves(table.match.state, seat))
        change = table.decide(seat, table.number, move, 5.0)
    assert change is not None
    return change


def test_a_connection_that_broke_while_idle_is_not_used(
    postgresql: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "IDLE_SECONDS", 0.0)
    with serving(settings_in(tmp_path, postgresql)) as server:
        ann = server.person("Ann")
        table = ann.open_table("karuba", "me", options={"setup": "random"})
        with psycopg.connect(postgresql) as other:
            other.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE pid <> pg_backend_pid() AND state = 'idle' AND datname = current_database()"
            )
        assert ann.any_move(table)["moves"] > table["moves"]


def test_news_come_without_redis_too(postgresql: str, tmp_path: Path) -> None:
    with services.redis() as redis:
        settings = settings_in(tmp_path, postgresql, redis)
        first, second = Serving(settings), Serving(settings)
        ann, ben, table = shared_table([first, second])
    try:
        with ben.live(table) as tab:
            tab.table()
            ann.any_move(table)
            tab.table(lambda t: t["seats"][0]["has_decided"])
    finally:
        first.stop()
        second.stop()


def test_a_bot_that_a_dead_worker_left_behind_is_thought_for(
    workers: list[Serving], monkeypatch: pytest.MonkeyPatch, postgresql: str, tmp_path: Path
) -> None:
    monkeypatch.setattr(autoplay, "TAKEOVER_TIMEOUT", 0.5)
    ann = workers[0].person("Ann")
    with monkeypatch.context() as dying:
        dying.setattr(
            autoplay.Autoplay, "schedule", lambda *_: None
        )  # it dies before the bot thinks
        table = ann.open_table("karuba", "me", 3, options={"setup": "random"})
        number = ann.any_move(table)["number"]
    with serving(settings_in(tmp_path, postgresql)):
        eventually(lambda: ann.look(table)["number"] > number)
