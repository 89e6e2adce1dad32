"""Seats that change hands: computers, claims, clocks, and people who are told to come."""

from __future__ import annotations

import asyncio
from itertools import count
from random import Random

import pytest

from tests.server.guests import (
    ALLIED,
    BLUE,
    COMPUTER,
    FRENCH,
    FRIEND,
    GOLD,
    RED,
    Chosen,
    Guest,
    House,
    first_choice,
    quick,
    seen,
    told,
    until,
)
from walstatt.ai.clock import TurnClock
from walstatt.kernel.game import AnyGame
from walstatt.kernel.ids import Seat
from walstatt.kernel.match import Match
from walstatt.server.computers_turn import Turnstile
from walstatt.server.errors import Refusal
from walstatt.server.protocol import (
    Answer,
    Claim,
    ClockRule,
    HandOver,
    Hint,
    Hinted,
    Join,
    Notify,
    Resign,
    SeatInfo,
    Stop,
    Thinking,
)
from walstatt.server.seats import hashed

pytestmark = pytest.mark.anyio


def seat_of(guest: Guest, seat: Seat) -> SeatInfo:
    return next(one for one in told(guest).seats if one.seat == seat)


# -- computers -----------------------------------------------------------------------------------


async def test_a_computer_answers_and_is_seen_thinking(house: House) -> None:
    created = await house.ccn(allied=COMPUTER)
    host = await house.guest(created.table, created.token)
    match = house.match(created.table)
    rng = Random(1)
    for _ in range(60):
        await until(lambda: told(host).seats[0].acts)
        await host.play(match, rng, FRENCH)
    assert {entry.seat for entry in match.entries[1:]} == {FRENCH, ALLIED}
    thoughts = [word for word in host.inbox if isinstance(word, Thinking)]
    assert thoughts
    assert {word.seat for word in thoughts} == {ALLIED}
    assert {word.most_ms for word in thoughts} == {house.settings.think_ms}
    assert set(house.computers.asked) == {(ALLIED, "random")}


async def test_a_computer_that_has_used_its_turn_has_no_time_left(house: House) -> None:
    created = await house.ccn(allied=COMPUTER)
    host = await house.guest(created.table, created.token)
    match, rng = house.match(created.table), Random(1)
    table = house.tables.hall.loaded(created.table)
    assert table is not None
    looks = count(step=20)
    table.turn_clock = TurnClock(1000, lambda: float(next(looks)))
    for _ in range(30):
        await until(lambda: told(host).seats[0].acts)
        await host.play(match, rng, FRENCH)
    given = [word.most_ms for word in host.inbox if isinstance(word, Thinking)]
    assert set(given) == {1000, 0}


async def test_a_computer_goes_on_after_a_crash(house: House) -> None:
    house.computers.gate = asyncio.Event()
    created = await house.toy(red=COMPUTER, blue=COMPUTER, gold=COMPUTER, options={"rounds": 1})
    await until(lambda: len(house.computers.asked) == 1)
    await house.crash()
    house.computers.gate = None
    await until(lambda: house.tables.hall.loaded(created.table) is not None)
    await until(lambda: house.table(created.table).record.state == "finished")
    match = house.match(created.table)
    assert {entry.seat for entry in match.entries[1:]} == {RED, BLUE, GOLD}
    assert match.game.outcome is not None


@pytest.mark.parametrize("trouble", ["raises", "illegal", "malformed", "not asked"])
async def test_a_computer_that_fails_takes_the_default(house: House, trouble: str) -> None:
    def instead(game: AnyGame, seat: Seat) -> Chosen:
        if trouble == "raises":
            raise RuntimeError("no idea")
        if trouble == "illegal":
            return Chosen({"do": "plan", "card": 77})
        return Chosen({"do": "dance"} if trouble == "malformed" else {"do": "pass"}, "choose_plan")

    house.computers.instead = instead
    created = await house.toy(red=COMPUTER)
    match = house.match(created.table)
    await until(lambda: len(match.entries) == 2)
    (expected,) = {first_choice(match.moments[0].game, RED)["card"]}
    assert match.entries[1].answer == {"do": "plan", "card": expected}
    assert house.table(created.table).record.state == "live"


