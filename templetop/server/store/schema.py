"""What is kept: people, tables, seats, moves, and decisions that are not revealed yet.

Beside an event that was found by an experiment, what it brought along is kept as well.

No state of a game is kept: it follows from the moves. Every change of a table raises its
`revision`, and says which one it follows: of two changes that follow the same one, the store takes
only the first. So two workers can never both accept move 17; its key sees to it once more.
Moments are seconds since 1970.
"""

from typing import Any, ClassVar

from sqlalchemy import JSON, Double, ForeignKey, Index, Integer, LargeBinary, String
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    """Everything that is kept."""

    type_annotation_map: ClassVar[dict[Any, Any]] = {
        float: Double,
        dict[str, Any]: JSON,
        list[int]: JSON,
        list[list[Any]]: JSON,
        list[dict[str, Any]]: JSON,
    }


class PersonRow(Base):
    """A guest, or somebody with an account."""

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
    looks: Mapped[str | None] = mapped_column(String(100))  # what an account's name looks like
    email: Mapped[str | None] = mapped_column(String(254))  # confirmed
    seen_at: Mapped[float]  # to the day
    banned: Mapped[str | None] = mapped_column(String(200))  # and why


class SessionRow(Base):
    """A browser in which somebody is known."""

    __tablename__ = "sessions"
    __table_args__ = (
        Index("sessions_by_person", "person"),
        Index("sessions_by_seen", "seen_at"),
    )

    id: Mapped[str] = mapped_column(String(43), primary_key=True)
    person: Mapped[str] = mapped_column(ForeignKey("people.id"))
    made_at: Mapped[float]
    seen_at: Mapped[float]  # to the day


class EmailTokenRow(Base):
    """A mail with a link that is good once, for a while."""

    __tablename__ = "letters"
    __table_args__ = (Index("letters_by_person", "person"),)

    id: Mapped[str] = mapped_column(String(64), primary_key=True)  # the hash of what it ends with
    person: Mapped[str] = mapped_column(ForeignKey("people.id"))
    kind: Mapped[str] = mapped_column(String(10))  # password or email
    email: Mapped[str] = mapped_column(String(254))  # where it went
    made_at: Mapped[float]


class TableRow(Base):
    """A table: what is played, and how far it has come."""

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
    invitation: Mapped[str] = mapped_column(String(32))  # whoever has it may sit, and watch
    admission: Mapped[str] = mapped_column(String(32))  # whoever has it may watch
    secret: Mapped[str] = mapped_column(String(64))  # the key of its luck, which is sent nowhere
    clock: Mapped[str | None] = mapped_column(String(10))  # move or player
    seconds: Mapped[int | None]
    state: Mapped[str] = mapped_column(String(10))
    made_at: Mapped[float]
    rematch: Mapped[str | None] = mapped_column(String(32))
    guide: Mapped[bool]  # may those who sit there ask what the strongest bot would do?

    revision: Mapped[int] = mapped_column(default=0)
    undone: Mapped[int] = mapped_column(default=0)  # how often a move was taken back
    length: Mapped[int] = mapped_column(default=0)  # moves
    asked_at: Mapped[float | None]  # when those who are to decide now were asked
    awaited: Mapped[int] = mapped_column(default=0)  # seats that have not decided, a bit each
    standing: Mapped[list[int]] = mapped_column(default=list)  # points
    deadline: Mapped[float | None]  # when the first clock runs out
    bot_due: Mapped[float | None]  # since when a bot is awaited
    chance_due: Mapped[float | None]  # since when chance is, which takes its time
    owner: Mapped[str | None] = mapped_column(String(32))  # who opened it
    changed_at: Mapped[float] = mapped_column(default=0.0)
    practice: Mapped[bool] = mapped_column(default=False)  # something was taken back that was seen
    notices: Mapped[list[list[Any]]] = mapped_column(default=list)  # see notices.py
    ballot: Mapped[dict[str, Any]] = mapped_column(default=dict)  # see ballots.py; empty: none
    lesson: Mapped[dict[str, Any]] = mapped_column(default=dict)  # see lessons.py; empty: none
    counts: Mapped[bool] = mapped_column(default=False)  # for the ratings of those who play
    settled: Mapped[bool] = mapped_column(default=False)  # and their ratings have it
    talk: Mapped[list[dict[str, Any]]] = mapped_column(default=list)  # see talk.py
    deal: Mapped[str | None] = mapped_column(String(100))  # that others play as well; see deals.py


