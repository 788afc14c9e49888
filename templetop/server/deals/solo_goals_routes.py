"""HTTP routes of personal bests and best possible results."""

from templetop.server.api_models import Goal, OwnBest
from templetop.server.deals.solo_goals import (
    check_solo_match,
    personal_bests,
    solo_goal,
    solo_matches,
)
from templetop.server.dependencies import CurrentApp, CurrentPerson, CurrentRoom, api
from templetop.server.http.responses import JsonResponse


@api.get("/tables/{table_id}/goal", response_model=Goal)
async def get_solo_goal(
    server: CurrentApp, person: CurrentPerson, room: CurrentRoom
) -> JsonResponse:
    """How good a match was that you played alone; ask again while more is being found out."""
    await server.replays.hit(person.id)
    table = room.table
    check_solo_match(table, person)
    matches = await server.table_service.store.run(solo_matches, person.id, table.row.game)
    bound, is_coming = await server.best_possible.find_or_start(table)
    return JsonResponse(solo_goal(table, matches, bound, is_coming))


@api.get("/me/bests", response_model=list[OwnBest])
async def get_personal_bests(server: CurrentApp, person: CurrentPerson) -> JsonResponse:
    """The most that you have got alone, for every game and way to play it."""
    await server.pages.hit(person.id)
    matches = await server.table_service.store.run(solo_matches, person.id, None)
    return JsonResponse(personal_bests(matches))
