"""The description of the interface is true: what it says is what happens, whatever is sent."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
import schemathesis
from argon2 import PasswordHasher
from hypothesis import HealthCheck, Phase, settings
from litestar.testing import TestClient
from schemathesis.checks import not_a_server_error
from schemathesis.python.asgi import shutdown_lifespans
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.server import in_process
from walstatt.server.app import create_app
from walstatt.server.describing import EXAMPLES

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
BOUNDED = settings(
    max_examples=8,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
    derandomize=True,
    database=None,
)


REAL = {"game": "ccn", "scenario": "rolica_1", "language": "de", "seat": "french"}
PASSWORD = "long enough"  # noqa: S105 - nobody's


class Place:
    """An application with tables and an account, so that strangers find something."""

    def __init__(self, data: Path) -> None:
        wanted = in_process.settings(hosts=("testserver", in_process.HOST), data=data)
        self.app = create_app(wanted)
        self.schema = schemathesis.openapi.from_asgi("/api/schema/openapi.json", self.app)
        self.rng = random.Random(4)
        self.tables: list[tuple[str, str]] = []
        """Tables, each with a key that fits."""
        self.session = ""

    def furnish(self) -> None:
        """Make tables and an account."""
        me = {"occupant": "me"}
        for seats in (
            {"french": me, "allied": me},
            {"french": me, "allied": {"occupant": "friend"}},
            {"french": me, "allied": {"occupant": "computer", "level": "random"}},
        ):
            made = self.post("/api/tables", game="ccn", scenario="rolica_1", seats=seats)
            keys = (made["token"], made["watch"], *made["links"].values())
            self.tables += [(made["table"], key) for key in keys]
        self.session = self.post("/api/accounts", name="Anna", password=PASSWORD)["token"]

    def post(self, path: str, **body: Any) -> dict[str, Any]:  # noqa: ANN401 - JSON
        """Ask for something that has to work."""
        reply = (
            self.schema[path]["POST"]
            .Case(body=body, media_type="application/json", headers={})
            .call()
        )
        assert reply.status_code == 201, reply.content
        made: dict[str, Any] = reply.json()
        return made


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    cheap = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("walstatt.server.accounts._hasher", lambda: cheap)
        made = Place(tmp_path_factory.mktemp("fuzzed") / "walstatt.db")
        made.furnish()
        yield made
        shutdown_lifespans()


@pytest.fixture(scope="module")
def described(place: Place) -> Any:  # noqa: ANN401 - what schemathesis gives
    return place.schema


strangers = schemathesis.pytest.from_fixture("described")


@strangers.parametrize()
@BOUNDED
def test_whatever_a_stranger_sends_is_answered_as_described(case: schemathesis.Case[Any]) -> None:
    reply = case.call_and_validate(checks=[*CHECKS, negative_data_rejection])
    assert reply.status_code < 500


@strangers.exclude(operation_id="logout").parametrize()
@BOUNDED
def test_whatever_a_player_sends_is_answered_as_described(
    case: schemathesis.Case[Any], place: Place
) -> None:
    table, key = place.rng.choice(place.tables)
    known = {**REAL, "table": table}
    for name in case.path_parameters or {}:
        case.path_parameters[name] = known.get(name, case.path_parameters[name])
    if "table" not in (case.path_parameters or {}):
        key = place.session
    reply = case.call_and_validate(checks=CHECKS, headers={"Authorization": f"Bearer {key}"})
    assert reply.status_code < 500


# -- the description itself ----------------------------------------------------------------------


@pytest.fixture(scope="module")
def description() -> Iterator[dict[str, Any]]:
    with in_process.opened() as client:
        yield read(client)


def read(client: TestClient[Any]) -> dict[str, Any]:
    reply = client.get("/api/schema/openapi.json")
    assert reply.status_code == 200
    told: dict[str, Any] = reply.json()
    return told


def test_every_route_is_described_with_everything_that_can_go_wrong(
    description: dict[str, Any],
) -> None:
    operations = {
        operation["operationId"]: operation
        for methods in description["paths"].values()
        for operation in methods.values()
    }
    assert len(operations) == sum(len(methods) for methods in description["paths"].values())
    assert len(operations) >= 27
    for operation in operations.values():
        assert {"400", "429", "500"} <= set(operation["responses"])
        assert operation["description"].endswith(".")
        if "requestBody" in operation:
            assert {"413", "415"} <= set(operation["responses"])


def test_every_type_that_is_named_is_described(description: dict[str, Any]) -> None:
    types = description["components"]["schemas"]
    missing = {
        name.removeprefix("#/components/schemas/")
        for name in references(description)
        if name.removeprefix("#/components/schemas/") not in types
    }
    assert missing == set()
    assert types["NewTable"]["additionalProperties"] is False
    assert types["Hello"]["properties"]["do"]["enum"] == ["hello"]


def references(node: object) -> Iterator[str]:
    if isinstance(node, dict):
        if isinstance(node.get("$ref"), str):
            yield node["$ref"]
        for value in node.values():
            yield from references(value)
    elif isinstance(node, list):
        for value in node:
            yield from references(value)


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_examples_are_what_they_are_examples_of(description: dict[str, Any], name: str) -> None:
    schema = {"$ref": f"#/components/schemas/{name}", "components": description["components"]}
    (example,) = description["components"]["schemas"][name]["examples"]
    assert [str(one) for one in jsonschema_rs.iter_errors(schema, example)] == []


def test_no_page_with_foreign_scripts_is_served() -> None:
    with in_process.opened() as client:
        for page in ("", "/", "/redoc", "/swagger", "/elements", "/rapidoc", "/scalar"):
            reply = client.get(f"/api/schema{page}")
            assert "html" not in reply.headers["content-type"]
            assert "<script" not in reply.text
