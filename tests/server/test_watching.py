"""Who watches is sent the table once, and then what has changed, if it concerns them."""

import contextlib
from typing import Any

import orjson
import pytest

from templetop.server.store.change import Row, Seat, StoredTable
from templetop.server.tables import room as module
from templetop.server.tables.frames import TableFrame
from templetop.server.tables.room import TableClient, TableRoom, frame_for_client
from templetop.server.tables.table import Table as InMemory
from templetop.server.tables.view_builder import ViewBuilder
from tests.server.serving import Later, Person, Serving, Table, shown

KEY = "ab" * 32


def two_at_karuba(server: Serving) -> tuple[Person, Person, Table]:
    ann, ben = server.person("Ann"), server.person("Ben")
    table = ann.open_table("karuba", "me", "open", options={"setup": "random"})
    ben.sit(table)
    return ann, ben, ann.look(table)


def test_who_comes_to_look_on_or_goes_is_no_news_to_the_others(server: Serving) -> None:
    ann, _, table = two_at_karuba(server)
    with ann.live(table) as tab, contextlib.ExitStack() as stack:
        tab.table()
        visitors = [stack.enter_context(server.stranger().live(table)) for _ in range(10)]
        for visitor in visitors:
            visitor.table()
        stack.pop_all().close()
        for one in (tab, tab):
            one.pong()
        assert [frame["type"] for frame in tab.frames] == ["table", "pong", "pong"]
    assert all(len(visitor.frames) == 1 for visitor in visitors)


def test_who_comes_to_a_seat_or_leaves_it_is_told_in_few_words(server: Serving) -> None:
    ann, ben, table = two_at_karuba(server)
    with ann.live(table) as tab:
        tab.table()
        with ben.live(table):
            tab.table(lambda t: t["seats"][1]["is_here"])
            with ben.live(table) as second:  # another tab of his is no news
                second.table()
        tab.table(lambda t: not t["seats"][1]["is_here"])
        for change in tab.frames[1:]:
            assert [*change["changed"]] == ["seats"]
            assert (change["log"], change["same"]) == ([], len(table["log"]))
    assert len(tab.frames) == 3


def test_what_was_done_is_told_once(server: Serving) -> None:
    """The log grows and grows; only what is new of it is sent."""
    ann, ben, table = two_at_karuba(server)
    with ann.live(table) as tab, server.stranger().live(table) as other:
        before = tab.table(), other.table()
        for person in (ann, ben):
            person.any_move(table)
        now = ann.look(table)["number"]
        after = [one.table(lambda t: t["number"] == now) for one in (tab, other)]
        assert after[0] == ann.look(table) | {"drawing": after[0]["drawing"]}
        assert after[1]["log"] == ann.look(table)["log"]
        for one, table_before in zip((tab, other), before, strict=True):
            lines = [line for frame in one.frames[1:] for line in frame["log"]]
            assert len(lines) == len(now_lines := one.seen["log"]) - len(table_before["log"])
            assert lines == now_lines[-len(lines) :]
            assert all("options" not in frame["changed"] for frame in one.frames[1:])


# ── Without a server ─────────────────────────────────────────────────────────────────────────────


def circle_of(clock: Any = None, seconds: int | None = None) -> TableRoom:
    agreed = (1, {"setup": "random"}, True, "I", "A", KEY, clock, seconds)
    row = Row("T", "karuba", *agreed, "waiting", 0.0)
    seats = [Seat("T", n, "person", person=name, name=name) for n, name in enumerate("AB")]
    table = InMemory(StoredTable(row, seats, [], {}))
    table.apply(table.start_if_full({}, 0.0))
    return TableRoom(table)


def decide(room: TableRoom, seat: int) -> None:
    move = room.view_builder.viewer_view(seat).offers[0].move
    change = room.table.decide(seat, room.table.number, move, 1.0)
    assert change is not None
    room.table.apply(change)
    room.notify_clients()


