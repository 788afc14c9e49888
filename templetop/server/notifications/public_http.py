"""Requests to addresses that somebody has given us: public hosts only, and only over HTTPS.

The name is looked up once, every address it has is checked, and we connect to one of those: who
answers another question with another address gains nothing. No redirect is followed.
"""

import asyncio
import socket
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import IPv6Address, IPv6Network
from urllib.parse import SplitResult, urlsplit

from templetop.engine.refusal import Refusal
from templetop.server.core.client_addresses import Address, parse_address
from templetop.server.core.thread_pool import BoundedThreadPool
from templetop.server.translations import t

HTTPS = 443
PATIENCE = 10.0  # seconds for all of it
LOOKING_UP = 4  # names at the same time
MOST_WAITING = 50
NAT64_PREFIX = IPv6Network("64:ff9b::/96")  # leads to any address of IPv4, also to our own


class NotPublicAddress(Refusal):
    """Not an address that we send anything to."""


@dataclass(frozen=True)
class ResolvedUrl:
    """Where something goes: the host as it is called, and the address that was checked."""

    url: SplitResult
    address: str
    port: int

    @property
    def uses_tls(self) -> bool:
        return self.url.scheme == "https"


class PublicHttpClient:
    """`tests_own`: in tests, what the only endpoint begins with that need not be public."""

    def __init__(self, tests_own: str = "") -> None:
        self.tests_own = tests_own
        self.names = BoundedThreadPool("names", LOOKING_UP, MOST_WAITING)
        self.context = ssl.create_default_context()

    def close(self) -> None:
        self.names.close()

    async def resolve(self, url: str) -> ResolvedUrl:
        """Looked up and checked; refused if anything of it is not public."""
        parts = split_url(url)
        if self.tests_own and url.startswith(self.tests_own):
            return ResolvedUrl(parts, parts.hostname or "", parts.port or HTTPS)
        check_url(parts)
        try:
            async with asyncio.timeout(PATIENCE):
                found = await self.names.run(look_up, parts.hostname or "")
        except (OSError, UnicodeError, TimeoutError):
            raise NotPublicAddress(t("The host of that address cannot be found.")) from None
        for address in found:
            check_public(address)
        return ResolvedUrl(parts, found[0], HTTPS)

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> int:
        """The status of the answer; all else of it is left unread."""
        place = await self.resolve(url)
        async with asyncio.timeout(PATIENCE):
            reader, writer = await asyncio.open_connection(
                place.address,
                place.port,
                ssl=self.context if place.uses_tls else None,
                server_hostname=place.url.hostname if place.uses_tls else None,
            )
            try:
                writer.write(request_bytes(place, headers, body))
                await writer.drain()
                return parse_status_line(await reader.readline())
            finally:
                writer.close()


def split_url(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        _ = parts.port  # it may be none
    except ValueError:
        raise NotPublicAddress(t("That is not an address.")) from None
    if not url.isascii() or not url.isprintable() or " " in url:
        raise NotPublicAddress(t("That is not an address."))
    return parts


def check_url(parts: SplitResult) -> None:
    if parts.scheme != "https" or not parts.hostname or parts.username or parts.password:
        raise NotPublicAddress(t("Notifications are only sent to https addresses."))
    if parts.port not in (None, HTTPS):
        raise NotPublicAddress(t("Notifications are only sent to the usual https port."))


def look_up(host: str) -> list[str]:
    """All addresses of a host; on a thread."""
    found = socket.getaddrinfo(host, HTTPS, type=socket.SOCK_STREAM)
    return [str(address[0]) for *_, address in found]


def check_public(word: str) -> None:
    address = parse_address(word)
    if address is None or not is_public(address):
        raise NotPublicAddress(t("Notifications are only sent to public hosts."))


def is_public(address: Address) -> bool:
    """Neither private, loopback, link-local nor multicast, and no way round to one of those."""
    if isinstance(address, IPv6Address):
        is_way_round = address.sixtofour or address.teredo or address in NAT64_PREFIX
        if is_way_round or address.is_site_local:
            return False
    return address.is_global and not address.is_multicast and not address.is_reserved


def request_bytes(place: ResolvedUrl, headers: Mapping[str, str], body: bytes) -> bytes:
    """A request as it goes over the line."""
    path = place.url.path or "/"
    path += f"?{place.url.query}" if place.url.query else ""
    sent = {
        "Host": place.url.netloc,
        **headers,
        "Content-Length": str(len(body)),
        "Connection": "close",
    }
    lines = [f"POST {path} HTTP/1.1", *(f"{name}: {value}" for name, value in sent.items())]
    return "\r\n".join([*lines, "", ""]).encode("ascii") + body


def parse_status_line(line: bytes) -> int:
    """HTTP/1.1 201 Created."""
    version, _, rest = line.partition(b" ")
    if not version.startswith(b"HTTP/") or not rest[:3].isdigit():
        raise OSError("The answer is none.")
    return int(rest[:3])
