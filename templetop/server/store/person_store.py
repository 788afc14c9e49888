"""People, their sessions, the links that were mailed to them, and their mail preferences.

Begin with `PersonStore`.
"""

from collections.abc import Collection
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from templetop.server.core.refusals import NameTaken
from templetop.server.store.database import Store, is_storable_text
from templetop.server.store.schema import (
    EmailTokenRow,
    HolidayRow,
    MailPreferenceRow,
    PersonRow,
    SessionRow,
)
from templetop.server.translations import t

BATCH_SIZE = 500  # sessions in one query; more need several


@dataclass(frozen=True)
class Person:
    """A guest, or a person with an account."""

    id: str
    name: str
    account: str | None
    password: str | None
    made_at: float
    looks: str | None = None  # of an account: see `name_skeleton`
    email: str | None = None
    seen_at: float = 0.0
    banned: str | None = None


@dataclass(frozen=True)
class EmailToken:
    """A mail with a link, which is valid once."""

    id: str
    person: str
    kind: str
    email: str
    made_at: float


class PersonStore:
    """Runs the queries about people on a store."""

    def __init__(self, store: Store) -> None:
        self.store = store

    # ── People ───────────────────────────────────────────────────────────────────────────────────

    async def add(self, person: Person) -> None:
        await self.store.run(add_person, person)

    async def change(self, person: Person, **values: Any) -> None:
        """Writes new values for a person; raises NameTaken if another account has the name."""
        await self.store.run(change_person, person, values)

    async def find_by_account(self, account: str) -> Person | None:
        """Returns the person who signs in by this name; None if nobody does."""
        if not is_storable_text(account):
            return None
        return await self.store.run(find_person, PersonRow.account == account)

    async def find_confusable(self, looks: str) -> Person | None:
        """Returns the person whose account has this name skeleton; None if nobody has."""
        return await self.store.run(find_person, PersonRow.looks == looks)

    # ── Sessions ─────────────────────────────────────────────────────────────────────────────────

    async def begin_session(self, session: str, person: str, now: float) -> None:
        await self.store.run(begin_session, session, person, now)

    async def session_person(self, session: str) -> tuple[Person, float] | None:
        """Returns the person of a session and when it was last used; None if it has ended."""
        return await self.store.run(find_session_person, session)

    async def touch(self, session: str, person: str, now: float) -> None:
        await self.store.run(touch, session, person, now)

    async def end_session(self, session: str) -> None:
        await self.store.run(end_sessions, SessionRow.id == session)

    async def end_all_sessions(self, person: str) -> Collection[str]:
        return await self.store.run(end_sessions, SessionRow.person == person)

    async def valid_sessions(self, sessions: Collection[str]) -> set[str]:
        """Returns those of the sessions that have not ended, of people who are not banned."""
        return await self.store.run(find_valid_sessions, [*sessions])

    # ── Email tokens ─────────────────────────────────────────────────────────────────────────────

    async def add_email_token(self, token: EmailToken) -> None:
        """Adds a token; earlier tokens of the same person and kind become invalid."""
        await self.store.run(add_email_token, token)

    async def find_email_token(self, token_id: str, kind: str) -> tuple[EmailToken, Person] | None:
        """Returns a token with its person, without using it up; None if there is none."""
        return await self.store.run(find_email_token, token_id, kind)

    async def consume_email_token(
        self, token_id: str, kind: str
    ) -> tuple[EmailToken, Person] | None:
        """Deletes a token and returns it with its person; None if it was used or never existed."""
        return await self.store.run(consume_email_token, token_id, kind)

    async def delete_email_tokens(self, person: str) -> None:
        """Makes all mailed links of a person invalid."""
        await self.store.run(delete_email_tokens, person)


def add_person(person: Person, connection: Connection) -> None:
    try:
        with connection.begin_nested():
            connection.execute(insert(PersonRow).values(**asdict(person)))
    except IntegrityError:
        raise NameTaken(t("Somebody else is already called {name}.", name=person.name)) from None


def change_person(person: Person, values: dict[str, Any], connection: Connection) -> None:
    try:
        with connection.begin_nested():
            statement = update(PersonRow).where(PersonRow.id == person.id)
            connection.execute(statement.values(**values))
    except IntegrityError:
        raise NameTaken(t("Somebody else is already called {name}.", name=values["name"])) from None


