"""The WebSocket of a table, which sends the table to each connected tab whenever it changes.

It sends in one direction: clients say only that they are still connected, and everything that they
want to do is a request of its own.
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

MAX_PINGS = 5  # within PING_WINDOW_SECONDS; our pages send one every twenty seconds
PING_WINDOW_SECONDS = 10.0
SEND_TIMEOUT = 20.0  # seconds; a client that reads more slowly is disconnected
PONG = orjson.dumps(Pong())

# WebSocket close codes. Those from 4000 on are left to applications by the standard.
TRY_AGAIN_LATER = 1013
NOT_A_PING, FORBIDDEN, NOT_FOUND, TOO_SLOW, TOO_OFTEN = 4400, 4403, 4404, 4408, 4429


class CloseSocket(Exception):
    """Ends the connection with a code and a sentence for the client."""

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
    """Connects the client to the table, or closes the socket if it may not see that table."""
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
        client = TableClient(person.id if person else None, drawing, session)
        await run_client(server.table_service, socket, room, client)


async def run_client(
    table_service: TableService, socket: WebSocket, room: TableRoom, client: TableClient
) -> None:
    """Sends and receives until the client disconnects or the server closes the socket."""
    table_service.connect(room, client)
    try:
        reason = await first_completed(
            receive_pings(socket, client), send_frames(table_service, socket, room, client)
        )
    finally:
        table_service.disconnect(room, client)
    if isinstance(reason, CloseSocket):
        await close_socket(socket, reason)
    elif not isinstance(reason, WebSocketDisconnect | RuntimeError):
        raise reason


async def first_completed(*coroutines: Coroutine[Any, Any, Never]) -> BaseException:
    """Runs the coroutines until one ends, cancels the others, and returns the exception that ended
    it.

    It is not raised here: then the exception would hold this frame, which holds the tasks, which
    hold the exception, and the table would stay in memory until the garbage collector finds the
    cycle.
    """
    tasks = [asyncio.create_task(coroutine) for coroutine in coroutines]
    try:
        ended, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return next(error for task in ended if (error := task.exception()) is not None)


async def receive_pings(socket: WebSocket, client: TableClient) -> Never:
    """Receives pings. Any other message, and too many pings, close the socket."""
    window = FixedWindow(MAX_PINGS, PING_WINDOW_SECONDS, clock)
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect
        ping = parse_ping(message)
        if ping is None:
            raise CloseSocket(NOT_A_PING, t("Only pings are accepted here; moves are posted."))
        if not window.allow():
            raise CloseSocket(TOO_OFTEN, t("Too many pings; one every twenty seconds is enough."))
        client.is_looking = not ping.is_hidden
        client.ping()


def parse_ping(message: Any) -> Ping | None:
    try:
        return Ping.model_validate_json(message.get("text") or "")
    except ValidationError:
        return None


async def send_frames(
    table_service: TableService, socket: WebSocket, room: TableRoom, client: TableClient
) -> Never:
    """Sends what has changed whenever the client is notified.

    All changes that happen while a message is being sent go into one message.
    """
    while True:
        await client.has_news.wait()
        client.has_news.clear()
        if client.close_reason is not None:
            code, sentence = client.close_reason
            raise CloseSocket(code, t(sentence))
        if client.is_pinged:
            client.is_pinged = False
            await send_message(socket, PONG)
        if client.is_behind:
            client.is_behind = False
            await send_message(socket, await table_service.frame_for(room, client))


async def send_message(socket: WebSocket, message: bytes) -> None:
    """Sends a message, and waits until the client has read most of those before it.

    Closes the socket if that takes longer than `SEND_TIMEOUT`.
    """
    connection = socket.scope.get("extensions", {}).get(EXTENSION_NAME)
    if connection is not None and connection.send_now(message):
        return
    try:
        async with asyncio.timeout(SEND_TIMEOUT):  # wait_for may miss a cancellation
            await socket.send_text(message.decode())
    except TimeoutError:
        raise CloseSocket(
            TOO_SLOW, t("Your connection is too slow; reconnect when you can.")
        ) from None


async def close_socket(socket: WebSocket, reason: CloseSocket) -> None:
    """Closes the socket, and gives up after `SEND_TIMEOUT` if the client does not read."""
    with contextlib.suppress(TimeoutError, WebSocketDisconnect, RuntimeError):
        async with asyncio.timeout(SEND_TIMEOUT):
            await socket.close(reason.code, str(reason))
