"""Tables come to an end: how many somebody may have, who closes them, and when they are deleted."""

import asyncio
import gc
import time
import weakref
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest

from templetop.server.api_models import NewClock, NewTable
from templetop.server.bots import autoplay
from templetop.server.core.settings import RateLimitSettings, RetentionSettings
from templetop.server.operations import retention
from templetop.server.operations.retention import delete_expired
from templetop.server.tables import service
from templetop.server.tables.create import with_default_clock
from templetop.server.tables.room import TABLE_GONE
from tests.server.serving import (
    Later,
    Person,
    Refused,
    Serving,
    Table,
    eventually,
    play_on,
    serving,
    settings_in,
)

DAY = 24 * 3600.0


def there(server: Serving, job: Coroutine[Any, Any, Any]) -> Any:
    """Done on the event loop of the server."""
    loop = server.server.servers[0].get_loop()
    return asyncio.run_coroutine_threadsafe(job, loop).result()


def refused(person: Person, method: str, path: str) -> int:
    with pytest.raises(Refused) as no:
        person.ask(method, path)
    return no.value.status


def is_there(person: Person, table: Table) -> bool:
    return person.http.get(f"/tables/{table['id']}").status_code == 200


# ── How many ─────────────────────────────────────────────────────────────────────────────────────


def test_nobody_has_more_tables_than_their_share(tmp_path: Path) -> None:
    with serving(settings_in(tmp_path, limits=RateLimitSettings(standing=2))) as server:
        ann, ben = server.person("Ann"), server.person("Ben")
        first = ann.open_table("karuba", "me", "open")
        over = ann.open_table("karuba_cards", "me", 1)
        with pytest.raises(Refused) as no:
            ann.open_table("karuba", "me")
        assert no.value.status == 409
        ben.open_table("karuba", "me")  # to each their own
        play_on([ann], over)
        ann.open_table("karuba", "me")  # what is over does not count
        with pytest.raises(Refused):
            ann.open_table("karuba", "me")
        ann.delete(f"/tables/{first['id']}")
        ann.open_table("karuba", "me")


def test_nor_has_an_address_however_many_guests_come_from_it(tmp_path: Path) -> None:
    with serving(settings_in(tmp_path, limits=RateLimitSettings(tables_from=3))) as server:
        for n in range(3):
            server.person(f"Guest {n}").open_table("karuba", "me")
        with pytest.raises(Refused) as no:
            server.person("Ann").open_table("karuba", "me")
        assert no.value.status == 429


def test_a_rematch_is_a_table_as_any_other(tmp_path: Path) -> None:
    with serving(settings_in(tmp_path, limits=RateLimitSettings(standing=1))) as server:
        ann = server.person("Ann")
        over = [play_on([ann], ann.open_table("karuba_cards", "me", 1)) for _ in range(2)]
        first = ann.post(f"/tables/{over[0]['id']}/rematch")["table"]
        assert refused(ann, "POST", f"/tables/{over[1]['id']}/rematch") == 409
        assert ann.post(f"/tables/{over[0]['id']}/rematch")["table"] == first  # it is open already
        ann.delete(f"/tables/{first}")
        ann.post(f"/tables/{over[1]['id']}/rematch")


# ── Closing ──────────────────────────────────────────────────────────────────────────────────────


def test_who_opened_a_table_may_close_it_until_it_begins(server: Serving) -> None:
    ann, ben = server.person("Ann"), server.person("Ben")
    table = ann.open_table("karuba", "me", "open", "open")
    assert table["can_close"]
    assert not ben.sit(table)["can_close"]
    for other in (ben, server.person("Eve")):
        assert refused(other, "DELETE", f"/tables/{table['id']}") == 403
    assert refused(server.stranger(), "DELETE", f"/tables/{table['id']}") == 401
    with ben.live(table) as tab:
        tab.table()
        ann.delete(f"/tables/{table['id']}")
        assert (closed := tab.hung_up()).code == TABLE_GONE[0]
        assert closed.reason == TABLE_GONE[1]
    assert not is_there(ann, table)
    assert ben.get("/tables?which=mine") == []


def test_a_match_with_others_is_closed_by_nobody(server: Serving) -> None:
    ann, ben = server.person("Ann"), server.person("Ben")
    table = ann.open_table("karuba", "me", "open", options={"setup": "random"})
    ben.sit(table)
    assert not ann.look(table)["can_close"]
    assert refused(ann, "DELETE", f"/tables/{table['id']}") == 403
    ben.leave(table)
    assert ann.look(table)["can_close"]
    ann.delete(f"/tables/{table['id']}")
    assert not is_there(ann, table)


