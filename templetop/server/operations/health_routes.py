"""The HTTP route that says whether the server is well."""

from templetop import __version__
from templetop.server.api_models import Health
from templetop.server.core.refusals import ServiceUnavailable
from templetop.server.dependencies import CurrentApp, api
from templetop.server.http.responses import JsonResponse


@api.get("/health", response_model=Health)
async def get_health(server: CurrentApp) -> JsonResponse:
    """Whether the server is well; 503 while the store does not answer."""
    if not await server.store_health.is_well():
        raise ServiceUnavailable("The store does not answer, so nobody can play on.")
    return JsonResponse(Health(__version__, "All is well."))
