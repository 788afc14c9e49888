"""HTTPS requests to addresses that users have supplied: only to public hosts.

A name is resolved once, all of its addresses are checked, and the connection goes to one of those;
so a name server that answers differently the second time gains nothing. Redirects are not followed.
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
REQUEST_TIMEOUT = 10.0  # seconds for resolving, and for the request; after that it has failed
MAX_LOOKUPS = 4  # names that are resolved at the same time; others wait
MAX_WAITING = 50  # names that wait to be resolved; more are refused
NAT64_PREFIX = IPv6Network("64:ff9b::/96")  # maps any IPv4 address, also private ones


class NotPublicAddress(Refusal):
    """The server sends no requests to this address."""


@dataclass(frozen=True)
class ResolvedUrl:
    """A URL, and the address of its host that was checked."""

    url: SplitResult
    address: str
    port: int

    @property
    def uses_tls(self) -> bool:
        return self.url.scheme == "https"


class PublicHttpClient:
    """Sends POST requests to public hosts.

    `tests_own` is used in tests only: URLs that begin with it need not be public.
    """

    def __init__(self, tests_own: str = "") -> None:
        self.tests_own = tests_own
        self.resolver = BoundedThreadPool("names", MAX_LOOKUPS, MAX_WAITING)
        self.context = ssl.create_default_context()

    def close(self) -> None:
        self.resolver.close()

    async def resolve(self, url: str) -> ResolvedUrl:
        """Returns the URL with a checked address. Raises `NotPublicAddress` if any address of the
        host is not public."""
        parts = split_url(url)
        if self.tests_own and url.startswith(self.tests_own):
            return ResolvedUrl(parts, parts.hostname or "", parts.port or HTTPS)
        check_url(parts)
        try:
            async with asyncio.timeout(REQUEST_TIMEOUT):
                addresses = await self.resolver.run(look_up, parts.hostname or "")
        except (OSError, UnicodeError, TimeoutError):
            raise NotPublicAddress(t("The host of that address cannot be found.")) from None
        for address in addresses:
            check_public(address)
        return ResolvedUrl(parts, addresses[0], HTTPS)

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> int:
        """Sends a POST request, and returns the status of the response; the rest of it is not
        read."""
        target = await self.resolve(url)
        async with asyncio.timeout(REQUEST_TIMEOUT):
            reader, writer = await asyncio.open_connection(
                target.address,
                target.port,
                ssl=self.context if target.uses_tls else None,
                server_hostname=target.url.hostname if target.uses_tls else None,
            )
            try:
                writer.write(request_bytes(target, headers, body))
                await writer.drain()
                return parse_status_line(await reader.readline())
            finally:
                writer.close()


def split_url(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        _ = parts.port  # raises ValueError if it is no port
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
    """Returns all addresses of a host. It blocks, so it runs on a thread."""
    addresses = socket.getaddrinfo(host, HTTPS, type=socket.SOCK_STREAM)
    return [str(address[0]) for *_, address in addresses]


def check_public(text: str) -> None:
    address = parse_address(text)
    if address is None or not is_public(address):
        raise NotPublicAddress(t("Notifications are only sent to public hosts."))


def is_public(address: Address) -> bool:
    """True if the address is neither private, loopback, link-local nor multicast, and is no IPv6
    form that leads to such an address."""
    if isinstance(address, IPv6Address):
        is_way_round = address.sixtofour or address.teredo or address in NAT64_PREFIX
        if is_way_round or address.is_site_local:
            return False
    return address.is_global and not address.is_multicast and not address.is_reserved


def request_bytes(target: ResolvedUrl, headers: Mapping[str, str], body: bytes) -> bytes:
    path = target.url.path or "/"
    path += f"?{target.url.query}" if target.url.query else ""
    sent = {
        "Host": target.url.netloc,
        **headers,
        "Content-Length": str(len(body)),
        "Connection": "close",
    }
    lines = [f"POST {path} HTTP/1.1", *(f"{name}: {value}" for name, value in sent.items())]
    return "\r\n".join([*lines, "", ""]).encode("ascii") + body


def parse_status_line(line: bytes) -> int:
    """Returns the status of a line such as HTTP/1.1 201 Created; raises OSError if it is none."""
    version, _, rest = line.partition(b" ")
    if not version.startswith(b"HTTP/") or not rest[:3].isdigit():
        raise OSError("The answer is none.")
    return int(rest[:3])
