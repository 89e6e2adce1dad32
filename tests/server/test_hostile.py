"""Thousands of malformed, stale, foreign and hostile messages change nothing.

The messages are made from the protocol itself (`hostile.py`) and sent to tables in every state,
over sockets and over HTTP, by spectators, by players with the right key and by people from other
tables. After each batch the store, the tables in memory, what the other visitors heard, the log and
the server's health are compared with what they were. Only chat is ever accepted, and counted.
"""

from __future__ import annotations

import io
import json
import logging
import re
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, get_args

import msgspec
import pytest
import structlog
from msgspec import Struct

from tests.server import hostile, wires
from tests.server.hostile import Data, Known, Said
from tests.server.in_process import limited, settings
from tests.server.wires import HungUp, Site, Wire
from walstatt.games import find_game
from walstatt.kernel.codec import plain, read_answer
from walstatt.kernel.decisions import kind_of
from walstatt.kernel.errors import BadRequest
from walstatt.kernel.ids import Seat
from walstatt.kernel.match import Match
from walstatt.server import chat, playing, sockets, tables
from walstatt.server.audience import tell_table
from walstatt.server.errors import Code
from walstatt.server.logs import configure_logs
from walstatt.server.plain_text import clean_line
from walstatt.server.protocol import Moderate, Say
from walstatt.server.seats import Key
from walstatt.server.table import Table

pytestmark = pytest.mark.anyio

PATIENT = limited(
    malformed=10**9, too_fast=10**9, socket_rate=1e9, socket_burst=10**9, chat_lines=10**6
)
"""Limits that let everything through to what is tested here."""
CODES = frozenset(get_args(Code))
DOCS = Path(__file__).parents[2] / "docs" / "server.md"
CLOSE_CODES = frozenset(
    int(code)
    for row in re.findall(
        r"^\| (\d{4}(?:, \d{4})*) \|", DOCS.read_text(encoding="utf-8"), re.MULTILINE
    )
    for code in row.split(", ")
)
ME, FRIEND = {"occupant": "me"}, {"occupant": "friend"}
COMPUTER = {"occupant": "computer", "level": "random"}


# -- tables in every state -----------------------------------------------------------------------


class Sender(Struct):
    """Somebody who sends things to a table."""

    token: str
    seats: tuple[str, ...]
    host: bool
    wire: Wire


class Stage(Struct):
    """A table with those who attack it and those who only listen."""

    name: str
    table: str
    state: str
    known: Known
    senders: list[Sender]
    witnesses: list[Wire]
    tokens: list[str]
    played: list[Said]
    """What was sent and accepted before."""
    spoken: list[str] = []
    """What was said since somebody last listened."""


