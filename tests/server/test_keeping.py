"""What nobody needs any more is deleted: which tables and guests, how many at a time, how often."""

import asyncio
import logging
import time
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import Connection

from templetop.server.accounts.sessions import DAY, SESSION_SECONDS
from templetop.server.community.chat_reports import KEEP_SECONDS
from templetop.server.core.settings import RetentionSettings
from templetop.server.deals import duplicates
from templetop.server.operations import account_deletion, retention
from templetop.server.operations.retention import (
    CORRESPONDENCE_FACTOR,
    FIRST_RUN_SECONDS,
    RUN_INTERVAL,
    delete_expired,
    delete_old_guests,
    delete_old_sessions,
    delete_old_tables,
    erase_expired_tables,
    expired_guests,
    run_retention,
)
from templetop.server.store import deal_plays
from templetop.server.store.deal_plays import DealLists
from templetop.server.store.schema import (
    BrowserRow,
    DealPlayRow,
    EmailTokenRow,
    NewHomeRow,
    PersonRow,
    ReportRow,
    SessionRow,
    TableRow,
)
from tests.server.rows import NOW, add, member, person, rows, store_in_memory, table

DAYS = RetentionSettings(waiting=2, running=60, over=365, guests=300)
FOR_EVER = RetentionSettings(0, 0, 0, 0)


@pytest.fixture
def connection() -> Iterator[Connection]:
    with store_in_memory() as memory, memory.engine.begin() as connection:
        person("Ann", connection)
        yield connection


