"""A table as it changes: several tabs, lost connections, clocks, undo, hints."""

import asyncio
import contextlib
import random
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, ClassVar

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from templetop.engine.match import Match, legal_moves, seats_to_move
from templetop.engine.seats import CHANCE
from templetop.engine.telling import after
from templetop.games.shelf import take
from templetop.server.bots import autoplay
from templetop.server.core.rate_limits import FixedWindow
from templetop.server.tables import service, socket_routes, view_builder
from templetop.server.tables.room import TableRoom
from templetop.server.tables.table import reveals_nothing
from tests.server.serving import (
    PATIENCE,
    Later,
    Person,
    Refused,
    Serving,
    Table,
    eventually,
    in_a_loop,
    serving,
    settings_in,
)


def two_at_karuba(server: Serving) -> tuple[Person, Person, Table]:
    ann, ben = server.person("Ann"), server.person("Ben")
    table = ann.open_table("karuba", "me", "open", options={"setup": "random"})
    ben.sit(table)
    return ann, ben, ann.look(table)


def test_everyone_is_sent_what_happens(server: Serving) -> None:
    ann, ben, table = two_at_karuba(server)
    with ann.live(table) as anns, ben.live(table) as bens, server.stranger().live(table) as eves:
        number, move = table["number"], table["offers"][0]["move"]
        ann.move(table, number, move)
        for tab in (bens, eves):
            seen = tab.table(lambda t: t["seats"][0]["has_decided"])
            assert seen["number"] == number
            assert seen["decided"] is None
        ben.move(table, number, move)
        for tab in (anns, bens, eves):
            assert tab.table(lambda t: t["number"] > number)["log"][-3]["seat"] == 0


def test_all_tabs_of_a_seat_see_the_same(server: Serving) -> None:
    ann, _, table = two_at_karuba(server)
    with ann.live(table) as desktop, ann.live(table) as phone:
        move = table["offers"][3]["move"]
        ann.move(table, table["number"], move)
        seen = [tab.table(lambda t: t["decided"] == move) for tab in (desktop, phone)]
        assert seen[0] == seen[1]


