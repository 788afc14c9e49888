"""Finds, loads and changes tables, and builds what their clients are sent.

A change is planned on the table in memory, and stored if the stored table still has the revision
that it was planned on. Only then is it applied and published. If another worker was faster, the
table catches up with the store and the change is planned anew: begin reading at `commit_change`.
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
from templetop.server.core.background_tasks import BackgroundTasks
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

MAX_TRIES = 20  # plans of one change; then it is refused
MAX_ROOMS = 3_000  # tables in memory; beyond that the oldest idle ones are evicted
IDLE_SECONDS = 120.0  # after which a table without clients is evicted
EVICTION_INTERVAL = 30.0  # seconds
LOADER_THREADS = 2
MAX_LOADING = 200  # jobs that wait for a thread; more are refused
NO_REVISION = -1  # the revision of a table that is not stored
POLL_INTERVAL = 2.0  # seconds
ACCOUNT_REQUIRED = mark("This match counts for ratings, so everybody who plays needs an account.")
SESSION_CHECK_EVERY = 5  # polls; with several workers, sessions are checked so rarely

log = logging.getLogger("templetop.server")


class TableListener:
    """Is called with everything that happens at the tables: bots, clocks and ratings start here.

    Listeners are called in the order in which they were added. Each method does nothing unless a
    listener overrides it.
    """

    def check_new_table(self, wanted: NewTable) -> None:
        """Refuses a table at which no match could be played."""

    def table_opened(self, room: TableRoom) -> None:
        """A new table has been stored."""

    def table_changed(self, room: TableRoom, change: TableChange | None) -> None:
        """A table has changed here, or was found changed in the store; then `change` is None."""

    def match_ended(self, table_id: str) -> None:
        """A match has ended at another worker, or its table is gone."""

    def client_connected(self, room: TableRoom, is_seated: bool) -> None:
        """A client has connected to a table, at a seat or as a spectator."""

    def needs_room(self, table_id: str) -> bool:
        """True if the table has to stay in memory, because a task still works for it."""
        return False


class TableService:
    """The tables of one worker: those in memory, and those in the store."""

    def __init__(self, store: Store, bus: WorkerBus, sessions: Sessions) -> None:
        self.store = store
        self.sessions = sessions
        self.bus = bus
        self.listeners: list[TableListener] = []
        self.rooms: OrderedDict[str, TableRoom] = OrderedDict()
        self.loading: dict[str, asyncio.Task[TableRoom]] = {}
        self.tasks = BackgroundTasks()
        self.throttle = Throttle()
        self.moves = 0  # stored since the start
        self.loaders = BoundedThreadPool("tables", LOADER_THREADS, MAX_LOADING)
        self.replay_threads = create_replay_threads()
        self.deal_lists = DealLists()
        self.memory = MemoryTrimmer()

    # ── Opening and closing ──────────────────────────────────────────────────────────────────────

    async def open(self) -> None:
        await self.bus.start(self)
        self.start_task(self.run_store_polling())
        self.start_task(self.run_eviction())
        if self.store.is_shared:
            self.start_task(self.run_presence())

    async def close(self) -> None:
        await self.tasks.close()
        await self.bus.close()
        self.loaders.close()
        self.replay_threads.close()

    def start_task(self, coroutine: Coroutine[Any, Any, None]) -> None:
        """Starts a background task, which is cancelled when the service closes."""
        self.tasks.start(coroutine)

    # ── Finding a table ──────────────────────────────────────────────────────────────────────────

    async def get(self, table_id: str) -> TableRoom:
        """Returns the room of a table in its current state, whichever worker has changed it.

        Raises `NoSuchTable` if it is not stored, and `TableUnreadable` if it is closed.
        """
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
        """Loads a table from the store once for all who ask for it at the same time."""
        if table_id not in self.loading:
            loading = self.loading[table_id] = asyncio.create_task(self.load(table_id))
            loading.add_done_callback(lambda _: self.finish_loading(table_id))
        return await asyncio.shield(self.loading[table_id])

    def finish_loading(self, table_id: str) -> None:
        loading = self.loading.pop(table_id)
        if not loading.cancelled():
            loading.exception()  # those who awaited the task have got it; do not log it again

    async def load(self, table_id: str) -> TableRoom:
        room = await self.loaders.run(load_room, await self.load_stored(table_id))
        self.rooms[table_id] = room
        self.evict_oldest()
        return room

    async def load_stored(self, table_id: str) -> StoredTable:
        """Returns the stored table. Converts it first if its moves have the numbers of earlier
        rules.

        A table that cannot be converted is closed, and refused unless it can be shown without
        moves.
        """
        stored = await self.store.table(table_id)
        try:
            if not needs_conversion(stored.row):
                return stored
            converted = await asyncio.to_thread(converted_table, stored)
        except TableUnreadable:
            await self.close_unreadable(stored)
            if not may_be_opened(stored.row):
                raise
            return await self.store.table(table_id)
        try:
            await self.store.replace_moves(converted, take(stored.row.game).rules_version)
        except RevisionConflict:
            log.info("Another worker has converted table %s.", table_id)
        return await self.store.table(table_id)

    async def close_unreadable(self, stored: StoredTable) -> None:
        """Stores that a table cannot be played on: nothing is due there, and the lists show why."""
        row = stored.row
        nothing_due = {"deadline": None, "bot_due": None, "chance_due": None}
        change = TableChange(row={**nothing_due, "rules_version": -abs(row.rules_version)})
        is_due = row.deadline or row.bot_due or row.chance_due
        if is_due or row.rules_version > 0:
            with contextlib.suppress(RevisionConflict):
                await self.store.change(row.id, row.revision, row.length, change, False)

    def add_new(self, table: Table) -> TableRoom:
        """Adds the room of a new table that has been stored, and tells the listeners."""
        room = self.rooms[table.id] = TableRoom(table)
        self.evict_oldest()
        for listener in self.listeners:
            listener.table_opened(room)
        return room

    def evict_oldest(self) -> None:
        """Evicts tables beyond `MAX_ROOMS`, beginning with those nobody has asked for the
        longest."""
        excess = len(self.rooms) - MAX_ROOMS
        if excess > 0:
            self.evict_idle([*self.rooms][:excess], time.monotonic())

    async def run_eviction(self) -> None:
        """Evicts idle tables for ever, and gives their memory back to the operating system.

        They are loaded from the store again when somebody asks for them.
        """
        while True:
            await asyncio.sleep(EVICTION_INTERVAL)
            self.evict_idle([*self.rooms], time.monotonic() - IDLE_SECONDS)
            await self.memory.trim_if_due()

    def evict_idle(self, table_ids: Collection[str], since: float) -> None:
        """Evicts those of the tables that are idle since a time.

        A table for which a listener still works stays, so that the work changes the room that the
        clients see.
        """
        for table_id in table_ids:
            is_needed = any(listener.needs_room(table_id) for listener in self.listeners)
            if not is_needed and self.rooms[table_id].is_idle_since(since):
                del self.rooms[table_id]
                self.memory.request_trim()

    async def catch_up_if_behind(self, room: TableRoom) -> None:
        revision = await self.store.revision(room.table.id)
        if revision == NO_REVISION:
            self.remove_room(room)
            raise NoSuchTable(t("There is no such table."))
        if revision != room.table.row.revision:
            await self.catch_up_and_notify(room)

    async def catch_up_and_notify(self, room: TableRoom) -> None:
        async with room.lock:
            await self.catch_up(room)
        self.notify(room)

    async def catch_up(self, room: TableRoom) -> None:
        """Learns what other workers have changed. Call it under the room's lock."""
        stored = await self.store.table(room.table.id, room.table.length)
        if stored.row.revision <= room.table.row.revision or room.table.catch_up(stored):
            return
        await self.reload(room)

    async def reload_from_store(self, table_id: str) -> None:
        """Reloads a table that was changed in the store itself, or removes its room if it is
        gone."""
        room = self.rooms.get(table_id)
        if room is None:
            return
        try:
            async with room.lock:
                await self.reload(room)
        except NoSuchTable:
            self.remove_room(room)
        else:
            self.notify(room)
            self.notify_listeners(room)

    def notify_listeners(self, room: TableRoom, change: TableChange | None = None) -> None:
        for listener in self.listeners:
            listener.table_changed(room, change)

    def remove_room(self, room: TableRoom) -> None:
        """Forgets a table that no longer exists, and disconnects its clients."""
        self.deal_lists.forget()
        self.rooms.pop(room.table.id, None)
        self.memory.request_trim()
        for listener in self.listeners:
            listener.match_ended(room.table.id)
        for client in room.clients:
            client.close(TABLE_GONE)

    async def reload(self, room: TableRoom) -> None:
        """Builds the table anew from the store. Call it under the room's lock."""
        stored = await self.store.table(room.table.id)
        room.replace(await self.loaders.run(Table, stored))

    # ── Changing a table ─────────────────────────────────────────────────────────────────────────

    async def commit_change(self, room: TableRoom, plan: Callable[[], TableChange | None]) -> bool:
        """Plans a change, stores it, applies it, and publishes it. Returns False if the plan is
        None.

        The plan is made again if another worker has changed the table. A refusal that it raises
        leaves everything as it was.
        """
        async with room.lock:
            for _ in range(MAX_TRIES):
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
        self.notify_listeners(room, change)
        return True

    async def write(self, room: TableRoom, change: TableChange) -> bool:
        """Stores the change. Returns False if the store has a later revision of the table."""
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
            self.start_task(self.bus.publish_change(room.table.id, room.table.row.revision, change))

    def on_remote_change(self, table_id: str, revision: int, change: TableChange) -> None:
        """Follows a change of another worker if clients are connected here.

        Otherwise the table catches up when somebody asks for it.
        """
        if change.row.get("state") == "over":
            for listener in self.listeners:
                listener.match_ended(table_id)
        room = self.rooms.get(table_id)
        if room and room.clients and room.table.row.revision < revision:
            self.start_task(self.follow(room, revision, change))

    async def follow(self, room: TableRoom, revision: int, change: TableChange) -> None:
        async with room.lock:
            if room.table.row.revision >= revision:
                return
            try:
                if not room.table.apply_remote(revision, change):
                    await self.catch_up(room)
            except Exception:
                log.exception("A change of another worker does not fit table %s.", room.table.id)
                await self.reload(room)
        self.notify(room)

    def on_remote_close(self, table_id: str) -> None:
        if room := self.rooms.get(table_id):
            self.remove_room(room)

    def on_remote_presence(self, table_id: str) -> None:
        if room := self.rooms.get(table_id):
            self.refresh_presence(room)

    # ── Requests of people ───────────────────────────────────────────────────────────────────────

    async def make_move(self, room: TableRoom, person: Person, number: int, move: int) -> None:
        """Makes a move from the person's seat, or replaces a decision that is not yet revealed."""
        decide = lesson_mode.decide_in_lesson if room.table.row.lesson else Table.decide
        await self.commit_change(
            room,
            lambda: decide(room.table, require_seat(room, person), number, move, time.time()),
        )

    async def next_lesson_step(self, room: TableRoom, person: Person, step: int) -> None:
        """Goes on in a lesson from a step that asks for no move."""
        require_seat(room, person)
        await self.commit_change(room, lambda: lesson_mode.next_step(room.table, step, time.time()))

    async def take_back(self, room: TableRoom, person: Person, number: int) -> None:
        await self.commit_change(room, lambda: room.table.undo(require_seat(room, person), number))

    async def take_back_seen_move(self, room: TableRoom, person: Person, number: int) -> None:
        """Takes back a move that bots or chance have answered, which makes the match practice."""
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
        """Returns the match after `to` moves. It is replayed on a thread, since that takes long."""
        return None if to is None else await self.loaders.run(room.table.rewind_to, to)

    async def sit(self, room: TableRoom, person: Person, seat: int | None, link: str) -> None:
        holidays = await self.holidays_of(person) if room.table.is_by_correspondence else []
        if room.table.row.counts and person.account is None:
            raise NotNow(t(ACCOUNT_REQUIRED))
        await self.commit_change(
            room,
            lambda: room.table.sit(person.id, person.name, seat, link, time.time(), holidays),
        )

    async def holidays_of(self, person: Person) -> list[list[float]]:
        """Returns the holidays of a person that have not ended."""
        return unexpired(await self.store.run(load_holidays, person.id), time.time())

    async def add_bot(self, room: TableRoom, person: Person, seat: int, level: int) -> None:
        """Puts a bot at an open seat."""
        require_seat(room, person)
        await self.commit_change(room, lambda: room.table.add_bot(seat, level, time.time()))

    async def add_chat_line(
        self, room: TableRoom, person: Person, kind: ChatKind, says: str
    ) -> None:
        """Adds a chat line of a person who sits at the table."""

        def plan() -> TableChange:
            seat = require_seat(room, person)
            return TableChange(row={"talk": with_line(room.table, seat, kind, says, time.time())})

        await self.commit_change(room, plan)

    async def close_table(self, room: TableRoom, person: Person) -> None:
        """Deletes a table, for the person who opened it or who is alone there."""
        async with room.lock:
            if not room.table.may_close(person.id):
                raise NotAllowed(
                    t("You can only close a table of your own at which nobody else sits.")
                )
            await self.store.erase(room.table.id)
        self.remove_room(room)
        self.start_task(self.bus.publish_closed(room.table.id))

    async def leave(self, room: TableRoom, person: Person) -> None:
        await self.commit_change(room, lambda: room.table.leave(person.id, time.time()))

    # ── Views ────────────────────────────────────────────────────────────────────────────────────

    def connected_seats(self, room: TableRoom) -> set[int]:
        return room.local_seats() | self.bus.remote_seats(room.table.id)

    def connected_seats_at(self, table_id: str) -> set[int]:
        """Returns the connected seats of a table, and none if it is not in memory."""
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
        """Returns what `view` returns, but narrates and draws on threads first."""
        await self.warm_language(room)
        if with_drawing:
            await room.draw_for(person)
        return self.view(room, person, with_drawing)

    async def warm_language(self, room: TableRoom) -> None:
        """Narrates a long match on a thread, in the language of the current request.

        The log is stored when it is complete; other requests for this table wait for it meanwhile.
        """
        if not room.view_builder.needs_narration():
            return
        with contextlib.suppress(TooManyRequests):
            async with room.lock:
                view_builder = room.view_builder
                job = view_builder.narration_job()
                if job is not None and view_builder.needs_narration():
                    is_over = room.table.is_played_out
                    build = job.build_open_log if is_over else job.build_log
                    view_builder.store_narration(job, await self.loaders.run(build))

    async def frame_for(self, room: TableRoom, client: TableClient) -> bytes:
        await self.warm_language(room)
        if client.with_drawing:
            await room.draw_for(client.person)
        return frame_for_client(room, client)

    def notify(self, room: TableRoom) -> None:
        """Sends all clients of a table what has changed."""
        room.connected_seats = self.connected_seats(room)
        room.notify_clients()

    # ── Connected clients ────────────────────────────────────────────────────────────────────────

    def connect(self, room: TableRoom, client: TableClient) -> None:
        before = room.local_seats()
        room.add_client(client)
        self.publish_presence_change(room, before)
        is_seated = room.table.seat_of(client.person) is not None
        for listener in self.listeners:
            listener.client_connected(room, is_seated)

    def disconnect(self, room: TableRoom, client: TableClient) -> None:
        before = room.local_seats()
        room.remove_client(client)
        self.publish_presence_change(room, before)

    def publish_presence_change(self, room: TableRoom, before: set[int]) -> None:
        """Tells clients and other workers if other seats are connected now than before."""
        self.refresh_presence(room)
        if self.store.is_shared and room.local_seats() != before:
            self.start_task(self.bus.publish_presence(room.table.id, room.local_seats()))

    def refresh_presence(self, room: TableRoom) -> None:
        """Notifies the clients if other seats are connected than they were sent last."""
        if self.connected_seats(room) != room.connected_seats:
            self.notify(room)

    def end_sessions(self, sessions: Collection[str]) -> None:
        """Disconnects the clients of these sessions at every worker."""
        if sessions:
            self.on_sessions_ended([*sessions])
            self.start_task(self.bus.publish_ended_sessions([*sessions]))

    def on_sessions_ended(self, sessions: list[str]) -> None:
        self.sessions.uncache(sessions)
        self.deal_lists.forget()  # an account may have been deleted
        for room in self.rooms.values():
            for client in room.clients:
                if client.session in sessions:
                    client.close(SIGNED_OUT)

    def all_local_seats(self) -> dict[str, set[int]]:
        return {i: seats for i, room in self.rooms.items() if (seats := room.local_seats())}

    # ── Other workers ────────────────────────────────────────────────────────────────────────────

    async def run_store_polling(self) -> None:
        """Polls the store for ever, for changes of which no message has come."""
        for turn in itertools.count():
            await asyncio.sleep(POLL_INTERVAL)
            try:
                await self.poll_store(turn)
            except Exception as error:
                if self.throttle.allow("store polling"):
                    log.error("The store could not be read: %r", error)

    async def poll_store(self, turn: int) -> None:
        changed = await self.rooms_to_check()
        for room in changed:
            await self.check_room(room)
        if changed and (not self.store.is_shared or turn % SESSION_CHECK_EVERY == 0):
            await self.close_ended_sessions()

    async def rooms_to_check(self) -> list[TableRoom]:
        """Returns the rooms whose tables may have changed in the store.

        With several workers these are the rooms with clients. A single worker checks all rooms if
        another program has written to the store, and none otherwise.
        """
        if self.store.is_shared:
            return [room for room in self.rooms.values() if room.clients]
        if not await self.store.changed_elsewhere():
            return []
        self.sessions.uncache_all()
        self.deal_lists.forget()
        return [*self.rooms.values()]

    async def check_room(self, room: TableRoom) -> None:
        with contextlib.suppress(NoSuchTable):
            await self.catch_up_if_behind(room)
            if not self.store.is_shared:  # otherwise the worker that changed it does so
                self.notify_listeners(room)

    async def close_ended_sessions(self) -> None:
        """Disconnects clients whose sessions have ended in the store itself."""
        clients = [client for room in self.rooms.values() for client in room.clients]
        sessions = {client.session for client in clients if client.session is not None}
        ended = sessions - await self.sessions.person_store.valid_sessions(sessions)
        if ended:
            self.on_sessions_ended([*ended])

    async def run_presence(self) -> None:
        """Publishes the connected seats for ever, and drops those of workers that have stopped."""
        while True:
            await self.bus.publish_all_presence(self.all_local_seats())
            for room in [*self.rooms.values()]:
                self.refresh_presence(room)
            await asyncio.sleep(PRESENCE_INTERVAL)


async def with_current_view(
    table_service: TableService, room: TableRoom, person: str, refusal: Refusal, with_drawing: bool
) -> Refusal:
    """Returns the refusal. If the move was refused as stale, the current table is added to it."""
    if isinstance(refusal, StaleTable):
        refusal.table = await table_service.view_with_drawing(room, person, with_drawing)
    return refusal
