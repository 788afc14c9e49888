"""A table as it changes, over a WebSocket: several tabs of one seat all see the same."""

import asyncio
from typing import Annotated

import orjson
from fastapi import Query, WebSocket
from pydantic import TypeAdapter, ValidationError
from starlette.websockets import WebSocketDisconnect

from templetop.engine.game import Refusal
from templetop.server.guard import is_own_origin
from templetop.server.hall import Hall, Place, Watcher
from templetop.server.models import LiveMove, LiveUndo, Ping, Pong, Problem, Said
from templetop.server.people import signed_in
from templetop.server.refusals import Stale, problem_of
from templetop.server.routes import Server, anyone, api, server_of
from templetop.server.store import Person

LARGEST = 16 * 1024  # bytes of a message
FORBIDDEN, NOT_FOUND = 4403, 4404  # why a socket is closed, in the range for applications
PONG = orjson.dumps(Pong()).decode()

said = TypeAdapter[LiveMove | LiveUndo | Ping](Said)


@api.websocket("/tables/{table_id}/live")
async def live(socket: WebSocket, table_id: str, drawing: Annotated[bool, Query()] = True) -> None:
    """Be sent the table whenever it changes, and make moves."""
    server = server_of(socket)
    if not is_own_origin(socket.headers):
        await socket.close(FORBIDDEN)
        return
    person = await anyone(socket)
    try:
        place = await server.hall.find(table_id[:64])
    except Refusal:
        await socket.accept()
        await socket.close(NOT_FOUND, "There is no such table.")
        return
    await socket.accept()
    await watch(server, socket, place, person, drawing)


async def watch(
    server: Server, socket: WebSocket, place: Place, person: Person | None, drawing: bool
) -> None:
    """Until the browser goes, or is gone."""
    watcher = Watcher(person.id if person else None, drawing)
    server.hall.come(place, watcher)
    sending = asyncio.create_task(send(server.hall, socket, place, watcher))
    try:
        while True:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                break
            await hear(server, socket, place, person, watcher, message)
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)
        server.hall.go(place, watcher)


async def send(hall: Hall, socket: WebSocket, place: Place, watcher: Watcher) -> None:
    """Whenever there is news: first what was refused, then the table as it is now."""
    while True:
        await watcher.news.wait()
        watcher.news.clear()
        while watcher.refusals:
            await socket.send_text(watcher.refusals.pop(0).decode())
        await socket.send_text((await hall.frame(place, watcher)).decode())


async def hear(
    server: Server,
    socket: WebSocket,
    place: Place,
    person: Person | None,
    watcher: Watcher,
    message: object,
) -> None:
    """Do what was said, or refuse it; a refusal goes to this tab alone."""
    number: int | None = None
    try:
        what = understood(message)
        if isinstance(what, Ping):
            await socket.send_text(PONG)
            return
        number = what.number
        who = signed_in(person)
        if isinstance(what, LiveMove):
            await server.hall.decide(place, who, what.number, what.move)
        else:
            await server.hall.undo(place, who, what.number)
    except Refusal as refusal:
        watcher.refuse(problem_of(refusal), number)
        if isinstance(refusal, Stale):
            watcher.news.set()
    except ValidationError:
        watcher.refuse(Problem("That is nothing that can be said here."), number)


def understood(message: object) -> LiveMove | LiveUndo | Ping:
    text = message.get("text") if isinstance(message, dict) else None
    if not isinstance(text, str) or len(text) > LARGEST:
        text = ""
    return said.validate_json(text)
