"""Opens the store when the server starts, and keeps trying while the database is away.

The server listens meanwhile, and answers every request with one sentence.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path

from fastapi import FastAPI
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from templetop.engine.refusal import Refusal
from templetop.server.core.connection_limits import Throttle
from templetop.server.core.refusals import ServiceUnavailable
from templetop.server.core.settings import Settings
from templetop.server.http.security_middleware import send_refusal_response
from templetop.server.store.database import Store, StoreAway
from templetop.server.translations import t

RETRY_INTERVAL = 1.0  # seconds between two attempts to open the store
TRY_AGAIN_LATER = 1013  # the WebSocket close code "try again later"

log = logging.getLogger("templetop.server")


class StartupMiddleware:
    """A middleware that refuses all requests until the store is open."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket") or scope["app"].state.server is not None:
            await self.app(scope, receive, send)
            return
        sentence = t("The server is waiting for its store; try again in a moment.")
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": TRY_AGAIN_LATER, "reason": sentence})
        elif scope["path"].startswith("/api"):
            await send_refusal_response(ServiceUnavailable(sentence), send)
        else:
            await PlainTextResponse(sentence, 503)(scope, receive, send)


class Startup:
    """Opens the store and the services that need it, trying again until the store answers."""

    def __init__(
        self, app: FastAPI, settings: Settings, begin: Callable[[Store], Awaitable[None]]
    ) -> None:
        self.app, self.settings, self.begin = app, settings, begin
        self.retry_task: asyncio.Task[None] | None = None
        self.throttle = Throttle()

    async def open_or_retry(self) -> None:
        """Tries once; if the store is away, goes on in the background."""
        try:
            is_open = await self.try_open()
        except Refusal as refusal:
            self.give_up(refusal)
            return
        if not is_open:
            self.retry_task = asyncio.create_task(self.keep_trying())

    async def keep_trying(self) -> None:
        try:
            while not await self.try_open():
                await asyncio.sleep(RETRY_INTERVAL)
        except Refusal as refusal:
            self.give_up(refusal)
        except Exception:
            log.exception("The server could not be started.")
            self.give_up(Refusal("The server could not be started."))
        else:
            log.info("The store answers now.")

    async def try_open(self) -> bool:
        """Opens the store and the services; False if the store is away."""
        try:
            store = await self.open_store()
        except StoreAway as away:
            if self.throttle.allow("store"):
                log.error("%s Trying again until it answers.", away)
            return False
        await self.begin(store)
        return True

    async def open_store(self) -> Store:
        """Returns the open store. A database server is contacted on a thread, as it may take its
        time."""
        Path(self.settings.data).mkdir(parents=True, exist_ok=True, mode=0o700)
        if self.settings.store_url.startswith("postgresql"):
            return await asyncio.to_thread(Store, self.settings.store_url)
        return Store(self.settings.store_url)

    def give_up(self, refusal: Refusal) -> None:
        """Ends the process with an error code: the store can never be used."""
        log.error("%s", refusal)
        self.app.state.failure = refusal
        self.app.state.stop()

    async def close(self) -> None:
        if self.retry_task is not None:
            self.retry_task.cancel()
            await asyncio.gather(self.retry_task, return_exceptions=True)
