"""The HTTP routes of tables: list, open, sit, move, vote, hint, replay. All paths begin with
/api."""

from typing import Annotated, Literal

from fastapi import Path as InPath
from fastapi import Query, Response
from starlette.responses import PlainTextResponse

from templetop.engine.refusal import Refusal
from templetop.engine.speech import language
from templetop.server import api_models
from templetop.server.api_models import (
    Done,
    Hint,
    NewBallot,
    NewMove,
    NewTable,
    Replay,
    Sight,
    Sitting,
    TableCard,
    TableView,
    Undo,
    Vote,
    Which,
)
from templetop.server.core.rate_limits import DRAWING_COST, REWIND_COST, WHOLE_MATCH_COST
from templetop.server.core.refusals import NoSuchAttachment, NoSuchMoment, NotAllowed
from templetop.server.dependencies import (
    AppState,
    ClientNetwork,
    CurrentApp,
    CurrentPerson,
    CurrentRoom,
    Link,
    OptionalPerson,
    api,
)
from templetop.server.http.responses import STALE_TABLE_RESPONSE, JsonResponse, json_response
from templetop.server.store.person_store import Person
from templetop.server.tables import create, listings
from templetop.server.tables.room import TableRoom
from templetop.server.tables.rules_upgrade import check_moves
from templetop.server.tables.service import with_current_view
from templetop.server.tables.table import Table
from templetop.server.tables.view_builder import measure_view
from templetop.server.translations import t

# “private”, because two viewers of one address may not see the same
PRIVATE_IMMUTABLE = "private, max-age=31536000, immutable"

After = Annotated[
    str | None, Query(max_length=32, description="Only those that come after this table.")
]
NEXT_PAGE_HEADER = {
    "description": 'Where the next ones are, as `<…>; rel="next"`; absent after the last.',
    "schema": {"type": "string"},
}
Drawing = Annotated[bool, Query(description="Whether the table is also drawn as text.")]
View = Annotated[bool, Query(description="Whether the answer is the table as you see it then.")]


async def table_response(
    server: AppState, room: TableRoom, person: Person | None, drawing: bool = True
) -> JsonResponse:
    return JsonResponse(
        await server.table_service.view_with_drawing(room, person.id if person else None, drawing)
    )


async def changed_response(
    server: AppState, room: TableRoom, person: Person, view: bool, drawing: bool
) -> JsonResponse:
    """Answers a change with the table as the person sees it, or with its id and number alone.

    A browser that is connected to the table gets the change over its socket anyway.
    """
    if view:
        return await table_response(server, room, person, drawing)
    return JsonResponse(Done(room.table.id, room.table.number))


# ── Tables ───────────────────────────────────────────────────────────────────────────────────────


@api.get(
    "/tables",
    response_model=list[TableCard],
    responses={200: {"headers": {"Link": NEXT_PAGE_HEADER}}},
)
async def tables(
    server: CurrentApp, person: OptionalPerson, which: Which = "open", after: After = None
) -> JsonResponse:
    """Public tables, waiting or in progress; your own, and those of your own that are over.

    The newest come first. Where there are more than go into one answer, its header `Link` says
    where the next ones are.
    """
    cards, has_more = await listings.table_cards(
        server.table_service, which, person.id if person else None, after
    )
    if not has_more:
        return JsonResponse(cards)
    following = f"{server.settings.base}/api/tables?which={which}&after={cards[-1].id}"
    return JsonResponse(cards, headers={"Link": f'<{following}>; rel="next"'})


@api.post("/tables", response_model=Done | TableView)
async def open_table(
    server: CurrentApp,
    person: CurrentPerson,
    network: ClientNetwork,
    wanted: NewTable,
    view: View = False,
    drawing: Drawing = True,
) -> JsonResponse:
    """Open a table; its match begins as soon as no seat is open."""
    await server.tables.hit(person.id)
    await server.tables_from.hit(network)
    wanted = create.with_default_clock(wanted, server.settings.usual_clock)
    max_tables = server.settings.limits.standing
    room = await create.create_table(server.table_service, person, wanted, max_tables)
    return await changed_response(server, room, person, view, drawing)


@api.get("/tables/{table_id}", response_model=TableView)
async def view_table(
    server: CurrentApp, person: OptionalPerson, room: CurrentRoom, drawing: Drawing = True
) -> JsonResponse:
    """A table, as you may see it."""
    return await table_response(server, room, person, drawing)


