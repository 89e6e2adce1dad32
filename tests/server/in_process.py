"""The real application in the test's own process, everything in memory."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from litestar.testing import TestClient
from msgspec.structs import replace

from walstatt.server.app import create_app
from walstatt.server.settings import Limits, Settings

HOST = "testserver.local"
ROOMY = Limits(
    request_rate=100_000.0,
    request_burst=100_000,
    account_rate=100_000.0,
    account_burst=100_000,
    table_rate=100_000.0,
    table_burst=100_000,
    army_rate=100_000.0,
    army_burst=100_000,
    sockets_each=1000,
    address_rate=100_000.0,
    address_burst=100_000,
    opening_rate=100_000.0,
    opening_burst=100_000,
)
"""Limits that no test meets unless it wants to."""


def settings(limits: Limits = ROOMY, **changes: object) -> Settings:
    """Give settings for a server that is asked by tests."""
    return replace(Settings(hosts=(HOST,), pace_ms=0, limits=limits), **changes)


@contextmanager
def opened(wanted: Settings | None = None) -> Iterator[TestClient[Any]]:
    """Open the application and give somebody who can ask it."""
    app = create_app(wanted or settings())
    with TestClient(app, base_url=f"http://{HOST}", raise_server_exceptions=False) as client:
        yield client


def limited(**changes: object) -> Limits:
    """Give roomy limits with a few tight ones."""
    return replace(ROOMY, **changes)


def new_table(client: TestClient[Any], **changes: object) -> dict[str, Any]:
    """Make a table of the first battle, both seats one's own, and give its keys."""
    me = {"occupant": "me"}
    wish = {
        "game": "ccn",
        "scenario": "rolica_1",
        "name": "Anna",
        "seats": {"french": me, "allied": me},
    }
    reply = client.post("/api/tables", json={**wish, **changes})
    assert reply.status_code == 201, reply.text
    made: dict[str, Any] = reply.json()
    return made


def bearer(token: str) -> dict[str, str]:
    """Give the header that holds a key."""
    return {"Authorization": f"Bearer {token}"}
