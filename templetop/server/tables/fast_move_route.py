"""The short way to the table for what is asked most: to make a move.

A request that is written as our pages write it is read here. It is answered by `make_move` in
routes.py, as it is when FastAPI reads it; whatever is unusual goes on to FastAPI, which has a
sentence for everything that may be wrong. To read these few words there would take longer than all
that is done about them.
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
from templetop.server.accounts.service import signed_in
from templetop.server.accounts.sessions import session_cookie
from templetop.server.api_models import NewMove
from templetop.server.deals.shared_deals import admitted
from templetop.server.dependencies import Server
from templetop.server.http.responses import refused
from templetop.server.tables.routes import make_move

PATH = re.compile(r"/api/tables/([A-Za-z0-9_-]{1,32})/moves")
LINK = re.compile(r"[A-Za-z0-9_-]{0,60}")
FLAGS = {"true": True, "false": False}
LONGEST_QUERY = 120  # bytes
KNOWN_QUERIES = 2000
AS_JSON = b"application/json"


class Wishes(NamedTuple):
    """What stands in the address behind the question mark."""

    link: str = ""
    view: bool = False
    drawing: bool = True


class Asked(NamedTuple):
    """All that a request says before its body."""

    table: str
    wishes: Wishes
    cookie: str | None


class Moves:
    """Stands between the guard, who has looked at every request, and FastAPI."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asked = understood(scope)
        if asked is None:
            await self.app(scope, receive, send)
            return
        message = await receive()
        new = move_in(message)
        if new is None:
            await self.app(scope, read_again(message, receive), send)
            return
        answer = await answered(scope["app"].state.server, asked, new)
        await answer(scope, receive, send)


async def answered(server: Server, asked: Asked, new: NewMove) -> Response:
    link, view, drawing = asked.wishes
    try:
        person = signed_in(await server.people.sessions.behind(asked.cookie))
        circle = await server.hall.find(asked.table)
        circle = await admitted(server.hall.store, circle, person, link)
        return await make_move(server, person, circle, new, view, drawing)
    except Refusal as refusal:
        return refused(refusal)


def understood(scope: Scope) -> Asked | None:
    """A move that somebody posts; None if it is something else, or said otherwise than usual."""
    if scope["type"] != "http" or scope["method"] != "POST":
        return None
    path, wishes = PATH.fullmatch(scope["path"]), wishes_in(scope["query_string"])
    if path is None or wishes is None:
        return None
    kinds, cookies = said(scope, b"content-type"), said(scope, b"cookie")
    if kinds != [AS_JSON] or len(cookies) > 1:
        return None
    known = cookie_parser(cookies[0].decode("latin-1")) if cookies else {}
    return Asked(path[1], wishes, session_cookie(known))


def said(scope: Scope, header: bytes) -> list[bytes]:
    return [value for name, value in scope["headers"] if name == header]


def wishes_in(query: bytes) -> Wishes | None:
    if not query:
        return Wishes()
    return known_wishes(query) if len(query) <= LONGEST_QUERY else None


@lru_cache(KNOWN_QUERIES)
def known_wishes(query: bytes) -> Wishes | None:
    said = parse_qsl(query.decode("latin-1"), keep_blank_values=True)
    found = dict(said)
    link, flags = found.pop("link", ""), {name: FLAGS.get(word) for name, word in found.items()}
    is_plain = len(said) == len({name for name, _ in said}) and LINK.fullmatch(link) is not None
    if not is_plain or None in flags.values() or not flags.keys() <= {"view", "drawing"}:
        return None
    return Wishes(link, bool(flags.get("view", False)), bool(flags.get("drawing", True)))


def move_in(message: Message) -> NewMove | None:
    """The guard hands on what was said in one piece."""
    try:
        return NewMove.model_validate_json(message.get("body", b""))
    except ValidationError:
        return None


def read_again(message: Message, receive: Receive) -> Receive:
    """What was read already, and then what comes."""
    parts = iter([message])

    async def read() -> Message:
        return next(parts, None) or await receive()

    return read
