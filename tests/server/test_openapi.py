"""What the server says of itself is true: schemathesis tries it."""

from typing import Any

import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import Case
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


LIMITS = settings(
    max_examples=25,
    deadline=None,
    database=None,
    derandomize=True,
    phases=[Phase.generate],
    suppress_health_check=[*HealthCheck],
)


def test_every_operation_answers_as_it_is_described(server: Serving) -> None:
    ann = server.person("Ann")
    table = ann.open_table("karuba", "me", 1, options={"setup": "random"})
    address = f"http://127.0.0.1:{server.port}"
    schema = schemathesis.openapi.from_url(f"{address}/api/openapi.json")
    cookie = {"templetop": ann.http.cookies["templetop"]}
    session, tried = requests.Session(), 0
    for found in schema.get_all_operations():
        assert isinstance(found, Ok)

        @LIMITS
        @given(case=found.ok().as_strategy())
        def attempt(case: "Case[Any]") -> None:
            if "table_id" in case.path_parameters:
                case.path_parameters["table_id"] = table["id"]
            answer = case.call(base_url=address, cookies=cookie, session=session)
            case.validate_response(answer, checks=CHECKS)

        attempt()
        tried += 1
    session.close()
    assert tried >= 18
    assert ann.look(table)["id"] == table["id"]
