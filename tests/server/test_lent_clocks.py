"""Clocks of seats that a computer plays for a person: they go on, but never fall for our queue."""

from __future__ import annotations

import asyncio

import pytest

from tests.server.guests import ALLIED, FRENCH, FRIEND, Guest, House, quick, told, until
from walstatt.kernel.match import Match
from walstatt.server import clocks
from walstatt.server.protocol import Claim, ClockRule, HandOver, Say

pytestmark = pytest.mark.anyio


async def timed(house: House, stock: int = 100, added: int = 0) -> tuple[Guest, Guest, Match]:
    """Seat two people with clocks; the allied one is to act, and computers think until told."""
    house.settings = quick(think_ms=1000)
    await house.restart()
    house.computers.gate = asyncio.Event()
    created = await house.ccn(allied=FRIEND, clock=ClockRule(stock, added))
    own = await house.sits(created, ALLIED)
    french = await house.guest(created.table, created.token)
    allied = await house.guest(created.table, own)
    return french, allied, house.match(created.table)


def open_the_gate(house: House) -> None:
    assert house.computers.gate is not None
    house.computers.gate.set()


async def shown(house: House, guest: Guest) -> int:
    """Ask what the clock of the allied seat shows."""
    left = (await house.tables.position(guest.visitor)).table.seats[1].left_ms
    assert left is not None
    return left


async def answered_by_computer(house: House, match: Match) -> None:
    """Let the computer give exactly one answer."""
    before = len(match.entries)
    open_the_gate(house)
    await until(lambda: len(match.entries) > before)


async def test_a_computer_never_loses_on_time_however_long_it_waits_for_its_turn(
    house: House,
) -> None:
    french, allied, match = await timed(house, stock=60)
    house.clock.forward(20)
    await allied.accepted(HandOver(seat=ALLIED, level="random"))
    assert await shown(house, french) == 40_000
    house.clock.forward(10_000)
    await house.tables.tick()
    await french.accepted(Say(text="still there"))
    assert told(french).state == "live"
    await answered_by_computer(house, match)
    assert told(french).state == "live"
    assert match.entries[1].seat == ALLIED


async def test_of_the_time_in_our_queue_only_the_thinking_is_taken_off(house: House) -> None:
    french, allied, match = await timed(house, stock=100, added=5)
    await allied.accepted(HandOver(seat=ALLIED, level="random"))
    house.clock.forward(3000)
    await french.accepted(Say(text="meanwhile"))
    open_the_gate(house)
    await until(lambda: match.game.to_act == (FRENCH,))
    answers = sum(entry.seat == ALLIED for entry in match.entries)
    assert await shown(house, french) == 100_000 - 1000 + 5000 * answers
    assert house.table(french.visitor.key.table).record.seats[ALLIED].thought_ms == 0


async def test_a_computer_leaves_the_last_seconds_on_the_clock(house: House) -> None:
    french, allied, match = await timed(house, stock=100)
    house.clock.forward(92)
    await allied.accepted(HandOver(seat=ALLIED, level="random"))
    house.clock.forward(50)
    await answered_by_computer(house, match)
    assert await shown(house, french) == 8000


async def test_who_takes_his_seat_back_finds_his_clock_running(house: House) -> None:
    french, allied, _ = await timed(house, stock=100)
    house.clock.forward(10)
    await allied.accepted(HandOver(seat=ALLIED, level="random"))
    house.clock.forward(30)
    await allied.accepted(HandOver(seat=ALLIED))
    assert await shown(house, french) == 60_000
    house.clock.forward(15)
    assert await shown(house, french) == 45_000
    house.clock.forward(45)
    await house.tables.tick()
    end = told(french).end
    assert end is not None
    assert (end.how, end.winners) == ("time", (FRENCH,))


async def test_handing_over_and_back_again_gives_nobody_time_to_think(house: House) -> None:
    french, allied, _ = await timed(house, stock=100)
    for _ in range(3):
        await allied.accepted(HandOver(seat=ALLIED, level="random"))
        house.clock.forward(10)
        await allied.accepted(HandOver(seat=ALLIED, level="recruit"))
        house.clock.forward(10)
        await french.accepted(Say(text="tick"))
        await allied.accepted(HandOver(seat=ALLIED))
    assert await shown(house, french) == 40_000


async def test_whose_time_for_a_question_is_over_gets_his_seat_back_after_the_answer(
    house: House,
) -> None:
    french, allied, match = await timed(house, stock=30)
    house.clock.forward(10)
    await allied.accepted(HandOver(seat=ALLIED, level="random"))
    house.clock.forward(20)
    word = await allied.refused(HandOver(seat=ALLIED))
    assert word.text.id == "server.core.refused.no_time_left"
    assert told(french).state == "live"
    await answered_by_computer(house, match)
    house.computers.gate = asyncio.Event()
    await allied.accepted(HandOver(seat=ALLIED))
    left = await shown(house, french)
    assert 0 < left <= 20_000
    if match.game.to_act == (ALLIED,):
        house.clock.forward(5)
        assert await shown(house, french) == left - 5000


async def test_who_was_away_and_claimed_for_keeps_what_was_left(house: House) -> None:
    french, allied, _ = await timed(house, stock=1000)
    await allied.leave()
    house.clock.forward(house.settings.claim_after_live_s)
    await french.accepted(Claim(seat=ALLIED, level="random"))
    house.clock.forward(100)
    await allied.arrive()
    await allied.accepted(HandOver(seat=ALLIED))
    spent = house.settings.claim_after_live_s + 100
    assert await shown(house, french) == 1000 * (1000 - spent)


async def test_a_lent_clock_stands_while_the_server_is_down(house: House) -> None:
    french, allied, _ = await timed(house, stock=100)
    await allied.accepted(HandOver(seat=ALLIED, level="random"))
    house.clock.forward(7)
    await house.close()
    house.clock.forward(5000)
    await house.open()
    tables, name = house.tables, french.visitor.key.table
    await until(lambda: tables.hall.loaded(name) is not None)
    house.clock.forward(3)
    word = await tables.do(allied.visitor, HandOver(seat=ALLIED))
    assert type(word).__name__ == "Accepted", word
    position = await tables.position(french.visitor)
    assert (position.table.id, position.table.seats[1].left_ms) == (name, 90_000)


async def test_a_seat_without_a_clock_can_always_be_taken_back(house: House) -> None:
    house.computers.gate = asyncio.Event()
    created = await house.ccn(allied=FRIEND)
    allied = await house.guest(created.table, await house.sits(created, ALLIED))
    await allied.accepted(HandOver(seat=ALLIED, level="random"))
    house.clock.forward(10**6)
    await allied.accepted(HandOver(seat=ALLIED))
    record = house.table(created.table).record
    assert clocks.taken_back(record, ALLIED) is record
