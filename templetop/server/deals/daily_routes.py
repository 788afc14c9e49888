"""HTTP routes of the deal of the day."""

from typing import Annotated

from fastapi import Path as InPath
from fastapi import Query

from templetop.engine.game import Game
from templetop.server.api_models import (
    DailyPast,
    DailyView,
    Done,
)
from templetop.server.core import utc_days
from templetop.server.core.refusals import NotNow
from templetop.server.deals import shared_deals
from templetop.server.deals.daily import daily_history, daily_table, daily_view, playable_game
from templetop.server.dependencies import (
    AppState,
    ClientNetwork,
    CurrentApp,
    CurrentPerson,
    OptionalPerson,
    api,
)
from templetop.server.http.responses import JsonResponse
from templetop.server.store import deal_plays
from templetop.server.store.deal_plays import AlreadyBegun, Visit
from templetop.server.store.person_store import Person
from templetop.server.tables import create
from templetop.server.translations import t

Day = Annotated[str | None, Query(max_length=10, description="A date; today, if not said.")]
GameId = Annotated[str, InPath(max_length=40)]


@api.get("/daily", response_model=DailyView)
async def get_daily(
    server: CurrentApp, network: ClientNetwork, person: OptionalPerson, day: Day = None
) -> JsonResponse:
    """The deals of a day; until it is over, results only of those that you have played to the end.

    A result has no place where somebody new had begun the deal at your address before you ended it.
    """
    await server.pages.hit(person.id if person else network)
    day = utc_days.parse_day(day) if day is not None else utc_days.today_utc()
    return JsonResponse(
        await server.table_service.store.run(
            daily_view, day, person, server.table_service.deal_lists
        )
    )


@api.get("/daily/history", response_model=list[DailyPast])
async def get_daily_history(server: CurrentApp, person: CurrentPerson) -> JsonResponse:
    """The deals of days that you have played, the newest first."""
    await server.pages.hit(person.id)
    return JsonResponse(await server.table_service.store.run(daily_history, person))


@api.post("/daily/{game}", response_model=Done)
async def play_daily(
    server: CurrentApp, person: CurrentPerson, network: ClientNetwork, game: GameId
) -> JsonResponse:
    """Play today's deal of a game; if you have already begun it, you get the same table again."""
    card = playable_game(game)
    await server.tables.hit(person.id)
    await server.tables_from.hit(network)
    deal = shared_deals.daily_deal_id(utc_days.today_utc(), card.id)
    visit = shared_deals.visit_of(server.secret, deal, network, person)
    table = await find_daily_table(server, deal, person) or await begin_daily(
        server, deal, card, person, visit
    )
    room = await server.table_service.get(table)
    return JsonResponse(Done(room.table.id, room.table.number))


async def find_daily_table(server: AppState, deal: str, person: Person) -> str | None:
    play = await server.table_service.store.run(deal_plays.play_of, deal, person.id)
    return play.table if play else None


async def begin_daily(server: AppState, deal: str, card: Game, person: Person, visit: Visit) -> str:
    """Opens a table for the deal and returns its id. If another tab was faster, returns that tab's
    table."""
    await create.check_table_quota(server.table_service, person, server.settings.limits.standing)
    table = daily_table(card, person, deal, server.secret)
    try:
        return (await create.save_shared_deal_table(server.table_service, table, visit)).table.id
    except AlreadyBegun:
        found = await find_daily_table(server, deal, person)
        if found is None:
            raise NotNow(t("You have played this deal, and its table was deleted.")) from None
        return found
