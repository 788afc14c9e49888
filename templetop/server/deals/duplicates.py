"""Duplicate tables: a group of friends plays the same deals, and only skill is compared.

Whoever joins has a number, and by it a table and a seat there. In every deal they are compared with
all others who had the same seat: what part of them they left behind, of equals half.
"""

import secrets
from dataclasses import dataclass, replace
from typing import Annotated

from fastapi import Path as InPath
from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from templetop.server.api_models import (
    BotSeat,
    Cell,
    Done,
    Duplicate,
    DuplicateCard,
    DuplicateDeal,
    MemberView,
    MySeat,
    NewDuplicate,
    NewTable,
    OpenSeat,
)
from templetop.server.core import utc_days
from templetop.server.core.refusals import NoSuchTable, NotNow, NotYours
from templetop.server.deals import shared_deals
from templetop.server.deals.daily import playable, written
from templetop.server.dependencies import Anyone, Home, Server, Somebody, TheServer, api
from templetop.server.http.responses import Json
from templetop.server.store import deal_plays
from templetop.server.store.database import can_be_kept
from templetop.server.store.deal_plays import Begun, Play
from templetop.server.store.person_store import Person
from templetop.server.store.schema import DuplicateRow, MemberRow, PersonRow, PlayRow
from templetop.server.tables import create, deal_key
from templetop.server.tables.listings import measure_of, name_of
from templetop.server.tables.table import Table
from templetop.server.translations import t

MOST_MEMBERS = 24
MOST_OWN = 50  # that one person has opened, and that are still kept
LONGEST_LIST = 30
PERSON = 0  # among the seats, where all others are levels of bots

Id = Annotated[str, InPath(max_length=32)]
DealNumber = Annotated[int, InPath(ge=1, le=8)]


@dataclass(frozen=True)
class Kept:
    """A row of the store."""

    id: str
    game: str
    options: dict[str, str]
    seats: list[int]
    deals: int
    secret: str
    owner: str | None
    made_at: float

    @property
    def for_people(self) -> list[int]:
        return [number for number, level in enumerate(self.seats) if level == PERSON]

    def names(self) -> list[str]:
        """Of all its deals."""
        return [shared_deals.of_duplicate(self.id, number) for number in range(1, self.deals + 1)]


@dataclass(frozen=True)
class Member:
    """Who joined, as which one."""

    person: str
    number: int
    name: str


# ── Routes ───────────────────────────────────────────────────────────────────────────────────────


@api.get("/duplicates", response_model=list[DuplicateCard])
async def own_duplicates(server: TheServer, person: Somebody) -> Json:
    """Your duplicates, the newest first."""
    await server.pages.count(person.id)
    return Json(await server.hall.store.have(cards_of, person.id))


@api.post("/duplicates", response_model=Duplicate)
async def open_duplicate(
    server: TheServer, person: Somebody, home: Home, wanted: NewDuplicate
) -> Json:
    """Open a duplicate, the same deals for friends; anyone who has its address can join."""
    await server.tables.count(person.id)
    await server.tables_from.count(home)
    new = new_duplicate(wanted, person)
    await server.hall.store.have(add, new, person.id)
    return await shown(server, new.id, person)


@api.get("/duplicates/{duplicate}", response_model=Duplicate)
async def look_at_duplicate(server: TheServer, home: Home, person: Anyone, duplicate: Id) -> Json:
    """A duplicate: who plays in it, and the results of the deals that you have played."""
    await server.pages.count(person.id if person else home)
    return await shown(server, duplicate, person)


@api.post("/duplicates/{duplicate}/members", response_model=Duplicate)
async def join_duplicate(server: TheServer, person: Somebody, duplicate: Id) -> Json:
    """Join a duplicate; if you have already joined, nothing changes."""
    await server.tables.count(person.id)
    await server.hall.store.have(join, checked(duplicate), person.id)
    return await shown(server, duplicate, person)


@api.post("/duplicates/{duplicate}/deals/{number}", response_model=Done)
async def play_duplicate(
    server: TheServer, person: Somebody, home: Home, duplicate: Id, number: DealNumber
) -> Json:
    """Play one of its deals; if you have already begun it, you get the same table again."""
    await server.tables.count(person.id)
    await server.tables_from.count(home)
    table = await table_for(server, person, checked(duplicate), number)
    circle = await server.hall.find(table)
    return Json(Done(circle.table.id, circle.table.number))


async def shown(server: Server, duplicate: str, person: Person | None) -> Json:
    about = (checked(duplicate), person.id if person else None)
    return Json(await server.hall.store.have(view_of, *about))


def checked(duplicate: str) -> str:
    if not can_be_kept(duplicate):
        raise NoSuchTable(t("There is no such duplicate."))
    return duplicate


# ── Playing ──────────────────────────────────────────────────────────────────────────────────────


