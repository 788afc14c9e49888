"""Checks every request before it reaches a route, and adds security headers to every answer.

Begin with `SecurityMiddleware.__call__`: rate limit, host, origin, size of the body.
"""

import asyncio
import logging
from collections.abc import Mapping
from urllib.parse import urlsplit

import orjson
from sqlalchemy.exc import DBAPIError
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from templetop.engine.refusal import Refusal
from templetop.server.api_models import Refused
from templetop.server.core.connection_limits import Throttle
from templetop.server.core.host_names import OwnHostNames, shorten_host
from templetop.server.core.rate_limits import RequestLimit
from templetop.server.core.refusals import (
    BodyTooLarge,
    InternalError,
    NotAllowed,
    RequestTimedOut,
    ServiceUnavailable,
    TooManyRequests,
    WrongHost,
    http_status,
    problem_view,
)
from templetop.server.store.database import first_line_of, is_damaged, is_store_unavailable
from templetop.server.translations import t

MAX_BODY_BYTES = 64 * 1024  # bytes of a request's body; beyond that, 413
BODY_TIMEOUT = 20.0  # seconds until the whole body must have arrived; then 408
SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}
HEADERS = {
    "Content-Security-Policy": "; ".join([
        "default-src 'self'",
        "style-src 'self' 'unsafe-inline'",  # boards place their parts by style attributes
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

HSTS_HEADERS = {"Strict-Transport-Security": "max-age=31536000"}
NO_STORE = {
    "Cache-Control": "no-store"
}  # neither the browser nor a proxy caches answers of the API

log = logging.getLogger("templetop.server")
throttle = Throttle()


def encoded_headers(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.lower().encode(), value.encode()) for name, value in headers.items()]


class SecurityMiddleware:
    """Refuses requests that are too many, too large, too slow, or from another site."""

    def __init__(
        self, app: ASGIApp, requests: RequestLimit, names: OwnHostNames, is_https: bool = False
    ) -> None:
        self.app = app
        self.names = names
        self.requests = requests
        self.is_https = is_https
        self.headers = encoded_headers(HEADERS | (HSTS_HEADERS if is_https else {}))
        self.headers_of_api = self.headers + encoded_headers(NO_STORE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        if scope["client"] and not await self.requests.allow(scope["client"][0]):
            await send_too_many_requests(scope, send)
            return
        if (host := requested_host(scope)) is not None and not self.names.contains(host):
            await refuse_host(host, scope, send)
            return
        scope["headers"] = [*map(without_backslashes, scope["headers"])]
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
            return
        is_started = False

        async def send_with_headers(message: Message) -> None:
            nonlocal is_started
            is_started = True
            if message["type"] == "http.response.start":
                self.add_headers(scope, message)
            await send(message)

        try:
            await self.check_and_forward(scope, receive, send_with_headers)
        except Exception as error:
            if is_started:
                raise
            await send_refusal_response(refusal_for(error), send_with_headers)

    def add_headers(self, scope: Scope, message: Message) -> None:
        """Adds the security headers that the answer does not have already."""
        own_headers = self.headers_of_api if scope["path"].startswith("/api") else self.headers
        headers = message.get("headers", [])
        names = {name for name, _ in headers}
        message["headers"] = [
            *headers,
            *(header for header in own_headers if header[0] not in names),
        ]

    async def check_and_forward(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] == "HEAD":  # answered like GET; uvicorn sends only the headers
            await self.app({**scope, "method": "GET"}, receive, send)
        elif scope["method"] in SAFE_METHODS:
            await self.app(scope, receive, send)
        elif not is_own_origin(Headers(scope=scope), self.is_https):
            await send_refusal_response(
                NotAllowed(t("This request comes from another site.")), send
            )
        else:
            await self.read_body_first(scope, receive, send)

    async def read_body_first(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Reads the whole body before the application runs, so that its size can be refused."""
        try:
            async with asyncio.timeout(BODY_TIMEOUT):
                body = await read_body(receive)
        except TimeoutError:
            await send_refusal_response(
                RequestTimedOut(t("Your request did not arrive in time.")), send
            )
            return
        except BodyTooLarge as refusal:
            await send_refusal_response(refusal, send)
            return
        if body is None:
            return  # the client has disconnected
        messages = iter([{"type": "http.request", "body": body, "more_body": False}])

        async def receive_body() -> Message:
            return next(messages, None) or await receive()

        await self.app(scope, receive_body, send)


def without_backslashes(header: tuple[bytes, bytes]) -> tuple[bytes, bytes]:
    """Removes backslashes from cookies: parsing many of them takes some Python versions seconds.

    Our own cookies have none.
    """
    name, value = header
    return (name, value.replace(b"\\", b"")) if name == b"cookie" else header


async def send_too_many_requests(scope: Scope, send: Send) -> None:
    """Answers a request beyond the rate limit, without running anything else for it."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1013})
    else:
        await send_refusal_response(
            TooManyRequests(t("Too many requests in a short time; wait a moment.")), send
        )


def requested_host(scope: Scope) -> str | None:
    """Returns the `Host` header, joined if there are several; None if a script leaves it out."""
    hosts = [value for name, value in scope["headers"] if name == b"host"]
    return ", ".join(value.decode("latin-1") for value in hosts) if hosts else None


async def refuse_host(host: str, scope: Scope, send: Send) -> None:
    """Refuses a foreign `Host`; the sentence tells the operator which option may be missing."""
    sentence = t(
        "This server is not known as {name}. If it should be, start it with "
        "--address https://{name}.",
        name=shorten_host(host),
    )
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": ""})
    elif scope["path"].startswith("/api"):
        await send_refusal_response(WrongHost(sentence), send)
    else:
        status = http_status(WrongHost(sentence))
        await PlainTextResponse(sentence, status)(scope, receive_disconnect, send)


async def receive_disconnect() -> Message:
    return {"type": "http.disconnect"}


async def read_body(receive: Receive) -> bytes | None:
    """Returns the whole body; None if the client disconnects before its end.

    Raises BodyTooLarge beyond `MAX_BODY_BYTES`.
    """
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        if len(body) > MAX_BODY_BYTES:
            raise BodyTooLarge(t("That is too long."))
        if not message.get("more_body"):
            return bytes(body)


def is_own_origin(headers: Headers, is_https: bool) -> bool:
    """True if a request comes from this site, or from a script, which sends no `Origin`.

    On an HTTPS server, an origin with HTTP is refused: an attacker in the network can forge it.
    """
    origin = headers.get("origin")
    if origin is None:
        return True
    try:
        scheme, host, *_ = urlsplit(origin)
    except ValueError:  # http://[::1
        return False
    return host == headers.get("host") and (scheme == "https" or not is_https)


def refusal_for(error: Exception) -> Refusal:
    """Logs an unexpected error, and returns the refusal that the client is sent instead."""
    if isinstance(error, DBAPIError) and error.orig is not None and is_store_unavailable(error):
        if throttle.allow("store"):
            log.error("The store does not answer: %s", first_line_of(error.orig))
        return ServiceUnavailable(t("The store does not answer; try again in a moment."))
    if isinstance(error, DBAPIError) and is_damaged(error):
        if throttle.allow("damage"):
            log.error("The store is damaged (%s): restore a backup.", first_line_of(error.orig))
        return ServiceUnavailable(
            t("The store is damaged; the operator of this server has to restore it.")
        )
    log.error("A request could not be answered.", exc_info=error)
    return InternalError(
        t("Something went wrong here. It has been logged, and it was not your fault.")
    )


async def send_refusal_response(refusal: Refusal, send: Send) -> None:
    body = orjson.dumps(Refused(problem_view(refusal)))
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    status = http_status(refusal)
    if isinstance(refusal, RequestTimedOut | TooManyRequests):
        headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
