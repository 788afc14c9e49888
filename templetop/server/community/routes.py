"""HTTP routes for friends, invitations, chat, reports, profiles and leaderboards."""

from typing import Annotated

from fastapi import Path as InPath
from fastapi import Query, Response
from sqlalchemy import Connection, select

from templetop.server.api_models import (
    Companion,
    Company,
    Done,
    FriendsView,
    InvitationView,
    Leaderboard,
    NewBot,
    NewInvitation,
    NewLine,
    NewReport,
    NewShowing,
    NewText,
    PersonPage,
    Sent,
    ShowingView,
)
from templetop.server.community import chat_reports, profiles, relations
from templetop.server.community import invitations as community_invitations
from templetop.server.community.ratings import ratings_of
from templetop.server.community.visibility import may_see, visibility_of
from templetop.server.community.visibility import store_visibility as set_showing
from templetop.server.core.refusals import NotAllowed, NotNow
from templetop.server.dependencies import (
    AppState,
    ClientNetwork,
    CurrentApp,
    CurrentPerson,
    CurrentRoom,
    OptionalPerson,
    api,
)
from templetop.server.http.responses import JsonResponse
from templetop.server.store.change import Seat
from templetop.server.store.database import ListedTable
from templetop.server.store.person_store import Person
from templetop.server.store.schema import PersonRow
from templetop.server.tables import chat
from templetop.server.tables.listings import table_card
from templetop.server.tables.room import require_seat
from templetop.server.tables.table import Table
from templetop.server.translations import t

PersonRef = Annotated[str, InPath(max_length=60, description="An id, or the name of an account.")]

# ── Friends ──────────────────────────────────────────────────────────────────────────────────────


@api.get("/friends", response_model=FriendsView)
async def friends(server: CurrentApp, person: CurrentPerson) -> JsonResponse:
    """Your friends, requests to be one, and people you have played with."""
    await server.pages.hit(person.id)
    return await friends_response(server, person)


async def friends_response(server: AppState, person: Person) -> JsonResponse:
    return JsonResponse(await server.table_service.store.run(relations.friends_of, person))


@api.put("/friends/{who}", response_model=FriendsView)
async def befriend(server: CurrentApp, person: CurrentPerson, who: PersonRef) -> JsonResponse:
    """Ask somebody to be your friend, or agree to it."""
    await server.asks.hit(person.id)
    await server.table_service.store.run(relations.request_friend, person, who)
    return await friends_response(server, person)


@api.delete("/friends/{who}", response_model=FriendsView)
async def unfriend(server: CurrentApp, person: CurrentPerson, who: PersonRef) -> JsonResponse:
    """End a friendship, decline a request, or withdraw your own."""
    await server.asks.hit(person.id)
    await server.table_service.store.run(relations.end_friendship, person, who)
    return await friends_response(server, person)


@api.put("/blocked/{who}", response_model=FriendsView)
async def block_person(server: CurrentApp, person: CurrentPerson, who: PersonRef) -> JsonResponse:
    """Block somebody; they are not told."""
    await server.asks.hit(person.id)
    await server.table_service.store.run(relations.block, person, who)
    return await friends_response(server, person)


@api.delete("/blocked/{who}", response_model=FriendsView)
async def unblock_person(server: CurrentApp, person: CurrentPerson, who: PersonRef) -> JsonResponse:
    await server.asks.hit(person.id)
    await server.table_service.store.run(relations.unblock, person, who)
    return await friends_response(server, person)


@api.put("/muted/{who}", response_model=FriendsView)
async def mute_person(server: CurrentApp, person: CurrentPerson, who: PersonRef) -> JsonResponse:
    """Do not show me what somebody says."""
    await server.asks.hit(person.id)
    await server.table_service.store.run(relations.mute, person, who, True)
    return await friends_response(server, person)


