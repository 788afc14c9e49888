"""What FastAPI hands to routes: the services, the person, the table, the client's network."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Depends, Query, Security
from fastapi import Path as InPath
from fastapi.security import APIKeyCookie
from starlette.requests import HTTPConnection

from templetop.engine.speech import mark
from templetop.server.accounts.service import AccountService, require_signed_in
from templetop.server.accounts.sessions import COOKIE, session_cookie
from templetop.server.bots.autoplay import Autoplay
from templetop.server.core.client_addresses import client_network
from templetop.server.core.connection_limits import ConnectionLimiter
from templetop.server.core.rate_limits import HOUR, RateLimit, RateLimitStore, RequestLimit
from templetop.server.core.settings import Settings
from templetop.server.deals.best_possible import BestPossibleService
from templetop.server.deals.shared_deals import check_may_enter
from templetop.server.http.responses import ERROR_RESPONSES, ResponseCache
from templetop.server.learning.puzzle_catalog import PuzzleCatalog
from templetop.server.learning.reviews import ReviewService
from templetop.server.store.person_store import Person
from templetop.server.tables.room import TableRoom
from templetop.server.tables.service import TableService

if TYPE_CHECKING:
    from templetop.server.http.request_stats import RequestStats
    from templetop.server.notifications.turn_notifier import TurnNotifier
    from templetop.server.operations.health import StoreHealth
    from templetop.server.operations.table_counts import TableCounts

SESSION_COOKIE = APIKeyCookie(
    name=COOKIE,
    scheme_name="cookie",
    description="Given to you when you come as a guest, open an account or sign in; "
    "over HTTPS it is called __Host-templetop.",
    auto_error=False,
)

MAX_FIRST_GUESSES = 3  # attempts an hour at an account that each network has for itself
GAME_CARD_CACHE_SIZE = 16  # for which the cards of all games are cached
PUZZLE_CACHE_SIZE = 256  # rendered puzzles that are cached

api = APIRouter(prefix="/api", responses=ERROR_RESPONSES)


class AppState:
    """The services and rate limits that routes work with; each worker has one."""

    def __init__(
        self,
        settings: Settings,
        people: AccountService,
        table_service: TableService,
        autoplay: Autoplay,
        rate_limits: RateLimitStore,
        requests: RequestLimit,
        store_health: "StoreHealth",
        table_counts: "TableCounts",
        request_stats: "RequestStats",
        turn_notifier: "TurnNotifier",
    ) -> None:
        limits = settings.limits
        self.settings = settings
        self.secret = settings.load_secret()
        self.best_possible = BestPossibleService(table_service, autoplay.bot_pool)
        self.store_health = store_health
        self.table_counts = table_counts
        self.request_stats = request_stats
        self.people = people
        self.table_service = table_service
        self.autoplay = autoplay
        self.turn_notifier = turn_notifier
        self.requests = requests
        self.guests = RateLimit(
            rate_limits,
            "guests",
            limits.guests,
            mark("Too many new guests from your address; wait a minute."),
        )
        self.sign_ins = RateLimit(
            rate_limits, "sign-ins", limits.sign_ins, mark("Too many attempts; wait a minute.")
        )
        self.guesses = RateLimit(
            rate_limits, "guesses", limits.guesses,
            mark("There were too many attempts to sign in. Ask for a new password by email."), HOUR,
        )  # fmt: skip
        self.first_guesses = RateLimit(
            rate_limits, "first guesses", MAX_FIRST_GUESSES if limits.guesses else 0, "", HOUR
        )
        self.mails = RateLimit(
            rate_limits, "mails", limits.mails, mark("Too many emails; wait an hour."), HOUR
        )
        self.tables = RateLimit(
            rate_limits, "tables", limits.tables, mark("Too many new tables; wait a minute.")
        )
        self.tables_from = RateLimit(
            rate_limits,
            "tables from",
            limits.tables_from,
            mark("Too many new tables from your address."),
            HOUR,
        )
        often = mark(
            "The guide thinks hard about every question, so it answers at most {most} a minute; "
            "ask again soon."
        )
        self.hints = RateLimit(rate_limits, "hints", limits.hints, often)
        self.glances = RateLimit(rate_limits, "glances", limits.hints, often)
        self.replays = RateLimit(
            rate_limits,
            "replays",
            limits.replays,
            mark("Too many replays in a short time; wait a minute."),
        )
        self.exports = RateLimit(
            rate_limits,
            "exports",
            limits.exports,
            mark("Too many downloads in a short time; wait a minute."),
        )
        self.notices = RateLimit(
            rate_limits,
            "notices",
            limits.notices,
            mark("Too many changes in a short time; wait a minute."),
        )
        self.unsubscribing = RateLimit(
            rate_limits, "unsubscribing", limits.notices, mark("Too many attempts; wait a minute.")
        )
        self.reviews = RateLimit(
            rate_limits, "reviews", limits.reviews,
            mark("The coach takes at most {most} matches an hour from you; ask again later."), HOUR,
        )  # fmt: skip
        self.reviews_from = RateLimit(
            rate_limits, "reviews from", limits.reviews_from,
            mark("The coach has done a lot for your address; ask again later."), HOUR,
        )  # fmt: skip
        self.solving = RateLimit(
            rate_limits,
            "puzzles",
            limits.puzzles,
            mark("Too many puzzles in a short time; wait a minute."),
        )
        self.review_service = ReviewService(table_service, autoplay.bot_pool, settings.coach)
        self.puzzles = PuzzleCatalog(Path(settings.data) / "puzzles")
        self.game_cards = ResponseCache(GAME_CARD_CACHE_SIZE)
        self.puzzle_views = ResponseCache(PUZZLE_CACHE_SIZE)
        self.lines = RateLimit(
            rate_limits, "lines", limits.lines, mark("You are talking too fast; wait a moment.")
        )
        self.asks = RateLimit(
            rate_limits, "asks", limits.asks, mark("Too many of these; wait a minute.")
        )
        self.pages = RateLimit(
            rate_limits, "pages", limits.pages, mark("Too many pages; wait a minute.")
        )
        self.sockets = ConnectionLimiter("sockets", limits.sockets)


def app_state_of(connection: HTTPConnection) -> AppState:
    server: AppState = connection.app.state.server
    return server


async def get_app_state(connection: HTTPConnection) -> AppState:
    """Returns the services. It is a coroutine because FastAPI would call a plain function on a
    thread."""
    return app_state_of(connection)


async def get_visitor(connection: HTTPConnection) -> Person | None:
    server = app_state_of(connection)
    person = await server.people.sessions.person_of(session_cookie(connection.cookies))
    if person is not None:
        server.autoplay.note_network(person.id, client_host(connection))
    return person


async def get_person(
    person: Annotated[Person | None, Depends(get_visitor)],
    cookie: Annotated[str | None, Security(SESSION_COOKIE)],
) -> Person:
    """Returns the person who is signed in; refused without a session.

    `cookie` is a parameter only so that the OpenAPI document says that the route needs it.
    """
    return require_signed_in(person)


async def get_link(
    link: Annotated[
        str, Query(max_length=60, description="To a private table: what its link ends with.")
    ] = "",
) -> str:
    return link


async def get_room(
    connection: HTTPConnection,
    table_id: Annotated[str, InPath(max_length=32)],
    person: Annotated[Person | None, Depends(get_visitor)],
    link: Annotated[str, Depends(get_link)],
) -> TableRoom:
    return await enter_room(app_state_of(connection), table_id, person, link)


async def enter_room(
    server: AppState, table_id: str, person: Person | None, link: str
) -> TableRoom:
    """Returns the room of a table; refused if there is none, or if this person may not see it."""
    room = await server.table_service.get(table_id)
    return await check_may_enter(server.table_service.store, room, person, link)


def client_host(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client else ""


async def get_client_network(connection: HTTPConnection) -> str:
    """Returns the network that is counted as one visitor, whatever name or session the request
    has."""
    return client_network(client_host(connection))


CurrentApp = Annotated[AppState, Depends(get_app_state)]
ClientNetwork = Annotated[str, Depends(get_client_network)]
OptionalPerson = Annotated[Person | None, Depends(get_visitor)]
CurrentPerson = Annotated[Person, Depends(get_person)]
CurrentRoom = Annotated[TableRoom, Depends(get_room)]
Link = Annotated[str, Depends(get_link)]