class Attack:
    """All tables, and what came of everything that was sent."""

    def __init__(self, site: Site, stages: list[Stage], log: io.StringIO, rng: Random) -> None:
        self.site = site
        self.stages = stages
        self.log = log
        self.rng = rng
        self.counts: Counter[str] = Counter()
        self.replies: Counter[str] = Counter()
        self.spoken: Counter[str] = Counter()

    def table(self, stage: Stage) -> Table:
        found = self.site.house.tables.hall.loaded(stage.table)
        assert found is not None
        return found

    # -- sending ---------------------------------------------------------------------------------

    async def send(self, count: int) -> None:
        """Send so many hostile messages, each somewhere else."""
        for _ in range(count):
            stage = self.rng.choice(self.stages)
            kind, attempt = self.rng.choice(ATTEMPTS)
            await attempt(self, stage, self.rng.choice(stage.senders))
            self.counts[kind] += 1

    async def expect_nothing(self, stage: Stage, sender: Sender, data: Data) -> None:
        """Send something that must not be carried out, unless it is chat."""
        word = await (self._posted if self.rng.random() < 0.15 else self._told)(stage, sender, data)
        said = hostile.read(data)
        self.replies[word["is"] + word.get("code", "")] += 1
        if word["is"] == "refused":
            assert word["code"] in CODES
            assert "Traceback" not in str(word)
        if said is None:
            assert (word["is"], word["code"]) == ("refused", "malformed"), (data, word)
        elif isinstance(said, Say) and word["is"] == "accepted":
            stage.spoken.append(clean_line(said.text))
            self.spoken[stage.name] += 1
        else:
            assert word["is"] in {"refused", "pong", "welcome", "preview", "about"}, (data, word)

    async def _told(self, stage: Stage, sender: Sender, data: Data) -> Said:
        del stage
        return await sender.wire.ask(data)

    async def _posted(self, stage: Stage, sender: Sender, data: Data) -> Said:
        """Send it over HTTP; trouble counts as a refusal."""
        body = data.encode() if isinstance(data, str) else data
        reply = await self.site.request(
            "POST", f"/api/tables/{stage.table}/do", body, token=sender.token
        )
        assert reply.status in {200, 400}, (data, reply)
        told: Said = reply.json()
        return told if reply.status == 200 else {"is": "refused", "code": told["code"]}

    # -- what somebody hostile tries -------------------------------------------------------------

    async def spoilt(self, stage: Stage, sender: Sender) -> None:
        """Spoil a command; if it is still one that could be his to give, try again."""
        live = stage.state == "live"
        while True:
            made = hostile.command(self.rng, stage.known)
            data = self.rng.choice(hostile.SPOILERS)(self.rng, made)
            said = hostile.read(data)
            may = said is None or isinstance(said, Say)
            if may or hostile.is_hopeless(said, sender.seats, host=sender.host, live=live):  # type: ignore[arg-type]
                break
        await self.expect_nothing(stage, sender, data)

    async def foreign(self, stage: Stage, sender: Sender) -> None:
        """Do something for a seat that is somebody else's, or nobody's."""
        made = hostile.foreign(self.rng, stage.known, sender.seats, host=sender.host)
        await self.expect_nothing(stage, sender, json.dumps(made))

    async def never(self, stage: Stage, sender: Sender) -> None:
        """Do something for one's own seat that cannot be done."""
        seat = self.rng.choice(sender.seats or stage.known.seats)
        made = hostile.never(self.rng, seat, stage.known)
        await self.expect_nothing(stage, sender, json.dumps(made))

    async def again(self, stage: Stage, sender: Sender) -> None:
        """Send what was sent and accepted before, here or, where no game is on, elsewhere."""
        played = stage.played
        if stage.state != "live":
            played = [said for one in self.stages for said in one.played]
        if not played:
            await self.never(stage, sender)
            return
        await self.expect_nothing(stage, sender, json.dumps(self.rng.choice(played)))

    async def late(self, stage: Stage, sender: Sender) -> None:
        """Give an answer that the rules allow, but to a question that was asked before or after."""
        match, owner = self.table(stage).match, self._owner(stage)
        if match is None or owner is None:
            await self.never(stage, sender)
            return
        seat, holder = owner
        answer = plain(match.game.pick(seat, self.rng))
        seq = stage.known.seq + self.rng.choice((-3, -2, -1, 1, 2))
        said = {"do": "answer", "seat": seat, "seq": seq, "answer": answer}
        await self.expect_nothing(stage, holder, json.dumps(said))

    async def illegal(self, stage: Stage, sender: Sender) -> None:
        """Give an answer at the right moment that the rules do not allow."""
        del sender
        match, owner = self.table(stage).match, self._owner(stage)
        if match is None or owner is None:
            await self.never(stage, self.rng.choice(stage.senders))
            return
        seat, holder = owner
        while not is_illegal(match, seat, answer := self.rng.choice(stage.known.answers)):
            continue
        said = {"do": "answer", "seat": seat, "seq": stage.known.seq, "answer": answer}
        await self.expect_nothing(stage, holder, json.dumps(said))

    def _owner(self, stage: Stage) -> tuple[Seat, Sender] | None:
        acts = self.table(stage).record.acts
        holders = ((seat, one) for seat in acts for one in stage.senders if seat in one.seats)
        return next(holders, None) if stage.state == "live" else None

    async def elsewhere(self, stage: Stage, sender: Sender) -> None:
        """Come with the key of another table, or one that nobody ever made."""
        others = [key for one in self.stages if one is not stage for key in one.tokens]
        keys = [*others, sender.token[:-1], sender.token[::-1], "x" * 22, "\u0000", "%00" * 8]
        key = self.rng.choice(keys)
        if self.rng.random() < 0.3:
            reply = await self.site.request(
                "GET", f"/api/tables/{stage.table}", token=key.replace("\u0000", "0")
            )
            assert (reply.status, reply.json()["code"]) == (403, "not_yours")
            return
        wire = await self.site.socket(stage.table)
        word = await wire.hello(key)
        assert (word["is"], word["code"]) == ("refused", "not_yours")
        with pytest.raises(HungUp) as closed:
            await wire.reply()
        assert closed.value.code in CLOSE_CODES
        self.replies[f"closed {closed.value.code}"] += 1

    async def too_long(self, stage: Stage, sender: Sender) -> None:
        """Send a message that is too long, which ends the connection."""
        wire = await self.site.socket(stage.table)
        await wire.hello(sender.token)
        await wire.say('{"do": "ping", "id": 1' + " " * hostile.TOO_LONG + "}")
        with pytest.raises(HungUp) as closed:
            await wire.reply()
        assert closed.value.code == 1009
        await wire.close()

    async def scripts(self, stage: Stage, sender: Sender) -> None:
        """Say something that looks like code; it is only text."""
        text = self.rng.choice(hostile.SCRIPTS)
        await self.expect_nothing(stage, sender, json.dumps({"do": "say", "text": text}))

    # -- looking ---------------------------------------------------------------------------------

    async def fingerprint(self) -> dict[str, Any]:
        """Take down everything that must not change: the store, and the tables in memory."""
        stored = await self.site.house.store.read(_stored)
        tables = {stage.name: _remembered(self.table(stage)) for stage in self.stages}
        return {"stored": stored, "tables": tables}

    async def chat_lines(self) -> Counter[str]:
        """Count the lines of chat in the store."""
        found = await self.site.house.store.read(_chat_lines)
        names = {stage.table: stage.name for stage in self.stages}
        return Counter({names[table]: count for table, count in found.items()})

    async def assert_nothing_was_heard(self) -> None:
        """Ask those who only listened; they heard who came and went, and what was said."""
        for stage in self.stages:
            for wire in stage.witnesses:
                news = await wire.heard()
                assert {word["is"] for word in news} <= {"chat", "table"}
                said = [word["line"]["text"] for word in news if word["is"] == "chat"]
                assert said == stage.spoken
            stage.spoken = []

    async def assert_well(self) -> None:
        """Look at the server itself."""
        assert (await self.site.request("GET", "/healthz")).status == 200
        assert max(self.site.statuses) < 500
        assert self.site.house.metrics.faults == 0
        assert "Traceback" not in self.log.getvalue()
        assert '"level": "error"' not in self.log.getvalue()


