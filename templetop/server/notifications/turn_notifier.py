"""Notifies people of their turns by push and by mail when they are away.

Each turn is notified once, never to a person who looks at the table, and all waiting tables of a
person go into one notification. Start reading at `TurnNotifier.notify_due`.
"""

import asyncio
import logging
import time
from typing import Any

from itsdangerous import BadSignature, URLSafeSerializer

from templetop.engine.speech import mark, speaking
from templetop.engine.words import listed
from templetop.server.core.background_tasks import BackgroundTasks
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

CHECK_INTERVAL = 10.0  # seconds between two checks for turns that are due
MAX_CONCURRENT = 8  # pushes that are sent at the same time; others wait
MAX_PUSHES = 500  # pushes that are sent or wait; more are dropped
MAX_OTHERS = 3  # names in a title; others are counted
MAX_SUBJECT = 120  # characters of a mail's subject; the rest is cut off

log = logging.getLogger("templetop.server")


class TurnNotifier:
    """Sends the notifications of one worker. A turn that one worker has claimed is left by the
    others."""

    def __init__(
        self,
        table_service: TableService,
        secret: bytes,
        push: WebPushSender | None,
        mail: Mailer | None,
    ) -> None:
        self.table_service, self.push, self.mail = table_service, push, mail
        self.signer = URLSafeSerializer(secret, salt="unsubscribe")
        self.push_tasks = BackgroundTasks()
        self.slots = asyncio.Semaphore(MAX_CONCURRENT)
        self.throttle = Throttle()

    @property
    def channels(self) -> list[Channel]:
        senders: list[tuple[Channel, object]] = [("push", self.push), ("mail", self.mail)]
        return [channel for channel, sender in senders if sender is not None]

    async def run(self) -> None:
        """Sends what is due, every ten seconds; returns at once if neither push nor mail is
        configured."""
        while self.channels:
            await asyncio.sleep(CHECK_INTERVAL)
            try:
                await self.notify_due(time.time())
            except Exception as error:
                if self.throttle.allow("calls"):
                    log.error("Nobody could be notified: %r", error)

    async def notify_due(self, now: float) -> None:
        """Claims the turns that are due, and sends their notifications."""
        due = await self.table_service.store.run(
            due_notifications, now, self.active_viewers(), self.channels
        )
        for notification in due:
            if notification.channel == "mail":
                with speaking(notification.language):
                    self.send_mail(notification)
            for browser in notification.browsers:
                with speaking(browser.language):
                    self.start_push(browser, push_payload(notification))

    def active_viewers(self) -> ActiveViewers:
        """Returns the people who look at a table where it is their turn, at this worker."""
        return {
            (room.table.id, client.person)
            for room in self.table_service.rooms.values()
            for client in room.clients
            if client.person is not None and client.is_looking
            if room.table.seat_of(client.person) in room.table.awaited_seats()
        }

    # ── Push ─────────────────────────────────────────────────────────────────────────────────────

    def start_push(self, browser: PushSubscription, payload: dict[str, Any]) -> None:
        """Starts a task that pushes the notification. Drops it with a warning when 500 pushes are
        already under way."""
        if len(self.push_tasks) >= MAX_PUSHES:
            if self.throttle.allow("push"):
                log.warning("Too many notices are waiting to be pushed; some are dropped.")
            return
        self.push_tasks.start(self.push_to_browser(browser, payload))

    async def push_to_browser(self, browser: PushSubscription, payload: dict[str, Any]) -> None:
        """Pushes a notification, and deletes a browser that is gone."""
        assert self.push is not None
        try:
            async with self.slots:
                if not await self.push.send(browser, payload):
                    await self.table_service.store.run(remove_browser, browser.id)
        except Exception:
            log.exception("A notice could not be pushed.")

    async def close(self) -> None:
        await self.push_tasks.close()
        if self.push is not None:
            self.push.close()

    # ── Mail ─────────────────────────────────────────────────────────────────────────────────────

    def send_mail(self, notification: TurnNotification) -> None:
        """Queues a mail about all waiting tables, with a link and a header for unsubscribing."""
        mail, person = self.mail, notification.person
        if mail is None or person.email is None:
            return
        token = self.unsubscribe_token(person.id)
        one_click = f"{mail.address}/api/unsubscribe/{token}"
        tables = [
            f"{table_title(table)}\n{mail.address}/tables/{table.table}\n"
            for table in notification.waiting
        ]
        text = t(
            TURN_MAIL,
            name=person.name,
            headline=headline(notification.waiting),
            tables="\n".join(tables),
            stop=f"{mail.address}/unsubscribe#{token}",
        )
        headers = {
            "List-Unsubscribe": f"<{one_click}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }
        mail.send_later(person.email, headline(notification.waiting)[:MAX_SUBJECT], text, headers)

    def unsubscribe_token(self, person: str) -> str:
        return str(self.signer.dumps(person))

    def person_of_token(self, token: str) -> str | None:
        """Returns the id of the person who unsubscribes; None if this server has not made the
        token."""
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
    """Returns a title such as Karuba with Ann and Ben."""
    others = waiting.others[:MAX_OTHERS]
    rest = len(waiting.others) - len(others)
    if rest:
        others = [*others, tn("{count} other", "{count} others", rest)]
    return t("{game} with {others}", game=game_name(waiting.game), others=listed(others))


def push_payload(notification: TurnNotification) -> dict[str, Any]:
    """Returns what the browser shows; web/public/worker.js reads it."""
    waiting = notification.waiting
    is_one = len(waiting) == 1
    return {
        "title": t("It is your turn"),
        "body": "\n".join(table_title(table) for table in waiting[:4]),
        "url": f"tables/{waiting[0].table}" if is_one else "lobby",
        "waiting": len(waiting),
    }
