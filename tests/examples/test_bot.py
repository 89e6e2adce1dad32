"""The example bot plays at the real server, over nothing but the documented protocol."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.server.live import LiveServer
from tests.server.unlimited import UNLIMITED

BOT = Path(__file__).parents[2] / "examples" / "bot.py"
PATIENCE_S = 120.0
RANDOM = {"occupant": "computer", "level": "random"}
IMPATIENT = {
    "WEBSOCKETS_BACKOFF_INITIAL_DELAY": "0.1",
    "WEBSOCKETS_BACKOFF_MIN_DELAY": "0.1",
    "WEBSOCKETS_BACKOFF_MAX_DELAY": "1",
}
FRIEND, ME = {"occupant": "friend"}, {"occupant": "me"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    folder = tmp_path_factory.mktemp("bot")
    with LiveServer(folder / "walstatt.sqlite3", UNLIMITED) as found:
        yield found


def new_table(server: LiveServer, **seats: dict[str, str]) -> dict[str, Any]:
    wish = {"game": "toy", "scenario": "hill", "preset": "short", "name": "Anna", "seats": seats}
    reply = httpx2.post(f"{server.url}/api/tables", json=wish, timeout=PATIENCE_S)
    assert reply.status_code == 201, reply.text
    made: dict[str, Any] = reply.json()
    return made


def look(server: LiveServer, made: dict[str, Any]) -> dict[str, Any]:
    """Look at a table as a spectator does."""
    keys = {"Authorization": f"Bearer {made['watch']}"}
    place = f"{server.url}/api/tables/{made['table']}"
    position: dict[str, Any] = httpx2.get(place, headers=keys, timeout=PATIENCE_S).json()
    return position


def started(*words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, str(BOT), *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=os.environ | IMPATIENT,
    )


def ran(*words: str) -> tuple[int, str]:
    with started(*words) as bot:
        out, _ = bot.communicate(timeout=PATIENCE_S)
    return bot.returncode, out


def test_a_friends_link_is_all_it_needs_to_play_to_the_end(server: LiveServer) -> None:
    made = new_table(server, red=FRIEND, blue=RANDOM, gold=RANDOM)
    assert look(server, made)["table"]["state"] == "waiting"
    link = f"{server.url}/#/t/{made['table']}/{made['links']['red']}"
    code, out = ran(link, "--pace", "0", "--name", "Roberta")
    own, last = out.splitlines()
    assert (code, last) == (0, "The game is finished")
    assert own.startswith(f"My own link is {server.url}/#/t/{made['table']}/")
    assert not own.endswith(made["links"]["red"])
    table = look(server, made)["table"]
    assert table["state"] == "finished"
    assert table["end"]["how"] == "played"
    assert [seat["name"] for seat in table["seats"] if seat["seat"] == "red"] == ["Roberta"]


def test_it_plays_all_seats_of_a_host_in_turn(server: LiveServer) -> None:
    made = new_table(server, red=ME, blue=ME, gold=RANDOM)
    place = server.url, made["table"], made["token"]
    assert ran(*place, "--pace", "0") == (0, "The game is finished\n")
    assert look(server, made)["table"]["state"] == "finished"


def test_it_goes_on_after_the_server_was_killed(tmp_path: Path) -> None:
    with LiveServer(tmp_path / "walstatt.sqlite3", UNLIMITED) as server:
        made = new_table(server, red=FRIEND, blue=RANDOM, gold=RANDOM)
        place = server.url, made["table"], made["links"]["red"]
        with started(*place, "--pace", "0.1") as bot:
            wait_for_entry(server, made, 5)
            server.kill()
            server.start()
            out, _ = bot.communicate(timeout=PATIENCE_S)
        assert bot.returncode == 0
        assert out.splitlines()[1] == "The line broke; trying again."
        assert out.endswith("The game is finished\n")
        assert look(server, made)["table"]["state"] == "finished"


def wait_for_entry(server: LiveServer, made: dict[str, Any], entry: int) -> None:
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        position = look(server, made)
        assert position["table"]["state"] != "finished"
        if position["seq"] >= entry:
            return
        time.sleep(0.02)
    raise AssertionError(f"the game never had {entry} entries")


def test_a_wrong_key_ends_it_with_a_word(server: LiveServer) -> None:
    made = new_table(server, red=FRIEND, blue=RANDOM, gold=RANDOM)
    code, out = ran(server.url, made["table"], "no-such-key-at-all")
    assert code == 1
    assert out.startswith("The server refuses: ")


def test_half_an_address_is_refused() -> None:
    code, out = ran("http://127.0.0.1:1")
    assert code == 2
    assert "give a link, or server, table and token" in out


def test_it_is_short_and_knows_nothing_of_the_program() -> None:
    text = BOT.read_text(encoding="utf-8")
    assert len(text.splitlines()) < 120
    imported = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            imported |= {one.name.partition(".")[0] for one in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add((node.module or "").partition(".")[0])
    assert imported - set(sys.stdlib_module_names) == {"websockets"}
