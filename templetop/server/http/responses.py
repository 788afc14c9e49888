"""JSON responses, their cache, and the handlers that turn refusals into HTTP.

Begin with `JsonResponse` and `add_error_handlers`.
"""

from collections.abc import Hashable
from typing import Any

import orjson
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from templetop.engine.refusal import Refusal
from templetop.engine.speech import ENGLISH, language, mark
from templetop.server.api_models import Refused
from templetop.server.core.bounded_dict import BoundedDict
from templetop.server.core.refusals import http_status, problem_of_status, problem_view
from templetop.server.translations import t

STATUS_SENTENCES = mark({404: "There is nothing here.", 405: "That cannot be done here."})


class JsonResponse(Response):
    """Serializes dataclasses without validation, because the server builds its views itself."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        return orjson.dumps(content, option=orjson.OPT_SERIALIZE_NUMPY)


class ResponseCache:
    """Holds the JSON of answers that depend on nothing but their key and the language.

    Beyond `max_size` answers, the one that was added first is dropped.
    """

    def __init__(self, max_size: int) -> None:
        self.entries: BoundedDict[tuple[Hashable, ...], bytes] = BoundedDict(max_size)

    def find(self, *key: Hashable) -> bytes | None:
        """Returns the answer to a key in the current language; None if it is not cached."""
        return self.entries.get((language(), *key))

    def add(self, answer: Any, *key: Hashable) -> bytes:
        """Caches an answer for a key in the current language, and returns its JSON."""
        body = self.entries[language(), *key] = bytes(JsonResponse(answer).body)
        return body


def add_error_handlers(app: FastAPI) -> None:
    """Registers handlers that answer every error in the form of `Refused`."""

    @app.exception_handler(Refusal)
    async def handle_refusal(request: Request, refusal: Refusal) -> Response:
        return refusal_response(refusal)

    @app.exception_handler(RequestValidationError)
    async def handle_validation_error(request: Request, error: RequestValidationError) -> Response:
        status, sentence = validation_problem(error)
        return JsonResponse(Refused(problem_of_status(status, sentence)), status)

    @app.exception_handler(HTTPException)
    async def handle_http_exception(request: Request, error: HTTPException) -> Response:
        template = STATUS_SENTENCES.get(error.status_code)
        sentence = t(template) if template else f"{error.detail}."
        problem = problem_of_status(error.status_code, sentence)
        return JsonResponse(Refused(problem), error.status_code, headers=error.headers)


def refusal_response(refusal: Refusal) -> JsonResponse:
    table = getattr(refusal, "table", None)
    return JsonResponse(Refused(problem_view(refusal), table), http_status(refusal))


def validation_problem(error: RequestValidationError) -> tuple[int, str]:
    """Returns the status and the sentence for the first fault of a request."""
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        return 400, t("Not valid JSON.")
    where = ".".join(str(part) for part in first["loc"][1:])
    sentence = f"{where or t('What was sent')}: {fault_sentence(first)}."
    return 422, sentence.encode(errors="replace").decode()  # lone surrogates cannot be sent


def fault_sentence(fault: dict[str, Any]) -> str:
    """Returns what is wrong, in the current language.

    English uses the messages of pydantic. In other languages, only faults that a page can cause
    are translated; for others a general sentence is returned.
    """
    if language() == ENGLISH or fault["type"] not in FAULT_SENTENCES:
        return str(fault["msg"]) if language() == ENGLISH else t("this cannot be right")
    return t(FAULT_SENTENCES[fault["type"]], **fault.get("ctx", {}))


FAULT_SENTENCES = mark(
    {
        "missing": "this is missing",
        "string_too_short": "at least {min_length} characters are needed",
        "string_too_long": "at most {max_length} characters are allowed",
        "greater_than_equal": "it must be at least {ge}",
        "less_than_equal": "it must be at most {le}",
        "int_type": "this has to be a whole number",
        "int_parsing": "this has to be a whole number",
        "string_type": "this has to be text",
    }
)

STALE_DESCRIPTION = "Not now; for a stale number, with the table as it is."

# Refers to the schema by name: building the schema for each route would take seconds at the start.
ERROR_CONTENT = {
    "application/json": {"schema": {"$ref": f"#/components/schemas/{Refused.__name__}"}}
}

ERROR_RESPONSES: dict[int | str, dict[str, Any]] = {
    status: {"content": ERROR_CONTENT, "description": description}
    for status, description in {
        400: "Not valid JSON.",
        401: "Sign in first, or come as a guest.",
        403: "It belongs to someone else.",
        404: "It does not exist.",
        408: "It did not arrive in time.",
        409: STALE_DESCRIPTION,
        410: "It was only good once, or for a while.",
        413: "It is too large.",
        422: "It is not valid, or a rule forbids it.",
        429: "Too many requests in a short time.",
        500: "The server made a mistake.",
        503: "The store does not answer.",
    }.items()
}
STALE_TABLE_RESPONSE: dict[int | str, dict[str, Any]] = {
    409: {"model": Refused, "description": STALE_DESCRIPTION}
}


def json_response(answer: bytes) -> Response:
    """Returns a response whose body is JSON already."""
    return Response(answer, media_type=JsonResponse.media_type)
