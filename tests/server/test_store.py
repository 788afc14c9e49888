"""What is asked of the store and written to it, without a server."""

import os
import sqlite3
import stat
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, insert, update
from sqlalchemy.exc import DatabaseError, OperationalError

from templetop.server.core.refusals import NoSuchAttachment, NoSuchTable
from templetop.server.store import database, fast_sql
from templetop.server.store.change import MadeMove, StoredTable, TableChange
from templetop.server.store.database import (
    MAX_LISTED,
    RevisionConflict,
    Store,
    UnknownStore,
    add_shared_deal_table,
    add_table,
    connect_arguments,
    count_open_tables,
    create_engine_for,
    erase_table,
    find_due_tables,
    list_tables,
    load_attachment,
    load_revisions,
    load_table,
    replace_moves,
    write_change,
)
from templetop.server.store.fast_sql import PreparedStatement
from templetop.server.store.schema import (
    AttachmentRow,
    BestPossibleRow,
    DealPlayRow,
    DecisionRow,
    InvitationRow,
    MoveRow,
    NotificationRow,
    ReviewRow,
    SeatRow,
    TableRow,
)
from tests.server.rows import (
    NOW,
    add,
    decided,
    kept,
    made,
    person,
    row_of,
    rows,
    seat_of,
    store_in_memory,
    table,
)
from tests.server.serving import in_a_loop


@pytest.fixture
def connection() -> Iterator[Connection]:
    with store_in_memory() as memory, memory.engine.begin() as connection:
        yield connection


# ── Opening it ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("url", ["mysql://host/name", "nonsense", "", "sqlite"])
def test_other_addresses_are_no_store(url: str) -> None:
    with pytest.raises(UnknownStore, match="sqlite:///FILE or postgresql"):
        Store(url)


def test_a_new_file_is_its_owners_alone(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        Store(f"sqlite:///{tmp_path / 'store.sqlite'}").close()
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "store.sqlite").stat().st_mode) == 0o600


def test_memory_is_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for url in ("sqlite://", "sqlite:///:memory:"):
        database.create_private_file(create_engine_for(url))
    assert not list(tmp_path.iterdir())


def test_a_file_that_is_there_keeps_its_contents(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'store.sqlite'}"
    first = Store(address)
    with first.engine.begin() as connection:
        table("t", connection, None)
    first.close()
    second = Store(address)
    with second.engine.begin() as connection:
        assert kept("t", connection).row.id == "t"
    second.close()


