"""A table and all who are around it, at seats or looking on."""

import asyncio
import time
from collections import Counter

from templetop.engine.speech import language, mark
from templetop.server.core.refusals import NotAllowed
from templetop.server.store.change import StoredTable
from templetop.server.store.person_store import Person
from templetop.server.tables.frames import TableFrame
from templetop.server.tables.replays import ReplayCache
from templetop.server.tables.table import Table
from templetop.server.tables.view_builder import ViewBuilder
from templetop.server.translations import t

CLOCK_TOLERANCE = 1.0  # seconds after which the clocks of a frame are
MAX_DRAWING_TRIES = 5  # that are thrown away because somebody has moved meanwhile


# Who has the same sees the same: the seat, whether it is drawn, and the language
ViewKey = tuple[int | None, bool, str]


CloseReason = tuple[int, str]  # the code with which a line is closed, and a sentence
SIGNED_OUT: CloseReason = (4401, mark("You have signed out."))
TABLE_GONE: CloseReason = (4410, mark("This table is gone."))


class TableClient:
    """Somebody before a screen: a tab of a person at a seat, or of one who only looks on.

    It is sent how the table is, not everything that it was: who is slow misses nothing that lasts.
    """

    def __init__(self, person: str | None, with_drawing: bool, session: str | None = None) -> None:
        self.person = person
        self.with_drawing = with_drawing
        self.session = session
        self.close_reason: CloseReason | None = None
        self.has_news = asyncio.Event()
        self.is_behind = False  # the table has changed since it was sent
        self.is_looking = True  # the tab is not behind others
        self.is_pinged = False  # however often: it is answered once
        self.last_frame: tuple[ViewKey, int] | None = None  # the frame that it was sent last

    def notify(self) -> None:
        self.is_behind = True
        self.has_news.set()

    def close(self, why: CloseReason) -> None:
        self.close_reason = why
        self.has_news.set()

    def ping(self) -> None:
        self.is_pinged = True
        self.has_news.set()


class TableRoom:
    """A table in the hall, with all who are there."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.view_builder = ViewBuilder(table)
        self.replays = ReplayCache()
        self.lock = asyncio.Lock()
        self.used_at = time.monotonic()
        self.clients: set[TableClient] = set()
        self.connected_people: Counter[str] = (
            Counter()
        )  # those among them whom we know, with all their tabs
        self.connected_seats: set[int] = (
            set()
        )  # the seats with somebody before a screen, as all were told
        self.frames: dict[ViewKey, TableFrame] = {}
        self.frame_made_at: dict[
            ViewKey, float
        ] = {}  # when; nothing, where the table has changed since

    def replace(self, table: Table) -> None:
        """The same table, from the beginning."""
        self.table = table
        self.view_builder = ViewBuilder(table)
        self.replays = ReplayCache()

    def add_client(self, client: TableClient) -> None:
        self.clients.add(client)
        if client.person is not None:
            self.connected_people[client.person] += 1
        client.notify()

    def remove_client(self, client: TableClient) -> None:
        self.clients.discard(client)
        if client.person is not None:
            self.connected_people[client.person] -= 1
            self.connected_people += Counter()  # those who are gone are forgotten
        if not self.clients:
            self.frames.clear()
            self.frame_made_at.clear()

    def has_audience(self) -> bool:
        """Does somebody sit there, or watch who opened it or sat there?"""
        return self.table.has_people or any(
            there > 0 and self.table.has_member(person)
            for person, there in self.connected_people.items()
        )

    def is_idle_since(self, since: float) -> bool:
        """Has nobody asked for it since then, and does nobody watch?"""
        return self.used_at < since and not self.clients and not self.lock.locked()

    def local_seats(self) -> set[int]:
        """The seats with somebody before a screen of this worker."""
        return {
            seat.seat
            for seat in self.table.seats
            if seat.person is not None
            and not seat.has_left
            and self.connected_people[seat.person] > 0
        }

    def notify_clients(self) -> None:
        """Everybody is sent what has changed."""
        self.frame_made_at.clear()
        for client in self.clients:
            client.notify()

    async def draw_for(self, person: str | None) -> None:
        """As the table is now, off the event loop: it takes longer than all the rest."""
        for _ in range(MAX_DRAWING_TRIES):
            view_builder = self.view_builder
            if (
                await view_builder.draw(self.table.seat_of(person))
                and view_builder is self.view_builder
            ):
                return


def frame_for_client(room: TableRoom, client: TableClient) -> bytes:
    """What a watcher is sent; made once for all who see the same and have seen the same before."""
    key = (room.table.seat_of(client.person), client.with_drawing, language())
    now = time.time()
    frame = current_frame(room, key, now)
    before, client.last_frame = client.last_frame, (key, frame.number)
    if before == (key, frame.number - 1):
        return frame.change_message
    if (
        before is None
        and room.table.row.clock is not None
        and now > room.frame_made_at[key] + CLOCK_TOLERANCE
    ):
        # Who comes later sees the clocks as they are, and is told of them anew with all others.
        return TableFrame(
            *room.view_builder.as_json(key[0], room.connected_seats, now, key[1])
        ).table_message
    return frame.table_message


def current_frame(room: TableRoom, key: ViewKey, now: float) -> TableFrame:
    if key not in room.frame_made_at:
        parts = room.view_builder.as_json(key[0], room.connected_seats, now, key[1])
        before = room.frames.get(key)
        room.frames[key] = before.followed_by(*parts) if before else TableFrame(*parts)
        room.frame_made_at[key] = now
    return room.frames[key]


def load_room(stored: StoredTable) -> TableRoom:
    """Around a table of the store; on a thread, as all of its moves are made and told again."""
    room = TableRoom(Table(stored))
    room.view_builder.narrate_all()
    return room


def check_may_view(room: TableRoom, person: Person | None, link: str) -> TableRoom:
    """The same circle, for those to whom its table is open."""
    if not room.table.is_open_to(person.id if person else None, link):
        raise NotAllowed(t("This table is private: ask those who sit there for a link."))
    return room


def require_seat(room: TableRoom, person: Person) -> int:
    seat = room.table.seat_of(person.id)
    if seat is None:
        raise NotAllowed(t("You are not sitting at this table."))
    return seat
