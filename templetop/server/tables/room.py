"""A table in memory together with the browsers that are connected to it.

Clients get the current state of the table, not each of its changes, so a slow one misses nothing
that lasts. Begin reading at `TableRoom`.
"""

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

# seconds; a client that comes later than that after a frame is sent the clocks as they are then
CLOCK_TOLERANCE = 1.0
MAX_DRAWING_TRIES = 5  # a drawing is discarded if somebody has moved meanwhile


# A seat, whether the table is drawn, and a language. Clients with equal keys see the same.
ViewKey = tuple[int | None, bool, str]


CloseReason = tuple[int, str]  # a WebSocket close code and a sentence
SIGNED_OUT: CloseReason = (4401, mark("You have signed out."))
TABLE_GONE: CloseReason = (4410, mark("This table is gone."))


class TableClient:
    """A browser tab that is connected to a table, of a person at a seat or of a spectator."""

    def __init__(self, person: str | None, with_drawing: bool, session: str | None = None) -> None:
        self.person = person
        self.with_drawing = with_drawing
        self.session = session
        self.close_reason: CloseReason | None = None
        self.has_news = asyncio.Event()
        self.is_behind = False  # the table has changed since the last frame
        self.is_looking = True  # the tab is in front, not behind other tabs
        self.is_pinged = False  # several pings at once get one answer
        self.last_frame: tuple[ViewKey, int] | None = None

    def notify(self) -> None:
        self.is_behind = True
        self.has_news.set()

    def close(self, reason: CloseReason) -> None:
        self.close_reason = reason
        self.has_news.set()

    def ping(self) -> None:
        self.is_pinged = True
        self.has_news.set()


class TableRoom:
    """A loaded table with its views, its replays and its clients."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.view_builder = ViewBuilder(table)
        self.replays = ReplayCache()
        self.lock = asyncio.Lock()
        self.used_at = time.monotonic()
        self.clients: set[TableClient] = set()
        self.connected_people: Counter[str] = Counter()  # how many tabs each person has
        self.connected_seats: set[int] = set()  # as the clients were sent them last
        self.frames: dict[ViewKey, TableFrame] = {}
        # An entry is missing where the table has changed since the frame was built.
        self.frame_made_at: dict[ViewKey, float] = {}

    def replace(self, table: Table) -> None:
        """Puts a table that was loaded anew into this room, with empty caches. The clients stay."""
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
            self.connected_people += Counter()  # removes the people without a tab
        if not self.clients:
            self.frames.clear()
            self.frame_made_at.clear()

    def has_audience(self) -> bool:
        """True if a person sits here, or if somebody who opened the table or sat here is
        connected."""
        return self.table.has_people or any(
            tabs > 0 and self.table.has_member(person)
            for person, tabs in self.connected_people.items()
        )

    def is_idle_since(self, since: float) -> bool:
        """True if nobody has asked for the table since that time and no client is connected."""
        return self.used_at < since and not self.clients and not self.lock.locked()

    def local_seats(self) -> set[int]:
        """Returns the seats of people who are connected to this worker."""
        return {
            seat.seat
            for seat in self.table.seats
            if seat.person is not None
            and not seat.has_left
            and self.connected_people[seat.person] > 0
        }

    def notify_clients(self) -> None:
        """Sends every client what has changed, in frames that are built anew."""
        self.frame_made_at.clear()
        for client in self.clients:
            client.notify()

    async def draw_for(self, person: str | None) -> None:
        """Draws the table for a person on a thread, because drawing takes longer than all the rest.

        Draws it again if somebody moves meanwhile, but gives up after `MAX_DRAWING_TRIES`.
        """
        for _ in range(MAX_DRAWING_TRIES):
            view_builder = self.view_builder
            if (
                await view_builder.draw(self.table.seat_of(person))
                and view_builder is self.view_builder
            ):
                return


def frame_for_client(room: TableRoom, client: TableClient) -> bytes:
    """Returns the message that brings a client up to date: the whole table, or what has changed.

    The bytes are built once for all clients that see the same.
    """
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
        # This frame is for one client alone: it shows the clocks as they are now. With the next
        # change the client gets new clocks together with all others.
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
    """Builds the room of a stored table.

    It replays and narrates all moves, so call it on a thread.
    """
    room = TableRoom(Table(stored))
    room.view_builder.narrate_all()
    return room


def check_may_view(room: TableRoom, person: Person | None, link: str) -> TableRoom:
    """Returns the room, or refuses it to people who may not look at its table."""
    if not room.table.is_open_to(person.id if person else None, link):
        raise NotAllowed(t("This table is private: ask those who sit there for a link."))
    return room


def require_seat(room: TableRoom, person: Person) -> int:
    """Returns the seat of the person, or refuses people who do not sit at the table."""
    seat = room.table.seat_of(person.id)
    if seat is None:
        raise NotAllowed(t("You are not sitting at this table."))
    return seat