class Tables:
    """As much of the service of tables as the retention needs: its store, and what it was told."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.store = SimpleNamespace(run=self.run_job)
        self.bus = self
        self.rooms: dict[str, Any] = {}
        self.deal_lists = DealLists()
        self.gone: list[str] = []
        self.jobs: list[Any] = []

    async def run_job(self, job: Any, *about: Any) -> Any:
        self.jobs.append(job)
        return job(*about, self.connection)

    def on_remote_close(self, table_id: str) -> None:
        self.gone.append(table_id)

    def publish_closed(self, table_id: str) -> str:
        return f"bell {table_id}"

    def start_task(self, task: Any) -> None:
        self.gone.append(task)

    def end_sessions(self, sessions: Any) -> None:
        """Nobody has any here."""


def tables_of(connection: Connection, *watched: str) -> Any:
    table_service = Tables(connection)
    table_service.rooms = {name: SimpleNamespace(clients={"somebody"}) for name in watched}
    table_service.rooms["unwatched"] = SimpleNamespace(clients=set())
    return table_service


def tables(connection: Connection) -> list[str]:
    return sorted(row["id"] for row in rows(TableRow, connection))


# ── Tables ───────────────────────────────────────────────────────────────────────────────────────


def is_erased_after(days: float, connection: Connection, *seats: Any, **about: Any) -> bool:
    """Is it still there until then, and gone right after that?"""
    table("t", connection, *seats, **about)
    before = erase_expired_tables(DAYS, NOW + days * DAY, [], connection)
    after = erase_expired_tables(DAYS, NOW + days * DAY + 1, [], connection)
    return (before, after) == ([], ["t"])


def test_a_table_that_waits_for_people_is_kept_for_some_days(connection: Connection) -> None:
    assert is_erased_after(2, connection, "ann", None, state="waiting")


def test_by_correspondence_it_waits_longer(connection: Connection) -> None:
    by_days = {"clock": "move", "seconds": int(DAY), "state": "waiting"}
    assert is_erased_after(2 * CORRESPONDENCE_FACTOR, connection, "ann", None, **by_days)


@pytest.mark.parametrize(
    ("clock", "seconds"), [("move", int(DAY) - 1), ("player", int(DAY)), (None, None)]
)
def test_with_another_clock_it_does_not(
    connection: Connection, clock: Any, seconds: int | None
) -> None:
    about = {"clock": clock, "seconds": seconds, "state": "waiting"}
    assert is_erased_after(2, connection, "ann", None, **about)


def test_a_match_of_bots_is_kept_as_long(connection: Connection) -> None:
    assert is_erased_after(2, connection, 1, 2, state="running")


def test_a_match_of_people_without_a_move_is_kept_longer(connection: Connection) -> None:
    assert is_erased_after(60, connection, "ann", 1, state="running")


def test_a_match_whose_clock_still_runs_is_kept_until_then(connection: Connection) -> None:
    assert is_erased_after(100, connection, "ann", 1, state="running", deadline=NOW + 100 * DAY + 1)


def test_a_match_that_is_over_is_kept_for_a_year(connection: Connection) -> None:
    assert is_erased_after(365, connection, "ann", 1, state="over")


def test_what_is_kept_for_ever_is_never_old(connection: Connection) -> None:
    for state in ("waiting", "running", "over"):
        table(state, connection, "ann", state=state, changed_at=0.0)
    table("bots", connection, 1, state="running", changed_at=0.0)
    assert erase_expired_tables(FOR_EVER, 1e12, [], connection) == []


def test_what_somebody_looks_at_is_kept(connection: Connection) -> None:
    for name in ("seen", "unseen"):
        table(name, connection, None, state="waiting")
    later = NOW + 3 * DAY
    assert asyncio.run(delete_old_tables(tables_of(connection, "seen"), DAYS, later)) == 1
    assert tables(connection) == ["seen"]


def test_it_goes_on_until_few_are_left_and_all_workers_are_told(
    connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "BATCH_SIZE", 2)
    for name in "abcde":
        table(name, connection, None, state="waiting")
    table("young", connection, None, state="waiting", changed_at=NOW + 3 * DAY)
    table_service = tables_of(connection)
    assert asyncio.run(delete_old_tables(table_service, DAYS, NOW + 3 * DAY)) == 5
    assert tables(connection) == ["young"]
    assert table_service.jobs == [erase_expired_tables] * 3
    assert sorted(table_service.gone) == sorted([*"abcde", *(f"bell {name}" for name in "abcde")])


def test_of_some_only_so_many_go_at_once(connection: Connection) -> None:
    for number in range(retention.BATCH_SIZE + 1):
        table(f"t{number}", connection, None, state="waiting")
    assert (
        len(erase_expired_tables(DAYS, NOW + 3 * DAY, [], connection)) == retention.BATCH_SIZE == 50
    )


# ── People ───────────────────────────────────────────────────────────────────────────────────────


def test_guests_who_were_not_here_for_so_long_are_old(connection: Connection) -> None:
    person("Ben", connection, seen_at=NOW + 1)
    person("Eve", connection, banned="Noise.")
    member("Cem", connection)
    assert expired_guests(NOW + 1, connection) == ["ann"]
    assert expired_guests(NOW, connection) == []


def test_guests_go_a_few_at_a_time(connection: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "BATCH_SIZE", 2)
    for number in range(4):
        person(f"Guest{number}", connection)
    member("Cem", connection)
    table_service = tables_of(connection)
    assert asyncio.run(delete_old_guests(table_service, DAYS, NOW + 300 * DAY)) == 0
    assert asyncio.run(delete_old_guests(table_service, DAYS, NOW + 300 * DAY + 1)) == 5
    assert [row["id"] for row in rows(PersonRow, connection)] == ["cem"]
    assert table_service.jobs.count(expired_guests) == 4
    person("Old", connection, seen_at=0.0)
    assert asyncio.run(delete_old_guests(table_service, FOR_EVER, 1e12)) == 0
    assert len(rows(PersonRow, connection)) == 2


def test_a_full_last_step_is_followed_by_an_empty_one(
    connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "BATCH_SIZE", 1)
    table_service = tables_of(connection)
    assert asyncio.run(delete_old_guests(table_service, DAYS, NOW + 301 * DAY)) == 1
    assert table_service.jobs.count(expired_guests) == 2


def test_sessions_end_after_a_year_and_letters_after_a_day(connection: Connection) -> None:
    for name, seen in (("old", NOW - 1), ("new", NOW)):
        add(SessionRow, connection, id=name, person="ann", made_at=NOW, seen_at=seen)
        add(
            BrowserRow, connection, id=name, person="ann", session=name, endpoint="e", p256dh="p",
            auth="a", made_at=NOW,
        )  # fmt: skip
        made = seen + SESSION_SECONDS - DAY
        add(EmailTokenRow, connection, id=name, person="ann", kind="email", email="e", made_at=made)
    delete_old_sessions(NOW + SESSION_SECONDS, connection)
    for kind in (SessionRow, BrowserRow, EmailTokenRow):
        assert [row["id"] for row in rows(kind, connection)] == ["new"], kind


# ── All of it ────────────────────────────────────────────────────────────────────────────────────


def full_house(connection: Connection) -> Any:
    """Something old of every kind."""
    table("t", connection, "ann", state="over")
    long_ago = NOW - 3 * SESSION_SECONDS
    add(SessionRow, connection, id="s", person="ann", made_at=NOW, seen_at=long_ago)
    about = {"table": "t", "line": 1, "by": "ann", "said_by": "ann", "says": "Boo."}
    add(ReportRow, connection, **about, at=NOW - KEEP_SECONDS)
    add(NewHomeRow, connection, deal="d", home="h", began_at=NOW - 3 * DAY)
    add(DealPlayRow, connection, deal="d", person="ann", seat=0, began_at=NOW - 365 * DAY)
    return tables_of(connection)


def left(connection: Connection) -> list[str]:
    kinds = (SessionRow, ReportRow, NewHomeRow, DealPlayRow, TableRow, PersonRow)
    return [kind.__name__ for kind in kinds if rows(kind, connection)]


def test_a_cleaning_takes_away_whatever_is_old(
    connection: Connection, caplog: pytest.LogCaptureFixture
) -> None:
    table_service = full_house(connection)
    with caplog.at_level(logging.INFO, "templetop.server"):
        asyncio.run(delete_expired(table_service, DAYS, NOW + 1))
    assert left(connection) == ["TableRow", "PersonRow"]
    assert caplog.text == ""
    assert table_service.jobs[-1] is duplicates.erase_old_duplicates
    assert deal_plays.erase_old_plays in table_service.jobs
    with caplog.at_level(logging.INFO, "templetop.server"):
        asyncio.run(delete_expired(table_service, DAYS, NOW + 366 * DAY))
    assert left(connection) == []
    assert "Deleted 1 tables and 1 guests" in caplog.text


def test_where_matches_are_kept_for_ever_so_is_who_played(connection: Connection) -> None:
    table_service = full_house(connection)
    asyncio.run(delete_expired(table_service, FOR_EVER, NOW + 1))
    assert left(connection) == ["DealPlayRow", "TableRow", "PersonRow"]


@pytest.mark.parametrize("what", ["table", "guest"])
def test_either_is_worth_a_line(
    connection: Connection, caplog: pytest.LogCaptureFixture, what: str
) -> None:
    if what == "table":
        table("t", connection, None, state="waiting")
    keep = RetentionSettings(2, 60, 365, 300 if what == "guest" else 0)
    with caplog.at_level(logging.INFO, "templetop.server"):
        asyncio.run(delete_expired(tables_of(connection), keep, NOW + 301 * DAY))
    expected = "Deleted 1 tables and 0" if what == "table" else "Deleted 0 tables and 1"
    assert expected in caplog.text


def test_duplicates_are_as_old_as_matches(
    connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    since = []
    for module, name in ((deal_plays, "erase_old_plays"), (duplicates, "erase_old_duplicates")):
        monkeypatch.setattr(module, name, lambda moment, connection: since.append(moment))
    asyncio.run(delete_expired(tables_of(connection), DAYS, NOW))
    assert since == [NOW - 365 * DAY] * 2


class Stop(Exception):
    """Ends what goes on for ever."""


def test_house_is_kept_every_hour_whatever_fails(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    slept, cleaned = [], []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) == 4:
            raise Stop

    async def clean(*about: Any) -> None:
        cleaned.append(about)
        if len(cleaned) == 1:
            raise ValueError("The store is away.")

    monkeypatch.setattr(asyncio, "sleep", sleep)
    monkeypatch.setattr(retention, "delete_expired", clean)
    before, table_service = time.time(), tables_of(None)  # type: ignore[arg-type]
    with pytest.raises(Stop):
        asyncio.run(run_retention(table_service, DAYS))
    assert slept == [FIRST_RUN_SECONDS, RUN_INTERVAL, RUN_INTERVAL, RUN_INTERVAL]
    assert [one[:2] for one in cleaned] == [(table_service, DAYS)] * 3
    assert all(one[2] >= before for one in cleaned)
    assert caplog.text.count("Old data could not be deleted.") == 1


def test_whoever_is_deleted_is_deleted_with_all_of_it(
    connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    erased = []

    async def erase(table_service: Any, person_id: str) -> None:
        erased.append(person_id)
        await table_service.store.run(account_deletion.erase_person_rows, person_id)

    monkeypatch.setattr(account_deletion, "delete_person", erase)
    asyncio.run(delete_old_guests(tables_of(connection), DAYS, NOW + 301 * DAY))
    assert erased == ["ann"]
