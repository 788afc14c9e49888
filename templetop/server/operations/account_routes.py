"""HTTP routes by which people export all that is stored about them, or delete their account."""

from fastapi import Request, Response

from templetop.server.accounts.routes import sign_out
from templetop.server.api_models import (
    Export,
    Parting,
)
from templetop.server.dependencies import (
    CurrentApp,
    CurrentPerson,
    api,
)
from templetop.server.http.responses import JsonResponse
from templetop.server.operations import account_deletion, data_export


@api.get("/me/export", response_model=Export)
async def export(server: CurrentApp, person: CurrentPerson) -> JsonResponse:
    """All that is kept about somebody."""
    await server.exports.hit(person.id)
    found = await data_export.load_export(server.table_service.store, person)
    headers = {"Content-Disposition": 'attachment; filename="templetop.json"'}
    return JsonResponse(found, headers=headers)


@api.delete("/me", response_model=None, status_code=204)
async def delete_account(
    server: CurrentApp, request: Request, person: CurrentPerson, known: Parting
) -> Response:
    """Delete yourself and all that is kept about you; seats at others' tables lose your name."""
    await server.sign_ins.hit(f"password {person.id}")
    await server.people.require_password(person, known.password)
    await account_deletion.delete_person(server.table_service, person.id)
    return await sign_out(server, request)
