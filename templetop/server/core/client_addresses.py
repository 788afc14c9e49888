"""Where visitors come from: directly, or by way of the proxies that the operator has named."""

from collections.abc import Sequence
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network

from templetop.engine.refusal import Refusal
from templetop.server.translations import t

IPV6_PREFIX_LENGTH = (
    64  # bits of an IPv6 address; whoever has such a network has all of its addresses
)

MAX_ADDRESS_LENGTH = 100  # characters of a word that can be one, with brackets and a zone
CACHE_SIZE = 5000  # that are remembered

Address = IPv4Address | IPv6Address


class BadAddress(Refusal):
    """What should be an address or a network is none."""


def parse_address(word: str) -> Address | None:
    """An address; one of IPv4 that travels as IPv6 is what it was."""
    return parse_address_cached(word) if len(word) <= MAX_ADDRESS_LENGTH else None


@lru_cache(CACHE_SIZE)
def parse_address_cached(word: str) -> Address | None:
    """Every request asks for this several times."""
    try:
        address = ip_address(word.strip().strip("[]").partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def client_network(word: str) -> str:
    """What is counted as one visitor: an address of IPv4, or a network of IPv6."""
    return client_network_cached(word[:MAX_ADDRESS_LENGTH])


@lru_cache(CACHE_SIZE)
def client_network_cached(word: str) -> str:
    address = parse_address(word)
    if isinstance(address, IPv6Address):
        return str(IPv6Network((address, IPV6_PREFIX_LENGTH), strict=False))
    return str(address or word[:60])


class Networks:
    """Some of all addresses: 10.0.0.7, 192.168.0.0/16, fd00::/8."""

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
    """Who sent a request that came from this peer.

    A proxy adds whom it heard at the end of what it was told. So who comes last and is none of our
    proxies sent it, and all before that is hearsay.
    """
    if not proxies.contains(peer):
        return peer
    parsed = map(parse_address, reversed(forwarded.split(",")))
    hops = (str(address) for address in parsed if address is not None)
    return next((word for word in hops if not proxies.contains(word)), peer)