class SeatRow(Base):
    """A seat at a table."""

    __tablename__ = "seats"
    __table_args__ = (Index("seats_by_person", "person"),)

    table: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(String(10))  # person, bot or open
    level: Mapped[int | None]
    program: Mapped[str | None] = mapped_column(String(40))  # the name of the bot, if it is one
    replaced: Mapped[str | None] = mapped_column(String(100))  # why the random bot plays for it
    replaced_at: Mapped[int | None]  # after so many moves
    person: Mapped[str | None] = mapped_column(ForeignKey("people.id"))
    name: Mapped[str] = mapped_column(String(40))
    has_left: Mapped[bool] = mapped_column(default=False)
    spent: Mapped[float] = mapped_column(default=0.0)  # seconds of thinking
    place: Mapped[int | None]
    result: Mapped[str | None] = mapped_column(String(10))  # won, drawn or lost
    missed: Mapped[int] = mapped_column(default=0)  # decisions in a row that a bot had to make
    away: Mapped[list[list[Any]]] = mapped_column(default=list)  # holidays; see correspondence.py
    rated: Mapped[list[int] | None]  # the rating before and after the match, if it counted


class MoveRow(Base):
    """A move of a match."""

    __tablename__ = "moves"

    table: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    seat: Mapped[int]
    move: Mapped[int]
    answers: Mapped[int]  # the number that the table had when the decision was asked
    made_at: Mapped[float]


class DecisionRow(Base):
    """A decision, until all who were asked have decided; it may still change."""

    __tablename__ = "decisions"

    table: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    seat: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    move: Mapped[int]
    made_at: Mapped[float]


class ReviewRow(Base):
    """What the coach has found out about a match, or how far it has come; it names nobody."""

    __tablename__ = "reviews"
    __table_args__ = (Index("reviews_by_person", "person"),)

    table: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)  # -1: for everybody
    number: Mapped[int]  # of the table: another if something was taken back since
    rules_version: Mapped[int]
    person: Mapped[str | None] = mapped_column(String(32))  # who asked for it
    stage: Mapped[str] = mapped_column(String(10))  # see coaching.py
    done: Mapped[int]
    total: Mapped[int]
    told_at: Mapped[float]  # when the coach was last heard of
    body: Mapped[bytes] = mapped_column(LargeBinary)  # packed JSON; nothing until the first look


class PuzzleTryRow(Base):
    """Somebody's first answer to a puzzle."""

    __tablename__ = "tried"

    person: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True)
    puzzle: Mapped[str] = mapped_column(String(16), primary_key=True)
    game: Mapped[str] = mapped_column(String(40))
    solved: Mapped[bool]
    made_at: Mapped[float]


class AttachmentRow(Base):
    """What an experiment brought along, beside the event that it found."""

    __tablename__ = "keepsakes"

    table: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)  # of the event
    body: Mapped[bytes] = mapped_column(LargeBinary)


# ── Deals that are the same for everybody ────────────────────────────────────────────────────────


class DealPlayRow(Base):
    """Somebody's one try at a deal that others play as well."""

    __tablename__ = "plays"
    __table_args__ = (
        Index("plays_by_score", "deal", "score"),
        Index("plays_by_person", "person", "began_at"),
        Index("plays_by_table", "table"),
        Index("plays_by_age", "began_at"),
    )

    deal: Mapped[str] = mapped_column(String(100), primary_key=True)
    person: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True)
    table: Mapped[str | None] = mapped_column(String(32))  # nothing once it is deleted
    seat: Mapped[int]
    began_at: Mapped[float]
    ended_at: Mapped[float | None]
    result: Mapped[str | None] = mapped_column(String(10))
    points: Mapped[int | None]
    gave_up: Mapped[bool] = mapped_column(default=False)
    score: Mapped[int | None]  # more is better; nothing while it does not count
    home: Mapped[str | None] = mapped_column(String(64))  # from where, as a hash; while it runs
    apart: Mapped[bool] = mapped_column(default=False)  # takes no place; see plays.py


class NewHomeRow(Base):
    """Somebody who is new has begun a deal of a day from there; kept until the day is over."""

    __tablename__ = "new_homes"

    deal: Mapped[str] = mapped_column(String(100), primary_key=True)
    home: Mapped[str] = mapped_column(String(64), primary_key=True)
    began_at: Mapped[float]


class DuplicateRow(Base):
    """The same deals for a group of friends, at tables of their own."""

    __tablename__ = "duplicates"
    __table_args__ = (Index("duplicates_by_owner", "owner", "made_at"),)

    id: Mapped[str] = mapped_column(String(32), primary_key=True)  # who knows it may join
    game: Mapped[str] = mapped_column(String(40))
    options: Mapped[dict[str, Any]]
    seats: Mapped[list[int]]  # the level of a bot, or 0 for a person
    deals: Mapped[int]
    secret: Mapped[str] = mapped_column(String(64))  # of which the keys of its deals are made
    owner: Mapped[str | None] = mapped_column(String(32))
    made_at: Mapped[float]