@api.delete("/tables/{table_id}", response_model=None, status_code=204)
async def close_table(server: CurrentApp, person: CurrentPerson, room: CurrentRoom) -> Response:
    """Close a table of your own at which nobody else plays; none of it is kept."""
    await server.table_service.close_table(room, person)
    return Response(status_code=204)


@api.post("/tables/{table_id}/seats", response_model=Done | TableView)
async def take_seat(
    server: CurrentApp,
    person: CurrentPerson,
    room: CurrentRoom,
    link: Link,
    sitting: Sitting,
    view: View = False,
    drawing: Drawing = True,
) -> JsonResponse:
    """Sit down, or come back to the seat that you left."""
    await server.table_service.sit(room, person, sitting.seat, link)
    return await changed_response(server, room, person, view, drawing)


@api.delete("/tables/{table_id}/seats", response_model=Done | TableView)
async def leave_table(
    server: CurrentApp,
    person: CurrentPerson,
    room: CurrentRoom,
    view: View = False,
    drawing: Drawing = True,
) -> JsonResponse:
    """Leave; if the match is in progress, a bot takes over."""
    await server.table_service.leave(room, person)
    return await changed_response(server, room, person, view, drawing)


@api.post("/tables/{table_id}/rematch", response_model=Done | TableView)
async def rematch(
    server: CurrentApp,
    person: CurrentPerson,
    network: ClientNetwork,
    room: CurrentRoom,
    view: View = False,
    drawing: Drawing = True,
) -> JsonResponse:
    """A new table for the same people and bots; everyone who asks for it gets the same one."""
    await server.tables.hit(person.id)
    if room.table.row.rematch is None:  # otherwise the table of the rematch is open already
        await server.tables_from.hit(network)
    new = await create.create_rematch(
        server.table_service, room, person, server.settings.limits.standing
    )
    return await changed_response(server, new, person, view, drawing)


@api.post(
    "/tables/{table_id}/moves", response_model=Done | TableView, responses=STALE_TABLE_RESPONSE
)
async def make_move(
    server: CurrentApp,
    person: CurrentPerson,
    room: CurrentRoom,
    new: NewMove,
    view: View = False,
    drawing: Drawing = True,
) -> JsonResponse:
    """Make a move from your own seat. Sent twice, it counts once."""
    try:
        await server.table_service.make_move(room, person, new.number, new.move)
    except Refusal as refusal:
        raise await with_current_view(
            server.table_service, room, person.id, refusal, drawing
        ) from None
    return await changed_response(server, room, person, view, drawing)


@api.delete("/tables/{table_id}/moves", response_model=Done | TableView)
async def take_back(
    server: CurrentApp,
    person: CurrentPerson,
    room: CurrentRoom,
    undo: Undo,
    view: View = False,
    drawing: Drawing = True,
) -> JsonResponse:
    """Take back a move that nobody has learned anything from; against bots alone, any."""
    try:
        if undo.practice:
            await server.table_service.take_back_seen_move(room, person, undo.number)
        else:
            await server.table_service.take_back(room, person, undo.number)
    except Refusal as refusal:
        raise await with_current_view(
            server.table_service, room, person.id, refusal, drawing
        ) from None
    return await changed_response(server, room, person, view, drawing)


@api.post("/tables/{table_id}/ballot", response_model=Done | TableView)
async def request_vote(
    server: CurrentApp,
    person: CurrentPerson,
    room: CurrentRoom,
    new: NewBallot,
    view: View = False,
    drawing: Drawing = True,
) -> JsonResponse:
    """Ask all others to take back your last move, or to end a match that somebody has left."""
    await server.table_service.request_vote(room, person, new.wish)
    return await changed_response(server, room, person, view, drawing)


@api.put("/tables/{table_id}/ballot", response_model=Done | TableView)
async def answer_vote(
    server: CurrentApp,
    person: CurrentPerson,
    room: CurrentRoom,
    vote: Vote,
    view: View = False,
    drawing: Drawing = True,
) -> JsonResponse:
    """Agree or disagree with what is asked."""
    await server.table_service.answer_vote(room, person, vote.agrees)
    return await changed_response(server, room, person, view, drawing)


@api.get("/tables/{table_id}/hint", response_model=Hint)
async def get_hint(
    server: CurrentApp, person: CurrentPerson, room: CurrentRoom, at_first_sight: bool = False
) -> JsonResponse:
    """What the strongest bot would do in your place, and what it expects then.

    At first sight the answer comes at once, and no games are simulated for it.
    """
    await (server.glances if at_first_sight else server.hints).hit(person.id)
    return JsonResponse(await server.autoplay.hint(room, person, at_first_sight))