def new_duplicate(wanted: NewDuplicate, person: Person) -> Kept:
    card = playable(wanted.game)
    card.start(len(wanted.seats), wanted.options)  # refuses what cannot be played
    if PERSON not in wanted.seats:
        raise NotNow(t("At least one seat must be for a person."))
    return Kept(
        id=secrets.token_urlsafe(12),
        game=card.id,
        options=card.agreed(wanted.options),
        seats=wanted.seats,
        deals=wanted.deals,
        secret=deal_key.new_key(),
        owner=person.id,
        made_at=utc_days.now(),
    )


async def table_for(server: Server, person: Person, duplicate: str, number: int) -> str:
    """The one where a deal is played, or was; made by the first who comes."""
    store = server.hall.store
    kept, members = await store.have(load, duplicate)
    if number > kept.deals:
        raise NoSuchTable(t("There is no such deal."))
    deal, own = shared_deals.of_duplicate(duplicate, number), member_of(members, person.id)
    if (found := await begun(server, deal, person)) is not None:
        return found
    team = [one for one in members if team_of(kept, one) == team_of(kept, own)]
    if len(team) < len(kept.for_people):
        raise NotNow(t("Your table is not complete: somebody else has to join first."))
    await create.check_share(server.hall, person, server.settings.limits.standing)
    try:
        table = new_table(kept, person, own, team, deal)
        return (await create.add_dealt(server.hall, table)).table.id
    except Begun:
        if (found := await begun(server, deal, person)) is not None:
            return found
        raise NotNow(t("Somebody at your table has already played this deal.")) from None


async def begun(server: Server, deal: str, person: Person) -> str | None:
    play = await server.hall.store.have(deal_plays.play_of, deal, person.id)
    if play is not None and play.table is None:
        raise NotNow(t("You have played this deal, and its table was deleted."))
    return play.table if play else None


def member_of(members: list[Member], person: str) -> Member:
    for member in members:
        if member.person == person:
            return member
    raise NotYours(t("Join first: then you can play these deals."))


def team_of(kept: Kept, member: Member) -> int:
    return member.number // len(kept.for_people)


def seat_of(kept: Kept, member: Member) -> int:
    return kept.for_people[member.number % len(kept.for_people)]


def new_table(kept: Kept, person: Person, own: Member, team: list[Member], deal: str) -> Table:
    """With everybody of the team in their seats."""
    mine = seat_of(kept, own)
    wanted = NewTable(
        game=kept.game,
        seats=[seat_for(number, level, mine) for number, level in enumerate(kept.seats)],
        options=kept.options,
        is_public=False,
        guide=False,
    )
    table = create.new_table(person, wanted)
    for member in team:
        seat = table.seats[seat_of(kept, member)]
        if member.person != person.id:
            seat.kind, seat.person, seat.name = (
                "person",
                member.person,
                table.free_name(member.name),
            )
    return create.dealt(table, deal, shared_deals.key_of(bytes.fromhex(kept.secret), deal))


def seat_for(number: int, level: int, mine: int) -> MySeat | OpenSeat | BotSeat:
    if number == mine:
        return MySeat(kind="me")
    return OpenSeat(kind="open") if level == PERSON else BotSeat(kind="bot", level=level)


# ── In the store ─────────────────────────────────────────────────────────────────────────────────


def add(new: Kept, person: str, connection: Connection) -> None:
    mine = select(func.count()).select_from(DuplicateRow).where(DuplicateRow.owner == person)
    if connection.execute(mine).scalar_one() >= MOST_OWN:
        raise NotNow(
            t(
                "You have opened {MOST_OWN} duplicates, and no more can be kept.",
                MOST_OWN=MOST_OWN,
            )
        )
    connection.execute(insert(DuplicateRow).values(**vars(new)))
    join(new.id, person, connection)


def load(duplicate: str, connection: Connection) -> tuple[Kept, list[Member]]:
    query = select(DuplicateRow.__table__).where(DuplicateRow.id == duplicate)
    found = connection.execute(query).mappings().first()
    if found is None:
        raise NoSuchTable(t("There is no such duplicate."))
    members = connection.execute(
        select(MemberRow.person, MemberRow.number, PersonRow.name)
        .join(PersonRow, PersonRow.id == MemberRow.person)
        .where(MemberRow.duplicate == duplicate)
        .order_by(MemberRow.number)
    )
    return Kept(**found), [Member(*member) for member in members]


def join(duplicate: str, person: str, connection: Connection) -> None:
    """As the first whose number is free."""
    _, members = load(duplicate, connection)
    if any(member.person == person for member in members):
        return
    taken = {member.number for member in members}
    number = next(number for number in range(MOST_MEMBERS + 1) if number not in taken)
    if number >= MOST_MEMBERS:
        raise NotNow(
            t(
                "{MOST_MEMBERS} people are playing already, and there is no room for more.",
                MOST_MEMBERS=MOST_MEMBERS,
            )
        )
    row = {"duplicate": duplicate, "person": person, "number": number}
    try:
        with connection.begin_nested():
            connection.execute(insert(MemberRow).values(**row))
    except IntegrityError:
        raise NotNow(t("Somebody else joined at the same moment: try again.")) from None


