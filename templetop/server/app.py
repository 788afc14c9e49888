"""Builds the ASGI application: middleware, routes and services, and how they start and stop.

Start reading at `create_app`.
"""

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
from templetop.server.accounts.service import AccountService
from templetop.server.accounts.sessions import Sessions
from templetop.server.bots.autoplay import Autoplay
from templetop.server.bots.bot_pool import BotPool
from templetop.server.bots.external_bots import ExternalBots
from templetop.server.catalog import routes as catalog_routes
from templetop.server.community import ratings
from templetop.server.community import routes as community_routes
from templetop.server.core.client_addresses import Networks
from templetop.server.core.connection_limits import ConnectionLimiter
from templetop.server.core.file_limit import connections_allowed
from templetop.server.core.host_names import OwnHostNames
from templetop.server.core.mail import Mailer, SmtpServer
from templetop.server.core.rate_limits import (
    MemoryRateLimits,
    RateLimitStore,
    RedisRateLimits,
    RequestLimit,
)
from templetop.server.core.settings import Settings
from templetop.server.deals import daily_routes, duplicates_routes, solo_goals_routes
from templetop.server.dependencies import AppState, api
from templetop.server.http.access_log_middleware import AccessLogMiddleware
from templetop.server.http.http_protocol import LIMITER_KEY, REQUEST_LIMIT_KEY
from templetop.server.http.language_middleware import LanguageMiddleware
from templetop.server.http.proxy_middleware import ProxyMiddleware
from templetop.server.http.request_stats import RequestStats
from templetop.server.http.responses import add_error_handlers
from templetop.server.http.security_middleware import SecurityMiddleware
from templetop.server.http.static_pages import add_pages
from templetop.server.learning import lesson_routes, puzzle_routes, review_routes
from templetop.server.notifications import routes as notifications_routes
from templetop.server.notifications.turn_notifier import TurnNotifier
from templetop.server.notifications.web_push import WebPushSender
from templetop.server.operations import account_routes, health_routes, metrics_routes
from templetop.server.operations.health import StoreHealth
from templetop.server.operations.retention import run_retention
from templetop.server.operations.startup import Startup, StartupMiddleware
from templetop.server.operations.table_counts import TableCounts
from templetop.server.store.database import Store
from templetop.server.store.person_store import PersonStore
from templetop.server.tables import routes, socket_routes
from templetop.server.tables.fast_move_route import FastMoveMiddleware
from templetop.server.tables.service import TableService
from templetop.server.tables.worker_bus import RedisWorkerBus, SingleWorkerBus, WorkerBus

# Seconds after which a busy event loop lets the writer's thread run.
THREAD_SWITCH_INTERVAL = 0.0005
# Each module adds its routes to `api` when it is imported.
ROUTE_MODULES = (
    account_routes,
    accounts_routes,
    community_routes,
    catalog_routes,
    daily_routes,
    duplicates_routes,
    health_routes,
    lesson_routes,
    metrics_routes,
    notifications_routes,
    puzzle_routes,
    review_routes,
    routes,
    socket_routes,
    solo_goals_routes,
)


def app_from_environment() -> FastAPI:
    """Creates the application of a worker from the settings in its environment."""
    app = create_app(Settings.from_environment())
    gc.freeze()  # the objects of the start are never garbage
    gc.set_threshold(2_000, 5, 100)  # small and frequent collections, so that no request waits long
    sys.setswitchinterval(THREAD_SWITCH_INTERVAL)
    return app


