"""What members of the club ask for: friends, seats for them, talk, people's pages, the best."""

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
from templetop.server.community.visibility import may_see, showing_of
from templetop.server.community.visibility import show as set_showing
from templetop.server.core.refusals import NotNow, NotYours
from templetop.server.dependencies import Anyone, Home, Server, Somebody, TableAt, TheServer, api
from templetop.server.http.responses import Json
from templetop.server.store.database import Listed
from templetop.server.store.person_store import Person
from templetop.server.store.schema import PersonRow
from templetop.server.tables import chat
from templetop.server.tables.listings import card
from templetop.server.tables.room import own_seat
from templetop.server.tables.table import Seat, Table
from templetop.server.translations import t

Who = Annotated[str, InPath(max_length=60, description="An id, or the name of an account.")]

# ── Friends ──────────────────────────────────────────────────────────────────────────────────────


@api.get("/friends", response_model=FriendsView)
async def friends(server: TheServer, person: Somebody) -> Json:
    """Your friends, requests to be one, and people you have played with."""
    await server.pages.count(person.id)
    return await friends_now(server, person)


async def friends_now(server: Server, person: Person) -> Json:
    return Json(await server.hall.store.have(relations.friends_of, person))


@api.put("/friends/{who}", response_model=FriendsView)
async def befriend(server: TheServer, person: Somebody, who: Who) -> Json:
    """Ask somebody to be your friend, or agree to it."""
    await server.asks.count(person.id)
    await server.hall.store.have(relations.ask, person, who)
    return await friends_now(server, person)


@api.delete("/friends/{who}", response_model=FriendsView)
async def unfriend(server: TheServer, person: Somebody, who: Who) -> Json:
    """End a friendship, decline a request, or withdraw your own."""
    await server.asks.count(person.id)
    await server.hall.store.have(relations.part, person, who)
    return await friends_now(server, person)


@api.put("/blocked/{who}", response_model=FriendsView)
async def block(server: TheServer, person: Somebody, who: Who) -> Json:
    """Block somebody; they are not told."""
    await server.asks.count(person.id)
    await server.hall.store.have(relations.block, person, who)
    return await friends_now(server, person)


@api.delete("/blocked/{who}", response_model=FriendsView)
async def unblock(server: TheServer, person: Somebody, who: Who) -> Json:
    await server.asks.count(person.id)
    await server.hall.store.have(relations.unblock, person, who)
    return await friends_now(server, person)


@api.put("/muted/{who}", response_model=FriendsView)
async def mute(server: TheServer, person: Somebody, who: Who) -> Json:
    """Do not show me what somebody says."""
    await server.asks.count(person.id)
    await server.hall.store.have(relations.mute, person, who, True)
    return await friends_now(server, person)


@api.delete("/muted/{who}", response_model=FriendsView)
async def unmute(server: TheServer, person: Somebody, who: Who) -> Json:
    await server.asks.count(person.id)
    await server.hall.store.have(relations.mute, person, who, False)
    return await friends_now(server, person)


# ── Seats ────────────────────────────────────────────────────────────────────────────────────────


@api.post("/tables/{table_id}/bots", response_model=Done)
async def put_bot(server: TheServer, person: Somebody, circle: TableAt, new: NewBot) -> Json:
    """A bot for a seat that is still free; the match begins if that was the last."""
    await server.asks.count(person.id)
    await server.hall.put_bot(circle, person, new.seat, new.level)
    return Json(Done(circle.table.id, circle.table.number))


@api.post("/tables/{table_id}/invitations", response_model=Sent)
async def invite(server: TheServer, person: Somebody, circle: TableAt, new: NewInvitation) -> Json:
    """Offer a free seat to a friend."""
    await server.asks.count(person.id)
    own_seat(circle, person)
    if not any(seat.kind == "open" for seat in circle.table.seats):
        raise NotNow(t("All seats are taken."))
    await server.hall.store.have(community_invitations.invite, circle.table.id, person, new.person)
    return Json(Sent(t("The invitation is in their list.")))


@api.get("/invitations", response_model=list[InvitationView])
async def invitations(server: TheServer, person: Somebody) -> Json:
    """The free seats that friends offer you."""
    found = await server.hall.store.have(community_invitations.invitations, person.id)
    return Json([invitation(server, listed, by, person) for listed, by in found])


def invitation(server: Server, listed: Listed, by: str, person: Person) -> InvitationView:
    shown = card(listed, person.id, server.hall.here_at(listed.row.id))
    return InvitationView(shown, by, "" if listed.row.is_public else listed.row.invitation)


@api.delete("/invitations/{table_id}", response_model=None, status_code=204)
async def decline(
    server: TheServer, person: Somebody, table_id: Annotated[str, InPath(max_length=32)]
) -> Response:
    """Decline an invitation."""
    await server.asks.count(person.id)
    await server.hall.store.have(community_invitations.decline, table_id, person.id)
    return Response(status_code=204)


