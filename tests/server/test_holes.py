"""Holes that were found by attacking the server, each closed for good."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import random
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import structlog
from msgspec.structs import replace

from tests.server import in_process, wires
from tests.server.guests import ALLIED, FRENCH, ME, RED, House, first_choice, until
from tests.server.in_process import settings
from walstatt.games import find_game
from walstatt.kernel.decisions import kind_of
from walstatt.kernel.ids import Seat
from walstatt.kernel.match import Entry, Header, Match, chained
from walstatt.kernel.save import _encoded, _hash, from_bytes, to_lines
from walstatt.server.errors import Refusal
from walstatt.server.logs import configure_logs
from walstatt.server.protocol import (
    Answer,
    Claim,
    Hint,
    Hinted,
    Join,
    NewTable,
    Notify,
    Refused,
)
from walstatt.server.security import client_address
from walstatt.server.store import Store

pytestmark = pytest.mark.anyio

BATTLE = {"game": "ccn", "scenario": "rolica_1", "name": "Anna"}
BOTH = {"french": {"occupant": "me"}, "allied": {"occupant": "me"}}


# -- data that nobody can digest -----------------------------------------------------------------


@pytest.mark.parametrize("depth", [100, 900, 960, 975, 990, 1000, 5000, 30_000])
async def test_what_is_nested_deeply_is_refused_and_no_fault(depth: int) -> None:
    nest = "[" * depth + "]" * depth
    async with wires.opened(settings()) as site:
        made = await site.post("/api/tables", {**BATTLE, "seats": BOTH})
        said = f'{{"do": "answer", "seat": "allied", "seq": 1, "answer": {{"do": {nest}}}}}'
        place = f"/api/tables/{made['table']}/do"
        reply = await site.request("POST", place, said.encode(), token=made["token"])
        told = reply.json()
        assert (reply.status, told["code"]) in {(400, "malformed"), (200, "malformed")}
        wish = json.dumps({**BATTLE, "seats": BOTH, "rosters": {"french": "NEST"}})
        reply = await site.request("POST", "/api/tables", wish.replace('"NEST"', nest).encode())
        assert reply.status in {400, 413}
        if depth < 8000:
            wire = await site.socket(made["table"])
            await wire.hello(made["token"])
            assert (await wire.ask(said))["code"] == "malformed"
            assert await wire.ask({"do": "ping", "id": 3}) == {"is": "pong", "re": 3}
            await wire.close()
        assert site.house.metrics.faults == 0


@pytest.mark.parametrize("roster", [10**30, -(2**60), [[[[[[[[[[1]]]]]]]]]], {"a": [{"b": 2**53}]}])
async def test_rosters_are_modest(house: House, roster: object) -> None:
    wish = NewTable("ccn", "rolica_1", {Seat("french"): ME, Seat("allied"): ME})
    with pytest.raises(Refusal) as refused:
        await house.tables.create(replace(wish, rosters={FRENCH: roster}))
    assert refused.value.code == "malformed"
    made = await house.tables.create(replace(wish, rosters={FRENCH: {"army": [1, "x", None]}}))
    assert made.token


def test_a_body_that_is_never_sent_to_its_end_is_no_fault() -> None:
    async def run() -> None:
        async with wires.opened(settings()) as site:
            sent: list[Any] = []
            parts: list[dict[str, Any]] = [
                {"type": "http.disconnect"},
                {"type": "http.request", "body": b'{"game":', "more_body": True},
            ]

            async def receive() -> dict[str, Any]:
                return parts.pop()

            async def send(message: Any) -> None:  # noqa: ANN401
                sent.append(message)

            scope = wires._scope("http", "/api/tables", "", _JSON)
            await site.app({**scope, "method": "POST", "scheme": "http"}, receive, send)  # type: ignore[arg-type]
            assert sent[0]["status"] == 400
            assert site.house.metrics.faults == 0

    asyncio.run(run())


_JSON = {"host": in_process.HOST, "content-type": "application/json", "content-length": "900"}


# -- saves that somebody forged ------------------------------------------------------------------


def forged(match: Match) -> bytes:
    """Write a save as though by older rules, which ends with a position nobody has played."""
    lines = list(to_lines(match))
    lines[0]["version"] = 0
    chain = chained("", msgspec.convert(lines[0], Header))
    for line in lines[1:-1]:
        if "snapshot" in line:
            for unit in line["snapshot"]["state"]["scopes"][0]["world"]["units"].values():
                unit["blocks"] = 100
            continue
        bare = replace(msgspec.convert(line["entry"], Entry), state="0" * 32, chain="")
        chain = chained(chain, bare)
        line["entry"] = msgspec.to_builtins(replace(bare, chain=chain))
    lines[-1]["end"] |= {"chain": chain, "whole": _hash(lines[:-1])}
    return _encoded(lines)


async def test_a_position_that_was_only_stated_is_not_played_on(house: House) -> None:
    """Battalions of a hundred blocks would keep the server reckoning odds for years."""
    match, rng = Match.start(find_game("ccn"), "rolica_1", seed=1), random.Random(3)
    while "combat" not in kind_of(match.game.decision(match.game.to_act[0])):  # type: ignore[arg-type]
        match.answer(match.game.to_act[0], match.game.pick(match.game.to_act[0], rng))
    content = forged(match)
    assert from_bytes(content, find_game).game.world.units["french-ln-1"].blocks == 100
    with pytest.raises(Refusal) as refused:
        await house.tables.import_save(content, "Eve", None)
    assert refused.value.code == "malformed"
    assert house.tables.stats()["tables"] == 0


async def test_who_had_all_seats_does_not_know_the_dice_of_those_who_join(house: House) -> None:
    """Alone at a table one may look at everything, the key of the dice included; later not."""
    created = await house.ccn(french=ME, allied=ME, clock=None)
    host = await house.guest(created.table, created.token)
    match = house.match(created.table)
    _, content = await house.tables.export(host.visitor)
    key = match.header.dice.key
    assert key.encode() in content
    await host.accepted(Notify(seat=ALLIED, hook="https://hooks.example/x"))
    await host.leave()
    while match.game.to_act != (FRENCH,):
        await host.play(match, random.Random(1))
    while match.game.to_act != (ALLIED,):
        await host.play(match, random.Random(1))
    house.clock.forward(100)
    await house.tables.tick()
    (link,) = (told[3] for told in house.notices.sent)
    alone = await house.guest(created.table, link.rpartition("/")[2])
    assert alone.visitor.key.seats == (ALLIED,)
    while match.game.to_act != (FRENCH,):
        await alone.play(match, random.Random(1))
    house.clock.forward(1000)
    await alone.accepted(Claim(seat=FRENCH, to="open"))
    await house.tables.join(created.table, Join("Stranger", seat="french"))
    assert house.match(created.table).header.dice.key != key
    assert house.match(created.table).header.dice.commitment != match.header.dice.commitment


# -- taking more than one's share ----------------------------------------------------------------


async def test_a_seat_waits_for_one_hint_at_a_time(house: House) -> None:
    table = await house.toy()
    guests = [await house.guest(table.table, table.token) for _ in range(3)]
    house.computers.gate = asyncio.Event()
    waiting = [asyncio.create_task(one.do(Hint(seat=RED))) for one in guests]
    await until(lambda: sum(task.done() for task in waiting) == 2)
    house.computers.gate.set()
    words = await asyncio.gather(*waiting)
    assert [type(word) for word in words].count(Hinted) == 1
    assert {word.code for word in words if isinstance(word, Refused)} == {"too_fast"}
    assert isinstance(await guests[1].do(Hint(seat=RED)), Hinted)
    answer = first_choice(house.match(table.table).game, RED)
    await guests[2].accepted(Answer(seat=RED, seq=1, answer=answer))


@pytest.mark.parametrize(
    ("lines", "address"),
    [
        (["6.6.6.6", "192.0.2.7"], "192.0.2.7"),
        (["6.6.6.6, 7.7.7.7", "192.0.2.7"], "192.0.2.7"),
        (["192.0.2.7", ""], "192.0.2.7"),
    ],
)
def test_a_proxy_that_adds_a_line_of_its_own_is_believed_and_not_the_stranger(
    lines: list[str], address: str
) -> None:
    headers = [(b"x-forwarded-for", one.encode()) for one in lines]
    scope = {"client": ("10.0.0.1", 1), "headers": headers}
    assert client_address(scope, trusted_proxy=True) == address


def test_a_name_spelled_otherwise_is_the_same_name_for_those_who_guess() -> None:
    limits = in_process.limited(account_rate=0.01, account_burst=10)
    with in_process.opened(settings(limits)) as client:
        client.app.state.house.rates.by_address["accounts"].burst = 1000
        client.app.state.house.rates.by_address["accounts"].rate = 1000.0
        spelled = ["Anna", "ANNA", " anna", "anna  ", "\uff21nna", "A\u006ena", "ann\uff41"] * 2
        statuses = [
            client.post("/api/sessions", json={"name": name, "password": "guess guess"}).status_code
            for name in spelled
        ]
    assert statuses == [403] * 10 + [429] * 4


# -- what others could read ----------------------------------------------------------------------


async def test_only_its_owner_can_read_the_file_with_everything_in_it(tmp_path: Path) -> None:
    path = tmp_path / "new" / "walstatt.db"
    store = await Store.open(path)
    await store.write(lambda db: db.execute("CREATE TABLE x (y)"))
    modes = {stat.S_IMODE(one.stat().st_mode) for one in path.parent.iterdir()}
    await store.close()
    assert modes == {0o600}


@pytest.fixture
def terminal() -> Iterator[io.StringIO]:
    root = logging.getLogger()
    before, level, chosen = list(root.handlers), root.level, structlog.get_config()
    out = io.StringIO()
    configure_logs(settings(log_json=False), out)
    yield out
    root.handlers, root.level = before, level
    structlog.configure(**chosen)


def test_nothing_in_the_log_gives_orders_to_a_terminal(terminal: io.StringIO) -> None:
    logger = structlog.get_logger("walstatt.test")
    logger.info("request", path="/\x1b[2J", origin="\x9b31m\u202e", more="a\nb")
    logger.error("failed", path="/\x07", exc_info=RuntimeError("two\nlines"))
    text = terminal.getvalue()
    assert not set(text) & set("\x1b\x9b\u202e\x07")
    assert "\nb" not in text
    assert "RuntimeError: two\nlines" in text
