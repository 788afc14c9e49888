"""Who may ask for what, and do what. All of it is under /api."""

import asyncio
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query, Request, Response, Security
from fastapi import Path as InPath
from fastapi.security import APIKeyCookie
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse

from templetop.engine.ending import points_of
from templetop.engine.game import Game, Numbers, Option
from templetop.engine.notes import notes_of
from templetop.engine.refusal import Refusal
from templetop.engine.rulebook import NoRulebook, Rulebook
from templetop.games.shelf import ready_games, take
from templetop.server import lists, models, opening
from templetop.server.answers import REFUSALS, Json
from templetop.server.circle import Circle
from templetop.server.hall import Hall, stale_with
from templetop.server.limits import Limit
from templetop.server.models import (
    ChoiceView,
    Credentials,
    Done,
    EntryView,
    GameCard,
    Hint,
    LevelView,
    Me,
    NewAccount,
    NewGuest,
    NewMove,
    NewName,
    NewTable,
    NumbersView,
    OptionView,
    Replay,
    RulebookView,
    Sight,
    Sitting,
    TableCard,
    TableView,
    Term,
    Undo,
    Which,
)
from templetop.server.people import A_YEAR, COOKIE, People, account_of, as_me, signed_in
from templetop.server.refusals import NoSuchKeepsake, NoSuchMoment, NotYours
from templetop.server.settings import Settings
from templetop.server.sight import moments, sight_at
from templetop.server.store import Person

HOW_STRONG = (
    "new to the jungle",
    "finds the way",
    "knows the paths",
    "reads the tracks",
    "an old hand",
)

LASTING_FOR_ONE = "private, max-age=31536000, immutable"  # others may not see the same

KNOWN_BY = APIKeyCookie(
    name=COOKIE,
    scheme_name="cookie",
    description="Given to whoever comes as a guest, opens an account or signs in.",
    auto_error=False,
)

api = APIRouter(prefix="/api", responses=REFUSALS)


class Server:
    """What the routes work with; one for each worker."""

    def __init__(self, settings: Settings, people: People, hall: Hall) -> None:
        limits = settings.limits
        self.settings = settings
        self.people = people
        self.hall = hall
        self.guests = Limit(limits.guests, "Too many guests come from you; wait a minute.")
        self.sign_ins = Limit(limits.sign_ins, "Too many tries; wait a minute.")
        self.tables = Limit(limits.tables, "You open too many tables; wait a minute.")
        self.hints = Limit(limits.hints, "The strongest bot needs a rest; wait a minute.")


# ── Who asks, and for which table ────────────────────────────────────────────────────────────────


def server_of(connection: HTTPConnection) -> Server:
    server: Server = connection.app.state.server
    return server


async def anyone(connection: HTTPConnection) -> Person | None:
    return await server_of(connection).people.behind(connection.cookies.get(COOKIE))


async def somebody(
    person: Annotated[Person | None, Depends(anyone)],
    cookie: Annotated[str | None, Security(KNOWN_BY)],
) -> Person:
    """`cookie` is for the description: who asks for this has to have one."""
    return signed_in(person)


async def circle_at(
    connection: HTTPConnection, table_id: Annotated[str, InPath(max_length=32)]
) -> Circle:
    return await server_of(connection).hall.find(table_id)


def address_of(request: Request) -> str:
    return request.client.host if request.client else ""


TheServer = Annotated[Server, Depends(server_of)]
Anyone = Annotated[Person | None, Depends(anyone)]
Somebody = Annotated[Person, Depends(somebody)]
TableAt = Annotated[Circle, Depends(circle_at)]
After = Annotated[
    str | None, Query(max_length=32, description="Only those that come after this table.")
]
MORE = {
    "description": 'Where the next ones are, as `<…>; rel="next"`; not there after the last.',
    "schema": {"type": "string"},
}
Drawing = Annotated[bool, Query(description="Whether the table is drawn as text, too.")]
View = Annotated[bool, Query(description="Whether the answer is the table as one sees it then.")]


async def view_for(
    server: Server, circle: Circle, person: Person | None, drawing: bool = True
) -> Json:
    return Json(await server.hall.shown(circle, person.id if person else None, drawing))


async def done(server: Server, circle: Circle, person: Person, view: bool, drawing: bool) -> Json:
    """What a change is answered with: who watches the table is told of it anyway."""
    if view:
        return await view_for(server, circle, person, drawing)
    return Json(Done(circle.table.id, circle.table.number))


# ── Games ────────────────────────────────────────────────────────────────────────────────────────


@api.get("/games", response_model=list[GameCard])
async def games(server: TheServer) -> Json:
    """Every game that can be played, and by which bots."""
    programs = server.hall.driver.programs
    return Json([game_card(take(game), programs.for_game(game)) for game in ready_games()])


def game_card(game: Game, programs: list[str]) -> GameCard:
    return GameCard(
        id=game.id,
        name=game.name,
        says=game.says,
        seats=[*game.seats],
        options=[option_view(option) for option in game.options],
        levels=[LevelView(number, says) for number, says in enumerate(HOW_STRONG, 1)],
        programs=programs,
        measure=game.measure,
    )


