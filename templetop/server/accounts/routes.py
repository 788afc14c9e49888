"""Who one is: guests, accounts, sessions, and all that is kept of somebody."""

import time

from fastapi import Request, Response

from templetop.engine.speech import language
from templetop.server.accounts.name_policy import account_of
from templetop.server.accounts.service import as_me
from templetop.server.accounts.sessions import A_YEAR, COOKIE, DEVICE, HOST_COOKIE, session_cookie
from templetop.server.api_models import (
    Confirmation,
    Credentials,
    Export,
    Forgotten,
    Me,
    NewAccount,
    NewEmail,
    NewGuest,
    NewName,
    NewPassword,
    NoEmail,
    Parting,
    Sent,
    SetPassword,
    Visitor,
)
from templetop.server.core.settings import Settings
from templetop.server.dependencies import Anyone, Home, Server, Somebody, TheServer, api
from templetop.server.http.responses import Json
from templetop.server.notifications.turn_queries import wish_mail
from templetop.server.operations import account_deletion
from templetop.server.store.person_store import Person
from templetop.server.translations import t

# ── Coming and going ─────────────────────────────────────────────────────────────────────────────


@api.get("/me", response_model=Me)
async def me(person: Somebody) -> Json:
    """Who you are; refused if you have not signed in."""
    return Json(as_me(person))


@api.get("/visitor", response_model=Visitor)
async def visitor(server: TheServer, request: Request, person: Anyone) -> Json:
    """Who you are, or null for a browser that has not signed in."""
    answer = Json(Visitor(as_me(person) if person else None))
    name = cookie_name(server.settings)
    if person is not None and name not in request.cookies:  # it was given before HTTPS was on
        remember(server, answer, name, session_cookie(request.cookies) or "")
        forget_cookie(server, answer, COOKIE)
    return answer


@api.patch("/me", response_model=Me)
async def rename(server: TheServer, home: Home, person: Somebody, new: NewName) -> Json:
    """Change your name; if you have an account, you sign in with the new name from now on."""
    await server.guests.count(home)
    renamed = await server.people.rename(person, new.name)
    server.hall.deal_lists.forget()
    return Json(as_me(renamed))


@api.post("/guests", response_model=Me)
async def be_a_guest(server: TheServer, request: Request, home: Home, new: NewGuest) -> Response:
    """Come as a guest; a cookie remembers who you are."""
    await server.guests.count(home)
    return await known_from_now_on(server, request, await server.people.welcome(new.name))


@api.post("/accounts", response_model=Me)
async def open_account(
    server: TheServer, request: Request, home: Home, person: Anyone, new: NewAccount
) -> Response:
    """Create an account; a guest keeps their matches."""
    await server.sign_ins.count(home)
    account = await server.people.open_account(person, new.name, new.password)
    server.hall.deal_lists.forget()  # a guest is in no list
    return await known_from_now_on(server, request, account)


@api.post("/sessions", response_model=Me)
async def sign_in(server: TheServer, request: Request, home: Home, who: Credentials) -> Response:
    """Sign in to your account."""
    account = account_of(who.name)
    person = await server.people.registry.account(account)
    device = request.cookies.get(DEVICE)
    if server.people.sessions.has_signed_in_here(person, device):
        await server.sign_ins.count(f"device {account}")
    else:
        await server.sign_ins.count(home)
        if not await server.first_guesses.allows(f"{home} {account}"):
            await server.guesses.count(account)
    person = await server.people.sign_in(person, who.password)
    return await known_from_now_on(server, request, person)


@api.delete("/sessions", response_model=None, status_code=204)
async def sign_out(server: TheServer, request: Request) -> Response:
    """Sign out in this browser; its cookie is no longer valid."""
    session = await server.people.sessions.end(session_cookie(request.cookies))
    server.hall.end_sessions([session] if session else [])
    answer = Response(status_code=204)
    for name in {COOKIE, cookie_name(server.settings)}:
        forget_cookie(server, answer, name)
    return answer


def cookie_name(settings: Settings) -> str:
    """Browsers take a name with this prefix only from the host itself, over HTTPS, for all paths.

    So nobody who has another host of the same domain can give a visitor a session of theirs.
    """
    return HOST_COOKIE if settings.is_https and not settings.base else COOKIE


def forget_cookie(server: Server, answer: Response, name: str) -> None:
    answer.delete_cookie(
        name,
        path=server.settings.base or "/",
        httponly=True,
        samesite="lax",
        secure=server.settings.is_https,
    )