def test_the_event_loop_draws_nothing(server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    """A drawing takes tens of milliseconds, in which nobody else would be answered."""
    truly, drawers = view_builder.text_drawing, []

    def sketch(*about: Any) -> str:
        drawers.append(threading.current_thread())
        return truly(*about)

    monkeypatch.setattr(view_builder, "text_drawing", sketch)
    ann, ben, table = two_at_karuba(server)
    number, move = table["number"], table["offers"][0]["move"]
    with ann.live(table) as anns, ben.live(table) as bens:
        ann.move(table, number, move)
        assert anns.table(lambda t: t["decided"] == move)["drawing"]
        ben.move(table, number, move)
        assert bens.table(lambda t: t["number"] > number)["drawing"]
    assert ann.get(f"/tables/{table['id']}")["drawing"]
    with pytest.raises(Refused) as stale:
        ann.post(f"/tables/{table['id']}/moves", number=number, move=move + 1)
    assert stale.value.table is not None
    assert stale.value.table["drawing"]
    assert ann.get(f"/tables/{table['id']}/replay/{number}")["drawing"]
    assert len(drawers) > 4
    assert server.thread not in drawers


def test_those_who_see_the_same_share_a_drawing(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    truly, drawn_for, everyone = view_builder.text_drawing, [], 6
    truly_draw, has_asked = TableRoom.draw_for, threading.Semaphore(0)

    async def draw(room: TableRoom, person: str | None) -> None:
        has_asked.release()
        await truly_draw(room, person)

    def sketch(match: Match, state: Any, viewer: int | None) -> str:
        drawn_for.append(viewer)
        if len(drawn_for) == 1:  # all come while the first one's is drawn
            assert all(has_asked.acquire(timeout=PATIENCE) for _ in range(everyone))
        return truly(match, state, viewer)

    _, _, table = two_at_karuba(server)
    monkeypatch.setattr(view_builder, "text_drawing", sketch)
    monkeypatch.setattr(TableRoom, "draw_for", draw)
    with ThreadPoolExecutor(everyone) as pool:
        people = [server.stranger() for _ in range(everyone)]
        seen = [*pool.map(lambda one: one.get(f"/tables/{table['id']}"), people)]
    assert all(one == seen[0] for one in seen)
    assert seen[0]["drawing"]
    assert drawn_for == [None]


def test_who_comes_back_sees_what_was_missed(server: Serving) -> None:
    ann, ben, table = two_at_karuba(server)
    with ann.live(table) as tab:
        tab.table()
    for person in (ann, ben):
        person.any_move(table)
    with ann.live(table) as tab:
        assert tab.table()["number"] == ann.look(table)["number"] > table["number"]


def test_who_is_there_is_shown(server: Serving) -> None:
    ann, ben, table = two_at_karuba(server)
    with ann.live(table) as tab:
        assert [seat["is_here"] for seat in tab.table()["seats"]] == [True, False]
        with ben.live(table):
            tab.table(lambda t: t["seats"][1]["is_here"])
        tab.table(lambda t: not t["seats"][1]["is_here"])


def test_another_site_may_not_listen(server: Serving) -> None:
    ann, _, table = two_at_karuba(server)
    with (
        pytest.raises(InvalidStatus),
        ann.live(table, headers={"Origin": "https://evil.example"}) as tab,
    ):
        tab.table()
    with ann.live(table, headers={"Origin": f"http://127.0.0.1:{server.port}"}) as tab:
        assert tab.table()["you"] == 0


def test_who_still_listens_is_told_that_we_are_there(server: Serving) -> None:
    ann, _, table = two_at_karuba(server)
    with ann.live(table) as tab:
        tab.pong()
        tab.pong()


@pytest.mark.parametrize("said", [
    "", "x", "{", "[]", '{"type": "dance"}', '{"type": "ping", "move": 1}', "\x00",
    '{"type": "move", "number": 0, "move": 0}', b'{"type": "ping"}',
])  # fmt: skip
def test_who_says_anything_but_a_ping_is_hung_up_on(server: Serving, said: str | bytes) -> None:
    ann, _, table = two_at_karuba(server)
    with ann.live(table) as other, ann.live(table) as tab:
        tab.connection.send(said)
        why = tab.hung_up()
        assert (why.code, why.reason) == (socket_routes.NOT_A_PING, NOTHING_ELSE)
        other.pong()
    assert ann.look(table)["number"] == table["number"]


NOTHING_ELSE = "Only pings are accepted here; moves are posted."


def test_who_pings_too_often_is_hung_up_on(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    monkeypatch.setattr(socket_routes, "clock", lambda: now)
    ann, _, table = two_at_karuba(server)
    with ann.live(table) as tab:
        for _ in range(3):  # at a pace that is allowed, as long as one likes
            for _ in range(socket_routes.MAX_PINGS):
                tab.pong()
            now += socket_routes.PING_WINDOW_SECONDS
        for _ in range(socket_routes.MAX_PINGS + 1):
            tab.say(type="ping")
        assert tab.hung_up().code == socket_routes.TOO_OFTEN


def test_who_does_not_read_is_left(server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    """A frame is so large that all that lies between us is full with one."""
    monkeypatch.setattr(socket_routes, "SEND_TIMEOUT", 0.3)
    monkeypatch.setattr(
        "templetop.server.tables.service.frame_for_client", lambda *about: "x" * 20_000_000
    )
    ann, _, table = two_at_karuba(server)
    room = server.app.state.server.table_service.rooms[table["id"]]
    with deaf(server, table):
        eventually(lambda: room.clients)
        for offer in table["offers"][:3]:
            ann.move(table, table["number"], offer["move"])
        eventually(lambda: not room.clients)


@contextlib.contextmanager
def deaf(server: Serving, table: Table) -> Iterator[None]:
    """Somebody who asks for the table as it changes, and never listens."""
    with socket.create_connection(("127.0.0.1", server.port)) as line:
        line.sendall(
            f"GET /api/tables/{table['id']}/live HTTP/1.1\r\nHost: here\r\n"
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n".encode()
        )
        yield


def test_who_does_not_take_what_is_said_is_told_why_it_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Full:
        """A line that takes nothing more."""

        scope: ClassVar[dict[str, Any]] = {}

        async def send_text(self, text: str) -> None:
            await asyncio.Event().wait()

    monkeypatch.setattr(socket_routes, "SEND_TIMEOUT", 0.01)
    with pytest.raises(socket_routes.CloseSocket) as enough:
        in_a_loop(socket_routes.send_message(Full(), b"news"))  # type: ignore[arg-type]
    assert enough.value.code == socket_routes.TOO_SLOW


def test_a_pace_allows_so_much_in_so_many_seconds() -> None:
    now = 5.0
    pace = FixedWindow(3, 10.0, lambda: now)
    assert [pace.allow() for _ in range(5)] == [True, True, True, False, False]
    now = 14.9
    assert not pace.allow()
    now = 15.0
    assert pace.allow(3)
    assert not pace.allow()


def test_a_flood_is_cut_off_and_keeps_nobody_waiting(server: Serving) -> None:
    """Of pings of the protocol itself, which a server answers before it knows of them."""
    ann, _, table = two_at_karuba(server)
    with ann.live(table) as tab, pytest.raises(ConnectionClosed):
        all(map(tab.connection.ping, (random.randbytes(120) for _ in range(10_000))))
    with ann.live(table) as tab:
        assert tab.table()["number"] == table["number"]


def test_a_huge_message_closes_the_line_and_nothing_else(server: Serving) -> None:
    ann, _, table = two_at_karuba(server)
    with ann.live(table) as tab:
        with contextlib.suppress(ConnectionClosed):  # perhaps before all of it is sent
            tab.connection.send("x" * 1_000_000)
        with pytest.raises(ConnectionClosed):
            tab.table(lambda t: False)
    assert ann.look(table)["number"] == table["number"]


def test_at_a_table_that_is_not_there_the_line_is_closed(server: Serving) -> None:
    with server.stranger().live("nowhere") as tab:
        assert tab.hung_up().code == socket_routes.NOT_FOUND


# ── Taking back ──────────────────────────────────────────────────────────────────────────────────


def test_what_is_not_revealed_can_be_taken_back(server: Serving) -> None:
    ann, ben, table = two_at_karuba(server)
    number = table["number"]
    assert ann.move(table, number, table["offers"][0]["move"])["can_undo"]
    taken_back = ann.undo(table, number)
    assert taken_back["decided"] is None
    assert not taken_back["can_undo"]
    ben.any_move(table)
    assert ann.look(table)["number"] == number


def test_what_is_revealed_or_followed_by_chance_cannot(server: Serving) -> None:
    ann, ben, table = two_at_karuba(server)
    for person in (ann, ben):
        person.any_move(table)
    now = ann.look(table)
    assert not now["can_undo"]
    with pytest.raises(Refused) as refused:
        ann.undo(table, now["number"])
    assert refused.value.status == 409
    with pytest.raises(Refused) as refused:
        ann.undo(table, table["number"])
    assert refused.value.table is not None


def test_a_move_that_shows_nothing_can_be_taken_back_until_another_is_made(
    server: Serving,
) -> None:
    """In Karuba, players place beaches and temples one after the other, all in the open."""
    ann, ben = server.person("Ann"), server.person("Ben")
    table = ann.open_table("karuba", "me", "open", options={"setup": "placed"})
    ben.sit(table)
    placed = next(person for person in (ann, ben) if person.look(table)["offers"])
    other = ben if placed is ann else ann
    before = placed.look(table)
    number, (first, second) = before["number"], [o["move"] for o in before["offers"][:2]]
    assert placed.move(table, number, first)["can_undo"]
    assert not other.look(table)["can_undo"]
    with other.live(table) as tab:
        tab.table()
        again = placed.undo(table, number + 1)
        assert (again["moves"], again["offers"]) == (before["moves"], before["offers"])
        assert tab.table(lambda t: t["number"] == again["number"])["log"] == before["log"]
    after = placed.move(table, again["number"], second)
    assert len(after["log"]) == len(before["log"]) + 1
    assert other.look(table)["log"] == after["log"]
    while placed.look(table)["offers"]:  # the temple too
        placed.any_move(table)
    assert placed.look(table)["can_undo"]
    other.any_move(table)
    assert not placed.look(table)["can_undo"]


def test_what_was_meant_for_a_position_that_was_taken_back_answers_no_other(
    server: Serving,
) -> None:
    """The beach is placed, the temple is on its way, and the beach is placed elsewhere before."""
    ann = server.person("Ann")
    table = ann.open_table("karuba", "me", options={"setup": "placed"})
    first, second = (offer["move"] for offer in table["offers"][:2])
    at_first = ann.move(table, table["number"], first)
    again = ann.undo(table, at_first["number"])
    now = ann.move(table, again["number"], second)
    assert now["moves"] == at_first["moves"]
    temple = next(o["move"] for o in at_first["offers"] if o in now["offers"])
    for number in (table["number"], at_first["number"], again["number"]):
        with pytest.raises(Refused) as refused:
            ann.move(table, number, temple)
        assert refused.value.status == 409
        assert refused.value.table is not None
        with pytest.raises(Refused):
            ann.undo(table, number)
    with ann.live(table) as tab:
        assert tab.table()["log"] == now["log"]
        ann.move(table, now["number"], temple)
        assert tab.table(lambda t: t["moves"] > now["moves"])["number"] > now["number"]
    server.app.state.server.table_service.rooms.clear()
    stored = ann.look(table)
    assert ann.move(table, now["number"], temple) == stored  # sent twice, it counts once


def test_in_cacao_a_tile_from_the_hand_has_been_seen_but_a_place_can_be_changed() -> None:
    """A place is chosen in the open; the tile that is laid there was hidden from the others."""
    match = Match.new(take("cacao"), ["Ann", "Ben"])
    while (seat := seats_to_move(match.state)[0]) == CHANCE:
        match.play(seat, legal_moves(match.state, seat)[0])
    place = legal_moves(match.state, seat)[0]
    assert reveals_nothing(match.state, seat, place, after(match.state, [(seat, place)]))
    match.play(seat, place)
    assert seats_to_move(match.state) == [seat]
    for move in legal_moves(match.state, seat):
        assert not reveals_nothing(match.state, seat, move, after(match.state, [(seat, move)]))


# ── Clocks ───────────────────────────────────────────────────────────────────────────────────────


def test_without_a_clock_everybody_has_days(server: Serving) -> None:
    _, _, table = two_at_karuba(server)
    assert table["clock"] is None
    assert [seat["seconds_left"] for seat in table["seats"]] == [None, None]


@pytest.mark.parametrize("kind", ["move", "player"])
def test_a_bot_plays_for_who_is_out_of_time(
    own_server: Serving, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    later = Later(0.0)
    for module in (autoplay, service):
        monkeypatch.setattr(module, "time", later)
    monkeypatch.setattr(autoplay, "CLOCK_INTERVAL", 0.01)
    ann = own_server.person("Ann")
    clock = {"kind": kind, "seconds": 1000}
    table = ann.open_table("karuba", "me", options={"setup": "random"}, clock=clock)
    assert 0 < table["seats"][0]["seconds_left"] <= 1000

    def two_moves_later() -> bool:
        later.seconds += 1000
        return bool(ann.look(table)["number"] >= table["number"] + 4)

    eventually(two_moves_later)
    left = ann.look(table)["seats"][0]["seconds_left"]
    assert left == 0 if kind == "player" else left <= 1000


def test_a_clock_shows_no_more_than_it_had_when_that_of_the_machine_is_set_back(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = server.person("Ann"), server.person("Ben")
    clock = {"kind": "player", "seconds": 600}
    table = ann.open_table("karuba", "me", "open", options={"setup": "random"}, clock=clock)
    ben.sit(table)
    monkeypatch.setattr(service, "time", Later(-7_200))
    assert [seat["seconds_left"] for seat in ann.look(table)["seats"]] == [600, 600]
    ann.any_move(table)
    ben.any_move(table)
    seats = ann.look(table)["seats"]
    assert all(seat["seconds_left"] <= 600 for seat in seats)


def test_the_clock_of_a_player_stands_while_others_think(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = server.person("Ann"), server.person("Ben")
    clock = {"kind": "player", "seconds": 10_000}
    options = {"setup": "random"}
    table = ann.open_table("karuba", "me", "open", options=options, clock=clock)
    ben.sit(table)
    ann.any_move(table)
    stands = ann.look(table)["seats"][0]["seconds_left"]
    monkeypatch.setattr(service, "time", Later(5_000))
    seats = ann.look(table)["seats"]
    assert seats[1]["seconds_left"] <= 5_000
    assert seats[0]["seconds_left"] == pytest.approx(stands, abs=PATIENCE)


# ── Bots that search ─────────────────────────────────────────────────────────────────────────────


def test_until_the_search_is_compiled_the_strongest_bot_plays_all_the_same(
    server: Serving,
) -> None:
    ann = server.person("Ann")
    table = ann.open_table("karuba", "me", 5, options={"setup": "random"})
    ann.any_move(table)
    eventually(lambda: ann.look(table)["number"] > table["number"])
    with pytest.raises(Refused) as refused:
        ann.get(f"/tables/{table['id']}/hint")
    assert refused.value.status == 409


def test_a_bot_whose_process_dies_decides_all_the_same(
    server: Serving, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """First its process is killed, and then it fails for a while whenever it is asked."""
    monkeypatch.setattr(autoplay, "RETRY_INTERVAL", 0.05)
    ann, bot_pool = server.person("Ann"), server.app.state.server.autoplay.bot_pool
    table = ann.open_table("karuba", "me", 3, options={"setup": "random"})
    eventually(lambda: ann.look(table)["seats"][1]["has_decided"])
    for process in [*bot_pool.instant_pool.pool._processes.values()]:
        process.kill()
    with monkeypatch.context() as failing:
        failing.setattr(
            "templetop.server.bots.bot_pool.decide_in_worker", len
        )  # can do nothing with a question
        number = ann.any_move(table)["number"]
        eventually(lambda: caplog.text.count("could not decide; it will be asked again") > 1)
        assert ann.look(table)["number"] == number
    eventually(lambda: ann.look(table)["seats"][1]["has_decided"])


def test_a_hint_says_what_the_strongest_bot_would_do(tmp_path: Path) -> None:
    with serving(settings_in(tmp_path, is_compiling=True)) as server:
        ann = server.person("Ann")
        table = ann.open_table("karuba", "me", 1, options={"setup": "random"})
        bot_pool = server.app.state.server.autoplay.bot_pool
        eventually(lambda: bot_pool.can_advise("karuba"), patience=300)
        hint = ann.get(f"/tables/{table['id']}/hint")
        offered = {offer["move"]: offer["says"] for offer in table["offers"]}
        assert all(offered[weighed["move"]] == weighed["says"] for weighed in hint["weighed"])
        assert hint["simulations"] > 100
        assert hint["line"][0]["says"]
        assert len(hint["weighed"][0]["points"]) == 2
        eve = server.person("Eve")
        with pytest.raises(Refused) as refused:
            eve.get(f"/tables/{table['id']}/hint")
        assert refused.value.status == 403
