"""What becomes of every request, and how long it took: counted, and a line in the log."""

import logging
import time
from urllib.parse import quote

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from templetop.server.core.logs import ACCESS, FIELDS
from templetop.server.operations.metrics import Tally

GONE = 499  # whoever asked has not waited for the answer
LISTENING = 101
REFUSED = 403
LONGEST_PATH = 200
PLAIN = "/:@!$&'()*+,;="  # what may stand in a path as it is

log = logging.getLogger(ACCESS)


class Journal:
    """Stands before everything, so that it knows what was answered in the end, and to whom."""

    def __init__(self, app: ASGIApp, tally: Tally) -> None:
        self.app = app
        self.tally = tally

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        began, status = time.perf_counter(), GONE

        async def answer(message: Message) -> None:
            nonlocal status
            if status == GONE:
                status = status_in(message)
            await send(message)

        try:
            await self.app(scope, receive, answer)
        finally:
            seconds = time.perf_counter() - began
            if scope["type"] == "http":  # who listens does so for hours
                self.tally.count(status, seconds)
            if log.isEnabledFor(logging.INFO):
                note(scope, status, seconds)


def status_in(message: Message) -> int:
    """As soon as it is clear."""
    match message["type"]:
        case "http.response.start" | "websocket.http.response.start":
            return int(message["status"])
        case "websocket.accept":
            return LISTENING
        case "websocket.close":
            return REFUSED
    return GONE


def note(scope: Scope, status: int, seconds: float) -> None:
    """By now the scope says who asked, and not the proxy that passed it on."""
    method, path = scope.get("method", "GET"), quote(scope["path"], PLAIN)[:LONGEST_PATH]
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
