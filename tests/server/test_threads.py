"""Nobody sees what another request has only half made, and what fails leaves nothing half made."""

import asyncio
import gc
import itertools
import threading
import weakref
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import numpy as np
import orjson
import pytest

from templetop.engine import compile, linking
from templetop.engine.compile import Compiled
from templetop.engine.match import Match, legal_moves, make
from templetop.engine.speech import language, speaking
from templetop.games import shelf
from templetop.server.store.change import MadeMove, PendingDecision, Row, Seat, StoredTable
from templetop.server.tables import view_builder
from templetop.server.tables.replays import ReplayCache, ReplayCheckpoints
from templetop.server.tables.room import TableRoom
from templetop.server.tables.service import TableService
from templetop.server.tables.table import Table as InMemory
from templetop.server.tables.view_builder import MoveLog, ViewBuilder
from tests.server.serving import PATIENCE, Person, Serving, Table, eventually

KEY = "ab" * 32


def in_german(person: Person) -> Person:
    person.http.cookies.set("language", "de")
    return person


def after_some_moves(server: Serving) -> tuple[Person, Person, Table]:
    ann, ben = server.person("Ann"), server.person("Ben")
    table = ann.open_table("karuba", "me", "open", options={"setup": "random"})
    ben.sit(table)
    for _ in range(4):
        ann.any_move(table)
        ben.any_move(table)
    return ann, ben, ann.look(table)


def numbers(table: Table) -> list[tuple[int, int]]:
    return [(line["number"], line["last"]) for line in table["log"]]


# ── A log in a second language ───────────────────────────────────────────────────────────────────


