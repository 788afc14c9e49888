"""The service of all tables: where they are found and changed, and what is sent of them.

Every change goes the same way: it is planned on the table in memory, written to the store if the
table there is still the one it was planned on, and only then made and told. If it is not, another
worker was faster: we catch up with the store and plan anew.
"""

import asyncio
import contextlib
import itertools
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Coroutine
from typing import Any

from templetop.engine.refusal import Refusal
from templetop.engine.speech import mark
from templetop.games.shelf import take
from templetop.server.accounts.sessions import Sessions
from templetop.server.api_models import NewTable, SeatView, TableView
from templetop.server.core.connection_limits import Throttle
from templetop.server.core.memory_release import MemoryTrimmer
from templetop.server.core.refusals import (
    NoSuchTable,
    NotAllowed,
    NotNow,
    StaleTable,
    TableUnreadable,
    TooManyRequests,
)
from templetop.server.core.thread_pool import BoundedThreadPool
from templetop.server.store.change import StoredTable, TableChange
from templetop.server.store.database import RevisionConflict, Store
from templetop.server.store.deal_plays import DealLists
from templetop.server.store.person_store import Person, load_holidays
from templetop.server.tables import lesson_mode, votes
from templetop.server.tables.chat import ChatKind, with_line
from templetop.server.tables.correspondence import unexpired
from templetop.server.tables.replays import create_replay_threads
from templetop.server.tables.room import (
    SIGNED_OUT,
    TABLE_GONE,
    TableClient,
    TableRoom,
    frame_for_client,
    load_room,
    require_seat,
)
from templetop.server.tables.rules_upgrade import converted_table, may_be_opened, needs_conversion
from templetop.server.tables.table import PastMatch, Table
from templetop.server.tables.view_builder import seat_views
from templetop.server.tables.worker_bus import PRESENCE_INTERVAL, WorkerBus
from templetop.server.translations import t

MOST_TRIES = 20
MAX_ROOMS = 3_000  # tables
IDLE_SECONDS = 120.0  # seconds after which a table that nobody watches is given back
SWEEP = 30.0
LOADERS = 2  # tables that are brought into memory at the same time
MOST_LOADING = 200
NO_REVISION = -1  # the revision of a table that is not there
POLL_INTERVAL = 2.0  # seconds between two looks at what other workers did
ACCOUNTS_ALONE = mark("This match counts for ratings, so everybody who plays needs an account.")
SESSION_CHECK_EVERY = 5  # at so many of them once, it is asked whose sessions have ended

log = logging.getLogger("templetop.server")


class TableListener:
    """What is told of everything that happens at the tables: bots, clocks and ratings start here.

    Listeners are told in the order in which they were added. Each method does nothing unless a
    listener says otherwise.
    """

    def check_new_table(self, wanted: NewTable) -> None:
        """Refuses a table that nobody could play at."""

    def table_opened(self, room: TableRoom) -> None:
        """A table is new."""

    def table_changed(self, room: TableRoom, change: TableChange | None) -> None:
        """A table has changed here, or was found changed in the store (then there is no change)."""

    def match_ended(self, table_id: str) -> None:
        """A match has ended at another worker, or its table is gone."""

    def client_connected(self, room: TableRoom, is_seated: bool) -> None:
        """Somebody watches a table now who sits there, or who looks on."""

    def needs_room(self, table_id: str) -> bool:
        """True if the table has to stay in memory, because something is still done for it."""
        return False


