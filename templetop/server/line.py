"""The line of a browser that listens: it costs us no more than listening does."""

import asyncio

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from templetop.server.limits import Pace

LARGEST = 1024  # bytes of a message; nothing but a ping is ever said
MOST_SAID = 16 * 1024  # bytes, in so many seconds
SPELL = 10.0
FAREWELL = 10.0  # seconds that who is hung up on has to take what is still on the way


class Line(WebSocketsSansIOProtocol):
    """A socket. Who shouts is cut off before we listen, and who does not read is not waited for."""

    said: Pace | None = None

    def data_received(self, data: bytes) -> None:
        """The first is the greeting, which HTTP has looked at already."""
        if self.said is None:
            self.said = Pace(MOST_SAID, SPELL)
        elif not self.said.allows(len(data)):
            self.transport.abort()
            return
        super().data_received(data)

    def on_task_complete(self, task: "asyncio.Task[None]") -> None:
        super().on_task_complete(task)
        self.loop.call_later(FAREWELL, self.transport.abort)
