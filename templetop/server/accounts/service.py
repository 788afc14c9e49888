"""Creates guests and accounts, signs them in, and changes their names, passwords and addresses."""

import hashlib
import re
import secrets
import time
from collections.abc import Collection
from dataclasses import replace
from typing import Any

from templetop.engine.speech import mark
from templetop.server.accounts import passwords
from templetop.server.accounts.name_policy import check_person_name, name_skeleton, sign_in_name
from templetop.server.accounts.passwords import PasswordService
from templetop.server.accounts.sessions import Sessions
from templetop.server.api_models import Me
from templetop.server.core.mail import Mailer
from templetop.server.core.refusals import (
    BadEmail,
    Banned,
    LinkExpired,
    NameTaken,
    NotNow,
    NotSignedIn,
    WrongPassword,
)
from templetop.server.store.person_store import EmailToken, Person, PersonStore
from templetop.server.translations import t

HOUR, DAY = 3600.0, 24 * 3600.0
LINK_LIFETIME = {"password": HOUR, "email": DAY}  # seconds
ATOM = r"[\w!#$%&'*+/=^`{|}~-]+"  # without "?": "=?…?=" would be decoded to several addresses
EMAIL_PATTERN = re.compile(
    rf"(?=[^@]{{1,64}}@){ATOM}(?:\.{ATOM})*@(?:[A-Za-z0-9-]{{1,63}}\.)+[A-Za-z0-9-]{{2,63}}"
)