async def test_a_thinking_computer_can_be_stopped(house: House) -> None:
    house.computers.gate = asyncio.Event()
    created = await house.toy(red=COMPUTER, blue=FRIEND)
    host = await house.guest(created.table, created.token)
    await house.sits(created, BLUE)
    watcher = await house.guest(created.table)
    await until(lambda: house.computers.asked)
    match = house.match(created.table)
    assert (await watcher.refused(Stop(seat=RED))).code == "not_yours"
    assert (await host.refused(Stop(seat=BLUE))).code == "not_now"
    assert len(match.entries) == 1
    await host.accepted(Stop(seat=RED))
    await until(lambda: host.seq == 2)
    assert match.entries[1].seat == RED
    assert house.computers.asked == [(RED, "random")]
    assert (await host.refused(Stop(seat=RED))).code == "not_now"


async def test_a_late_visitor_hears_who_thinks(house: House) -> None:
    house.computers.gate = asyncio.Event()
    created = await house.toy(red=COMPUTER)
    await until(lambda: house.computers.asked)
    watcher = await house.guest(created.table)
    await until(lambda: any(isinstance(word, Thinking) for word in watcher.inbox))
    assert type(watcher.inbox[0]).__name__ == "Welcome"


async def test_a_seat_can_be_handed_to_a_computer_and_taken_back(house: House) -> None:
    created = await house.toy(blue=FRIEND)
    friend = await house.guest(created.table, await house.sits(created, BLUE))
    house.computers.gate = asyncio.Event()
    assert seen(friend).prompt is not None
    await friend.accepted(HandOver(seat=BLUE, level="recruit"))
    assert seen(friend).prompt is None
    assert (seat_of(friend, BLUE).occupant, seat_of(friend, BLUE).level) == ("computer", "recruit")
    match = house.match(created.table)
    answer = Answer(seat=BLUE, seq=1, answer=first_choice(match.game, BLUE))
    assert (await friend.refused(answer)).text.id == "server.core.refused.handed_over"
    await until(lambda: house.computers.asked)
    await friend.accepted(HandOver(seat=BLUE))
    assert seen(friend).prompt is not None
    assert seat_of(friend, BLUE).name == "Bert"
    house.computers.gate.set()
    await friend.accepted(answer)
    assert len(match.entries) == 2
    assert (await friend.refused(HandOver(seat=RED, level="random"))).code == "not_yours"
    assert (await friend.refused(HandOver(seat=BLUE, level="god"))).code == "malformed"


async def test_a_hint_names_a_choice_and_why(house: House) -> None:
    created = await house.toy(blue=FRIEND)
    friend = await house.guest(created.table, await house.sits(created, BLUE))
    word = await friend.do(Hint(4, seat=BLUE))
    assert isinstance(word, Hinted)
    assert friend.scene is not None
    assert friend.scene.prompt is not None
    labels = {choice.label.id: choice for choice in friend.scene.prompt.choices}
    assert word.re == 4
    assert word.label.id in labels
    assert word.answer in [choice.answer for choice in friend.scene.prompt.choices]
    assert [one.id for one in word.why] == ["test.because"]
    assert house.computers.asked[-1] == (BLUE, "recruit")
    assert len(house.match(created.table).entries) == 1
    assert (await friend.refused(Hint(seat=RED))).code == "not_yours"
    answer = Answer(seat=BLUE, seq=1, answer=word.answer)
    await friend.accepted(answer)
    assert (await friend.refused(Hint(seat=BLUE))).code == "not_now"


async def test_a_hint_does_not_stop_the_table(house: House) -> None:
    created = await house.toy()
    host = await house.guest(created.table, created.token)
    house.computers.gate = asyncio.Event()
    hint = asyncio.create_task(host.do(Hint(seat=RED)))
    await until(lambda: house.computers.asked)
    await host.play_on(house.match(created.table), Random(1), 5)
    house.computers.gate.set()
    assert isinstance(await hint, Hinted)


async def test_watched_computers_keep_their_pace(house: House) -> None:
    house.settings = quick(pace_ms=120)
    await house.restart()
    created = await house.toy(red=COMPUTER, blue=COMPUTER, gold=COMPUTER, options={"rounds": 1})
    loop = asyncio.get_running_loop()
    host = await house.guest(created.table, created.token)
    started, first = loop.time(), host.seq
    await until(lambda: host.seq >= first + 5)
    assert loop.time() - started >= 4 * 0.12


