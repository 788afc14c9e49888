"""HTTP routes of duplicates."""

from typing import Annotated

from fastapi import Path as InPath

from templetop.server.api_models import (
    Done,
    Duplicate,
    DuplicateCard,
    NewDuplicate,
)
from templetop.server.core.refusals import NoSuchDuplicate, NotNow
from templetop.server.deals import shared_deals
from templetop.server.deals.duplicates import (
    add_duplicate,
    duplicate_cards,
    duplicate_table,
    duplicate_view,
    find_duplicate_member,
    join_as_member,
    load_duplicate,
    new_duplicate,
    parse_duplicate_id,
    team_of_member,
)
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
from templetop.server.store.deal_plays import AlreadyBegun
from templetop.server.store.person_store import Person
from templetop.server.tables import create
from templetop.server.translations import t

Id = Annotated[str, InPath(max_length=32)]
DealNumber = Annotated[int, InPath(ge=1, le=8)]


@api.get("/duplicates", response_model=list[DuplicateCard])
async def own_duplicates(server: CurrentApp, person: CurrentPerson) -> JsonResponse:
    """Your duplicates, the newest first."""
    await server.pages.hit(person.id)
    return JsonResponse(await server.table_service.store.run(duplicate_cards, person.id))


@api.post("/duplicates", response_model=Duplicate)
async def open_duplicate(
    server: CurrentApp, person: CurrentPerson, network: ClientNetwork, wanted: NewDuplicate
) -> JsonResponse:
    """Open a duplicate, the same deals for friends; anyone who has its address can join."""
    await server.tables.hit(person.id)
    await server.tables_from.hit(network)
    new = new_duplicate(wanted, person)
    await server.table_service.store.run(add_duplicate, new, person.id)
    return await duplicate_response(server, new.id, person)


@api.get("/duplicates/{duplicate}", response_model=Duplicate)
async def get_duplicate(
    server: CurrentApp, network: ClientNetwork, person: OptionalPerson, duplicate: Id
) -> JsonResponse:
    """A duplicate: who plays in it, and the results of the deals that you have played."""
    await server.pages.hit(person.id if person else network)
    return await duplicate_response(server, duplicate, person)


@api.post("/duplicates/{duplicate}/members", response_model=Duplicate)
async def join_duplicate(server: CurrentApp, person: CurrentPerson, duplicate: Id) -> JsonResponse:
    """Join a duplicate; if you have already joined, nothing changes."""
    await server.tables.hit(person.id)
    await server.table_service.store.run(join_as_member, parse_duplicate_id(duplicate), person.id)
    return await duplicate_response(server, duplicate, person)


@api.post("/duplicates/{duplicate}/deals/{number}", response_model=Done)
async def play_duplicate(
    server: CurrentApp,
    person: CurrentPerson,
    network: ClientNetwork,
    duplicate: Id,
    number: DealNumber,
) -> JsonResponse:
    """Play one of its deals; if you have already begun it, you get the same table again."""
    await server.tables.hit(person.id)
    await server.tables_from.hit(network)
    table = await duplicate_table_id(server, person, parse_duplicate_id(duplicate), number)
    room = await server.table_service.get(table)
    return JsonResponse(Done(room.table.id, room.table.number))


async def duplicate_response(
    server: AppState, duplicate: str, person: Person | None
) -> JsonResponse:
    arguments = (parse_duplicate_id(duplicate), person.id if person else None)
    return JsonResponse(await server.table_service.store.run(duplicate_view, *arguments))


async def duplicate_table_id(server: AppState, person: Person, duplicate: str, number: int) -> str:
    """Returns the id of the table where the person plays the deal. The first member of a team to
    come opens it.

    Refused if the deal does not exist, the team is incomplete, or the table was deleted.
    """
    store = server.table_service.store
    settings, members = await store.run(load_duplicate, duplicate)
    if number > settings.deals:
        raise NoSuchDuplicate(t("There is no such deal."))
    deal, own_member = (
        shared_deals.duplicate_deal_id(duplicate, number),
        find_duplicate_member(members, person.id),
    )
    if (found := await find_duplicate_table(server, deal, person)) is not None:
        return found
    team = [
        member
        for member in members
        if team_of_member(settings, member) == team_of_member(settings, own_member)
    ]
    if len(team) < len(settings.seats_for_people):
        raise NotNow(t("Your table is not complete: somebody else has to join first."))
    await create.check_table_quota(server.table_service, person, server.settings.limits.standing)
    try:
        table = duplicate_table(settings, person, own_member, team, deal)
        return (await create.save_shared_deal_table(server.table_service, table)).table.id
    except AlreadyBegun:
        if (found := await find_duplicate_table(server, deal, person)) is not None:
            return found
        raise NotNow(t("Somebody at your table has already played this deal.")) from None


async def find_duplicate_table(server: AppState, deal: str, person: Person) -> str | None:
    play = await server.table_service.store.run(deal_plays.play_of, deal, person.id)
    if play is not None and play.table is None:
        raise NotNow(t("You have played this deal, and its table was deleted."))
    return play.table if play else None