ATTEMPTS = (
    *(("spoilt", Attack.spoilt),) * 10,
    *(("foreign", Attack.foreign),) * 3,
    *(("never", Attack.never),) * 3,
    *(("again", Attack.again),) * 1,
    *(("late", Attack.late),) * 1,
    *(("illegal", Attack.illegal),) * 1,
    *(("elsewhere", Attack.elsewhere),) * 1,
    *(("scripts", Attack.scripts),) * 1,
)


def is_illegal(match: Match, seat: Seat, raw: Said) -> bool:
    """Ask the rules directly."""
    try:
        return bool(match.game.check(seat, read_answer(match.definition, raw)))
    except BadRequest:
        return True


def _stored(db: sqlite3.Connection) -> dict[str, Any]:
    """Read every row of every table but the chat; when somebody was last seen does not count."""
    names = [row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    rows = {name: db.execute(f"SELECT * FROM {name}").fetchall() for name in names}  # noqa: S608
    rows["tables"] = [tuple(map(_timeless, row)) for row in rows["tables"]]
    del rows["chat"]
    return rows


def _timeless(value: object) -> object:
    if not isinstance(value, bytes | str) or not value or value[:1] not in ("{", b"{"):
        return value
    record = msgspec.json.decode(value)
    record.pop("ticked", None)
    for place in record["seats"].values():
        place.pop("seen", None)
    return record


def _chat_lines(db: sqlite3.Connection) -> dict[str, int]:
    return dict(db.execute("SELECT table_id, count(*) FROM chat GROUP BY table_id").fetchall())


def _remembered(table: Table) -> dict[str, Any]:
    match = table.match
    return {
        "record": _timeless(msgspec.json.encode(table.record)),
        "chain": None if match is None else match.chain,
        "entries": None if match is None else match.entries.copy(),
        "policies": None if match is None else dict(match.policies),
        "keys": dict(table.keys),
        "contacts": dict(table.contacts),
    }


# -- setting up ----------------------------------------------------------------------------------


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    root = logging.getLogger()
    before, level, chosen = list(root.handlers), root.level, structlog.get_config()
    out = io.StringIO()
    configure_logs(settings(log_json=True), out)
    yield out
    root.handlers, root.level = before, level
    structlog.configure(**chosen)


@pytest.fixture
async def attack(anyio_backend: str, log: io.StringIO) -> AsyncIterator[Attack]:
    del anyio_backend
    async with wires.opened(settings(PATIENT, workers=1)) as site:
        stages = [await staged(site, name) for name in STAGES]
        yield Attack(site, stages, log, Random(20_260_101))
        for stage in stages:
            for wire in [*(one.wire for one in stage.senders), *stage.witnesses]:
                await wire.close()


STAGES: dict[str, tuple[str, str, dict[str, Said], str, int]] = {
    "battle": ("ccn", "rolica_1", {"french": ME, "allied": FRIEND}, "live", 7),
    "cards": ("toy", "hill", {"red": ME, "blue": FRIEND, "gold": FRIEND}, "live", 4),
    "against": ("ccn", "rolica_1", {"french": COMPUTER, "allied": ME}, "live", 0),
    "waiting": ("ccn", "rolica_1", {"french": ME, "allied": FRIEND}, "waiting", 0),
    "finished": ("ccn", "rolica_1", {"french": ME, "allied": ME}, "finished", 3),
    "frozen": ("toy", "hill", {"red": ME, "blue": ME, "gold": ME}, "frozen", 3),
}
"""Game, scenario, who sits where, the state, and how many answers were given before."""


async def staged(site: Site, name: str) -> Stage:
    """Set up a table, play for a while, bring it into its state, and open the sockets."""
    game, scenario, seats, state, count = STAGES[name]
    wish = {"game": game, "scenario": scenario, "name": "Anna", "seats": seats}
    made = await site.post("/api/tables", {**wish, "listed": name != "cards"})
    table, links = made["table"], made["links"]
    own = tuple(seat for seat, one in seats.items() if one == ME)
    holders: dict[str, tuple[str, ...]] = {made["token"]: own}
    for seat, token in links.items():
        if state == "waiting":
            holders[token] = ()
            continue
        place = f"/api/tables/{table}/join"
        holders[(await site.post(place, {"name": seat, "token": token}))["token"]] = (seat,)
    played = await _played(site, table, holders, count)
    await _brought(site, table, state, made["token"], own)
    stage = Stage(
        name,
        table,
        state,
        known(site, game, scenario, table),
        [],
        [],
        [*holders, made["watch"]],
        played,
    )
    for token in stage.tokens:
        wire, witness = await site.socket(table), await site.socket(table)
        stage.senders.append(Sender(token, holders.get(token, ()), token == made["token"], wire))
        stage.witnesses.append(witness)
        assert (await wire.hello(token))["is"] == (await witness.hello(token))["is"] == "welcome"
    return stage


async def _played(site: Site, table: str, holders: dict[str, Any], count: int) -> list[Said]:
    rng, said = Random(7), []
    for _ in range(count):
        found = site.house.tables.hall.loaded(table)
        assert found is not None
        game, seq = found.playing.game, found.seq
        seat = game.to_act[0]
        answer = plain(game.pick(seat, rng))
        (token,) = (one for one, seats in holders.items() if seat in seats)
        said.append({"do": "answer", "seat": seat, "seq": seq, "answer": answer})
        word = await site.post(f"/api/tables/{table}/do", said[-1], token)
        assert word["is"] == "accepted"
    return said


async def _brought(site: Site, table: str, state: str, token: str, own: tuple[str, ...]) -> None:
    if state == "finished":
        await site.post(f"/api/tables/{table}/do", {"do": "resign", "seat": own[0]}, token)
    if state == "frozen":
        found = site.house.tables.hall.loaded(table)
        assert found is not None
        logging.disable()
        await found.freeze(RuntimeError("on purpose"), None)
        logging.disable(logging.NOTSET)
    found = site.house.tables.hall.loaded(table)
    assert found is not None
    assert found.record.state == state


def known(site: Site, game: str, scenario: str, table: str) -> Known:
    """Gather what somebody hostile can know: answers that were legal at other times, targets."""
    match, rng = Match.start(find_game(game), scenario, seed="elsewhere"), Random(1)
    answers: dict[str, Said] = {}
    kinds: set[str] = set()
    while match.game.outcome is None and len(match.entries) < 120:
        seat = match.game.to_act[0]
        for one in match.game.choices(seat, rng)[:6]:
            answers.setdefault(msgspec.json.encode(one).decode(), plain(one))
        decision = match.game.decision(seat)
        assert decision is not None
        kinds.add(kind_of(decision))
        match.answer(seat, match.game.pick(seat, rng))
    found = site.house.tables.hall.loaded(table)
    assert found is not None
    pieces = [{"kind": "piece", "id": one} for one in match.game.world.units]
    cells = [{"kind": "cell", "id": str(n)} for n in (-1, 0, 7, 50, 10**9)]
    strange = [
        {"kind": "card", "id": "x"},
        {"kind": "edge", "id": "1|2"},
        {"kind": "area", "id": ""},
    ]
    return Known(
        [*found.record.seats],
        found.seq,
        [*answers.values()],
        [*pieces[:10], *cells, *strange],
        sorted(kinds),
    )


# -- the tests -----------------------------------------------------------------------------------


async def bombard(attack: Attack, batches: int, each: int) -> None:
    """Send hostile messages in batches, and look after each of them."""
    before = await attack.fingerprint()
    for _ in range(batches):
        await attack.send(each)
        await attack.assert_nothing_was_heard()
        assert await attack.fingerprint() == before
        assert await attack.chat_lines() == attack.spoken
        await attack.assert_well()


async def test_ten_thousand_hostile_messages_change_nothing(attack: Attack) -> None:
    await bombard(attack, 40, 260)
    assert attack.counts.total() == 10_400
    assert min(attack.counts[kind] for kind, _ in ATTEMPTS) > 300
    for code in ("malformed", "stale", "not_yours", "not_now", "illegal", "frozen"):
        assert attack.replies[f"refused{code}"] > 30, attack.replies
    assert attack.replies["closed 4403"] > 100
    assert attack.spoken.total() > 300
    await play_on(attack)


@pytest.mark.nightly
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("seed", range(5))
async def test_a_hundred_thousand_hostile_messages_change_nothing(
    attack: Attack, seed: int
) -> None:
    attack.rng = Random(seed)
    await bombard(attack, 40, 2500)
    assert attack.counts.total() == 100_000
    assert min(attack.counts[kind] for kind, _ in ATTEMPTS) > 3000
    await play_on(attack)


async def play_on(attack: Attack) -> None:
    """After all of it the tables go on as though nothing had been: everybody hears of an answer."""
    for stage in attack.stages:
        if stage.state != "live":
            continue
        owner = attack._owner(stage)
        assert owner is not None
        seat, holder = owner
        game = attack.table(stage).playing.game
        answer = plain(game.pick(seat, Random(3)))
        said = {"do": "answer", "id": 5, "seat": seat, "seq": stage.known.seq, "answer": answer}
        assert await holder.wire.ask(said) == {
            "is": "accepted",
            "re": 5,
            "seq": stage.known.seq + 1,
        }
        for wire in stage.witnesses:
            assert "update" in {word["is"] for word in await wire.heard()}


async def test_messages_over_the_limit_end_the_connection_and_nothing_else(attack: Attack) -> None:
    before = await attack.fingerprint()
    for stage in attack.stages:
        for sender in stage.senders:
            await attack.too_long(stage, sender)
        body = b'{"do": "say", "text": "' + b"x" * 65_536 + b'"}'
        reply = await attack.site.request(
            "POST", f"/api/tables/{stage.table}/do", body, token=stage.tokens[0]
        )
        assert (reply.status, reply.json()["code"]) == (413, "too_large")
    await attack.assert_nothing_was_heard()
    assert await attack.fingerprint() == before
    await attack.assert_well()


def careless_about_seats(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Key, "holds", lambda *_: True)


def careless_about_time(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(playing, "require_seq", lambda *_: None)


def careless_about_hosts(patch: pytest.MonkeyPatch) -> None:
    handlers: dict[Any, Any] = {**tables._HANDLERS}
    handlers[Moderate] = lambda table, _, said: chat._silence(table, said)
    patch.setattr(tables, "_HANDLERS", handlers)


def careless_about_nesting(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(sockets, "UNREADABLE", (msgspec.DecodeError, UnicodeDecodeError))


def talkative(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(tables.Tables, "_handler", lambda *_: lambda table, *_: tell_table(table))


def forgetful(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(chat, "put_chat", lambda *_: None)


@pytest.mark.parametrize(
    "careless",
    [
        careless_about_seats,
        careless_about_time,
        careless_about_hosts,
        careless_about_nesting,
        talkative,
        forgetful,
    ],
)
async def test_the_test_would_notice_a_careless_server(
    attack: Attack, monkeypatch: pytest.MonkeyPatch, careless: Callable[[pytest.MonkeyPatch], None]
) -> None:
    careless(monkeypatch)
    with pytest.raises((AssertionError, HungUp)):
        await bombard(attack, 3, 500)
