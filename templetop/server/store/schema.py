"""Every SQL table of the server: people, tables, seats, moves, decisions and what else is stored.

No state of a game is stored, because it follows from the moves. Each change of a table names the
`revision` that it follows, and only the first change of a revision is accepted, so two workers can
never both write move 17. Times are seconds since 1970, unless a comment says otherwise.
"""

from typing import Any, ClassVar

from sqlalchemy import JSON, Double, ForeignKey, Index, Integer, LargeBinary, String
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    """The base of all rows; `metadata` has every table."""

    type_annotation_map: ClassVar[dict[Any, Any]] = {
        float: Double,
        dict[str, Any]: JSON,
        list[int]: JSON,
        list[list[Any]]: JSON,
        list[dict[str, Any]]: JSON,
    }


class PersonRow(Base):
    """A guest, or a person with an account."""

    __tablename__ = "people"
    __table_args__ = (
        Index("people_by_looks", "looks", unique=True),
        Index("people_by_seen", "seen_at"),
    )

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    name: Mapped[str] = mapped_column(String(24))
    account: Mapped[str | None] = mapped_column(String(100), unique=True)  # the name to sign in by
    password: Mapped[str | None] = mapped_column(String(200))  # its hash
    made_at: Mapped[float]
    looks: Mapped[str | None] = mapped_column(String(100))  # see `name_skeleton`
    email: Mapped[str | None] = mapped_column(String(254))  # confirmed
    seen_at: Mapped[float]  # written once a day at most
    banned: Mapped[str | None] = mapped_column(String(200))  # the reason


class SessionRow(Base):
    """A browser in which a person is signed in."""

    __tablename__ = "sessions"
    __table_args__ = (
        Index("sessions_by_person", "person"),
        Index("sessions_by_seen", "seen_at"),
    )

    id: Mapped[str] = mapped_column(String(43), primary_key=True)
    person: Mapped[str] = mapped_column(ForeignKey("people.id"))
    made_at: Mapped[float]
    seen_at: Mapped[float]  # written once a day at most


class EmailTokenRow(Base):
    """A mail with a link that can be used once, for a limited time."""

    __tablename__ = "letters"
    __table_args__ = (Index("letters_by_person", "person"),)

    id: Mapped[str] = mapped_column(
        String(64), primary_key=True
    )  # the hash of the token in the link
    person: Mapped[str] = mapped_column(ForeignKey("people.id"))
    kind: Mapped[str] = mapped_column(String(10))  # password or email
    email: Mapped[str] = mapped_column(String(254))  # the recipient
    made_at: Mapped[float]


class TableRow(Base):
    """A table: what is played, and the progress of the match."""

    __tablename__ = "tables"
    __table_args__ = (
        Index("tables_by_state", "state", "is_public", "made_at"),
        Index("tables_by_deadline", "deadline"),
        Index("tables_by_bot_due", "bot_due"),
        Index("tables_by_chance_due", "chance_due"),
        Index("tables_by_change", "state", "changed_at"),
        Index("tables_by_owner", "owner", "state"),
        Index("tables_by_deal", "deal"),
        Index("tables_to_settle", "counts", "settled"),
    )

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    game: Mapped[str] = mapped_column(String(40))
    rules_version: Mapped[int]
    options: Mapped[dict[str, Any]]
    is_public: Mapped[bool]
    invitation: Mapped[str] = mapped_column(String(32))  # its bearer may sit and watch
    admission: Mapped[str] = mapped_column(String(32))  # its bearer may watch
    secret: Mapped[str] = mapped_column(String(64))  # the deal key; sent nowhere
    clock: Mapped[str | None] = mapped_column(String(10))  # move or player
    seconds: Mapped[int | None]
    state: Mapped[str] = mapped_column(String(10))
    made_at: Mapped[float]
    rematch: Mapped[str | None] = mapped_column(String(32))
    guide: Mapped[bool]  # the players may ask what the strongest bot would do

    revision: Mapped[int] = mapped_column(default=0)
    undone: Mapped[int] = mapped_column(default=0)  # number of moves taken back
    length: Mapped[int] = mapped_column(default=0)  # moves
    asked_at: Mapped[float | None]  # when the present decision was asked
    awaited: Mapped[int] = mapped_column(default=0)  # seats that have not decided, as bits
    standing: Mapped[list[int]] = mapped_column(default=list)  # points
    deadline: Mapped[float | None]  # when the next clock runs out
    bot_due: Mapped[float | None]  # since when a bot has to decide
    chance_due: Mapped[float | None]  # since when an experiment is due
    owner: Mapped[str | None] = mapped_column(String(32))  # the person who opened it
    changed_at: Mapped[float] = mapped_column(default=0.0)
    practice: Mapped[bool] = mapped_column(
        default=False
    )  # a move that revealed something was taken back
    notices: Mapped[list[list[Any]]] = mapped_column(default=list)  # see announcements.py
    ballot: Mapped[dict[str, Any]] = mapped_column(default=dict)  # see votes.py; empty: no vote
    lesson: Mapped[dict[str, Any]] = mapped_column(
        default=dict
    )  # see lesson_mode.py; empty: a match
    counts: Mapped[bool] = mapped_column(default=False)  # for the ratings of the players
    settled: Mapped[bool] = mapped_column(default=False)  # the ratings include it
    talk: Mapped[list[dict[str, Any]]] = mapped_column(default=list)  # see chat.py
    deal: Mapped[str | None] = mapped_column(String(100))  # a shared deal, see shared_deals.py


