"""Reads a usual move request without FastAPI, which would take longer than the move itself.

A request in the form that our pages send is answered by `routes.make_move`, as through FastAPI. Any
other request is passed on to FastAPI, which also writes the refusals.
"""

import re
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import parse_qsl

from pydantic import ValidationError
from starlette.requests import cookie_parser
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from templetop.engine.refusal import Refusal
from templetop.server.accounts.service import require_signed_in
from templetop.server.accounts.sessions import session_cookie
from templetop.server.api_models import NewMove
from templetop.server.dependencies import AppState, enter_room
from templetop.server.http.responses import refusal_response
from templetop.server.tables.routes import make_move

PATH = re.compile(r"/api/tables/([A-Za-z0-9_-]{1,32})/moves")
LINK = re.compile(r"[A-Za-z0-9_-]{0,60}")
FLAGS = {"true": True, "false": False}
MAX_QUERY_BYTES = 120  # a longer query string goes to FastAPI
CACHE_SIZE = 2000  # query strings
JSON_CONTENT_TYPE = b"application/json"


class MoveQuery(NamedTuple):
    """The parameters in the query string of a move request."""

    link: str = ""
    view: bool = False
    drawing: bool = True


class MoveRequest(NamedTuple):
    """What the path, the query and the headers of a move request say."""

    table: str
    query: MoveQuery
    cookie: str | None


class FastMoveMiddleware:
    """Answers usual move requests, and passes all others on to FastAPI.

    It must stand inside the security middleware, which has checked every request before.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = parse_move_request(scope)
        if request is None:
            await self.app(scope, receive, send)
            return
        message = await receive()
        new = parse_body(message)
        if new is None:
            await self.app(scope, replay_body(message, receive), send)
            return
        answer = await handle_move(scope["app"].state.server, request, new)
        await answer(scope, receive, send)


async def handle_move(server: AppState, request: MoveRequest, new: NewMove) -> Response:
    link, view, drawing = request.query
    try:
        person = require_signed_in(await server.people.sessions.person_of(request.cookie))
        room = await enter_room(server, request.table, person, link)
        return await make_move(server, person, room, new, view, drawing)
    except Refusal as refusal:
        return refusal_response(refusal)


def parse_move_request(scope: Scope) -> MoveRequest | None:
    """Returns the move request, or None if the request is another one or has an unusual form."""
    if scope["type"] != "http" or scope["method"] != "POST":
        return None
    path, query = PATH.fullmatch(scope["path"]), parse_query(scope["query_string"])
    if path is None or query is None:
        return None
    content_types, cookies = header_values(scope, b"content-type"), header_values(scope, b"cookie")
    if content_types != [JSON_CONTENT_TYPE] or len(cookies) > 1:
        return None
    values = cookie_parser(cookies[0].decode("latin-1")) if cookies else {}
    return MoveRequest(path[1], query, session_cookie(values))


def header_values(scope: Scope, header: bytes) -> list[bytes]:
    return [value for name, value in scope["headers"] if name == header]


def parse_query(query: bytes) -> MoveQuery | None:
    """Returns the parameters of a query string, or None if it is too long or unusual."""
    if not query:
        return MoveQuery()
    return parse_query_cached(query) if len(query) <= MAX_QUERY_BYTES else None


@lru_cache(CACHE_SIZE)
def parse_query_cached(query: bytes) -> MoveQuery | None:
    pairs = parse_qsl(query.decode("latin-1"), keep_blank_values=True)
    found = dict(pairs)
    link, flags = found.pop("link", ""), {name: FLAGS.get(word) for name, word in found.items()}
    is_plain = len(pairs) == len({name for name, _ in pairs}) and LINK.fullmatch(link) is not None
    if not is_plain or None in flags.values() or not flags.keys() <= {"view", "drawing"}:
        return None
    return MoveQuery(link, bool(flags.get("view", False)), bool(flags.get("drawing", True)))


def parse_body(message: Message) -> NewMove | None:
    """Returns the move in the first part of a body, or None if that is not a valid move.

    The security middleware passes a small body on in one part.
    """
    try:
        return NewMove.model_validate_json(message.get("body", b""))
    except ValidationError:
        return None


def replay_body(message: Message, receive: Receive) -> Receive:
    """Returns a `receive` that yields the message again that was read here, and then all others."""
    parts = iter([message])

    async def read() -> Message:
        return next(parts, None) or await receive()

    return read
