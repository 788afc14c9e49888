"""Duplicates: a group of friends plays the same deals, so that only skill is compared.

Each member has a number, which decides on a table and a seat. In every deal, members are scored
with matchpoints against all others who had the same seat.
"""

import secrets
from dataclasses import dataclass, replace

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from templetop.server.api_models import (
    BotSeat,
    Cell,
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
from templetop.server.core.refusals import NoSuchDuplicate, NotAllowed, NotNow
from templetop.server.core.utc_days import iso_time
from templetop.server.deals import shared_deals
from templetop.server.deals.daily import playable_game
from templetop.server.store import deal_plays
from templetop.server.store.database import is_storable_text
from templetop.server.store.deal_plays import DealPlay
from templetop.server.store.person_store import Person
from templetop.server.store.schema import DealPlayRow, DuplicateMemberRow, DuplicateRow, PersonRow
from templetop.server.tables import create, deal_key
from templetop.server.tables.listings import game_measure, game_name
from templetop.server.tables.table import Table
from templetop.server.translations import t

MAX_MEMBERS = 24  # of one duplicate; more are refused
MAX_OWNED = 50  # stored duplicates that one person has opened; more are refused
MAX_LISTED = 30  # duplicates in a person's list
PERSON = 0  # in `seats`; other numbers are levels of bots


@dataclass(frozen=True)
class DuplicateSettings:
    """The row of a duplicate in the store."""

    id: str
    game: str
    options: dict[str, str]
    seats: list[int]
    deals: int
    secret: str
    owner: str | None
    made_at: float

    @property
    def seats_for_people(self) -> list[int]:
        return [number for number, level in enumerate(self.seats) if level == PERSON]

    def deal_ids(self) -> list[str]:
        """Returns the ids of all its deals."""
        return [
            shared_deals.duplicate_deal_id(self.id, number) for number in range(1, self.deals + 1)
        ]


@dataclass(frozen=True)
class DuplicateMember:
    """A person who plays in a duplicate, and the number by which tables and seats are assigned."""

    person: str
    number: int
    name: str


def parse_duplicate_id(duplicate: str) -> str:
    """Returns the id, if it could be in the store at all; otherwise refused as unknown."""
    if not is_storable_text(duplicate):
        raise NoSuchDuplicate(t("There is no such duplicate."))
    return duplicate


# ── Tables ───────────────────────────────────────────────────────────────────────────────────────


def new_duplicate(wanted: NewDuplicate, person: Person) -> DuplicateSettings:
    card = playable_game(wanted.game)
    card.start(len(wanted.seats), wanted.options)  # refuses what cannot be played
    if PERSON not in wanted.seats:
        raise NotNow(t("At least one seat must be for a person."))
    return DuplicateSettings(
        id=secrets.token_urlsafe(12),
        game=card.id,
        options=card.agreed(wanted.options),
        seats=wanted.seats,
        deals=wanted.deals,
        secret=deal_key.new_secret(),
        owner=person.id,
        made_at=utc_days.clock(),
    )


def find_duplicate_member(members: list[DuplicateMember], person: str) -> DuplicateMember:
    for member in members:
        if member.person == person:
            return member
    raise NotAllowed(t("Join first: then you can play these deals."))


def team_of_member(settings: DuplicateSettings, member: DuplicateMember) -> int:
    return member.number // len(settings.seats_for_people)


def seat_of_member(settings: DuplicateSettings, member: DuplicateMember) -> int:
    return settings.seats_for_people[member.number % len(settings.seats_for_people)]


def duplicate_table(
    settings: DuplicateSettings,
    person: Person,
    own: DuplicateMember,
    team: list[DuplicateMember],
    deal: str,
) -> Table:
    """Returns a new table of a deal, with all members of the team in their seats."""
    mine = seat_of_member(settings, own)
    wanted = NewTable(
        game=settings.game,
        seats=[requested_seat(number, level, mine) for number, level in enumerate(settings.seats)],
        options=settings.options,
        is_public=False,
        guide=False,
    )
    table = create.build_table(person, wanted)
    for member in team:
        seat = table.seats[seat_of_member(settings, member)]
        if member.person != person.id:
            seat.kind, seat.person, seat.name = (
                "person",
                member.person,
                table.free_name(member.name),
            )
    return create.with_shared_deal(
        table, deal, shared_deals.shared_deal_secret(bytes.fromhex(settings.secret), deal)
    )


def requested_seat(number: int, level: int, mine: int) -> MySeat | OpenSeat | BotSeat:
    if number == mine:
        return MySeat(kind="me")
    return OpenSeat(kind="open") if level == PERSON else BotSeat(kind="bot", level=level)


# ── In the store ─────────────────────────────────────────────────────────────────────────────────


def add_duplicate(new: DuplicateSettings, person: str, connection: Connection) -> None:
    mine = select(func.count()).select_from(DuplicateRow).where(DuplicateRow.owner == person)
    if connection.execute(mine).scalar_one() >= MAX_OWNED:
        raise NotNow(
            t(
                "You have opened {MOST_OWN} duplicates, and no more can be kept.",
                MOST_OWN=MAX_OWNED,
            )
        )
    connection.execute(insert(DuplicateRow).values(**vars(new)))
    join_as_member(new.id, person, connection)


def load_duplicate(
    duplicate: str, connection: Connection
) -> tuple[DuplicateSettings, list[DuplicateMember]]:
    query = select(DuplicateRow.__table__).where(DuplicateRow.id == duplicate)
    found = connection.execute(query).mappings().first()
    if found is None:
        raise NoSuchDuplicate(t("There is no such duplicate."))
    members = connection.execute(
        select(DuplicateMemberRow.person, DuplicateMemberRow.number, PersonRow.name)
        .join(PersonRow, PersonRow.id == DuplicateMemberRow.person)
        .where(DuplicateMemberRow.duplicate == duplicate)
        .order_by(DuplicateMemberRow.number)
    )
    return DuplicateSettings(**found), [DuplicateMember(*member) for member in members]


def join_as_member(duplicate: str, person: str, connection: Connection) -> None:
    """Adds a person with the lowest free number; does nothing for a member.

    Refused if the duplicate is full, or if somebody else has taken the number at the same moment.
    """
    _, members = load_duplicate(duplicate, connection)
    if any(member.person == person for member in members):
        return
    taken = {member.number for member in members}
    number = next(number for number in range(MAX_MEMBERS + 1) if number not in taken)
    if number >= MAX_MEMBERS:
        raise NotNow(
            t(
                "{MOST_MEMBERS} people are playing already, and there is no room for more.",
                MOST_MEMBERS=MAX_MEMBERS,
            )
        )
    row = {"duplicate": duplicate, "person": person, "number": number}
    try:
        with connection.begin_nested():
            connection.execute(insert(DuplicateMemberRow).values(**row))
    except IntegrityError:
        raise NotNow(t("Somebody else joined at the same moment: try again.")) from None


def duplicate_cards(person: str, connection: Connection) -> list[DuplicateCard]:
    query = (
        select(DuplicateRow.__table__)
        .join(DuplicateMemberRow, DuplicateMemberRow.duplicate == DuplicateRow.id)
        .where(DuplicateMemberRow.person == person)
        .order_by(DuplicateRow.made_at.desc(), DuplicateRow.id)
        .limit(MAX_LISTED)
    )
    found = [DuplicateSettings(**row) for row in connection.execute(query).mappings()]
    return [duplicate_card(settings, person, connection) for settings in found]


def duplicate_card(
    settings: DuplicateSettings, person: str, connection: Connection
) -> DuplicateCard:
    members = (
        select(func.count())
        .select_from(DuplicateMemberRow)
        .where(DuplicateMemberRow.duplicate == settings.id)
    )
    return DuplicateCard(
        id=settings.id,
        game=settings.game,
        name=game_name(settings.game),
        made_at=iso_time(settings.made_at),
        deals=settings.deals,
        played=sum(deal_plays.has_ended(deal, person, connection) for deal in settings.deal_ids()),
        members=connection.execute(members).scalar_one(),
    )


def joined_duplicates(person: str, connection: Connection) -> list[str]:
    mine = select(DuplicateMemberRow.duplicate).where(DuplicateMemberRow.person == person)
    return [*connection.execute(mine.order_by(DuplicateMemberRow.duplicate)).scalars()]


def erase_old_duplicates(since: float, connection: Connection) -> None:
    old = select(DuplicateRow.id).where(DuplicateRow.made_at < since)
    connection.execute(delete(DuplicateMemberRow).where(DuplicateMemberRow.duplicate.in_(old)))
    connection.execute(delete(DuplicateRow).where(DuplicateRow.made_at < since))


def remove_member(person: str, connection: Connection) -> None:
    """Deletes a person's results of shared deals, and takes them out of all duplicates."""
    connection.execute(delete(DealPlayRow).where(DealPlayRow.person == person))
    connection.execute(delete(DuplicateMemberRow).where(DuplicateMemberRow.person == person))
    mine = update(DuplicateRow).where(DuplicateRow.owner == person)
    connection.execute(mine.values(owner=None))


# ── Views ────────────────────────────────────────────────────────────────────────────────────────


def duplicate_view(duplicate: str, person: str | None, connection: Connection) -> Duplicate:
    settings, members = load_duplicate(duplicate, connection)
    played: dict[str, list[DealPlay]] = {deal: [] for deal in settings.deal_ids()}
    for play in deal_plays.plays_at([*played], connection):
        played[play.deal].append(play)
    deal_views = [
        duplicate_deal_view(number, played[deal], members, person)
        for number, deal in enumerate(settings.deal_ids(), 1)
    ]
    you = next((member for member in members if member.person == person), None)
    return Duplicate(
        id=settings.id,
        game=settings.game,
        name=game_name(settings.game),
        measure=game_measure(settings.game),
        options=settings.options,
        seats=settings.seats,
        made_at=iso_time(settings.made_at),
        members=[
            duplicate_member_view(settings, member, played, deal_views, person)
            for member in members
        ],
        you=you.number if you else None,
        is_full=len(members) >= MAX_MEMBERS,
        waits=you is not None and lacks_members(settings, members, team_of_member(settings, you)),
        deals=deal_views,
    )


def lacks_members(settings: DuplicateSettings, members: list[DuplicateMember], team: int) -> bool:
    """True if a team has fewer members than the table has seats for people."""
    return sum(team_of_member(settings, member) == team for member in members) < len(
        settings.seats_for_people
    )


def duplicate_deal_view(
    number: int, played: list[DealPlay], members: list[DuplicateMember], person: str | None
) -> DuplicateDeal:
    """Returns a deal as the person may see it.

    Results of others are shown when the person has ended the deal; their tables only if the person
    has not given up.
    """
    mine = next((play for play in played if play.person == person), None)
    ended = [play for play in played if play.score is not None]
    is_done = mine is not None and mine.ended_at is not None
    numbers = {member.person: member.number for member in members}
    cells = [
        duplicate_score(play, ended, numbers[play.person])
        for play in ended
        if play.person in numbers
    ]
    own_table = mine.table if mine else None
    if mine is None or not mine.is_finished:
        cells = [replace(c, table=c.table if c.table == own_table else None) for c in cells]
    return DuplicateDeal(
        number=number,
        state="over" if is_done else "new" if mine is None else "running",
        table=mine.table if mine else None,
        done=len(ended),
        cells=sorted(cells, key=lambda cell: cell.member) if is_done else [],
    )


def duplicate_score(play: DealPlay, ended: list[DealPlay], member: int) -> Cell:
    """Returns a member's result, scored in per cent of the matchpoints against all in the same
    seat."""
    rivals = [o.score for o in ended if o.seat == play.seat and o.person != play.person]
    assert play.score is not None
    beaten = sum(matchpoints(play.score, rival) for rival in rivals if rival is not None)
    score = 100 * beaten / len(rivals) if rivals else None
    return Cell(member, play.result, play.points or 0, play.gave_up, score, play.table)


def matchpoints(own: int, rival: int) -> float:
    """Returns 1 for a rival with fewer points, and a half for one with equal points."""
    return 1.0 if own > rival else 0.5 if own == rival else 0.0


def duplicate_member_view(
    settings: DuplicateSettings,
    member: DuplicateMember,
    played: dict[str, list[DealPlay]],
    deal_views: list[DuplicateDeal],
    person: str | None,
) -> MemberView:
    cells = [cell for deal in deal_views for cell in deal.cells if cell.member == member.number]
    scores = [cell.score for cell in cells if cell.score is not None]
    plays = [play for of_deal in played.values() for play in of_deal]
    ended = [own for own in plays if own.person == member.person and own.score is not None]
    return MemberView(
        number=member.number,
        name=member.name,
        team=team_of_member(settings, member),
        seat=seat_of_member(settings, member),
        is_you=member.person == person,
        played=len(ended),
        total=sum(scores) / len(scores) if scores else None,
    )
