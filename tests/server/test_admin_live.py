"""`walstatt admin` in one process and a real server in another."""

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx2
import websockets

from tests.server.live import LiveServer
from tests.server.unlimited import UNLIMITED

ME = {"occupant": "me"}
FRIEND = {"occupant": "friend"}


def admin(server: LiveServer, *argv: str, typed: str = "") -> str:
    """Run a command of the administrator on the server's data, and give what it printed."""
    environment = {name: value for name, value in os.environ.items() if "WALSTATT" not in name}
    ran = subprocess.run(
        [sys.executable, "-m", "walstatt.cli", "admin", *argv, "--data", str(server.data)],
        input=typed,
        capture_output=True,
        text=True,
        env=environment,
        check=True,
        timeout=120,
    )
    return ran.stdout


def new_table(server: LiveServer, **seats: object) -> dict[str, Any]:
    wish = {"game": "toy", "scenario": "hill", "name": "Anna", "seats": seats}
    reply = httpx2.post(f"{server.url}/api/tables", json=wish)
    assert reply.status_code == 201, reply.text
    made: dict[str, Any] = reply.json()
    return made


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


async def watched(server: LiveServer, made: dict[str, Any]) -> list[dict[str, Any]]:
    """Sit at a table with a socket while the administrator closes it; give what was heard."""
    async with websockets.connect(server.socket_url(made["table"]), max_size=2**22) as socket:
        await socket.send(json.dumps({"do": "hello", "token": made["token"]}))
        heard = [json.loads(await socket.recv())]
        await asyncio.to_thread(admin, server, "close", made["table"])
        while heard[-1].get("position", {}).get("table", {}).get("state") != "finished":
            heard.append(json.loads(await asyncio.wait_for(socket.recv(), 30)))
        return heard


def test_the_administrator_works_beside_a_real_server(tmp_path: Path) -> None:
    with LiveServer(tmp_path / "games.sqlite3", UNLIMITED) as server:
        made = new_table(server, red=ME, blue=ME, gold=FRIEND)
        assert "running" in admin(server, "stats").splitlines()[1]
        link = admin(server, "new-link", made["table"], "gold", "--url", server.url).strip()
        token = link.rpartition("/")[2]
        join = f"{server.url}/api/tables/{made['table']}/join"
        old = httpx2.post(join, json={"name": "Bert", "token": made["links"]["gold"]})
        assert old.status_code == 403
        assert httpx2.post(join, json={"name": "Bert", "token": token}).status_code == 200
        heard = asyncio.run(watched(server, made))
        assert heard[-1]["position"]["table"]["end"]["reason"]["id"] == "server.people.closed"
        assert admin(server, "check").endswith("all is well\n")
        assert admin(server, "delete", made["table"], "--yes").endswith(
            "deleted (by the running server)\n"
        )
        gone = httpx2.get(f"{server.url}/api/tables/{made['table']}", headers=bearer(made["token"]))
        assert gone.status_code == 404
        who = {"name": "Anna", "password": "correct horse"}
        assert httpx2.post(f"{server.url}/api/accounts", json=who).status_code == 201
        admin(server, "set-password", "anna", typed="another horse\n")
        login = f"{server.url}/api/sessions"
        assert httpx2.post(login, json=who).status_code == 403
        assert httpx2.post(login, json={**who, "password": "another horse"}).status_code == 201


def test_a_second_server_does_not_start_and_one_after_a_crash_does(tmp_path: Path) -> None:
    with LiveServer(tmp_path / "games.sqlite3", UNLIMITED) as server:
        second = subprocess.run(
            [
                *(sys.executable, "-m", "walstatt.cli", "serve", "--no-open", "--port", "0"),
                *("--data", str(server.data)),
            ],
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        assert second.returncode == 1
        assert "another server is working with" in second.stderr
        made = new_table(server, red=ME, blue=ME, gold=ME)
        server.kill()
        server.start()
        found = httpx2.get(
            f"{server.url}/api/tables/{made['table']}", headers=bearer(made["token"])
        )
        assert found.status_code == 200