class SeatRow(Base):
    """A seat at a table."""

    __tablename__ = "seats"
    __table_args__ = (Index("seats_by_person", "person"),)

    table: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(String(10))  # person, bot or open
    level: Mapped[int | None]
    program: Mapped[str | None] = mapped_column(String(40))  # the name of the external bot
    replaced: Mapped[str | None] = mapped_column(String(100))  # why a random bot plays instead
    replaced_at: Mapped[int | None]  # number of moves at that time
    person: Mapped[str | None] = mapped_column(ForeignKey("people.id"))
    name: Mapped[str] = mapped_column(String(40))
    has_left: Mapped[bool] = mapped_column(default=False)
    spent: Mapped[float] = mapped_column(default=0.0)  # seconds of thinking
    place: Mapped[int | None]
    result: Mapped[str | None] = mapped_column(String(10))  # won, drawn or lost
    missed: Mapped[int] = mapped_column(
        default=0
    )  # decisions in a row that a bot made for the person
    away: Mapped[list[list[Any]]] = mapped_column(default=list)  # holidays; see correspondence.py
    rated: Mapped[list[int] | None]  # the rating before and after the match, if it counted


class MoveRow(Base):
    """A move of a match."""

    __tablename__ = "moves"

    table: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    seat: Mapped[int]
    move: Mapped[int]
    answers: Mapped[int]  # the number of the table when the decision was asked
    made_at: Mapped[float]


class DecisionRow(Base):
    """A seat's decision that may still change, until all seats that were asked have decided."""

    __tablename__ = "decisions"

    table: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    seat: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    move: Mapped[int]
    made_at: Mapped[float]


class ReviewRow(Base):
    """The coach's review of a match, or its progress; it contains no names."""

    __tablename__ = "reviews"
    __table_args__ = (Index("reviews_by_person", "person"),)

    table: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)  # -1: for everybody
    number: Mapped[int]  # of the table; differs if a move was taken back since
    rules_version: Mapped[int]
    person: Mapped[str | None] = mapped_column(String(32))  # who requested it
    stage: Mapped[str] = mapped_column(String(10))  # see reviews.py
    done: Mapped[int]
    total: Mapped[int]
    told_at: Mapped[float]  # when the worker last reported progress
    body: Mapped[bytes] = mapped_column(LargeBinary)  # compressed JSON; empty at first


class PuzzleTryRow(Base):
    """A person's first answer to a puzzle."""

    __tablename__ = "tried"

    person: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True)
    puzzle: Mapped[str] = mapped_column(String(16), primary_key=True)
    game: Mapped[str] = mapped_column(String(40))
    solved: Mapped[bool]
    made_at: Mapped[float]


class AttachmentRow(Base):
    """The attachment of an event: the file that an experiment left."""

    __tablename__ = "keepsakes"

    table: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)  # of the event
    body: Mapped[bytes] = mapped_column(LargeBinary)


# ── Deals that are the same for everybody ────────────────────────────────────────────────────────


class DealPlayRow(Base):
    """A person's only play of a shared deal."""

    __tablename__ = "plays"
    __table_args__ = (
        Index("plays_by_score", "deal", "score"),
        Index("plays_by_person", "person", "began_at"),
        Index("plays_by_table", "table"),
        Index("plays_by_age", "began_at"),
    )

    deal: Mapped[str] = mapped_column(String(100), primary_key=True)
    person: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True)
    table: Mapped[str | None] = mapped_column(String(32))  # None once the table is deleted
    seat: Mapped[int]
    began_at: Mapped[float]
    ended_at: Mapped[float | None]
    result: Mapped[str | None] = mapped_column(String(10))
    points: Mapped[int | None]
    gave_up: Mapped[bool] = mapped_column(default=False)
    score: Mapped[int | None]  # more is better; None while it does not count
    home: Mapped[str | None] = mapped_column(
        String(64)
    )  # the network, as a hash; None after the match
    apart: Mapped[bool] = mapped_column(default=False)  # has no place; see deal_plays.py


class NewHomeRow(Base):
    """A network from which a new person has begun a deal of a day; kept until the day is over."""

    __tablename__ = "new_homes"

    deal: Mapped[str] = mapped_column(String(100), primary_key=True)
    home: Mapped[str] = mapped_column(String(64), primary_key=True)
    began_at: Mapped[float]


class DuplicateRow(Base):
    """The same deals for a group of friends, at tables of their own."""

    __tablename__ = "duplicates"
    __table_args__ = (Index("duplicates_by_owner", "owner", "made_at"),)

    id: Mapped[str] = mapped_column(String(32), primary_key=True)  # its bearer may join
    game: Mapped[str] = mapped_column(String(40))
    options: Mapped[dict[str, Any]]
    seats: Mapped[list[int]]  # the level of a bot, or 0 for a person
    deals: Mapped[int]
    secret: Mapped[str] = mapped_column(String(64))  # the deal keys are derived from it
    owner: Mapped[str | None] = mapped_column(String(32))
    made_at: Mapped[float]


