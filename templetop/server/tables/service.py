"""The hall: where tables are found and changed, and what is sent of them.

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
from templetop.server.api_models import SeatView, TableView
from templetop.server.bots.autoplay import Autoplay
from templetop.server.bots.bot_pool import BotPool
from templetop.server.bots.external_bots import ExternalBots
from templetop.server.community.ratings import settle_after_match
from templetop.server.core.connection_limits import Throttle
from templetop.server.core.rate_limits import RateLimitStore
from templetop.server.core.refusals import (
    NoSuchTable,
    NotAllowed,
    NotNow,
    StaleTable,
    TableUnreadable,
    TooManyRequests,
)
from templetop.server.core.thread_pool import BoundedThreadPool
from templetop.server.operations.memory_release import Memory
from templetop.server.store.database import RevisionConflict, Store
from templetop.server.store.deal_plays import DealLists
from templetop.server.store.person_store import Person
from templetop.server.tables import lesson_mode, votes
from templetop.server.tables.chat import ChatKind, with_line
from templetop.server.tables.correspondence import unexpired
from templetop.server.tables.holidays import load_holidays
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
from templetop.server.tables.table import PastMatch, StoredTable, Table, TableChange
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


class TableService:
    """All tables."""

    def __init__(
        self,
        store: Store,
        minds: BotPool,
        bell: WorkerBus,
        programs: ExternalBots,
        rate_limits: RateLimitStore,
        sessions: Sessions,
    ) -> None:
        self.store = store
        self.sessions = sessions
        self.bell = bell
        self.driver = Autoplay(self, minds, programs, rate_limits)
        self.circles: OrderedDict[str, TableRoom] = OrderedDict()
        self.loading: dict[str, asyncio.Task[TableRoom]] = {}
        self.errands: set[asyncio.Task[None]] = set()
        self.complained = Throttle()
        self.moves = 0  # written since the start
        self.loaders = BoundedThreadPool("tables", LOADERS, MOST_LOADING)
        self.replaying = create_replay_threads()
        self.deal_lists = DealLists()
        self.memory = Memory()

    # ── Opening and closing ──────────────────────────────────────────────────────────────────────

    async def open(self) -> None:
        await self.bell.start(self)
        self.driver.start()
        self.run(self.run_store_polling())
        self.run(self.run_eviction())
        if self.store.is_shared:
            self.run(self.run_presence())

    async def close(self) -> None:
        for task in self.errands:
            task.cancel()
        await asyncio.gather(*self.errands, return_exceptions=True)
        await self.driver.close()
        await self.bell.close()
        self.loaders.close()
        self.replaying.close()

    def run(self, errand: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(errand)
        self.errands.add(task)
        task.add_done_callback(self.errands.discard)

    # ── Finding a table ──────────────────────────────────────────────────────────────────────────

    async def get(self, table_id: str) -> TableRoom:
        """The table as it is now, whoever changed it."""
        circle = self.circles.get(table_id)
        if circle is None:
            circle = await self.load_once(table_id)
        elif self.store.is_shared:
            await self.catch_up_if_behind(circle)
        circle.used_at = time.monotonic()
        if table_id in self.circles:
            self.circles.move_to_end(table_id)
        return circle

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
        circle = await self.loaders.run(load_room, await self.load_stored(table_id))
        self.circles[table_id] = circle
        self.evict_oldest()
        return circle

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
        circle = self.circles[table.id] = TableRoom(table)
        self.evict_oldest()
        self.driver.minds.compile_next(table.row.game)
        self.driver.schedule(circle)
        return circle

    def evict_oldest(self) -> None:
        """Forget the tables that nobody has asked for in the longest time."""
        spare = len(self.circles) - MAX_ROOMS
        if spare > 0:
            self.evict_idle([*self.circles][:spare], time.monotonic())

    async def run_eviction(self) -> None:
        """The memory of tables where nothing happens; whoever comes finds them in the store."""
        while True:
            await asyncio.sleep(SWEEP)
            self.evict_idle([*self.circles], time.monotonic() - IDLE_SECONDS)
            await self.memory.give_back()

    def evict_idle(self, table_ids: Collection[str], since: float) -> None:
        """Where a bot thinks, it will say something; there must be one table that hears it."""
        busy = {table_id for table_id, _, _ in self.driver.thinking}
        for table_id in table_ids:
            if table_id not in busy and self.circles[table_id].is_idle_since(since):
                del self.circles[table_id]
                self.memory.table_is_gone()

    async def catch_up_if_behind(self, circle: TableRoom) -> None:
        revision = await self.store.revision(circle.table.id)
        if revision == NO_REVISION:
            self.forget(circle)
            raise NoSuchTable(t("There is no such table."))
        if revision != circle.table.row.revision:
            await self.catch_up_and_tell(circle)

    async def catch_up_and_tell(self, circle: TableRoom) -> None:
        async with circle.lock:
            await self.catch_up(circle)
        self.notify(circle)

    async def catch_up(self, circle: TableRoom) -> None:
        """Learn what others have changed; under the lock of the circle."""
        kept = await self.store.table(circle.table.id, circle.table.length)
        if kept.row.revision <= circle.table.row.revision or circle.table.catch_up(kept):
            return
        await self.reload(circle)

    async def reload_from_store(self, table_id: str) -> None:
        """Something has changed in the store itself; if the table is gone, so are we."""
        circle = self.circles.get(table_id)
        if circle is None:
            return
        try:
            async with circle.lock:
                await self.reload(circle)
        except NoSuchTable:
            self.forget(circle)
        else:
            self.notify(circle)
            self.driver.schedule(circle)

    def forget(self, circle: TableRoom) -> None:
        """There is no such table any more."""
        self.deal_lists.forget()
        self.circles.pop(circle.table.id, None)
        self.memory.table_is_gone()
        self.driver.programs.end_match(circle.table.id)
        for watcher in circle.watchers:
            watcher.close(TABLE_GONE)

    async def reload(self, circle: TableRoom) -> None:
        """Make the table of what the store keeps; under the lock of the circle."""
        kept = await self.store.table(circle.table.id)
        circle.replace(await self.loaders.run(Table, kept))

    # ── Changing a table ─────────────────────────────────────────────────────────────────────────

    async def commit_change(self, circle: TableRoom, plan: Callable[[], TableChange | None]) -> bool:
        """Plan a change, have it written, make it, and tell everyone; False: there was none."""
        async with circle.lock:
            for _ in range(MOST_TRIES):
                if (change := plan()) is None:
                    return False
                if await self.write(circle, change):
                    circle.table.apply(change)
                    self.moves += len(change.moves)
                    break
                await self.catch_up(circle)
            else:
                raise NotNow(t("Too much is happening at this table; try again."))
            self.publish_change(circle, change)
        if change.row.get("state") == "over" and circle.table.row.deal is not None:
            self.deal_lists.forget()
        if change.row.get("state") == "over" and circle.table.row.counts:
            self.run(settle_after_match(self, circle.table.id))
        self.notify(circle)
        self.driver.schedule(circle)
        return True

    async def write(self, circle: TableRoom, change: TableChange) -> bool:
        """Has the store taken it? Not if it knows a later table."""
        table = circle.table
        try:
            await self.store.change(
                table.id, table.row.revision, table.length, change, bool(table.decided)
            )
        except RevisionConflict:
            return False
        return True

    def publish_change(self, circle: TableRoom, change: TableChange) -> None:
        if self.store.is_shared:
            self.run(self.bell.publish_change(circle.table.id, circle.table.row.revision, change))

    def on_remote_change(self, table_id: str, revision: int, change: TableChange) -> None:
        """Another worker has changed a table; it is of interest if somebody watches it here."""
        if change.row.get("state") == "over":
            self.driver.programs.end_match(table_id)
        circle = self.circles.get(table_id)
        if circle and circle.watchers and circle.table.row.revision < revision:
            self.run(self.follow(circle, revision, change))

    async def follow(self, circle: TableRoom, revision: int, change: TableChange) -> None:
        async with circle.lock:
            if circle.table.row.revision >= revision:
                return
            try:
                if not circle.table.apply_remote(revision, change):
                    await self.catch_up(circle)
            except Exception:
                log.exception("What was said about table %s is not true.", circle.table.id)
                await self.reload(circle)
        self.notify(circle)

    def on_remote_close(self, table_id: str) -> None:
        if circle := self.circles.get(table_id):
            self.forget(circle)

    def on_remote_presence(self, table_id: str) -> None:
        if circle := self.circles.get(table_id):
            self.refresh_presence(circle)

    # ── What people do ───────────────────────────────────────────────────────────────────────────

    async def make_move(self, circle: TableRoom, person: Person, number: int, move: int) -> None:
        """Make a move, or change one's mind about it."""
        decide = lesson_mode.decide_in_lesson if circle.table.row.lesson else Table.decide
        await self.commit_change(
            circle,
            lambda: decide(circle.table, require_seat(circle, person), number, move, time.time()),
        )

    async def read_on(self, circle: TableRoom, person: Person, step: int) -> None:
        """In a lesson: that step was read."""
        require_seat(circle, person)
        await self.commit_change(circle, lambda: lesson_mode.next_step(circle.table, step, time.time()))

    async def take_back(self, circle: TableRoom, person: Person, number: int) -> None:
        await self.commit_change(circle, lambda: circle.table.undo(require_seat(circle, person), number))

    async def take_back_seen_move(self, circle: TableRoom, person: Person, number: int) -> None:
        """Take back what was seen already, where only bots play along."""
        seat = require_seat(circle, person)
        past = await self.rewind_on_thread(circle, circle.table.last_step_of(seat))
        await self.commit_change(circle, lambda: circle.table.take_back_seen_move(seat, number, time.time(), past))

    async def request_vote(self, circle: TableRoom, person: Person, wish: votes.VoteKind) -> None:
        seat = require_seat(circle, person)
        past = await self.rewind_on_thread(circle, votes.moves_kept(circle.table, seat, wish))
        await self.commit_change(
            circle, lambda: votes.request(circle.table, seat, wish, time.time(), past)
        )

    async def answer_vote(self, circle: TableRoom, person: Person, agrees: bool) -> None:
        seat = require_seat(circle, person)
        past = await self.rewind_on_thread(circle, votes.moves_kept(circle.table, seat, None))
        await self.commit_change(
            circle, lambda: votes.answer(circle.table, seat, agrees, time.time(), past)
        )

    async def rewind_on_thread(self, circle: TableRoom, to: int | None) -> PastMatch | None:
        """On a thread: all moves up to there are made again."""
        return None if to is None else await self.loaders.run(circle.table.rewind_to, to)

    async def sit(self, circle: TableRoom, person: Person, seat: int | None, link: str) -> None:
        away = await self.holidays_of(person) if circle.table.is_by_correspondence else []
        if circle.table.row.counts and person.account is None:
            raise NotNow(t(ACCOUNTS_ALONE))
        await self.commit_change(
            circle,
            lambda: circle.table.sit(person.id, person.name, seat, link, time.time(), away),
        )

    async def holidays_of(self, person: Person) -> list[list[float]]:
        """That have not ended."""
        return unexpired(await self.store.run(load_holidays, person.id), time.time())

    async def put_bot(self, circle: TableRoom, person: Person, seat: int, level: int) -> None:
        """At a seat that is still free."""
        require_seat(circle, person)
        await self.commit_change(circle, lambda: circle.table.put_bot(seat, level, time.time()))

    async def add_chat_line(self, circle: TableRoom, person: Person, kind: ChatKind, says: str) -> None:
        """To everybody at the table."""

        def said_by() -> TableChange:
            seat = require_seat(circle, person)
            return TableChange(row={"talk": with_line(circle.table, seat, kind, says, time.time())})

        await self.commit_change(circle, said_by)

    async def close_table(self, circle: TableRoom, person: Person) -> None:
        """By who opened it, or who is alone there."""
        async with circle.lock:
            if not circle.table.may_close(person.id):
                raise NotAllowed(
                    t("You can only close a table of your own at which nobody else sits.")
                )
            await self.store.erase(circle.table.id)
        self.forget(circle)
        self.run(self.bell.publish_closed(circle.table.id))

    async def leave(self, circle: TableRoom, person: Person) -> None:
        await self.commit_change(circle, lambda: circle.table.leave(person.id, time.time()))

    # ── What is sent ─────────────────────────────────────────────────────────────────────────────

    def connected_seats(self, circle: TableRoom) -> set[int]:
        return circle.local_seats() | self.bell.remote_seats(circle.table.id)

    def connected_seats_at(self, table_id: str) -> set[int]:
        """At a table that may not be in memory."""
        circle = self.circles.get(table_id)
        return self.connected_seats(circle) if circle else set()

    def seats(self, circle: TableRoom, viewer: int | None) -> list[SeatView]:
        return seat_views(circle.table, viewer, self.connected_seats(circle), time.time())

    def view(self, circle: TableRoom, person: str | None, with_drawing: bool = True) -> TableView:
        seat = circle.table.seat_of(person)
        return circle.sights.view(seat, self.connected_seats(circle), time.time(), with_drawing)

    async def view_with_drawing(
        self, circle: TableRoom, person: str | None, with_drawing: bool = True
    ) -> TableView:
        """The same, when it is drawn."""
        await self.warm_language(circle)
        if with_drawing:
            await circle.draw_for(person)
        return self.view(circle, person, with_drawing)

    async def warm_language(self, circle: TableRoom) -> None:
        """What takes a while to be told, in the language of whoever asks, is told on a thread.

        It is there for others when all of it is there; who asks meanwhile waits for it.
        """
        if not circle.sights.needs_narration():
            return
        with contextlib.suppress(TooManyRequests):
            async with circle.lock:
                sights = circle.sights
                telling = sights.telling()
                if telling is not None and sights.needs_narration():
                    is_whole = circle.table.is_played_out
                    tell = telling.whole if is_whole else telling.log
                    sights.put(telling, await self.loaders.run(tell))

    async def frame_for(self, circle: TableRoom, watcher: TableClient) -> bytes:
        await self.warm_language(circle)
        if watcher.with_drawing:
            await circle.draw_for(watcher.person)
        return frame_for_client(circle, watcher)

    def notify(self, circle: TableRoom) -> None:
        """Everybody who watches is sent what has changed."""
        circle.here = self.connected_seats(circle)
        circle.notify_clients()

    # ── Who is there ─────────────────────────────────────────────────────────────────────────────

    def connect(self, circle: TableRoom, watcher: TableClient) -> None:
        """Where bots alone have rested, they play on for who may watch them."""
        before = circle.local_seats()
        circle.add_client(watcher)
        self.after_coming_or_going(circle, before)
        if circle.table.seat_of(watcher.person) is not None:
            self.driver.somebody_waits(circle)
        if not circle.table.has_people:
            self.driver.schedule(circle)

    def disconnect(self, circle: TableRoom, watcher: TableClient) -> None:
        before = circle.local_seats()
        circle.remove_client(watcher)
        self.after_coming_or_going(circle, before)

    def after_coming_or_going(self, circle: TableRoom, before: set[int]) -> None:
        """Other workers are told if it concerns them; who only looks on does not."""
        self.refresh_presence(circle)
        if self.store.is_shared and circle.local_seats() != before:
            self.run(self.bell.publish_presence(circle.table.id, circle.local_seats()))

    def refresh_presence(self, circle: TableRoom) -> None:
        """All who watch are told if somebody came to a seat, or has gone from one."""
        if self.connected_seats(circle) != circle.here:
            self.notify(circle)

    def end_sessions(self, sessions: Collection[str]) -> None:
        """Whoever listens by them is hung up on, at every worker."""
        if sessions:
            self.on_sessions_ended([*sessions])
            self.run(self.bell.publish_ended_sessions([*sessions]))

    def on_sessions_ended(self, sessions: list[str]) -> None:
        self.sessions.uncache(sessions)
        self.deal_lists.forget()  # somebody may be gone
        for circle in self.circles.values():
            for watcher in circle.watchers:
                if watcher.session in sessions:
                    watcher.close(SIGNED_OUT)

    def all_here(self) -> dict[str, set[int]]:
        return {i: seats for i, circle in self.circles.items() if (seats := circle.local_seats())}

    # ── Other workers ────────────────────────────────────────────────────────────────────────────

    async def run_store_polling(self) -> None:
        """A bell that was not heard, or an order of the operator, costs no more than that."""
        for turn in itertools.count():
            await asyncio.sleep(POLL_INTERVAL)
            try:
                await self.look_round_once(turn)
            except Exception as error:
                if self.complained.allow("look round"):
                    log.error("The store could not be read: %r", error)

    async def look_round_once(self, turn: int) -> None:
        changed = await self.rooms_to_check()
        for circle in changed:
            await self.look_at(circle)
        if changed and (not self.store.is_shared or turn % SESSION_CHECK_EVERY == 0):
            await self.close_ended_sessions()

    async def rooms_to_check(self) -> list[TableRoom]:
        """Where other workers write, too, all that somebody watches; else, all if anybody wrote."""
        if self.store.is_shared:
            return [circle for circle in self.circles.values() if circle.watchers]
        if not await self.store.changed_elsewhere():
            return []
        self.sessions.uncache_all()
        self.deal_lists.forget()
        return [*self.circles.values()]

    async def look_at(self, circle: TableRoom) -> None:
        with contextlib.suppress(NoSuchTable):
            await self.catch_up_if_behind(circle)
            if not self.store.is_shared:  # else, whoever changed it sees to that
                self.driver.schedule(circle)

    async def close_ended_sessions(self) -> None:
        """Whoever listens by a session that has ended in the store itself is hung up on."""
        watchers = [watcher for circle in self.circles.values() for watcher in circle.watchers]
        listening = {watcher.session for watcher in watchers if watcher.session is not None}
        ended = listening - await self.sessions.registry.valid_sessions(listening)
        if ended:
            self.on_sessions_ended([*ended])

    async def run_presence(self) -> None:
        """And notice where a worker has gone without a word."""
        while True:
            await self.bell.publish_all_presence(self.all_here())
            for circle in [*self.circles.values()]:
                self.refresh_presence(circle)
            await asyncio.sleep(PRESENCE_INTERVAL)


async def with_current_view(
    hall: TableService, circle: TableRoom, person: str, refusal: Refusal, with_drawing: bool
) -> Refusal:
    """Whoever answered an old number is shown the table as it is."""
    if isinstance(refusal, StaleTable):
        refusal.table = await hall.view_with_drawing(circle, person, with_drawing)
    return refusal
