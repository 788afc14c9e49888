"""Who asks, for which table, and how often they may."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Depends, Query, Security
from fastapi import Path as InPath
from fastapi.security import APIKeyCookie
from starlette.requests import HTTPConnection

from templetop.engine.speech import mark
from templetop.server.accounts.service import People, signed_in
from templetop.server.accounts.sessions import COOKIE, session_cookie
from templetop.server.core.client_addresses import household
from templetop.server.core.connection_limits import Crowd
from templetop.server.core.rate_limits import HOUR, Limit, RateLimitStore, RequestLimit
from templetop.server.core.settings import Settings
from templetop.server.deals.best_possible import Hindsight
from templetop.server.deals.shared_deals import admitted
from templetop.server.http.responses import REFUSALS, KnownAnswers
from templetop.server.learning.puzzle_catalog import Puzzles
from templetop.server.learning.reviews import Coaching
from templetop.server.store.person_store import Person
from templetop.server.tables.room import Circle
from templetop.server.tables.service import Hall

if TYPE_CHECKING:
    from templetop.server.notifications.turn_notifier import Calling
    from templetop.server.operations.health import Pulse
    from templetop.server.operations.metrics import Census, Tally

KNOWN_BY = APIKeyCookie(
    name=COOKIE,
    scheme_name="cookie",
    description="Given to you when you come as a guest, open an account or sign in; "
    "over HTTPS it is called __Host-templetop.",
    auto_error=False,
)

FIRST_GUESSES = 3  # of a password from one address, which nobody elsewhere can use up
LANGUAGES = 16  # in which the cards of all games are kept in memory
PUZZLES = 256  # whose positions are kept in memory as they are sent

api = APIRouter(prefix="/api", responses=REFUSALS)


class Server:
    """What the routes work with; one for each worker."""

    def __init__(
        self,
        settings: Settings,
        people: People,
        hall: Hall,
        rate_limits: RateLimitStore,
        requests: RequestLimit,
        pulse: "Pulse",
        census: "Census",
        tally: "Tally",
        calling: "Calling",
    ) -> None:
        limits = settings.limits
        self.settings = settings
        self.secret = settings.secret()
        self.hindsight = Hindsight(hall)
        self.pulse, self.census, self.tally = pulse, census, tally
        self.people = people
        self.hall = hall
        self.calling = calling
        self.requests = requests
        self.guests = Limit(
            rate_limits,
            "guests",
            limits.guests,
            mark("Too many new guests from your address; wait a minute."),
        )
        self.sign_ins = Limit(
            rate_limits, "sign-ins", limits.sign_ins, mark("Too many attempts; wait a minute.")
        )
        self.guesses = Limit(
            rate_limits, "guesses", limits.guesses,
            mark("There were too many attempts to sign in. Ask for a new password by email."), HOUR,
        )  # fmt: skip
        self.first_guesses = Limit(
            rate_limits, "first guesses", FIRST_GUESSES if limits.guesses else 0, "", HOUR
        )
        self.mails = Limit(
            rate_limits, "mails", limits.mails, mark("Too many emails; wait an hour."), HOUR
        )
        self.tables = Limit(
            rate_limits, "tables", limits.tables, mark("Too many new tables; wait a minute.")
        )
        self.tables_from = Limit(
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
        self.hints = Limit(rate_limits, "hints", limits.hints, often)
        self.glances = Limit(rate_limits, "glances", limits.hints, often)
        self.replays = Limit(
            rate_limits,
            "replays",
            limits.replays,
            mark("Too many replays in a short time; wait a minute."),
        )
        self.exports = Limit(
            rate_limits,
            "exports",
            limits.exports,
            mark("Too many downloads in a short time; wait a minute."),
        )
        self.notices = Limit(
            rate_limits,
            "notices",
            limits.notices,
            mark("Too many changes in a short time; wait a minute."),
        )
        self.unsubscribing = Limit(
            rate_limits, "unsubscribing", limits.notices, mark("Too many attempts; wait a minute.")
        )
        self.reviews = Limit(
            rate_limits, "reviews", limits.reviews,
            mark("The coach takes at most {most} matches an hour from you; ask again later."), HOUR,
        )  # fmt: skip
        self.reviews_from = Limit(
            rate_limits, "reviews from", limits.reviews_from,
            mark("The coach has done a lot for your address; ask again later."), HOUR,
        )  # fmt: skip
        self.solving = Limit(
            rate_limits,
            "puzzles",
            limits.puzzles,
            mark("Too many puzzles in a short time; wait a minute."),
        )
        self.coaching = Coaching(hall, settings.coach)
        self.puzzles = Puzzles(Path(settings.data) / "puzzles")
        self.game_cards = KnownAnswers(LANGUAGES)
        self.puzzle_views = KnownAnswers(PUZZLES)
        self.lines = Limit(
            rate_limits, "lines", limits.lines, mark("You are talking too fast; wait a moment.")
        )
        self.asks = Limit(
            rate_limits, "asks", limits.asks, mark("Too many of these; wait a minute.")
        )
        self.pages = Limit(
            rate_limits, "pages", limits.pages, mark("Too many pages; wait a minute.")
        )
        self.sockets = Crowd("sockets", limits.sockets)


def server_of(connection: HTTPConnection) -> Server:
    server: Server = connection.app.state.server
    return server


async def the_server(connection: HTTPConnection) -> Server:
    """Not a plain function: FastAPI would call it on another thread, for every request."""
    return server_of(connection)


async def anyone(connection: HTTPConnection) -> Person | None:
    server = server_of(connection)
    person = await server.people.sessions.behind(session_cookie(connection.cookies))
    if person is not None:
        server.hall.driver.note_home(person.id, address_of(connection))
    return person


async def somebody(
    person: Annotated[Person | None, Depends(anyone)],
    cookie: Annotated[str | None, Security(KNOWN_BY)],
) -> Person:
    """`cookie` is for the description: who asks for this has to have one."""
    return signed_in(person)


async def link_in(
    link: Annotated[
        str, Query(max_length=60, description="To a private table: what its link ends with.")
    ] = "",
) -> str:
    return link


async def circle_at(
    connection: HTTPConnection,
    table_id: Annotated[str, InPath(max_length=32)],
    person: Annotated[Person | None, Depends(anyone)],
    link: Annotated[str, Depends(link_in)],
) -> Circle:
    hall = server_of(connection).hall
    return await admitted(hall.store, await hall.find(table_id), person, link)


def address_of(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client else ""


async def home_of(connection: HTTPConnection) -> str:
    """What is counted as one visitor, whoever they say they are."""
    return household(address_of(connection))


TheServer = Annotated[Server, Depends(the_server)]
Home = Annotated[str, Depends(home_of)]
Anyone = Annotated[Person | None, Depends(anyone)]
Somebody = Annotated[Person, Depends(somebody)]
TableAt = Annotated[Circle, Depends(circle_at)]
Link = Annotated[str, Depends(link_in)]