class DuplicateMemberRow(Base):
    """A person who plays in a duplicate; the number decides their tables and seats."""

    __tablename__ = "members"
    __table_args__ = (
        Index("members_by_person", "person"),
        Index("members_by_number", "duplicate", "number", unique=True),
    )

    duplicate: Mapped[str] = mapped_column(ForeignKey("duplicates.id"), primary_key=True)
    person: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True)
    number: Mapped[int]


class BestPossibleRow(Base):
    """The points that a person could have had in a match by knowing all chance in advance."""

    __tablename__ = "bounds"

    table: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    found: Mapped[int]  # lower bound
    most: Mapped[int]  # upper bound


class HolidayRow(Base):
    """A period in which a person's correspondence clocks are stopped."""

    __tablename__ = "holidays"

    person: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True)
    begins: Mapped[float] = mapped_column(primary_key=True)
    ends: Mapped[float]


class BrowserRow(Base):
    """A browser that gets push notifications of a person's turns while its session lasts."""

    __tablename__ = "browsers"
    __table_args__ = (Index("browsers_by_person", "person"),)

    id: Mapped[str] = mapped_column(String(64), primary_key=True)  # the hash of the endpoint
    person: Mapped[str] = mapped_column(ForeignKey("people.id"))
    session: Mapped[str] = mapped_column(String(43))
    endpoint: Mapped[str] = mapped_column(String(1000))
    p256dh: Mapped[str] = mapped_column(String(100))  # this and `auth` encrypt the messages
    auth: Mapped[str] = mapped_column(String(30))
    made_at: Mapped[float]
    language: Mapped[str] = mapped_column(String(8), server_default="en")  # of the messages


class MailPreferenceRow(Base):
    """A person who wants a mail when it is their turn."""

    __tablename__ = "mail_wishes"

    person: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True)
    made_at: Mapped[float]
    mailed_at: Mapped[float] = mapped_column(default=0.0)
    language: Mapped[str] = mapped_column(String(8), server_default="en")  # of the messages


class NotificationRow(Base):
    """A person was notified of a turn, or has seen it; one row for each table and channel."""

    __tablename__ = "calls"

    table: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    person: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True)
    way: Mapped[str] = mapped_column(String(4), primary_key=True)  # push or mail
    number: Mapped[int]  # of the table at that time
    made_at: Mapped[float]


# ── Community ────────────────────────────────────────────────────────────────────────────────────


class RatingRow(Base):
    """A person's rating in a game; see ratings.py."""

    __tablename__ = "ratings"
    __table_args__ = (Index("ratings_by_game", "game", "mu"),)

    person: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True)
    game: Mapped[str] = mapped_column(String(40), primary_key=True)
    mu: Mapped[float]
    sigma: Mapped[float]
    matches: Mapped[int]
    changed_at: Mapped[float]


class RatingChangeRow(Base):
    """The change of a person's rating by a match; kept when the table is deleted."""

    __tablename__ = "rated"
    __table_args__ = (Index("rated_by_person", "person", "game", "at"),)

    table: Mapped[str] = mapped_column(String(32), primary_key=True)
    person: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True)
    game: Mapped[str] = mapped_column(String(40))
    at: Mapped[float]
    mu: Mapped[float]  # afterwards
    gained: Mapped[int]  # in displayed points
    weight: Mapped[float]  # less than 1 where the same people meet often


class RelationRow(Base):
    """A person's relation to another person; see relations.py."""

    __tablename__ = "ties"
    __table_args__ = (Index("ties_by_other", "other"),)

    person: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True)
    other: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True)
    kind: Mapped[str] = mapped_column(String(10))  # none, asked, friend or blocked
    muted: Mapped[bool]
    made_at: Mapped[float]


class VisibilityRow(Base):
    """Who may see the parts of a person's profile; a person without a row has the defaults."""

    __tablename__ = "showing"

    person: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True)
    rating: Mapped[str] = mapped_column(String(10))  # everybody, friends or nobody
    matches: Mapped[str] = mapped_column(String(10))
    figures: Mapped[str] = mapped_column(String(10))


class InvitationRow(Base):
    """An invitation of a friend to a free seat."""

    __tablename__ = "invitations"
    __table_args__ = (Index("invitations_by_person", "person"),)

    table: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    person: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True)
    by: Mapped[str] = mapped_column(ForeignKey("people.id"))
    made_at: Mapped[float]


class ReportRow(Base):
    """A chat line that was reported to the operator; kept when the table is deleted."""

    __tablename__ = "reports"

    table: Mapped[str] = mapped_column(String(32), primary_key=True)
    line: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    by: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True)
    said_by: Mapped[str] = mapped_column(ForeignKey("people.id"))
    says: Mapped[str] = mapped_column(String(400))
    at: Mapped[float]
