"""A complete player for a table of Walstatt: it takes a seat and plays at random to the end.

    python bot.py 'http://127.0.0.1:8642/#/t/<table>/<token>'
    python bot.py http://127.0.0.1:8642 <table> <token>

It needs Python 3.11 and the package `websockets`, and nothing of Walstatt itself.
"""
# ruff: noqa: INP001, S310, T201 - a script on its own; it prints, and trusts the given address

import argparse
import asyncio
import json
import random
import re
import secrets
import sys
import urllib.error
import urllib.request
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

OVER = ("finished", "frozen")
REFUSED = (4403, 4404)  # So the server hangs up for good: a wrong key, or no such table.


class Bot:
    """A player who knows the rules only from the choices he is offered."""

    def __init__(self, server: str, table: str, token: str, name: str, pace: float) -> None:
        self.server, self.table, self.token = server.rstrip("/"), table, token
        self.name, self.pace, self.state = name, pace, "waiting"
        self.prompt: dict[str, Any] | None = None
        self.seq = -1
        self.answered = False

    async def play(self) -> str:
        """Sit down, then talk until the game is over; a line that breaks is renewed."""
        await asyncio.to_thread(self.sit_down)
        live = f"{self.server.replace('http', 'ws', 1)}/api/tables/{self.table}/live"
        async for socket in connect(live, max_size=None):
            try:
                await self.talk(socket)
            except ConnectionClosed as closed:
                if closed.rcvd is not None and closed.rcvd.code in REFUSED:
                    sys.exit(f"The server refuses: {closed.rcvd.reason}")
            if self.state in OVER:
                break
            print("The line broke; trying again.")
        return self.state

    def sit_down(self) -> None:
        """Take the seat one is invited to; a link works once, so keep the key one gets for it."""
        if not self.http("GET").get("mine"):
            wish = {"name": self.name, "token": self.token, "nonce": secrets.token_hex(16)}
            self.token = self.http("POST", "/join", wish)["token"]
            print(f"My own link is {self.server}/#/t/{self.table}/{self.token}", flush=True)

    def http(self, method: str, path: str = "", body: object = None) -> dict[str, Any]:
        """Ask the server something without a socket."""
        request = urllib.request.Request(
            f"{self.server}/api/tables/{self.table}{path}",
            None if body is None else json.dumps(body).encode(),
            {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"},
            method=method,
        )
        try:
            with urllib.request.urlopen(request, timeout=30) as reply:
                return dict(json.load(reply))
        except urllib.error.URLError as wrong:
            sys.exit(f"The server refuses: {wrong}")

    async def talk(self, socket: ClientConnection) -> None:
        """Greet, listen, and answer whenever there is something to choose."""
        await socket.send(json.dumps({"do": "hello", "token": self.token}))
        while self.state not in OVER:
            await self.hear(socket, json.loads(await socket.recv()))
            if self.prompt and self.prompt["choices"] and not self.answered:
                await asyncio.sleep(self.pace)
                answer = random.choice(self.prompt["choices"])["answer"]
                deed = {"do": "answer", "seat": self.prompt["seat"], "seq": self.seq}
                self.answered = True
                await socket.send(json.dumps({**deed, "answer": answer}))

    async def hear(self, socket: ClientConnection, word: dict[str, Any]) -> None:
        """Keep what matters of a word: how far the game is, and what one is asked."""
        news = word["position"] if word["is"] == "welcome" else word
        self.state = news.get("table", {"state": self.state})["state"]
        if word["is"] in ("welcome", "update"):
            self.answered = self.answered and word["is"] == "update" and news["seq"] == self.seq
            self.seq = news["seq"]
            if scene := news.get("scene"):
                self.prompt = scene.get("prompt")
            elif "prompt" in news.get("patch", {}):  # What is not in a patch has not changed.
                self.prompt = news["patch"]["prompt"]
            if seat := news.get("hand_over"):  # One of several seats of ours: look as it does.
                await socket.send(json.dumps({"do": "show", "seat": seat}))
        elif word["is"] == "refused":  # The board has changed meanwhile: ask for all of it anew.
            await asyncio.sleep(max(0.5, self.pace))
            await socket.send(json.dumps({"do": "hello", "token": self.token}))


def main() -> None:
    """Read the command line and play."""
    parser = argparse.ArgumentParser(description="Play a seat of a table of Walstatt at random.")
    parser.add_argument("place", nargs="+", help="a link, or server, table and token")
    parser.add_argument("--name", default="Bot")
    parser.add_argument("--pace", type=float, default=0.2, help="seconds before every answer")
    wish = parser.parse_args()
    link = re.fullmatch(r"(https?://[^#]+?)/?#/t/(\w+)/([\w-]+)", wish.place[0])
    if not link and len(wish.place) != 3:
        parser.error("give a link, or server, table and token")
    server, table, token = link.groups() if link else wish.place
    print("The game is", asyncio.run(Bot(server, table, token, wish.name, wish.pace).play()))


if __name__ == "__main__":
    main()