def option_view(option: Option | Numbers) -> OptionView:
    choices = [
        ChoiceView(c.name, c.says, None if c.seats is None else [*c.seats]) for c in option.choices
    ]
    numbers = None
    if isinstance(option, Numbers):
        total = None if option.total is None else [*option.total]
        numbers = NumbersView([*option.values], option.low, option.high, total)
    return OptionView(option.name, option.says, choices, numbers)


@api.get("/games/{game}/rulebook", response_model=RulebookView)
async def rulebook(game: Annotated[str, InPath(max_length=40)]) -> Json:
    """The rules of a game, sentence by sentence."""
    card = take(game)
    if card.folder is None:
        raise NoRulebook(f"{card.name} has no rulebook.")
    book = Rulebook.of(card.folder)
    terms = [Term(word, means) for word, means in book.words]
    entries = [
        EntryView(e.number, e.text, e.source, e.is_heading, e.is_background) for e in book.entries
    ]
    return Json(RulebookView(card.name, book.intro, book.marks, terms, entries, notes_of(book)))


# ── People ───────────────────────────────────────────────────────────────────────────────────────


@api.get("/me", response_model=Me)
async def me(person: Somebody) -> Json:
    """Who one is."""
    return Json(as_me(person))


@api.patch("/me", response_model=Me)
async def rename(server: TheServer, request: Request, person: Somebody, new: NewName) -> Json:
    """Be called something else; who has an account signs in by that name from now on."""
    server.guests.count(address_of(request))
    return Json(as_me(await server.people.rename(person, new.name)))


@api.post("/guests", response_model=Me)
async def be_a_guest(server: TheServer, request: Request, new: NewGuest) -> Response:
    """Come as a guest; a cookie remembers who one is."""
    server.guests.count(address_of(request))
    return remembered(server, await server.people.welcome(new.name))


@api.post("/accounts", response_model=Me)
async def open_account(
    server: TheServer, request: Request, person: Anyone, new: NewAccount
) -> Response:
    """Open an account; a guest's matches stay theirs."""
    server.sign_ins.count(address_of(request))
    return remembered(server, await server.people.open_account(person, new.name, new.password))


@api.post("/sessions", response_model=Me)
async def sign_in(server: TheServer, request: Request, who: Credentials) -> Response:
    """Come back to one's account."""
    server.sign_ins.count(address_of(request))
    server.sign_ins.count(f"name {account_of(who.name)}")
    return remembered(server, await server.people.sign_in(who.name, who.password))


@api.delete("/sessions", response_model=None, status_code=204)
async def sign_out() -> Response:
    """Be forgotten by this browser."""
    answer = Response(status_code=204)
    answer.delete_cookie(COOKIE, httponly=True, samesite="lax")
    return answer


def remembered(server: Server, person: Person) -> Response:
    answer = Json(as_me(person))
    answer.set_cookie(
        COOKIE,
        server.people.cookie(person),
        max_age=A_YEAR,
        httponly=True,
        samesite="lax",
        secure=server.settings.is_https,
    )
    return answer


# ── Tables ───────────────────────────────────────────────────────────────────────────────────────


@api.get(
    "/tables",
    response_model=list[TableCard],
    responses={200: {"headers": {"Link": MORE}}},
)
async def tables(
    server: TheServer, person: Anyone, which: Which = "open", after: After = None
) -> Json:
    """Public tables that wait or run; one's own, and those of one's own that are over.

    The newest come first. Where there are more than go into one answer, its header `Link` says
    where the next ones are.
    """
    cards, has_more = await lists.cards(server.hall, which, person.id if person else None, after)
    following = f"</api/tables?which={which}&after={cards[-1].id}>" if has_more else ""
    return Json(cards, headers={"Link": f'{following}; rel="next"'} if has_more else None)


@api.post("/tables", response_model=Done | TableView)
async def open_table(
    server: TheServer,
    person: Somebody,
    wanted: NewTable,
    view: View = False,
    drawing: Drawing = True,
) -> Json:
    """Open a table; its match begins as soon as no seat is open."""
    server.tables.count(person.id)
    return await done(
        server, await opening.make(server.hall, person, wanted), person, view, drawing
    )


@api.get("/tables/{table_id}", response_model=TableView)
async def look(server: TheServer, person: Anyone, circle: TableAt, drawing: Drawing = True) -> Json:
    """A table as one may see it."""
    return await view_for(server, circle, person, drawing)


@api.post("/tables/{table_id}/seats", response_model=Done | TableView)
async def sit(
    server: TheServer,
    person: Somebody,
    circle: TableAt,
    sitting: Sitting,
    view: View = False,
    drawing: Drawing = True,
) -> Json:
    """Sit down, or come back to the seat that one has left."""
    await server.hall.sit(circle, person, sitting.seat, sitting.invitation)
    return await done(server, circle, person, view, drawing)


@api.delete("/tables/{table_id}/seats", response_model=Done | TableView)
async def leave(
    server: TheServer,
    person: Somebody,
    circle: TableAt,
    view: View = False,
    drawing: Drawing = True,
) -> Json:
    """Leave; in a running match a bot plays on."""
    await server.hall.leave(circle, person)
    return await done(server, circle, person, view, drawing)