class DuplicateMemberRow(Base):
    """Who plays in a duplicate: the number says at which table and seat."""

    __tablename__ = "members"
    __table_args__ = (
        Index("members_by_person", "person"),
        Index("members_by_number", "duplicate", "number", unique=True),
    )

    duplicate: Mapped[str] = mapped_column(ForeignKey("duplicates.id"), primary_key=True)
    person: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True)
    number: Mapped[int]


class BestPossibleRow(Base):
    """How many points somebody who had known what comes would have had in a match."""

    __tablename__ = "bounds"

    table: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    found: Mapped[int]  # at least
    most: Mapped[int]


class HolidayRow(Base):
    """Somebody's clocks rest from … to …, wherever they play by correspondence."""

    __tablename__ = "holidays"

    person: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True)
    begins: Mapped[float] = mapped_column(primary_key=True)
    ends: Mapped[float]


class BrowserRow(Base):
    """A browser that is told when it is somebody's turn, as long as its session lasts."""

    __tablename__ = "browsers"
    __table_args__ = (Index("browsers_by_person", "person"),)

    id: Mapped[str] = mapped_column(String(64), primary_key=True)  # the hash of the endpoint
    person: Mapped[str] = mapped_column(ForeignKey("people.id"))
    session: Mapped[str] = mapped_column(String(43))
    endpoint: Mapped[str] = mapped_column(String(1000))
    p256dh: Mapped[str] = mapped_column(String(100))  # what is sent there is sealed with these
    auth: Mapped[str] = mapped_column(String(30))
    made_at: Mapped[float]
    language: Mapped[str] = mapped_column(String(8), server_default="en")  # to be told in


class MailPreferenceRow(Base):
    """Somebody wants a mail when it is their turn."""

    __tablename__ = "mail_wishes"

    person: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True)
    made_at: Mapped[float]
    mailed_at: Mapped[float] = mapped_column(default=0.0)
    language: Mapped[str] = mapped_column(String(8), server_default="en")  # to be told in


class NotificationRow(Base):
    """Somebody was called to a table, or has seen it: once for each turn and each way."""

    __tablename__ = "calls"

    table: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    person: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True)
    way: Mapped[str] = mapped_column(String(4), primary_key=True)  # push or mail
    number: Mapped[int]  # of the table then
    made_at: Mapped[float]


# ── The club ─────────────────────────────────────────────────────────────────────────────────────


class RatingRow(Base):
    """How strong somebody is in a game, as far as matches have shown; see ratings.py."""

    __tablename__ = "ratings"
    __table_args__ = (Index("ratings_by_game", "game", "mu"),)

    person: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True)
    game: Mapped[str] = mapped_column(String(40), primary_key=True)
    mu: Mapped[float]
    sigma: Mapped[float]
    matches: Mapped[int]
    changed_at: Mapped[float]


class RatingChangeRow(Base):
    """What a match did to somebody's rating; it outlives the table."""

    __tablename__ = "rated"
    __table_args__ = (Index("rated_by_person", "person", "game", "at"),)

    table: Mapped[str] = mapped_column(String(32), primary_key=True)
    person: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True)
    game: Mapped[str] = mapped_column(String(40))
    at: Mapped[float]
    mu: Mapped[float]  # afterwards
    gained: Mapped[int]  # in points as they are shown
    weight: Mapped[float]  # less than 1 where the same people met often


class RelationRow(Base):
    """What somebody has said about somebody else; see ties.py."""

    __tablename__ = "ties"
    __table_args__ = (Index("ties_by_other", "other"),)

    person: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True)
    other: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True)
    kind: Mapped[str] = mapped_column(String(10))  # none, asked, friend or blocked
    muted: Mapped[bool]
    made_at: Mapped[float]


class VisibilityRow(Base):
    """Who may see what on somebody's page; who has none shows what is usual."""

    __tablename__ = "showing"

    person: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True)
    rating: Mapped[str] = mapped_column(String(10))  # everybody, friends or nobody
    matches: Mapped[str] = mapped_column(String(10))
    figures: Mapped[str] = mapped_column(String(10))


class InvitationRow(Base):
    """A free seat that was offered to a friend."""

    __tablename__ = "invitations"
    __table_args__ = (Index("invitations_by_person", "person"),)

    table: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    person: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True)
    by: Mapped[str] = mapped_column(ForeignKey("people.id"))
    made_at: Mapped[float]


class ReportRow(Base):
    """A line that somebody has reported, for the operator; it outlives the table."""

    __tablename__ = "reports"

    table: Mapped[str] = mapped_column(String(32), primary_key=True)
    line: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    by: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True)
    said_by: Mapped[str] = mapped_column(ForeignKey("people.id"))
    says: Mapped[str] = mapped_column(String(400))
    at: Mapped[float]
