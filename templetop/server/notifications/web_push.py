"""Encrypted Web Push messages, which only the subscribed browser can read.

The key that identifies this server to push services is derived from the server's secret, so it need
not be stored and is the same at all workers.
"""

import asyncio
import logging
import re
from dataclasses import dataclass
from email.utils import parseaddr
from typing import Any
from urllib.parse import urlsplit

import orjson
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)
from webpush import WebPush
from webpush.types import WebPushKeys, WebPushSubscription
from webpush.vapid import VAPID

from templetop.engine.speech import ENGLISH
from templetop.server.core.refusals import TooManyRequests
from templetop.server.notifications.public_http import NotPublicAddress, PublicHttpClient
from templetop.server.translations import t

TTL = 24 * 3600  # seconds for which a push service tries to deliver a message
RETRY_INTERVALS = (
    5.0,
    60.0,
)  # seconds before the second and third try; then the message is dropped
GONE_STATUSES = (404, 410)  # HTTP statuses: the subscription no longer exists
CURVE_ORDER = (
    0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of the curve P-256
)
KEY = re.compile(r"[A-Za-z0-9_-]{87}=?")  # a point of the curve in base64
AUTH = re.compile(r"[A-Za-z0-9_-]{22}(==)?")  # 16 bytes in base64

log = logging.getLogger("templetop.server")


@dataclass(frozen=True)
class PushSubscription:
    """The endpoint of a browser, and the keys with which messages to it are encrypted."""

    id: str
    person: str
    endpoint: str
    p256dh: str
    auth: str
    language: str = ENGLISH  # of the messages


class WebPushSender:
    """Sends push messages. It needs a public address of the server."""

    def __init__(self, secret: bytes, address: str, mail_from: str, tests_own: str = "") -> None:
        private, public, self.key = vapid_keys(secret)
        contact = parseaddr(mail_from)[1] or f"table@{urlsplit(address).hostname}"
        self.encryptor = WebPush(private, public, contact, TTL)
        self.http = PublicHttpClient(tests_own)

    def close(self) -> None:
        self.http.close()

    async def check(self, endpoint: str, p256dh: str, auth: str) -> None:
        """Raises `NotPublicAddress` if the keys are invalid or the endpoint is not public."""
        if not KEY.fullmatch(p256dh) or not AUTH.fullmatch(auth):
            raise NotPublicAddress(t("Those are not the keys of a browser."))
        try:
            await asyncio.to_thread(
                self.encrypt, PushSubscription("", "", endpoint, p256dh, auth), {}
            )
        except (ValueError, InvalidTag):
            raise NotPublicAddress(t("Those are not the keys of a browser.")) from None
        await self.http.resolve(endpoint)

    def encrypt(
        self, browser: PushSubscription, payload: dict[str, Any]
    ) -> tuple[dict[str, str], bytes]:
        """Returns the headers and the body of a message. It takes time, so it runs on a thread."""
        keys = WebPushKeys(auth=browser.auth.rstrip("="), p256dh=browser.p256dh.rstrip("="))
        to = WebPushSubscription.model_validate({"endpoint": browser.endpoint, "keys": keys})
        message = self.encryptor.get(orjson.dumps(payload), to)
        headers = {name: str(value) for name, value in message.headers.items()}
        more_headers = {"topic": "turns", "content-type": "application/octet-stream"}
        return {**headers, **more_headers}, message.encrypted

    async def send(self, browser: PushSubscription, payload: dict[str, Any]) -> bool:
        """Sends a message; False if the browser is gone. Temporary failures are tried again
        twice."""
        for pause in (*RETRY_INTERVALS, None):
            status = await self.send_once(browser, payload)
            if status in GONE_STATUSES:
                return False
            if 200 <= status < 300 or 400 <= status < 429 or pause is None:
                break
            await asyncio.sleep(pause)
        if not 200 <= status < 300:
            log.info("A notice could not be pushed to %s: %d.", push_host(browser), status)
        return True

    async def send_once(self, browser: PushSubscription, payload: dict[str, Any]) -> int:
        """Sends a message once, and returns the HTTP status.

        The status is 0 if there was no response, and 400 if the endpoint is not public.
        """
        headers, body = await asyncio.to_thread(self.encrypt, browser, payload)
        try:
            return await self.http.post(browser.endpoint, headers, body)
        except NotPublicAddress as refusal:
            log.info("No notification is sent to %s: %s", push_host(browser), refusal)
            return 400
        except (OSError, TimeoutError, ValueError, TooManyRequests):
            return 0


def push_host(browser: PushSubscription) -> str:
    """Returns the host of the endpoint. The rest of the address is a secret of the browser and is
    not logged."""
    return urlsplit(browser.endpoint).hostname or ""


def vapid_keys(secret: bytes) -> tuple[bytes, bytes, str]:
    """Returns the private key, the public key, and the public key as browsers need it."""
    derived = HKDF(hashes.SHA256(), 48, salt=None, info=b"templetop push").derive(secret)
    number = int.from_bytes(derived) % (CURVE_ORDER - 1) + 1
    private = ec.derive_private_key(number, ec.SECP256R1())
    public = private.public_key()
    return (
        private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()),
        public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo),
        VAPID.get_application_server_key(public),
    )
