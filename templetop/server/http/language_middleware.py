"""Chooses the language of an answer: by the visitor's cookie, or by `Accept-Language`."""

import re

from starlette.types import ASGIApp, Receive, Scope, Send

from templetop.engine.speech import ENGLISH, LANGUAGES, speaking

LANGUAGE_COOKIE = "language"  # web/src/lib/speech.svelte.ts sets it
MAX_HEADER_LENGTH = 1000  # characters of Accept-Language; the rest is not read
ACCEPT_LANGUAGE = re.compile(
    r"\s*([A-Za-z*]{1,8})(?:-[\w-]*)?\s*(?:;\s*q=([01](?:\.\d{0,3})?))?\s*"
)


class LanguageMiddleware:
    """Runs the application in the language of the request, which `t` reads."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with speaking(request_language(scope)):
            await self.app(scope, receive, send)


def request_language(scope: Scope) -> str:
    headers = {name: value.decode("latin-1") for name, value in scope.get("headers", ())}
    return language_cookie(headers.get(b"cookie", "")) or accepted_language(
        headers.get(b"accept-language", "")
    )


def language_cookie(cookies: str) -> str | None:
    """Returns the language in the cookie; None if there is no cookie or no such language."""
    pairs = (cookie.strip().partition("=") for cookie in cookies.split(";"))
    found = next((value.strip('"') for name, _, value in pairs if name == LANGUAGE_COOKIE), None)
    return found if found in LANGUAGES else None


def accepted_language(header: str) -> str:
    """Returns the supported language with the highest quality in the header; English if none is."""
    matches = [ACCEPT_LANGUAGE.fullmatch(word) for word in header[:MAX_HEADER_LENGTH].split(",")]
    found = [(float(word[2] or 1), word[1].lower()) for word in matches if word]
    ranked = sorted(found, key=lambda entry: -entry[0])
    return next((name for quality, name in ranked if quality and name in LANGUAGES), ENGLISH)