async def test_the_turnstile_lets_the_urgent_pass_first() -> None:
    turnstile, passed = Turnstile(1), list[str]()

    async def pass_through(name: str, *, urgent: bool) -> None:
        async with turnstile.inside(urgent=urgent):
            passed.append(name)
            await asyncio.sleep(0)

    async with turnstile.inside(urgent=False):
        tasks = [asyncio.create_task(pass_through(name, urgent=name.isupper())) for name in "abXcY"]
        await asyncio.sleep(0)
        tasks[0].cancel()
        await asyncio.sleep(0)
    await asyncio.gather(*tasks[1:])
    assert "".join(passed) == "XYbc"
    await asyncio.wait_for(turnstile.enter(urgent=False), 1)


# -- claims --------------------------------------------------------------------------------------


async def away(house: House, *, correspondence: bool = False) -> tuple[Guest, Guest, Match]:
    """Seat two people, of whom the one to act goes away."""
    created = await house.ccn(allied=FRIEND, correspondence=correspondence)
    link = await house.sits(created, ALLIED)
    french = await house.guest(created.table, created.token)
    allied = await house.guest(created.table, link)
    match = house.match(created.table)
    assert match.game.to_act == (ALLIED,)
    await allied.leave()
    return french, allied, match


async def test_a_seat_is_claimed_only_after_a_while(house: House) -> None:
    french, _, match = await away(house)
    limit = house.settings.claim_after_live_s
    house.clock.forward(limit - 1)
    assert (await french.refused(Claim(seat=ALLIED))).text.id == "server.core.refused.not_away"
    house.clock.forward(1)
    position = await house.tables.position(french.visitor)
    seat = position.table.seats[1]
    assert (seat.away_s, seat.claimable, seat.acts) == (limit, True, True)
    watcher = await house.guest(french.visitor.key.table)
    assert (await watcher.refused(Claim(seat=ALLIED))).code == "not_yours"
    await french.accepted(Claim(seat=ALLIED, level="random"))
    await until(lambda: len(match.entries) > 1)
    assert match.entries[1].seat == ALLIED


async def test_who_waits_is_told_when_he_may_claim_a_seat_and_when_he_may_win(house: House) -> None:
    french, _, _ = await away(house)
    hall, settings = house.tables.hall, house.settings

    async def heard() -> tuple[bool, bool]:
        await hall.tick()
        seat = told(french).seats[1]
        return seat.claimable, seat.forfeits

    house.clock.forward(settings.claim_after_live_s - 1)
    assert await heard() == (False, False)
    house.clock.forward(1)
    assert await heard() == (True, False)
    house.clock.forward(settings.forfeit_after_live_s - settings.claim_after_live_s)
    assert await heard() == (True, True)
    before = len(french.inbox)
    await hall.tick()
    assert len(french.inbox) == before, "he is told only once"


async def test_nobody_who_is_there_or_not_asked_loses_his_seat(house: House) -> None:
    french, allied, _ = await away(house)
    house.clock.forward(10**6)
    assert (await french.refused(Claim(seat=FRENCH))).code == "not_now"
    await allied.arrive()
    assert (await french.refused(Claim(seat=ALLIED))).code == "not_now"
    assert (await french.refused(Claim(seat=Seat("green")))).code == "malformed"


async def test_by_correspondence_people_have_days(house: House) -> None:
    french, allied, _ = await away(house, correspondence=True)
    house.clock.forward(house.settings.claim_after_s - 10)
    assert (await french.refused(Claim(seat=ALLIED, to="open"))).code == "not_now"
    await house.crash()
    french = await house.guest(french.visitor.key.table, account=None)
    house.clock.forward(10)
    assert told(french).seats[1].claimable is False
    info = (await house.tables.position(french.visitor)).table
    assert info.seats[1].claimable is True
    assert allied.visitor.key.table == french.visitor.key.table


async def test_after_a_crash_live_players_get_time_to_come_back(house: House) -> None:
    created = await house.ccn(allied=FRIEND)
    await house.guest(created.table, await house.sits(created, ALLIED))
    house.clock.forward(1000)
    await house.crash()
    french = await house.guest(created.table, created.token)
    assert told(french).seats[1].away_s == 0
    assert (await french.refused(Claim(seat=ALLIED))).code == "not_now"


