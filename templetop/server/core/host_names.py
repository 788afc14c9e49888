"""The names in a `Host` header under which this server answers; this prevents DNS rebinding.

A page elsewhere can point its own host name at this server's address. A visitor's browser then
takes this server for a part of that page, and the page may read all answers.
"""

from functools import lru_cache
from urllib.parse import urlsplit

from templetop.server.core.client_addresses import parse_address

MAX_QUOTED_LENGTH = 40  # characters of a refused name in the answer; the rest is cut off
CACHE_SIZE = 1000  # headers; beyond that, those used least recently are parsed again


class OwnHostNames:
    """This server's names: the one in `--address`, IP addresses, `*.local`, names without a dot."""

    def __init__(self, address: str = "") -> None:
        self.public = host_name(urlsplit(address).netloc) if address else ""

    def contains(self, host: str) -> bool:
        """True if a `Host` header names this server; no other site can have such a name."""
        name = host_name(host)
        if not name:
            return False
        return name == self.public or "." not in name or is_local(name)


@lru_cache(CACHE_SIZE)
def host_name(host: str) -> str:
    """Returns the name in a `Host` header in small letters, without the port; "" if invalid."""
    try:
        parts = urlsplit(f"//{host}")
        _ = parts.port  # raises ValueError if the port is no number
    except ValueError:
        return ""
    is_plain = host.isascii() and parts.netloc == host and not {*"@%"} & {*host}
    return (parts.hostname or "").rstrip(".") if is_plain else ""


def is_local(name: str) -> bool:
    """True for `*.local` and for IP addresses."""
    return name.endswith(".local") or parse_address(name) is not None


def shorten_host(host: str) -> str:
    return host if len(host) <= MAX_QUOTED_LENGTH else f"{host[:MAX_QUOTED_LENGTH]}…"
