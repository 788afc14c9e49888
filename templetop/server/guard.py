"""What stands before every request: its size, where it comes from, and what a browser may load."""

from urllib.parse import urlsplit

import orjson
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from templetop.engine.refusal import Refusal
from templetop.server.models import Refused
from templetop.server.refusals import NotYours, TooLarge, problem_of, status_of

LARGEST = 64 * 1024  # bytes of a request
SAFE = {"GET", "HEAD", "OPTIONS"}
HEADERS = {
    "Content-Security-Policy": "; ".join([
        "default-src 'self'",
        "style-src 'self' 'unsafe-inline'",  # boards say where things lie by style attributes
        "img-src 'self' data:",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}  # fmt: skip


class Guard:
    """Refuses what is too large or comes from another site; adds headers to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        headers = Headers(scope=scope)
        if scope["method"] not in SAFE and not is_own_origin(headers):
            await refuse(NotYours("This comes from another site."), answer)
        elif scope["method"] in SAFE:
            await self.app(scope, receive, answer)
        else:
            await self.with_body(scope, receive, answer)

    async def with_body(self, scope: Scope, receive: Receive, send: Send) -> None:
        """All of it is read first, so that it can be refused for its size."""
        body = b""
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            body += message.get("body", b"")
            if len(body) > LARGEST:
                await refuse(TooLarge("That is too much at once."), send)
                return
            if not message.get("more_body"):
                break
        parts = iter([{"type": "http.request", "body": body, "more_body": False}])

        async def read() -> Message:
            return next(parts, None) or await receive()

        await self.app(scope, read, send)


def is_own_origin(headers: Headers) -> bool:
    """Browsers say which site a request comes from; scripts say nothing."""
    origin = headers.get("origin")
    return origin is None or urlsplit(origin).netloc == headers.get("host")


async def refuse(refusal: Refusal, send: Send) -> None:
    body = orjson.dumps(Refused(problem_of(refusal)))
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    status = status_of(refusal)
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
