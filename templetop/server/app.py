"""The application: its parts put together, for uvicorn to run."""

import contextlib
import gc
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from fastapi import FastAPI

from templetop import __version__
from templetop.server import (
    accounts,
    club,
    daily,
    duplicates,
    goals,
    health,
    live,
    metrics,
    notifying,
    ratings,
    routes,
    solving,
    studying,
    teaching,
)
from templetop.server.addresses import Networks
from templetop.server.answers import add_refusals
from templetop.server.asking import Server, api
from templetop.server.bell import Bell, NoBell, RedisBell
from templetop.server.calling import Calling
from templetop.server.crowd import Crowd, Paces
from templetop.server.door import CROWD, PACES
from templetop.server.files import room
from templetop.server.forwarding import Forwarding
from templetop.server.guard import Guard
from templetop.server.hall import Hall
from templetop.server.health import Pulse
from templetop.server.journal import Journal
from templetop.server.keeping import keep_house
from templetop.server.limits import Ledger, OwnLedger, RedisLedger
from templetop.server.mail import Mail, Post
from templetop.server.metrics import Census, Tally
from templetop.server.minds import Minds
from templetop.server.moves import Moves
from templetop.server.pages import add_pages
from templetop.server.people import People
from templetop.server.programs import Programs
from templetop.server.push import Push
from templetop.server.registry import Registry
from templetop.server.sessions import Sessions
from templetop.server.settings import Settings
from templetop.server.store import Store
from templetop.server.tongues import Tongues

SWITCH = 0.0005  # seconds that who writes to the store waits for a busy event loop, each time
# Each adds its own to the others.
ROUTES = (
    accounts, club, daily, duplicates, goals, health, live, metrics, notifying, routes, solving,
    studying, teaching,
)  # fmt: skip


def passed_on() -> FastAPI:
    """For a worker that was told its settings by the process that started it."""
    app = make_app(Settings.passed_on())
    gc.freeze()  # what is there from the start is never garbage
    gc.set_threshold(2_000, 5, 100)  # often and little: nobody waits long for it
    sys.setswitchinterval(SWITCH)
    return app


def make_app(settings: Settings) -> FastAPI:
    """A server with these settings; it opens its store when it is started."""
    proxies, tally = Networks(settings.proxies), Tally()
    paces = Paces(settings.limits.requests)

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[dict[str, Any]]:
        store = Store(prepared(settings))
        bell: Bell = RedisBell(settings.redis) if settings.redis else NoBell()
        minds = Minds(settings.thinkers, settings.is_compiling)
        ledger: Ledger = RedisLedger(settings.redis) if settings.redis else OwnLedger()
        registry = Registry(store)
        sessions = Sessions(registry, settings.secret(), store.is_shared)
        programs = Programs(settings.programs, settings.patience, Path(settings.data) / "bots")
        hall = Hall(store, minds, bell, programs, ledger, sessions)
        mail = mail_of(settings)
        people = People(registry, sessions, mail, [*programs.named])
        pulse = Pulse(store)
        calling = Calling(hall, settings.secret(), push_of(settings), mail)
        app.state.server = Server(
            settings, people, hall, ledger, pulse, Census(store), tally, calling
        )
        await hall.open()
        hall.run(calling.go_on())
        hall.run(keep_house(hall, settings.keeping))
        hall.run(ratings.look_after(hall))
        try:
            crowd = Crowd("connections", settings.limits.connections, room(), proxies)
            yield {CROWD: crowd, PACES: paces}
        finally:
            await pulse.close()
            await calling.close()
            await app.state.server.hindsight.close()
            await hall.close()
            await ledger.close()
            people.close()
            if mail is not None:
                await mail.close()
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
    app.add_middleware(Moves)
    app.add_middleware(Guard, paces=paces, is_https=settings.is_https)
    app.add_middleware(Forwarding, proxies=proxies, base=settings.base)
    app.add_middleware(Tongues)
    app.add_middleware(Journal, tally=tally)
    add_refusals(app)
    app.include_router(api)
    add_pages(app, Path(settings.web), settings.base)
    return app


def mail_of(settings: Settings) -> Mail | None:
    if not settings.mail:
        return None
    return Mail(Post.at(settings.mail), settings.mail_from, settings.address)


def push_of(settings: Settings) -> Push | None:
    """Browsers let only those push who have a public address over HTTPS."""
    if not settings.pushes or not settings.address.startswith("https://"):
        return None
    told = (settings.address, settings.mail_from, settings.tests_endpoint)
    return Push(settings.secret(), *told)


def prepared(settings: Settings) -> str:
    """The address of the store, when the folder for it is there."""
    Path(settings.data).mkdir(parents=True, exist_ok=True, mode=0o700)
    return settings.store_url