def find_person(where: ColumnElement[bool], connection: Connection) -> Person | None:
    found = connection.execute(select(PersonRow.__table__).where(where)).mappings().first()
    return Person(**found) if found else None


def begin_session(session: str, person: str, now: float, connection: Connection) -> None:
    row = {"id": session, "person": person, "made_at": now, "seen_at": now}
    connection.execute(insert(SessionRow).values(**row))
    connection.execute(update(PersonRow).where(PersonRow.id == person).values(seen_at=now))


def find_session_person(session: str, connection: Connection) -> tuple[Person, float] | None:
    query = select(SessionRow.person, SessionRow.seen_at).where(SessionRow.id == session)
    found = connection.execute(query).first()
    if found is None:
        return None
    person = find_person(PersonRow.id == found.person, connection)
    return None if person is None else (person, found.seen_at)


def touch(session: str, person: str, now: float, connection: Connection) -> None:
    """Notes that a session and its person were seen now."""
    connection.execute(update(SessionRow).where(SessionRow.id == session).values(seen_at=now))
    connection.execute(update(PersonRow).where(PersonRow.id == person).values(seen_at=now))


def end_sessions(where: ColumnElement[bool], connection: Connection) -> list[str]:
    """Deletes sessions, and returns their ids."""
    ended = [*connection.execute(select(SessionRow.id).where(where)).scalars()]
    connection.execute(delete(SessionRow).where(where))
    return ended


def find_valid_sessions(sessions: list[str], connection: Connection) -> set[str]:
    valid: set[str] = set()
    for first in range(0, len(sessions), BATCH_SIZE):
        query = (
            select(SessionRow.id)
            .join(PersonRow, PersonRow.id == SessionRow.person)
            .where(
                SessionRow.id.in_(sessions[first : first + BATCH_SIZE]), PersonRow.banned.is_(None)
            )
        )
        valid |= {*connection.execute(query).scalars()}
    return valid


def add_email_token(token: EmailToken, connection: Connection) -> None:
    same_kind = (EmailTokenRow.person == token.person) & (EmailTokenRow.kind == token.kind)
    connection.execute(delete(EmailTokenRow).where(same_kind))
    connection.execute(insert(EmailTokenRow).values(**asdict(token)))


def delete_email_tokens(person: str, connection: Connection) -> None:
    connection.execute(delete(EmailTokenRow).where(EmailTokenRow.person == person))


def find_email_token(
    token_id: str, kind: str, connection: Connection
) -> tuple[EmailToken, Person] | None:
    condition = (EmailTokenRow.id == token_id) & (EmailTokenRow.kind == kind)
    found = connection.execute(select(EmailTokenRow.__table__).where(condition)).mappings().first()
    if found is None:
        return None
    person = find_person(PersonRow.id == found["person"], connection)
    return None if person is None else (EmailToken(**found), person)


def consume_email_token(
    token_id: str, kind: str, connection: Connection
) -> tuple[EmailToken, Person] | None:
    found = find_email_token(token_id, kind, connection)
    deleted = connection.execute(delete(EmailTokenRow).where(EmailTokenRow.id == token_id))
    return found if deleted.rowcount == 1 else None


def load_holidays(person: str, connection: Connection) -> list[list[float]]:
    """Returns the begin and end of each holiday, in order."""
    query = select(HolidayRow.begins, HolidayRow.ends).where(HolidayRow.person == person)
    return [[row.begins, row.ends] for row in connection.execute(query.order_by(HolidayRow.begins))]


def wants_mail(person: str, connection: Connection) -> bool:
    return mail_language(person, connection) is not None


def set_mail_preference(
    person: str, wants: bool, language: str, now: float, connection: Connection
) -> None:
    """Stores whether a person wants mail about their turns, and in which language."""
    if not wants:
        connection.execute(delete(MailPreferenceRow).where(MailPreferenceRow.person == person))
    elif wants_mail(person, connection):
        statement = update(MailPreferenceRow).where(MailPreferenceRow.person == person)
        connection.execute(statement.values(language=language))
    else:
        row = {"person": person, "made_at": now, "mailed_at": 0.0, "language": language}
        connection.execute(insert(MailPreferenceRow).values(**row))


def mail_language(person: str, connection: Connection) -> str | None:
    """Returns the language of a person's mails; None if they want none."""
    query = select(MailPreferenceRow.language).where(MailPreferenceRow.person == person)
    return connection.execute(query).scalar_one_or_none()
