"""HTTP routes of notifications by push and mail, and of holidays."""

import time

from fastapi import Request, Response
from starlette.responses import RedirectResponse

from templetop.engine.speech import language
from templetop.server.accounts.sessions import session_cookie
from templetop.server.api_models import (
    AwaitedAt,
    LostBrowser,
    NewBrowser,
    NewHoliday,
    NewMailWish,
    Notices,
    Sent,
)
from templetop.server.core.refusals import LinkExpired, NotNow
from templetop.server.core.utc_days import iso_time
from templetop.server.dependencies import (
    AppState,
    ClientNetwork,
    CurrentApp,
    CurrentPerson,
    OptionalPerson,
    api,
)
from templetop.server.http.responses import JsonResponse
from templetop.server.notifications import turn_queries
from templetop.server.notifications.turn_queries import endpoint_id
from templetop.server.notifications.web_push import PushSubscription
from templetop.server.store.person_store import (
    Person,
    load_holidays,
    set_mail_preference,
    wants_mail,
)
from templetop.server.tables import holidays
from templetop.server.tables.correspondence import holiday_end
from templetop.server.translations import t


async def notification_settings(server: AppState, person: Person) -> JsonResponse:
    store, push, now = server.table_service.store, server.turn_notifier.push, time.time()
    away = await store.run(load_holidays, person.id)
    until, days_a_year = holiday_end(away, now), server.settings.holidays
    browsers = await store.run(turn_queries.browsers_of, person.id)
    settings = Notices(
        push_key=push.key if push else None,
        browsers=[browser.id for browser in browsers],
        can_mail=server.turn_notifier.mail is not None and person.email is not None,
        by_mail=await store.run(wants_mail, person.id),
        holiday_until=iso_time(until) if until else None,
        holidays_left=holidays.days_left(away, days_a_year, now),
    )
    return JsonResponse(settings)


@api.get("/me/notices", response_model=Notices)
async def get_notification_settings(server: CurrentApp, person: CurrentPerson) -> JsonResponse:
    """How you are notified of your turns, and whether you are on holiday."""
    return await notification_settings(server, person)


@api.get("/me/awaited", response_model=AwaitedAt)
async def count_waiting_tables(server: CurrentApp, person: OptionalPerson) -> JsonResponse:
    """At how many tables other people are waiting for your move."""
    store = server.table_service.store
    return JsonResponse(
        AwaitedAt(await store.run(turn_queries.count_waiting, person.id) if person else 0)
    )


# ── By push and by mail ──────────────────────────────────────────────────────────────────────────


@api.put("/me/browsers", response_model=Notices)
async def subscribe_browser(
    server: CurrentApp, request: Request, person: CurrentPerson, new: NewBrowser
) -> JsonResponse:
    """Be notified in this browser, even when it is closed, as long as you are signed in there."""
    await server.notices.hit(person.id)
    push = server.turn_notifier.push
    if push is None:
        raise NotNow(t("This server does not send push notifications; ask its operator."))
    await push.check(new.endpoint, new.p256dh, new.auth)
    browser = PushSubscription(
        endpoint_id(new.endpoint), person.id, new.endpoint, new.p256dh, new.auth, language()
    )
    session = server.people.sessions.session_of(session_cookie(request.cookies)) or ""
    await server.table_service.store.run(turn_queries.add_browser, browser, session, time.time())
    return await notification_settings(server, person)


@api.delete("/me/browsers", response_model=Notices)
async def unsubscribe_browser(
    server: CurrentApp, person: CurrentPerson, old: LostBrowser
) -> JsonResponse:
    """Stop notifications in this browser."""
    await server.notices.hit(person.id)
    await server.table_service.store.run(
        turn_queries.remove_own_browser, endpoint_id(old.endpoint), person.id
    )
    return await notification_settings(server, person)


@api.put("/me/notices", response_model=Notices)
async def set_mail(server: CurrentApp, person: CurrentPerson, wish: NewMailWish) -> JsonResponse:
    """Choose whether you are notified by email."""
    await server.notices.hit(person.id)
    if wish.by_mail and (server.turn_notifier.mail is None or person.email is None):
        raise NotNow(t("Email notifications need a confirmed email address."))
    await server.table_service.store.run(
        set_mail_preference, person.id, wish.by_mail, language(), time.time()
    )
    return await notification_settings(server, person)


@api.post("/unsubscribe/{token}", response_model=Sent)
async def unsubscribe(server: CurrentApp, network: ClientNetwork, token: str) -> JsonResponse:
    """Stop emails about turns; anyone who has the link from one need not sign in."""
    await server.unsubscribing.hit(network)
    person = server.turn_notifier.person_of_token(token)
    if person is None:
        raise LinkExpired(t("That link is not complete."))
    await server.table_service.store.run(
        set_mail_preference, person, False, language(), time.time()
    )
    return JsonResponse(Sent(t("You will get no more emails about your turns.")))


@api.get("/unsubscribe/{token}", include_in_schema=False)
async def unsubscribe_page(server: CurrentApp, token: str) -> Response:
    """Redirects to a page with a button, so that mail programs that open links do not unsubscribe
    anybody."""
    return RedirectResponse(f"{server.settings.base}/unsubscribe#{token}", 303)


# ── Holidays ─────────────────────────────────────────────────────────────────────────────────────


@api.put("/me/holiday", response_model=Notices)
async def begin_holiday(server: CurrentApp, person: CurrentPerson, new: NewHoliday) -> JsonResponse:
    """Go on holiday: your clocks stop wherever you have a day or more for a move."""
    await server.notices.hit(person.id)
    await holidays.start_holiday(
        server.table_service, person.id, new.days, server.settings.holidays
    )
    return await notification_settings(server, person)


@api.delete("/me/holiday", response_model=Notices)
async def end_holiday_early(server: CurrentApp, person: CurrentPerson) -> JsonResponse:
    """End your holiday early; the remaining days can be taken later."""
    await server.notices.hit(person.id)
    await holidays.end_holiday(server.table_service, person.id)
    return await notification_settings(server, person)