def create_app(settings: Settings) -> FastAPI:
    """Creates a server with these settings. Its store is opened when the server starts.

    `app.state` has `server`, the services, or None before they run; `failure`, if they never will;
    `stop`, which then ends the process; and `restarts`, the number of workers that were replaced.
    """
    proxies, request_stats = Networks(settings.proxies), RequestStats()
    rate_limits: RateLimitStore = (
        RedisRateLimits(settings.redis) if settings.redis else MemoryRateLimits()
    )
    requests = RequestLimit(rate_limits, settings.limits.requests)

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[dict[str, Any]]:
        async with contextlib.AsyncExitStack() as exit_stack:
            exit_stack.push_async_callback(rate_limits.close)
            counting = (request_stats, rate_limits, requests)
            start = Startup(
                app, settings, partial(start_services, app, settings, *counting, exit_stack)
            )
            exit_stack.push_async_callback(start.close)
            await start.open_or_retry()
            limiter = ConnectionLimiter(
                "connections", settings.limits.connections, connections_allowed(), proxies
            )
            try:
                yield {LIMITER_KEY: limiter, REQUEST_LIMIT_KEY: requests}
            finally:
                await start.close()

    app = FastAPI(
        title="Templetop",
        version=__version__,
        description="Adventure board games: people and bots at one table.",
        lifespan=lifespan,
        openapi_url=None,  # the document is rendered once, below
        docs_url=None,
        redoc_url=None,
    )
    app.state.server, app.state.failure = None, None
    app.state.stop, app.state.restarts = lambda: None, lambda: 0
    app.add_middleware(FastMoveMiddleware)
    app.add_middleware(StartupMiddleware)
    own_names = OwnHostNames(settings.address)
    app.add_middleware(
        SecurityMiddleware, requests=requests, names=own_names, is_https=settings.is_https
    )
    app.add_middleware(ProxyMiddleware, proxies=proxies, base=settings.base)
    app.add_middleware(LanguageMiddleware)
    app.add_middleware(AccessLogMiddleware, request_stats=request_stats)
    add_error_handlers(app)
    app.router.routes.extend(api.routes)  # include_router would build every route again
    app.add_route("/api/openapi.json", openapi_endpoint(app), include_in_schema=False)
    add_pages(app, Path(settings.web), settings.base)
    return app


def openapi_endpoint(app: FastAPI) -> Callable[[Request], Awaitable[Response]]:
    """Returns the endpoint of the OpenAPI document, which is rendered once because that takes
    long."""
    document = cache(lambda: orjson.dumps(app.openapi()))

    async def description(request: Request) -> Response:
        return Response(document(), media_type="application/json")

    return description


async def start_services(
    app: FastAPI,
    settings: Settings,
    request_stats: RequestStats,
    rate_limits: RateLimitStore,
    requests: RequestLimit,
    exit_stack: contextlib.AsyncExitStack,
    store: Store,
) -> None:
    """Creates the services that need the store; `exit_stack` ends them in the opposite order."""
    exit_stack.callback(store.close)
    bus: WorkerBus = RedisWorkerBus(settings.redis) if settings.redis else SingleWorkerBus()
    bot_pool = BotPool(settings.thinkers, settings.is_compiling)
    registry = PersonStore(store)
    sessions = Sessions(registry, settings.load_secret(), store.is_shared)
    programs = ExternalBots(settings.programs, settings.patience, Path(settings.data) / "bots")
    table_service = TableService(store, bus, sessions)
    autoplay = Autoplay(table_service, bot_pool, programs, rate_limits)
    table_service.listeners += [autoplay, ratings.MatchSettlement(table_service)]
    if (mail := create_mailer(settings)) is not None:
        exit_stack.push_async_callback(mail.close)
    people = AccountService(registry, sessions, mail, [*programs.named])
    exit_stack.callback(people.close)
    exit_stack.push_async_callback(table_service.close)
    exit_stack.push_async_callback(autoplay.close)
    store_health = StoreHealth(store)
    turn_notifier = TurnNotifier(
        table_service, settings.load_secret(), create_web_push(settings), mail
    )
    counted = (store_health, TableCounts(store), request_stats)
    server = AppState(
        settings, people, table_service, autoplay, rate_limits, requests, *counted, turn_notifier
    )
    exit_stack.push_async_callback(server.best_possible.close)
    exit_stack.push_async_callback(turn_notifier.close)
    exit_stack.push_async_callback(store_health.close)
    await table_service.open()
    autoplay.start()
    table_service.start_task(turn_notifier.run())
    table_service.start_task(run_retention(table_service, settings.keeping))
    table_service.start_task(ratings.run_settlement(table_service))
    app.state.server = server


def create_mailer(settings: Settings) -> Mailer | None:
    if not settings.mail:
        return None
    return Mailer(SmtpServer.from_url(settings.mail), settings.mail_from, settings.address)


def create_web_push(settings: Settings) -> WebPushSender | None:
    """Returns the sender; None if push is turned off, or the server has no public HTTPS address,
    without which browsers accept no pushes."""
    if not settings.pushes or not settings.address.startswith("https://"):
        return None
    contact = (settings.address, settings.mail_from, settings.tests_endpoint)
    return WebPushSender(settings.load_secret(), *contact)