async def test_a_claimed_seat_can_be_taken_by_whoever_comes(house: House) -> None:
    french, allied, _ = await away(house)
    name = french.visitor.key.table
    house.clock.forward(1000)
    await french.accepted(Claim(seat=ALLIED, to="open"))
    assert told(french).seats[1].occupant == "open"
    joined = await house.tables.join(name, Join("Carl"))
    carl = await house.guest(name, joined.token)
    assert carl.scene is not None
    assert carl.scene.prompt is not None
    assert told(french).seats[1].name == "Carl"
    with pytest.raises(Refusal):
        await house.tables.join(name, Join("Dora"))
    assert hashed(joined.token) in house.table(name).keys
    old = await house.tables.visit(name, account=None)
    assert old.key.seats == ()
    assert allied.visitor.hashes.isdisjoint(house.table(name).keys)


async def test_who_comes_back_first_keeps_his_claimed_seat(house: House) -> None:
    french, allied, _ = await away(house)
    house.clock.forward(1000)
    await french.accepted(Claim(seat=ALLIED, to="open"))
    await allied.arrive()
    await allied.accepted(HandOver(seat=ALLIED))
    assert told(french).seats[1].occupant == "human"
    assert allied.scene is not None
    assert allied.scene.prompt is not None


# -- clocks --------------------------------------------------------------------------------------


async def timed(house: House, stock: int = 100, added: int = 5) -> tuple[Guest, Guest, Match]:
    created = await house.ccn(allied=FRIEND, clock=ClockRule(stock, added))
    link = await house.sits(created, ALLIED)
    french = await house.guest(created.table, created.token)
    allied = await house.guest(created.table, link)
    return french, allied, house.match(created.table)


def left(guest: Guest) -> list[int | None]:
    return [seat.left_ms for seat in told(guest).seats]


async def test_time_runs_for_whom_the_game_waits(house: House) -> None:
    french, allied, match = await timed(house)
    assert left(french) == [100_000, 100_000]
    house.clock.forward(30)
    await allied.play(match, Random(1), ALLIED)
    assert left(french) == [100_000, 75_000]
    house.clock.forward(10)
    position = await house.tables.position(french.visitor)
    assert [seat.left_ms for seat in position.table.seats] == [100_000, 65_000]


async def test_time_does_not_run_while_the_server_is_down(house: House) -> None:
    _, allied, match = await timed(house)
    house.clock.forward(30)
    await allied.play(match, Random(1), ALLIED)
    name, token = allied.visitor.key.table, allied.visitor
    house.clock.forward(7)
    await house.close()
    house.clock.forward(1000)
    await house.open()
    await until(lambda: house.tables.hall.loaded(name) is not None)
    position = await house.tables.position(await house.tables.visit(name))
    assert [seat.left_ms for seat in position.table.seats] == [100_000, 68_000]
    assert position.table.state == "live"
    assert token.key.table == name


async def test_whose_time_is_over_has_lost(house: House) -> None:
    french, allied, match = await timed(house)
    house.clock.forward(99)
    await house.tables.tick()
    assert told(french).state == "live"
    house.clock.forward(1)
    await house.tables.tick()
    for guest in (french, allied):
        end = told(guest).end
        assert end is not None
        assert (told(guest).state, end.how, end.winners) == ("finished", "time", (FRENCH,))
    assert len(match.entries) == 1


async def test_an_answer_after_the_flag_fell_comes_too_late(house: House) -> None:
    french, allied, match = await timed(house)
    house.clock.forward(101)
    answer = Answer(seat=ALLIED, seq=1, answer=first_choice(match.game, ALLIED))
    assert (await allied.refused(answer)).text.id == "server.core.refused.over"
    assert told(french).state == "finished"
    assert len(match.entries) == 1


async def test_computers_have_no_clock(house: House) -> None:
    house.computers.gate = asyncio.Event()
    created = await house.ccn(allied=COMPUTER, clock=ClockRule(60))
    host = await house.guest(created.table, created.token)
    assert left(host) == [60_000, None]
    house.clock.forward(1000)
    await house.tables.tick()
    assert told(host).state == "live"
    house.computers.gate.set()


# -- notices -------------------------------------------------------------------------------------


