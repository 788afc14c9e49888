"""The HTTP route of the metrics, for the operator only.

With a token in the settings, the request must carry it. Without one, the request must come from
this machine itself, neither through a proxy nor by a public name.
"""

import secrets
from typing import Annotated
from urllib.parse import urlsplit

from fastapi import Header, Request, Response

from templetop.server.core.client_addresses import parse_address
from templetop.server.core.refusals import NotAllowed
from templetop.server.dependencies import CurrentApp, api, client_host
from templetop.server.operations.metrics import metrics_text

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"
PROXY_HEADERS = ("forwarded", "via", "x-forwarded-for", "x-real-ip")  # headers that proxies add


@api.get(
    "/metrics", response_model=None, responses={200: {"content": {"text/plain": {"schema": {}}}}}
)
async def get_metrics(
    server: CurrentApp, request: Request, authorization: Annotated[str, Header()] = ""
) -> Response:
    """For the operator's Prometheus, by their token or from the machine of the server itself."""
    token = server.settings.metrics_token
    if token and not is_right_token(authorization, token):
        raise NotAllowed("Metrics are only for the operator of this server, who has a token.")
    if not token and not is_local_request(request):
        raise NotAllowed("Metrics are only for the operator of this server, on its own machine.")
    restarts: int = request.app.state.restarts()
    return Response(await metrics_text(server, restarts), media_type=MEDIA_TYPE)


def is_right_token(authorization: str, token: str) -> bool:
    kind, _, given = authorization.partition(" ")
    given_token = given.strip().encode(errors="replace")
    return kind.lower() == "bearer" and secrets.compare_digest(given_token, token.encode())


def is_local_request(request: Request) -> bool:
    """True if the request comes from this machine directly.

    A proxy on this machine would pass on the public host name, or add one of its headers.
    """
    if any(name in request.headers for name in PROXY_HEADERS):
        return False
    return is_loopback(client_host(request)) and is_loopback(host_in(request.headers.get("host")))


def host_in(header: str | None) -> str:
    try:
        return urlsplit(f"//{header or ''}").hostname or ""
    except ValueError:
        return ""


def is_loopback(host: str) -> bool:
    address = parse_address(host)
    return host == "localhost" or (address is not None and address.is_loopback)