def cards_of(person: str, connection: Connection) -> list[DuplicateCard]:
    mine = (
        select(DuplicateRow.__table__)
        .join(MemberRow, MemberRow.duplicate == DuplicateRow.id)
        .where(MemberRow.person == person)
        .order_by(DuplicateRow.made_at.desc(), DuplicateRow.id)
        .limit(LONGEST_LIST)
    )
    found = [Kept(**row) for row in connection.execute(mine).mappings()]
    return [card_of(kept, person, connection) for kept in found]


def card_of(kept: Kept, person: str, connection: Connection) -> DuplicateCard:
    members = select(func.count()).select_from(MemberRow).where(MemberRow.duplicate == kept.id)
    return DuplicateCard(
        id=kept.id,
        game=kept.game,
        name=name_of(kept.game),
        made_at=written(kept.made_at),
        deals=kept.deals,
        played=sum(deal_plays.has_ended(deal, person, connection) for deal in kept.names()),
        members=connection.execute(members).scalar_one(),
    )


def joined_by(person: str, connection: Connection) -> list[str]:
    mine = select(MemberRow.duplicate).where(MemberRow.person == person)
    return [*connection.execute(mine.order_by(MemberRow.duplicate)).scalars()]


def erase_old(since: float, connection: Connection) -> None:
    old = select(DuplicateRow.id).where(DuplicateRow.made_at < since)
    connection.execute(delete(MemberRow).where(MemberRow.duplicate.in_(old)))
    connection.execute(delete(DuplicateRow).where(DuplicateRow.made_at < since))


def part_with(person: str, connection: Connection) -> None:
    """Of everything that others play as well, nothing is kept of somebody."""
    connection.execute(delete(PlayRow).where(PlayRow.person == person))
    connection.execute(delete(MemberRow).where(MemberRow.person == person))
    mine = update(DuplicateRow).where(DuplicateRow.owner == person)
    connection.execute(mine.values(owner=None))


# ── What is told ─────────────────────────────────────────────────────────────────────────────────


def view_of(duplicate: str, person: str | None, connection: Connection) -> Duplicate:
    kept, members = load(duplicate, connection)
    played: dict[str, list[Play]] = {deal: [] for deal in kept.names()}
    for play in deal_plays.plays_at([*played], connection):
        played[play.deal].append(play)
    told = [deal_view(n, played[deal], members, person) for n, deal in enumerate(kept.names(), 1)]
    you = next((member for member in members if member.person == person), None)
    return Duplicate(
        id=kept.id,
        game=kept.game,
        name=name_of(kept.game),
        measure=measure_of(kept.game),
        options=kept.options,
        seats=kept.seats,
        made_at=written(kept.made_at),
        members=[member_view(kept, one, played, told, person) for one in members],
        you=you.number if you else None,
        is_full=len(members) >= MOST_MEMBERS,
        waits=you is not None and is_incomplete(kept, members, team_of(kept, you)),
        deals=told,
    )


def is_incomplete(kept: Kept, members: list[Member], team: int) -> bool:
    return sum(team_of(kept, one) == team for one in members) < len(kept.for_people)


def deal_view(
    number: int, played: list[Play], members: list[Member], person: str | None
) -> DuplicateDeal:
    """How others came off is told to who is done with it; where, to who did not give up."""
    mine = next((play for play in played if play.person == person), None)
    done = [play for play in played if play.score is not None]
    is_done = mine is not None and mine.ended_at is not None
    numbers = {member.person: member.number for member in members}
    cells = [cell_of(play, done, numbers[play.person]) for play in done if play.person in numbers]
    own_table = mine.table if mine else None
    if mine is None or not mine.is_finished:
        cells = [replace(c, table=c.table if c.table == own_table else None) for c in cells]
    return DuplicateDeal(
        number=number,
        state="over" if is_done else "new" if mine is None else "running",
        table=mine.table if mine else None,
        done=len(done),
        cells=sorted(cells, key=lambda cell: cell.member) if is_done else [],
    )


def cell_of(play: Play, done: list[Play], member: int) -> Cell:
    """Matchpoints: what part of those in the same seat one has left behind, of equals half."""
    rivals = [o.score for o in done if o.seat == play.seat and o.person != play.person]
    assert play.score is not None
    beaten = sum(scored(play.score, rival) for rival in rivals if rival is not None)
    score = 100 * beaten / len(rivals) if rivals else None
    return Cell(member, play.result, play.points or 0, play.gave_up, score, play.table)


def scored(own: int, rival: int) -> float:
    return 1.0 if own > rival else 0.5 if own == rival else 0.0


def member_view(
    kept: Kept,
    member: Member,
    played: dict[str, list[Play]],
    told: list[DuplicateDeal],
    person: str | None,
) -> MemberView:
    cells = [cell for deal in told for cell in deal.cells if cell.member == member.number]
    scores = [cell.score for cell in cells if cell.score is not None]
    everything = [play for there in played.values() for play in there]
    done = [one for one in everything if one.person == member.person and one.score is not None]
    return MemberView(
        number=member.number,
        name=member.name,
        team=team_of(kept, member),
        seat=seat_of(kept, member),
        is_you=member.person == person,
        played=len(done),
        total=sum(scores) / len(scores) if scores else None,
    )
