"""Restores the client, host and scheme of a request that came through a proxy.

Only the proxies that the operator has named are trusted. Under a base path, requests may come with
the path or, where the proxy removes the path, without it.
"""

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from templetop.server.core.client_addresses import Networks, client_address

SECURE_SCHEMES = {"http": "https", "ws": "wss"}


class ProxyMiddleware:
    """Puts the original request into the scope, before any other middleware reads the scope."""

    def __init__(self, app: ASGIApp, proxies: Networks, base: str = "") -> None:
        self.app = app
        self.proxies = proxies
        self.base = base

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            if scope["client"] and self.proxies.contains(scope["client"][0]):
                scope.update(self.original_scope(scope))
            if self.base and (scope["path"] + "/").startswith(self.base + "/"):
                scope["path"] = scope["path"][len(self.base) :] or "/"
        await self.app(scope, receive, send)

    def original_scope(self, scope: Scope) -> Scope:
        """Returns the values of the scope that the proxy's X-Forwarded headers replace."""
        headers = Headers(scope=scope)
        peer, port = scope["client"]
        original: Scope = {
            "client": (client_address(self.proxies, peer, headers.get("x-forwarded-for", "")), port)
        }
        if last_value(headers.get("x-forwarded-proto", "")) in ("https", "wss"):
            original["scheme"] = SECURE_SCHEMES.get(scope["scheme"], scope["scheme"])
        if host := last_value(headers.get("x-forwarded-host", "")):
            other_headers = [header for header in scope["headers"] if header[0] != b"host"]
            original["headers"] = [*other_headers, (b"host", host.encode("latin-1"))]
        return original


def last_value(words: str) -> str:
    """Returns the last value of a header: the nearest proxy, which is trusted, has added it."""
    return words.rpartition(",")[2].strip()