def test_what_is_no_store_is_damaged_and_what_is_no_file_cannot_be_opened(tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("Dear Ann, this is no store at all. " * 100)
    with pytest.raises(UnknownStore, match=r"damaged, .*restore a backup\.$"):
        Store(f"sqlite:///{tmp_path / 'letter'}")
    with pytest.raises(UnknownStore, match=r"cannot be opened: unable to open database file\.$"):
        Store(f"sqlite:///{tmp_path / 'nowhere' / 'store.sqlite'}")


def test_of_an_error_the_first_line_is_told_without_its_full_stop() -> None:
    error = OperationalError("", {}, sqlite3.OperationalError("no such table.\nmore"))
    assert database.connect_error_sentence(error) == "The store cannot be opened: no such table."
    damaged = DatabaseError("", {}, sqlite3.DatabaseError("it is encrypted"))
    assert database.is_damaged(damaged)
    assert not database.is_damaged(error)


def test_a_database_server_has_some_seconds_to_take_a_connection() -> None:
    assert connect_arguments("postgresql://host/name") == {
        "connect_timeout": database.CONNECT_TIMEOUT
    }
    assert connect_arguments("postgresql://host/name?connect_timeout=9") == {}
    assert connect_arguments("sqlite://") == {}


def test_there_are_connections_for_eight_at_once(tmp_path: Path) -> None:
    assert create_engine_for(f"sqlite:///{tmp_path / 'store.sqlite'}").pool.size() == 8  # type: ignore[attr-defined]


def test_what_was_asked_is_in_no_error() -> None:
    assert create_engine_for("sqlite://").hide_parameters


def test_sqlite_waits_for_the_disk_and_checks_keys(tmp_path: Path) -> None:
    file = Store(f"sqlite:///{tmp_path / 'store.sqlite'}")
    with file.engine.begin() as connection:
        asked = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    file.close()
    assert asked == {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "busy_timeout": 10000,
    }


def test_a_transaction_locks_the_file_at_once(tmp_path: Path) -> None:
    file = Store(f"sqlite:///{tmp_path / 'store.sqlite'}")
    with file.engine.begin():
        other = sqlite3.connect(tmp_path / "store.sqlite", timeout=0)
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("BEGIN IMMEDIATE")
        other.close()
    file.close()


# ── A table ──────────────────────────────────────────────────────────────────────────────────────


def test_a_table_is_kept_as_it_is(connection: Connection) -> None:
    person("Ann", connection)
    row = row_of("t", options={"setup": "random"}, deadline=NOW + 9, notices=[["left", 1]])
    seats = [seat_of("t", 1, 3), seat_of("t", 0, "ann", spent=1.5)]
    add_table(StoredTable(row, seats, made(5, 6), {}), None, connection)
    found = kept("t", connection)
    assert found.row == row
    assert found.seats == seats[::-1]
    assert found.moves == made(5, 6)
    moves = [(one["number"], one["made_at"]) for one in rows(MoveRow, connection)]
    assert moves == [(0, NOW), (1, NOW)]
    assert (found.decisions, found.attachments) == ({}, [])


def test_there_is_no_such_table(connection: Connection) -> None:
    with pytest.raises(NoSuchTable):
        load_table("none", 0, connection)


def test_only_the_moves_after_those_that_are_known_are_told(connection: Connection) -> None:
    table("t", connection, None)
    table("other", connection, None)
    write_change(
        "t",
        0,
        0,
        TableChange({"asked_at": NOW}, moves=made(5, 6, 7), attachment=b"0"),
        False,
        connection,
    )
    write_change(
        "other",
        0,
        0,
        TableChange({"asked_at": NOW}, moves=made(8), attachment=b"1"),
        False,
        connection,
    )
    assert load_table("t", 0, connection).moves == made(5, 6, 7)
    assert load_table("t", 1, connection).moves == made(5, 6, 7)[1:]
    assert load_table("t", 3, connection).moves == []
    assert load_table("t", 0, connection).attachments == [0]
    assert load_table("t", 1, connection).attachments == []


def test_a_rematch_is_written_at_the_table_before(connection: Connection) -> None:
    table("t", connection, None)
    again = StoredTable(row_of("again"), [seat_of("again", 0, None)], [], {})
    with pytest.raises(RevisionConflict):
        add_table(again, ("t", 1), connection)
    add_table(again, ("t", 0), connection)
    assert (kept("t", connection).row.rematch, kept("t", connection).row.revision) == ("again", 1)
    assert kept("again", connection).row.rematch is None


def test_a_dealt_table_begins_the_play_of_its_people(connection: Connection) -> None:
    person("Ann", connection)
    dealt = StoredTable(row_of("t", deal="day/2030-01-01/karuba"), [seat_of("t", 0, "ann")], [], {})
    add_shared_deal_table(dealt, {0: "ann"}, NOW, None, connection)
    (play,) = rows(DealPlayRow, connection)
    assert play == {
        "deal": "day/2030-01-01/karuba",
        "person": "ann",
        "table": "t",
        "seat": 0,
        "began_at": NOW,
        "ended_at": None,
        "result": None,
        "points": None,
        "gave_up": False,
        "score": None,
        "home": None,
        "apart": False,
    }
    assert kept("t", connection).row == dealt.row


def test_revisions_of_those_that_are_there(connection: Connection) -> None:
    for name in ("t", "u", "v"):
        table(name, connection, None)
    write_change("u", 0, 0, TableChange(), False, connection)
    assert load_revisions(["t", "u", "none"], connection) == {"t": 0, "u": 1}


# ── A change ─────────────────────────────────────────────────────────────────────────────────────


def test_a_change_raises_the_revision_and_the_date(connection: Connection) -> None:
    table("t", connection, None)
    table("u", connection, None)
    before = time.time()
    write_change("t", 0, 0, TableChange({"undone": 4}), False, connection)
    row = kept("t", connection).row
    assert (row.revision, row.undone) == (1, 4)
    assert before <= row.changed_at <= time.time()
    assert kept("u", connection).row == row_of("u")


def test_a_change_that_does_not_follow_writes_nothing(connection: Connection) -> None:
    table("t", connection, "bot" and 2)
    change = TableChange({"undone": 4}, {0: {"spent": 9.0}}, made(1), decisions=decided(seat_0=1))
    for revision in (1, -1):
        with pytest.raises(RevisionConflict):
            write_change("t", revision, 0, change, True, connection)
    with pytest.raises(RevisionConflict):
        write_change("none", 0, 0, change, True, connection)
    found = kept("t", connection)
    assert found.row == row_of("t")
    assert (found.seats[0].spent, found.moves, found.decisions) == (0.0, [], {})


def test_a_change_of_a_seat_is_at_that_seat_of_that_table(connection: Connection) -> None:
    for name in ("t", "u"):
        table(name, connection, 1, 2, 3)
    write_change("t", 0, 0, TableChange(seats={1: {"spent": 2.5, "missed": 1}}), False, connection)
    assert [(seat.spent, seat.missed) for seat in kept("t", connection).seats] == [
        (0.0, 0),
        (2.5, 1),
        (0.0, 0),
    ]
    assert all(seat.spent == 0.0 for seat in kept("u", connection).seats)


def test_moves_follow_those_that_were_made(connection: Connection) -> None:
    table("t", connection, None)
    write_change("t", 0, 0, TableChange({"asked_at": NOW + 1}, moves=made(5, 6)), False, connection)
    more = [MadeMove(1, 7, 2)]
    write_change("t", 1, 2, TableChange({"asked_at": NOW + 2}, moves=more), False, connection)
    assert kept("t", connection).moves == made(5, 6) + more
    at = [(row["number"], row["made_at"]) for row in rows(MoveRow, connection)]
    assert at == [(0, NOW + 1), (1, NOW + 1), (2, NOW + 2)]


def test_moves_taken_back_are_gone_with_what_was_kept_beside_them(connection: Connection) -> None:
    for name in ("t", "u"):
        table(name, connection, None)
        for number, move in enumerate((5, 6, 7)):
            change = TableChange(
                {"asked_at": NOW}, moves=[MadeMove(0, move, 0)], attachment=b"%d" % move
            )
            write_change(name, number, number, change, False, connection)
    again = TableChange({"asked_at": NOW}, moves=[], taken_back=2)
    write_change("t", 3, 3, again, False, connection)
    found = kept("t", connection)
    assert ([one.move for one in found.moves], found.attachments) == ([5], [0])
    assert [one.move for one in kept("u", connection).moves] == [5, 6, 7]
    assert kept("u", connection).attachments == [0, 1, 2]


def test_what_is_kept_beside_an_event_has_its_number(connection: Connection) -> None:
    for name, body in (("t", b"film"), ("u", b"other")):
        table(name, connection, None)
        write_change(name, 0, 4, TableChange(attachment=body), False, connection)
    assert load_attachment("t", 4, connection) == b"film"
    for name, number in (("t", 3), ("none", 4)):
        with pytest.raises(NoSuchAttachment):
            load_attachment(name, number, connection)


def test_an_empty_keepsake_is_one(connection: Connection) -> None:
    table("t", connection, None)
    write_change("t", 0, 0, TableChange(), False, connection)
    assert rows(AttachmentRow, connection) == []
    write_change("t", 1, 0, TableChange(attachment=b""), False, connection)
    assert load_attachment("t", 0, connection) == b""


def test_decisions_are_those_of_the_number_that_is_asked(connection: Connection) -> None:
    for name in ("t", "u"):
        table(name, connection, None, length=3)
        write_change(
            name, 0, 3, TableChange(decisions=decided(seat_0=8, seat_1=9)), False, connection
        )
    assert kept("t", connection).decisions == decided(seat_0=8, seat_1=9)
    write_change("t", 1, 3, TableChange(decisions=decided(seat_0=7)), True, connection)
    assert kept("t", connection).decisions == decided(seat_0=7)
    write_change("t", 2, 3, TableChange({"undone": 1}), True, connection)
    assert kept("t", connection).decisions == decided(seat_0=7)
    write_change("t", 3, 3, TableChange({"length": 4}), True, connection)
    assert kept("t", connection).decisions == {}  # they belong to another number
    write_change("t", 4, 4, TableChange(decisions={}), True, connection)
    assert [row["table"] for row in rows(DecisionRow, connection)] == ["u", "u"]


def test_decisions_are_cleared_only_where_there_are_any(
    connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would be a statement more for every move."""
    cleared = []
    monkeypatch.setattr(
        database.CLEAR_DECISIONS, "execute", lambda connection, row: cleared.append(row["this"])
    )
    table("t", connection, None)
    write_change("t", 0, 0, TableChange(decisions={}), False, connection)
    write_change("t", 1, 0, TableChange(), True, connection)
    assert cleared == []
    write_change("t", 2, 0, TableChange(decisions={}), True, connection)
    assert cleared == ["t"]


def test_a_table_that_is_over_ends_the_plays_there(connection: Connection) -> None:
    person("Ann", connection)
    row = row_of("t", deal="day/2030-01-01/karuba", standing=[12])
    add_shared_deal_table(
        StoredTable(row, [seat_of("t", 0, "ann")], [], {}), {0: "ann"}, NOW, None, connection
    )
    write_change("t", 0, 0, TableChange({"state": "running"}), False, connection)
    assert rows(DealPlayRow, connection)[0]["ended_at"] is None
    over = TableChange({"state": "over"}, {0: {"result": "won"}})
    write_change("t", 1, 0, over, False, connection)
    assert rows(DealPlayRow, connection)[0]["result"] == "won"


def test_a_table_is_carried_over_to_the_numbers_of_new_rules(connection: Connection) -> None:
    for name in ("t", "u"):
        table(name, connection, None, length=2)
        first = TableChange({"asked_at": NOW}, moves=made(5, 6), decisions=None)
        write_change(name, 0, 0, first, False, connection)
        change = TableChange(decisions=decided(seat_0=8, seat_1=9))
        write_change(name, 1, 2, change, False, connection)
    now = kept("t", connection)
    moves = [MadeMove(one.seat, one.move + 100, one.answers) for one in now.moves]
    new = StoredTable(now.row, now.seats, moves, decided(seat_0=108, seat_1=109))
    replace_moves(new, 7, connection)
    found = kept("t", connection)
    assert (found.row.rules_version, found.row.revision) == (7, 3)
    assert (found.moves, found.decisions) == (moves, new.decisions)
    assert kept("u", connection).moves == made(5, 6)
    assert kept("u", connection).decisions == decided(seat_0=8, seat_1=9)
    with pytest.raises(RevisionConflict):
        replace_moves(new, 7, connection)


def test_of_an_erased_table_nothing_is_left(connection: Connection) -> None:
    person("Ann", connection)
    for name in ("t", "u"):
        table(name, connection, "ann", deal=f"friends/{name}/1")
        change = TableChange(
            {"asked_at": NOW}, moves=made(5), attachment=b"film", decisions=decided(seat_0=8)
        )
        write_change(name, 0, 0, change, False, connection)
        add(BestPossibleRow, connection, table=name, found=1, most=2)
        add(
            NotificationRow, connection, table=name, person="ann", way="mail", number=1, made_at=NOW
        )
        add(
            ReviewRow, connection, table=name, seat=0, number=1, rules_version=1, stage="done",
            done=1, total=1, told_at=NOW, body=b"",
        )  # fmt: skip
        add(InvitationRow, connection, table=name, person="ann", by="ann", made_at=NOW)
        add(DealPlayRow, connection, deal=f"friends/{name}/1", person="ann", table=name, seat=0,
            began_at=NOW)  # fmt: skip
    connection.execute(update(TableRow).where(TableRow.id == "u").values(rematch="t"))
    erase_table("t", connection)
    for kind in (
        BestPossibleRow, NotificationRow, ReviewRow, InvitationRow, AttachmentRow, DecisionRow,
        MoveRow, SeatRow,
    ):  # fmt: skip
        assert [row["table"] for row in rows(kind, connection)] == ["u"], kind
    assert [row["id"] for row in rows(TableRow, connection)] == ["u"]
    assert kept("u", connection).row.rematch is None
    plays = {row["deal"]: (row["table"], row["gave_up"]) for row in rows(DealPlayRow, connection)}
    assert plays == {"friends/t/1": (None, True), "friends/u/1": ("u", False)}


def test_a_rematch_of_another_table_is_not_forgotten(connection: Connection) -> None:
    for name in ("t", "u", "v"):
        table(name, connection, None)
    connection.execute(update(TableRow).where(TableRow.id == "u").values(rematch="v"))
    erase_table("t", connection)
    assert kept("u", connection).row.rematch == "v"


# ── Lists ────────────────────────────────────────────────────────────────────────────────────────


def test_those_who_stand_open_are_counted(connection: Connection) -> None:
    table("t", connection, None, owner="ann")
    table("u", connection, None, owner="ann", state="waiting")
    table("over", connection, None, owner="ann", state="over")
    table("bens", connection, None, owner="ben")
    assert count_open_tables("ann", connection) == 2
    assert count_open_tables("nobody", connection) == 0


def listed(
    which: Any, connection: Connection, whose: str | None = None, after: str | None = None
) -> list[str]:
    return [one.row.id for one in list_tables(which, whose, after, connection)[0]]


def test_which_tables_are_in_which_list(connection: Connection) -> None:
    for name in ("Ann", "Ben"):
        person(name, connection)
    lesson = {"lesson": "first", "step": 1}
    table("waiting", connection, "ann", None, state="waiting")
    table("secret", connection, "ann", None, state="waiting", is_public=False)
    table("new", connection, None, None, state="waiting", revision=1)
    table("deserted", connection, None, 2, state="waiting", revision=2)
    table("running", connection, "ann", "ben")
    table("closed", connection, "ben", 1, is_public=False)
    table("over", connection, "ann", "ben", state="over")
    table("learnt", connection, "ann", 1, state="over", lesson=lesson)
    table("learning", connection, "ben", 1, lesson=lesson, is_public=False)
    assert sorted(listed("open", connection)) == ["new", "waiting"]
    assert listed("running", connection) == ["running"]
    assert sorted(listed("mine", connection, "ann")) == ["running", "secret", "waiting"]
    assert sorted(listed("mine", connection, "ben")) == ["closed", "learning", "running"]
    assert listed("over", connection, "ann") == listed("over", connection, "ben") == ["over"]
    for which in ("mine", "over"):
        assert list_tables(which, None, None, connection) == ([], False)
    assert listed("running", connection, "ann") == ["running"]


def test_a_list_has_the_seats_of_each_table(connection: Connection) -> None:
    person("Ann", connection)
    one = table("one", connection, "ann", 1)
    two = table("two", connection, 2, "ann", None)
    found, _ = list_tables("running", None, None, connection)
    assert {each.row.id: each.seats for each in found} == {"one": one.seats, "two": two.seats}


def test_the_newest_come_first_and_a_list_goes_on_after_a_table(
    connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "MAX_LISTED", 2)
    for number, name in enumerate("edcba"):
        table(name, connection, None, made_at=NOW + number // 2)  # two at a time
    found, has_more = list_tables("running", None, None, connection)
    assert ([one.row.id for one in found], has_more) == (["a", "c"], True)
    found, has_more = list_tables("running", None, "c", connection)
    assert ([one.row.id for one in found], has_more) == (["b", "e"], True)
    found, has_more = list_tables("running", None, "e", connection)
    assert ([one.row.id for one in found], has_more) == (["d"], False)
    found, has_more = list_tables("running", None, "b", connection)
    assert ([one.row.id for one in found], has_more) == (["e", "d"], False)
    with pytest.raises(NoSuchTable):
        list_tables("running", None, "none", connection)


def test_a_list_is_not_too_long() -> None:
    assert MAX_LISTED == 60


def test_overdue_is_where_a_clock_has_run_out_or_somebody_is_awaited_too_long(
    connection: Connection,
) -> None:
    person("Ann", connection)
    table("clock", connection, "ann", deadline=NOW)
    table("bot", connection, "ann", bot_due=NOW - 60)
    table("chance", connection, "ann", chance_due=NOW - 60)
    table("in time", connection, "ann", deadline=NOW + 1, bot_due=NOW - 59, chance_due=NOW - 59)
    table("nothing", connection, "ann")
    table("over", connection, "ann", deadline=NOW, state="over")
    table("bots", connection, 1, 2, bot_due=NOW - 60)
    table("open", connection, None, bot_due=NOW - 60)
    assert sorted(find_due_tables(NOW, NOW - 60, connection)) == ["bot", "chance", "clock"]


# ── The store itself ─────────────────────────────────────────────────────────────────────────────


def test_all_that_can_be_asked_goes_to_the_job_of_its_name(tmp_path: Path) -> None:
    file = Store(f"sqlite:///{tmp_path / 'store.sqlite'}")
    first = StoredTable(row_of("t", owner="ann"), [seat_of("t", 0, 1)], [], {})
    again = StoredTable(row_of("again"), [seat_of("again", 0, 1)], [], {})

    async def ask() -> None:
        await file.add_table(first)
        assert (await file.table("t")).row == first.row
        assert await file.revision("t") == 0
        assert await file.revision("none") == -1
        change = TableChange({"asked_at": NOW, "length": 2}, moves=made(5, 6), attachment=b"film")
        await file.change("t", 0, 0, change, False)
        assert (await file.table("t", 1)).moves == made(5, 6)[1:]
        assert await file.revisions(["t"]) == {"t": 1}
        assert await file.attachment("t", 0) == b"film"
        await file.change("t", 1, 2, TableChange(decisions=decided(seat_0=8)), False)
        await file.change("t", 2, 2, TableChange(decisions={}), True)
        assert (await file.table("t")).decisions == {}
        await file.add_table(again, ("t", 3))
        assert (await file.table("t")).row.rematch == "again"
        await file.replace_moves(await file.table("t"), 9)
        assert (await file.table("t")).row.rules_version == 9
        assert await file.count_open_tables("ann") == 1
        tables, has_more = await file.list_tables("running", None)
        assert ([one.row.id for one in tables], has_more) == (["t", "again"], False)
        tables, _ = await file.list_tables("running", None, "t")
        assert [one.row.id for one in tables] == ["again"]
        assert await file.due_tables(NOW, NOW) == []
        await file.erase("again")
        with pytest.raises(NoSuchTable):
            await file.table("again")
        for question in (file.table("t\0"), file.list_tables("running", None, "t\0")):
            with pytest.raises(NoSuchTable):
                await question

    in_a_loop(ask())
    file.close()


def test_what_is_overdue_is_asked_with_both_moments(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "find_due_tables", lambda now, since, connection: [now, since])
    file = Store(f"sqlite:///{tmp_path / 'store.sqlite'}")
    asked: Any = in_a_loop(file.due_tables(1.0, 2.0))
    assert asked == [1.0, 2.0]
    file.close()


def test_another_process_that_writes_is_found_out_once(tmp_path: Path) -> None:
    file = Store(f"sqlite:///{tmp_path / 'store.sqlite'}")
    other = sqlite3.connect(
        tmp_path / "store.sqlite", check_same_thread=False, isolation_level=None
    )

    async def look() -> list[bool]:
        await file.changed_elsewhere()
        found = [await file.changed_elsewhere()]
        await file.add_table(StoredTable(row_of("t"), [seat_of("t", 0, 1)], [], {}))
        found.append(await file.changed_elsewhere())
        other.execute("UPDATE tables SET undone = 1")
        found += [await file.changed_elsewhere(), await file.changed_elsewhere()]
        return found

    assert in_a_loop(look()) == [False, False, True, False]
    file.close()
    other.close()


# ── Statements that are put together once ────────────────────────────────────────────────────────


def test_a_statement_is_put_together_once_for_the_same_columns(connection: Connection) -> None:
    statement = PreparedStatement(insert(database.MOVES))
    table("t", connection, None)
    row = {"table": "t", "seat": 0, "move": 1, "answers": 2, "made_at": NOW}
    assert statement.execute(connection, {**row, "number": 0}) == 1
    assert statement.execute(connection, {**row, "number": 1}, {**row, "number": 2}) == 2
    assert len(statement.compiled) == 1
    change = PreparedStatement(
        update(database.MOVES).where(database.MOVES.c.table == database.THIS_TABLE)
    )
    assert change.execute(connection, {"this": "t", "move": 4}) == 3
    assert change.execute(connection, {"this": "t", "seat": 1}) == 3
    assert len(change.compiled) == 2
    assert {(row["seat"], row["move"]) for row in rows(MoveRow, connection)} == {(1, 4)}
    assert change.execute(connection, {"this": "none", "seat": 1}) == 0


def test_what_sqlite_keeps_as_text_is_made_text(connection: Connection) -> None:
    table("t", connection, None)
    change = PreparedStatement(
        update(database.TABLES).where(database.TABLES.c.id == database.THIS_TABLE)
    )
    change.execute(connection, {"this": "t", "standing": [3, 4], "options": {"a": "b"}})
    found = kept("t", connection).row
    assert (found.standing, found.options) == ([3, 4], {"a": "b"})


def test_what_sqlite_refuses_is_told_as_sqlalchemy_does(connection: Connection) -> None:
    """So that everybody who looks for its errors finds them."""
    statement = PreparedStatement(insert(database.MOVES))
    with pytest.raises(DatabaseError):
        statement.execute(connection, {"table": "none", "number": 0})


def test_rows_go_straight_to_sqlite(
    connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The way through SQLAlchemy is only for what fails."""
    table("t", connection, None)
    straight, ways = fast_sql.execute_on_sqlite, []

    def noted(*about: Any) -> int:
        ways.append(len(about[2]))
        return straight(*about)

    monkeypatch.setattr(fast_sql, "execute_on_sqlite", noted)
    row = {"table": "t", "seat": 0, "move": 1, "answers": 2, "made_at": NOW}
    PreparedStatement(insert(database.MOVES)).execute(
        connection, {**row, "number": 0}, {**row, "number": 1}
    )
    assert ways == [2]
    assert len(rows(MoveRow, connection)) == 2


def test_the_same_statement_serves_both_stores(connection: Connection) -> None:
    """What PostgreSQL is given has names, as its driver wants them."""
    from sqlalchemy.dialects import postgresql as dialects

    written = fast_sql.CompiledSql(
        update(database.TABLES).where(database.TABLES.c.id == database.THIS_TABLE),
        dialects.psycopg.dialect(),  # type: ignore[no-untyped-call]
        ["this", "standing", "undone"],
    )
    given = written.bind({"this": "t", "standing": [1], "undone": 2})
    assert (given["this"], given["undone"]) == ("t", 2)
    assert given["standing"] != [1]  # it is JSON by then
    assert "%(this)s" in written.sql
