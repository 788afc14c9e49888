"""HTTP routes of guests, accounts, sessions, passwords and email addresses."""

import time

from fastapi import Request, Response

from templetop.engine.speech import language
from templetop.server.accounts.name_policy import sign_in_name
from templetop.server.accounts.service import own_account_view
from templetop.server.accounts.sessions import (
    COOKIE,
    DEVICE_COOKIE,
    HOST_COOKIE,
    SESSION_SECONDS,
    session_cookie,
)
from templetop.server.api_models import (
    Confirmation,
    Credentials,
    Forgotten,
    Me,
    NewAccount,
    NewEmail,
    NewGuest,
    NewName,
    NewPassword,
    NoEmail,
    Sent,
    SetPassword,
    Visitor,
)
from templetop.server.core.settings import Settings
from templetop.server.dependencies import (
    AppState,
    ClientNetwork,
    CurrentApp,
    CurrentPerson,
    OptionalPerson,
    api,
)
from templetop.server.http.responses import JsonResponse
from templetop.server.store.person_store import Person, set_mail_preference
from templetop.server.translations import t

# ── Sessions ─────────────────────────────────────────────────────────────────────────────────────


@api.get("/me", response_model=Me)
async def get_me(person: CurrentPerson) -> JsonResponse:
    """Who you are; refused if you have not signed in."""
    return JsonResponse(own_account_view(person))


@api.get("/visitor", response_model=Visitor)
async def get_visitor_view(
    server: CurrentApp, request: Request, person: OptionalPerson
) -> JsonResponse:
    """Who you are, or null for a browser that has not signed in."""
    answer = JsonResponse(Visitor(own_account_view(person) if person else None))
    name = cookie_name(server.settings)
    if person is not None and name not in request.cookies:  # a cookie from before HTTPS was on
        set_cookie(server, answer, name, session_cookie(request.cookies) or "")
        forget_cookie(server, answer, COOKIE)
    return answer


@api.patch("/me", response_model=Me)
async def rename_me(
    server: CurrentApp, network: ClientNetwork, person: CurrentPerson, new: NewName
) -> JsonResponse:
    """Change your name; if you have an account, you sign in with the new name from now on."""
    await server.guests.hit(network)
    renamed = await server.people.rename(person, new.name)
    server.table_service.deal_lists.forget()
    return JsonResponse(own_account_view(renamed))


@api.post("/guests", response_model=Me)
async def create_guest(
    server: CurrentApp, request: Request, network: ClientNetwork, new: NewGuest
) -> Response:
    """Come as a guest; a cookie remembers who you are."""
    await server.guests.hit(network)
    return await start_session(server, request, await server.people.create_guest(new.name))


@api.post("/accounts", response_model=Me)
async def open_account(
    server: CurrentApp,
    request: Request,
    network: ClientNetwork,
    person: OptionalPerson,
    new: NewAccount,
) -> Response:
    """Create an account; a guest keeps their matches."""
    await server.sign_ins.hit(network)
    account = await server.people.open_account(person, new.name, new.password)
    server.table_service.deal_lists.forget()  # guests are not in the lists, the new account is
    return await start_session(server, request, account)


@api.post("/sessions", response_model=Me)
async def sign_in(
    server: CurrentApp, request: Request, network: ClientNetwork, credentials: Credentials
) -> Response:
    """Sign in to your account."""
    account = sign_in_name(credentials.name)
    person = await server.people.person_store.find_by_account(account)
    device = request.cookies.get(DEVICE_COOKIE)
    if server.people.sessions.has_signed_in_here(person, device):
        await server.sign_ins.hit(f"device {account}")
    else:
        await server.sign_ins.hit(network)
        if not await server.first_guesses.allow(f"{network} {account}"):
            await server.guesses.hit(account)
    person = await server.people.sign_in(person, credentials.password)
    return await start_session(server, request, person)


@api.delete("/sessions", response_model=None, status_code=204)
async def sign_out(server: CurrentApp, request: Request) -> Response:
    """Sign out in this browser; its cookie is no longer valid."""
    session = await server.people.sessions.end(session_cookie(request.cookies))
    server.table_service.end_sessions([session] if session else [])
    answer = Response(status_code=204)
    for name in {COOKIE, cookie_name(server.settings)}:
        forget_cookie(server, answer, name)
    return answer