def told(room: TableRoom, watcher: TableClient) -> dict[str, Any]:
    found: dict[str, Any] = orjson.loads(frame_for_client(room, watcher))
    return found


@pytest.mark.parametrize("seat", ["A", "B", None])
def test_all_changes_together_are_the_table(seat: str | None) -> None:
    room, watcher = circle_of(), TableClient(seat, False)
    room.add_client(watcher)
    table = shown({}, told(room, watcher))
    kinds = set()
    for n in range(12):
        decide(room, n % 2)
        frame = told(room, watcher)
        kinds.add(frame["type"])
        table = shown(table, frame)
        assert (
            table
            == orjson.loads(
                room.view_builder.frame(room.table.seat_of(seat), set(), 0.0, False).table_message
            )["table"]
        )
    assert kinds == {"change"}


def test_who_has_missed_something_is_sent_all_of_it() -> None:
    room, slow, quick = circle_of(), TableClient(None, False), TableClient(None, False)
    for watcher in (slow, quick):
        room.add_client(watcher)
        assert told(room, watcher)["type"] == "table"
    decide(room, 0)
    assert told(room, quick)["type"] == "change"
    decide(room, 1)
    assert [told(room, one)["type"] for one in (quick, slow)] == ["change", "table"]
    assert [told(room, one)["type"] for one in (quick, slow)] == ["table", "table"]


def test_who_sits_down_is_sent_all_of_it() -> None:
    room, watcher = circle_of(), TableClient("C", False)
    room.add_client(watcher)
    assert told(room, watcher)["table"]["you"] is None
    room.table.seats[1].person = "C"
    room.notify_clients()
    assert told(room, watcher)["table"]["you"] == 1


def test_those_who_see_the_same_share_a_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many watch; also where a clock runs."""
    made, truly = 0, ViewBuilder.as_json

    def as_json(*about: Any) -> Any:
        nonlocal made
        made += 1
        return truly(*about)

    monkeypatch.setattr(ViewBuilder, "as_json", as_json)
    room = circle_of("move", 60)
    watchers = [TableClient(None, False) for _ in range(20)]
    for watcher in watchers:
        room.add_client(watcher)
        told(room, watcher)
    for n in range(3):
        decide(room, n % 2)
        for watcher in watchers:
            told(room, watcher)
    assert made == 4


def test_who_comes_later_sees_the_clocks_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    room = circle_of("move", 1000)
    monkeypatch.setattr(module, "time", Later(10_000_000))
    room.table.row.asked_at = Later(10_000_000).time()
    first, second = TableClient(None, False), TableClient(None, False)
    room.add_client(first)
    early = told(room, first)["table"]["seats"][0]["seconds_left"]
    monkeypatch.setattr(module, "time", Later(10_000_500))
    room.add_client(second)
    late = told(room, second)["table"]["seats"][0]["seconds_left"]
    assert early - late == pytest.approx(500, abs=100)
    decide(room, 0)
    assert [told(room, one)["type"] for one in (first, second)] == ["change", "change"]


def test_nothing_is_kept_for_those_who_have_gone() -> None:
    room, watcher = circle_of(), TableClient("A", False)
    room.add_client(watcher)
    told(room, watcher)
    room.remove_client(watcher)
    assert not room.frames
    assert not room.local_seats()


def test_a_frame_is_written_as_json() -> None:
    frame = TableFrame({"a": b"1", "b": b'"x"'}, [b"1", b"2"])
    assert orjson.loads(frame.table_message) == {
        "table": {"a": 1, "b": "x", "log": [1, 2]},
        "type": "table",
    }
    follows = frame.followed_by({"a": b"2", "b": b'"x"'}, [b"1", b"3", b"4"])
    news = {"changed": {"a": 2}, "same": 1, "log": [3, 4], "type": "change"}
    assert orjson.loads(follows.change_message) == news
    nothing = follows.followed_by(follows.parts, follows.lines)
    assert orjson.loads(nothing.change_message) == {
        "changed": {},
        "same": 3,
        "log": [],
        "type": "change",
    }