class OneAfterTheOther:
    """Holds up the first who is told something in German until a second reader has come as well.

    The second has come when the event loop has done for it what can be done without waiting.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun, self.go_on = threading.Event(), threading.Event()
        self.came = 0
        self.truly_tell, self.truly_tell_anew = (
            view_builder.narrate_to_all,
            TableService.warm_language,
        )
        monkeypatch.setattr(view_builder, "MAX_INLINE_MOVES", 0, raising=False)
        monkeypatch.setattr(view_builder, "narrate_to_all", self.tell_all)
        monkeypatch.setattr(TableService, "warm_language", self.tell_anew_for(self))

    def tell_all(self, *about: Any) -> None:
        if language() == "de" and not self.begun.is_set():
            self.begun.set()
            assert self.go_on.wait(PATIENCE)
        self.truly_tell(*about)

    @staticmethod
    def tell_anew_for(held: "OneAfterTheOther") -> Callable[[TableService, TableRoom], Any]:
        async def tell_anew(table_service: TableService, room: TableRoom) -> None:
            held.came += language() == "de"
            if held.came == 2:
                asyncio.get_running_loop().call_soon(held.go_on.set)
            await held.truly_tell_anew(table_service, room)

        return tell_anew


def test_who_reads_a_language_that_is_being_told_waits_until_all_of_it_is_told(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben, table = after_some_moves(server)
    held = OneAfterTheOther(monkeypatch)
    readers = [in_german(server.stranger()) for _ in range(2)]
    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(readers[0].look, table)
        assert held.begun.wait(PATIENCE)
        second = threads.submit(readers[1].look, table)
        seen = [first.result(), second.result()]
    assert seen[0]["log"] == seen[1]["log"]
    assert numbers(seen[0]) == numbers(table)
    ann.any_move(table)
    ben.any_move(table)
    again = readers[0].look(table)
    assert numbers(again) == numbers(ben.look(table))
    assert again["log"][: len(seen[0]["log"])] == seen[0]["log"]


def test_what_was_told_on_a_thread_is_forgotten_if_moves_were_taken_back_meanwhile() -> None:
    table = table_after(6)
    builder = ViewBuilder(table)
    telling = builder.narration_job()
    assert telling is not None
    log = telling.build_log()
    table.row.undone += 1
    assert table.match is not None
    table.match = replace(table.match, moves=table.match.moves[:-3])
    builder.store_narration(telling, log)
    assert builder.logs == {}
    assert builder.log(None) == ViewBuilder(table).log(None)


def test_a_log_that_has_told_more_than_was_done_is_forgotten() -> None:
    builder = ViewBuilder(table_after(6))
    assert len(builder.log(None)) > len(ViewBuilder(table_after(4)).log(None))
    builder.table.match = table_after(4).match
    assert builder.log(None) == ViewBuilder(table_after(4)).log(None)


# ── What fails ───────────────────────────────────────────────────────────────────────────────────


def table_after(rounds: int) -> InMemory:
    """A match of two, in which everyone who is asked always does the first of what they may do."""
    agreed = ("karuba", 1, {"setup": "random"}, True, "I", "A", KEY)
    row = Row("T", *agreed, None, None, "waiting", 0.0)
    seats = [Seat("T", n, "person", person=name, name=name) for n, name in enumerate("AB")]
    table = InMemory(StoredTable(row, seats, [], {}))
    table.apply(table.start_if_full({}, 0.0))
    for _ in range(rounds):
        go_on(table)
    return table


def go_on(table: InMemory) -> None:
    assert table.match is not None
    for seat in table.awaited_seats():
        change = table.decide(seat, table.number, legal_moves(table.match.state, seat)[0], 1.0)
        assert change is not None
        table.apply(change)


def failing(truly: Callable[..., Any], after: int) -> Callable[..., Any]:
    """It is done, and then fails once, after so many times when it did not."""
    times = itertools.count()

    def done_and_failed(*about: Any) -> Any:
        found = truly(*about)
        if next(times) == after:
            raise ArithmeticError("in the middle of it")
        return found

    return done_and_failed


@pytest.mark.parametrize("after", [0, 1])
def test_a_log_that_fails_in_the_middle_of_a_move_is_told_anew(
    after: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = table_after(4)
    builder = ViewBuilder(table)
    with speaking("de"):
        builder.log(None)
    builder.log(0)
    for _ in range(2):
        go_on(table)
    with monkeypatch.context() as patch:
        patch.setattr(view_builder, "make", failing(make, after))
        lines = builder.log(0)
    fresh = ViewBuilder(table)
    assert lines == builder.log(0) == fresh.log(0)
    with speaking("de"):
        assert builder.log(1) == fresh.log(1)


def test_a_log_that_fails_from_the_start_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    builder = ViewBuilder(table_after(6))
    with monkeypatch.context() as patch:
        patch.setattr(view_builder, "make", failing(make, 1))
        with pytest.raises(ArithmeticError):
            builder.log(0)
    assert builder.log(0) == ViewBuilder(table_after(6)).log(0)


def test_a_request_whose_log_fails_harms_no_other(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, _, table = after_some_moves(server)
    reader = in_german(server.stranger())
    with monkeypatch.context() as patch:
        patch.setattr(view_builder, "MAX_INLINE_MOVES", 0)
        patch.setattr(MoveLog, "write", failing(MoveLog.write, 3))
        assert reader.http.get(f"/tables/{table['id']}").status_code == 500
    assert numbers(reader.look(table)) == numbers(table)


def test_a_drawing_that_fails_is_drawn_anew(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, _, table = after_some_moves(server)
    reader = server.stranger()
    with monkeypatch.context() as patch:
        patch.setattr(view_builder, "text_drawing", failing(view_builder.text_drawing, 0))
        assert reader.http.get(f"/tables/{table['id']}").status_code == 500
    assert reader.get(f"/tables/{table['id']}")["drawing"]


def test_the_way_of_a_match_that_fails_is_gone_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    match, replays = table_after(6).match, ReplayCache()
    assert match is not None
    replays.checkpoints(replace(match, moves=table_after(2).moves), 0)
    with monkeypatch.context() as patch:
        patch.setattr("templetop.server.tables.replays.make", failing(make, 1))
        with pytest.raises(ArithmeticError):
            replays.checkpoints(match, 0)
    fresh = ReplayCheckpoints(match)
    fresh.extend(match)
    assert replays.checkpoints(match, 0).points == fresh.points


def made_since(table: InMemory, later: InMemory) -> list[MadeMove]:
    pairs = zip(later.moves, later.answers, strict=True)
    return [MadeMove(*made, answers) for made, answers in [*pairs][table.length :]]


def test_a_table_that_cannot_catch_up_stays_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or else its row would have moves that its match has not."""
    table, later = table_after(2), table_after(4)
    made = made_since(table, later)
    clocks = {**table.deal.clocks}
    before = (table.row, table.match, table.deal, [*table.answers])
    with monkeypatch.context() as patch:
        patch.setattr(Match, "put_down", failing(Match.put_down, 2))
        with pytest.raises(ArithmeticError):
            table.catch_up(StoredTable(later.row, later.seats, made, {}))
    assert (table.row, table.match, table.deal, table.answers) == before
    assert table.deal.clocks == clocks
    assert table.catch_up(StoredTable(later.row, later.seats, made, {}))
    assert table.moves == later.moves


def test_a_match_is_never_changed_while_somebody_draws_it() -> None:
    table, later = table_after(2), table_after(4)
    drawn = table.match
    assert drawn is not None
    before = ([*drawn.moves], drawn.state.tobytes(), {**drawn.decided})
    decided = {0: PendingDecision(1, 1.0)}
    assert table.catch_up(StoredTable(later.row, later.seats, made_since(table, later), decided))
    assert ([*drawn.moves], drawn.state.tobytes(), drawn.decided) == before
    assert table.moves == later.moves


