"""The names by which this server may be asked for.

A page elsewhere can point a name of its own at an address of this server. To the browser of whoever
looks at that page, this server then belongs to the page, which may read all its answers.
"""

from functools import lru_cache
from urllib.parse import urlsplit

from templetop.server.core.client_addresses import parse_address

MAX_QUOTED_LENGTH = 40  # characters of a name that is refused
CACHE_SIZE = 1000  # names that are remembered


class OwnHostNames:
    """Addresses, localhost, names without a dot, `*.local`, and the name in `--address`."""

    def __init__(self, address: str = "") -> None:
        self.public = host_name(urlsplit(address).netloc) if address else ""

    def contains(self, host: str) -> bool:
        """Whether a `Host` header names this server; no other site has a name of this kind."""
        name = host_name(host)
        if not name:
            return False
        return name == self.public or "." not in name or is_local(name)


@lru_cache(CACHE_SIZE)
def host_name(host: str) -> str:
    """What stands in a `Host` header, without the port and in small letters; "" if it is none."""
    try:
        parts = urlsplit(f"//{host}")
        _ = parts.port  # which may be no number
    except ValueError:
        return ""
    is_plain = host.isascii() and parts.netloc == host and not {*"@%"} & {*host}
    return (parts.hostname or "").rstrip(".") if is_plain else ""


def is_local(name: str) -> bool:
    return name.endswith(".local") or parse_address(name) is not None


def shorten_host(host: str) -> str:
    return host if len(host) <= MAX_QUOTED_LENGTH else f"{host[:MAX_QUOTED_LENGTH]}…"
