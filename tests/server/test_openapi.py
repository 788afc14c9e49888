"""What the server says of itself is true: schemathesis tries it, rightly and wrongly."""

from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.server.serving import Serving

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


EXAMPLES = {"sqlite": 1, "postgresql": 10}  # the same ones; by `make test-all` more of them
LIMITS = settings(
    deadline=None,
    database=None,
    derandomize=True,
    phases=[Phase.generate],
    suppress_health_check=[*HealthCheck],
)


@pytest.mark.parametrize("mode", [*GenerationMode])
def test_every_operation_answers_as_it_is_described(server: Serving, mode: GenerationMode) -> None:
    ann, ben = server.person("Ann"), server.person("Ben")
    table = ben.open_table("karuba", "me", "open", options={"setup": "random"})
    ann.sit(table)  # she may not close it
    limits = settings(LIMITS, max_examples=EXAMPLES[server.store])
    address = f"http://127.0.0.1:{server.port}"
    schema = schemathesis.openapi.from_url(f"{address}/api/openapi.json")
    cookie = {"templetop": ann.http.cookies["templetop"]}
    session, tried = requests.Session(), 0
    for found in schema.get_all_operations():
        assert isinstance(found, Ok)

        @limits
        @given(case=found.ok().as_strategy(generation_mode=mode))
        def attempt(case: "Case[Any]") -> None:
            if "table_id" in case.path_parameters:
                case.path_parameters["table_id"] = table["id"]
            answer = case.call(base_url=address, cookies=cookie, session=session)
            case.validate_response(answer, checks=CHECKS)

        try:
            attempt()
        except Unsatisfiable:  # there is nothing about it that can be asked wrongly
            continue
        tried += 1
    session.close()
    assert tried >= (18 if mode == GenerationMode.POSITIVE else 10)
    assert ben.look(table)["id"] == table["id"]


def test_what_needs_a_cookie_says_so(server: Serving) -> None:
    """And it is so: without one, just these are refused for want of it."""
    description = server.stranger().get("/openapi.json")
    scheme = description["components"]["securitySchemes"]["cookie"]
    assert (scheme["type"], scheme["in"], scheme["name"]) == ("apiKey", "cookie", "templetop")
    stranger = server.stranger()
    table = server.person("Ann").open_table("karuba", "me", "open")["id"]
    bodies = {"/tables": {"game": "karuba", "seats": [{"kind": "me"}]}, "/me": {"name": "Eve"}}
    moves = {"number": 0, "move": 0}
    for path, operations in description["paths"].items():
        where = path.removeprefix("/api").replace("{table_id}", table).replace("{number}", "0")
        where = where.replace("{game}", "karuba")
        for method, operation in operations.items():
            body = bodies.get(where, moves if where.endswith("moves") else {})
            sent = None if method == "get" else body
            status = stranger.http.request(method.upper(), where, json=sent).status_code
            needs = operation.get("security") == [{"cookie": []}]
            assert (status == 401) == needs, (method, path, status)
            stranger.http.cookies.clear()
