"""The line of a browser that listens: it costs us no more than listening does."""

import asyncio
import struct
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

from templetop.server.core.connection_limits import ConnectionLimiter
from templetop.server.core.rate_limits import FixedWindow
from templetop.server.http.http_protocol import LIMITER_KEY

MAX_MESSAGE_BYTES = 1024  # bytes of a message; nothing but a ping is ever said
MAX_BYTES_PER_WINDOW = 16 * 1024  # bytes, in so many seconds
RATE_WINDOW = 10.0
CLOSE_TIMEOUT = 10.0  # seconds that who is hung up on has to take what is still on the way


EXTENSION_NAME = "templetop.websocket"  # by which name it is found among the extensions of a scope
TEXT_FRAME = 0x81  # all of a message, which is text
MIN_16_BIT_LENGTH, MIN_64_BIT_LENGTH = (
    126,
    1 << 16,
)  # bytes, from which on its length is written otherwise


def frame_header(length: int) -> bytes:
    """What stands before a message that we send (RFC 6455, 5.2)."""
    if length < MIN_16_BIT_LENGTH:
        return struct.pack("!BB", TEXT_FRAME, length)
    if length < MIN_64_BIT_LENGTH:
        return struct.pack("!BBH", TEXT_FRAME, 126, length)
    return struct.pack("!BBQ", TEXT_FRAME, 127, length)


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """A socket. Who shouts is cut off before we listen, and who does not read is not waited for."""

    rate: FixedWindow | None = None
    limiter: ConnectionLimiter | None = None  # where we are counted

    @property
    def address(self) -> str:
        return self.client[0] if self.client else ""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Who was a connection is one still, whether there is room for another or not."""
        super().connection_made(transport)
        self.limiter = self.app_state.get(LIMITER_KEY)
        if self.limiter is not None and not self.limiter.acquire(self.address):
            self.limiter = None

    def connection_lost(self, exc: Exception | None) -> None:
        if self.limiter is not None:
            self.limiter.release(self.address)
        super().connection_lost(exc)

    def handle_connect(self, event: Request) -> None:
        """Who answers may speak to us directly."""
        super().handle_connect(event)
        if self.handshake_initiated and not self.close_sent:
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[EXTENSION_NAME] = self

    def send_now(self, message: bytes) -> bool:
        """A message, at once; False if it has to wait for others, or nobody listens any more.

        It is the same message for all who watch, so nothing is done here but to write it.
        """
        if not self.writable.is_set() or self.close_sent or self.conn.state is not State.OPEN:
            return False
        self.transport.write(frame_header(len(message)) + message)
        return True

    def data_received(self, data: bytes) -> None:
        """The first is the greeting, which HTTP has looked at already."""
        if self.rate is None:
            self.rate = FixedWindow(MAX_BYTES_PER_WINDOW, RATE_WINDOW)
        elif not self.rate.allow(len(data)):
            self.transport.abort()
            return
        super().data_received(data)

    def keepalive_timeout(self) -> None:
        """Who does not answer takes nothing either: it is no use to say goodbye."""
        super().keepalive_timeout()
        self.transport.abort()

    def on_task_complete(self, task: "asyncio.Task[None]") -> None:
        super().on_task_complete(task)
        self.loop.call_later(CLOSE_TIMEOUT, self.transport.abort)
