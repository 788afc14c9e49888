"""What whoever runs the server orders at its store, without a running server."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, update

from templetop.server.accounts.name_policy import name_skeleton
from templetop.server.community.ratings import FULL_WEIGHT_MATCHES, REPEAT_SECONDS
from templetop.server.core.refusals import NameTaken, NoSuchPerson, NoSuchTable
from templetop.server.operations.admin import (
    MAX_REASON_LENGTH,
    AdminPairLine,
    AdminPersonLine,
    AdminReportLine,
    AdminTableLine,
    BadBanReason,
    admin_people,
    admin_reports,
    admin_tables,
    ban_person,
    delete_table,
    dismiss_reports,
    find_person_by_ref,
    frequent_pairs,
    rename_person,
    run_admin_command,
    unban_person,
)
from templetop.server.store.database import Store, UnknownStore
from templetop.server.store.schema import PersonRow, RatingChangeRow, ReportRow, TableRow
from templetop.server.tables.table import STAND_IN_LEVEL
from tests.server.rows import NOW, add, kept, member, person, rows, seat_of, store_in_memory, table

MOMENT = "2023-11-14T22:13:20Z"  # NOW


@pytest.fixture
def connection() -> Iterator[Connection]:
    with store_in_memory() as memory, memory.engine.begin() as connection:
        yield connection


def banned(connection: Connection) -> dict[str, str | None]:
    return {row["id"]: row["banned"] for row in rows(PersonRow, connection)}


# ── At a store ───────────────────────────────────────────────────────────────────────────────────


def test_an_order_is_obeyed_as_a_whole_or_not_at_all(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'store.sqlite'}"
    Store(address).close()

    def order(name: str, connection: Connection) -> str:
        person(name, connection)
        if name == "Ben":
            raise ValueError("Nobody likes Ben.")
        return f"{name} is there"

    assert run_admin_command(address, order, "Ann") == "Ann is there"
    with pytest.raises(ValueError, match="Nobody"):
        run_admin_command(address, order, "Ben")
    assert run_admin_command(address, banned) == {"ann": None}


def test_at_no_store_nothing_is_ordered_and_none_is_made(tmp_path: Path) -> None:
    with pytest.raises(UnknownStore, match=r"There is no store at .*none\.sqlite"):
        run_admin_command(f"sqlite:///{tmp_path / 'none.sqlite'}", banned)
    with pytest.raises(UnknownStore, match="There is no store"):
        run_admin_command("sqlite://", banned)
    assert not list(tmp_path.iterdir())
    with pytest.raises(UnknownStore, match="The store is"):
        run_admin_command("mysql://host/name", banned)


def test_the_store_is_closed_whatever_comes_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address, closed = f"sqlite:///{tmp_path / 'store.sqlite'}", []
    Store(address).close()
    monkeypatch.setattr(Store, "close", lambda store: closed.append(store.engine.dispose()))
    run_admin_command(address, banned)
    with pytest.raises(NoSuchTable):
        run_admin_command(address, delete_table, "none")
    assert len(closed) == 2


# ── Lists ────────────────────────────────────────────────────────────────────────────────────────


def test_the_tables_that_changed_last_come_first(connection: Connection) -> None:
    person("Ann", connection)
    table("old", connection, 2, changed_at=NOW - 60, made_at=NOW - 120)
    table("new", connection, "ann", None, length=7, is_public=False, state="waiting")
    new = AdminTableLine("new", "karuba", "waiting", False, MOMENT, MOMENT, 7, ["Ann", "(open)"])
    old = AdminTableLine(
        "old", "karuba", "running", True,
        "2023-11-14T22:11:20Z", "2023-11-14T22:12:20Z", 0, ["Bot 2"],
    )  # fmt: skip
    assert admin_tables(9, connection) == [new, old]
    assert admin_tables(1, connection) == [new]


def test_the_people_who_were_here_last_come_first(connection: Connection) -> None:
    member("Ann", connection, seen_at=NOW - 60)
    person("Ben", connection, banned="Noise.")
    ann = AdminPersonLine("ann", "Ann", False, MOMENT, "2023-11-14T22:12:20Z", None)
    ben = AdminPersonLine("ben", "Ben", True, MOMENT, MOMENT, "Noise.")
    assert admin_people(9, False, connection) == [ben, ann]
    assert admin_people(1, False, connection) == [ben]
    assert admin_people(9, True, connection) == [ben]


# ── Tables ───────────────────────────────────────────────────────────────────────────────────────


def test_of_a_closed_table_nothing_is_kept(connection: Connection) -> None:
    for name in ("t", "u"):
        table(name, connection, 1)
    delete_table("t", connection)
    assert [row["id"] for row in rows(TableRow, connection)] == ["u"]
    with pytest.raises(NoSuchTable, match="There is no table 't'"):
        delete_table("t", connection)


# ── People ───────────────────────────────────────────────────────────────────────────────────────


def test_somebody_is_found_by_id_by_account_or_by_a_name_that_only_one_guest_has(
    connection: Connection,
) -> None:
    member("Ann", connection)
    person("Ben", connection)
    for who in ("Ann", "ann", "ANN"):
        assert find_person_by_ref(who, connection).id == "ann"
    for who in ("Ben", "ben"):
        assert find_person_by_ref(who, connection).id == "ben"
    for who in ("BEN", "Cem"):
        with pytest.raises(NoSuchPerson, match=f"Nobody is called '{who}'"):
            find_person_by_ref(who, connection)


def test_of_two_guests_of_a_name_one_is_named_by_the_id(connection: Connection) -> None:
    for number in range(7):
        person(f"Twin{number}", connection)
    connection.execute(update(PersonRow).values(name="Twin"))
    with pytest.raises(NoSuchPerson, match="Several guests are called Twin") as refused:
        find_person_by_ref("Twin", connection)
    assert str(refused.value).count("twin") == 5
    assert find_person_by_ref("twin3", connection).id == "twin3"


def test_an_id_goes_before_an_account_and_an_account_before_a_guest(connection: Connection) -> None:
    person("One", connection)
    member("Other", connection, account="one", looks="0ne")
    assert find_person_by_ref("one", connection).id == "one"
    assert find_person_by_ref("One", connection).id == "other"


def test_a_new_name_is_for_the_account_and_for_all_seats(connection: Connection) -> None:
    member("Ann", connection)
    person("Ben", connection)
    for state in ("running", "over"):
        table(state, connection, "ann", "ben", state=state)
    table("other", connection, "ben", 1)
    rename_person("ann", "Zoe", connection)
    (row,) = [one for one in rows(PersonRow, connection) if one["id"] == "ann"]
    assert (row["name"], row["account"], row["looks"]) == ("Zoe", "zoe", name_skeleton("Zoe"))
    for name in ("running", "over"):
        assert [seat.name for seat in kept(name, connection).seats] == ["Zoe", "Ben"]
        assert kept(name, connection).row.revision == 1
    assert kept("other", connection).row.revision == 0


def test_a_guest_has_no_account_after_it_either(connection: Connection) -> None:
    person("Ben", connection)
    assert rename_person("Ben", "Zoe", connection).id == "ben"
    (row,) = rows(PersonRow, connection)
    assert (row["name"], row["account"], row["looks"]) == ("Zoe", None, None)


def test_nobody_is_called_as_somebody_with_an_account(connection: Connection) -> None:
    for name in ("Ann", "Ben"):
        member(name, connection, looks=name_skeleton(name))
    with pytest.raises(NameTaken, match="Ann could be taken for Ann, who has an account"):
        rename_person("ben", "Ann", connection)
    rename_person("ann", "ANN", connection)
    assert find_person_by_ref("ann", connection).name == "ANN"
    with pytest.raises(Exception, match="is the name of a bot"):
        rename_person("ben", "Jaguar", connection)


def test_nobody_at_a_table_gets_the_name_of_another(connection: Connection) -> None:
    for name in ("Ann", "Ben", "Cem"):
        person(name, connection)
    second = seat_of("t", 1, "ben", name="Zoe")
    third = seat_of("t", 2, "cem", name="Zoe 2")
    table("t", connection, "ann", second, third)
    table("own", connection, seat_of("own", 0, "ann", name="Zoe"), "ben")
    rename_person("ann", "Zoe", connection)
    assert [seat.name for seat in kept("t", connection).seats] == ["Zoe 3", "Zoe", "Zoe 2"]
    assert [seat.name for seat in kept("own", connection).seats] == ["Zoe", "Ben"]


def test_where_somebody_banned_sits_bots_play_on(connection: Connection) -> None:
    for name in ("Ann", "Ben"):
        person(name, connection)
    table("running", connection, "ben", "ann")
    table("waiting", connection, "ann", None, state="waiting")
    table("over", connection, "ann", state="over")
    left = seat_of("left", 0, "ann", kind="bot", level=1, has_left=True)
    table("left", connection, left, "ben")
    ban_person("ann", "  Insults \n others. ", connection)
    assert banned(connection) == {"ann": "Insults others.", "ben": None}
    seats = {name: kept(name, connection).seats for name in ("running", "waiting", "over", "left")}
    assert [one.kind for one in seats["running"]] == ["person", "bot"]
    assert (seats["running"][1].level, seats["running"][1].has_left) == (STAND_IN_LEVEL, True)
    assert [one.kind for one in seats["waiting"]] == ["open", "open"]
    assert [one.kind for one in seats["over"]] == ["person"]
    assert seats["left"][0].level == 1
    revisions = [kept(name, connection).row.revision for name in seats]
    assert revisions == [1, 1, 0, 0]


@pytest.mark.parametrize("reason", ["", " \n ", "x" * (MAX_REASON_LENGTH + 1)])
def test_who_is_banned_is_told_why_and_not_too_long(connection: Connection, reason: str) -> None:
    person("Ann", connection)
    table("t", connection, "ann")
    with pytest.raises(BadBanReason, match="1 to 200 characters"):
        ban_person("ann", reason, connection)
    assert banned(connection) == {"ann": None}
    assert kept("t", connection).row.revision == 0
    ban_person("ann", "x" * MAX_REASON_LENGTH, connection)
    assert banned(connection) == {"ann": "x" * MAX_REASON_LENGTH}


def test_who_was_banned_may_come_back(connection: Connection) -> None:
    person("Ann", connection, banned="Noise.")
    person("Ben", connection, banned="Noise.")
    assert unban_person("ann", connection).id == "ann"
    assert banned(connection) == {"ann": None, "ben": "Noise."}
    with pytest.raises(NoSuchPerson, match="Ann is not banned"):
        unban_person("ann", connection)


# ── The club ─────────────────────────────────────────────────────────────────────────────────────


def report(name: str, line: int, by: str, connection: Connection, at: float = NOW) -> None:
    add(ReportRow, connection, table=name, line=line, by=by, said_by="ann", says="Boo.", at=at)


def test_the_latest_reports_come_first_and_are_dismissed_by_table(connection: Connection) -> None:
    for name in ("Ann", "Ben", "Cem"):
        person(name, connection)
    report("t", 3, "ben", connection, NOW - 60)
    report("t", 3, "cem", connection)
    report("u", 1, "cem", connection, NOW - 30)
    first, *rest = admin_reports(connection)
    assert first == AdminReportLine("t", 3, MOMENT, "ann", "Ann", "Boo.", "Cem")
    assert [(one.table, one.by) for one in rest] == [("u", "Cem"), ("t", "Ben")]
    assert dismiss_reports("t", connection) == 2
    assert [one.table for one in admin_reports(connection)] == ["u"]
    assert dismiss_reports("t", connection) == 0


def meet(one: str, other: str, times: int, connection: Connection, **others: Any) -> None:
    for number in range(times):
        for who, gained in ((one, 3), (other, -3)):
            about = {"game": "karuba", "at": time.time(), "mu": 25.0, "weight": 1.0, **others}
            name = f"{one}-{other}-{about['game']}-{number}"
            add(RatingChangeRow, connection, table=name, person=who, gained=gained, **about)


def test_the_pairs_that_met_too_often_come_most_often_first(connection: Connection) -> None:
    for name in ("Ann", "Ben", "Cem", "Dan"):
        member(name, connection)
    meet("ann", "ben", FULL_WEIGHT_MATCHES + 1, connection)
    meet("cem", "ben", FULL_WEIGHT_MATCHES + 2, connection)
    meet("ann", "cem", FULL_WEIGHT_MATCHES, connection)
    meet("dan", "ann", FULL_WEIGHT_MATCHES + 1, connection, at=time.time() - REPEAT_SECONDS - 60)
    meet("ann", "dan", FULL_WEIGHT_MATCHES + 3, connection, game="cacao")
    assert frequent_pairs(connection) == [
        AdminPairLine(
            "Ann", "Dan", "cacao", FULL_WEIGHT_MATCHES + 3, 3 * (FULL_WEIGHT_MATCHES + 3)
        ),
        AdminPairLine(
            "Ben", "Cem", "karuba", FULL_WEIGHT_MATCHES + 2, -3 * (FULL_WEIGHT_MATCHES + 2)
        ),
        AdminPairLine(
            "Ann", "Ben", "karuba", FULL_WEIGHT_MATCHES + 1, 3 * (FULL_WEIGHT_MATCHES + 1)
        ),
    ]
