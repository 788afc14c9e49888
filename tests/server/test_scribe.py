"""Who writes to SQLite: all of it or nothing, each for itself, and nobody waits for ever."""

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, insert, select, text

from templetop.server.core.refusals import NameTaken
from templetop.server.store import writer
from templetop.server.store.database import Store
from templetop.server.store.person_store import Person, PersonStore, add_person
from templetop.server.store.schema import RelationRow
from tests.server import services
from tests.server.serving import PATIENCE, in_a_loop


def person(name: str) -> Person:
    return Person(name, name, name, None, 0.0)


def in_store(folder: Path) -> Store:
    return Store(f"sqlite:///{folder / 'store.sqlite'}")


def names_in(folder: Path) -> set[str]:
    """As another process would find them."""
    with sqlite3.connect(folder / "store.sqlite") as file:
        return {name for (name,) in file.execute("SELECT name FROM people")}


def test_of_many_at_once_each_may_fail_alone(tmp_path: Path) -> None:
    store = in_store(tmp_path)

    async def all_come() -> list[BaseException | None]:
        names = ["Ann", "Ben", "Ann", "Cem", "Ben"]  # an account is called like another one
        coming = (PersonStore(store).add(Person(str(n), name, name, None, 0.0))
                  for n, name in enumerate(names))  # fmt: skip
        return await asyncio.gather(*coming, return_exceptions=True)

    failed = [isinstance(outcome, NameTaken) for outcome in in_a_loop(all_come())]
    assert failed == [False, False, True, False, True]
    assert names_in(tmp_path) == {"Ann", "Ben", "Cem"}
    store.close()


def test_who_fails_alone_is_not_tried_twice(tmp_path: Path) -> None:
    """Of several at once nobody can say who failed, so each of those is tried again by itself."""
    store, tried = in_store(tmp_path), list[str]()

    def fails(connection: Connection) -> None:
        tried.append("fails")
        raise OSError

    async def fail(other: Callable[[Connection], None] | None) -> None:
        asked = [store.run(job) for job in (fails, other) if job is not None]
        found = await asyncio.gather(*asked, return_exceptions=True)
        assert isinstance(found[0], OSError)

    in_a_loop(fail(None))
    assert len(tried) == 1
    in_a_loop(fail(lambda connection: None))
    assert len(tried) == 3
    store.close()


def test_what_is_answered_is_on_disk(tmp_path: Path) -> None:
    store = in_store(tmp_path)

    async def come_and_look() -> None:
        for number in range(20):
            await PersonStore(store).add(person(f"Guest {number}"))
            assert f"Guest {number}" in names_in(tmp_path)

    in_a_loop(come_and_look())
    store.close()


def test_who_stops_waiting_does_not_stop_it(tmp_path: Path) -> None:
    store = in_store(tmp_path)

    async def come_and_go() -> None:
        coming = asyncio.create_task(PersonStore(store).add(person("Ann")))
        await asyncio.sleep(0)
        coming.cancel()
        with pytest.raises(asyncio.CancelledError):
            await coming
        await PersonStore(store).add(person("Ben"))

    in_a_loop(come_and_go())
    store.close()
    assert names_in(tmp_path) == {"Ann", "Ben"}


def test_what_nobody_waits_for_is_written_at_the_end(tmp_path: Path) -> None:
    store = in_store(tmp_path)

    async def come_and_go() -> None:
        coming = asyncio.create_task(PersonStore(store).add(person("Ann")))
        await asyncio.sleep(0)
        coming.cancel()

    in_a_loop(come_and_go())
    store.close()
    assert names_in(tmp_path) == {"Ann"}


def test_another_process_that_writes_is_waited_for_but_the_loop_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "LOCK_TIMEOUT", PATIENCE)
    store = in_store(tmp_path)
    other = sqlite3.connect(
        tmp_path / "store.sqlite", check_same_thread=False, isolation_level=None
    )
    other.execute("BEGIN IMMEDIATE")
    tries = 0
    assert isinstance(store.writer, writer.SqliteWriter)
    start_anew = store.writer.reconnect

    def try_later() -> None:
        nonlocal tries
        tries += 1
        start_anew()

    monkeypatch.setattr(store.writer, "reconnect", try_later)

    async def come() -> None:
        """Only the loop lets the other one end: if it stood still, it would wait for itself."""
        coming = asyncio.create_task(PersonStore(store).add(person("Ann")))
        while tries < 3:
            assert not coming.done()
            await asyncio.sleep(0.001)
        other.execute("COMMIT")
        await coming

    in_a_loop(come())
    store.close()
    other.close()
    assert names_in(tmp_path) == {"Ann"}


def test_one_that_writes_for_ever_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "LOCK_TIMEOUT", 0.3)
    store = in_store(tmp_path)
    other = sqlite3.connect(tmp_path / "store.sqlite", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")

    async def come(name: str) -> None:
        await PersonStore(store).add(person(name))

    with pytest.raises(Exception, match="locked"):
        in_a_loop(come("Ann"))
    other.execute("COMMIT")
    in_a_loop(come("Ben"))
    store.close()
    other.close()
    assert names_in(tmp_path) == {"Ben"}


# ── Where several write ──────────────────────────────────────────────────────────────────────────


@pytest.fixture
def shared(postgresql: str) -> Iterator[Store]:
    with services.database(postgresql) as address:
        store = Store(address)
        for name in ("Ann", "Ben"):
            in_a_loop(store.run(add_person, person(name)))
        yield store
        store.close()


def twice_at_once(store: Store, *jobs: Callable[[Connection], None]) -> list[None]:
    async def both() -> list[None]:
        return await asyncio.gather(*(store.run(job) for job in jobs))

    return in_a_loop(both())


def test_the_same_said_twice_at_once_is_said_once(shared: Store) -> None:
    both_have_looked, about = threading.Barrier(2), {"person": "Ann", "other": "Ben"}
    looks = []

    def say(connection: Connection) -> None:
        known = connection.execute(select(RelationRow.kind)).first()
        looks.append(known)
        if len(looks) <= 2:
            both_have_looked.wait(PATIENCE)
        if known is None:
            row = {**about, "kind": "asked", "muted": False, "made_at": 0.0}
            connection.execute(insert(RelationRow).values(**row))

    assert twice_at_once(shared, say, say) == [None, None]
    assert len(looks) >= 3


def test_two_who_wait_for_each_other_both_come_through(shared: Store) -> None:
    both_have_one, begun = threading.Barrier(2), []

    def change(*names: str) -> Callable[[Connection], None]:
        def job(connection: Connection) -> None:
            begun.append(names)
            waits = len(begun) <= 2
            for name in names:
                this = text("UPDATE people SET name = :name WHERE id = :name")
                connection.execute(this, {"name": name})
                if waits and name == names[0]:
                    both_have_one.wait(PATIENCE)

        return job

    twice_at_once(shared, change("Ann", "Ben"), change("Ben", "Ann"))
    assert len(begun) >= 3
