"""What may be asked about a match that is over: the coach's review, and another try."""

from fastapi import Response

from templetop.engine.speech import language
from templetop.server.api_models import Done, NewTry, ReviewView
from templetop.server.dependencies import Anyone, Home, Server, Somebody, TableAt, TheServer, api
from templetop.server.http.responses import Json
from templetop.server.learning import try_again as learning_try_again
from templetop.server.learning.reviews import NOTHING, Review, check_study, review_view, seat_for
from templetop.server.tables.room import Circle
from templetop.server.tables.routes import written


@api.get("/tables/{table_id}/coach", response_model=ReviewView)
async def review(server: TheServer, home: Home, person: Anyone, circle: TableAt) -> Response:
    """What the coach has found out about a match that is over, and how far it has come."""
    await server.replays.count(person.id if person else home)
    check_study(circle.table, person)
    found = await server.coaching.found(circle.table, seat_for(circle.table, person))
    return await told(server, circle, found)


@api.post("/tables/{table_id}/coach", response_model=ReviewView)
async def begin_review(
    server: TheServer, home: Home, person: Somebody, circle: TableAt
) -> Response:
    """Have the coach look at a match that is over; what it has found out is kept."""
    check_study(circle.table, person)
    found = await server.coaching.found(circle.table, seat_for(circle.table, person))
    if found is None or found.stage != "done":
        await server.reviews.count(person.id)
        await server.reviews_from.count(home)
        found = await server.coaching.begin(circle, person)
    return await told(server, circle, found)


async def told(server: Server, circle: Circle, found: Review | None) -> Response:
    """Worked out on a thread; when it is done, once for all who ask in a language."""
    table = circle.table
    if found is None or table.match is None:
        return Json(NOTHING)
    about = (found, table.match, table.names, server.coaching.clock())
    question = ("coach", language(), found.seat, found.number, found.stage, found.done)
    run = server.hall.replaying.run
    if found.stage != "done":
        return written(await run(review_view, *about))
    return written(
        await run(circle.replays.written, (*question, *table.names), review_view, *about)
    )


@api.post("/tables/{table_id}/again", response_model=Done)
async def try_again(
    server: TheServer, home: Home, person: Somebody, circle: TableAt, wanted: NewTry
) -> Json:
    """A moment of your own match as a practice table: bots play for all others."""
    await server.tables.count(person.id)
    await server.tables_from.count(home)
    most = server.settings.limits.standing
    new = await learning_try_again.try_again(server.hall, circle, person, wanted, most)
    return Json(Done(new.table.id, new.table.number))
