"""The application: its parts put together, for uvicorn to run."""

import contextlib
import gc
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

import orjson
from fastapi import FastAPI, Request, Response

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
from templetop.server.crowd import Crowd
from templetop.server.door import CROWD, REQUESTS
from templetop.server.files import room
from templetop.server.forwarding import Forwarding
from templetop.server.guard import Guard
from templetop.server.hall import Hall
from templetop.server.health import Pulse
from templetop.server.journal import Journal
from templetop.server.keeping import keep_house
from templetop.server.limits import MemoryRateLimits, RateLimitStore, RedisRateLimits, RequestLimit
from templetop.server.mail import Mail, Post
from templetop.server.metrics import Census, Tally
from templetop.server.minds import Minds
from templetop.server.moves import Moves
from templetop.server.own_names import OwnNames
from templetop.server.pages import add_pages
from templetop.server.people import People
from templetop.server.programs import Programs
from templetop.server.push import Push
from templetop.server.registry import Registry
from templetop.server.sessions import Sessions
from templetop.server.settings import Settings
from templetop.server.starting import Start, UntilItIsOpen
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
    """A server with these settings; it opens its store when it is started.

    In `app.state` are its `server`, as soon as there is one; its `failure`, if there never will be;
    `stop`, which ends the process then; and `restarts`, how many workers were replaced.
    """
    proxies, tally = Networks(settings.proxies), Tally()
    rate_limits: RateLimitStore = (
        RedisRateLimits(settings.redis) if settings.redis else MemoryRateLimits()
    )
    requests = RequestLimit(rate_limits, settings.limits.requests)

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[dict[str, Any]]:
        async with contextlib.AsyncExitStack() as closing:
            closing.push_async_callback(rate_limits.close)
            counting = (tally, rate_limits, requests)
            start = Start(app, settings, partial(serve_from, app, settings, *counting, closing))
            closing.push_async_callback(start.close)
            await start.first()
            crowd = Crowd("connections", settings.limits.connections, room(), proxies)
            try:
                yield {CROWD: crowd, REQUESTS: requests}
            finally:
                await start.close()

    app = FastAPI(
        title="Templetop",
        version=__version__,
        description="Adventure board games: people and bots at one table.",
        lifespan=lifespan,
        openapi_url=None,  # docs of the API are written once, below
        docs_url=None,
        redoc_url=None,
    )
    app.state.server, app.state.failure = None, None
    app.state.stop, app.state.restarts = lambda: None, lambda: 0
    app.add_middleware(Moves)
    app.add_middleware(UntilItIsOpen)
    names = OwnNames(settings.address)
    app.add_middleware(Guard, requests=requests, names=names, is_https=settings.is_https)
    app.add_middleware(Forwarding, proxies=proxies, base=settings.base)
    app.add_middleware(Tongues)
    app.add_middleware(Journal, tally=tally)
    add_refusals(app)
    app.router.routes.extend(api.routes)  # include_router would make every route a second time
    app.add_route("/api/openapi.json", description_of(app), include_in_schema=False)
    add_pages(app, Path(settings.web), settings.base)
    return app


def description_of(app: FastAPI) -> Callable[[Request], Awaitable[Response]]:
    """Answers with the description of the API, which takes longer to write than most requests."""
    written = cache(lambda: orjson.dumps(app.openapi()))

    async def description(request: Request) -> Response:
        return Response(written(), media_type="application/json")

    return description


async def serve_from(
    app: FastAPI,
    settings: Settings,
    tally: Tally,
    rate_limits: RateLimitStore,
    requests: RequestLimit,
    closing: contextlib.AsyncExitStack,
    store: Store,
) -> None:
    """Everything that works with the store; it is closed in the opposite order."""
    closing.callback(store.close)
    bell: Bell = RedisBell(settings.redis) if settings.redis else NoBell()
    minds = Minds(settings.thinkers, settings.is_compiling)
    registry = Registry(store)
    sessions = Sessions(registry, settings.secret(), store.is_shared)
    programs = Programs(settings.programs, settings.patience, Path(settings.data) / "bots")
    hall = Hall(store, minds, bell, programs, rate_limits, sessions)
    if (mail := mail_of(settings)) is not None:
        closing.push_async_callback(mail.close)
    people = People(registry, sessions, mail, [*programs.named])
    closing.callback(people.close)
    closing.push_async_callback(hall.close)
    pulse = Pulse(store)
    calling = Calling(hall, settings.secret(), push_of(settings), mail)
    counted = (pulse, Census(store), tally)
    server = Server(settings, people, hall, rate_limits, requests, *counted, calling)
    closing.push_async_callback(server.hindsight.close)
    closing.push_async_callback(calling.close)
    closing.push_async_callback(pulse.close)
    await hall.open()
    hall.run(calling.go_on())
    hall.run(keep_house(hall, settings.keeping))
    hall.run(ratings.look_after(hall))
    app.state.server = server


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
