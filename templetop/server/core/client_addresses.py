"""The addresses of clients, the networks that count as one visitor, and the operator's proxies.

Begin with `client_address`, which finds the client behind the proxies.
"""

from collections.abc import Sequence
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network

from templetop.engine.refusal import Refusal
from templetop.server.translations import t

IPV6_PREFIX_LENGTH = 64  # bits; a visitor usually has all addresses of such an IPv6 network
MAX_ADDRESS_LENGTH = 100  # characters, with brackets and a zone; a longer text is no address
CACHE_SIZE = 5000  # addresses; beyond that, those used least recently are parsed again

Address = IPv4Address | IPv6Address


class BadAddress(Refusal):
    """A setting that should be an address or a network is neither."""


def parse_address(word: str) -> Address | None:
    """Parses an address, with or without brackets and a zone; None if the text is no address.

    An IPv4 address that is mapped into IPv6 is returned as IPv4.
    """
    return parse_address_cached(word) if len(word) <= MAX_ADDRESS_LENGTH else None


@lru_cache(CACHE_SIZE)
def parse_address_cached(word: str) -> Address | None:
    """Does the work of `parse_address`, cached because each request needs it several times."""
    try:
        address = ip_address(word.strip().strip("[]").partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def client_network(word: str) -> str:
    """Returns what limits count as one visitor: an IPv4 address, or a /64 network of IPv6.

    A text that is no address is returned as it is, cut to 60 characters.
    """
    return client_network_cached(word[:MAX_ADDRESS_LENGTH])


@lru_cache(CACHE_SIZE)
def client_network_cached(word: str) -> str:
    address = parse_address(word)
    if isinstance(address, IPv6Address):
        return str(IPv6Network((address, IPV6_PREFIX_LENGTH), strict=False))
    return str(address or word[:60])


class Networks:
    """A set of addresses and networks, such as 10.0.0.7, 192.168.0.0/16 or fd00::/8."""

    def __init__(self, words: Sequence[str]) -> None:
        try:
            self.networks = [ip_network(word.strip(), strict=False) for word in words]
        except ValueError as error:
            raise BadAddress(
                t("{error}, but an address or a network is needed.", error=error)
            ) from None

    def contains(self, word: str) -> bool:
        address = parse_address(word) if self.networks else None
        return address is not None and any(
            address in network for network in self.networks if network.version == address.version
        )


def client_address(proxies: Networks, peer: str, forwarded: str) -> str:
    """Returns the address of the client whose request came from this peer.

    A proxy adds the address of its own peer at the end of the header. So the last address that is
    none of our proxies sent the request; addresses before that one are only the client's claim.
    """
    if not proxies.contains(peer):
        return peer
    parsed = map(parse_address, reversed(forwarded.split(",")))
    hops = (str(address) for address in parsed if address is not None)
    return next((word for word in hops if not proxies.contains(word)), peer)