@api.delete("/muted/{who}", response_model=FriendsView)
async def unmute_person(server: CurrentApp, person: CurrentPerson, who: PersonRef) -> JsonResponse:
    await server.asks.hit(person.id)
    await server.table_service.store.run(relations.mute, person, who, False)
    return await friends_response(server, person)


# ── Seats ────────────────────────────────────────────────────────────────────────────────────────


@api.post("/tables/{table_id}/bots", response_model=Done)
async def add_bot(
    server: CurrentApp, person: CurrentPerson, room: CurrentRoom, new: NewBot
) -> JsonResponse:
    """A bot for a seat that is still free; the match begins if that was the last."""
    await server.asks.hit(person.id)
    await server.table_service.add_bot(room, person, new.seat, new.level)
    return JsonResponse(Done(room.table.id, room.table.number))


@api.post("/tables/{table_id}/invitations", response_model=Sent)
async def invite(
    server: CurrentApp, person: CurrentPerson, room: CurrentRoom, new: NewInvitation
) -> JsonResponse:
    """Offer a free seat to a friend."""
    await server.asks.hit(person.id)
    require_seat(room, person)
    if not any(seat.kind == "open" for seat in room.table.seats):
        raise NotNow(t("All seats are taken."))
    await server.table_service.store.run(
        community_invitations.add_invitation, room.table.id, person, new.person
    )
    return JsonResponse(Sent(t("The invitation is in their list.")))


@api.get("/invitations", response_model=list[InvitationView])
async def invitations(server: CurrentApp, person: CurrentPerson) -> JsonResponse:
    """The free seats that friends offer you."""
    found = await server.table_service.store.run(community_invitations.invitations_for, person.id)
    return JsonResponse([invitation(server, listed, by, person) for listed, by in found])


def invitation(server: AppState, listed: ListedTable, by: str, person: Person) -> InvitationView:
    shown = table_card(listed, person.id, server.table_service.connected_seats_at(listed.row.id))
    return InvitationView(shown, by, "" if listed.row.is_public else listed.row.invitation)


@api.delete("/invitations/{table_id}", response_model=None, status_code=204)
async def decline(
    server: CurrentApp, person: CurrentPerson, table_id: Annotated[str, InPath(max_length=32)]
) -> Response:
    """Decline an invitation."""
    await server.asks.hit(person.id)
    await server.table_service.store.run(
        community_invitations.remove_invitation, table_id, person.id
    )
    return Response(status_code=204)


# ── Chat ─────────────────────────────────────────────────────────────────────────────────────────


@api.post("/tables/{table_id}/talk", response_model=Done)
async def post_chat_line(
    server: CurrentApp, person: CurrentPerson, room: CurrentRoom, new: NewLine
) -> JsonResponse:
    """Say something to everyone at the table; free text only where all of them are your friends."""
    await server.lines.hit(person.id)
    require_seat(room, person)
    says: str = new.says
    if isinstance(new, NewText):
        says = chat.clean_text(new.says)
        others = [other for other in chat.people_seated(room.table) if other != person.id]
        if not await server.table_service.store.run(may_write_freely, person.id, others):
            raise NotAllowed(
                t("You can write freely only at tables where everyone is your friend.")
            )
    await server.table_service.add_chat_line(room, person, new.kind, says)
    return JsonResponse(Done(room.table.id, room.table.number))


def may_write_freely(person: str, others: list[str], connection: Connection) -> bool:
    return bool(others) and relations.are_friends(person, others, connection)


@api.post("/tables/{table_id}/reports", response_model=Sent)
async def report_line(
    server: CurrentApp, person: CurrentPerson, room: CurrentRoom, new: NewReport
) -> JsonResponse:
    """Have the operator look at a line."""
    await server.asks.hit(person.id)
    line = chat.find_line(room.table, room.table.seat_of(person.id), new.line)
    await server.table_service.store.run(chat_reports.add_report, room.table.id, line, person.id)
    return JsonResponse(Sent(t("The operator of this server will see that line.")))