class AccountService:
    """The use cases of accounts; routes call these methods."""

    def __init__(
        self,
        person_store: PersonStore,
        sessions: Sessions,
        mail: Mailer | None = None,
        programs: Collection[str] = (),
    ) -> None:
        self.person_store = person_store
        self.sessions = sessions
        self.mail = mail
        self.programs = programs  # names of external bots, which no person may have
        self.passwords = PasswordService()

    def close(self) -> None:
        self.passwords.close()

    # ── Guests ───────────────────────────────────────────────────────────────────────────────────

    async def create_guest(self, name: str) -> Person:
        await self.check_name(name, None)
        now = time.time()
        person = Person(secrets.token_urlsafe(12), name, None, None, now, seen_at=now)
        await self.person_store.add(person)
        return person

    async def check_name(self, name: str, person: Person | None) -> None:
        """Raises BadName for an invalid name, and NameTaken for one like another account's."""
        check_person_name(name, self.programs)
        other = await self.person_store.find_confusable(name_skeleton(name))
        if other is not None and (person is None or other.id != person.id):
            raise NameTaken(
                t(
                    "{name} could be taken for {other}, who has an account here.",
                    name=name,
                    other=other.name,
                )
            )

    async def rename(self, person: Person, name: str) -> Person:
        """Changes a person's name; tables at which the person sits keep the previous name."""
        await self.check_name(name, person)
        values = {"name": name}
        if person.account is not None:
            values |= {"account": sign_in_name(name), "looks": name_skeleton(name)}
        return await self.change(person, **values)

    async def change(self, person: Person, **values: Any) -> Person:
        """Writes new values for a person; a new password or address makes mailed links invalid."""
        if {"password", "email"} & {*values}:
            await self.person_store.delete_email_tokens(person.id)
        await self.person_store.change(person, **values)
        changed = replace(person, **values)
        self.sessions.update_person(changed)
        return changed

    # ── Accounts ─────────────────────────────────────────────────────────────────────────────────

    async def open_account(self, person: Person | None, name: str, password: str) -> Person:
        """Creates an account; a guest becomes its person and keeps their matches."""
        if person is not None and person.account is not None:
            raise NotNow(t("You have an account already; sign out first."))
        await self.check_name(name, person)
        passwords.check_password(password, name)
        hashed = await self.passwords.hash(password)
        values = {"name": name, "account": sign_in_name(name), "looks": name_skeleton(name)}
        if person is not None:
            return await self.change(person, **values, password=hashed)
        now = time.time()
        account = Person(
            secrets.token_urlsafe(12), password=hashed, made_at=now, seen_at=now, **values
        )
        await self.person_store.add(account)
        return account

    async def sign_in(self, person: Person | None, password: str) -> Person:
        """Returns the person if the password is right; raises WrongPassword or Banned otherwise.

        The check takes as long for a name that nobody has.
        """
        hashed = person.password if person else None
        if not await self.passwords.is_right(password, hashed) or person is None:
            raise WrongPassword(t("The name or the password is wrong."))
        if person.banned is not None:
            raise Banned(t("This account is closed: {banned}", banned=person.banned))
        return person

    async def require_password(self, person: Person, password: str) -> None:
        """Raises WrongPassword unless the password is right; a guest needs none.

        A signed-in browser alone is not enough to change an account.
        """
        if person.account is None:
            return  # a guest has none
        if not await self.passwords.is_right(password, person.password):
            raise WrongPassword(t("That is not your password."))

    async def change_password(self, person: Person, old: str, new: str) -> Person:
        await self.require_password(person, old)
        return await self.replace_password(person, new)

    async def replace_password(self, person: Person, new: str) -> Person:
        """Stores a new password; the caller has to end the sessions of the old one."""
        if person.account is None:
            raise NotNow(t("A guest has no password; create an account first."))
        passwords.check_password(new, person.name)
        return await self.change(person, password=await self.passwords.hash(new))

    # ── Mail ─────────────────────────────────────────────────────────────────────────────────────

    async def request_email(self, person: Person, email: str, password: str) -> None:
        """Mails a confirmation link; the address is stored by `confirm_email` only."""
        await self.require_password(person, password)
        if person.account is None:
            raise NotNow(t("A guest has no address; create an account first."))
        if not EMAIL_PATTERN.fullmatch(email):
            raise BadEmail(t("{email} is not an email address.", email=repr(email)))
        link = await self.create_email_link(person, "email", email)
        text = t(CONFIRM_MAIL, name=person.name, link=link)
        self.require_mailer().send_later(email, t("Is this your address?"), text)

    async def confirm_email(self, token: str) -> Person:
        email_token, person = await self.consume_email_link(token, "email")
        return await self.change(person, email=email_token.email)

    async def remove_email(self, person: Person, password: str) -> Person:
        await self.require_password(person, password)
        return await self.change(person, email=None)

    async def send_password_reset(self, name: str) -> None:
        """Mails a link for a new password, if the account exists and has an address.

        Otherwise nothing happens, so that nobody learns which accounts exist.
        """
        mail, person = (
            self.require_mailer(),
            await self.person_store.find_by_account(sign_in_name(name)),
        )
        if person is not None and person.email is not None and person.banned is None:
            link = await self.create_email_link(person, "password", person.email)
            text = t(RESET_MAIL, name=person.name, link=link)
            mail.send_later(person.email, t("A new password"), text)

    async def reset_password(self, token: str, password: str) -> Person:
        """Sets a new password by a mailed link.

        A password that is too weak does not use the link up. Raises LinkExpired or Banned.
        """
        found = await self.person_store.find_email_token(token_hash(token), "password")
        if found is not None and found[1].banned is not None:
            raise Banned(t("This account is closed: {banned}", banned=found[1].banned))
        if found is not None:
            passwords.check_password(password, found[1].name)
        _, person = await self.consume_email_link(token, "password")
        return await self.replace_password(person, password)

    def require_mailer(self) -> Mailer:
        if self.mail is None:
            raise NotNow(t("This server does not send email; ask its operator."))
        return self.mail

    async def create_email_link(self, person: Person, kind: str, email: str) -> str:
        """Stores a token for the address and returns the link with it."""
        token = secrets.token_urlsafe(24)
        await self.person_store.add_email_token(
            EmailToken(token_hash(token), person.id, kind, email, time.time())
        )
        return self.require_mailer().link(kind, token)

    async def consume_email_link(self, token: str, kind: str) -> tuple[EmailToken, Person]:
        """Uses a link up; raises LinkExpired if it was used before or is too old."""
        found = await self.person_store.consume_email_token(token_hash(token), kind)
        if found is None or found[0].made_at < time.time() - LINK_LIFETIME[kind]:
            raise LinkExpired(t("That link has been used, or it is too old; ask for another."))
        return found


CONFIRM_MAIL = mark(
    """Hello {name},

somebody who knows your Templetop password says that this is your address. If that is right, follow
this link within a day; if not, do nothing.

{link}
"""
)
RESET_MAIL = mark(
    """Hello {name},

somebody has asked for a new password for your Templetop account. If that was you, choose one
within an hour; if not, do nothing, and everything stays as it is.

{link}
"""
)


def token_hash(token: str) -> str:
    """Returns the hash that is stored, so that reading the store does not reveal the link."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def own_account_view(person: Person) -> Me:
    return Me(person.id, person.name, person.account is None, person.email)


def require_signed_in(person: Person | None) -> Person:
    """Returns the person; raises NotSignedIn if there is none."""
    if person is None:
        raise NotSignedIn(t("Tell us your name first. A guest needs nothing else."))
    return person
