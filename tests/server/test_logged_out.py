"""Whoever logs out, or whose password is changed, is gone from every open socket."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
from argon2 import PasswordHasher

from tests.server import wires
from tests.server.in_process import settings
from tests.server.wires import HungUp, Site, Wire
from walstatt.server import accounts, sockets
from walstatt.server.accounts import delete_account, set_password

pytestmark = pytest.mark.anyio

ANNA = {"name": "Anna", "password": "correct horse"}
WISH = {
    "game": "ccn",
    "scenario": "rolica_1",
    "name": "Anna",
    "listed": False,
    "seats": {"french": {"occupant": "me"}, "allied": {"occupant": "me"}},
}


@pytest.fixture(autouse=True)
def quick_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    quick = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)
    monkeypatch.setattr(accounts, "_hasher", lambda: quick)


@pytest.fixture
async def site(anyio_backend: str) -> AsyncIterator[Site]:
    del anyio_backend
    async with wires.opened(settings()) as found:
        yield found


async def at_table(site: Site) -> tuple[str, dict[str, Any], Wire]:
    """Log in, lay a table, and sit there with nothing but the session."""
    session = (await site.post("/api/accounts", ANNA))["token"]
    made = await site.post("/api/tables", WISH, session)
    wire = await site.socket(made["table"])
    welcome = await wire.hello(session=session)
    assert welcome["position"]["mine"] == ["french", "allied"]
    return session, made, wire


async def hung_up(wire: Wire) -> int:
    """Hear everything until the server hangs up."""
    try:
        while True:
            await wire.hear()
    except HungUp as gone:
        return gone.code


async def seq_of(site: Site, made: dict[str, Any]) -> int:
    reply = await site.request("GET", f"/api/tables/{made['table']}", token=made["token"])
    return int(reply.json()["seq"])


async def test_logging_out_closes_the_open_sockets_of_the_session(site: Site) -> None:
    session, made, wire = await at_table(site)
    other = (await site.post("/api/sessions", ANNA))["token"]
    elsewhere = await site.socket(made["table"])
    await elsewhere.hello(session=other)
    reply = await site.request("DELETE", "/api/sessions", token=session)
    assert reply.status == 204
    assert await hung_up(wire) == sockets.LOGGED_OUT
    assert (await elsewhere.ask({"do": "ping", "id": 3})) == {"is": "pong", "re": 3}
    await elsewhere.close()
    assert site.house.accounts._watched == {}
    again = await site.socket(made["table"])
    assert (await again.hello(session=session))["code"] == "not_yours"


@pytest.mark.parametrize("how", ["password", "deleted"])
async def test_no_command_is_obeyed_once_the_session_has_ended(
    site: Site, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The administrator changes passwords in the file, past the running server."""
    monkeypatch.setattr(sockets, "SESSION_S", 1000.0)
    _, made, wire = await at_table(site)
    before = await seq_of(site, made)
    if how == "password":
        await site.house.store.write(lambda db: set_password(db, "Anna", "another hash"))
    else:
        await site.house.store.write(lambda db: delete_account(db, "Anna"))
    await wire.say({"do": "resign", "id": 5, "seat": "french"})
    assert await hung_up(wire) == sockets.LOGGED_OUT
    assert await seq_of(site, made) == before
    reply = await site.request("GET", f"/api/tables/{made['table']}", token=made["token"])
    assert reply.json()["table"]["state"] == "live"


async def test_a_silent_listener_is_noticed_too(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "SESSION_S", 0.02)
    _, _, wire = await at_table(site)
    await site.house.store.write(lambda db: set_password(db, "Anna", "another hash"))
    assert await hung_up(wire) == sockets.LOGGED_OUT


async def test_whoever_has_a_key_as_well_comes_back_with_it(site: Site) -> None:
    session, made, first = await at_table(site)
    await first.close()
    wire = await site.socket(made["table"])
    await wire.hello(made["token"], session=session)
    await site.request("DELETE", "/api/sessions", token=session)
    assert await hung_up(wire) == sockets.LOGGED_OUT
    again = await site.socket(made["table"])
    position = (await again.hello(made["token"], session=session))["position"]
    assert position["mine"] == ["french", "allied"]
    await again.close()


async def test_a_socket_without_a_session_is_not_concerned(site: Site) -> None:
    session, made, first = await at_table(site)
    await first.close()
    wire = await site.socket(made["table"])
    await wire.hello(made["token"])
    await site.request("DELETE", "/api/sessions", token=session)
    assert (await wire.ask({"do": "ping", "id": 4})) == {"is": "pong", "re": 4}
    await wire.close()
