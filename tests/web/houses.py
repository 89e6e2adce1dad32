"""Tables laid over the HTTP interface, so that a test can begin where it matters."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

import httpx2

from tests.server.live import LiveServer
from walstatt.ai.playing import choose
from walstatt.games import find_game
from walstatt.games.ccn.reactions import FIRST_STRIKE
from walstatt.kernel.asking import prompt
from walstatt.kernel.ids import Seat
from walstatt.kernel.match import Match, seeded
from walstatt.kernel.prompts import Prompt
from walstatt.kernel.save import to_bytes
from walstatt.server.telling import can_undo

ROLICA = "rolica_1"
ME = {"occupant": "me"}
FRIEND = {"occupant": "friend"}
OPEN = {"occupant": "open"}
BATTLE = 2
"""The seed of the battle that most tests look at: one with all kinds of questions."""
MOST_BATTLES = 20
"""In how many battles a question is looked for."""
OPENING = {"ccn.played", "ccn.put_down", "ccn.copied"}
"""The events that name a card to everybody."""
STRUCK = "ccn.struck_first"
"""The event that tells everybody of First Strike, without naming it."""
COMPUTER = {"occupant": "computer", "level": "recruit"}


class Fought(NamedTuple):
    """Where a finished battle is: with the key to its seats, and with one that only watches."""

    own: str
    watched: str


class House:
    """The server, spoken to as a program would."""

    def __init__(self, server: LiveServer) -> None:
        self.server = server
        self.api = f"{server.url}/api"

    def asks(self, path: str, token: str = "") -> httpx2.Response:
        """Get something."""
        found = httpx2.get(self.api + path, headers=_bearer(token), timeout=60)
        return found.raise_for_status()

    def tells(self, path: str, body: object, token: str = "") -> Any:  # noqa: ANN401 - JSON
        """Post something."""
        reply = httpx2.post(self.api + path, json=body, headers=_bearer(token), timeout=60)
        return reply.raise_for_status().json()

    def lays(
        self, seats: dict[str, dict[str, str]], name: str = "Anna", **more: object
    ) -> dict[str, Any]:
        """Lay a new table of Rolica."""
        wish = {"game": "ccn", "scenario": ROLICA, "seats": seats, "name": name, "listed": False}
        made: dict[str, Any] = self.tells("/tables", wish | more)
        return made

    def joins(self, table: str, token: str, name: str) -> dict[str, Any]:
        """Take a friend's seat."""
        body = {"name": name, "token": token}
        joined: dict[str, Any] = self.tells(f"/tables/{table}/join", body)
        return joined

    def brings(self, content: bytes, name: str = "Anna") -> dict[str, Any]:
        """Bring a saved game; all its seats are one's own."""
        headers = {"content-type": "application/octet-stream"}
        url = f"{self.api}/tables/import"
        reply = httpx2.post(
            url, params={"name": name}, content=content, headers=headers, timeout=60
        )
        made: dict[str, Any] = reply.raise_for_status().json()
        return made

    def goes_on(
        self, moment: bytes, seats: dict[str, dict[str, str]], name: str = "Anna"
    ) -> dict[str, Any]:
        """Lay a table that begins where a saved game stopped, with people of one's choice."""
        brought = self.brings(moment)
        position = self.asks(f"/tables/{brought['table']}", brought["token"]).json()
        wish = {"at": position["seq"] - 1, "seats": seats, "name": name}
        path = f"/tables/{brought['table']}/branch"
        made: dict[str, Any] = self.tells(path, wish, brought["token"])
        return made

    def position(self, table: str, token: str) -> dict[str, Any]:
        """Ask how a table stands."""
        found: dict[str, Any] = self.asks(f"/tables/{table}", token).json()
        return found

    def does(self, table: str, token: str, command: dict[str, Any]) -> dict[str, Any]:
        """Do something at a table."""
        word: dict[str, Any] = self.tells(f"/tables/{table}/do", command, token)
        return word

    def follows_hint(self, table: str, keys: dict[str, str]) -> bool:
        """Let whoever is asked do what the computer would; tell whether the game goes on."""
        position = self.position(table, next(iter(keys.values())))
        seat = next((one["seat"] for one in position["table"]["seats"] if one.get("acts")), "")
        if not seat:
            return False
        advice = self.does(table, keys[seat], {"do": "hint", "seat": seat})
        answer = {"seat": seat, "seq": position["seq"], "answer": advice["answer"]}
        word = self.does(table, keys[seat], {"do": "answer", **answer})
        assert word["is"] == "accepted", word
        return True

    def hand(self, table: str, token: str) -> set[str]:
        """Name the cards one holds."""
        position = self.position(table, token)
        trays = position["scene"]["trays"]
        held = next(tray for tray in trays if tray["id"] == f"hand-{position['seat']}")
        return {card["id"] for card in held["cards"]}

    def played(self, table: str, token: str) -> list[str]:
        """Name the cards that were played so far, or copied by Counter-attack."""
        lines = self.position(table, token)["log"]
        return [_card(line) for line in lines if line["event"] in {*OPENING, STRUCK}]


def _card(line: dict[str, Any]) -> str:
    if line["event"] == STRUCK:
        return FIRST_STRIKE
    return str(line["text"]["args"]["card"]["id"]).removeprefix("ccn.card.")


def _bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"} if token else {}


# -- games that are always the same --------------------------------------------------------------


@cache
def battle(seed: int = BATTLE) -> Match:
    """Let two recruits fight for Rolica; the same seed gives the same battle."""
    match = Match.start(find_game("ccn"), ROLICA, dice=seeded(seed))
    while match.game.outcome is None:
        seat = match.game.to_act[0]
        chosen = choose(match.game, seat, "recruit", f"{seed}/{len(match.entries)}", 60_000)
        match.answer(seat, chosen.answer, chosen.kind)
    return match


def at(n: int, seed: int = BATTLE) -> bytes:
    """Save a battle as it was after an entry."""
    match = battle(seed)
    return to_bytes(match.branch(n, match.header.dice))


def moments_of(
    kind: str, seat: str = "", choices: int = 1, after: int = 0, seed: int = BATTLE
) -> Iterator[int]:
    """Find the entries of a battle after which a question of a kind is asked."""
    for n, moment in enumerate(battle(seed).moments):
        to_act = moment.game.to_act
        if n < after or not to_act or (seat and to_act[0] != seat):
            continue
        question = prompt(moment.game, to_act[0])
        if question is not None and question.kind == kind and len(question.choices) >= choices:
            yield n


def where(
    kind: str,
    seat: str = "",
    choices: int = 1,
    after: int = 0,
    seed: int = BATTLE,
    fits: Callable[[Prompt], bool] = lambda _: True,
) -> bytes:
    """Save the first battle with a question of a kind after an entry, where it is asked."""
    for number in range(seed, seed + MOST_BATTLES):
        for n in moments_of(kind, seat, choices, after, number):
            game = battle(number).moments[n].game
            question = prompt(game, game.to_act[0])
            if question is not None and fits(question):
                return at(n, number)
    raise AssertionError(f"{kind} was asked in none of {MOST_BATTLES} battles")


def asked_back(seat: str) -> int:
    """Find an entry of the battle at which a seat can go back only if the other agrees."""
    match = battle()
    for n in range(30, len(match.entries)):
        then = match.branch(n, match.header.dice)
        undo = can_undo(then, Seat(seat), lambda _: False)
        if then.game.to_act == (seat,) and undo.consent:
            return n
    raise AssertionError(f"{seat} never needs to ask")
