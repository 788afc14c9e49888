"""Sessions: the cookie by which a browser is known again, until somebody ends it.

A cookie names a session, and is signed, so that a made-up one is refused without asking the store.
When it was made does not matter, so a clock that is set back harms nobody.
"""

import secrets
import time
from collections.abc import Iterable, Mapping

from itsdangerous import BadSignature, URLSafeSerializer

from templetop.server.store.person_store import Person, PersonStore

COOKIE = "templetop"
HOST_COOKIE = "__Host-templetop"  # the same over HTTPS; see accounts.py
DEVICE_COOKIE = "templetop-device"  # by it somebody is known who has signed in here before
DAY = 24 * 3600.0
SESSION_SECONDS = 365 * 24 * 3600  # seconds after which a session ends that nobody uses
CACHE_SIZE = 5_000  # sessions, so that not every request asks the store
CACHE_SECONDS = 5.0  # seconds after which another worker may have changed somebody


def session_cookie(cookies: Mapping[str, str]) -> str | None:
    """That of the session. One of before HTTPS was on is good until `/api/visitor` replaces it."""
    return cookies.get(HOST_COOKIE) or cookies.get(COOKIE)


class Sessions:
    """Who is behind which cookie."""

    def __init__(self, person_store: PersonStore, secret: bytes, is_shared: bool) -> None:
        self.person_store = person_store
        self.is_shared = is_shared
        self.signer = URLSafeSerializer(secret, salt="session")
        self.device_signer = URLSafeSerializer(secret, salt="device")
        self.people: dict[str, tuple[float, Person]] = {}  # when the store was asked
        self.verified: dict[str, str] = {}  # the sessions of cookies that were found to be ours

    async def begin(self, person: Person) -> str:
        """A new one; its cookie."""
        session = secrets.token_urlsafe(24)
        await self.person_store.begin_session(session, person.id, time.time())
        self.cache(session, person)
        return str(self.signer.dumps(session))

    def session_of(self, cookie: str | None) -> str | None:
        """The session of a cookie; nothing if it is none of ours.

        Whether it has ended is not asked. What was signed by us once always was.
        """
        if not cookie or cookie in self.verified:
            return self.verified.get(cookie or "")
        try:
            self.verified[cookie] = str(self.signer.loads(cookie))
        except BadSignature:
            return None
        if len(self.verified) > CACHE_SIZE:
            del self.verified[next(iter(self.verified))]
        return self.verified.get(cookie)

    async def person_of(self, cookie: str | None) -> Person | None:
        """Whose cookie it is; nobody's, if it is not ours, or its session has ended."""
        session = self.session_of(cookie)
        if session is None:
            return None
        asked_at, person = self.people.get(session, (0.0, None))
        if person is None or (self.is_shared and time.monotonic() - asked_at > CACHE_SECONDS):
            self.people.pop(session, None)
            person = await self.look_up(session)
        return person

    async def look_up(self, session: str) -> Person | None:
        found, now = await self.person_store.session_person(session), time.time()
        if found is None or found[1] < now - SESSION_SECONDS or found[0].banned is not None:
            return None
        person, seen_at = found
        if seen_at < now - DAY:
            await self.person_store.touch(session, person.id, now)
        self.cache(session, person)
        return person

    async def end(self, cookie: str | None) -> str | None:
        """Which session has ended by that."""
        session = self.session_of(cookie)
        if session is not None:
            self.people.pop(session, None)
            await self.person_store.end_session(session)
        return session

    # ── What is known without asking ─────────────────────────────────────────────────────────────

    def cache(self, session: str, person: Person) -> None:
        self.people.pop(session, None)
        self.people[session] = (time.monotonic(), person)
        if len(self.people) > CACHE_SIZE:
            self.people.pop(next(iter(self.people)))

    def uncache(self, sessions: Iterable[str]) -> None:
        for session in sessions:
            self.people.pop(session, None)

    def update_person(self, person: Person) -> None:
        """Somebody is otherwise than we knew."""
        for session, (asked_at, cached_person) in self.people.items():
            if cached_person.id == person.id:
                self.people[session] = (asked_at, person)

    def uncache_all(self) -> None:
        self.people.clear()

    # ── Devices ──────────────────────────────────────────────────────────────────────────────────

    def device_of(self, person: Person) -> str:
        return str(self.device_signer.dumps(person.id))

    def has_signed_in_here(self, person: Person | None, device: str | None) -> bool:
        """Wrong passwords of others do not keep whoever comes from there out."""
        if person is None or device is None:
            return False
        try:
            return bool(self.device_signer.loads(device) == person.id)
        except BadSignature:
            return False
