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
from templetop.server.accounts import routes as accounts_routes
from templetop.server.accounts.service import People
from templetop.server.accounts.sessions import Sessions
from templetop.server.bots.bot_pool import Minds
from templetop.server.bots.external_bots import Programs
from templetop.server.community import ratings
from templetop.server.community import routes as community_routes
from templetop.server.core.client_addresses import Networks
from templetop.server.core.connection_limits import Crowd
from templetop.server.core.file_limit import room
from templetop.server.core.host_names import OwnNames
from templetop.server.core.mail import Mail, Post
from templetop.server.core.rate_limits import (
    MemoryRateLimits,
    RateLimitStore,
    RedisRateLimits,
    RequestLimit,
)
from templetop.server.core.settings import Settings
from templetop.server.deals import daily, duplicates, solo_goals
from templetop.server.dependencies import Server, api
from templetop.server.http.access_log_middleware import Journal
from templetop.server.http.http_protocol import CROWD, REQUESTS
from templetop.server.http.language_middleware import Tongues
from templetop.server.http.proxy_middleware import Forwarding
from templetop.server.http.responses import add_refusals
from templetop.server.http.security_middleware import Guard
from templetop.server.http.static_pages import add_pages
from templetop.server.learning import lesson_routes, puzzle_routes, review_routes
from templetop.server.notifications import routes as notifications_routes
from templetop.server.notifications.turn_notifier import Calling
from templetop.server.notifications.web_push import Push
from templetop.server.operations import health, metrics
from templetop.server.operations.health import Pulse
from templetop.server.operations.metrics import Census, Tally
from templetop.server.operations.retention import keep_house
from templetop.server.operations.startup import Start, UntilItIsOpen
from templetop.server.store.database import Store
from templetop.server.store.person_store import Registry
from templetop.server.tables import routes, socket_routes
from templetop.server.tables.fast_move_route import Moves
from templetop.server.tables.service import Hall
from templetop.server.tables.worker_bus import Bell, NoBell, RedisBell

SWITCH = 0.0005  # seconds that who writes to the store waits for a busy event loop, each time
# Each adds its own to the others.
ROUTES = (
    accounts_routes, community_routes, daily, duplicates, solo_goals, health, socket_routes, metrics, notifications_routes, routes, puzzle_routes,
    review_routes, lesson_routes,
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