@api.post("/tables/{table_id}/rematch", response_model=Done | TableView)
async def rematch(
    server: TheServer,
    person: Somebody,
    circle: TableAt,
    view: View = False,
    drawing: Drawing = True,
) -> Json:
    """The same people and bots at a new table; everyone who asks comes to the same one."""
    new = await opening.rematch(server.hall, circle, person)
    return await done(server, new, person, view, drawing)


@api.post("/tables/{table_id}/moves", response_model=Done | TableView)
async def make_move(
    server: TheServer,
    person: Somebody,
    circle: TableAt,
    new: NewMove,
    view: View = False,
    drawing: Drawing = True,
) -> Json:
    """Make a move from one's own seat. Sent twice, it counts once."""
    try:
        await server.hall.decide(circle, person, new.number, new.move)
    except Refusal as refusal:
        raise await stale_with(server.hall, circle, person.id, refusal, drawing) from None
    return await done(server, circle, person, view, drawing)


@api.delete("/tables/{table_id}/moves", response_model=Done | TableView)
async def undo(
    server: TheServer,
    person: Somebody,
    circle: TableAt,
    undo: Undo,
    view: View = False,
    drawing: Drawing = True,
) -> Json:
    """Take back what nobody has seen, or what is as if it had not been."""
    try:
        await server.hall.undo(circle, person, undo.number)
    except Refusal as refusal:
        raise await stale_with(server.hall, circle, person.id, refusal, drawing) from None
    return await done(server, circle, person, view, drawing)


@api.get("/tables/{table_id}/hint", response_model=Hint)
async def hint(server: TheServer, person: Somebody, circle: TableAt) -> Json:
    """What the strongest bot would do in one's place, and what it expects then."""
    server.hints.count(person.id)
    return Json(await server.hall.driver.hint(circle, person))


# ── Replays ──────────────────────────────────────────────────────────────────────────────────────


@api.get("/tables/{table_id}/replay", response_model=Replay)
async def replay(server: TheServer, person: Anyone, circle: TableAt) -> Json:
    """A match from its beginning, as far as one may know it."""
    view = server.hall.view(circle, person.id if person else None, with_drawing=False)
    match = circle.table.match
    if match is None:
        return Json(Replay(view.seats, view.measure, [0] * len(view.seats), []))
    start = points_of(match.game.start(len(match.seats), match.options))
    told = await asyncio.to_thread(moments, match, [*circle.sights.moves_told(view.you)])
    return Json(Replay(view.seats, view.measure, start.tolist(), told))


@api.get("/tables/{table_id}/replay/{number}", response_model=Sight)
async def moment(
    person: Anyone,
    circle: TableAt,
    number: Annotated[int, InPath(ge=0, le=100_000)],
    seat: Annotated[int | None, Query(ge=0, lt=models.MOST_SEATS)] = None,
    sight: Annotated[Literal["open"] | None, Query(description="Show what every seat saw.")] = None,
    drawing: Drawing = True,
) -> Json:
    """The table after so many moves. When a match is over, as any seat saw it, or all open."""
    table = circle.table
    if table.match is None or number > table.length:
        raise NoSuchMoment("The match has not come so far.")
    own = table.seat_of(person.id if person else None)
    if seat is not None and seat >= len(table.seats):
        raise NoSuchMoment("There is no such seat.")
    if seat is not None and seat != own and not table.match.is_over:
        raise NotYours("What others see is shown when the match is over.")
    if sight == "open" and not table.match.is_over:
        raise NotYours("Everything is open when the match is over.")
    viewer = seat if seat is not None or table.match.is_over else own
    is_open = sight == "open"
    return Json(await asyncio.to_thread(sight_at, table.match, number, viewer, is_open, drawing))


@api.get(
    "/tables/{table_id}/match",
    response_model=None,
    responses={200: {"content": {"text/plain": {}}}},
)
async def match_file(circle: TableAt) -> Response:
    """A match that is over, as a text that `templetop replay` can read."""
    match = circle.table.match
    if match is None or not match.is_over:
        raise NotYours("The match is not over; nobody may know all of it.")
    text = await asyncio.to_thread(match.write)
    name = f"{circle.table.row.game}-{circle.table.id}.txt"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return PlainTextResponse(text, headers=headers)


@api.get(
    "/tables/{table_id}/keepsakes/{number}",
    response_model=None,
    responses={200: {"content": {"application/octet-stream": {}}}},
)
async def keepsake(
    server: TheServer,
    person: Anyone,
    circle: TableAt,
    number: Annotated[int, InPath(ge=0, le=100_000)],
) -> Response:
    """What an event brought along that took its time; the log says which did. It never changes."""
    viewer = circle.table.seat_of(person.id if person else None)
    if not circle.sights.may_have(viewer, number):
        raise NoSuchKeepsake("There is no such keepsake.")
    body = await server.hall.store.keepsake(circle.table.id, number)
    headers = {"Cache-Control": LASTING_FOR_ONE}
    return Response(body, media_type="application/octet-stream", headers=headers)
