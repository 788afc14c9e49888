"""Calls people to tables that wait for them, when they are not there: by push, and by mail.

Once for each turn, and never who looks at the table; who is awaited at several tables is told of
all of them at once.
"""

import asyncio
import logging
import time
from typing import Any

from itsdangerous import BadSignature, URLSafeSerializer

from templetop.engine.speech import mark, speaking
from templetop.engine.words import listed
from templetop.server.core.connection_limits import Throttle
from templetop.server.core.mail import Mailer
from templetop.server.notifications.turn_queries import (
    ActiveViewers,
    Channel,
    TurnNotification,
    WaitingTable,
    due_notifications,
    remove_browser,
)
from templetop.server.notifications.web_push import PushSubscription, WebPushSender
from templetop.server.tables.listings import game_name
from templetop.server.tables.service import TableService
from templetop.server.translations import t, tn

EVERY = 10.0  # seconds between two looks at who is awaited
AT_ONCE = 8  # browsers that something is sent to
MOST_ERRANDS = 500  # that wait for that; more are let be
MOST_OTHERS = 3  # people who are named
SUBJECT = 120  # characters

log = logging.getLogger("templetop.server")


class TurnNotifier:
    """Of a worker; what one of them has done, the others leave."""

    def __init__(
        self,
        table_service: TableService,
        secret: bytes,
        push: WebPushSender | None,
        mail: Mailer | None,
    ) -> None:
        self.table_service, self.push, self.mail = table_service, push, mail
        self.signer = URLSafeSerializer(secret, salt="unsubscribe")
        self.errands: set[asyncio.Task[None]] = set()
        self.slots = asyncio.Semaphore(AT_ONCE)
        self.throttle = Throttle()

    @property
    def ways(self) -> list[Channel]:
        ways: list[tuple[Channel, object]] = [("push", self.push), ("mail", self.mail)]
        return [way for way, by in ways if by is not None]

    async def run(self) -> None:
        """Again and again."""
        while self.ways:
            await asyncio.sleep(EVERY)
            try:
                await self.notify_due(time.time())
            except Exception as error:
                if self.throttle.allow("calls"):
                    log.error("Nobody could be notified: %r", error)

    async def notify_due(self, now: float) -> None:
        """All who are to be called now."""
        due = await self.table_service.store.run(
            due_notifications, now, self.active_viewers(), self.ways
        )
        for summons in due:
            if summons.way == "mail":
                with speaking(summons.language):
                    self.send_mail(summons)
            for browser in summons.browsers:
                with speaking(browser.language):
                    self.start_push(browser, push_payload(summons))

    def active_viewers(self) -> ActiveViewers:
        """Who has a table before their eyes, at this worker."""
        return {
            (room.table.id, watcher.person)
            for room in self.table_service.rooms.values()
            for watcher in room.clients
            if watcher.person is not None and watcher.is_looking
            if room.table.seat_of(watcher.person) in room.table.awaited_seats()
        }

    # ── Push ─────────────────────────────────────────────────────────────────────────────────────

    def start_push(self, browser: PushSubscription, what: dict[str, Any]) -> None:
        """Nobody waits for it."""
        if len(self.errands) >= MOST_ERRANDS:
            if self.throttle.allow("push"):
                log.warning("Too many notices are waiting to be pushed; some are dropped.")
            return
        errand = asyncio.create_task(self.push_to_browser(browser, what))
        self.errands.add(errand)
        errand.add_done_callback(self.errands.discard)

    async def push_to_browser(self, browser: PushSubscription, what: dict[str, Any]) -> None:
        """A browser that is gone is forgotten."""
        assert self.push is not None
        try:
            async with self.slots:
                if not await self.push.send(browser, what):
                    await self.table_service.store.run(remove_browser, browser.id)
        except Exception:
            log.exception("A notice could not be pushed.")

    async def close(self) -> None:
        for errand in self.errands:
            errand.cancel()
        await asyncio.gather(*self.errands, return_exceptions=True)
        if self.push is not None:
            self.push.close()

    # ── Mail ─────────────────────────────────────────────────────────────────────────────────────

    def send_mail(self, summons: TurnNotification) -> None:
        """With a link by which one mail is enough to stop them all."""
        mail, person = self.mail, summons.person
        if mail is None or person.email is None:
            return
        token = self.unsubscribe_token(person.id)
        one_click = f"{mail.address}/api/unsubscribe/{token}"
        tables = [
            f"{table_title(one)}\n{mail.address}/tables/{one.table}\n" for one in summons.waiting
        ]
        text = t(
            TURN_MAIL,
            name=person.name,
            headline=headline(summons.waiting),
            tables="\n".join(tables),
            stop=f"{mail.address}/unsubscribe#{token}",
        )
        headers = {
            "List-Unsubscribe": f"<{one_click}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }
        mail.send_later(person.email, headline(summons.waiting)[:SUBJECT], text, headers)

    def unsubscribe_token(self, person: str) -> str:
        return str(self.signer.dumps(person))

    def person_of_token(self, token: str) -> str | None:
        """Whose mails are to stop; nobody's, if we have not written that."""
        try:
            return str(self.signer.loads(token))
        except BadSignature:
            return None


TURN_MAIL = mark("""Hello {name},

{headline}.

{tables}
You get these emails because you asked for them at Templetop. To stop them, follow this link:
{stop}
""")


def headline(waiting: list[WaitingTable]) -> str:
    if len(waiting) == 1:
        return t("It is your turn: {table}", table=table_title(waiting[0]))
    return t("It is your turn at {count} tables", count=len(waiting))


def table_title(waiting: WaitingTable) -> str:
    """Karuba with Ann and Ben."""
    others = waiting.others[:MOST_OTHERS]
    rest = len(waiting.others) - len(others)
    if rest:
        others = [*others, tn("{count} other", "{count} others", rest)]
    return t("{game} with {others}", game=game_name(waiting.game), others=listed(others))


def push_payload(summons: TurnNotification) -> dict[str, Any]:
    """What a browser shows: see web/public/worker.js."""
    waiting = summons.waiting
    is_one = len(waiting) == 1
    return {
        "title": t("It is your turn"),
        "body": "\n".join(table_title(one) for one in waiting[:4]),
        "url": f"tables/{waiting[0].table}" if is_one else "lobby",
        "waiting": len(waiting),
    }