class TableService:
    """Finds, changes and sends all tables."""

    def __init__(self, store: Store, bus: WorkerBus, sessions: Sessions) -> None:
        self.store = store
        self.sessions = sessions
        self.bus = bus
        self.listeners: list[TableListener] = []
        self.rooms: OrderedDict[str, TableRoom] = OrderedDict()
        self.loading: dict[str, asyncio.Task[TableRoom]] = {}
        self.errands: set[asyncio.Task[None]] = set()
        self.throttle = Throttle()
        self.moves = 0  # written since the start
        self.loaders = BoundedThreadPool("tables", LOADERS, MOST_LOADING)
        self.replaying = create_replay_threads()
        self.deal_lists = DealLists()
        self.memory = MemoryTrimmer()

    # ── Opening and closing ──────────────────────────────────────────────────────────────────────

    async def open(self) -> None:
        await self.bus.start(self)
        self.run(self.run_store_polling())
        self.run(self.run_eviction())
        if self.store.is_shared:
            self.run(self.run_presence())

    async def close(self) -> None:
        for task in self.errands:
            task.cancel()
        await asyncio.gather(*self.errands, return_exceptions=True)
        await self.bus.close()
        self.loaders.close()
        self.replaying.close()

    def run(self, errand: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(errand)
        self.errands.add(task)
        task.add_done_callback(self.errands.discard)

    # ── Finding a table ──────────────────────────────────────────────────────────────────────────

    async def get(self, table_id: str) -> TableRoom:
        """The table as it is now, whoever changed it."""
        room = self.rooms.get(table_id)
        if room is None:
            room = await self.load_once(table_id)
        elif self.store.is_shared:
            await self.catch_up_if_behind(room)
        room.used_at = time.monotonic()
        if table_id in self.rooms:
            self.rooms.move_to_end(table_id)
        return room

    async def load_once(self, table_id: str) -> TableRoom:
        """From the store into memory; once, however many ask for it at the same time."""
        if table_id not in self.loading:
            loading = self.loading[table_id] = asyncio.create_task(self.load(table_id))
            loading.add_done_callback(lambda _: self.loaded(table_id))
        return await asyncio.shield(self.loading[table_id])

    def loaded(self, table_id: str) -> None:
        loading = self.loading.pop(table_id)
        if not loading.cancelled():
            loading.exception()  # whoever waited for it has heard of it

    async def load(self, table_id: str) -> TableRoom:
        room = await self.loaders.run(load_room, await self.load_stored(table_id))
        self.rooms[table_id] = room
        self.evict_oldest()
        return room

    async def load_stored(self, table_id: str) -> StoredTable:
        """All that the store keeps of a table; one of earlier rules is written anew, once."""
        kept = await self.store.table(table_id)
        try:
            if not needs_conversion(kept.row):
                return kept
            today = await asyncio.to_thread(converted_table, kept)
        except TableUnreadable:
            await self.close_unreadable(kept)
            if not may_be_opened(kept.row):
                raise
            return await self.store.table(table_id)
        try:
            await self.store.replace_moves(today, take(kept.row.game).rules_version)
        except RevisionConflict:
            log.info("Another worker has converted table %s.", table_id)
        return await self.store.table(table_id)

    async def close_unreadable(self, kept: StoredTable) -> None:
        """Nobody can play on there: no clock runs, no bot is awaited, and the lists say so."""
        row = kept.row
        rest = {"deadline": None, "bot_due": None, "chance_due": None}
        change = TableChange(row={**rest, "rules_version": -abs(row.rules_version)})
        is_due = row.deadline or row.bot_due or row.chance_due
        if is_due or row.rules_version > 0:
            with contextlib.suppress(RevisionConflict):
                await self.store.change(row.id, row.revision, row.length, change, False)

    def add_new(self, table: Table) -> TableRoom:
        """A new table, which the store has taken."""
        room = self.rooms[table.id] = TableRoom(table)
        self.evict_oldest()
        for listener in self.listeners:
            listener.table_opened(room)
        return room

    def evict_oldest(self) -> None:
        """Forget the tables that nobody has asked for in the longest time."""
        spare = len(self.rooms) - MAX_ROOMS
        if spare > 0:
            self.evict_idle([*self.rooms][:spare], time.monotonic())

    async def run_eviction(self) -> None:
        """The memory of tables where nothing happens; whoever comes finds them in the store."""
        while True:
            await asyncio.sleep(SWEEP)
            self.evict_idle([*self.rooms], time.monotonic() - IDLE_SECONDS)
            await self.memory.trim_if_due()

    def evict_idle(self, table_ids: Collection[str], since: float) -> None:
        """Where a bot thinks, it will say something; there must be one table that hears it."""
        for table_id in table_ids:
            is_needed = any(listener.needs_room(table_id) for listener in self.listeners)
            if not is_needed and self.rooms[table_id].is_idle_since(since):
                del self.rooms[table_id]
                self.memory.request_trim()

    async def catch_up_if_behind(self, room: TableRoom) -> None:
        revision = await self.store.revision(room.table.id)
        if revision == NO_REVISION:
            self.forget(room)
            raise NoSuchTable(t("There is no such table."))
        if revision != room.table.row.revision:
            await self.catch_up_and_tell(room)

    async def catch_up_and_tell(self, room: TableRoom) -> None:
        async with room.lock:
            await self.catch_up(room)
        self.notify(room)

    async def catch_up(self, room: TableRoom) -> None:
        """Learns what other workers have changed. Call it under the room's lock."""
        kept = await self.store.table(room.table.id, room.table.length)
        if kept.row.revision <= room.table.row.revision or room.table.catch_up(kept):
            return
        await self.reload(room)

    async def reload_from_store(self, table_id: str) -> None:
        """Something has changed in the store itself; if the table is gone, so are we."""
        room = self.rooms.get(table_id)
        if room is None:
            return
        try:
            async with room.lock:
                await self.reload(room)
        except NoSuchTable:
            self.forget(room)
        else:
            self.notify(room)
            self.tell_listeners(room)

    def tell_listeners(self, room: TableRoom, change: TableChange | None = None) -> None:
        for listener in self.listeners:
            listener.table_changed(room, change)

    def forget(self, room: TableRoom) -> None:
        """There is no such table any more."""
        self.deal_lists.forget()
        self.rooms.pop(room.table.id, None)
        self.memory.request_trim()
        for listener in self.listeners:
            listener.match_ended(room.table.id)
        for watcher in room.watchers:
            watcher.close(TABLE_GONE)

    async def reload(self, room: TableRoom) -> None:
        """Makes the table anew from what the store keeps. Call it under the room's lock."""
        kept = await self.store.table(room.table.id)
        room.replace(await self.loaders.run(Table, kept))

    # ── Changing a table ─────────────────────────────────────────────────────────────────────────

    async def commit_change(self, room: TableRoom, plan: Callable[[], TableChange | None]) -> bool:
        """Plan a change, have it written, make it, and tell everyone; False: there was none."""
        async with room.lock:
            for _ in range(MOST_TRIES):
                if (change := plan()) is None:
                    return False
                if await self.write(room, change):
                    room.table.apply(change)
                    self.moves += len(change.moves)
                    break
                await self.catch_up(room)
            else:
                raise NotNow(t("Too much is happening at this table; try again."))
            self.publish_change(room, change)
        if change.row.get("state") == "over" and room.table.row.deal is not None:
            self.deal_lists.forget()
        self.notify(room)
        self.tell_listeners(room, change)
        return True

    async def write(self, room: TableRoom, change: TableChange) -> bool:
        """Has the store taken it? Not if it knows a later table."""
        table = room.table
        try:
            await self.store.change(
                table.id, table.row.revision, table.length, change, bool(table.decided)
            )
        except RevisionConflict:
            return False
        return True

    def publish_change(self, room: TableRoom, change: TableChange) -> None:
        if self.store.is_shared:
            self.run(self.bus.publish_change(room.table.id, room.table.row.revision, change))

    def on_remote_change(self, table_id: str, revision: int, change: TableChange) -> None:
        """Another worker has changed a table; it is of interest if somebody watches it here."""
        if change.row.get("state") == "over":
            for listener in self.listeners:
                listener.match_ended(table_id)
        room = self.rooms.get(table_id)
        if room and room.watchers and room.table.row.revision < revision:
            self.run(self.follow(room, revision, change))

    async def follow(self, room: TableRoom, revision: int, change: TableChange) -> None:
        async with room.lock:
            if room.table.row.revision >= revision:
                return
            try:
                if not room.table.apply_remote(revision, change):
                    await self.catch_up(room)
            except Exception:
                log.exception("What was said about table %s is not true.", room.table.id)
                await self.reload(room)
        self.notify(room)

    def on_remote_close(self, table_id: str) -> None:
        if room := self.rooms.get(table_id):
            self.forget(room)

    def on_remote_presence(self, table_id: str) -> None:
        if room := self.rooms.get(table_id):
            self.refresh_presence(room)

    # ── What people do ───────────────────────────────────────────────────────────────────────────

    async def make_move(self, room: TableRoom, person: Person, number: int, move: int) -> None:
        """Make a move, or change one's mind about it."""
        decide = lesson_mode.decide_in_lesson if room.table.row.lesson else Table.decide
        await self.commit_change(
            room,
            lambda: decide(room.table, require_seat(room, person), number, move, time.time()),
        )

    async def read_on(self, room: TableRoom, person: Person, step: int) -> None:
        """In a lesson: that step was read."""
        require_seat(room, person)
        await self.commit_change(room, lambda: lesson_mode.next_step(room.table, step, time.time()))

    async def take_back(self, room: TableRoom, person: Person, number: int) -> None:
        await self.commit_change(room, lambda: room.table.undo(require_seat(room, person), number))

    async def take_back_seen_move(self, room: TableRoom, person: Person, number: int) -> None:
        """Take back what was seen already, where only bots play along."""
        seat = require_seat(room, person)
        past = await self.rewind_on_thread(room, room.table.last_step_of(seat))
        await self.commit_change(
            room, lambda: room.table.take_back_seen_move(seat, number, time.time(), past)
        )

    async def request_vote(self, room: TableRoom, person: Person, wish: votes.VoteKind) -> None:
        seat = require_seat(room, person)
        past = await self.rewind_on_thread(room, votes.moves_kept(room.table, seat, wish))
        await self.commit_change(
            room, lambda: votes.request(room.table, seat, wish, time.time(), past)
        )

    async def answer_vote(self, room: TableRoom, person: Person, agrees: bool) -> None:
        seat = require_seat(room, person)
        past = await self.rewind_on_thread(room, votes.moves_kept(room.table, seat, None))
        await self.commit_change(
            room, lambda: votes.answer(room.table, seat, agrees, time.time(), past)
        )

    async def rewind_on_thread(self, room: TableRoom, to: int | None) -> PastMatch | None:
        """On a thread: all moves up to there are made again."""
        return None if to is None else await self.loaders.run(room.table.rewind_to, to)

    async def sit(self, room: TableRoom, person: Person, seat: int | None, link: str) -> None:
        away = await self.holidays_of(person) if room.table.is_by_correspondence else []
        if room.table.row.counts and person.account is None:
            raise NotNow(t(ACCOUNTS_ALONE))
        await self.commit_change(
            room,
            lambda: room.table.sit(person.id, person.name, seat, link, time.time(), away),
        )

    async def holidays_of(self, person: Person) -> list[list[float]]:
        """That have not ended."""
        return unexpired(await self.store.run(load_holidays, person.id), time.time())

    async def put_bot(self, room: TableRoom, person: Person, seat: int, level: int) -> None:
        """At a seat that is still free."""
        require_seat(room, person)
        await self.commit_change(room, lambda: room.table.put_bot(seat, level, time.time()))

    async def add_chat_line(
        self, room: TableRoom, person: Person, kind: ChatKind, says: str
    ) -> None:
        """To everybody at the table."""

        def said_by() -> TableChange:
            seat = require_seat(room, person)
            return TableChange(row={"talk": with_line(room.table, seat, kind, says, time.time())})

        await self.commit_change(room, said_by)

    async def close_table(self, room: TableRoom, person: Person) -> None:
        """By who opened it, or who is alone there."""
        async with room.lock:
            if not room.table.may_close(person.id):
                raise NotAllowed(
                    t("You can only close a table of your own at which nobody else sits.")
                )
            await self.store.erase(room.table.id)
        self.forget(room)
        self.run(self.bus.publish_closed(room.table.id))

    async def leave(self, room: TableRoom, person: Person) -> None:
        await self.commit_change(room, lambda: room.table.leave(person.id, time.time()))

    # ── What is sent ─────────────────────────────────────────────────────────────────────────────

    def connected_seats(self, room: TableRoom) -> set[int]:
        return room.local_seats() | self.bus.remote_seats(room.table.id)

    def connected_seats_at(self, table_id: str) -> set[int]:
        """At a table that may not be in memory."""
        room = self.rooms.get(table_id)
        return self.connected_seats(room) if room else set()

    def seats(self, room: TableRoom, viewer: int | None) -> list[SeatView]:
        return seat_views(room.table, viewer, self.connected_seats(room), time.time())

    def view(self, room: TableRoom, person: str | None, with_drawing: bool = True) -> TableView:
        seat = room.table.seat_of(person)
        return room.view_builder.view(seat, self.connected_seats(room), time.time(), with_drawing)

    async def view_with_drawing(
        self, room: TableRoom, person: str | None, with_drawing: bool = True
    ) -> TableView:
        """The same, when it is drawn."""
        await self.warm_language(room)
        if with_drawing:
            await room.draw_for(person)
        return self.view(room, person, with_drawing)

    async def warm_language(self, room: TableRoom) -> None:
        """What takes a while to be told, in the language of whoever asks, is told on a thread.

        It is there for others when all of it is there; who asks meanwhile waits for it.
        """
        if not room.view_builder.needs_narration():
            return
        with contextlib.suppress(TooManyRequests):
            async with room.lock:
                view_builder = room.view_builder
                telling = view_builder.telling()
                if telling is not None and view_builder.needs_narration():
                    is_whole = room.table.is_played_out
                    tell = telling.whole if is_whole else telling.log
                    view_builder.put(telling, await self.loaders.run(tell))

    async def frame_for(self, room: TableRoom, watcher: TableClient) -> bytes:
        await self.warm_language(room)
        if watcher.with_drawing:
            await room.draw_for(watcher.person)
        return frame_for_client(room, watcher)

    def notify(self, room: TableRoom) -> None:
        """Everybody who watches is sent what has changed."""
        room.here = self.connected_seats(room)
        room.notify_clients()

    # ── Who is there ─────────────────────────────────────────────────────────────────────────────

    def connect(self, room: TableRoom, watcher: TableClient) -> None:
        before = room.local_seats()
        room.add_client(watcher)
        self.after_coming_or_going(room, before)
        is_seated = room.table.seat_of(watcher.person) is not None
        for listener in self.listeners:
            listener.client_connected(room, is_seated)

    def disconnect(self, room: TableRoom, watcher: TableClient) -> None:
        before = room.local_seats()
        room.remove_client(watcher)
        self.after_coming_or_going(room, before)

    def after_coming_or_going(self, room: TableRoom, before: set[int]) -> None:
        """Other workers are told if it concerns them; who only looks on does not."""
        self.refresh_presence(room)
        if self.store.is_shared and room.local_seats() != before:
            self.run(self.bus.publish_presence(room.table.id, room.local_seats()))

    def refresh_presence(self, room: TableRoom) -> None:
        """All who watch are told if somebody came to a seat, or has gone from one."""
        if self.connected_seats(room) != room.here:
            self.notify(room)

    def end_sessions(self, sessions: Collection[str]) -> None:
        """Whoever listens by them is hung up on, at every worker."""
        if sessions:
            self.on_sessions_ended([*sessions])
            self.run(self.bus.publish_ended_sessions([*sessions]))

    def on_sessions_ended(self, sessions: list[str]) -> None:
        self.sessions.uncache(sessions)
        self.deal_lists.forget()  # somebody may be gone
        for room in self.rooms.values():
            for watcher in room.watchers:
                if watcher.session in sessions:
                    watcher.close(SIGNED_OUT)

    def all_here(self) -> dict[str, set[int]]:
        return {i: seats for i, room in self.rooms.items() if (seats := room.local_seats())}

    # ── Other workers ────────────────────────────────────────────────────────────────────────────

    async def run_store_polling(self) -> None:
        """Looks into the store, for changes that no message of the bus has told of."""
        for turn in itertools.count():
            await asyncio.sleep(POLL_INTERVAL)
            try:
                await self.look_round_once(turn)
            except Exception as error:
                if self.throttle.allow("look round"):
                    log.error("The store could not be read: %r", error)

    async def look_round_once(self, turn: int) -> None:
        changed = await self.rooms_to_check()
        for room in changed:
            await self.look_at(room)
        if changed and (not self.store.is_shared or turn % SESSION_CHECK_EVERY == 0):
            await self.close_ended_sessions()

    async def rooms_to_check(self) -> list[TableRoom]:
        """Where other workers write, too, all that somebody watches; else, all if anybody wrote."""
        if self.store.is_shared:
            return [room for room in self.rooms.values() if room.watchers]
        if not await self.store.changed_elsewhere():
            return []
        self.sessions.uncache_all()
        self.deal_lists.forget()
        return [*self.rooms.values()]

    async def look_at(self, room: TableRoom) -> None:
        with contextlib.suppress(NoSuchTable):
            await self.catch_up_if_behind(room)
            if not self.store.is_shared:  # else, whoever changed it sees to that
                self.tell_listeners(room)

    async def close_ended_sessions(self) -> None:
        """Whoever listens by a session that has ended in the store itself is hung up on."""
        watchers = [watcher for room in self.rooms.values() for watcher in room.watchers]
        listening = {watcher.session for watcher in watchers if watcher.session is not None}
        ended = listening - await self.sessions.person_store.valid_sessions(listening)
        if ended:
            self.on_sessions_ended([*ended])

    async def run_presence(self) -> None:
        """And notice where a worker has gone without a word."""
        while True:
            await self.bus.publish_all_presence(self.all_here())
            for room in [*self.rooms.values()]:
                self.refresh_presence(room)
            await asyncio.sleep(PRESENCE_INTERVAL)


async def with_current_view(
    table_service: TableService, room: TableRoom, person: str, refusal: Refusal, with_drawing: bool
) -> Refusal:
    """Whoever answered an old number is shown the table as it is."""
    if isinstance(refusal, StaleTable):
        refusal.table = await table_service.view_with_drawing(room, person, with_drawing)
    return refusal
