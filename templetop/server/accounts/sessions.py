"""Sessions: a signed cookie names a session, which identifies the person until the session ends.

The signature has no date, so that a clock that is set back signs nobody out. It refuses a forged
cookie without a query.
"""

import secrets
import time
from collections.abc import Iterable, Mapping

from itsdangerous import BadSignature, URLSafeSerializer

from templetop.server.core.bounded_dict import BoundedDict
from templetop.server.store.person_store import Person, PersonStore

COOKIE = "templetop"
HOST_COOKIE = "__Host-templetop"  # the same over HTTPS; see `cookie_name`
DEVICE_COOKIE = "templetop-device"  # names the account that has signed in in this browser
DAY = 24 * 3600.0  # seconds
SESSION_SECONDS = 365 * 24 * 3600  # seconds after which an unused session ends
CACHE_SIZE = 5_000  # sessions and cookies; beyond that, the oldest is dropped
CACHE_SECONDS = 5.0  # seconds until the store is asked again, for other workers' changes


def session_cookie(cookies: Mapping[str, str]) -> str | None:
    """Returns the session cookie, with or without prefix; see `cookie_name`."""
    return cookies.get(HOST_COOKIE) or cookies.get(COOKIE)


class Sessions:
    """Finds the person of a cookie, and begins and ends sessions."""

    def __init__(self, person_store: PersonStore, secret: bytes, is_shared: bool) -> None:
        self.person_store = person_store
        self.is_shared = is_shared
        self.signer = URLSafeSerializer(secret, salt="session")
        self.device_signer = URLSafeSerializer(secret, salt="device")
        # By session: when the person was read from the store, and the person.
        self.people: BoundedDict[str, tuple[float, Person]] = BoundedDict(CACHE_SIZE)
        # The sessions of cookies whose signature was valid.
        self.verified: BoundedDict[str, str] = BoundedDict(CACHE_SIZE)

    async def begin(self, person: Person) -> str:
        """Begins a session and returns its cookie."""
        session = secrets.token_urlsafe(24)
        await self.person_store.begin_session(session, person.id, time.time())
        self.cache(session, person)
        return str(self.signer.dumps(session))

    def session_of(self, cookie: str | None) -> str | None:
        """Returns the session of a cookie, which may have ended; None if the signature is wrong."""
        if not cookie or cookie in self.verified:
            return self.verified.get(cookie or "")
        try:
            self.verified[cookie] = str(self.signer.loads(cookie))
        except BadSignature:
            return None
        return self.verified[cookie]

    async def person_of(self, cookie: str | None) -> Person | None:
        """Returns the person of a cookie; None if it is invalid or its session has ended."""
        session = self.session_of(cookie)
        if session is None:
            return None
        asked_at, person = self.people.get(session, (0.0, None))
        if person is None or (self.is_shared and time.monotonic() - asked_at > CACHE_SECONDS):
            self.people.pop(session, None)
            person = await self.look_up(session)
        return person

    async def look_up(self, session: str) -> Person | None:
        """Reads the person of a session from the store; None if it has ended or is banned."""
        found, now = await self.person_store.session_person(session), time.time()
        if found is None or found[1] < now - SESSION_SECONDS or found[0].banned is not None:
            return None
        person, seen_at = found
        if seen_at < now - DAY:
            await self.person_store.touch(session, person.id, now)
        self.cache(session, person)
        return person

    async def end(self, cookie: str | None) -> str | None:
        """Ends the session of a cookie, and returns its id; None for an invalid cookie."""
        session = self.session_of(cookie)
        if session is not None:
            self.people.pop(session, None)
            await self.person_store.end_session(session)
        return session

    # ── The cache ────────────────────────────────────────────────────────────────────────────────

    def cache(self, session: str, person: Person) -> None:
        self.people[session] = (time.monotonic(), person)

    def uncache(self, sessions: Iterable[str]) -> None:
        for session in sessions:
            self.people.pop(session, None)

    def update_person(self, person: Person) -> None:
        """Replaces a person in the cache after a change."""
        for session, (asked_at, cached_person) in [*self.people.items()]:
            if cached_person.id == person.id:
                self.people[session] = (asked_at, person)

    def uncache_all(self) -> None:
        self.people.clear()

    # ── Devices ──────────────────────────────────────────────────────────────────────────────────

    def device_of(self, person: Person) -> str:
        """Returns a signed cookie for a browser in which the person has signed in."""
        return str(self.device_signer.dumps(person.id))

    def has_signed_in_here(self, person: Person | None, device: str | None) -> bool:
        """True if the device cookie is the person's.

        Such a browser has its own rate limit, so that others' wrong passwords do not lock the
        person out.
        """
        if person is None or device is None:
            return False
        try:
            return bool(self.device_signer.loads(device) == person.id)
        except BadSignature:
            return False