@api.get("/tables/{table_id}/company", response_model=Company)
async def table_people(
    server: CurrentApp, network: ClientNetwork, person: OptionalPerson, room: CurrentRoom
) -> JsonResponse:
    """Who sits at a table, and what you may say there."""
    await server.pages.hit(person.id if person else network)
    viewer = person.id if person else None
    return JsonResponse(await server.table_service.store.run(table_people_at, room.table, viewer))


def table_people_at(table: Table, viewer: str | None, connection: Connection) -> Company:
    people = [seat.person for seat in table.seats if seat.person is not None]
    query = select(PersonRow.id).where(PersonRow.id.in_(people), PersonRow.account.is_not(None))
    members = {*connection.execute(query).scalars()}
    others = [other for other in chat.people_seated(table) if other != viewer]
    is_seated = table.seat_of(viewer) is not None
    return Company(
        seats=[table_person(table, seat, viewer, members, connection) for seat in table.seats],
        may_talk=is_seated and bool(others) and not chat.is_chat_off(table.row),
        may_chat=is_seated and viewer is not None and may_write_freely(viewer, others, connection),
    )


def table_person(
    table: Table, seat: Seat, viewer: str | None, members: set[str], connection: Connection
) -> Companion:
    """Returns the person at a seat. A guest's id is shown only to those who sit at the table, so
    that they can mute the guest."""
    person, is_you = seat.person, seat.person is not None and seat.person == viewer
    is_seated = table.seat_of(viewer) is not None
    if person is None or not (person in members or is_seated):
        return Companion(seat.seat, None, False, None, "none", False, is_you)
    rating = None
    visibility = visibility_of(person, connection)
    if table.row.counts or may_see(visibility.rating, person, viewer, connection):
        rating = ratings_of([person], table.row.game, connection).get(person)
    return Companion(
        seat=seat.seat,
        person=person,
        has_page=person in members,
        rating=None if rating is None else profiles.rating_view(rating),
        tie="none" if viewer is None else relations.relation_between(viewer, person, connection),
        muted=viewer is not None and is_muted_or_blocked(viewer, person, connection),
        is_you=is_you,
    )


def is_muted_or_blocked(viewer: str, person: str, connection: Connection) -> bool:
    """True if the viewer has muted or blocked the person."""
    mine = relations.relation_of(viewer, person, connection)
    return mine.muted or mine.kind == "blocked"


# ── People ───────────────────────────────────────────────────────────────────────────────────────


@api.get("/people/{who}", response_model=PersonPage)
async def get_profile(
    server: CurrentApp, network: ClientNetwork, person: OptionalPerson, who: PersonRef
) -> JsonResponse:
    """Somebody with an account, as far as they show themselves to you."""
    await server.pages.hit(person.id if person else network)
    return JsonResponse(
        await server.table_service.store.run(
            profiles.profile_page, who, person.id if person else None
        )
    )


@api.get("/leaderboard", response_model=Leaderboard)
async def leaderboard(
    server: CurrentApp,
    network: ClientNetwork,
    person: OptionalPerson,
    game: Annotated[str, Query(max_length=40)],
) -> JsonResponse:
    """The best players of a game, and where the bots stand among them."""
    await server.pages.hit(person.id if person else network)
    arguments = (game, person.id if person else None)
    return JsonResponse(
        await server.table_service.store.run(profiles.build_leaderboard, *arguments)
    )


@api.get("/me/showing", response_model=ShowingView)
async def get_visibility(server: CurrentApp, person: CurrentPerson) -> JsonResponse:
    """Who may see what on your page."""
    return JsonResponse(await server.table_service.store.run(visibility_of, person.id))


@api.put("/me/showing", response_model=ShowingView)
async def set_visibility(
    server: CurrentApp, person: CurrentPerson, new: NewShowing
) -> JsonResponse:
    """Choose who may see what on your page."""
    await server.asks.hit(person.id)
    wanted = ShowingView(new.rating, new.matches, new.figures)
    return JsonResponse(await server.table_service.store.run(set_showing, person.id, wanted))
