"""What may be asked and done at the tables. All of it is under /api."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Literal

import orjson
from fastapi import Path as InPath
from fastapi import Query, Response
from starlette.responses import PlainTextResponse

from templetop import __version__
from templetop.engine.game import Game, Numbers, Option
from templetop.engine.notes import notes_of
from templetop.engine.pieces import pieces_in, short_of
from templetop.engine.refusal import Refusal
from templetop.engine.rulebook import NoRulebook, Rulebook
from templetop.engine.speech import language, language_beside, mark
from templetop.games.shelf import ready_games, take
from templetop.server import api_models
from templetop.server.api_models import (
    About,
    BotsView,
    ChoiceView,
    Days,
    Done,
    EntryView,
    GameCard,
    Hint,
    LevelView,
    NewBallot,
    NewMove,
    NewTable,
    NumbersView,
    OptionView,
    PieceView,
    Replay,
    RulebookView,
    ShortView,
    Sight,
    Sitting,
    TableCard,
    TableView,
    Term,
    Undo,
    VariantView,
    Vote,
    Which,
)
from templetop.server.core.rate_limits import DRAWING, POSITION, WHOLE_MATCH
from templetop.server.core.refusals import NoSuchKeepsake, NoSuchMoment, NotYours
from templetop.server.core.settings import Offered
from templetop.server.dependencies import (
    Anyone,
    Home,
    Link,
    Server,
    Somebody,
    TableAt,
    TheServer,
    api,
)
from templetop.server.http.responses import REFUSED_IN_FULL, Json
from templetop.server.store.person_store import Person
from templetop.server.tables import create, listings
from templetop.server.tables.room import Circle
from templetop.server.tables.rules_upgrade import check_moves
from templetop.server.tables.service import stale_with
from templetop.server.tables.table import Table
from templetop.server.tables.view_builder import measure_of
from templetop.server.translations import t

HOW_STRONG = mark(
    (
        "new to the jungle",
        "finds the way",
        "knows the paths",
        "reads the tracks",
        "an old hand",
    )
)

RULEBOOKS = 64  # that are kept in memory
LASTING_FOR_ONE = "private, max-age=31536000, immutable"  # others may not see the same

After = Annotated[
    str | None, Query(max_length=32, description="Only those that come after this table.")
]
MORE = {
    "description": 'Where the next ones are, as `<…>; rel="next"`; absent after the last.',
    "schema": {"type": "string"},
}
Drawing = Annotated[bool, Query(description="Whether the table is also drawn as text.")]
View = Annotated[bool, Query(description="Whether the answer is the table as you see it then.")]


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
async def games(server: TheServer) -> Response:
    """Every game that can be played, and by which bots."""
    programs, puzzles = server.hall.driver.programs, server.puzzles
    ready = tuple(ready_games())  # another one may be put on the shelf; all else stays as it is
    known = server.game_cards.find(ready)
    if known is None:
        known = server.game_cards.keep(
            [
                game_card(
                    take(game), programs.for_game(game), server.settings.variants, puzzles.has(game)
                )
                for game in ready
            ],
            ready,
        )
    return written(known)


def game_card(
    game: Game, programs: list[str], variants: Sequence[Offered], puzzles: bool = False
) -> GameCard:
    said = game.words.text
    return GameCard(
        id=game.id,
        name=said(game.name),
        says=said(game.says),
        seats=[*game.seats],
        options=[option_view(option, said) for option in game.options],
        variants=[VariantView(v.name, v.says, v.options) for v in variants if v.game == game.id],
        levels=[LevelView(number, t(says)) for number, says in enumerate(HOW_STRONG, 1)],
        programs=programs,
        measure=measure_of(game),
        puzzles=puzzles,
    )


def option_view(option: Option | Numbers, said: Callable[[str], str]) -> OptionView:
    choices = [
        ChoiceView(c.name, said(c.name), said(c.says), None if c.seats is None else [*c.seats])
        for c in option.choices
    ]
    numbers = None
    if isinstance(option, Numbers):
        total = None if option.total is None else [*option.total]
        numbers = NumbersView([*option.values], option.low, option.high, total)
    return OptionView(
        name=option.name,
        called=said(option.name),
        says=said(option.says),
        choices=choices,
        numbers=numbers,
        only_with={name: [*wanted] for name, wanted in option.only_with.items()},
        only_seats=None if option.only_seats is None else [*option.only_seats],
    )


@api.get("/games/{game}/bots", response_model=BotsView)
async def bots(server: TheServer, game: Annotated[str, InPath(max_length=40)]) -> Json:
    """Whether the bots of a game can search yet."""
    return Json(server.hall.driver.minds.readiness(take(game).id))


@api.get("/games/{game}/rulebook", response_model=RulebookView)
async def rulebook(game: Annotated[str, InPath(max_length=40)]) -> Response:
    """The rules of a game, sentence by sentence."""
    card = take(game)
    if card.folder is None:
        raise NoRulebook(t("{name} has no rulebook.", name=card.name))
    book = Rulebook.of(card.folder)
    said = card.words.text
    spoken = language_beside(card.folder, "rulebook")
    about = (said(card.name), said(book.intro), book, card.folder, language(), spoken)
    return written(await asyncio.to_thread(written_rulebook, *about))


@lru_cache(RULEBOOKS)
def written_rulebook(
    name: str, intro: str, book: Rulebook, folder: Path, reader: str, spoken: str
) -> bytes:
    """Put together once for all who ask in a language, until whoever writes it has changed it."""
    terms = [Term(word, means) for word, means in book.words]
    entries = [
        EntryView(e.number, e.text, e.source, e.is_heading, e.is_background) for e in book.entries
    ]
    pieces = [PieceView(piece.name, piece.says, piece.rule) for piece in pieces_in(folder)]
    short = [ShortView(says, rules) for says, rules in short_of(folder)]
    more = (notes_of(book), pieces, short)
    about = RulebookView(name, intro, spoken, book.marks, terms, entries, *more)
    return orjson.dumps(about)


@api.get("/about", response_model=About)
async def about(server: TheServer) -> Json:
    """Whether a forgotten password can be replaced, and for how long things are kept."""
    keeps = Days(**asdict(server.settings.keeping))
    return Json(About(__version__, bool(server.settings.mail), keeps))


# ── Tables ───────────────────────────────────────────────────────────────────────────────────────


@api.get(
    "/tables",
    response_model=list[TableCard],
    responses={200: {"headers": {"Link": MORE}}},
)
async def tables(
    server: TheServer, person: Anyone, which: Which = "open", after: After = None
) -> Json:
    """Public tables, waiting or in progress; your own, and those of your own that are over.

    The newest come first. Where there are more than go into one answer, its header `Link` says
    where the next ones are.
    """
    cards, has_more = await listings.cards(server.hall, which, person.id if person else None, after)
    if not has_more:
        return Json(cards)
    following = f"{server.settings.base}/api/tables?which={which}&after={cards[-1].id}"
    return Json(cards, headers={"Link": f'<{following}>; rel="next"'})


@api.post("/tables", response_model=Done | TableView)
async def open_table(
    server: TheServer,
    person: Somebody,
    home: Home,
    wanted: NewTable,
    view: View = False,
    drawing: Drawing = True,
) -> Json:
    """Open a table; its match begins as soon as no seat is open."""
    await server.tables.count(person.id)
    await server.tables_from.count(home)
    wanted = create.with_usual_clock(wanted, server.settings.usual_clock)
    most = server.settings.limits.standing
    circle = await create.make(server.hall, person, wanted, most)
    return await done(server, circle, person, view, drawing)


@api.get("/tables/{table_id}", response_model=TableView)
async def look(server: TheServer, person: Anyone, circle: TableAt, drawing: Drawing = True) -> Json:
    """A table, as you may see it."""
    return await view_for(server, circle, person, drawing)


@api.delete("/tables/{table_id}", response_model=None, status_code=204)
async def close_table(server: TheServer, person: Somebody, circle: TableAt) -> Response:
    """Close a table of your own at which nobody else plays; none of it is kept."""
    await server.hall.close_table(circle, person)
    return Response(status_code=204)


@api.post("/tables/{table_id}/seats", response_model=Done | TableView)
async def sit(
    server: TheServer,
    person: Somebody,
    circle: TableAt,
    link: Link,
    sitting: Sitting,
    view: View = False,
    drawing: Drawing = True,
) -> Json:
    """Sit down, or come back to the seat that you left."""
    await server.hall.sit(circle, person, sitting.seat, link)
    return await done(server, circle, person, view, drawing)


@api.delete("/tables/{table_id}/seats", response_model=Done | TableView)
async def leave(
    server: TheServer,
    person: Somebody,
    circle: TableAt,
    view: View = False,
    drawing: Drawing = True,
) -> Json:
    """Leave; if the match is in progress, a bot takes over."""
    await server.hall.leave(circle, person)
    return await done(server, circle, person, view, drawing)


@api.post("/tables/{table_id}/rematch", response_model=Done | TableView)
async def rematch(
    server: TheServer,
    person: Somebody,
    home: Home,
    circle: TableAt,
    view: View = False,
    drawing: Drawing = True,
) -> Json:
    """A new table for the same people and bots; everyone who asks for it gets the same one."""
    await server.tables.count(person.id)
    if circle.table.row.rematch is None:  # else it is open already
        await server.tables_from.count(home)
    new = await create.rematch(server.hall, circle, person, server.settings.limits.standing)
    return await done(server, new, person, view, drawing)


@api.post("/tables/{table_id}/moves", response_model=Done | TableView, responses=REFUSED_IN_FULL)
async def make_move(
    server: TheServer,
    person: Somebody,
    circle: TableAt,
    new: NewMove,
    view: View = False,
    drawing: Drawing = True,
) -> Json:
    """Make a move from your own seat. Sent twice, it counts once."""
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
    """Take back a move that nobody has learned anything from; against bots alone, any."""
    try:
        if undo.practice:
            await server.hall.practise(circle, person, undo.number)
        else:
            await server.hall.undo(circle, person, undo.number)
    except Refusal as refusal:
        raise await stale_with(server.hall, circle, person.id, refusal, drawing) from None
    return await done(server, circle, person, view, drawing)


@api.post("/tables/{table_id}/ballot", response_model=Done | TableView)
async def ask_others(
    server: TheServer,
    person: Somebody,
    circle: TableAt,
    new: NewBallot,
    view: View = False,
    drawing: Drawing = True,
) -> Json:
    """Ask all others to take back your last move, or to end a match that somebody has left."""
    await server.hall.ask_others(circle, person, new.wish)
    return await done(server, circle, person, view, drawing)


@api.put("/tables/{table_id}/ballot", response_model=Done | TableView)
async def answer_others(
    server: TheServer,
    person: Somebody,
    circle: TableAt,
    vote: Vote,
    view: View = False,
    drawing: Drawing = True,
) -> Json:
    """Agree or disagree with what is asked."""
    await server.hall.answer_others(circle, person, vote.agrees)
    return await done(server, circle, person, view, drawing)


@api.get("/tables/{table_id}/hint", response_model=Hint)
async def hint(
    server: TheServer, person: Somebody, circle: TableAt, at_first_sight: bool = False
) -> Json:
    """What the strongest bot would do in your place, and what it expects then.

    At first sight the answer comes at once, and no games are simulated for it.
    """
    await (server.glances if at_first_sight else server.hints).count(person.id)
    return Json(await server.hall.driver.hint(circle, person, at_first_sight))


# ── Replays ──────────────────────────────────────────────────────────────────────────────────────


@api.get("/tables/{table_id}/replay", response_model=Replay)
async def replay(server: TheServer, home: Home, person: Anyone, circle: TableAt) -> Response:
    """A match from its beginning, as far as you may know it."""
    await server.replays.count(person.id if person else home)
    table, viewer = circle.table, circle.table.seat_of(person.id if person else None)
    check_moves(table)
    seats = server.hall.seats(circle, viewer)
    if table.match is None:
        return Json(Replay(seats, measure_of(table.game), [0] * len(seats), []))
    await server.hall.tell_anew(circle)
    about = (table.match, table.row.undone, seats, circle.sights.moves_told(viewer).copy())
    return written(await server.hall.replaying.run(circle.replays.replay, *about))


@api.get("/tables/{table_id}/replay/{number}", response_model=Sight)
async def moment(
    server: TheServer,
    home: Home,
    person: Anyone,
    circle: TableAt,
    number: Annotated[int, InPath(ge=0, le=api_models.MOST)],
    seat: Annotated[int | None, Query(ge=0, lt=api_models.MOST_SEATS)] = None,
    sight: Annotated[Literal["open"] | None, Query(description="Show what every seat saw.")] = None,
    drawing: Drawing = True,
) -> Response:
    """The table after that many moves; once the match is over, as any seat saw it, or all of it."""
    await server.replays.count(person.id if person else home)
    viewer = eyes_for(circle.table, person, number, seat, sight == "open")
    assert circle.table.match is not None
    undone, how = circle.table.row.undone, (sight == "open", drawing)
    known = circle.replays.known((language(), undone, number, viewer, *how))
    if known is None:
        await server.requests.charge(home, POSITION + DRAWING * drawing)
        about = (circle.table.match, undone, number, viewer, *how)
        known = await server.hall.replaying.run(circle.replays.moment, *about)
    return written(known)


def eyes_for(
    table: Table, person: Person | None, number: int, seat: int | None, is_open: bool
) -> int | None:
    """Through whose eyes a moment is seen; refused if one may not."""
    check_moves(table)
    if table.match is None or number > table.length:
        raise NoSuchMoment(t("The match has not got that far."))
    own = table.seat_of(person.id if person else None)
    if seat is not None and seat >= len(table.seats):
        raise NoSuchMoment(t("There is no such seat."))
    if seat is not None and seat != own and not table.match.is_over:
        raise NotYours(t("What others see is shown only when the match is over."))
    if is_open and not table.match.is_over:
        raise NotYours(t("Everything is shown only when the match is over."))
    return seat if seat is not None or table.match.is_over else own


def written(answer: bytes) -> Response:
    """What is JSON already."""
    return Response(answer, media_type=Json.media_type)


@api.get(
    "/tables/{table_id}/match",
    response_model=None,
    responses={200: {"content": {"text/plain": {}}}},
)
async def match_file(server: TheServer, home: Home, person: Anyone, circle: TableAt) -> Response:
    """A match that is over, as a text that `templetop replay` can read."""
    check_moves(circle.table)
    match = circle.table.match
    if match is None or not match.is_over:
        raise NotYours(t("The match is not over, so not everything can be shown."))
    await server.replays.count(person.id if person else home)
    await server.requests.charge(home, WHOLE_MATCH)
    text = await server.hall.replaying.run(match.write)
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
    number: Annotated[int, InPath(ge=0, le=api_models.MOST)],
) -> Response:
    """What an event that took its time left behind; the log says which did. It never changes."""
    viewer = circle.table.seat_of(person.id if person else None)
    await server.hall.tell_anew(circle)
    if not circle.sights.may_have(viewer, number):
        raise NoSuchKeepsake(t("There is no such keepsake."))
    body = await server.hall.store.keepsake(circle.table.id, number)
    headers = {"Cache-Control": LASTING_FOR_ONE}
    return Response(body, media_type="application/octet-stream", headers=headers)
