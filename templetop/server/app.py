"""The application: its parts put together, for uvicorn to run."""

import contextlib
import gc
import sys
from collections.abc import AsyncIterator
from pathlib import Path

from fastapi import FastAPI

from templetop import __version__
from templetop.server import live
from templetop.server.answers import add_refusals
from templetop.server.bell import Bell, NoBell, RedisBell
from templetop.server.guard import Guard
from templetop.server.hall import Hall
from templetop.server.minds import Minds
from templetop.server.pages import add_pages
from templetop.server.people import People
from templetop.server.programs import Programs
from templetop.server.routes import Server, api
from templetop.server.settings import Settings
from templetop.server.store import Store

SWITCH = 0.0005  # seconds that who writes to the store waits for a busy event loop, each time
assert live  # it adds its route to the others


def passed_on() -> FastAPI:
    """For a worker that was told its settings by the process that started it."""
    app = make_app(Settings.passed_on())
    gc.freeze()  # what is there from the start is never garbage
    gc.set_threshold(20_000, 20, 20)
    sys.setswitchinterval(SWITCH)
    return app


def make_app(settings: Settings) -> FastAPI:
    """A server with these settings; it opens its store when it is started."""

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store = Store(prepared(settings))
        bell: Bell = RedisBell(settings.redis) if settings.redis else NoBell()
        minds = Minds(settings.thinkers, settings.is_compiling)
        hall = Hall(store, minds, bell, Programs(settings.programs, settings.patience))
        app.state.server = Server(settings, People(store, settings.secret()), hall)
        await hall.open()
        try:
            yield
        finally:
            await hall.close()
            store.close()

    app = FastAPI(
        title="Templetop",
        version=__version__,
        description="Adventure board games: people and bots at one table.",
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    app.add_middleware(Guard)
    add_refusals(app)
    app.include_router(api)
    add_pages(app, Path(settings.web))
    return app


def prepared(settings: Settings) -> str:
    """The address of the store, when the folder for it is there."""
    Path(settings.data).mkdir(parents=True, exist_ok=True, mode=0o700)
    return settings.store_url
