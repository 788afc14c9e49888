"""uvicorn's HTTP protocol with timeouts and connection limits.

This is the only module that touches uvicorn's `httptools_impl`. It disconnects clients that send
their request or read the answer too slowly, or that hold too many connections.
"""

import asyncio
import logging
from http import HTTPStatus

import orjson
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from templetop.server.api_models import Refused
from templetop.server.core.connection_limits import ConnectionLimiter, Throttle
from templetop.server.core.rate_limits import RequestLimit
from templetop.server.core.refusals import problem_of_status

HEADER_TIMEOUT = 10.0  # seconds until the headers of a request must be complete; then 408
MAX_HEADER_BYTES = 32 * 1024  # bytes of the request line and headers; beyond that, 431
RESPONSE_TIMEOUT = 30.0  # seconds without progress in sending an answer; then disconnect

# The keys of the ASGI state under which the application passes both limiters to the protocols.
LIMITER_KEY, REQUEST_LIMIT_KEY = "connection_limiter", "request_limit"

log = logging.getLogger("templetop.server")
throttle = Throttle()


class HttpProtocol(HttpToolsProtocol):
    """A connection over which HTTP requests come."""

    limiter: ConnectionLimiter | None = None  # the limiter that has counted this connection
    header_timer: asyncio.TimerHandle | None = None  # runs until the headers are complete
    response_timer: asyncio.TimerHandle | None = None  # runs while the client does not read
    header_bytes = 0  # received of the present request line and headers
    is_in_body = False

    @property
    def address(self) -> str:
        return self.client[0] if self.client else ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        limiter: ConnectionLimiter | None = self.app_state.get(LIMITER_KEY)
        requests: RequestLimit | None = self.app_state.get(REQUEST_LIMIT_KEY)
        if requests is not None and requests.was_just_refused(self.address):
            self.transport.abort()  # an answer would cost more than the connection
            return
        if limiter is not None and not limiter.acquire(self.address):
            self.send_refusal(429, "Too many connections from your address.")
            return
        self.limiter = limiter
        self.start_timeout()

    def connection_lost(self, exc: Exception | None) -> None:
        self.release()
        super().connection_lost(exc)

    def release(self) -> None:
        """Cancels both timers and gives the connection back to the limiter."""
        self.cancel_timeout()
        if self.response_timer is not None:
            self.response_timer.cancel()
        if self.limiter is not None:
            self.limiter.release(self.address)
            self.limiter = None

    # ── The request ──────────────────────────────────────────────────────────────────────────────

    def start_timeout(self) -> None:
        """Starts the timeout for the headers of a request, unless it is running."""
        if self.header_timer is None:
            self.header_bytes = 0
            self.header_timer = self.loop.call_later(HEADER_TIMEOUT, self.time_out)

    def cancel_timeout(self) -> None:
        if self.header_timer is not None:
            self.header_timer.cancel()
            self.header_timer = None

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self.cycle is None or self.cycle.response_complete:
            self.start_timeout()
        if self.header_timer is not None and not self.is_in_body:
            self.header_bytes += len(data)
        super().data_received(data)
        if self.header_timer is not None and self.header_bytes > MAX_HEADER_BYTES:
            self.send_refusal(431, "The head of your request is too long.")

    def on_headers_complete(self) -> None:
        self.cancel_timeout()
        self.is_in_body = True
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self.cancel_timeout()  # for a request that was refused before its end
        self.is_in_body = False
        super().on_message_complete()

    def on_response_complete(self) -> None:
        self.cancel_timeout()
        super().on_response_complete()

    def handle_websocket_upgrade(self) -> None:
        """Hands the connection over to WebSocketProtocol, which counts it again."""
        self.release()
        super().handle_websocket_upgrade()

    def time_out(self) -> None:
        self.header_timer = None
        if throttle.allow(self.address):
            log.warning(
                "%s sent no request, or only part of one, and was disconnected.", self.address
            )
        self.send_refusal(408, "Your request did not arrive in time.")

    # ── The answer ───────────────────────────────────────────────────────────────────────────────

    def pause_writing(self) -> None:
        super().pause_writing()
        self.response_timer = self.loop.call_later(RESPONSE_TIMEOUT, self.transport.abort)

    def resume_writing(self) -> None:
        if self.response_timer is not None:
            self.response_timer.cancel()
        super().resume_writing()

    def send_refusal(self, status: int, sentence: str) -> None:
        """Sends a refusal as JSON, in the form of all others, and closes the connection."""
        if not self.transport.is_closing():
            self.transport.write(refusal_bytes(status, sentence))
            self.transport.close()

    def send_400_response(self, msg: str) -> None:
        self.send_refusal(400, "That is not valid HTTP.")


def refusal_bytes(status: int, sentence: str) -> bytes:
    body = orjson.dumps(Refused(problem_of_status(status, sentence)))
    header = (
        f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\ncontent-type: application/json\r\n"
        f"content-length: {len(body)}\r\nconnection: close\r\n\r\n"
    )
    return header.encode() + body
