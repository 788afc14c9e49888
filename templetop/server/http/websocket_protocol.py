"""uvicorn's WebSocket protocol with limits and a fast path for broadcasts.

This is the only module that touches uvicorn's `websockets_sansio_impl`. Begin with `send_now`.
"""

import asyncio
import struct
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

from templetop.server.core.connection_limits import ConnectionLimiter
from templetop.server.core.rate_limits import FixedWindow
from templetop.server.http.http_protocol import LIMITER_KEY

MAX_MESSAGE_BYTES = 1024  # bytes of a message; clients send nothing but pings
MAX_BYTES_PER_WINDOW = 16 * 1024  # bytes in RATE_WINDOW; beyond that, disconnect
RATE_WINDOW = 10.0  # seconds
CLOSE_TIMEOUT = 10.0  # seconds after a close in which the client must read the rest; then abort

EXTENSION_NAME = "templetop.websocket"  # its key in scope["extensions"]
TEXT_FRAME = 0x81  # first byte of a frame that is a whole text message
# From these lengths in bytes on, a header has a length field of 16 or 64 bits.
MIN_16_BIT_LENGTH, MIN_64_BIT_LENGTH = 126, 1 << 16


def frame_header(length: int) -> bytes:
    """Returns the header of an unmasked text frame (RFC 6455, section 5.2)."""
    if length < MIN_16_BIT_LENGTH:
        return struct.pack("!BB", TEXT_FRAME, length)
    if length < MIN_64_BIT_LENGTH:
        return struct.pack("!BBH", TEXT_FRAME, 126, length)
    return struct.pack("!BBQ", TEXT_FRAME, 127, length)


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """A WebSocket; a client that sends too much or does not read is disconnected."""

    rate: FixedWindow | None = None
    limiter: ConnectionLimiter | None = None  # the limiter that has counted this connection

    @property
    def address(self) -> str:
        return self.client[0] if self.client else ""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Counts the connection again, after HttpProtocol has released it.

        The upgrade goes on even if the limiter has become full in between.
        """
        super().connection_made(transport)
        self.limiter = self.app_state.get(LIMITER_KEY)
        if self.limiter is not None and not self.limiter.acquire(self.address):
            self.limiter = None

    def connection_lost(self, exc: Exception | None) -> None:
        if self.limiter is not None:
            self.limiter.release(self.address)
        super().connection_lost(exc)

    def handle_connect(self, event: Request) -> None:
        """Puts this protocol into the ASGI scope after the handshake.

        By that, `table_socket` can send broadcasts without the ASGI queue.
        """
        super().handle_connect(event)
        if self.handshake_initiated and not self.close_sent:
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[EXTENSION_NAME] = self

    def send_now(self, message: bytes) -> bool:
        """Writes a text message at once; returns False, and writes nothing, if that is impossible.

        The connection may be closed, or the client may not have read earlier messages. The fast
        path is for one message to many clients, so it only adds the header.
        """
        if not self.writable.is_set() or self.close_sent or self.conn.state is not State.OPEN:
            return False
        self.transport.write(frame_header(len(message)) + message)
        return True

    def data_received(self, data: bytes) -> None:
        """Limits the received bytes; the first data is the handshake, which HTTP has checked."""
        if self.rate is None:
            self.rate = FixedWindow(MAX_BYTES_PER_WINDOW, RATE_WINDOW)
        elif not self.rate.allow(len(data)):
            self.transport.abort()
            return
        super().data_received(data)

    def keepalive_timeout(self) -> None:
        """Aborts after a missed pong: a client that does not answer reads no close frame either."""
        super().keepalive_timeout()
        self.transport.abort()

    def on_task_complete(self, task: "asyncio.Task[None]") -> None:
        super().on_task_complete(task)
        self.loop.call_later(CLOSE_TIMEOUT, self.transport.abort)
