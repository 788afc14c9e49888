"""A table and all who are around it, at seats or looking on."""

import asyncio
import time

from templetop.server.refusals import NotYours
from templetop.server.sight import Sights
from templetop.server.store import Person
from templetop.server.table import Table

MOST_DRAWINGS = 5  # that are thrown away because somebody has moved meanwhile


class Watcher:
    """Somebody before a screen: a tab of a person at a seat, or of one who only looks on.

    It is sent how the table is, not everything that it was: who is slow misses nothing that lasts.
    """

    def __init__(self, person: str | None, with_drawing: bool) -> None:
        self.person = person
        self.with_drawing = with_drawing
        self.news = asyncio.Event()
        self.is_behind = False  # the table has changed since it was sent
        self.is_pinged = False  # however often: it is answered once

    def alert(self) -> None:
        self.is_behind = True
        self.news.set()

    def ping(self) -> None:
        self.is_pinged = True
        self.news.set()


class Circle:
    """A table in the hall, with all who are there."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.sights = Sights(table)
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.frames: dict[tuple[int | None, bool], bytes] = {}

    def replace(self, table: Table) -> None:
        """The same table, from the beginning."""
        self.table = table
        self.sights = Sights(table)

    def own_here(self) -> set[int]:
        """The seats with somebody before a screen of this worker."""
        seats = {self.table.seat_of(watcher.person) for watcher in self.watchers}
        return {seat for seat in seats if seat is not None}

    def alert(self) -> None:
        """Everybody is sent the table anew."""
        self.frames.clear()
        for watcher in self.watchers:
            watcher.alert()

    async def draw(self, person: str | None) -> None:
        """As the table is now, off the event loop: it takes longer than all the rest."""
        for _ in range(MOST_DRAWINGS):
            sights = self.sights
            if await sights.draw(self.table.seat_of(person)) and sights is self.sights:
                return


def frame_for(circle: Circle, watcher: Watcher, here: set[int]) -> bytes:
    """What a watcher is sent; made once for all who see the same."""
    key = (circle.table.seat_of(watcher.person), watcher.with_drawing)
    if key not in circle.frames or circle.table.row.clock is not None:
        circle.frames[key] = circle.sights.frame(key[0], here, time.time(), watcher.with_drawing)
    return circle.frames[key]


def own_seat(circle: Circle, person: Person) -> int:
    seat = circle.table.seat_of(person.id)
    if seat is None:
        raise NotYours("You do not sit at this table.")
    return seat
