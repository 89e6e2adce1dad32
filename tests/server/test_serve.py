"""`walstatt serve`, from its start to Ctrl-C, as a process of its own."""

from __future__ import annotations

import asyncio
import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
import websockets
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.live import LiveServer
from tests.server.unlimited import UNLIMITED
from walstatt.cli.serve import Wish, has_screen, listen, wished_settings
from walstatt.cli.trouble import UsageError
from walstatt.server.settings import Settings, SettingsError

ME = {"occupant": "me"}
WISH = {"game": "ccn", "scenario": "rolica_1", "seats": {"french": ME, "allied": ME}}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    with LiveServer(tmp_path_factory.mktemp("serve") / "walstatt.db", UNLIMITED) as running:
        yield running


def made_at(server: LiveServer) -> dict[str, Any]:
    made: dict[str, Any] = httpx2.post(f"{server.url}/api/tables", json=WISH, timeout=30).json()
    return made


async def greeted(connection: websockets.ClientConnection, token: str) -> dict[str, Any]:
    await connection.send(json.dumps({"do": "hello", "id": 1, "token": token}))
    word: dict[str, Any] = json.loads(await connection.recv())
    return word


async def code_of(connection: websockets.ClientConnection) -> int:
    """Hear everything until the server hangs up, and give its code."""
    try:
        while True:
            await connection.recv()
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd is not None else 0


# -- over the wire -------------------------------------------------------------------------------


def test_the_server_says_nothing_about_itself(server: LiveServer) -> None:
    reply = httpx2.get(f"{server.url}/healthz", timeout=30)
    assert reply.status_code == 200
    assert "server" not in reply.headers
    assert reply.headers["x-content-type-options"] == "nosniff"


def test_a_socket_greets_over_the_wire(server: LiveServer) -> None:
    made = made_at(server)

    async def talk() -> None:
        async with websockets.connect(
            server.socket_url(made["table"]), origin=websockets.Origin(server.url)
        ) as connection:
            assert (await greeted(connection, made["token"]))["is"] == "welcome"

    asyncio.run(talk())


def test_a_foreign_page_is_turned_away_before_the_socket_opens(server: LiveServer) -> None:
    made = made_at(server)

    async def talk() -> int:
        with pytest.raises(InvalidStatus) as refused:
            await websockets.connect(
                server.socket_url(made["table"]), origin=websockets.Origin("http://evil.example")
            )
        return refused.value.response.status_code

    assert asyncio.run(talk()) == 403


def test_too_long_a_message_is_cut_off(server: LiveServer) -> None:
    made = made_at(server)

    async def talk() -> int:
        async with websockets.connect(server.socket_url(made["table"])) as connection:
            await greeted(connection, made["token"])
            await connection.send("x" * 20_000)
            return await code_of(connection)

    assert asyncio.run(talk()) == 1009


def test_no_key_is_in_the_log(server: LiveServer) -> None:
    made = made_at(server)

    async def talk() -> None:
        async with websockets.connect(server.socket_url(made["table"])) as connection:
            await greeted(connection, made["token"])

    asyncio.run(talk())
    keys = {"Authorization": f"Bearer {made['token']}"}
    httpx2.get(f"{server.url}/api/tables/{made['table']}?x={made['watch']}", headers=keys)
    deadline = time.monotonic() + 60
    while '"closed"' not in server.logged() and time.monotonic() < deadline:
        time.sleep(0.05)
    text = server.logged()
    assert made["table"] in text
    assert made["token"] not in text
    assert made["watch"] not in text
    lines = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
    assert {"request", "opened", "closed"} <= {line["event"] for line in lines}
    assert any(line.get("table") == made["table"] for line in lines)


# -- starting and ending -------------------------------------------------------------------------


def test_what_was_played_is_there_after_a_kill_and_the_address_is_the_same(
    tmp_path: Path,
) -> None:
    with LiveServer(tmp_path / "w.db", UNLIMITED) as server:
        made, port = made_at(server), server.port
        server.kill()
        server.start()
        assert server.port == port
        reply = httpx2.get(
            f"{server.url}/api/tables/{made['table']}",
            headers={"Authorization": f"Bearer {made['token']}"},
            timeout=30,
        )
        assert reply.json()["mine"] == ["french", "allied"]


def test_ctrl_c_ends_the_server_cleanly_with_sockets_open(tmp_path: Path) -> None:
    with LiveServer(tmp_path / "w.db", UNLIMITED) as server:
        made = made_at(server)

        async def talk() -> int:
            async with websockets.connect(server.socket_url(made["table"])) as connection:
                await greeted(connection, made["token"])
                code = await asyncio.to_thread(server.interrupt)
                assert await code_of(connection) == 1012
                return code

        assert asyncio.run(talk()) == 0
        assert "Traceback" not in server.logged()


def test_a_data_file_that_cannot_be_used_is_said_in_one_line(tmp_path: Path) -> None:
    broken = tmp_path / "broken.db"
    broken.write_bytes(b"this is no database at all, but it is long enough" * 100)
    ended = subprocess.run(
        [
            *(sys.executable, "-m", "walstatt.cli", "serve", "--no-open"),
            *("--port", "0", "--data", str(broken)),
        ],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ended.returncode == 1
    assert "Traceback" not in ended.stderr + ended.stdout
    assert [line for line in ended.stderr.splitlines() if line.startswith("walstatt: ")]


# -- where it listens ----------------------------------------------------------------------------


def test_a_taken_port_is_passed_over_unless_it_was_asked_for() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        wanted = Settings(port=port)
        with listen(wanted, choose=True) as listener:
            assert port < listener.getsockname()[1] <= port + 50
        with pytest.raises(UsageError, match=f"127.0.0.1:{port}"):
            listen(wanted, choose=False)


def test_a_taken_port_is_told(tmp_path: Path) -> None:
    with socket.socket() as taken:
        try:
            taken.bind(("127.0.0.1", 8642))
            taken.listen()
        except OSError:
            pass  # Somebody else has taken it for us.
        process = subprocess.Popen(
            [
                *(sys.executable, "-m", "walstatt.cli", "serve", "--no-open"),
                *("--data", str(tmp_path / "w.db")),
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert process.stdout is not None
        first, second = process.stdout.readline(), process.stdout.readline()
        process.terminate()
        process.communicate(timeout=60)
    assert first.startswith("Port 8642 is taken; using 86")
    assert second.startswith("Walstatt is at http://127.0.0.1:86")


def test_a_port_of_the_machine_is_not_given_to_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WALSTATT_DATA", "/nowhere/w.db")
    monkeypatch.setenv("WALSTATT_HOST", "192.0.2.1")
    monkeypatch.setenv("WALSTATT_LIMIT_BODY_BYTES", "1000")
    told = wished_settings(Wish(port=9000, url="https://games.example/"))
    assert (told.host, told.port, told.base_url) == ("192.0.2.1", 9000, "https://games.example")
    assert told.data == Path("/nowhere/w.db")
    assert told.limits.body_bytes == 1000
    assert wished_settings(Wish(host="::1", data=Path("x.db"))).data == Path("x.db")
    with pytest.raises(SettingsError, match="WORKERS"):
        wished_settings(Wish(workers=-1))


@pytest.mark.parametrize(
    ("environment", "there"),
    [({}, False), ({"DISPLAY": ":0"}, True), ({"WAYLAND_DISPLAY": "wayland-0"}, True)],
)
def test_a_browser_opens_where_there_is_a_screen(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], there: bool
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    assert has_screen(environment) is there