async def test_somebody_who_is_away_is_told_once_that_it_is_his_turn(house: House) -> None:
    created = await house.ccn(allied=FRIEND, correspondence=True)
    link = await house.sits(created, ALLIED)
    allied = await house.guest(created.table, link)
    await allied.accepted(Notify(seat=ALLIED, mail="bert@example.org", language="de"))
    french = await house.guest(created.table, created.token)
    match = house.match(created.table)
    rng = Random(1)
    while match.game.to_act == (ALLIED,):
        await allied.play(match, rng, ALLIED)
    await allied.leave()
    while match.game.to_act == (FRENCH,):
        await french.play(match, rng, FRENCH)
    house.clock.forward(house.settings.grace_s - 1)
    await house.tables.tick()
    assert house.notices.sent == []
    house.clock.forward(2)
    await house.tables.tick()
    await house.tables.tick()
    ((contact, table, seat, letter, news),) = house.notices.sent
    assert (contact.mail, contact.language, seat) == ("bert@example.org", "de", ALLIED)
    assert table.id == created.table
    assert news
    assert any("Zug" in line or "spielt" in line for line in news), news
    prefix = f"{house.settings.url}/#/t/{created.table}/"
    assert letter.startswith(prefix)
    came = await house.tables.visit(created.table, letter.removeprefix(prefix))
    assert (came.key.seats, came.key.host) == ((ALLIED,), False)


async def test_who_comes_by_himself_is_left_in_peace(house: House) -> None:
    french, allied, match = await away(house, correspondence=True)
    await allied.arrive()
    await allied.accepted(Notify(seat=ALLIED, hook="https://example.org/hook"))
    rng = Random(2)
    guests = {FRENCH: french, ALLIED: allied}
    for _ in range(40):
        await guests[match.game.to_act[0]].play(match, rng)
    for _ in range(5):
        house.clock.forward(61)
        await house.tables.tick()
    assert house.notices.sent == []


async def test_a_notice_survives_a_crash(house: House) -> None:
    french, allied, match = await away(house, correspondence=True)
    await allied.arrive()
    await allied.accepted(Notify(seat=ALLIED, mail="bert@example.org"))
    rng = Random(1)
    while match.game.to_act == (ALLIED,):
        await allied.play(match, rng, ALLIED)
    await allied.leave()
    while match.game.to_act == (FRENCH,):
        await french.play(match, rng, FRENCH)
    await house.crash()
    house.clock.forward(61)
    await house.tables.tick()
    assert [seat for _, _, seat, _, _ in house.notices.sent] == [ALLIED]
    await house.crash()
    house.clock.forward(61)
    await house.tables.tick()
    assert len(house.notices.sent) == 1


async def test_a_live_table_tells_only_who_asked_for_it(house: House) -> None:
    guests = await house.ccn(allied=FRIEND)
    await house.sits(guests, ALLIED)
    french = await house.guest(guests.table, guests.token)
    house.clock.forward(1000)
    await house.tables.tick()
    assert house.notices.sent == []
    assert (await french.refused(Notify(seat=ALLIED, mail="a@example.org"))).code == "not_yours"
    assert (await french.refused(Notify(seat=FRENCH, mail="nonsense"))).code == "malformed"


async def test_nobody_is_called_to_a_game_that_is_over(house: House) -> None:
    french, allied, _ = await away(house, correspondence=True)
    await house.store.write(
        lambda db: db.execute(
            "INSERT INTO contacts VALUES (?, 'allied', 'b@example.org', '', 'en')",
            (french.visitor.key.table,),
        )
    )
    await french.accepted(Resign(seat=FRENCH))
    house.clock.forward(1000)
    await house.tables.tick()
    assert house.notices.sent == []
    assert await house.store.read(lambda db: db.execute("SELECT * FROM outbox").fetchall()) == []
    assert allied.visitor.key.seats == (ALLIED,)


async def test_only_the_latest_links_from_notices_stay_good(house: House) -> None:
    created = await house.toy(blue=FRIEND, gold=COMPUTER)
    own = await house.sits(created, BLUE)
    table, bell = house.table(created.table), house.tables.hall.bell
    links = [await bell._link(table, BLUE) for _ in range(25)]
    tokens = [link.rpartition("/")[2] for link in links]
    good = [one for one in tokens if hashed(one) in table.keys]
    assert good == tokens[-20:]
    assert table.key_of([hashed(own)]).seats == (BLUE,)
    assert GOLD not in table.key_of([hashed(tokens[-1])]).seats