async def known_from_now_on(server: Server, request: Request, person: Person) -> Response:
    """By a new session; the one that this browser had before ends."""
    before = await server.people.sessions.end(session_cookie(request.cookies))
    server.hall.end_sessions([before] if before else [])
    answer = Json(as_me(person))
    name = cookie_name(server.settings)
    remember(server, answer, name, await server.people.sessions.begin(person))
    if name != COOKIE and COOKIE in request.cookies:
        forget_cookie(server, answer, COOKIE)
    if person.account is not None:
        remember(server, answer, DEVICE, server.people.sessions.device_of(person))
    return answer


def remember(server: Server, answer: Response, name: str, value: str) -> None:
    answer.set_cookie(
        name,
        value,
        max_age=A_YEAR,
        path=server.settings.base or "/",
        httponly=True,
        samesite="lax",
        secure=server.settings.is_https,
    )


# ── Passwords and mail ───────────────────────────────────────────────────────────────────────────


@api.put("/me/password", response_model=Me)
async def change_password(
    server: TheServer, request: Request, person: Somebody, new: NewPassword
) -> Response:
    """Change your password; all other browsers have to sign in again."""
    await server.sign_ins.count(f"password {person.id}")
    changed = await server.people.change_password(person, new.old, new.new)
    return await alone(server, request, changed)


@api.post("/passwords/forgotten", response_model=Sent)
async def forgot_password(server: TheServer, home: Home, who: Forgotten) -> Json:
    """Have a link sent to the address of an account; nobody learns whether it has one."""
    server.people.posted()
    await server.mails.count(home)
    await server.mails.count(f"account {account_of(who.name)}")
    server.hall.run(server.people.forgot(who.name))
    return Json(Sent(t("If that account has an address, an email is on its way.")))


@api.put("/passwords/forgotten", response_model=Me)
async def set_forgotten_password(
    server: TheServer, request: Request, home: Home, new: SetPassword
) -> Response:
    """Choose a new password, with the link that was sent."""
    await server.sign_ins.count(home)
    return await alone(server, request, await server.people.set_forgotten(new.token, new.password))


async def alone(server: Server, request: Request, person: Person) -> Response:
    """In this browser, and in no other."""
    server.hall.end_sessions(await server.people.registry.end_all_sessions(person.id))
    return await known_from_now_on(server, request, person)


@api.put("/me/email", response_model=Sent)
async def want_email(server: TheServer, home: Home, person: Somebody, new: NewEmail) -> Json:
    """Say which address gets email for a forgotten password; it has to be confirmed."""
    for who in (person.id, home, f"to {new.email.casefold()}"):  # so nobody is buried in our mail
        await server.mails.count(who)
    await server.people.want_email(person, new.email, new.password)
    return Json(Sent(t("We have sent you an email. Follow the link in it.")))


@api.delete("/me/email", response_model=Me)
async def forget_email(server: TheServer, person: Somebody, known: NoEmail) -> Json:
    await server.sign_ins.count(f"password {person.id}")
    changed = await server.people.forget_email(person, known.password)
    await server.hall.store.have(wish_mail, person.id, False, language(), time.time())
    return Json(as_me(changed))


@api.post("/me/email/confirmed", response_model=Me)
async def confirm_email(server: TheServer, home: Home, letter: Confirmation) -> Json:
    """Confirm an email address, with the link that was sent."""
    await server.sign_ins.count(home)
    return Json(as_me(await server.people.confirm_email(letter.token)))


# ── All that is kept ─────────────────────────────────────────────────────────────────────────────


@api.get("/me/export", response_model=Export)
async def export(server: TheServer, person: Somebody) -> Json:
    """All that is kept about somebody."""
    await server.exports.count(person.id)
    found = await account_deletion.exported(server.hall.store, person)
    headers = {"Content-Disposition": 'attachment; filename="templetop.json"'}
    return Json(found, headers=headers)


@api.delete("/me", response_model=None, status_code=204)
async def part(server: TheServer, request: Request, person: Somebody, known: Parting) -> Response:
    """Delete yourself and all that is kept about you; seats at others' tables lose your name."""
    await server.sign_ins.count(f"password {person.id}")
    await server.people.confirm(person, known.password)
    await account_deletion.erase(server.hall, person.id)
    return await sign_out(server, request)
