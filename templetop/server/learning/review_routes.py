"""HTTP routes of reviews, and of practice from a moment of a match."""

from fastapi import Response

from templetop.engine.speech import language
from templetop.server.api_models import Done, NewTry, ReviewView
from templetop.server.dependencies import (
    AppState,
    ClientNetwork,
    CurrentApp,
    CurrentPerson,
    CurrentRoom,
    OptionalPerson,
    api,
)
from templetop.server.http.responses import JsonResponse, json_response
from templetop.server.learning import try_again as learning_try_again
from templetop.server.learning.reviews import (
    EMPTY_REVIEW,
    StoredReview,
    check_may_review,
    review_view,
    reviewed_seat,
)
from templetop.server.tables.room import TableRoom


@api.get("/tables/{table_id}/coach", response_model=ReviewView)
async def get_review(
    server: CurrentApp, network: ClientNetwork, person: OptionalPerson, room: CurrentRoom
) -> Response:
    """What the coach has found out about a match that is over, and how far it has come."""
    await server.replays.hit(person.id if person else network)
    check_may_review(room.table, person)
    found = await server.review_service.find(room.table, reviewed_seat(room.table, person))
    return await review_response(server, room, found)


@api.post("/tables/{table_id}/coach", response_model=ReviewView)
async def request_review(
    server: CurrentApp, network: ClientNetwork, person: CurrentPerson, room: CurrentRoom
) -> Response:
    """Have the coach look at a match that is over; what it has found out is kept."""
    check_may_review(room.table, person)
    found = await server.review_service.find(room.table, reviewed_seat(room.table, person))
    if found is None or found.stage != "done":
        await server.reviews.hit(person.id)
        await server.reviews_from.hit(network)
        found = await server.review_service.begin(room, person)
    return await review_response(server, room, found)


async def review_response(
    server: AppState, room: TableRoom, found: StoredReview | None
) -> Response:
    """Responds with a review, rendered on a thread. A finished review is rendered once in each
    language."""
    table = room.table
    if found is None or table.match is None:
        return JsonResponse(EMPTY_REVIEW)
    arguments = (found, table.match, table.names, server.review_service.clock())
    cache_key = ("coach", language(), found.seat, found.number, found.stage, found.done)
    run = server.table_service.replay_threads.run
    if found.stage != "done":
        return json_response(await run(review_view, *arguments))
    return json_response(
        await run(
            room.replays.compute_json_once, (*cache_key, *table.names), review_view, *arguments
        )
    )


@api.post("/tables/{table_id}/again", response_model=Done)
async def try_again(
    server: CurrentApp,
    network: ClientNetwork,
    person: CurrentPerson,
    room: CurrentRoom,
    wanted: NewTry,
) -> JsonResponse:
    """A moment of your own match as a practice table: bots play for all others."""
    await server.tables.hit(person.id)
    await server.tables_from.hit(network)
    max_tables = server.settings.limits.standing
    new = await learning_try_again.create_practice_table(
        server.table_service, room, person, wanted, max_tables
    )
    return JsonResponse(Done(new.table.id, new.table.number))
