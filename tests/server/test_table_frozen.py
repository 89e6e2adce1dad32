"""A table whose rules fail is frozen; the others go on, and nobody learns what is hidden."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from tests.server.guests import BLUE, FRIEND, GOLD, RED, Guest, House, first_choice, told
from walstatt.games.toy import round as toy_round
from walstatt.games.toy.game import TOY
from walstatt.kernel.save import from_bytes
from walstatt.server.errors import Refusal
from walstatt.server.protocol import Answer, Ask, Ping, Pong, Say

pytestmark = pytest.mark.anyio

SECRET = "hidden: 4711"  # noqa: S105 - of a game


@pytest.fixture
def broken_planning(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the rules fail as soon as all plans are laid."""

    def planned(self: object, ctx: Any, plans: object) -> None:  # noqa: ANN401
        del self, ctx, plans
        raise KeyError(SECRET)

    monkeypatch.setattr(toy_round.Battle, "planned", planned)
    return iter(())


async def seated(house: House) -> dict[Any, Guest]:
    created = await house.toy(blue=FRIEND, gold=FRIEND, listed=False)
    friends = {seat: await house.sits(created, seat, seat.title()) for seat in created.links}
    tokens = {RED: created.token, **friends}
    return {seat: await house.guest(created.table, token) for seat, token in tokens.items()}


async def frozen(house: House) -> dict[Any, Guest]:
    guests = await seated(house)
    name = guests[RED].visitor.key.table
    match = house.match(name)
    for seat in (RED, BLUE):
        answer = first_choice(match.game, seat)
        await guests[seat].accepted(Answer(seat=seat, seq=len(match.entries), answer=answer))
    answer = first_choice(match.game, GOLD)
    word = await guests[GOLD].refused(Answer(8, seat=GOLD, seq=3, answer=answer))
    assert (word.code, word.re) == ("frozen", 8)
    return guests


@pytest.mark.usefixtures("broken_planning")
async def test_a_fault_freezes_the_table_and_nothing_else(house: House) -> None:
    other = await house.toy()
    guests = await frozen(house)
    name = guests[RED].visitor.key.table
    assert len(house.match(name).entries) == 3
    for guest in guests.values():
        assert told(guest).state == "frozen"
        assert told(guest).fault
        assert guest.scene is not None
        assert guest.scene.prompt is None
        assert SECRET.encode() not in msgspec.json.encode(guest.inbox)
    again = Answer(seat=GOLD, seq=3, answer={"do": "plan", "card": 1})
    assert (await guests[GOLD].refused(again)).code == "frozen"
    assert (await guests[GOLD].refused(Ask(seat=GOLD, answer={"do": "plan", "card": 1}))).code == (
        "frozen"
    )
    assert await guests[RED].do(Ping(1)) == Pong(1)
    await guests[RED].accepted(Say(text="what a pity"))
    host = await house.guest(other.table, other.token)
    await host.accepted(
        Answer(seat=RED, seq=1, answer=first_choice(house.match(other.table).game, RED))
    )


@pytest.mark.usefixtures("broken_planning")
async def test_it_stays_frozen_after_a_crash(house: House) -> None:
    guests = await frozen(house)
    name, fault = guests[RED].visitor.key.table, told(guests[RED]).fault
    chain = house.match(name).chain
    await house.crash()
    table = await house.tables.hall.find(name)
    assert (table.record.state, table.record.fault) == ("frozen", fault)
    assert table.playing_match().chain == chain


@pytest.mark.usefixtures("broken_planning")
async def test_a_players_report_tells_nothing_that_is_hidden(house: House) -> None:
    guests = await frozen(house)
    for seat in (RED, BLUE, GOLD):
        name, content = await house.tables.report(guests[seat].visitor)
        report = msgspec.json.decode(content)
        assert name == f"report-{told(guests[seat]).fault}.json"
        assert report["fault"] == "EngineFault"
        assert SECRET.encode() not in content
        assert b"Traceback" not in content
        assert report["game_so_far"]["seat"] == seat
        assert (report["command"] is not None) == (seat == GOLD)


@pytest.mark.usefixtures("broken_planning")
async def test_the_administrators_report_has_everything(house: House) -> None:
    guests = await frozen(house)
    table = guests[RED].visitor.key.table
    report = msgspec.json.decode(await house.tables.full_report(table))
    assert report["fault"] == "EngineFault"
    assert SECRET in report["message"]
    assert any("planned" in line for line in report["trace"])
    assert report["command"]["do"] == "answer"
    save = "\n".join(report["save"]).encode() + b"\n"
    match = from_bytes(save, lambda _: TOY)
    assert match.chain == house.match(table).chain


async def test_a_table_without_fault_has_no_report(house: House) -> None:
    created = await house.toy()
    visitor = await house.tables.visit(created.table, created.token)
    with pytest.raises(Refusal) as refused:
        await house.tables.report(visitor)
    assert refused.value.code == "gone"


async def test_a_scene_that_cannot_be_drawn_freezes_before_anything_is_stored(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    guests = await seated(house)
    name = guests[RED].visitor.key.table
    match = house.match(name)
    monkeypatch.setattr(TOY.__class__, "scene", _failing)
    answer = Answer(seat=RED, seq=1, answer=first_choice(match.game, RED))
    assert (await guests[RED].refused(answer)).code == "frozen"
    assert len(match.entries) == 1
    assert told(guests[BLUE]).state == "frozen"
    position = await house.tables.position(guests[BLUE].visitor)
    assert (position.scene, position.table.state) == (None, "frozen")


def _failing(*_: object) -> None:
    raise ZeroDivisionError(SECRET)


async def test_a_scene_that_fails_when_somebody_comes_freezes_too(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    created = await house.toy(blue=FRIEND)
    own = await house.sits(created, BLUE)
    with monkeypatch.context() as broken:
        broken.setattr(TOY.__class__, "scene", _failing)
        visitor = await house.tables.visit(created.table, own)
        position = await house.tables.position(visitor)
    assert (position.scene, position.table.state) == (None, "frozen")


async def test_answers_the_rules_cannot_judge_are_nonsense_and_freeze_nothing(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    created = await house.toy()
    host = await house.guest(created.table, created.token)
    judge = toy_round.ChoosePlan.check

    def check(self: Any, ctx: Any, answer: Any) -> Any:  # noqa: ANN401
        if answer.card == 66:
            raise KeyError(answer.card)
        return judge(self, ctx, answer)

    monkeypatch.setattr(toy_round.ChoosePlan, "check", check)
    word = await host.refused(Answer(seat=RED, seq=1, answer={"do": "plan", "card": 66}))
    assert word.code == "malformed"
    assert told(host).state == "live"


async def test_a_log_that_does_not_replay_freezes_its_table_only(house: House) -> None:
    broken, good = await house.toy(), await house.toy()
    host = await house.guest(broken.table, broken.token)
    match = house.match(broken.table)
    answer = first_choice(match.game, RED)
    await host.accepted(Answer(seat=RED, seq=1, answer=answer))
    await house.store.write(
        lambda db: db.execute(
            "UPDATE entries SET data = CAST(replace(CAST(data AS TEXT), 'card\":', 'card\":1') AS"
            " BLOB) WHERE table_id = ? AND n = 1",
            (broken.table,),
        )
    )
    await house.crash()
    again = await house.guest(broken.table, broken.token)
    assert told(again).state == "frozen"
    assert again.scene is None
    report = msgspec.json.decode(await house.tables.full_report(broken.table))
    assert report["save"] is None
    assert len(report["log"]) == 2
    assert told(await house.guest(good.table, good.token)).state == "live"
