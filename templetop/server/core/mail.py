"""Sends mail through the SMTP server that the operator has configured. Begin with `Mailer`."""

import logging
import smtplib
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from email import policy
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from urllib.parse import unquote, urlsplit

from templetop.engine.refusal import Refusal
from templetop.server.core.background_tasks import BackgroundTasks
from templetop.server.core.thread_pool import BoundedThreadPool
from templetop.server.translations import t

PORTS = {"smtp": 587, "smtps": 465, "smtp+plain": 25}
SMTP_TIMEOUT = 20.0  # seconds for each step of a delivery; after that, the mail is lost
MAX_WAITING = 100  # mails; beyond that, further ones are dropped and logged
MAIL_POLICY = policy.default.clone(max_line_length=900)  # characters; links are not folded
# Pages for the links in mails. Browsers do not send what follows the #, so no log has a token.
PAGES = {"password": "/forgotten#", "email": "/confirmed#"}

log = logging.getLogger("templetop.server")


class BadMailUrl(Refusal):
    """The setting for mail is no URL of an SMTP server."""


@dataclass(frozen=True)
class SmtpServer:
    """An SMTP server, from a URL such as smtp://USER:PASSWORD@HOST:PORT.

    smtp:// uses STARTTLS, smtps:// uses TLS, and smtp+plain:// is not encrypted.
    """

    scheme: str
    host: str
    port: int
    user: str
    password: str

    @classmethod
    def from_url(cls, url: str) -> "SmtpServer":
        try:
            parts = urlsplit(url)
            port = parts.port or PORTS[parts.scheme]
        except (KeyError, ValueError):
            raise BadMailUrl(
                t("Mail needs an address such as smtp://USER:PASSWORD@HOST, or smtps://…")
            ) from None
        user, password = unquote(parts.username or ""), unquote(parts.password or "")
        return cls(parts.scheme, parts.hostname or "", port, user, password)

    def deliver(self, message: EmailMessage) -> None:
        """Sends a message and blocks until the server has it; raises OSError or SMTPException."""
        context = ssl.create_default_context()
        with self.connect(context) as connection:
            if self.scheme == "smtp":
                connection.starttls(context=context)
            if self.user:
                connection.login(self.user, self.password)
            connection.send_message(message)

    def connect(self, context: ssl.SSLContext) -> smtplib.SMTP:
        if self.scheme == "smtps":
            return smtplib.SMTP_SSL(self.host, self.port, timeout=SMTP_TIMEOUT, context=context)
        return smtplib.SMTP(self.host, self.port, timeout=SMTP_TIMEOUT)


class Mailer:
    """Sends mail in the background; `send_later` returns at once, and failures are only logged."""

    def __init__(self, smtp_server: SmtpServer, sender: str, address: str) -> None:
        self.smtp_server = smtp_server
        self.sender = sender
        self.address = address.rstrip("/")  # never a Host header
        self.threads = BoundedThreadPool("mail", 1, MAX_WAITING)
        self.tasks = BackgroundTasks()

    def link(self, kind: str, token: str) -> str:
        return f"{self.address}{PAGES[kind]}{token}"

    def send_later(
        self, to: str, subject: str, text: str, headers: Mapping[str, str] | None = None
    ) -> None:
        message = EmailMessage(policy=MAIL_POLICY)
        message["From"], message["To"], message["Subject"] = self.sender, to, subject
        message["Date"], message["Message-ID"] = formatdate(), make_msgid(domain=self.domain)
        for name, value in (headers or {}).items():
            message[name] = value
        message.set_content(text)
        self.tasks.start(self.send(message))

    @property
    def domain(self) -> str:
        return urlsplit(self.address).hostname or "localhost"

    async def send(self, message: EmailMessage) -> None:
        try:
            await self.threads.run(self.smtp_server.deliver, message)
        except (OSError, smtplib.SMTPException, Refusal) as error:
            log.error("An email could not be sent: %s", error)

    async def close(self) -> None:
        await self.tasks.close()
        self.threads.close()