def test_a_match_against_bots_is_closed_while_they_think(server: Serving) -> None:
    ann = server.person("Ann")
    table = ann.open_table("karuba", "me", 3, options={"setup": "random"})
    ann.any_move(table)
    ann.delete(f"/tables/{table['id']}")
    assert not is_there(ann, table)
    service = server.app.state.server.autoplay
    eventually(lambda: not [key for key in service.decision_tasks if key[0] == table["id"]])


def test_a_match_that_is_over_is_deleted_by_who_played_it_alone(server: Serving) -> None:
    ann, ben = server.person("Ann"), server.person("Ben")
    alone = play_on([ann], ann.open_table("karuba_cards", "me", 1))
    ann.delete(f"/tables/{alone['id']}")
    assert ann.get("/tables?which=over") == []
    both = ann.open_table("karuba_cards", "me", "open")
    ben.sit(both)
    play_on([ann, ben], both)
    assert refused(ann, "DELETE", f"/tables/{both['id']}") == 403


def test_a_table_closed_at_one_worker_is_gone_at_the_other(
    postgresql: str, redis: str, tmp_path: Path
) -> None:
    settings = settings_in(tmp_path, postgresql, redis)
    with serving(settings) as first, serving(settings) as second:
        ann, ben = first.person("Ann"), second.person("Ben")
        table = ann.open_table("karuba", "me", "open")
        with ben.live(table) as tab:
            tab.table()
            ann.delete(f"/tables/{table['id']}")
            assert tab.hung_up().code == TABLE_GONE[0]
        assert not is_there(ben, table)


# ── Bots alone ───────────────────────────────────────────────────────────────────────────────────


def test_bots_alone_play_only_while_their_owner_watches(server: Serving) -> None:
    ann, eve = server.person("Ann"), server.person("Eve")
    table = ann.open_table("karuba_cards", 1, 2)
    table_service = server.app.state.server.table_service

    def thinks() -> bool:
        return any(key[0] == table["id"] for key in server.app.state.server.autoplay.decision_tasks)

    assert not thinks()
    assert table_service.rooms[table["id"]].table.row.bot_due is None
    with eve.live(table) as tab:  # who has nothing to do with it makes nobody think
        tab.table()
        tab.pong()
        assert not thinks()
    with ann.live(table) as tab:
        tab.table(lambda t: t["number"] > table["number"])
    eventually(lambda: not thinks())
    rests = ann.look(table)
    assert rests["state"] == "running"
    assert ann.look(table)["number"] == rests["number"]
    with ann.live(table) as tab:
        assert tab.table(lambda t: t["state"] == "over")["winner_says"]


def test_where_all_have_left_the_bots_rest(server: Serving) -> None:
    ann = server.person("Ann")
    table = ann.open_table("karuba", "me", 1, options={"setup": "random"})
    ann.leave(table)
    table_service = server.app.state.server.table_service
    eventually(
        lambda: (
            not [
                key
                for key in server.app.state.server.autoplay.decision_tasks
                if key[0] == table["id"]
            ]
        )
    )
    assert table_service.rooms[table["id"]].table.row.bot_due is None
    assert ann.look(table)["state"] == "running"
    assert ann.sit(table)["you"] == 0
    ann.any_move(table)


# ── Clocks ───────────────────────────────────────────────────────────────────────────────────────

ME, OPEN, BOT = {"kind": "me"}, {"kind": "open"}, {"kind": "bot", "level": 1}


@pytest.mark.parametrize(("seats", "is_public", "seconds"), [
    ([ME, OPEN], True, 300), ([ME, OPEN], False, None), ([ME, BOT], True, None), ([ME], True, None),
])  # fmt: skip
def test_where_strangers_sit_together_there_is_a_clock(
    seats: list[dict[str, Any]], is_public: bool, seconds: int | None
) -> None:
    wanted = NewTable.model_validate({"game": "karuba", "seats": seats, "is_public": is_public})
    clock = with_default_clock(wanted, 300).clock
    assert (clock and clock.seconds) == seconds
    assert with_default_clock(wanted, 0).clock is None
    own = wanted.model_copy(update={"clock": NewClock(kind="player", seconds=7)})
    assert with_default_clock(own, 300).clock == own.clock
    without = NewTable.model_validate(wanted.model_dump() | {"clock": None})
    assert with_default_clock(without, 300).clock is None


def test_the_usual_clock_is_that_of_the_operator(tmp_path: Path) -> None:
    with serving(settings_in(tmp_path, usual_clock=90)) as server:
        table = server.person("Ann").open_table("karuba", "me", "open")
        assert table["clock"] == {"kind": "move", "seconds": 90}
        assert server.person("Ben").open_table("karuba", "me", "open", clock=None)["clock"] is None


