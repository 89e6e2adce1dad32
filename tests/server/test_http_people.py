"""Accounts over HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
from litestar.testing import TestClient

from tests.server.in_process import bearer, new_table, opened

NUMBERS = count(1)
PASSWORD = "torres vedras 1810"  # noqa: S105 - nobody's


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient[Any]]:
    with opened() as made:
        yield made


def register(client: TestClient[Any], name: str = "") -> tuple[str, dict[str, str]]:
    """Make an account and give its name and header."""
    called = name or f"Anna {next(NUMBERS)}"
    reply = client.post("/api/accounts", json={"name": called, "password": PASSWORD})
    assert reply.status_code == 201, reply.text
    assert reply.json()["name"] == called
    return called, bearer(reply.json()["token"])


def test_an_account_is_made_used_and_left(client: TestClient[Any]) -> None:
    name, keys = register(client)
    assert client.get("/api/me", headers=keys).json()["name"] == name
    assert client.delete("/api/sessions", headers=keys).status_code == 204
    assert client.get("/api/me", headers=keys).status_code == 401
    again = client.post("/api/sessions", json={"name": name, "password": PASSWORD})
    assert again.status_code == 201
    assert client.get("/api/me", headers=bearer(again.json()["token"])).status_code == 200


def test_a_name_is_taken_once(client: TestClient[Any]) -> None:
    name, _ = register(client)
    reply = client.post("/api/accounts", json={"name": name.upper(), "password": PASSWORD})
    assert (reply.status_code, reply.json()["text"]["id"]) == (422, "server.people.name.taken")


def test_a_wrong_password_and_a_wrong_name_look_the_same(client: TestClient[Any]) -> None:
    name, _ = register(client)
    wrong = client.post("/api/sessions", json={"name": name, "password": "wrong wrong"})
    nobody = client.post("/api/sessions", json={"name": "Nobody", "password": "wrong wrong"})
    assert wrong.status_code == nobody.status_code == 403
    assert wrong.content == nobody.content


@pytest.mark.parametrize(
    "wish",
    [
        {"name": "x", "password": PASSWORD},
        {"name": "x" * 41, "password": PASSWORD},
        {"name": "Anna", "password": "short"},
        {"name": "Anna", "password": "x" * 201},
        {"name": "\u202eannA", "password": PASSWORD},
        {"name": "   ", "password": PASSWORD},
        {"name": "a\nb", "password": None},
    ],
)
def test_names_and_passwords_that_will_not_do_are_refused(
    client: TestClient[Any], wish: dict[str, Any]
) -> None:
    reply = client.post("/api/accounts", json=wish)
    assert (reply.status_code, reply.json()["code"]) == (400, "malformed")


def test_mail_and_language_can_be_changed_the_name_cannot(client: TestClient[Any]) -> None:
    name, keys = register(client)
    me = {"name": name, "mail": "anna@example.org", "language": "de"}
    assert client.put("/api/me", json=me, headers=keys).json() == me
    assert client.get("/api/me", headers=keys).json() == me
    other = client.put("/api/me", json={**me, "name": "Somebody"}, headers=keys)
    assert other.status_code == 422
    bad = client.put("/api/me", json={**me, "mail": "a@b\r\nBcc: c@d"}, headers=keys)
    assert bad.status_code == 400
    assert client.get("/api/me", headers=keys).json() == me


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/api/me"),
        ("PUT", "/api/me"),
        ("GET", "/api/mine"),
        ("POST", "/api/me/keep"),
        ("DELETE", "/api/sessions"),
    ],
)
@pytest.mark.parametrize("keys", [{}, bearer("x" * 22), {"Authorization": "Basic YTpi"}])
def test_without_a_session_nothing_of_an_account_is_told(
    client: TestClient[Any], method: str, path: str, keys: dict[str, str]
) -> None:
    body: dict[str, Any] = {"tokens": []} if "keep" in path else {"name": "Anna"}
    reply = client.request(method, path, json=body, headers=keys)
    assert (reply.status_code, reply.json()["code"]) == (401, "login")
    assert reply.headers["www-authenticate"] == "Bearer"


def test_tables_can_be_kept_with_an_account_and_played_by_it(client: TestClient[Any]) -> None:
    made = new_table(client)
    _, keys = register(client)
    assert client.get("/api/mine", headers=keys).json() == []
    kept = client.post(
        "/api/me/keep", json={"tokens": [made["token"], "n" * 22]}, headers=keys
    ).json()
    assert [card["table"]["id"] for card in kept] == [made["table"]]
    assert [card["table"]["id"] for card in client.get("/api/mine", headers=keys).json()] == [
        made["table"]
    ]
    position = client.get(f"/api/tables/{made['table']}", headers=keys).json()
    assert position["mine"] == ["french", "allied"]


def test_a_table_made_by_an_account_is_kept_at_once(client: TestClient[Any]) -> None:
    _, keys = register(client)
    me = {"occupant": "me"}
    wish = {"game": "ccn", "scenario": "rolica_1", "seats": {"french": me, "allied": me}}
    made = client.post("/api/tables", json=wish, headers=keys).json()
    assert [card["table"]["id"] for card in client.get("/api/mine", headers=keys).json()] == [
        made["table"]
    ]


def test_the_key_of_a_table_is_no_session(client: TestClient[Any]) -> None:
    made = new_table(client)
    assert client.get("/api/me", headers=bearer(made["token"])).status_code == 401
