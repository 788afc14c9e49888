"""The line of a browser that listens: it costs us no more than listening does."""

import asyncio

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from templetop.server.crowd import Crowd
from templetop.server.door import CROWD
from templetop.server.limits import Pace

LARGEST = 1024  # bytes of a message; nothing but a ping is ever said
MOST_SAID = 16 * 1024  # bytes, in so many seconds
SPELL = 10.0
FAREWELL = 10.0  # seconds that who is hung up on has to take what is still on the way


class Line(WebSocketsSansIOProtocol):
    """A socket. Who shouts is cut off before we listen, and who does not read is not waited for."""

    said: Pace | None = None
    crowd: Crowd | None = None  # where we are counted

    @property
    def address(self) -> str:
        return self.client[0] if self.client else ""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Who was a connection is one still, whether there is room for another or not."""
        super().connection_made(transport)
        self.crowd = self.app_state.get(CROWD)
        if self.crowd is not None and not self.crowd.enter(self.address):
            self.crowd = None

    def connection_lost(self, exc: Exception | None) -> None:
        if self.crowd is not None:
            self.crowd.leave(self.address)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """The first is the greeting, which HTTP has looked at already."""
        if self.said is None:
            self.said = Pace(MOST_SAID, SPELL)
        elif not self.said.allows(len(data)):
            self.transport.abort()
            return
        super().data_received(data)

    def keepalive_timeout(self) -> None:
        """Who does not answer takes nothing either: it is no use to say goodbye."""
        super().keepalive_timeout()
        self.transport.abort()

    def on_task_complete(self, task: "asyncio.Task[None]") -> None:
        super().on_task_complete(task)
        self.loop.call_later(FAREWELL, self.transport.abort)
