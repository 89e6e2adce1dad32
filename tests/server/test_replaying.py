"""Games looked back upon: moments, replays, branches, files."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from tests.server.guests import (
    ALLIED,
    BLUE,
    COMPUTER,
    FRENCH,
    FRIEND,
    GOLD,
    ME,
    OPEN,
    RED,
    Guest,
    House,
    told,
    until,
)
from walstatt.games import find_game
from walstatt.games.ccn.ai.chances import chances
from walstatt.kernel.ids import Seat
from walstatt.kernel.match import Match
from walstatt.kernel.save import from_bytes, to_bytes, withheld
from walstatt.kernel.seat_copy import seat_copy_bytes
from walstatt.scene.playable import stage
from walstatt.server.errors import Refusal
from walstatt.server.protocol import Branch, Resign
from walstatt.server.replaying import strength

pytestmark = pytest.mark.anyio


async def seated(house: House) -> tuple[dict[Seat, Guest], Match]:
    created = await house.ccn(allied=FRIEND)
    link = await house.sits(created, ALLIED)
    guests = {
        FRENCH: await house.guest(created.table, created.token),
        ALLIED: await house.guest(created.table, link),
    }
    return guests, house.match(created.table)


async def played(house: House, count: int, seed: int = 1) -> tuple[dict[Seat, Guest], Match]:
    guests, match = await seated(house)
    rng = Random(seed)
    for _ in range(count):
        await guests[match.game.to_act[0]].play(match, rng)
    return guests, match


async def refused(wanted: object) -> Refusal:
    with pytest.raises(Refusal) as why:
        await wanted  # type: ignore[misc]
    return why.value


# -- moments -------------------------------------------------------------------------------------


async def test_a_moment_is_what_the_seat_saw_then(house: House) -> None:
    guests, match = await seated(house)
    rng = Random(3)
    seen = {0: guests[FRENCH].scene}
    for n in range(1, 40):
        await guests[match.game.to_act[0]].play(match, rng)
        seen[n] = guests[FRENCH].scene
    for n, scene in seen.items():
        assert scene is not None
        shown = await house.tables.moment(guests[FRENCH].visitor, n, FRENCH)
        assert shown == replace(scene, prompt=None, standing=())


async def test_moments_of_others_are_hidden_until_the_end(house: House) -> None:
    guests, match = await played(house, 10)
    visitor = guests[FRENCH].visitor
    why = await refused(house.tables.moment(visitor, 3, ALLIED))
    assert why.code == "not_yours"
    watcher = await house.guest(visitor.key.table)
    why = await refused(house.tables.moment(watcher.visitor, 3, FRENCH))
    assert why.code == "not_yours"
    assert (await refused(house.tables.moment(visitor, 11, FRENCH))).code == "gone"
    assert (await refused(house.tables.moment(visitor, 1, Seat("green")))).code == "malformed"
    await guests[FRENCH].accepted(Resign(seat=FRENCH))
    shown = await house.tables.moment(visitor, 3, ALLIED)
    assert shown.trays == stage(match.moments[3].game, ALLIED).trays


async def test_a_game_that_has_not_begun_has_no_moments(house: House) -> None:
    created = await house.ccn(allied=OPEN)
    visitor = await house.tables.visit(created.table, created.token)
    assert (await refused(house.tables.moment(visitor, 0, None))).code == "not_now"
    assert (await refused(house.tables.replay(visitor, None))).code == "not_now"
    assert (await refused(house.tables.export(visitor))).code == "not_now"


# -- replays -------------------------------------------------------------------------------------


async def test_a_replay_tells_the_whole_game(house: House) -> None:
    guests, match = await played(house, 150)
    replay = await house.tables.replay(guests[FRENCH].visitor, FRENCH)
    assert replay.seq == 151
    assert replay.lines == tuple(guests[FRENCH].lines)
    assert replay.actors == tuple(entry.seat for entry in match.entries)
    assert list(replay.strength) == [FRENCH, ALLIED]
    assert all(len(curve) == 151 for curve in replay.strength.values())
    for n in (0, 70, 150):
        there = strength(stage(match.moments[n].game, None))
        assert {seat: curve[n] for seat, curve in replay.strength.items()} == there
    assert list(replay.chances) == [FRENCH, ALLIED]
    assert len(replay.chances[FRENCH]) == 151
    for n in (0, 70, 150):
        expected = chances(match.moments[n].game)
        found = {seat: curve[n] for seat, curve in replay.chances.items()}
        assert found == {seat: round(1000 * one) for seat, one in expected.items()}
    assert replay.last_own == max(e.n for e in match.entries if e.seat == FRENCH)
    assert {one.seat for one in replay.luck} <= {FRENCH, ALLIED}
    assert sum(one.rolls for one in replay.luck) > 0
    assert [turn.n for turn in replay.turns] == [line.n for line in replay.lines if line.heading]


async def test_a_replay_keeps_up_with_the_game_and_with_undo(house: House) -> None:
    guests, match = await played(house, 30)
    visitor = guests[FRENCH].visitor
    before = await house.tables.replay(visitor, FRENCH)
    await guests[match.game.to_act[0]].play(match, Random(1))
    after = await house.tables.replay(visitor, FRENCH)
    assert after.strength[FRENCH][:31] == before.strength[FRENCH]
    assert len(after.strength[FRENCH]) == 32
    looking = house.tables._lookings[match]
    del match.entries[20:], match.moments[20:]
    assert len(looking.back(match.moments)) == 20


async def test_a_spectators_replay_knows_no_hand(house: House) -> None:
    guests, _ = await played(house, 60)
    watcher = await house.guest(guests[FRENCH].visitor.key.table)
    replay = await house.tables.replay(watcher.visitor, None)
    assert replay.lines == tuple(watcher.lines)
    assert replay.seat is None
    own = await house.tables.replay(guests[FRENCH].visitor, FRENCH)
    assert own.lines != replay.lines
    assert own.luck == replay.luck


# -- branches ------------------------------------------------------------------------------------


async def test_a_finished_game_can_be_branched_anywhere(house: House) -> None:
    guests, match = await played(house, 80)
    name = guests[FRENCH].visitor.key.table
    visitor = guests[FRENCH].visitor
    wish = Branch(40, {FRENCH: ME, ALLIED: COMPUTER}, name="Dora", nonce="dd")
    assert (await refused(house.tables.branch(visitor, wish, None))).code == "not_now"
    await guests[FRENCH].accepted(Resign(seat=FRENCH))
    created = await house.tables.branch(visitor, wish, None)
    assert created.table != name
    dora = await house.guest(created.table, created.token)
    branch = house.match(created.table)
    assert branch.entries[40].state == match.entries[40].state
    assert branch.header.branched == 40
    assert branch.header.dice.commitment != match.header.dice.commitment
    assert told(dora).state == "live"
    assert told(dora).listed is False
    await until(lambda: told(dora).seats[0].acts)
    await dora.play(branch, Random(2), FRENCH)
    chain = branch.chain
    await house.tables.hall.computers.close()
    length = len(branch.entries)
    chain = branch.chain
    await house.crash()
    await house.guest(created.table, created.token)
    assert house.match(created.table).entries[length - 1].chain == chain


async def test_a_branch_waits_for_friends_and_survives_a_crash(house: House) -> None:
    guests, match = await played(house, 30)
    await guests[FRENCH].accepted(Resign(seat=FRENCH))
    wish = Branch(25, {FRENCH: FRIEND, ALLIED: ME})
    created = await house.tables.branch(guests[ALLIED].visitor, wish, None)
    host = await house.guest(created.table, created.token)
    assert (told(host).state, host.scene) == ("waiting", None)
    await house.crash()
    host = await house.guest(created.table, created.token)
    await house.sits(created, FRENCH, "Carl", nonce="cc")
    assert told(host).state == "live"
    assert host.seq == 26
    branch = house.match(created.table)
    assert branch.entries[25].state == match.entries[25].state
    assert branch.header.dice.nonces == {FRENCH: "cc"}
    chain = branch.chain
    await house.crash()
    await house.guest(created.table, created.token)
    assert house.match(created.table).chain == chain


async def test_who_holds_all_seats_may_branch_a_running_game(house: House) -> None:
    created = await house.toy()
    host = await house.guest(created.table, created.token)
    match = house.match(created.table)
    await host.play_on(match, Random(1), 20)
    wish = Branch(10, {RED: ME, BLUE: ME, GOLD: ME})
    branched = await house.tables.branch(host.visitor, wish, "anna")
    assert house.match(branched.table).entries[10].state == match.entries[10].state
    assert [card.table.id for card in await house.tables.kept("anna")] == [branched.table]
    for at, code in ((21, "malformed"), (10**6, "malformed")):
        why = await refused(house.tables.branch(host.visitor, replace(wish, at=at), None))
        assert why.code == code
    why = await refused(house.tables.branch(host.visitor, Branch(3, {RED: ME}), None))
    assert why.code == "malformed"


async def test_the_end_of_a_game_cannot_be_branched(house: House) -> None:
    created = await house.toy(options={"rounds": 1})
    host = await house.guest(created.table, created.token)
    match = house.match(created.table)
    await host.play_on(match, Random(1), 10_000)
    wish = Branch(len(match.entries) - 1, {RED: ME, BLUE: ME, GOLD: ME})
    assert (await refused(house.tables.branch(host.visitor, wish, None))).code == "not_now"


def test_a_branch_rolls_other_dice_but_keeps_the_old_ones() -> None:
    match = Match.start(find_game("toy"), "hill", seed=1)
    rng = Random(1)
    while len(match.entries) < 60:
        seat = match.game.to_act[0]
        match.answer(seat, match.game.pick(seat, rng))
    branch = match.branch(30, Match.start(find_game("toy"), "hill", seed=2).header.dice)
    assert [entry.rolls for entry in branch.entries] == [e.rolls for e in match.entries[:31]]
    assert [entry.state for entry in branch.entries] == [e.state for e in match.entries[:31]]
    for entry in match.entries[31:]:
        if entry.seat not in branch.game.to_act:
            break
        try:
            branch.answer(entry.seat, entry.answer, entry.kind)
        except Exception:  # noqa: BLE001 - other dice lead elsewhere
            break
    assert branch.entries[-1].state != match.entries[-1].state
    again = from_bytes(to_bytes(branch), find_game)
    assert again.chain == branch.chain
    assert again.header.branched == 30
    assert b'"branched"' not in to_bytes(match)


# -- files ---------------------------------------------------------------------------------------


async def test_a_finished_game_is_exported_whole(house: House) -> None:
    guests, match = await played(house, 30)
    await guests[FRENCH].accepted(Resign(seat=FRENCH))
    name, content = await house.tables.export(guests[ALLIED].visitor)
    assert name == f"ccn-rolica_1-{guests[FRENCH].visitor.key.table}.save"
    assert content == to_bytes(match)


async def test_a_running_game_is_exported_as_far_as_one_knows_it(house: House) -> None:
    guests, match = await played(house, 30)
    for seat, guest in guests.items():
        name, content = await house.tables.export(guest.visitor)
        assert name.endswith(f"-{seat}.json")
        assert content == seat_copy_bytes(match, seat)
        assert match.header.dice.key.encode() not in content
    watcher = await house.guest(guests[FRENCH].visitor.key.table)
    name, content = await house.tables.export(watcher.visitor)
    assert name.endswith("-spectator.json")
    assert content == seat_copy_bytes(match, None)


async def test_who_holds_all_seats_gets_the_whole_save_and_can_bring_it_back(house: House) -> None:
    created = await house.toy()
    host = await house.guest(created.table, created.token)
    match = house.match(created.table)
    await host.play_on(match, Random(1), 30)
    _, content = await house.tables.export(host.visitor)
    brought = await house.tables.import_save(content, "Dora", "dora")
    dora = await house.guest(brought.table, brought.token)
    again = house.match(brought.table)
    assert again.chain == match.chain
    assert dora.visitor.key.seats == (RED, BLUE, GOLD)
    assert [seat.name for seat in told(dora).seats] == ["Dora"] * 3
    await dora.play_on(again, Random(2), 5)
    await house.crash()
    assert len((await house.guest(brought.table, brought.token)).lines) == len(dora.lines)


async def test_a_save_without_the_key_of_its_dice_gets_new_ones(house: House) -> None:
    created = await house.toy()
    host = await house.guest(created.table, created.token)
    match = house.match(created.table)
    await host.play_on(match, Random(1), 30)
    brought = await house.tables.import_save(withheld(match), "Dora", None)
    again = house.match(brought.table)
    assert again.header.dice.source == "commit-reveal"
    assert again.header.dice.commitment != match.header.dice.commitment
    assert again.entries[-1].state == match.entries[-1].state
    dora = await house.guest(brought.table, brought.token)
    await dora.play_on(again, Random(2), 30)


async def test_a_finished_save_is_a_finished_table(house: House) -> None:
    created = await house.toy(options={"rounds": 1})
    host = await house.guest(created.table, created.token)
    await host.play_on(house.match(created.table), Random(1), 10_000)
    _, content = await house.tables.export(host.visitor)
    brought = await house.tables.import_save(content, "Dora", None)
    dora = await house.guest(brought.table, brought.token)
    assert told(dora).state == "finished"
    assert told(dora).end == told(host).end


@pytest.mark.parametrize(
    "spoil",
    [
        lambda _: b"",
        lambda _: b"\x00\xff" * 100,
        lambda _: b'{"walstatt":"save"}',
        lambda content: content[:-40],
        lambda content: content.replace(b'"card":', b'"card":1', 1),
        lambda content: content.replace(b'"game":"toy"', b'"game":"chess"', 1),
        lambda content: content.replace(b'"format":1', b'"format":99', 1),
        lambda _: b'{"walstatt":"save","format":1}\n' + b"[" * 100_000,
        lambda _: b'{"walstatt":"save"}\n' * 50_000,
    ],
)
async def test_damaged_saves_are_refused(house: House, spoil: object) -> None:
    created = await house.toy()
    host = await house.guest(created.table, created.token)
    await host.play_on(house.match(created.table), Random(1), 10)
    _, content = await house.tables.export(host.visitor)
    why = await refused(house.tables.import_save(spoil(content), "Dora", None))  # type: ignore[operator]
    assert why.code == "malformed"
    assert len(await house.tables.listed(None, "")) == 1


async def test_a_save_that_is_too_large_is_not_even_read(house: House) -> None:
    why = await refused(house.tables.import_save(b"x" * (9 * 1024 * 1024), "Dora", None))
    assert why.text.id == "server.core.refused.too_long"


async def test_a_seat_copy_cannot_be_imported(house: House) -> None:
    guests, match = await played(house, 5)
    content = seat_copy_bytes(match, FRENCH)
    assert (await refused(house.tables.import_save(content, "Dora", None))).code == "malformed"
    assert msgspec.json.decode(content)["seat"] == FRENCH
    assert guests[FRENCH].seq == 6
