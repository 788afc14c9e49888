"""Counts every request with its status and duration, and writes the access log."""

import logging
import time
from urllib.parse import quote

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from templetop.server.core.logs import ACCESS, FIELDS
from templetop.server.http.request_stats import RequestStats

CLIENT_CLOSED_REQUEST = 499  # the client left before the answer began
SWITCHING_PROTOCOLS = 101
REFUSED_UPGRADE = 403
MAX_PATH_LENGTH = 200  # characters of a path in the log; the rest is cut off
UNQUOTED = "/:@!$&'()*+,;="  # characters of a path that are logged as they are

log = logging.getLogger(ACCESS)


class AccessLogMiddleware:
    """The outermost middleware, so that it sees the final status and the client behind proxies."""

    def __init__(self, app: ASGIApp, request_stats: RequestStats) -> None:
        self.app = app
        self.request_stats = request_stats

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        started_at, status = time.perf_counter(), CLIENT_CLOSED_REQUEST

        async def send_and_note(message: Message) -> None:
            nonlocal status
            if status == CLIENT_CLOSED_REQUEST:
                status = response_status(message)
            await send(message)

        try:
            await self.app(scope, receive, send_and_note)
        finally:
            seconds = time.perf_counter() - started_at
            if scope["type"] == "http":  # a WebSocket lasts for hours
                self.request_stats.count(status, seconds)
            if log.isEnabledFor(logging.INFO):
                log_request(scope, status, seconds)


def response_status(message: Message) -> int:
    """Returns the status that a message decides; `CLIENT_CLOSED_REQUEST` if it decides none."""
    match message["type"]:
        case "http.response.start" | "websocket.http.response.start":
            return int(message["status"])
        case "websocket.accept":
            return SWITCHING_PROTOCOLS
        case "websocket.close":
            return REFUSED_UPGRADE
    return CLIENT_CLOSED_REQUEST


def log_request(scope: Scope, status: int, seconds: float) -> None:
    """Logs a request that has ended; by then ProxyMiddleware has put the client into the scope."""
    method, path = scope.get("method", "GET"), quote(scope["path"], UNQUOTED)[:MAX_PATH_LENGTH]
    address = scope["client"][0] if scope["client"] else "-"
    milliseconds = round(1000 * seconds, 1)
    fields = {
        "method": method,
        "path": path,
        "status": status,
        "ms": milliseconds,
        "address": address,
    }
    line = (method, path, status, milliseconds, address)
    log.info("%s %s %d %.1f ms %s", *line, extra={FIELDS: fields})