def test_a_past_that_was_looked_up_before_moves_were_taken_back_is_not_used(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is found on a thread, while the table may change."""
    table, truly_new = table_after(4), Match.new
    to, made = table.length - 3, table.moves

    def meanwhile(*about: Any) -> Match:
        assert table.match is not None
        table.row.undone += 3
        table.match = replace(table.match, moves=made[:-3])
        return truly_new(*about)

    with monkeypatch.context() as patch:
        patch.setattr(Match, "new", meanwhile)
        past = table.rewind_to(to)
    assert past.number != table.number
    assert past.match.moves == made[:to]


# ── What threads share ───────────────────────────────────────────────────────────────────────────


class Watched:
    """A lock that tells when a second thread comes to it."""

    def __init__(self, second: threading.Event) -> None:
        self.lock, self.second, self.came = threading.RLock(), second, 0

    def __enter__(self) -> None:
        self.came += 1
        if self.came == 2:
            self.second.set()
        self.lock.acquire()

    def __exit__(self, *why: object) -> None:
        self.lock.release()


def test_two_threads_that_open_a_game_get_the_same_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """And none gets one of which another thread is still collecting the rest."""
    begun, second, opened = threading.Event(), threading.Event(), []

    def collect(package: str) -> Any:
        opened.append(package)
        begun.set()
        if len(opened) == 2:
            second.set()
        assert second.wait(PATIENCE)
        return object()

    monkeypatch.setattr(shelf, "OPEN", {})
    monkeypatch.setattr(shelf, "OPENING", Watched(second))
    monkeypatch.setattr(shelf, "collect", collect)
    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(shelf.opened, "a game")
        assert begun.wait(PATIENCE)
        other = threads.submit(shelf.opened, "a game")
        assert first.result() is other.result()
    assert opened == ["a game"]


def test_two_threads_that_want_machine_code_make_it_once(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, second, made = threading.Event(), threading.Event(), []

    def with_cache(code: Compiled, kind: Any) -> object:
        made.append(kind)
        begun.set()
        if len(made) == 2:
            second.set()
        assert second.wait(PATIENCE)
        return object()

    monkeypatch.setattr(compile, "COMPILING", Watched(second))
    monkeypatch.setattr(Compiled, "with_cache", with_cache)
    code, states = Compiled(len), (np.zeros(1),)
    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(code.machine_code, states)
        assert begun.wait(PATIENCE)
        other = threads.submit(code.machine_code, states)
        assert first.result() is other.result()
    assert len(made) == 1


def test_two_threads_teach_numba_every_rule_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """And none goes on before all of them are taught."""
    begun, second, taught = threading.Event(), threading.Event(), list[Any]()

    def teach(function: Any, choose: Any) -> None:
        taught.append(function)
        begun.set()
        if len(taught) > len({*taught}):
            second.set()
        assert second.wait(PATIENCE)

    monkeypatch.setattr(compile, "COMPILING", Watched(second))
    monkeypatch.setattr(compile, "lessons", [(len, max), (sum, max)])
    monkeypatch.setattr(compile, "taught", 0)
    monkeypatch.setattr(linking, "teach", teach)
    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(compile.teach_numba)
        assert begun.wait(PATIENCE)
        other = threads.submit(compile.teach_numba)
        first.result()
        other.result()
    assert taught == [len, sum]


# ── When a table is given back ───────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ending", ["browser goes", "we hang up"])
def test_a_table_that_is_given_back_takes_no_memory_from_that_moment(
    own_server: Serving, ending: str
) -> None:
    """Nothing holds it that would only be found when all of memory is searched."""
    table_service = own_server.app.state.server.table_service
    ann, _, table = after_some_moves(own_server)
    room = weakref.ref(table_service.rooms[table["id"]])
    gc.collect()
    gc.disable()
    try:
        with ann.live(table) as tab, in_german(own_server.stranger()).live(table) as other:
            tab.table()
            other.table()
            if ending == "we hang up":
                tab.say(type="nonsense")
                tab.hung_up()
        ann.get(f"/tables/{table['id']}/replay")
        eventually(lambda: not table_service.rooms[table["id"]].clients)
        table_service.evict_idle([table["id"]], float("inf"))
        eventually(lambda: room() is None)
    finally:
        gc.enable()


def test_a_frame_is_what_is_there_whoever_has_read_before() -> None:
    table = table_after(6)
    builder = ViewBuilder(table)
    with speaking("de"):
        german = orjson.loads(builder.frame(0, set(), 0.0).table_message)
    english = orjson.loads(builder.frame(0, set(), 0.0).table_message)
    assert numbers(german["table"]) == numbers(english["table"])
    assert german["table"]["log"] != english["table"]["log"]