# ── Replays ──────────────────────────────────────────────────────────────────────────────────────


@api.get("/tables/{table_id}/replay", response_model=Replay)
async def get_replay(
    server: CurrentApp, network: ClientNetwork, person: OptionalPerson, room: CurrentRoom
) -> Response:
    """A match from its beginning, as far as you may know it."""
    await server.replays.hit(person.id if person else network)
    table, viewer = room.table, room.table.seat_of(person.id if person else None)
    check_moves(table)
    seats = server.table_service.seats(room, viewer)
    if table.match is None:
        return JsonResponse(Replay(seats, measure_view(table.game), [0] * len(seats), []))
    await server.table_service.warm_language(room)
    lines = room.view_builder.move_lines(viewer).copy()
    body = await server.table_service.replay_threads.run(
        room.replays.replay, table.match, table.row.undone, seats, lines
    )
    return json_response(body)


@api.get("/tables/{table_id}/replay/{number}", response_model=Sight)
async def get_moment(
    server: CurrentApp,
    network: ClientNetwork,
    person: OptionalPerson,
    room: CurrentRoom,
    number: Annotated[int, InPath(ge=0, le=api_models.MOST)],
    seat: Annotated[int | None, Query(ge=0, lt=api_models.MOST_SEATS)] = None,
    sight: Annotated[Literal["open"] | None, Query(description="Show what every seat saw.")] = None,
    drawing: Drawing = True,
) -> Response:
    """The table after that many moves; once the match is over, as any seat saw it, or all of it."""
    await server.replays.hit(person.id if person else network)
    viewer = viewer_of_moment(room.table, person, number, seat, sight == "open")
    assert room.table.match is not None
    undone, flags = room.table.row.undone, (sight == "open", drawing)
    body = room.replays.cached((language(), undone, number, viewer, *flags))
    if body is None:
        await server.requests.charge(network, REWIND_COST + DRAWING_COST * drawing)
        arguments = (room.table.match, undone, number, viewer, *flags)
        body = await server.table_service.replay_threads.run(room.replays.moment, *arguments)
    return json_response(body)


def viewer_of_moment(
    table: Table, person: Person | None, number: int, seat: int | None, is_open: bool
) -> int | None:
    """Returns the seat whose view of the moment is shown, or None for the view of a spectator.

    Refuses a view of other seats, and the open view, until the match is over.
    """
    check_moves(table)
    if table.match is None or number > table.length:
        raise NoSuchMoment(t("The match has not got that far."))
    own = table.seat_of(person.id if person else None)
    if seat is not None and seat >= len(table.seats):
        raise NoSuchMoment(t("There is no such seat."))
    if seat is not None and seat != own and not table.match.is_over:
        raise NotAllowed(t("What others see is shown only when the match is over."))
    if is_open and not table.match.is_over:
        raise NotAllowed(t("Everything is shown only when the match is over."))
    return seat if seat is not None or table.match.is_over else own


@api.get(
    "/tables/{table_id}/match",
    response_model=None,
    responses={200: {"content": {"text/plain": {}}}},
)
async def match_file(
    server: CurrentApp, network: ClientNetwork, person: OptionalPerson, room: CurrentRoom
) -> Response:
    """A match that is over, as a text that `templetop replay` can read."""
    check_moves(room.table)
    match = room.table.match
    if match is None or not match.is_over:
        raise NotAllowed(t("The match is not over, so not everything can be shown."))
    await server.replays.hit(person.id if person else network)
    await server.requests.charge(network, WHOLE_MATCH_COST)
    text = await server.table_service.replay_threads.run(match.write)
    name = f"{room.table.row.game}-{room.table.id}.txt"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return PlainTextResponse(text, headers=headers)


@api.get(
    "/tables/{table_id}/keepsakes/{number}",
    response_model=None,
    responses={200: {"content": {"application/octet-stream": {}}}},
)
async def get_attachment(
    server: CurrentApp,
    person: OptionalPerson,
    room: CurrentRoom,
    number: Annotated[int, InPath(ge=0, le=api_models.MOST)],
) -> Response:
    """What an event that took its time left behind; the log says which did. It never changes."""
    viewer = room.table.seat_of(person.id if person else None)
    await server.table_service.warm_language(room)
    if not room.view_builder.may_download(viewer, number):
        raise NoSuchAttachment(t("There is no such keepsake."))
    body = await server.table_service.store.attachment(room.table.id, number)
    headers = {"Cache-Control": PRIVATE_IMMUTABLE}
    return Response(body, media_type="application/octet-stream", headers=headers)
