"""The hall: where tables are found and changed, and what is sent of them.

Every change goes the same way: it is planned on the table in memory, written to the store if the
table there is still the one it was planned on, and only then made and told. If it is not, another
worker was faster: we catch up with the store and plan anew.
"""

import asyncio
import contextlib
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from typing import Any

from templetop.engine.refusal import Refusal
from templetop.games.shelf import take
from templetop.server.bell import ANNOUNCE, Bell
from templetop.server.circle import Circle, Watcher, frame_for, own_seat
from templetop.server.driving import Driver
from templetop.server.minds import Minds
from templetop.server.models import TableView
from templetop.server.old_rules import carried_over, is_old
from templetop.server.programs import Programs
from templetop.server.refusals import Closed, NotNow, Stale
from templetop.server.store import Behind, Person, Store
from templetop.server.table import Change, Kept, Table

MOST_TRIES = 20
MOST_IN_MEMORY = 3_000  # tables
LOOK_ROUND = 2.0  # seconds between two looks at what other workers did

log = logging.getLogger("templetop.server")


class Hall:
    """All tables."""

    def __init__(self, store: Store, minds: Minds, bell: Bell, programs: Programs) -> None:
        self.store = store
        self.bell = bell
        self.driver = Driver(self, minds, programs)
        self.circles: OrderedDict[str, Circle] = OrderedDict()
        self.loading: dict[str, asyncio.Lock] = {}
        self.errands: set[asyncio.Task[None]] = set()

    # ── Opening and closing ──────────────────────────────────────────────────────────────────────

    async def open(self) -> None:
        await self.bell.start(self)
        self.driver.start()
        if self.store.is_shared:
            self.run(self.look_round())
            self.run(self.announce())

    async def close(self) -> None:
        for task in self.errands:
            task.cancel()
        await asyncio.gather(*self.errands, return_exceptions=True)
        await self.driver.close()
        await self.bell.close()

    def run(self, errand: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(errand)
        self.errands.add(task)
        task.add_done_callback(self.errands.discard)

    # ── Finding a table ──────────────────────────────────────────────────────────────────────────

    async def find(self, table_id: str) -> Circle:
        """The table as it is now, whoever changed it."""
        circle = self.circles.get(table_id)
        if circle is None:
            circle = await self.fetch(table_id)
        elif self.store.is_shared:
            await self.catch_up_if_behind(circle)
        self.circles.move_to_end(table_id)
        return circle

    async def fetch(self, table_id: str) -> Circle:
        """From the store into memory; once, however many ask for it at the same time."""
        try:
            async with self.loading.setdefault(table_id, asyncio.Lock()):
                if table_id not in self.circles:
                    kept = await self.kept(table_id)
                    self.circles[table_id] = Circle(await asyncio.to_thread(Table, kept))
                    self.make_room()
        finally:
            self.loading.pop(table_id, None)
        return self.circles[table_id]

    async def kept(self, table_id: str) -> Kept:
        """All that the store keeps of a table; one of earlier rules is written anew, once."""
        kept = await self.store.table(table_id)
        try:
            if not is_old(kept.row):
                return kept
            today = await asyncio.to_thread(carried_over, kept)
        except Closed:
            await self.lay_to_rest(kept)
            raise
        try:
            await self.store.carry_over(today, take(kept.row.game).rules_version)
        except Behind:
            log.info("Another worker has carried table %s over.", table_id)
        return await self.store.table(table_id)

    async def lay_to_rest(self, kept: Kept) -> None:
        """Nobody can play on there: no clock runs, no bot is awaited, and the lists say so."""
        row = kept.row
        rest = {"deadline": None, "bot_due": None, "chance_due": None}
        change = Change(row={**rest, "rules_version": -abs(row.rules_version)})
        is_due = row.deadline or row.bot_due or row.chance_due
        if is_due or row.rules_version > 0:
            with contextlib.suppress(Behind):
                await self.store.change(row.id, row.revision, row.length, change, False)

    def welcome(self, table: Table) -> Circle:
        """A new table, which the store has taken."""
        circle = self.circles[table.id] = Circle(table)
        self.make_room()
        self.driver.minds.want(table.row.game)
        self.driver.drive(circle)
        return circle

    def make_room(self) -> None:
        """Forget the tables that nobody has asked for in the longest time."""
        spare = len(self.circles) - MOST_IN_MEMORY
        for table_id in [*self.circles][: max(0, spare)]:
            circle = self.circles[table_id]
            if not circle.watchers and not circle.lock.locked():
                del self.circles[table_id]

    async def catch_up_if_behind(self, circle: Circle) -> None:
        if await self.store.revision(circle.table.id) != circle.table.row.revision:
            await self.catch_up_and_tell(circle)

    async def catch_up_and_tell(self, circle: Circle) -> None:
        async with circle.lock:
            await self.catch_up(circle)
        circle.alert()

    async def catch_up(self, circle: Circle) -> None:
        """Learn what others have changed; under the lock of the circle."""
        kept = await self.store.table(circle.table.id, circle.table.length)
        if kept.row.revision <= circle.table.row.revision or circle.table.catch_up(kept):
            return
        kept = await self.store.table(circle.table.id)
        circle.replace(await asyncio.to_thread(Table, kept))

    # ── Changing a table ─────────────────────────────────────────────────────────────────────────

    async def change(self, circle: Circle, plan: Callable[[], Change | None]) -> bool:
        """Plan a change, have it written, make it, and tell everyone; False: there was none."""
        async with circle.lock:
            for _ in range(MOST_TRIES):
                if (change := plan()) is None:
                    return False
                if await self.is_written(circle, change):
                    circle.table.apply(change)
                    if change.cut:
                        circle.sights.take_back()
                    break
                await self.catch_up(circle)
            else:
                raise NotNow("Too much happens at this table at once; try again.")
            self.ring(circle, change)
        circle.alert()
        self.driver.drive(circle)
        return True

    async def is_written(self, circle: Circle, change: Change) -> bool:
        """Has the store taken it? Not if it knows a later table."""
        table = circle.table
        try:
            await self.store.change(
                table.id, table.row.revision, table.length, change, bool(table.decided)
            )
        except Behind:
            return False
        return True

    def ring(self, circle: Circle, change: Change) -> None:
        if self.store.is_shared:
            self.run(self.bell.ring(circle.table.id, circle.table.row.revision, change))

    def hear_of_change(self, table_id: str, revision: int, change: Change) -> None:
        """Another worker has changed a table; it is of interest if somebody watches it here."""
        if change.row.get("state") == "over":
            self.driver.programs.leave(table_id)
        circle = self.circles.get(table_id)
        if circle and circle.watchers and circle.table.row.revision < revision:
            self.run(self.follow(circle, revision, change))

    async def follow(self, circle: Circle, revision: int, change: Change) -> None:
        async with circle.lock:
            if circle.table.row.revision >= revision:
                return
            if not circle.table.follow(revision, change):
                await self.catch_up(circle)
        circle.alert()

    def hear_of_people(self, table_id: str) -> None:
        if circle := self.circles.get(table_id):
            circle.alert()

    # ── What people do ───────────────────────────────────────────────────────────────────────────

    async def decide(self, circle: Circle, person: Person, number: int, move: int) -> None:
        """Make a move, or change one's mind about it."""
        await self.change(
            circle,
            lambda: circle.table.decide(own_seat(circle, person), number, move, time.time()),
        )

    async def undo(self, circle: Circle, person: Person, number: int) -> None:
        await self.change(circle, lambda: circle.table.undo(own_seat(circle, person), number))

    async def sit(
        self, circle: Circle, person: Person, seat: int | None, invitation: str | None
    ) -> None:
        await self.change(
            circle,
            lambda: circle.table.sit(person.id, person.name, seat, invitation or "", time.time()),
        )

    async def leave(self, circle: Circle, person: Person) -> None:
        await self.change(circle, lambda: circle.table.leave(person.id, time.time()))

    # ── What is sent ─────────────────────────────────────────────────────────────────────────────

    def here(self, circle: Circle) -> set[int]:
        return circle.own_here() | self.bell.others_here(circle.table.id)

    def here_at(self, table_id: str) -> set[int]:
        """At a table that may not be in memory."""
        circle = self.circles.get(table_id)
        return self.here(circle) if circle else set()

    def view(self, circle: Circle, person: str | None, with_drawing: bool = True) -> TableView:
        seat = circle.table.seat_of(person)
        return circle.sights.view(seat, self.here(circle), time.time(), with_drawing)

    async def shown(
        self, circle: Circle, person: str | None, with_drawing: bool = True
    ) -> TableView:
        """The same, when it is drawn."""
        if with_drawing:
            await circle.draw(person)
        return self.view(circle, person, with_drawing)

    async def frame(self, circle: Circle, watcher: Watcher) -> bytes:
        if watcher.with_drawing:
            await circle.draw(watcher.person)
        return frame_for(circle, watcher, self.here(circle))

    # ── Who is there ─────────────────────────────────────────────────────────────────────────────

    def come(self, circle: Circle, watcher: Watcher) -> None:
        circle.watchers.add(watcher)
        self.after_coming_or_going(circle)

    def go(self, circle: Circle, watcher: Watcher) -> None:
        circle.watchers.discard(watcher)
        self.after_coming_or_going(circle)

    def after_coming_or_going(self, circle: Circle) -> None:
        circle.alert()
        if self.store.is_shared:
            self.run(self.bell.say_who_is_at(circle.table.id, circle.own_here()))

    def all_here(self) -> dict[str, set[int]]:
        return {i: seats for i, circle in self.circles.items() if (seats := circle.own_here())}

    # ── Other workers ────────────────────────────────────────────────────────────────────────────

    async def look_round(self) -> None:
        """A bell that was not heard costs no more than these seconds."""
        while True:
            await asyncio.sleep(LOOK_ROUND)
            watched = [i for i, circle in self.circles.items() if circle.watchers]
            try:
                revisions = await self.store.revisions(watched)
                for table_id, revision in revisions.items():
                    circle = self.circles.get(table_id)
                    if circle is not None and circle.table.row.revision < revision:
                        await self.catch_up_if_behind(circle)
            except Exception:
                log.exception("The store could not be looked into.")

    async def announce(self) -> None:
        while True:
            await self.bell.say_who_is_here(self.all_here())
            await asyncio.sleep(ANNOUNCE)


async def stale_with(
    hall: Hall, circle: Circle, person: str, refusal: Refusal, with_drawing: bool
) -> Refusal:
    """Whoever answered an old number is shown the table as it is."""
    if isinstance(refusal, Stale):
        refusal.table = await hall.shown(circle, person, with_drawing)
    return refusal
