"""A table as it changes, over a WebSocket: several tabs of one seat all see the same.

It goes one way. Who listens says nothing but that they are still there; whatever they want to do,
they ask for by a request of its own.
"""

import asyncio
import contextlib
from collections.abc import Coroutine
from time import monotonic as clock
from typing import Annotated, Any, Never

import orjson
from fastapi import Query, WebSocket
from pydantic import ValidationError
from starlette.websockets import WebSocketDisconnect

from templetop.engine.refusal import Refusal
from templetop.server.accounts.sessions import session_cookie
from templetop.server.api_models import Ping, Pong
from templetop.server.core.rate_limits import FixedWindow
from templetop.server.core.refusals import NotAllowed
from templetop.server.dependencies import (
    AppState,
    api,
    app_state_of,
    client_host,
    enter_room,
    get_visitor,
)
from templetop.server.http.security_middleware import is_own_origin, refusal_for
from templetop.server.http.websocket_protocol import EXTENSION_NAME
from templetop.server.tables.room import TableClient, TableRoom
from templetop.server.tables.service import TableService
from templetop.server.translations import t

MOST_PINGS = 5  # in so many seconds; a browser says one every twenty
SPELL = 10.0
PATIENCE = 20.0  # seconds until a browser must have taken what it was sent before
PONG = orjson.dumps(Pong())

# Why a socket is closed; all but the first in the range for applications.
TRY_AGAIN_LATER = 1013
NOT_A_PING, FORBIDDEN, NOT_FOUND, TOO_SLOW, TOO_OFTEN = 4400, 4403, 4404, 4408, 4429


class CloseSocket(Exception):
    """We close the line, and say why."""

    def __init__(self, code: int, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


@api.websocket("/tables/{table_id}/live")
async def table_socket(
    socket: WebSocket,
    table_id: str,
    link: Annotated[str, Query()] = "",
    drawing: Annotated[bool, Query()] = True,
) -> None:
    """Be sent the table whenever it changes."""
    server, address = app_state_of(socket), client_host(socket)
    if not is_own_origin(socket.headers, server.settings.is_https):
        await socket.close(FORBIDDEN)
        return
    await socket.accept()
    if not server.sockets.acquire(address):
        await close_socket(
            socket, CloseSocket(TOO_OFTEN, t("You have too many tables open in other tabs."))
        )
        return
    try:
        await accept_client(server, socket, table_id[:64], link, drawing)
    finally:
        server.sockets.release(address)


async def accept_client(
    server: AppState, socket: WebSocket, table_id: str, link: str, drawing: bool
) -> None:
    """If there is such a table, and one may see it."""
    try:
        person = await get_visitor(socket)
        room = await enter_room(server, table_id, person, link)
    except Refusal as refusal:
        code = FORBIDDEN if isinstance(refusal, NotAllowed) else NOT_FOUND
        await close_socket(socket, CloseSocket(code, str(refusal)))
    except Exception as error:
        await close_socket(socket, CloseSocket(TRY_AGAIN_LATER, str(refusal_for(error))))
    else:
        session = server.people.sessions.session_of(session_cookie(socket.cookies))
        watcher = TableClient(person.id if person else None, drawing, session)
        await run_client(server.table_service, socket, room, watcher)


async def run_client(
    table_service: TableService, socket: WebSocket, room: TableRoom, watcher: TableClient
) -> None:
    """Until the browser goes, or is gone, or we have had enough of it."""
    table_service.connect(room, watcher)
    try:
        why = await first_completed(
            receive_pings(socket, watcher), send_frames(table_service, socket, room, watcher)
        )
    finally:
        table_service.disconnect(room, watcher)
    if isinstance(why, CloseSocket):
        await close_socket(socket, why)
    elif not isinstance(why, WebSocketDisconnect | RuntimeError):
        raise why


async def first_completed(*ways: Coroutine[Any, Any, Never]) -> BaseException:
    """Go all these ways until one comes to its end; the others are left. Returns why it ended.

    It is not raised here: then the exception would hold this frame, which holds the tasks, which
    hold the exception, and the table would stay in memory until such a ring is looked for.
    """
    tasks = [asyncio.create_task(way) for way in ways]
    try:
        ended, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return next(why for task in ended if (why := task.exception()) is not None)


async def receive_pings(socket: WebSocket, watcher: TableClient) -> Never:
    """Pings, now and then, and nothing else."""
    pace = FixedWindow(MOST_PINGS, SPELL, clock)
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect
        ping = parse_ping(message)
        if ping is None:
            raise CloseSocket(NOT_A_PING, t("Only pings are accepted here; moves are posted."))
        if not pace.allow():
            raise CloseSocket(TOO_OFTEN, t("Too many pings; one every twenty seconds is enough."))
        watcher.is_looking = not ping.is_hidden
        watcher.ping()


def parse_ping(message: Any) -> Ping | None:
    try:
        return Ping.model_validate_json(message.get("text") or "")
    except ValidationError:
        return None


async def send_frames(
    table_service: TableService, socket: WebSocket, room: TableRoom, watcher: TableClient
) -> Never:
    """Whenever there is news, what has changed; who is slow is not sent all it was meanwhile."""
    while True:
        await watcher.news.wait()
        watcher.news.clear()
        if watcher.sent_away is not None:
            code, sentence = watcher.sent_away
            raise CloseSocket(code, t(sentence))
        if watcher.is_pinged:
            watcher.is_pinged = False
            await send_message(socket, PONG)
        if watcher.is_behind:
            watcher.is_behind = False
            await send_message(socket, await table_service.frame_for(room, watcher))


async def send_message(socket: WebSocket, what: bytes) -> None:
    """It waits until most of what was said before has been taken."""
    line = socket.scope.get("extensions", {}).get(EXTENSION_NAME)
    if line is not None and line.send_now(what):
        return
    try:
        async with asyncio.timeout(PATIENCE):  # wait_for may miss that it is cancelled
            await socket.send_text(what.decode())
    except TimeoutError:
        raise CloseSocket(
            TOO_SLOW, t("Your connection is too slow; reconnect when you can.")
        ) from None


async def close_socket(socket: WebSocket, why: CloseSocket) -> None:
    """Who does not read does not read this either, and is left after a while."""
    with contextlib.suppress(TimeoutError, WebSocketDisconnect, RuntimeError):
        async with asyncio.timeout(PATIENCE):
            await socket.close(why.code, str(why))
