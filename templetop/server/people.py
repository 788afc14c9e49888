"""Guests and accounts, and the cookie by which they are known again."""

import asyncio
import secrets
import time
from dataclasses import replace

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError
from itsdangerous import BadSignature, URLSafeTimedSerializer

from templetop.bots.names import bot_of
from templetop.engine.match import BadName, check_name
from templetop.server.models import Me
from templetop.server.refusals import NotNow, NotSignedIn, WrongPassword
from templetop.server.store import Person, Store

COOKIE = "templetop"
A_YEAR = 365 * 24 * 3600
REMEMBERED = 5_000  # people, so that not every request asks the store
NEWS = 5.0  # seconds after which another worker may have changed somebody


class People:
    """Who is who."""

    def __init__(self, store: Store, secret: bytes) -> None:
        self.store = store
        self.signer = URLSafeTimedSerializer(secret, salt="person")
        self.hasher = PasswordHasher()
        self.known: dict[str, tuple[float, Person]] = {}
        self.nobody = self.hasher.hash(secrets.token_hex(16))

    # ── Cookies ──────────────────────────────────────────────────────────────────────────────────

    def cookie(self, person: Person) -> str:
        return str(self.signer.dumps(person.id))

    async def behind(self, cookie: str | None) -> Person | None:
        """Who a cookie belongs to; nobody, if it is not ours, too old, or of somebody gone."""
        if not cookie:
            return None
        try:
            person_id = str(self.signer.loads(cookie, max_age=A_YEAR))
        except BadSignature:
            return None
        asked_at, person = self.known.get(person_id, (0.0, None))
        if person is None or (self.store.is_shared and time.monotonic() - asked_at > NEWS):
            person = await self.store.person(person_id)
            if person is not None:
                self.remember(person)
        return person

    def remember(self, person: Person) -> None:
        self.known.pop(person.id, None)
        self.known[person.id] = (time.monotonic(), person)
        if len(self.known) > REMEMBERED:
            self.known.pop(next(iter(self.known)))

    # ── Guests and accounts ──────────────────────────────────────────────────────────────────────

    async def welcome(self, name: str) -> Person:
        """A new guest."""
        check_own_name(name)
        person = Person(secrets.token_urlsafe(12), name, None, None, time.time())
        await self.store.add_person(person)
        self.remember(person)
        return person

    async def rename(self, person: Person, name: str) -> Person:
        """Another name from now on; tables where one sits already keep the one they know."""
        check_own_name(name)
        account = None if person.account is None else account_of(name)
        renamed = replace(person, name=name, account=account)
        await self.store.rename(renamed)
        self.remember(renamed)
        return renamed

    async def open_account(self, person: Person | None, name: str, password: str) -> Person:
        """An account; whoever is a guest so far keeps their matches."""
        check_own_name(name)
        if person is not None and person.account is not None:
            raise NotNow("You have an account already; sign out first.")
        hashed = await asyncio.to_thread(self.hasher.hash, password)
        person_id = person.id if person else secrets.token_urlsafe(12)
        made_at = person.made_at if person else time.time()
        somebody = Person(person_id, name, account_of(name), hashed, made_at)
        if person is None:
            await self.store.add_person(somebody)
        else:
            await self.store.open_account(person.id, name, account_of(name), hashed)
        self.remember(somebody)
        return somebody

    async def sign_in(self, name: str, password: str) -> Person:
        """As long for a name that nobody has as for one that somebody has."""
        person = await self.store.account(account_of(name))
        hashed = person.password if person and person.password else self.nobody
        try:
            await asyncio.to_thread(self.hasher.verify, hashed, password)
        except (VerifyMismatchError, InvalidHashError):
            person = None
        if person is None:
            raise WrongPassword("Nobody has this name and this password.")
        self.remember(person)
        return person


def account_of(name: str) -> str:
    """Names that look alike are the same account."""
    return " ".join(name.casefold().split())


def check_own_name(name: str) -> None:
    check_name(name)
    if ":" in name or bot_of(name):
        raise BadName(f"{name!r} is what a bot is called; take another name.")


def as_me(person: Person) -> Me:
    return Me(person.id, person.name, person.account is None)


def signed_in(person: Person | None) -> Person:
    if person is None:
        raise NotSignedIn("Say first who you are: a guest needs a name and nothing else.")
    return person