def test_who_lets_others_wait_again_and_again_is_taken_for_gone(
    own_server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    later = Later(0.0)
    for module in (autoplay, service):
        monkeypatch.setattr(module, "time", later)
    monkeypatch.setattr(autoplay, "CLOCK_INTERVAL", 0.01)
    ann, ben = own_server.person("Ann"), own_server.person("Ben")
    clock = {"kind": "move", "seconds": 1000}
    waited: set[int] = set()
    table = ann.open_table("karuba", "me", "open", options={"setup": "random"}, clock=clock)
    ben.sit(table)

    def ben_is_gone() -> bool:
        seen = ann.look(table)
        if seen["offers"] and seen["decided"] is None:
            ann.move(table, seen["number"], seen["offers"][0]["move"])
        elif seen["number"] not in waited:
            waited.add(seen["number"])
            later.seconds += 1000
        return bool(seen["seats"][1]["kind"] == "bot")

    eventually(ben_is_gone)
    assert ben.sit(table)["you"] == 1
    assert ben.look(table)["seats"][1]["kind"] == "person"


# ── What nobody needs ────────────────────────────────────────────────────────────────────────────


def test_the_memory_of_a_quiet_table_is_given_back(server: Serving) -> None:
    ann = server.person("Ann")
    table = ann.open_table("karuba", "me", options={"setup": "random"})
    ann.any_move(table)
    before = ann.look(table)
    table_service = server.app.state.server.table_service
    room = weakref.ref(table_service.rooms[table["id"]])

    async def sweep(since: float) -> None:
        table_service.evict_idle([*table_service.rooms], since)

    with ann.live(table) as tab:
        tab.table()
        there(server, sweep(float("inf")))
        assert table["id"] in table_service.rooms  # somebody watches
    eventually(lambda: not table_service.rooms[table["id"]].clients)
    there(server, sweep(0.0))
    assert table["id"] in table_service.rooms  # somebody was there just now
    there(server, sweep(float("inf")))
    assert table["id"] not in table_service.rooms
    gc.collect()
    eventually(lambda: room() is None)
    assert ann.look(table) == before


@pytest.fixture
def old(tmp_path: Path) -> Iterator[Serving]:
    with serving(settings_in(tmp_path)) as server:
        yield server


def test_tables_that_nobody_plays_at_are_deleted(old: Serving) -> None:
    ann, ben = old.person("Ann"), old.person("Ben")
    waiting = ann.open_table("karuba", "me", "open")
    running = ann.open_table("karuba", "me", 1, options={"setup": "random"})
    deserted = ben.open_table("karuba", "me", 1, options={"setup": "random"})
    ben.leave(deserted)
    over = play_on([ann], ann.open_table("karuba_cards", "me", 1))
    tables = [waiting, running, deserted, over]
    table_service, periods = old.app.state.server.table_service, RetentionSettings()
    now = time.time()

    def left(days: float) -> list[bool]:
        there(old, delete_expired(table_service, periods, now + days * DAY))
        return [is_there(ann, table) for table in tables]

    assert left(1) == [True, True, True, True]
    with ann.live(waiting) as tab:
        tab.table()
        assert left(3) == [True, True, False, True]  # somebody looks at it
    eventually(lambda: not table_service.rooms[waiting["id"]].clients)
    assert left(3) == [False, True, False, True]
    assert left(61) == [False, False, False, True]
    assert left(366) == [False, False, False, False]


def test_guests_who_do_not_come_back_are_deleted_and_accounts_are_not(old: Serving) -> None:
    guest, owner = old.person("Ann"), old.stranger()
    owner.post("/accounts", name="Kept Account", password="under the third stone")
    table_service = old.app.state.server.table_service
    now = time.time()
    there(old, delete_expired(table_service, RetentionSettings(), now + 300 * DAY))
    assert guest.get("/me")["name"] == "Ann"
    there(old, delete_expired(table_service, RetentionSettings(), now + 370 * DAY))
    assert refused(guest, "GET", "/me") == 401
    assert (
        old.stranger().post("/sessions", name="Kept Account", password="under the third stone")[
            "name"
        ]
        == "Kept Account"
    )


def test_what_is_kept_for_ever_is_kept(old: Serving) -> None:
    ann = old.person("Ann")
    table = ann.open_table("karuba", "me", "open")
    for_ever = RetentionSettings(0, 0, 0, 0)
    there(old, delete_expired(old.app.state.server.table_service, for_ever, 1e12))
    old.app.state.server.people.sessions.uncache_all()
    assert is_there(old.stranger(), table)


def test_house_is_kept_in_small_steps(old: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "BATCH_SIZE", 2)
    ann = old.person("Ann")
    tables = [ann.open_table("karuba", "me", "open") for _ in range(5)]
    there(old, delete_expired(old.app.state.server.table_service, RetentionSettings(), 1e12))
    assert not any(is_there(old.stranger(), table) for table in tables)