def cookie_name(settings: Settings) -> str:
    """Returns the name of the session cookie, with the prefix `__Host-` where that is possible.

    Browsers accept this prefix only from the host itself, over HTTPS, for all paths. So another
    host of the same domain cannot plant a session of its own.
    """
    return HOST_COOKIE if settings.is_https and not settings.base else COOKIE


def forget_cookie(server: AppState, answer: Response, name: str) -> None:
    answer.delete_cookie(
        name,
        path=server.settings.base or "/",
        httponly=True,
        samesite="lax",
        secure=server.settings.is_https,
    )


async def start_session(server: AppState, request: Request, person: Person) -> Response:
    """Answers with a new session for a person, and ends the browser's previous session."""
    before = await server.people.sessions.end(session_cookie(request.cookies))
    server.table_service.end_sessions([before] if before else [])
    answer = JsonResponse(own_account_view(person))
    name = cookie_name(server.settings)
    set_cookie(server, answer, name, await server.people.sessions.begin(person))
    if name != COOKIE and COOKIE in request.cookies:
        forget_cookie(server, answer, COOKIE)
    if person.account is not None:
        set_cookie(server, answer, DEVICE_COOKIE, server.people.sessions.device_of(person))
    return answer


def set_cookie(server: AppState, answer: Response, name: str, value: str) -> None:
    answer.set_cookie(
        name,
        value,
        max_age=SESSION_SECONDS,
        path=server.settings.base or "/",
        httponly=True,
        samesite="lax",
        secure=server.settings.is_https,
    )


# ── Passwords and mail ───────────────────────────────────────────────────────────────────────────


@api.put("/me/password", response_model=Me)
async def change_password(
    server: CurrentApp, request: Request, person: CurrentPerson, new: NewPassword
) -> Response:
    """Change your password; all other browsers have to sign in again."""
    await server.sign_ins.hit(f"password {person.id}")
    changed = await server.people.change_password(person, new.old, new.new)
    return await sign_out_elsewhere(server, request, changed)


@api.post("/passwords/forgotten", response_model=Sent)
async def forgot_password(
    server: CurrentApp, network: ClientNetwork, forgotten: Forgotten
) -> JsonResponse:
    """Have a link sent to the address of an account; nobody learns whether it has one."""
    server.people.require_mailer()
    await server.mails.hit(network)
    await server.mails.hit(f"account {sign_in_name(forgotten.name)}")
    server.table_service.start_task(server.people.send_password_reset(forgotten.name))
    return JsonResponse(Sent(t("If that account has an address, an email is on its way.")))


@api.put("/passwords/forgotten", response_model=Me)
async def set_forgotten_password(
    server: CurrentApp, request: Request, network: ClientNetwork, new: SetPassword
) -> Response:
    """Choose a new password, with the link that was sent."""
    await server.sign_ins.hit(network)
    return await sign_out_elsewhere(
        server, request, await server.people.reset_password(new.token, new.password)
    )


async def sign_out_elsewhere(server: AppState, request: Request, person: Person) -> Response:
    """Ends all sessions of a person and starts a new one in this browser."""
    server.table_service.end_sessions(await server.people.person_store.end_all_sessions(person.id))
    return await start_session(server, request, person)


@api.put("/me/email", response_model=Sent)
async def set_email(
    server: CurrentApp, network: ClientNetwork, person: CurrentPerson, new: NewEmail
) -> JsonResponse:
    """Say which address gets email for a forgotten password; it has to be confirmed."""
    # The limit for the recipient keeps several people from flooding one address.
    for key in (person.id, network, f"to {new.email.casefold()}"):
        await server.mails.hit(key)
    await server.people.request_email(person, new.email, new.password)
    return JsonResponse(Sent(t("We have sent you an email. Follow the link in it.")))


@api.delete("/me/email", response_model=Me)
async def remove_email(server: CurrentApp, person: CurrentPerson, removal: NoEmail) -> JsonResponse:
    await server.sign_ins.hit(f"password {person.id}")
    changed = await server.people.remove_email(person, removal.password)
    await server.table_service.store.run(
        set_mail_preference, person.id, False, language(), time.time()
    )
    return JsonResponse(own_account_view(changed))


@api.post("/me/email/confirmed", response_model=Me)
async def confirm_email(
    server: CurrentApp, network: ClientNetwork, confirmation: Confirmation
) -> JsonResponse:
    """Confirm an email address, with the link that was sent."""
    await server.sign_ins.hit(network)
    return JsonResponse(own_account_view(await server.people.confirm_email(confirmation.token)))