# ── Talk ─────────────────────────────────────────────────────────────────────────────────────────


@api.post("/tables/{table_id}/talk", response_model=Done)
async def say(server: TheServer, person: Somebody, circle: TableAt, new: NewLine) -> Json:
    """Say something to everyone at the table; free text only where all of them are your friends."""
    await server.lines.count(person.id)
    own_seat(circle, person)
    says: str = new.says
    if isinstance(new, NewText):
        says = chat.plain(new.says)
        others = [one for one in chat.people_at(circle.table) if one != person.id]
        if not await server.hall.store.have(may_chat, person.id, others):
            raise NotYours(t("You can write freely only at tables where everyone is your friend."))
    await server.hall.say(circle, person, new.kind, says)
    return Json(Done(circle.table.id, circle.table.number))


def may_chat(person: str, others: list[str], connection: Connection) -> bool:
    return bool(others) and relations.are_friends(person, others, connection)


@api.post("/tables/{table_id}/reports", response_model=Sent)
async def report(server: TheServer, person: Somebody, circle: TableAt, new: NewReport) -> Json:
    """Have the operator look at a line."""
    await server.asks.count(person.id)
    line = chat.line_in(circle.table, circle.table.seat_of(person.id), new.line)
    await server.hall.store.have(chat_reports.report, circle.table.id, line, person.id)
    return Json(Sent(t("The operator of this server will see that line.")))


@api.get("/tables/{table_id}/company", response_model=Company)
async def company(server: TheServer, home: Home, person: Anyone, circle: TableAt) -> Json:
    """Who sits at a table, and what you may say there."""
    await server.pages.count(person.id if person else home)
    viewer = person.id if person else None
    return Json(await server.hall.store.have(company_at, circle.table, viewer))


def company_at(table: Table, viewer: str | None, connection: Connection) -> Company:
    people = [seat.person for seat in table.seats if seat.person is not None]
    query = select(PersonRow.id).where(PersonRow.id.in_(people), PersonRow.account.is_not(None))
    members = {*connection.execute(query).scalars()}
    others = [one for one in chat.people_at(table) if one != viewer]
    sits = table.seat_of(viewer) is not None
    return Company(
        seats=[companion(table, seat, viewer, members, connection) for seat in table.seats],
        may_talk=sits and bool(others) and not chat.is_silent(table.row),
        may_chat=sits and viewer is not None and may_chat(viewer, others, connection),
    )


def companion(
    table: Table, seat: Seat, viewer: str | None, members: set[str], connection: Connection
) -> Companion:
    """A guest is known by an id only to those who sit at the same table, so they can be muted."""
    person, is_you = seat.person, seat.person is not None and seat.person == viewer
    sits = table.seat_of(viewer) is not None
    if person is None or not (person in members or sits):
        return Companion(seat.seat, None, False, None, "none", False, is_you)
    rating = None
    shows = showing_of(person, connection)
    if table.row.counts or may_see(shows.rating, person, viewer, connection):
        rating = ratings_of([person], table.row.game, connection).get(person)
    return Companion(
        seat=seat.seat,
        person=person,
        has_page=person in members,
        rating=None if rating is None else profiles.rating_view(rating),
        tie="none" if viewer is None else relations.tie_between(viewer, person, connection),
        muted=viewer is not None and is_unheard(viewer, person, connection),
        is_you=is_you,
    )


def is_unheard(viewer: str, person: str, connection: Connection) -> bool:
    """Whoever is blocked is muted as well."""
    mine = relations.said(viewer, person, connection)
    return mine.muted or mine.kind == "blocked"


# ── People ───────────────────────────────────────────────────────────────────────────────────────


@api.get("/people/{who}", response_model=PersonPage)
async def person_page(server: TheServer, home: Home, person: Anyone, who: Who) -> Json:
    """Somebody with an account, as far as they show themselves to you."""
    await server.pages.count(person.id if person else home)
    return Json(await server.hall.store.have(profiles.page_of, who, person.id if person else None))


@api.get("/leaderboard", response_model=Leaderboard)
async def leaderboard(
    server: TheServer,
    home: Home,
    person: Anyone,
    game: Annotated[str, Query(max_length=40)],
) -> Json:
    """The best players of a game, and where the bots stand among them."""
    await server.pages.count(person.id if person else home)
    about = (game, person.id if person else None)
    return Json(await server.hall.store.have(profiles.leaderboard, *about))


@api.get("/me/showing", response_model=ShowingView)
async def showing(server: TheServer, person: Somebody) -> Json:
    """Who may see what on your page."""
    return Json(await server.hall.store.have(showing_of, person.id))


@api.put("/me/showing", response_model=ShowingView)
async def show(server: TheServer, person: Somebody, new: NewShowing) -> Json:
    """Choose who may see what on your page."""
    await server.asks.count(person.id)
    wanted = ShowingView(new.rating, new.matches, new.figures)
    return Json(await server.hall.store.have(set_showing, person.id, wanted))
